// Adjudication: the organizer ends a game before its rules do, after so many turns or when one seat is so far
// ahead that nobody will catch up. What it is ended by stands in the game's record, so that anybody can see
// that it ended just there.
#pragma once

#include <optional>
#include <string>

#include "engine/game.h"
#include "engine/result.h"
#include "protocol/json_fields.h"

namespace toptile {

inline constexpr int kMostAdjudicatedTurns = 10'000;
inline constexpr int kMostHopelessPoints = 100'000;

// One of the two, or both; the game ends by whatever holds first.
struct AdjudicationTerms {
  struct Hopeless {
    int points = 0;  // By which the same seat is ahead of every other one still playing …
    int turns = 6;   // … after each of so many turns on end.

    bool operator==(const Hopeless&) const = default;
  };
  std::optional<int> turns;  // Of all seats together.
  std::optional<Hopeless> hopeless;

  bool operator==(const AdjudicationTerms&) const = default;
};

// Every number from 1 to the most there may be of it.
bool is_possible(const AdjudicationTerms& terms);

// null, {"turns": N}, {"spread": P, "spread_turns": M}, or one with all three; spread_turns may be left out.
Result<std::optional<AdjudicationTerms>> adjudication_from_json(const Json& json, const JsonPlace& where);
Json adjudication_to_json(const std::optional<AdjudicationTerms>& terms);

// "after 10 turns, or when one is ahead by 30 points for 6 turns"
std::string words_of(const AdjudicationTerms& terms);

// Follows one game and ends it when its terms say so; without terms never. Scores are those that the players
// see, without overtime. A turn is what another turn follows: not a free exchange, an answer to a question or
// a play that was taken back, and a play in doubt only when it stands.
class Adjudicator {
 public:
  explicit Adjudicator(std::optional<AdjudicationTerms> terms) : terms_(terms) {}

  // To be called after everything that the game takes, forfeits too.
  void follow(Game& game);

 private:
  bool is_due(const Game& game);

  std::optional<AdjudicationTerms> terms_;
  int turns_ = 0;
  std::optional<int> leader_;  // By the points of a hopeless game.
  int led_ = 0;                // Turns on end.
};

}  // namespace toptile
