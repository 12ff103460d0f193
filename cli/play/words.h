// Texts about a game for its players, for plain lines or a screen.
#pragma once

#include <string>
#include <vector>

#include "play/play_table.h"

namespace toptile {

// A turn in words: "plays 5d.MOOD for 8: MOOD 8", "passes". The text does not name an exchanged tile, which
// only its player may see.
std::string turn_text(const PlayTable& table, std::size_t turn);

// Who drew what for the first move, and who starts; empty if nothing was drawn.
std::string draw_text(const PlayTable& table);

// A text such as "Anna 24, greedy 31".
std::string scores_text(const PlayTable& table);

// A text such as "greedy forfeits (crash): …".
std::string forfeit_text(const PlayTable& table, const ForfeitRecord& forfeit);

// Lines about a game that is over: why it ended, the scores with the deductions for tiles left, and who won.
std::vector<std::string> end_lines(const PlayTable& table);

inline constexpr std::size_t kHints = 5;  // A hint has this many plays.
// Lines such as "1  5d.SALE  12  SALE 8 + OX 4 = 12", the best first.
std::vector<std::string> hint_lines(const PlayTable& table, const std::vector<ScoredPlay>& plays);

// Where the game is saved, and the command that continues or shows it.
std::string kept_text(const PlayTable& table);
// The command with which the champion reviews the moves of a finished game.
std::string review_text(const PlayTable& table);

// A text such as "1 tile" or "7 tiles".
std::string tiles_text(std::size_t tiles);

// What a player without a legal play can do, such as "pass", or "exchange a tile (^E), or pass".
std::string without_play_text(const Game& game, std::string_view exchange_key, std::string_view pass_key);

// How many free exchanges the player to move has left, or nullopt if an exchange takes the turn.
std::optional<int> free_exchanges_left(const Game& game);

}  // namespace toptile
