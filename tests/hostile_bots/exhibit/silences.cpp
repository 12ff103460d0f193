// Deeds in which time runs out, or nearly: no answer, a late one, one in pieces.
#include <chrono>

#include "tests/hostile_bots/exhibit/exhibit.h"

namespace toptile {

namespace {

Then hang_on(Exhibit&) {
  hang();
}

// Tests allow more time on a busy machine, so what is late depends on what is allowed.
auto answer_after_limit(int milliseconds) {
  return [milliseconds](Exhibit& bot) {
    sleep_for(static_cast<int>(bot.allowed().count()) + milliseconds);
    say(bot.best_answer());
    return Then::is_done;
  };
}

Then drip_answer(Exhibit& bot) {
  for (const char byte : bot.best_answer() + "\n") {
    std::cout << byte << std::flush;
    sleep_for(1);
  }
  return Then::is_done;
}

auto repeat_every(int milliseconds, const std::string& text) {
  return [milliseconds, text](Exhibit&) -> Then {
    while (true) {
      std::cout << text << std::flush;
      sleep_for(milliseconds);
    }
  };
}

Then half_a_line_then_silence(Exhibit& bot) {
  std::cout << bot.best_answer() << std::flush;
  hang();
}

Then half_a_line_then_exit(Exhibit& bot) {
  std::cout << bot.best_answer() << std::flush;
  std::_Exit(0);
}

Then sleep_between_games(Exhibit&) {
  sleep_for(100);
  return Then::goes_on;
}

}  // namespace

Deeds silences() {
  return {
      {"mute", Moment::uwi, hang_on},
      {"never-ready", Moment::isready, hang_on},
      {"never-moves", Moment::go, hang_on},
      {"never-moves-later", Moment::go, hang_on, 3},
      {"never-moves-unclocked", Moment::go, hang_on},
      {"never-answers-question", Moment::question, hang_on},
      {"just-too-late", Moment::go, answer_after_limit(60)},
      {"late-within-margin", Moment::go, answer_after_limit(10)},
      {"chatty-start", Moment::uwi, repeat_every(10, "id name Chatty\n")},
      {"chatty-ready", Moment::isready, repeat_every(10, "info string reading the words\n")},
      {"chatty-thought", Moment::go, repeat_every(10, "info string thinking\n")},
      {"drip-answer", Moment::go, drip_answer},
      {"drip-without-end", Moment::go, repeat_every(1, "x")},
      {"no-line-end-then-silence", Moment::go, half_a_line_then_silence},
      {"no-line-end-then-exit", Moment::go, half_a_line_then_exit},
      {"sleeps-between-games", Moment::result, sleep_between_games},
  };
}

}  // namespace toptile
