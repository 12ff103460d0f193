// One bot process in conversation with the referee (docs/protocol.md): handshake, games, the end. The referee
// trusts nothing a bot says but its move, and no clock but its own.
//
// Every call blocks at most until its deadline. After a fault the session is broken: it is only good for
// being destroyed, which kills whatever the bot started.
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

#include "engine/result.h"
#include "protocol/conversation.h"
#include "protocol/uwi.h"
#include "referee/child.h"
#include "referee/clock.h"
#include "referee/dialogue.h"
#include "referee/fault.h"
#include "referee/line_channel.h"
#include "referee/move_watch.h"
#include "referee/sandbox.h"
#include "referee/standstill.h"

namespace toptile {

// Off the clock.
struct Patience {
  std::chrono::milliseconds start{30'000};  // From the start of the process to `uwiok`.
  std::chrono::milliseconds ready{30'000};  // From `isready` to `readyok`, a lexicon to be read included.
  std::chrono::milliseconds quit{500};      // From `quit` to the exit.
};

struct BotSpec {
  std::string name;  // In tables and records.
  Launch launch;
  std::map<std::string, std::string> options;  // Set before the first game.
  Confinement confinement = {};
};

// The tournament is being stopped: neither an answer nor a fault.
struct Stopped {};

template <class T>
using Answered = std::variant<T, Fault, Stopped>;
struct Nothing {};

struct MoveAnswer {
  std::string move;  // As the bot wrote it.
  std::string info;  // The last info line before it; "not UWI: …" where the bot said something else.
  // From the writing of `go` to the arrival of the line, without what this thread was late; or the processor
  // time used between the two.
  std::chrono::steady_clock::duration taken{0};
};

// What a process came to.
struct SessionUse {
  // User and system time of the bot and of all that it started, from the start of its process on. What ended
  // and nobody waited for (SIGCHLD ignored) is not in it, nor is anything where the bot killed its keeper.
  std::chrono::microseconds processor_time{0};
  std::uint64_t questions = 0;  // Moves that it was asked for.
};

// Called before something that is not timed begins, and about every 10 ms until it is over: it stops who else
// would compute on the same processor meanwhile.
using Meanwhile = std::function<void()>;

// A turn, as a bot is asked about it.
struct Question {
  std::string position;  // What stands behind the word `position` (protocol/position_writer.h).
  uwi::Go go;
};

class BotSession;
using StartedSession = std::variant<std::unique_ptr<BotSession>, Fault, Stopped, Error>;

// Starts a bot and begins its first game.
StartedSession start_in_game(boost::asio::io_context& context, const BotSpec& bot, const Patience& patience,
                             const std::stop_token& stop, const std::string& setup, const uwi::NewGame& game,
                             const Meanwhile& meanwhile = {});

class BotSession {
 public:
  // Starts the process and shakes hands. A program that cannot be started is a fault `crash`; that the
  // machine has no means to start any is an Error.
  static StartedSession start(boost::asio::io_context& context, const BotSpec& bot, const Patience& patience,
                              std::stop_token stop, std::shared_ptr<Transcript> transcript = nullptr,
                              const Meanwhile& meanwhile = {});
  ~BotSession();
  BotSession(const BotSession&) = delete;
  BotSession& operator=(const BotSession&) = delete;

  // `setup` are the ruleset and lexicon lines, sent when they differ from the last game's.
  Answered<Nothing> begin_game(const std::string& setup, const uwi::NewGame& game,
                               const Meanwhile& meanwhile = {});

  // Asks for a move and waits for it. What the bot wrote until now is no answer. A bot that computed while it
  // was stopped pays for it with this move's time, and beyond an allowance it is a fault `time`, as is a bot
  // over its processor time. An answer that nobody asked for, here and in begin_game, is a fault `protocol`.
  // `while_slow` is called when the answer takes more than 2 ms, and about every 10 ms from then on;
  // `on_info` is told each info line as it arrives.
  Answered<MoveAnswer> ask(const Question& question, const MoveLimit& limit, const Meanwhile& while_slow = {},
                           const std::function<void(const std::string&)>& on_info = {});

  // Stops all its processes until something is next sent to it, or it is let go. For a bot that is not asked;
  // to be called again and again meanwhile (Standstill::keep).
  void freeze() { standstill_.keep(); }
  // The most that this thread was late in hearing an answer, or could have been, since the last call.
  Duration take_lateness() { return std::exchange(lateness_, Duration::zero()); }

  // Sends what needs no answer; a bot that does not take it is found out by the next question. What would be
  // out of turn is left unsaid, as the result of a game that this bot was never told of.
  void tell(const uwi::RefereeMessage& message);

  // Asks it to leave, and waits for it as long as Patience says.
  void quit();
  // Kills whatever is left of it. The session is only good for being destroyed then.
  SessionUse bury();

  // What is said from now on is written there, too; nothing: nowhere.
  void write_to(std::shared_ptr<Transcript> transcript) { dialogue_.write_to(std::move(transcript)); }
  // What was last said, and the end of its stderr. Faults have it already.
  Evidence evidence() const;

  const std::vector<uwi::OptionLine>& options() const { return options_; }
  // As it calls itself; empty where it does not.
  const std::string& id_name() const { return id_name_; }
  const std::string& id_author() const { return id_author_; }

 private:
  BotSession(const BotSpec& bot, const Patience& patience, Child child, LineChannel channel);

  Answered<Nothing> shake_hands();
  Answered<Nothing> set_options();
  Answered<uwi::SetOption> setting(const std::string& name, const std::string& value) const;
  void keep_option(const uwi::OptionLine& option);
  void keep_id(const uwi::Id& id);
  // The next message of the bot; a line that is not of the protocol is noted.
  Answered<uwi::BotMessage> next_message(Deadline deadline, FaultKind too_late, std::string_view awaited,
                                         Instant& arrival);
  // Waits for the answer to what is sent from `begin` on: `say` tells the conversation of it before the first
  // message that arrived since; `use` gets every message in turn, until it gives the answer.
  template <class Answer, class Say, class Use>
  Answered<Answer> await(Instant begin, Deadline deadline, FaultKind too_late, std::string_view awaited,
                         Say say, Use use);
  Answered<MoveAnswer> ask_in_time(const Question& question, Instant begin, const MoveLimit& limit,
                                   const Meanwhile& while_slow,
                                   const std::function<void(const std::string&)>& on_info);
  Answered<MoveAnswer> await_move(const uwi::Go& go, Instant begin, const MoveLimit& limit,
                                  const std::function<void(const std::string&)>& on_info, Instant& answered);
  Answered<Nothing> get_ready(const std::string& setup, const uwi::NewGame& game);
  Reception receive(Deadline deadline);
  // While it lasts, receive() sees to it that the others stand still.
  class Stillness;
  Reception receive_in_stillness(Deadline deadline);
  void thaw() { standstill_.end(); }
  bool is_last_look_over(Deadline deadline);
  void say(const uwi::RefereeMessage& message);
  void say_setup(std::string_view lines);
  std::optional<Fault> blame(const uwi::BotMessage& out_of_turn, std::string_view why);
  Fault late(FaultKind kind, std::string_view awaited) const;
  // `awaited` is what the bot owes when it has read them.
  Answered<Nothing> send(std::string_view lines, Deadline deadline, std::string_view awaited);
  std::optional<ChildExit> await_exit();
  // It ended, or closed its `closed`, input or output.
  Fault died(std::string_view awaited, std::string_view closed);
  Fault fault(FaultKind kind, std::string text) const;

  const BotSpec bot_;
  const Patience patience_;
  Child child_;
  LineChannel channel_;
  Dialogue dialogue_;
  Conversation conversation_;
  std::vector<uwi::OptionLine> options_;
  std::string id_name_, id_author_;
  std::size_t option_bytes_ = 0;            // Of all lines that declared one.
  Duration allowed_{0};                     // From the present question to its deadline.
  std::optional<Duration> processor_time_;  // What may be used for it, where that is the clock.
  std::optional<Instant> last_look_;  // When the deadline of the present question was first seen to be over.
  std::string setup_;                 // What was sent last.
  std::string lines_;                 // The present question; it keeps its memory from move to move.
  std::uint64_t questions_ = 0;
  bool is_cut_off_ = false;         // Its output ended within a line.
  MoveWatch* watch_ = nullptr;      // It watches the move that is awaited.
  Stillness* stillness_ = nullptr;  // It lasts while an answer is awaited that is no move.
  RunDelay run_delay_;
  SpentTime spent_;
  Duration lateness_{0};
  Standstill standstill_;
  std::string strange_line_;  // The last line that was no UWI, until it stands in the record.
};

}  // namespace toptile
