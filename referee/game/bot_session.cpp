#include "referee/game/bot_session.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>

#include "base/assert.h"
#include "base/json_fields.h"
#include "base/utf8.h"
#include "base/words.h"
#include "referee/processes/event_loop.h"
#include "referee/processes/process_tree.h"
#include "referee/sandbox/wrapping.h"

namespace toptile {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr std::size_t kMaxInfoBytes = 2000;  // Bytes of an info line that the record keeps.
constexpr milliseconds kLastLook{10};        // Time after the deadline to read lines that arrived before it.
constexpr milliseconds kExitPatience{40};    // Time between the end of a bot's output and its exit status.
constexpr milliseconds kMaxExit{5'000};      // Longest wait for the exit if no process seems to live on.

// A bot may take its time to answer, but not to read what fits into a pipe.
constexpr milliseconds kSendPatience{5'000};

// "30 s", "550 ms"
std::string words_for(Deadline::duration time) {
  const auto whole = std::chrono::round<milliseconds>(time).count();
  return whole % 1000 == 0 ? fmt::format("{} s", whole / 1000) : fmt::format("{} ms", whole);
}

}  // namespace

BotSession::BotSession(const BotSpec& bot, const Patience& patience, BotProcess process)
    : bot_(bot),
      patience_(patience),
      child_(std::move(process.child)),
      channel_(std::move(process.channel)),
      dialogue_(bot_.name),
      tree_(child_.keeper()),
      standstill_(tree_, child_.group()) {}

BotSession::~BotSession() = default;

StartedSession BotSession::start(EventLoop& loop, const BotSpec& bot, const Patience& patience,
                                 std::stop_token stop, std::shared_ptr<Transcript> transcript,
                                 const Meanwhile& meanwhile) {
  const Instant begin = steady_clock::now();
  auto process = start_bot_process(loop, bot.launch, bot.confinement, std::move(stop));
  if (!process && process.error().is_hosts) return Error(process.error());
  if (!process) return Fault{FaultKind::crash, process.error().message};
  std::unique_ptr<BotSession> session(new BotSession(bot, patience, std::move(process).value()));
  session->write_to(std::move(transcript));
  UntimedWait wait(session->run_delay_, meanwhile, begin);
  auto ready = session->shake_hands(wait);
  if (ready) ready = session->set_options();
  if (ready) return session;
  auto* fault = std::get_if<Fault>(&ready.error());
  if (fault != nullptr && fault->kind != FaultKind::protocol)
    fault->text += hint_at_sandbox(bot.confinement, session->is_killed_, fault->evidence.stderr_tail);
  return std::move(ready).error();
}

StartedSession start_in_game(EventLoop& loop, const BotSpec& bot, const Patience& patience,
                             const std::stop_token& stop, const std::string& setup, const uwi::NewGame& game,
                             const Meanwhile& meanwhile) {
  TOPTILE_TRY(auto session, BotSession::start(loop, bot, patience, stop, nullptr, meanwhile));
  TOPTILE_TRY_TO(session->begin_game(setup, game, meanwhile));
  return session;
}

Evidence BotSession::evidence() const {
  return {dialogue_.last_lines(), child_.stderr_tail()};
}

Fault BotSession::fault(FaultKind kind, std::string text) const {
  return {kind, std::move(text), evidence()};
}

// If the referee sent a message out of turn, that would be a bug of ours.
void BotSession::say(const uwi::RefereeMessage& message) {
  TOPTILE_ASSERT(conversation_.referee_said(message).standing == Conversation::Standing::in_turn);
}

void BotSession::say_setup(std::string_view lines) {
  while (!lines.empty()) {
    const auto message = uwi::parse_referee_line(take_line(lines));
    TOPTILE_ASSERT(message.has_value());
    say(message.value());
  }
}

// If this thread ran late, a line that arrived in time is still read after the deadline. But a bot that keeps
// writing lines must not be read for ever.
bool BotSession::is_last_look_over(const AnswerWait& wait, Deadline deadline) {
  const Instant now = steady_clock::now();
  if (now < deadline + wait.stood_still()) {
    last_look_.reset();
    return false;
  }
  if (!last_look_) last_look_ = now;
  return now - *last_look_ > kLastLook;
}

void BotSession::note_strange(std::string_view line) {
  strange_line_ = clean_text(line, kMaxInfoBytes);
  is_strange_now_ = !strange_line_.empty();
}

// An answer that nobody asked for is a fault. A late id or option line is only noted, like a line that is not
// UWI.
std::optional<Fault> BotSession::blame(const uwi::BotMessage& out_of_turn, std::string_view why) {
  const std::string line = uwi::format(out_of_turn);
  if (std::holds_alternative<uwi::Id>(out_of_turn) || std::holds_alternative<uwi::OptionLine>(out_of_turn)) {
    note_strange(line);
    return std::nullopt;
  }
  return fault(FaultKind::protocol, fmt::format("{} said \"{}\": {}", bot_.name, printable(line), why));
}

// A message that arrived before `begin` is not an answer: the bot could not know the question yet. An answer
// of the wrong kind for its question (misfit) passes here, as the rules refuse it.
template <class Say, class IsAnswer>
Answered<void> BotSession::await(AnswerWait& wait, Instant begin, Deadline deadline, FaultKind too_late,
                                 std::string_view awaited, Say say, IsAnswer is_answer) {
  bool is_said = false;
  is_strange_now_ = false;
  last_look_.reset();
  while (true) {
    Instant arrival{};
    TOPTILE_TRY(auto said, next_message(wait, deadline, too_late, awaited, arrival));
    if (!is_said && arrival >= begin) {
      say();
      is_said = true;
    }
    const auto [standing, why] = conversation_.bot_said(said);
    if (standing == Conversation::Standing::out_of_turn) {
      if (auto fault = blame(said, why)) return std::move(*fault);
      continue;
    }
    if (!is_said || standing == Conversation::Standing::stale) continue;
    if (is_answer(said, arrival)) return success();
  }
}

Answered<void> BotSession::shake_hands(AnswerWait& wait) {
  const Deadline deadline = steady_clock::now() + patience_.start;
  allowed_ = patience_.start;
  const uwi::RefereeMessage hello = uwi::Hello{};
  TOPTILE_TRY_TO(send(uwi::format(hello) + "\n", deadline, "uwiok"));
  return await(
      wait, Instant::min(), deadline, FaultKind::hang, "uwiok", [&] { say(hello); },
      [&](const uwi::BotMessage& said, Instant) {
        introduction_.add(said);
        return std::holds_alternative<uwi::UwiOk>(said);
      });
}

Answered<void> BotSession::set_options() {
  std::string lines;
  for (const auto& [name, value] : bot_.options) {
    const auto setting = introduction_.setting(name, value);
    if (!setting) return fault(FaultKind::protocol, setting.error().message);
    const uwi::RefereeMessage option = setting.value();
    say(option);
    lines += uwi::format(option) + "\n";
  }
  return lines.empty() ? Answered<void>(success())
                       : send(lines, steady_clock::now() + kSendPatience, "readyok");
}

// `isready` is the barrier: what was said before `readyok` belongs to an older game and no longer counts.
Answered<void> BotSession::begin_game(const std::string& setup, const uwi::NewGame& game,
                                      const Meanwhile& meanwhile) {
  UntimedWait wait(run_delay_, meanwhile, steady_clock::now());
  channel_.reset_quota();
  spent_ = {};  // What the bot computes while no clock runs is not charged.
  const std::string news = setup == setup_ ? "" : setup;
  setup_ = setup;
  const uwi::RefereeMessage new_game = game, is_ready = uwi::IsReady{};
  channel_.take_in();
  const Instant begin = steady_clock::now();
  const Deadline deadline = begin + patience_.ready;
  allowed_ = patience_.ready;
  TOPTILE_TRY_TO(
      send(news + uwi::format(new_game) + "\n" + uwi::format(is_ready) + "\n", deadline, "readyok"));
  return await(
      wait, begin, deadline, FaultKind::hang, "readyok",
      [&] {
        say_setup(news);
        say(new_game);
        say(is_ready);
      },
      [](const uwi::BotMessage& said, Instant) { return std::holds_alternative<uwi::ReadyOk>(said); });
}

Answered<MoveAnswer> BotSession::ask(const Question& question, const MoveLimit& limit,
                                     const Meanwhile& while_slow,
                                     const std::function<void(const std::string&)>& on_info) {
  // What this takes is not the bot's time.
  thaw();
  channel_.take_in();
  const Instant begin = steady_clock::now();
  const Duration debt = standstill_.take_debt();
  if (standstill_.is_broken()) {
    return fault(FaultKind::time, fmt::format("{} computed for {} while it was stopped and not asked for a "
                                              "move; between its moves a bot waits for its input",
                                              bot_.name, words_for(standstill_.computed())));
  }
  MoveLimit left = limit;
  if (left.processor_time) *left.processor_time -= debt;
  if (left.too_late == FaultKind::time) left.time = std::max(left.time - debt, Duration::zero());
  TOPTILE_TRY(auto answer, ask_in_time(question, begin, left, while_slow, on_info));
  answer.taken += debt;
  return answer;
}

Answered<MoveAnswer> BotSession::ask_in_time(const Question& question, Instant begin, const MoveLimit& limit,
                                             const Meanwhile& while_slow,
                                             const std::function<void(const std::string&)>& on_info) {
  lines_ = "position ";
  lines_ += question.position;
  lines_ += '\n';
  uwi::append_go(lines_, question.go);
  lines_ += '\n';
  channel_.reset_quota();
  ++questions_;
  allowed_ = limit.time;
  processor_time_ = limit.processor_time;
  const Supervision supervision{limit.processor_time, while_slow};
  MoveWatch watch(begin, tree_, child_.group(), supervision, run_delay_, spent_);
  TOPTILE_TRY_TO(send(lines_, begin + limit.time, "bestmove"));
  watch.note(channel_.last_send_wait());
  WatchedWait wait(watch);
  Instant arrival{};
  auto answer = await_move(wait, question.go, begin, limit, on_info, arrival);
  lateness_ = std::max(lateness_, watch.latest());
  if (!answer) return answer;
  const auto charged = watch.charge(arrival);
  if (!charged) return late(FaultKind::time, "bestmove");
  answer.value().taken = *charged;
  return answer;
}

Answered<MoveAnswer> BotSession::await_move(AnswerWait& wait, const uwi::Go& go, Instant begin,
                                            const MoveLimit& limit,
                                            const std::function<void(const std::string&)>& on_info,
                                            Instant& answered) {
  MoveAnswer answer;
  TOPTILE_TRY_TO(await(
      wait, begin, begin + limit.time, limit.too_late, "bestmove",
      [&] {
        say(uwi::PositionLine{});
        uwi::Go asked;  // The conversation needs no limits, and copying them would allocate memory.
        asked.is_question = go.is_question;
        say(asked);
      },
      [&](uwi::BotMessage& said, Instant arrival) {
        if (const auto* told = std::get_if<uwi::Info>(&said)) {
          answer.info = clean_text(told->text, kMaxInfoBytes);
          if (on_info) on_info(answer.info);
        }
        auto* best = std::get_if<uwi::BestMove>(&said);
        if (best == nullptr) return false;
        if (!strange_line_.empty())
          answer.info = std::string(uwi::kNotUwi) + std::exchange(strange_line_, {});
        is_strange_now_ = false;
        answered = arrival;
        answer.move = std::move(best->move);
        answer.taken = arrival - begin;
        return true;
      }));
  return answer;
}

void BotSession::tell(const uwi::RefereeMessage& message) {
  if (conversation_.referee_said(message).standing != Conversation::Standing::in_turn) return;
  (void)send(uwi::format(message) + "\n", steady_clock::now() + kExitPatience, {});
}

void BotSession::quit() {
  const Deadline deadline = steady_clock::now() + patience_.quit;
  const uwi::RefereeMessage quit = uwi::Quit{};
  (void)conversation_.referee_said(quit);
  (void)send(uwi::format(quit) + "\n", deadline, {});
  channel_.close_input();
  child_.wait_exit(deadline);
}

SessionUse BotSession::bury() {
  const auto exit = child_.bury();
  return {exit ? exit->processor_time : std::chrono::microseconds(0), questions_};
}

Answered<void> BotSession::send(std::string_view lines, Deadline deadline, std::string_view awaited) {
  thaw();
  dialogue_.sent(lines);
  switch (channel_.send(lines, deadline)) {
    case Sent::whole:
      return success();
    case Sent::stopped:
      return cancelled();
    case Sent::timed_out:
      return fault(FaultKind::hang,
                   fmt::format("{} does not read its input; read every line as it comes", bot_.name));
    case Sent::closed:
      break;
  }
  return died(awaited, "input");
}

Answered<uwi::BotMessage> BotSession::next_message(AnswerWait& wait, Deadline deadline, FaultKind too_late,
                                                   std::string_view awaited, Instant& arrival) {
  while (true) {
    if (is_last_look_over(wait, deadline)) return late(too_late, awaited);
    const Reception reception = wait.receive(channel_, deadline);
    if (reception.outcome == Received::line || reception.outcome == Received::cut_off)
      dialogue_.received(reception.text);
    switch (reception.outcome) {
      case Received::line: {
        arrival = reception.arrival;
        auto message = uwi::parse_bot_line(reception.text);
        if (message) return std::move(message).value();
        // An unreadable move is an answer all the same, and a fault. Any other unreadable line is noted and
        // skipped.
        std::string_view text = reception.text;
        if (take_word(text) == "bestmove") return fault(FaultKind::protocol, message.error().message);
        note_strange(reception.text);
        break;
      }
      case Received::cut_off:
        is_cut_off_ = true;
        break;
      case Received::closed:
        return died(awaited, "output");
      case Received::too_long:
        return fault(FaultKind::protocol,
                     fmt::format("{} sent a line of more than {} bytes", bot_.name, uwi::kMaxLineBytes));
      case Received::too_much:
        return fault(FaultKind::protocol, fmt::format("{} sent more than {} MiB before {}", bot_.name,
                                                      LineLimits{}.quota_bytes >> 20, awaited));
      case Received::timed_out:
        return late(wait.is_used_up() ? FaultKind::time : too_late, awaited);
      case Received::stopped:
        return cancelled();
    }
  }
}

Fault BotSession::late(FaultKind kind, std::string_view awaited) const {
  const bool is_of_processors = kind == FaultKind::time && processor_time_;
  const std::string instead =
      is_strange_now_ ? fmt::format("; it said \"{}\" instead", printable(strange_line_)) : "";
  return fault(kind, fmt::format("{} did not send {} in time: it had {}{}{}{}{}", bot_.name, awaited,
                                 words_for(is_of_processors ? *processor_time_ : allowed_),
                                 is_of_processors ? " of processor time" : "",
                                 kind == FaultKind::time ? ", including the margin" : "", instead,
                                 channel_.has_part_of_line() ? "; it began a line, but did not end it" : ""));
}

// A process that ends closes its output first, and on a busy machine the keeper reports the end late. In the
// sandbox, the wrapper's own processes outlive the bot for a moment.
std::optional<ChildExit> BotSession::await_exit() {
  const Deadline deadline = steady_clock::now() + kMaxExit;
  while (true) {
    if (auto exit = child_.wait_exit(steady_clock::now() + kExitPatience)) return exit;
    if (has_living_descendant(child_.keeper(), kWrapperNames) || steady_clock::now() > deadline)
      return std::nullopt;
  }
}

Fault BotSession::died(std::string_view awaited, std::string_view closed) {
  if (const auto exit = await_exit()) {
    is_killed_ = WIFSIGNALED(exit->wait_status);
    return fault(FaultKind::crash,
                 fmt::format("{} ended ({}) when {} was awaited{}", bot_.name, exit->words(), awaited,
                             is_cut_off_ ? "; its last line had no end" : ""));
  }
  return fault(
      FaultKind::crash,
      fmt::format("{} closed its {} when {} was awaited, but still runs; a bot keeps it open until quit",
                  bot_.name, closed, awaited));
}

}  // namespace toptile
