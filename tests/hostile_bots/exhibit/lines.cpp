// Deeds with the bytes that are said: line ends, bytes that are no text, and too many of them.
#include <thread>

#include "tests/hostile_bots/exhibit/exhibit.h"

namespace toptile {

namespace {

using namespace std::string_literals;

constexpr std::size_t kMaxInLine = uwi::kMaxLineBytes;

// Says it before the answer.
auto say_first(const std::string& bytes) {
  return [bytes](Exhibit&) {
    std::cout << bytes << std::flush;
    return Then::goes_on;
  };
}

auto say_instead(const std::string& bytes) {
  return [bytes](Exhibit&) {
    std::cout << bytes << std::flush;
    return Then::is_done;
  };
}

Then answer_with_carriage_return(Exhibit& bot) {
  return say_instead(bot.best_answer() + "\r\n")(bot);
}

auto info_line_of(std::size_t bytes) {
  const std::string begin = "info string ";
  return begin + std::string(bytes - begin.size(), 'x') + "\n";
}

auto repeat_without_end(const std::string& bytes) {
  return [bytes](Exhibit&) -> Then {
    while (true) std::cout << bytes << std::flush;
  };
}

// Says a little less than a bot may say before an answer.
Then say_much(Exhibit&) {
  const std::string line = info_line_of(1'000);
  for (std::size_t said = 0; said < 15'000'000; said += line.size()) std::cout << line;
  return Then::goes_on;
}

Then gigabyte_line(Exhibit&) {
  constexpr int kPieces = 1 << 14;
  const std::string piece(1 << 16, 'x');
  for (int i = 0; i < kPieces; ++i) std::cout << piece << std::flush;
  std::cout << '\n' << std::flush;
  return Then::goes_on;
}

Then blank_lines_then_answer(Exhibit& bot) {
  std::cout << std::string(12'000'000, '\n') << bot.best_answer() << std::endl;
  return Then::is_done;
}

// Fills stderr while it plays on.
auto fill_stderr(int pause_milliseconds) {
  return [pause_milliseconds](Exhibit&) {
    std::thread([pause_milliseconds] {
      const std::string complaint = std::string(999, '.') + "\n";
      while (true) {
        std::cerr << complaint;
        if (pause_milliseconds > 0) sleep_for(pause_milliseconds);
      }
    }).detach();
    return Then::goes_on;
  };
}

Then leave_much_behind(Exhibit&) {
  for (int i = 0; i < 2'000; ++i) std::cout << info_line_of(1'000) << std::flush;
  return Then::goes_on;
}

}  // namespace

Deeds lines() {
  return {
      {"carriage-return", Moment::go, answer_with_carriage_return},
      {"nul-in-info", Moment::go, say_first("info string a\0b\n"s)},
      {"nul-in-move", Moment::go, say_instead("bestmove 5d.C\0T\n"s)},
      {"broken-utf8-in-info", Moment::go, say_first("info string \xc3\x28 \xff\n")},
      {"broken-utf8-in-move", Moment::go, say_instead("bestmove 5d.\xc3(\xff\n")},
      {"not-uwi", Moment::go, say_first("hello there\ninfo depth 2 score 17\nwhat?\n")},
      {"blank-lines", Moment::go, say_first("\n\n \n\t\n")},
      {"longest-line", Moment::go, say_first(info_line_of(kMaxInLine))},
      {"line-too-long", Moment::go, say_first(info_line_of(kMaxInLine + 1))},
      {"gigabyte-line", Moment::go, gigabyte_line},
      {"much-info", Moment::go, say_much},
      {"endless-info", Moment::go, repeat_without_end(info_line_of(1'000))},
      {"endless-info-before-ready", Moment::isready, repeat_without_end(info_line_of(1'000))},
      {"endless-info-before-uwiok", Moment::uwi, repeat_without_end(info_line_of(1'000))},
      {"blank-lines-then-answer", Moment::go, blank_lines_then_answer},
      {"stderr-drip", Moment::go, fill_stderr(1)},
      {"stderr-flood", Moment::go, fill_stderr(0)},
      {"flood-at-quit", Moment::quit, leave_much_behind},
  };
}

}  // namespace toptile
