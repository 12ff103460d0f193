// Adjudication: the organizer ends a game before its rules do: after a number of turns, when one seat is far
// ahead on the board, when all bots agree on the winner, or when a bot that expects to lose resigns. The
// game's record has the terms and the bots' scores, so that anyone can check that it ended at the right turn.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/json_fields.h"
#include "base/result.h"
#include "engine/game.h"

namespace toptile {

inline constexpr int kMaxAdjudicationTurns = 10'000;
inline constexpr int kMaxAdjudicationPoints = 100'000;

// At least one term is set. The game ends as soon as one of them holds.
struct AdjudicationTerms {
  struct Hopeless {
    int points = 0;  // The lead of a seat over every other seat that still plays.
    int turns = 6;   // The number of turns in a row after which the same seat must have this lead.

    bool operator==(const Hopeless&) const = default;
  };
  // The next two terms use the scores that bots report in their info lines: the lead in points that the bot
  // expects to have at the end of the game.
  struct Agreed {
    int points =
        0;  // The margin by which all seats that still play expect the same seat to win, which must be ahead.
    int turns = 6;  // The number of turns in a row after which they must expect this.

    bool operator==(const Agreed&) const = default;
  };
  struct Resign {
    int points = 0;  // The margin by which a bot that is behind expects to lose.
    int turns = 3;   // The number of its own turns in a row in which it must expect this.

    bool operator==(const Resign&) const = default;
  };
  std::optional<int> turns;  // The number of turns of all seats together.
  std::optional<Hopeless> hopeless;
  std::optional<Agreed> agreed = {};
  std::optional<Resign> resign = {};  // Only for games of two.

  // Whether the scores that bots report may end the game.
  bool need_scores() const { return agreed || resign; }

  bool operator==(const AdjudicationTerms&) const = default;
};

// Whether every number is between 1 and its maximum.
bool is_possible(const AdjudicationTerms& terms);

// Reads null, or an object with at least one of turns, spread, agreed and resign. spread_turns, agreed_turns
// and resign_turns may be left out.
Result<std::optional<AdjudicationTerms>> adjudication_from_json(const Json& json, const JsonPlace& where);
Json adjudication_to_json(const std::optional<AdjudicationTerms>& terms);

// The terms as text: "after 10 turns, or when one is ahead by 30 points for 6 turns"
std::string words_of(const AdjudicationTerms& terms);

// Follows one game and ends it when its terms are met; without terms, never. The points on the board are
// those that the players see, without overtime. A turn counts if another turn follows it. Free exchanges,
// answers to a question and plays that were taken back do not count. A play in doubt counts only when it
// stands. If several terms hold at once, the first one in the order of AdjudicationTerms counts.
//
// A seat's score is the one in the info line of its latest move. Answers to a question do not change it. If
// that line has no score, neither has the seat. For `agreed`, its lead or deficit on the board is then taken
// instead. At least one seat must have a score.
class Adjudicator {
 public:
  explicit Adjudicator(std::optional<AdjudicationTerms> terms) : terms_(terms) {}

  // Call this after everything that happens in the game, including forfeits. If that was a turn or an answer,
  // `info` is the text of its info line as the record has it.
  void follow(Game& game, std::string_view info = {});

 private:
  void take_score(const Game& game, std::string_view info);
  void finish_turn(Game& game);
  bool is_adjudicated(const Game& game);
  bool is_agreed(const Game& game);
  bool is_resigned(const Game& game);
  std::optional<Seat> expected_winner(const Game& game) const;

  // How many turns in a row the same seat was counted.
  struct Streak {
    std::optional<Seat> seat;
    int turns = 0;

    int count(std::optional<Seat> now);
  };

  std::optional<AdjudicationTerms> terms_;
  std::size_t entries_ = 0;                                // The entries of the game's record so far.
  int turns_ = 0;                                          // The turns that count.
  std::array<std::optional<double>, kMaxPlayers> scores_;  // The scores of the seats.
  Seat mover_{};                                           // The seat of the latest move.
  Streak leading_, expected_;                              // For `hopeless` and `agreed`.
  std::array<int, kMaxPlayers> losing_{};                  // The turns in a row for `resign`.
};

}  // namespace toptile
