// A conversation with one process of the bot, from start to end, for tests that look closer than a referee
// does. Every line is kept as evidence, unasked lines are kept, too, and the exit of the process is reported.
//
// Every call blocks at most until its deadline or the end of the whole check. After that end it returns a
// `skip`, as the bot is not to blame. The talk's destructor kills the process and everything it started.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/examination.h"
#include "conformance/fair_time.h"
#include "conformance/finding.h"
#include "conformance/tables.h"
#include "engine/game.h"
#include "protocol/conversation.h"
#include "protocol/uwi.h"
#include "referee/game/bot_process.h"
#include "referee/processes/event_loop.h"
#include "referee/processes/run_delay.h"

namespace toptile::conformance {

// The lines of a bot before `uwiok`.
struct Introduction {
  std::string name, author, kit;
  int games = 1;  // How many games at once it offers to play.
  std::vector<uwi::OptionLine> options;
  std::vector<std::string> bad_options;  // Lines `option …` that cannot be parsed, each with the reason.
  std::vector<std::string> strange;      // Lines that do not belong there.
  milliseconds taken{0};                 // The time from the start of the process to `uwiok`.
};

struct Answer {
  std::string move;
  Instant arrival;
  std::chrono::steady_clock::duration taken{0};  // From the question to the answer (conformance/fair_time.h).
};

// A question about a game with a name.
struct NamedQuestion {
  std::string name;
  const Game* game;
  uwi::Go go;
};

enum class Farewell { quit, end_of_input };

struct Leaving {
  std::optional<ChildExit> exit;  // nullopt if it did not exit.
  milliseconds taken{0};
};

class Talk {
 public:
  // Only starts the process.
  static Tried<std::unique_ptr<Talk>> start(Examination& examination);
  // Starts the process, shakes hands, sets the user's options, and waits until the bot is ready. A bot that
  // fails in this is hopeless (Examination::hopeless).
  static Tried<std::unique_ptr<Talk>> open(Examination& examination);
  ~Talk();
  Talk(const Talk&) = delete;
  Talk& operator=(const Talk&) = delete;

  Tried<Introduction> shake_hands();

  // Sends one line or several, without the line end of the last one. If the bot does not read them, the next
  // wait finds that out.
  void say(std::string_view lines);
  // With a name, the message is about the game of that name.
  void say(const uwi::RefereeMessage& message, std::string_view name = {});
  // The same for a line that a bot should ignore. What the bot logs about this line is never reported as its
  // last words.
  void say_strange(const std::string& line);
  // Ignores everything that the bot has written on standard error so far, as the bot has survived it.
  void forget_last_words() { outlived_ = child_.stderr_tail(); }

  // get_ready() sends `isready`. Both wait for `readyok`.
  Done get_ready(milliseconds patience = kReadyPatience);
  Done await_ready(milliseconds patience);

  // Sends ruleset and lexicon if they differ from the last ones, `newgame` for the seat to move, and the
  // barrier. A bot that fails in this is hopeless.
  Done begin_game(const Table& table, const Game& game, std::uint64_t seed = 1);
  Done begin_game(const Table& table, const uwi::NewGame& game);
  // The same for games with names, which are their ids. A bot that fails in this may still play one game at a
  // time.
  Done begin_games(const Table& table, std::span<const uwi::NewGame> games);

  // Asks the seat to move. The answer's time counts from here.
  void ask(const Game& game, const uwi::Go& go);
  // The same, but `go` is a text, and `more_keys` follow those of the position.
  void ask(const Game& game, std::string_view go, std::string_view more_keys);
  Tried<Answer> await_move(milliseconds patience = kAnswerPatience);
  Tried<Answer> ask_for_move(const Game& game, const uwi::Go& go, milliseconds patience = kAnswerPatience);

  // Asks a batch of questions in one write.
  void ask_all(std::span<const NamedQuestion> batch);
  // Waits for the answers to these questions of the batch. They are in the same order.
  Tried<std::vector<Answer>> await_moves(std::span<const NamedQuestion> questions,
                                         milliseconds patience = kAnswerPatience);

  // Takes the lines that arrive in this time. Only a dead bot, or one that breaks a limit, is a finding.
  Done listen(milliseconds time);
  bool is_thinking() const { return conversation_.is_thinking(); }
  bool is_thinking_about(std::string_view name) const { return conversation_.is_thinking_about(name); }
  int games_offered() const { return conversation_.games_offered(); }

  // Sends the farewell and waits at most `patience` for the bot to exit. Nothing can be asked after that.
  Leaving leave(Farewell farewell, milliseconds patience);

  // The process above all of the bot's processes (referee/processes/process_tree.h).
  pid_t root() const { return child_.keeper(); }

 private:
  struct Awaited;
  static const Awaited kAnything;

  Talk(Examination& examination, std::unique_ptr<EventLoop> loop, BotProcess process);

  Deadline in(milliseconds time) const;
  void set_options(const Introduction& introduction);
  void say_setup(const Table& table);
  void ask_in_one_write(std::string_view lines);
  // Takes one line. False if none came in time.
  Tried<bool> hear(Deadline deadline, const Awaited& awaited);
  // Takes lines until `has_come` is true. `patience` is the bot's own time, which `taken` counts.
  template <class HasCome>
  Done await(milliseconds patience, FairTime& taken, const Awaited& awaited, HasCome has_come);
  void take_line(const Reception& reception);
  void take_strange(std::string_view line, const std::string& why);
  void take(const uwi::BotMessage& message, std::string_view name, Instant arrival);
  // `why` is what is wrong with the message, and `may_answer` whether a question about its game was open.
  void take_out_of_turn(const uwi::BotMessage& message, std::string_view name, std::string_view why,
                        bool may_answer);
  void watch_for_second_answer();
  Finding too_late(const Awaited& awaited, milliseconds patience) const;
  Finding died(const Awaited& awaited);
  // "; its last line on stderr: …", if it wrote anything there besides complaints about strange lines.
  std::string last_words() const;

  Examination& examination_;
  std::unique_ptr<EventLoop> loop_;
  Child child_;
  LineChannel channel_;
  std::stop_callback<std::function<void()>> wake_;
  Conversation conversation_;
  Introduction introduction_;
  bool is_introduced_ = false;
  bool does_not_read_ = false;
  // Whether a bestmove and a readyok came in one line since the last isready.
  bool has_joined_ready_ = false;
  bool is_cut_off_ = false;  // Whether its output ended in the middle of a line.
  std::string outlived_;     // What it had written on standard error when it was last known to be well.
  std::vector<std::string> ignorable_;  // The beginnings of the lines of say_strange().
  // The last line that is not UWI, or an answer to no game, since the last wait began.
  std::string last_strange_;
  RunDelay run_delay_;  // The delay of the thread that asks.
  WakeUp wake_up_{run_delay_};
  FairTime started_;               // Since the process was started.
  std::optional<FairTime> asked_;  // Since the last question.
  int readies_ = 0;                // The number of `readyok` lines that were not taken yet.
  // The answers that were not taken yet, by the names of their games; the game without one has "".
  std::map<std::string, Answer, std::less<>> answers_;
  const Table* table_ = nullptr;  // The table that is in force.
};

}  // namespace toptile::conformance
