// A conversation with one process of the bot, from start to end, for tests that look closer than a referee:
// every line is kept as evidence, nothing that was not asked for is lost, and how the process leaves is told.
//
// Every call blocks at most until its deadline, or the end of the whole check; past that it finds a `skip`,
// as a bot is not to blame for it. The process and its group are killed with the talk.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/examination.h"
#include "conformance/finding.h"
#include "conformance/tables.h"
#include "engine/game.h"
#include "protocol/conversation.h"
#include "protocol/uwi.h"
#include "referee/child.h"
#include "referee/line_channel.h"

namespace toptile::conformance {

// What a bot says before `uwiok`.
struct Introduction {
  std::string name, author;
  std::vector<uwi::OptionLine> options;
  std::vector<std::string> bad_options;  // Lines `option …` that cannot be read, each with the reason.
  std::vector<std::string> strange;      // Lines that do not belong there.
  milliseconds taken{0};                 // From the start of the process to `uwiok`.
};

struct Answer {
  std::string move;
  Instant arrival;
  std::chrono::steady_clock::duration taken{0};  // From the writing of the question.
};

enum class Farewell { quit, end_of_input };

struct Leaving {
  std::optional<ChildExit> exit;  // Nothing: it did not leave.
  milliseconds taken{0};
};

class Talk {
 public:
  // Only starts the process.
  static Tried<std::unique_ptr<Talk>> start(Examination& examination);
  // Starts it, shakes hands, sets the options that the user gave, and waits until it is ready. A bot that
  // does not get through is hopeless.
  static Tried<std::unique_ptr<Talk>> open(Examination& examination);
  Talk(const Talk&) = delete;
  Talk& operator=(const Talk&) = delete;

  Tried<Introduction> shake_hands();

  // One line or several, without the last line's end. A bot that does not take them is found out by the next
  // wait.
  void say(std::string_view lines);
  void say(const uwi::RefereeMessage& message);

  // `isready` and `readyok`.
  Done get_ready(milliseconds patience = kReadyPatience);
  Done await_ready(milliseconds patience);

  // Ruleset and lexicon where they differ from the last ones, `newgame` for the seat to move, the barrier. A
  // bot that does not get through is hopeless.
  Done begin_game(const Table& table, const Game& game, std::uint64_t seed = 1);
  Done begin_game(const Table& table, const uwi::NewGame& game);

  // Asks the seat to move. The answer's time counts from here.
  void ask(const Game& game, const uwi::Go& go);
  // The same with the text of `go`, and keys that follow those of the position.
  void ask(const Game& game, std::string_view go, std::string_view more_keys);
  Tried<Answer> await_move(milliseconds patience = kAnswerPatience);
  Tried<Answer> ask_for_move(const Game& game, const uwi::Go& go, milliseconds patience = kAnswerPatience);

  // Takes what comes until then. Only a dead bot, or one that breaks a limit, is a finding.
  Done listen(milliseconds time);
  bool is_thinking() const { return conversation_.is_thinking(); }

  // Says good-bye and waits, no longer than `patience`. Nothing can be asked after that.
  Leaving leave(Farewell farewell, milliseconds patience);

  // Above all of the bot's processes (referee/process_tree.h).
  pid_t root() const { return child_.keeper(); }

 private:
  struct Awaited;
  static const Awaited kAnything;

  Talk(Examination& examination, std::unique_ptr<boost::asio::io_context> context, Child child,
       LineChannel channel, Instant begin);

  Deadline in(milliseconds time) const;
  void set_options(const Introduction& introduction);
  // Takes one line; false when none came in time.
  Tried<bool> hear(Deadline deadline, const Awaited& awaited);
  // Takes lines until `has_come`.
  template <class HasCome>
  Done await(milliseconds patience, const Awaited& awaited, HasCome has_come);
  void take_line(const Reception& reception);
  void take_strange(std::string_view line, const std::string& why);
  void take(const uwi::BotMessage& message, Instant arrival);
  void watch_for_second_answer();
  Finding died(const Awaited& awaited);

  Examination& examination_;
  std::unique_ptr<boost::asio::io_context> context_;
  Child child_;
  LineChannel channel_;
  std::stop_callback<std::function<void()>> wake_;
  Conversation conversation_;
  Introduction introduction_;
  bool is_introduced_ = false;
  bool does_not_read_ = false;
  Instant begin_, asked_at_;
  int readies_ = 0;               // `readyok` that nobody took yet.
  std::optional<Answer> answer_;  // To the last question.
  const Table* table_ = nullptr;  // The one in force.
};

}  // namespace toptile::conformance
