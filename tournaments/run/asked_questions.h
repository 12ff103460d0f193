// What the bots of a recorded game were asked: each question as the seat saw it, in order. The seed, the
// rules and the moves decide it, so that it can be asked again.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/game.h"
#include "engine/lexicon.h"
#include "engine/ruleset.h"
#include "protocol/game_record.h"
#include "protocol/uwi.h"
#include "referee/game/clock.h"

namespace toptile {

struct AskedQuestion {
  int turn = 0;  // From 1. A question that nobody answered has the number that its turn would have had.
  Seat seat{};
  std::string position;               // The position line without its first word.
  uwi::Go go;                         // With the clocks as they were.
  std::optional<std::string> played;  // Nothing if the seat forfeited instead.
  Game before;                        // The game in which it was asked.
};

// The questions to all seats. Moves that were refused before a turn's last one are not in it, nor are passes
// that a limit of the harness made. The record must be of a game by these rules and words (find_difference),
// `control` that of its run, and `own` what its players have of their own, in seat order. Rules and lexicon
// must outlive the questions.
std::vector<AskedQuestion> asked_questions(const GameRecord& record, const TimeControl& control,
                                           std::span<const OwnClock> own, const Ruleset& rules,
                                           const Lexicon& lexicon);

// The lines by which a seat's process learns of the game: the handshake, options, ruleset and words,
// `newgame` and `isready`. `setup` holds the ruleset and lexicon lines.
std::string lines_before_game(const GameRecord& record, Seat seat, const std::vector<uwi::SetOption>& options,
                              const std::string& setup);

// The two lines of a question.
std::string lines_of(const AskedQuestion& question);

}  // namespace toptile
