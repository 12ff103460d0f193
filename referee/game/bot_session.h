// One bot process in conversation with the referee (docs/protocol.md): handshake, games, the end. The referee
// trusts nothing that a bot says but its move, and no clock but its own.
//
// Every call blocks at most until its deadline. After a fault the session is broken: it can only be
// destroyed, which kills everything that the bot started.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"
#include "protocol/conversation.h"
#include "protocol/uwi.h"
#include "referee/game/answer_wait.h"
#include "referee/game/bot_process.h"
#include "referee/game/clock.h"
#include "referee/game/dialogue.h"
#include "referee/game/fault.h"
#include "referee/game/introduction.h"
#include "referee/processes/event_loop.h"
#include "referee/processes/move_watch.h"
#include "referee/processes/standstill.h"
#include "referee/processes/watched_tree.h"

namespace toptile {

// How long the referee waits for a bot at most while no clock of a game runs.
struct Patience {
  std::chrono::milliseconds start{30'000};  // The wait for `uwiok`, which begins when the process starts.
  std::chrono::milliseconds ready{30'000};  // The wait for `readyok`, in which the bot may read a lexicon.
  std::chrono::milliseconds quit{500};      // The wait for the exit, after `quit` was sent.
};

struct BotSpec {
  std::string name;  // The bot's name in tables and records.
  Launch launch;
  std::map<std::string, std::string> options;  // The options that are set before the first game.
  Confinement confinement = {};
};

// Why a bot gave no answer: by its own fault, or by an error. The error says that the machine could not start
// it, or that the game was cancelled.
using NoAnswer = std::variant<Fault, Error>;

// A T, or why there is none. `void` where only the fact counts that the bot did what it was told.
template <class T>
using Answered = boost::outcome_v2::basic_result<T, NoAnswer, boost::outcome_v2::policy::terminate>;

// The bot's fault if that is why there is no answer, else null.
template <class T>
const Fault* fault_in(const Answered<T>& answered) {
  return answered ? nullptr : std::get_if<Fault>(&answered.error());
}

struct MoveAnswer {
  std::string move;  // The move as the bot wrote it.
  std::string info;  // The last info line before the move, or "not UWI: …" and a line that is not UWI.
  // The time from the writing of `go` to the arrival of the answer, without this thread's lateness; if
  // processor time is charged, the processor time that was used between the two.
  std::chrono::steady_clock::duration taken{0};
};

// What one process of a bot has used, and how often it was asked.
struct SessionUse {
  // User and system time of the bot and of everything it started, since its process started. The time of a
  // process that ended without being waited for (SIGCHLD ignored) is missing. All of it is missing if the bot
  // killed its keeper.
  std::chrono::microseconds processor_time{0};
  std::uint64_t questions = 0;  // The number of moves that the bot was asked for.

  SessionUse& operator+=(const SessionUse& other) {
    processor_time += other.processor_time;
    questions += other.questions;
    return *this;
  }
};

// The question for a move.
struct Question {
  std::string position;  // The position line without its first word (protocol/position_writer.h).
  uwi::Go go;
};

class BotSession;
using StartedSession = Answered<std::unique_ptr<BotSession>>;

// Starts a bot and begins its first game.
StartedSession start_in_game(EventLoop& loop, const BotSpec& bot, const Patience& patience,
                             const std::stop_token& stop, const std::string& setup, const uwi::NewGame& game,
                             const Meanwhile& meanwhile = {});

class BotSession {
 public:
  // Starts the process and shakes hands. If the program cannot be started, that is a fault `crash`; if the
  // machine lacks the means to start any process, it is an Error.
  static StartedSession start(EventLoop& loop, const BotSpec& bot, const Patience& patience,
                              std::stop_token stop, std::shared_ptr<Transcript> transcript = nullptr,
                              const Meanwhile& meanwhile = {});
  ~BotSession();
  BotSession(const BotSession&) = delete;
  BotSession& operator=(const BotSession&) = delete;

  // `setup` holds the ruleset and lexicon lines. They are sent only if they differ from the last game's.
  Answered<void> begin_game(const std::string& setup, const uwi::NewGame& game,
                            const Meanwhile& meanwhile = {});

  // Asks for a move and waits for it. Lines that the bot wrote before this call are no answer. What the bot
  // computed while it was stopped is charged to this move; more of that than an allowance for the whole
  // session is a fault `time`. A bot that uses up its processor time gets a fault `time`, too. An answer that
  // nobody asked for is a fault `protocol`, here and in begin_game. `while_slow` is called if the answer
  // takes more than 2 ms, and then about every 10 ms. `on_info` is called with each info line as it arrives.
  Answered<MoveAnswer> ask(const Question& question, const MoveLimit& limit, const Meanwhile& while_slow = {},
                           const std::function<void(const std::string&)>& on_info = {});

  // Stops all processes of the bot until something is sent to it next, or it is killed. The caller does this
  // to a bot that is not asked, and repeats it as long as the bot is not asked (Standstill::keep).
  void freeze() { standstill_.keep(); }
  // The longest time by which this thread was late in hearing an answer, or could have been, since the last
  // call.
  Duration take_lateness() { return std::exchange(lateness_, Duration::zero()); }

  // Sends a message that needs no answer. If the bot does not read it, the next question finds that out. A
  // message that would be out of turn is not sent, such as the result of a game that this bot was never told
  // of.
  void tell(const uwi::RefereeMessage& message);

  // Asks the bot to leave, and waits for its exit as long as Patience says.
  void quit();
  // Kills what is left of the bot. After that the session can only be destroyed.
  SessionUse bury();

  // From now on, everything that is said is also written to this transcript. Null: to none.
  void write_to(std::shared_ptr<Transcript> transcript) { dialogue_.write_to(std::move(transcript)); }
  // The last lines that were exchanged, and the end of the bot's stderr. A fault has them already.
  Evidence evidence() const;

  const Introduction& introduction() const { return introduction_; }

 private:
  BotSession(const BotSpec& bot, const Patience& patience, BotProcess process);

  Answered<void> shake_hands(AnswerWait& wait);
  Answered<void> set_options();
  // Gives the next message of the bot. A line that is not UWI is noted and skipped.
  Answered<uwi::BotMessage> next_message(AnswerWait& wait, Deadline deadline, FaultKind too_late,
                                         std::string_view awaited, Instant& arrival);
  // Waits for the answer to what is sent from `begin` on. `say` tells the conversation about the question; it
  // is called before the first message that arrived since `begin`. After that, `is_answer` gets every message
  // that is in turn and when it arrived, until it takes one as the answer.
  template <class Say, class IsAnswer>
  Answered<void> await(AnswerWait& wait, Instant begin, Deadline deadline, FaultKind too_late,
                       std::string_view awaited, Say say, IsAnswer is_answer);
  Answered<MoveAnswer> ask_in_time(const Question& question, Instant begin, const MoveLimit& limit,
                                   const Meanwhile& while_slow,
                                   const std::function<void(const std::string&)>& on_info);
  Answered<MoveAnswer> await_move(AnswerWait& wait, const uwi::Go& go, Instant begin, const MoveLimit& limit,
                                  const std::function<void(const std::string&)>& on_info, Instant& answered);
  void thaw() { standstill_.end(); }
  bool is_last_look_over(const AnswerWait& wait, Deadline deadline);
  void say(const uwi::RefereeMessage& message);
  void say_setup(std::string_view lines);
  void note_strange(std::string_view line);
  std::optional<Fault> blame(const uwi::BotMessage& out_of_turn, std::string_view why);
  Fault late(FaultKind kind, std::string_view awaited) const;
  // `awaited` is the answer that the bot owes when it has read `lines`.
  Answered<void> send(std::string_view lines, Deadline deadline, std::string_view awaited);
  std::optional<ChildExit> await_exit();
  // The fault of a bot that ended or closed a pipe; `closed` is "input" or "output".
  Fault died(std::string_view awaited, std::string_view closed);
  Fault fault(FaultKind kind, std::string text) const;

  const BotSpec bot_;
  const Patience patience_;
  Child child_;
  LineChannel channel_;
  Dialogue dialogue_;
  Conversation conversation_;
  Introduction introduction_;
  Duration allowed_{0};                     // The time from the present question to its deadline.
  std::optional<Duration> processor_time_;  // The processor time for the question, if it is limited.
  std::optional<Instant> last_look_;  // When the deadline of the present question was first seen to be over.
  std::string setup_;                 // The setup lines that were sent last.
  std::string lines_;                 // The present question's lines. The memory is reused.
  std::uint64_t questions_ = 0;
  bool is_cut_off_ = false;  // Whether the bot's output ended within a line.
  bool is_killed_ = false;   // Whether a signal ended the bot.
  RunDelay run_delay_;
  SpentTime spent_;
  Duration lateness_{0};
  WatchedTree tree_;
  Standstill standstill_;
  std::string strange_line_;     // The last line that was not UWI, until it is in the record.
  bool is_strange_now_ = false;  // Whether it was said while the present answer is awaited.
};

}  // namespace toptile
