// Deeds with the three standard descriptors: a bot closes them, or does not read.
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <initializer_list>

#include "tests/hostile_bots/exhibit/exhibit.h"

namespace toptile {

namespace {

int unread_bytes() {
  int bytes = 0;
  ::ioctl(STDIN_FILENO, FIONREAD, &bytes);
  return bytes;
}

Then close_and_live_on(std::initializer_list<int> numbers) {
  for (const int number : numbers) ::close(number);
  hang();
}

Then close_input_and_answer(Exhibit& bot) {
  ::close(STDIN_FILENO);
  say(bot.best_answer());
  hang();
}

// Closes its input only after the referee wrote to it, so that the referee waits for an answer.
Then close_unread_input(Exhibit&) {
  while (unread_bytes() == 0) sleep_for(1);
  return close_and_live_on({STDIN_FILENO});
}

Then close_errors(Exhibit&) {
  ::close(STDERR_FILENO);
  return Then::goes_on;
}

// Answers questions without reading them, whenever it notices that one has arrived, until none comes for this
// long. The pipe is as small as possible, and holds a few of them. Returns how many it answered.
int answer_blindly(int patience_milliseconds) {
  ::fcntl(STDIN_FILENO, F_SETPIPE_SZ, 4096);
  int seen = 0, answered = 0;
  for (int waited = 0; waited < patience_milliseconds; ++waited) {
    if (const int now = unread_bytes(); now > seen) {
      seen = now;
      waited = 0;
      ++answered;
      say("bestmove pass");
    }
    sleep_for(1);
  }
  return answered;
}

Then never_read_again(Exhibit&) {
  say("bestmove pass");
  answer_blindly(60'000);
  hang();
}

// Then it reads all questions. The last one had waited for room in the pipe, and is still open.
Then read_when_full(Exhibit& bot) {
  say("bestmove pass");
  int questions = answer_blindly(40) + 1;
  for (std::string line; questions > 0 && std::getline(std::cin, line);) {
    const auto message = uwi::parse_referee_line(line);
    if (!message) continue;
    if (const auto* position = std::get_if<uwi::PositionLine>(&message.value())) bot.player().take(*position);
    if (std::holds_alternative<uwi::Go>(message.value())) --questions;
  }
  say(bot.best_answer());
  return Then::is_done;
}

}  // namespace

Deeds streams() {
  return {
      {"closes-output", Moment::go, [](Exhibit&) { return close_and_live_on({1}); }},
      {"closes-output-at-start", Moment::start, [](Exhibit&) { return close_and_live_on({1}); }},
      {"closes-input", Moment::go, close_input_and_answer},
      {"closes-input-at-start", Moment::start, close_unread_input},
      {"closes-both", Moment::go,
       [](Exhibit&) {
         return close_and_live_on({0, 1});
       }},
      {"closes-all", Moment::go,
       [](Exhibit&) {
         return close_and_live_on({0, 1, 2});
       }},
      {"closes-stderr", Moment::go, close_errors},
      {"never-reads", Moment::go, never_read_again},
      {"reads-when-full", Moment::go, read_when_full},
  };
}

}  // namespace toptile
