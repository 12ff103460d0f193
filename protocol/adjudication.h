// Adjudication: the organizer ends a game before its rules do, after a number of turns or when one seat is so
// far ahead that nobody will catch up. The game's record has the terms, so that anybody can see that it ended
// at the right place.
#pragma once

#include <optional>
#include <string>

#include "engine/game.h"
#include "engine/result.h"
#include "protocol/json_fields.h"

namespace toptile {

inline constexpr int kMostAdjudicatedTurns = 10'000;
inline constexpr int kMostHopelessPoints = 100'000;

// One of the two terms, or both. The game ends as soon as one of them holds.
struct AdjudicationTerms {
  struct Hopeless {
    int points = 0;  // The lead of a seat over every other one that still plays.
    int turns = 6;   // The number of turns in a row after which the same seat must have this lead.

    bool operator==(const Hopeless&) const = default;
  };
  std::optional<int> turns;  // The turns of all seats together.
  std::optional<Hopeless> hopeless;

  bool operator==(const AdjudicationTerms&) const = default;
};

// Whether every number is between 1 and its maximum.
bool is_possible(const AdjudicationTerms& terms);

// Reads null, {"turns": N}, {"spread": P, "spread_turns": M}, or an object with all three keys. spread_turns
// may be left out.
Result<std::optional<AdjudicationTerms>> adjudication_from_json(const Json& json, const JsonPlace& where);
Json adjudication_to_json(const std::optional<AdjudicationTerms>& terms);

// The terms as text: "after 10 turns, or when one is ahead by 30 points for 6 turns"
std::string words_of(const AdjudicationTerms& terms);

// Follows one game and ends it when its terms say so. Without terms it never ends it. The scores are those
// that the players see, without overtime. A turn counts if another turn follows it. Free exchanges, answers
// to a question and plays that were taken back do not count. A play in doubt counts only when it stands.
class Adjudicator {
 public:
  explicit Adjudicator(std::optional<AdjudicationTerms> terms) : terms_(terms) {}

  // Call this after everything that happens in the game, including forfeits.
  void follow(Game& game);

 private:
  bool is_due(const Game& game);

  std::optional<AdjudicationTerms> terms_;
  int turns_ = 0;
  std::optional<int> leader_;  // The seat that is ahead by the points of a hopeless game.
  int led_ = 0;                // The number of turns in a row that it has been ahead.
};

}  // namespace toptile
