// The process ends where it should not: by a crash, or by an exit that claims success.
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "tests/hostile_bots/exhibit/exhibit.h"

namespace toptile {

namespace {

// Restores the signal's default first, because a sanitizer would catch the signal.
Then crash(Exhibit&) {
  std::signal(SIGSEGV, SIG_DFL);
  std::raise(SIGSEGV);
  std::_Exit(99);
}

Then exit_0(Exhibit&) {
  std::_Exit(0);
}

Then answer_and_die(Exhibit& bot) {
  say(bot.best_answer());
  std::_Exit(0);
}

Then exit_3(Exhibit&) {
  std::_Exit(3);
}

}  // namespace

Deeds endings() {
  return {
      {"crash-at-start", Moment::start, crash},
      {"crash-in-handshake", Moment::uwi, crash},
      {"crash-at-option", Moment::setoption, crash},
      {"crash-at-ruleset", Moment::ruleset, crash},
      {"crash-at-newgame", Moment::newgame, crash},
      {"crash-when-asked-ready", Moment::isready, crash},
      {"crash-at-first-move", Moment::go, crash},
      {"crash-at-later-move", Moment::go, crash, 3},
      {"crash-at-question", Moment::question, crash},
      {"crash-between-games", Moment::result, crash},
      {"crash-at-quit", Moment::quit, crash},
      {"exit-at-start", Moment::start, exit_0},
      {"exit-in-handshake", Moment::uwi, exit_0},
      {"exit-at-option", Moment::setoption, exit_0},
      {"exit-at-ruleset", Moment::ruleset, exit_0},
      {"exit-at-newgame", Moment::newgame, exit_0},
      {"exit-when-asked-ready", Moment::isready, exit_0},
      {"exit-at-first-move", Moment::go, exit_0},
      {"exit-at-later-move", Moment::go, exit_0, 3},
      {"exit-at-question", Moment::question, exit_0},
      {"exit-between-games", Moment::result, exit_0},
      {"answer-and-die", Moment::go, answer_and_die},
      {"exit-code-at-quit", Moment::quit, exit_3},
  };
}

}  // namespace toptile
