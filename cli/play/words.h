// What is said of a game to those who play it, in lines or on a screen.
#pragma once

#include <string>
#include <vector>

#include "play/table.h"

namespace toptile {

// Of a turn of the game: "plays 5d.MOOD for 8: MOOD 8", "passes". An exchanged tile is for its player's eyes
// alone.
std::string turn_text(const PlayTable& table, std::size_t turn);

// Who drew what for the first move, and starts; nothing where nothing was drawn.
std::string draw_text(const PlayTable& table);

// "Anna 24, greedy 31"
std::string scores_text(const PlayTable& table);

// "greedy forfeits (crash): …"
std::string forfeit_text(const PlayTable& table, const ForfeitRecord& forfeit);

// Of a game that is over, a line each: why, who won, what was lost for tiles left.
std::vector<std::string> end_lines(const PlayTable& table);

inline constexpr std::size_t kHints = 5;  // So many plays are a hint.
// "1  5d.SALE  12  SALE 8 + OX 4 = 12", best first.
std::vector<std::string> hint_lines(const PlayTable& table, const std::vector<ScoredPlay>& plays);

// "Where the game is kept: runs/Anna-greedy", and how it goes on or what can be done with it.
std::string kept_text(const PlayTable& table);

// Free exchanges that whoever is to move has left; nothing where exchanges take the turn.
std::optional<int> free_exchanges_left(const Game& game);

}  // namespace toptile
