// Deeds of a bot that plays several games at once. Each comes once in a process, in the first batch with more
// than one question, unless it is harmless: then it comes in every batch.
#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <ranges>

#include "tests/hostile_bots/exhibit/exhibit.h"

namespace toptile {

namespace {

constexpr int kGames = 8;

using Act = std::function<Then(Exhibit&)>;

Act once(const Act& act) {
  return [act, is_over = false](Exhibit& bot) mutable {
    if (is_over || bot.batch().size() < 2) return Then::goes_on;
    is_over = true;
    return act(bot);
  };
}

// Answers all games of the batch, the first one with these lines.
template <class LinesFor>
Act first_answered_with(LinesFor lines_for) {
  return once([lines_for](Exhibit& bot) {
    const std::string& first = bot.batch().front();
    if (const std::string lines = lines_for(bot, first); !lines.empty()) say(lines);
    for (const std::string& game : bot.batch() | std::views::drop(1)) say(bot.answer_in(game));
    return Then::is_done;
  });
}

std::string answer_without_name(Exhibit& bot, const std::string& game) {
  return bot.answer_in(game).substr(("game " + game + " ").size());
}

std::string answer_twice(Exhibit& bot, const std::string& game) {
  const std::string answer = bot.answer_in(game);
  return answer + "\n" + answer;
}

auto say_about_first(const std::string& text) {
  return first_answered_with(
      [text](Exhibit&, const std::string& game) { return "game " + game + " " + text; });
}

auto say_first(const std::string& line) {
  return [line](Exhibit&) {
    say(line);
    return Then::goes_on;
  };
}

Then answer_in_reverse(Exhibit& bot) {
  for (const std::string& game : bot.batch() | std::views::reverse) say(bot.answer_in(game));
  return Then::is_done;
}

// The game is lost, and the bot answers it again in each later batch.
Act answer_lost_game() {
  return [lost = std::string()](Exhibit& bot) mutable {
    if (!lost.empty()) {
      say("game " + lost + " bestmove pass");
      return Then::goes_on;
    }
    if (bot.batch().size() < 2) return Then::goes_on;
    lost = bot.batch().front();
    say("game " + lost + " bestmove ©§");
    for (const std::string& game : bot.batch() | std::views::drop(1)) say(bot.answer_in(game));
    return Then::is_done;
  };
}

Then compute_about_first(Exhibit& bot) {
  for (const std::string& game : bot.batch() | std::views::drop(1)) say(bot.answer_in(game));
  pollfd input{STDIN_FILENO, POLLIN, 0};
  while (::poll(&input, 1, 0) == 0) {
  }
  return Then::is_done;
}

Then crash_after_first_answer(Exhibit& bot) {
  say(bot.answer_in(bot.batch().front()));
  std::signal(SIGSEGV, SIG_DFL);
  ::raise(SIGSEGV);
  return Then::is_done;
}

Then flood_after_first_answer(Exhibit& bot) {
  const std::string& first = bot.batch().front();
  say(bot.answer_in(first));
  const std::string line = "game " + first + " info string " + std::string(1'000, 'x') + "\n";
  while (true) std::cout << line << std::flush;
}

Then say_long_line(Exhibit& bot) {
  say("game " + bot.batch().front() + " info string " + std::string(uwi::kMaxLineBytes, 'x'));
  return Then::goes_on;
}

}  // namespace

Deeds batches() {
  return {
      {"answers-in-reverse", Moment::batch, answer_in_reverse, 1, kGames},
      {"answers-unknown-game", Moment::batch, say_first("game 0 bestmove pass"), 1, kGames},
      {"readyok-in-batch", Moment::batch, say_first("readyok"), 1, kGames},
      {"answers-without-name", Moment::batch, first_answered_with(answer_without_name), 1, kGames},
      {"answers-twice-in-batch", Moment::batch, first_answered_with(answer_twice), 1, kGames},
      {"illegal-in-one-game", Moment::batch, say_about_first("bestmove ©§"), 1, kGames},
      {"answers-lost-game", Moment::batch, answer_lost_game(), 1, kGames},
      {"empty-answer-in-batch", Moment::batch, say_about_first("bestmove"), 1, kGames},
      {"never-moves-in-one-game", Moment::batch,
       first_answered_with([](Exhibit&, const std::string&) { return std::string(); }), 1, kGames},
      {"never-moves-in-one-game-unclocked", Moment::batch,
       first_answered_with([](Exhibit&, const std::string&) { return std::string(); }), 1, kGames},
      {"computes-in-one-game", Moment::batch, once(compute_about_first), 1, kGames},
      {"crash-in-batch", Moment::batch, once(crash_after_first_answer), 1, kGames},
      {"endless-info-in-batch", Moment::batch, once(flood_after_first_answer), 1, kGames},
      {"line-too-long-in-batch", Moment::batch, once(say_long_line), 1, kGames},
      {"mark-in-plain-game", Moment::go, say_first("game 7 bestmove pass"), 0},
  };
}

}  // namespace toptile
