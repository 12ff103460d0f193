// One bot process in conversation with the referee (docs/protocol.md): handshake, games, the end. The referee
// trusts nothing that a bot says but its move, and no clock but its own.
//
// Every call blocks at most until its deadline. After a fault the session is broken: it can only be
// destroyed, which kills everything that the bot started. If it plays games with names (name_games), a fault
// may also be of one game only: then the session plays the others on.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
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

// A question of a batch.
struct BatchedQuestion {
  std::string_view game;  // The game's id.
  const Question* question;
  MoveLimit limit;
  // These are set when the batch is asked. A game whose bot has made a fault before is not asked about.
  bool is_asked = false;
  std::optional<Answered<MoveAnswer>> answer = {};
};

class BotSession;
using StartedSession = Answered<std::unique_ptr<BotSession>>;

// Starts a bot and begins its first game.
StartedSession start_in_game(EventLoop& loop, const BotSpec& bot, const Patience& patience,
                             const std::stop_token& stop, const std::string& setup, const uwi::NewGame& game,
                             const Meanwhile& meanwhile = {});

// The maximum number of bytes of an info line, or of a line that is not UWI, in a record.
inline constexpr std::size_t kMaxRecordedInfo = 2000;

// A time as messages say it, rounded to milliseconds: "30 s", "550 ms".
std::string words_for(Duration time);

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

  // How many games at once the bot has offered to play.
  int games_offered() const { return conversation_.games_offered(); }
  // From now on, each game has its id as its name. Call it before the first game, and only if the bot has
  // offered more than one.
  void name_games() { names_games_ = true; }

  // `setup` holds the ruleset and lexicon lines. They are sent only if they differ from the last game's.
  Answered<void> begin_game(const std::string& setup, const uwi::NewGame& game,
                            const Meanwhile& meanwhile = {});
  // The same for several games with names. An answer is missing for all of them or for none. While the
  // process plays other games, what it computes in more than 2 ms is charged to its next questions, unless
  // `meanwhile` is empty, as where bots may compute at any time.
  Answered<void> begin_games(const std::string& setup, std::span<const uwi::NewGame> games,
                             const Meanwhile& meanwhile = {});

  // Asks for a move and waits for it. Lines that the bot wrote before this call are no answer. What the bot
  // computed while it was stopped is charged to this move; more of that than an allowance for the whole
  // session is a fault `time`. A bot that uses up its processor time gets a fault `time`, too. An answer
  // without a question is a fault `protocol`, here and in begin_game. `while_slow` is called if the answer
  // takes more than 2 ms, and then about every 10 ms. `on_info` is called with each info line as it arrives.
  Answered<MoveAnswer> ask(const Question& question, const MoveLimit& limit, const Meanwhile& while_slow = {},
                           const std::function<void(const std::string&)>& on_info = {});
  // Asks several questions in one write, or one about a game without a name, and waits until each is answered
  // or out of time. Their limits differ only in amounts of time. What is charged is shared (shared_clock.h).
  // A fault of one game leaves the others alone, and an answer to a game that is not played is ignored.
  void ask_all(std::span<BatchedQuestion> batch, const Meanwhile& while_slow = {});

  // Stops all processes of the bot until something is sent to it next, or it is killed. The caller does this
  // to a bot that is not asked, and repeats it as long as the bot is not asked (Standstill::keep).
  void freeze() { standstill_.keep(); }
  // The longest time by which this thread was late in hearing an answer to the last questions, or could have
  // been.
  Duration lateness() const { return lateness_; }

  // Sends a message that needs no answer, about a game with this id; if games have names, together with the
  // next lines. If the bot does not read it, the next question finds that out. A message that would be out of
  // turn is not sent, such as the result of a game that this bot was never told of.
  void tell(const uwi::RefereeMessage& message, std::string_view game = {});
  // Sends the result of a game that the bot has forfeited, after which nothing is said about it, if the games
  // have names. A bot without games with names is not told: its process ends.
  void tell_forfeit(const uwi::GameResult& result, std::string_view game);

  // Whether the process has made no fault but those of single games, so that it can still be spoken to.
  bool is_whole() const { return names_games_ && !breakdown_; }
  // Asks the bot to leave, and waits for its exit as long as Patience says.
  void quit();
  // Kills what is left of the bot. After that the session can only be destroyed.
  SessionUse bury();

  // From now on, everything that is said is also written to this transcript; with a name, what is said about
  // that game, which is about to begin. Null: to none.
  void write_to(std::shared_ptr<Transcript> transcript, std::string_view game = {});
  // The last lines that were exchanged (about the game with this id), and the end of the bot's stderr. A
  // fault has them already.
  Evidence evidence(std::string_view game = {}) const;

  const Introduction& introduction() const { return introduction_; }

 private:
  // The memory of the talk about one game. The one without a name also has what is about no game.
  struct Talk {
    explicit Talk(std::string bot) : dialogue(std::move(bot)) {}

    Dialogue dialogue;
    bool has_begun = false;           // Whether the bot knows of the game. Its lines before that say nothing.
    std::string strange_line = {};    // The last line that was not UWI, until it is in the record.
    bool is_strange_now = false;      // Whether it was said while the present answer is awaited.
    std::optional<Fault> fault = {};  // A fault that ends the game when the bot is next asked about it.
    std::string info = {};            // The last info line since the present question.
  };
  // A line of the bot.
  struct Said {
    Talk* talk;
    std::string_view game;  // The name in the mark; empty without one. Valid until the next line is heard.
    std::optional<uwi::BotMessage> message;  // nullopt: the line only brought a fault of its game.
    Instant arrival{};
  };
  struct Batch;

  BotSession(const BotSpec& bot, const Patience& patience, BotProcess process);

  // The talk about the game with this id, or null. Without names there is only one talk.
  Talk* find_talk(std::string_view game);
  const Talk& talk_about(std::string_view game) const;
  // The name of the game with this id in a mark; empty if games have no names.
  std::string_view mark_of(std::string_view game) const { return names_games_ ? game : std::string_view(); }

  Answered<void> shake_hands(AnswerWait& wait);
  Answered<void> set_options();
  // Gives what the bot says next; nullopt if the deadline came first.
  Answered<std::optional<Said>> hear(AnswerWait& wait, Deadline deadline, std::string_view awaited);
  // Tells the conversation. Returns whether the message is in turn and may be an answer; a message out of
  // turn may be a fault of its game.
  bool is_in_turn(const Said& said);
  // Waits for the answer to what is sent from `begin` on, for which the bot is allowed this time. `say` tells
  // the conversation about the question; it is called before the first message that arrived since `begin`.
  // After that, `is_answer` gets every message about no game that is in turn, until it takes one as the
  // answer.
  template <class Say, class IsAnswer>
  Answered<void> await(AnswerWait& wait, Instant begin, Deadline deadline, Duration allowed,
                       std::string_view awaited, Say say, IsAnswer is_answer);
  // These are in question_batch.cpp.
  void ask_all(std::span<BatchedQuestion> batch, const Meanwhile& while_slow,
               const std::function<void(const std::string&)>& on_info);
  void write_questions(Batch& batch);
  void say_questions(Batch& batch);
  void await_moves(Batch& batch, MoveWatch& watch);
  void take(Batch& batch, const Said& said, MoveWatch& watch);
  void take_move(Batch& batch, BatchedQuestion& asked, Talk& talk, std::string move, Instant arrival,
                 MoveWatch& watch);
  void run_out(Batch& batch, const BatchedQuestion& first, FaultKind kind);
  void give_up(Batch& batch, const NoAnswer& reason);
  void thaw() { standstill_.end(); }
  bool is_last_look_over(const AnswerWait& wait, Deadline deadline);
  void say(const uwi::RefereeMessage& message, std::string_view game = {});
  void say_setup(std::string_view lines);
  // Sends a message that needs no answer; if games have names, together with the next lines.
  void send_unasked(const uwi::RefereeMessage& message, std::string_view game);
  void note_strange(Talk& talk, std::string_view line);
  Fault late(const Talk& talk, FaultKind kind, std::string_view awaited, Duration allowed,
             std::optional<Duration> processor_time = {}) const;
  // `awaited` is the answer that the bot owes when it has read `lines`, which are noted before.
  Answered<void> send(std::string_view lines, Deadline deadline, std::string_view awaited);
  std::optional<ChildExit> await_exit();
  // The fault of a bot that ended or closed a pipe; `closed` is "input" or "output".
  Fault died(std::string_view awaited, std::string_view closed);
  Fault fault(FaultKind kind, std::string text) const { return fault(plain_, kind, std::move(text)); }
  Fault fault(const Talk& talk, FaultKind kind, std::string text) const;
  // Remembers a fault of the whole process, which each of its games gets with its own evidence.
  Fault break_down(FaultKind kind, std::string text);

  const BotSpec bot_;
  const Patience patience_;
  Child child_;
  LineChannel channel_;
  Talk plain_;
  std::map<std::string, Talk, std::less<>> talks_;  // About games with names.
  std::string unsent_;  // Lines that need no answer and go out with the next ones.
  bool names_games_ = false;
  std::optional<Fault> breakdown_;  // The fault of the whole process, without evidence.
  Conversation conversation_;
  Introduction introduction_;
  std::optional<Instant> last_look_;  // When the deadline of the present question was first seen to be over.
  std::string setup_;                 // The setup lines that were sent last.
  std::string lines_;                 // The present questions' lines. The memory is reused.
  std::uint64_t questions_ = 0;
  bool is_cut_off_ = false;  // Whether the bot's output ended within a line.
  bool is_killed_ = false;   // Whether a signal ended the bot.
  RunDelay run_delay_;
  SpentTime spent_;
  Duration lateness_{0};
  WatchedTree tree_;
  Standstill standstill_;
  Duration debt_{0};  // CPU time used while other games began; charged to the next questions.
};

}  // namespace toptile
