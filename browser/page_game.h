// A game that is played in a page. Its seed and the moves of its players decide everything else, so that a
// page keeps only these and asks for the rest.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/json_fields.h"
#include "champion/champion_player.h"
#include "engine/game.h"
#include "protocol/game_record.h"

namespace toptile {

struct PageGame {
  Game game;
  GameRecord record;         // The record so far; it has no end while the game is not over.
  std::size_t played = 0;    // The number of the question's turns that were played.
  std::string refused = {};  // Why the next turn was not played; empty if all were.
};

// Plays the game of a question, with these keys:
//
//   seed              decides the bag
//   names             the players in seat order
//   turns             of the players: `move`, and optionally `ms`, `clock` and `info` as in a record
//   challenge_limits  for each seat, after how many plays challenged away its turn is a pass; 0: no limit
//   overtime          optional: `points` and `period_ms`, if clocks may run below 0
Result<PageGame> read_page_game(FieldReader& reader, const Ruleset& rules, const Lexicon& lexicon);

// The record so far as JSON, which seat is asked what, and the line of the record once the game is over.
Json page_game_to_json(const PageGame& played);

// What the champion does in the place of the seat that is asked: it moves, or challenges exactly the plays
// with a word that is not in the lexicon. The game must not be over.
Json choose_in_page(const PageGame& played, champion::ChampionPlayer& player,
                    const champion::PlayerSettings& settings, std::uint64_t nodes, std::uint64_t seed);

// The draw for the first turn; the player who begins has seat 0.
Json first_draw_to_json(const Ruleset& rules, std::uint64_t seed, int players);

}  // namespace toptile
