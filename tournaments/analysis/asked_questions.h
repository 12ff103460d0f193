// The questions that the bots of a recorded game were asked, each as the seat saw it, in order. They follow
// from the seed, the rules and the moves, so that they can be asked again.
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
  int turn = 0;  // From 1. A question without an answer has the number that its turn would have had.
  Seat seat{};
  std::string position;               // The position line without its first word.
  uwi::Go go;                         // With the clocks as they were then.
  std::optional<std::string> played;  // nullopt if the seat forfeited instead.
  Game before;                        // The game in which it was asked.
};

// The questions to all seats. They do not include moves that were refused before a turn's last one, nor
// passes that a limit of the harness made. The record must be of a game by these rules and this lexicon
// (find_difference), `control` must be that of its run, and `own` has its players' own clocks, in seat order.
// Rules and lexicon must outlive the questions.
std::vector<AskedQuestion> asked_questions(const GameRecord& record, const TimeControl& control,
                                           std::span<const OwnClock> own, const Ruleset& rules,
                                           const Lexicon& lexicon);

// The lines that prepare a seat's process for the game: the handshake, options, ruleset and lexicon,
// `newgame` and `isready`. `setup` holds the ruleset and lexicon lines.
std::string lines_before_game(const GameRecord& record, Seat seat, const std::vector<uwi::SetOption>& options,
                              const std::string& setup);

// The two lines of a question.
std::string lines_of(const AskedQuestion& question);

}  // namespace toptile
