// Finds what is worth looking at in the record of one game. The record may be untrusted: every record that
// parse_record accepts has a result, and a move that cannot be parsed or laid is skipped. A turn is given by
// the number of turns that are over then, so that 1 is the first.
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
  // A stack, when it had grown to this height. Only plays that stood count.
  struct Stack {
    std::uint32_t turn = 0;
    Seat seat{};  // The seat that laid the last tile.
    std::string square;
    std::vector<std::string> tiles;  // The lowest comes first; each as it is displayed.
  };
  // A forfeit, and how far ahead of the best other player the seat was then; below zero if it was behind.
  struct LostLead {
    std::uint32_t turn = 0;
    Seat seat{};
    FaultKind kind = FaultKind::illegal;
    int ahead = 0;
  };

  // Each seat's play with the most points, in seat order; nullopt for a seat that never scored.
  std::vector<std::optional<Play>> best_of_seats;
  std::optional<Comeback> comeback;  // nullopt without a winner, or if the winner was never behind.
  std::optional<Stack> stack;        // The highest one; nullopt if no tile was laid.
  std::optional<LostLead> fault;     // The forfeit with the greatest lead.
  // The points between the best two players. nullopt if a player forfeited or had no opponent.
  std::optional<int> margin;

  // The best of best_of_seats.
  const Play* best() const;
};

// Whether the turn answers the question whether to challenge a play.
bool is_answer(const TurnRecord& turn);

// Of equals, the first is taken. Bots that were not started for the game do not count as its players.
GameHighlights highlights_of(const GameRecord& record, const Ruleset& rules);

}  // namespace toptile
