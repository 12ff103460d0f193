// Parts of a game as text: its board, the first draw, and the outcome of a challenge.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/board.h"
#include "engine/game.h"
#include "engine/judge.h"
#include "engine/ruleset.h"

namespace toptile {

// The board with its row numbers and column letters. A stack shows its top letter and, from 2 on, its height.
// The tiles just laid are in brackets. No line ends in spaces.
std::vector<std::string> board_lines(const Board& board, const LaidTiles& just_laid,
                                     const Alphabet& alphabet);

// A text such as "Draw: Anna C, Ben K, Cy C; again: Anna T, Cy E. Cy starts."; empty if nothing was drawn.
// `names` are in seat order.
std::string first_draw_text(const FirstDraw& draw, const std::vector<std::string>& names,
                            const Alphabet& alphabet);

// The index of the play that this turn accepts or challenges.
std::size_t play_in_doubt(const Game& game, std::size_t turn);

// The first word of the play that is not in the lexicon, or nullopt if all of them are.
std::optional<std::string> unknown_word_of(const Game& game, std::size_t play);

// The text for a turn that is a challenge: "is right: LUC is not a word, the play is taken back".
std::string challenge_verdict(const Game& game, std::size_t turn);

}  // namespace toptile
