// What is worth looking at in one game, as its record tells it. A stranger may have written the record:
// whatever parse_record accepts gives some answer, and a move that cannot be read or laid is passed over.
// A turn is given by the number of turns that are over then, so that 1 is the first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/ruleset.h"
#include "engine/seat.h"
#include "protocol/game_record.h"

namespace toptile {

struct GameHighlights {
  // A play that scored.
  struct Play {
    std::uint32_t turn = 0;
    Seat seat{};
    int points = 0;
    std::string move;  // The notation.
  };
  // How far the winner was behind the leader when it was furthest behind.
  struct Comeback {
    std::uint32_t turn = 0;
    Seat seat{};
    int behind = 0;  // It is at least 1.
  };
  // A stack, when it had grown to this height. Only plays that stand count.
  struct Stack {
    std::uint32_t turn = 0;
    Seat seat{};  // The seat that laid the last tile.
    std::string square;
    std::vector<std::string> tiles;  // The lowest comes first; each is as it is shown.
  };
  // A forfeit, and how far ahead of the best other player the seat was then; below zero if it was behind.
  struct LostLead {
    std::uint32_t turn = 0;
    Seat seat{};
    FaultKind kind = FaultKind::illegal;
    int ahead = 0;
  };

  // The play with the most points of each seat, in seat order; nothing for a seat that never scored.
  std::vector<std::optional<Play>> best_of_seats;
  std::optional<Comeback> comeback;  // Nothing if nobody won, or if the winner was never behind.
  std::optional<Stack> stack;        // The highest one; nothing if no tile was laid.
  std::optional<LostLead> fault;     // The forfeit with the greatest lead.
  // The points between the best two players. Nothing if somebody forfeited or nobody had an opponent.
  std::optional<int> margin;

  // The best of best_of_seats.
  const Play* best() const;
};

// Whether the turn is the answer to the question whether a play is challenged.
bool is_answer(const TurnRecord& turn);

// The first of equals is taken. Bots that were not started for the game count as no players of it.
GameHighlights highlights_of(const GameRecord& record, const Ruleset& rules);

}  // namespace toptile
