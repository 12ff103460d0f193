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

std::string words_for(Duration time) {
  const auto whole = std::chrono::round<std::chrono::milliseconds>(time).count();
  return whole % 1000 == 0 ? fmt::format("{} s", whole / 1000) : fmt::format("{} ms", whole);
}

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr milliseconds kLastLook{10};      // Time after the deadline to read lines that arrived before it.
constexpr milliseconds kExitPatience{40};  // Time between the end of a bot's output and its exit status.
constexpr milliseconds kMaxExit{5'000};    // Longest wait for the exit if no process seems to live on.

// A bot may take its time to answer, but not to read what fits into a pipe.
constexpr milliseconds kSendPatience{5'000};

}  // namespace

BotSession::BotSession(const BotSpec& bot, const Patience& patience, BotProcess process)
    : bot_(bot),
      patience_(patience),
      child_(std::move(process.child)),
      channel_(std::move(process.channel)),
      plain_(bot_.name),
      tree_(child_.keeper()),
      standstill_(tree_, child_.group()) {
  plain_.has_begun = true;
}

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

BotSession::Talk* BotSession::find_talk(std::string_view game) {
  if (!names_games_ || game.empty()) return &plain_;
  const auto found = talks_.find(game);
  return found == talks_.end() ? nullptr : &found->second;
}

const BotSession::Talk& BotSession::talk_about(std::string_view game) const {
  const auto found = talks_.find(mark_of(game));
  return found == talks_.end() ? plain_ : found->second;
}

void BotSession::write_to(std::shared_ptr<Transcript> transcript, std::string_view game) {
  const std::string_view name = mark_of(game);
  Talk& talk = name.empty() ? plain_ : talks_.try_emplace(std::string(name), bot_.name).first->second;
  talk.dialogue.write_to(std::move(transcript));
}

Evidence BotSession::evidence(std::string_view game) const {
  return {talk_about(game).dialogue.last_lines(), child_.stderr_tail()};
}

Fault BotSession::fault(const Talk& talk, FaultKind kind, std::string text) const {
  return {kind, std::move(text), {talk.dialogue.last_lines(), child_.stderr_tail()}};
}

Fault BotSession::break_down(FaultKind kind, std::string text) {
  breakdown_ = Fault{kind, text, {}};
  return fault(kind, std::move(text));
}

// If the referee sent a message out of turn, that would be a bug of ours.
void BotSession::say(const uwi::RefereeMessage& message, std::string_view game) {
  TOPTILE_ASSERT(conversation_.referee_said(message, game).standing == Conversation::Standing::in_turn);
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

void BotSession::note_strange(Talk& talk, std::string_view line) {
  talk.strange_line = clean_text(line, kMaxRecordedInfo);
  talk.is_strange_now = !talk.strange_line.empty();
}

// An unasked answer is a fault of its game. A late id or option line is only noted, like a line
// that is not UWI. So is an answer without a name if games have names, because it answers nothing.
bool BotSession::is_in_turn(const Said& said) {
  const auto [standing, why] = conversation_.bot_said(*said.message, said.game);
  if (standing != Conversation::Standing::out_of_turn) return standing != Conversation::Standing::stale;
  const std::string line = uwi::format(*said.message);
  const bool is_declaration = std::holds_alternative<uwi::Id>(*said.message) ||
                              std::holds_alternative<uwi::Games>(*said.message) ||
                              std::holds_alternative<uwi::OptionLine>(*said.message);
  if (is_declaration || (names_games_ && said.game.empty())) {
    note_strange(*said.talk, line);
  } else {
    said.talk->fault = fault(*said.talk, FaultKind::protocol,
                             fmt::format("{} said \"{}\": {}", bot_.name, printable(line), why));
  }
  return false;
}

// A message that arrived before `begin` is not an answer: the bot could not know the question yet.
template <class Say, class IsAnswer>
Answered<void> BotSession::await(AnswerWait& wait, Instant begin, Deadline deadline, Duration allowed,
                                 std::string_view awaited, Say say, IsAnswer is_answer) {
  bool is_said = false;
  plain_.is_strange_now = false;
  last_look_.reset();
  while (true) {
    TOPTILE_TRY(const auto said, hear(wait, deadline, awaited));
    if (!said) {
      auto too_late = late(plain_, FaultKind::hang, awaited, allowed);
      breakdown_ = Fault{too_late.kind, too_late.text, {}};
      return too_late;
    }
    if (!is_said && said->arrival >= begin) {
      say();
      is_said = true;
    }
    const bool may_answer = said->message && is_in_turn(*said) && is_said && said->game.empty();
    if (plain_.fault) return *plain_.fault;
    if (may_answer && is_answer(*said->message)) return success();
  }
}

Answered<void> BotSession::shake_hands(AnswerWait& wait) {
  const Deadline deadline = steady_clock::now() + patience_.start;
  const uwi::RefereeMessage hello = uwi::Hello{};
  const std::string line = uwi::format(hello) + "\n";
  plain_.dialogue.sent(line);
  TOPTILE_TRY_TO(send(line, deadline, "uwiok"));
  return await(
      wait, Instant::min(), deadline, patience_.start, "uwiok", [&] { say(hello); },
      [&](const uwi::BotMessage& said) {
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
  if (lines.empty()) return success();
  plain_.dialogue.sent(lines);
  return send(lines, steady_clock::now() + kSendPatience, "readyok");
}

Answered<void> BotSession::begin_game(const std::string& setup, const uwi::NewGame& game,
                                      const Meanwhile& meanwhile) {
  return begin_games(setup, {&game, 1}, meanwhile);
}

// `isready` is the barrier: what was said before `readyok` belongs to an older game and no longer counts.
Answered<void> BotSession::begin_games(const std::string& setup, std::span<const uwi::NewGame> games,
                                       const Meanwhile& meanwhile) {
  TOPTILE_ASSERT(names_games_ ? !games.empty() : games.size() == 1);
  if (breakdown_) return fault(breakdown_->kind, breakdown_->text);
  // Its other games wait, and their next positions must not be thought about for free.
  std::optional<Duration> used_before;
  const Meanwhile meanwhile_counting = [&] {
    tree_.look();
    if (!used_before) used_before = tree_.used();
    meanwhile();
  };
  const bool is_counted = meanwhile && conversation_.named_games() > 0;
  UntimedWait wait(run_delay_, is_counted ? meanwhile_counting : meanwhile, steady_clock::now());
  channel_.reset_quota();
  spent_ = {};  // What the bot computes while no clock runs is not charged.
  const std::string news = setup == setup_ ? "" : setup;
  setup_ = setup;
  std::string lines = news;
  for (const uwi::NewGame& game : games) {
    std::string line;
    uwi::append_game(line, mark_of(game.id));
    line += uwi::format(uwi::RefereeMessage(game)) + "\n";
    if (names_games_) talks_.try_emplace(game.id, bot_.name).first->second.dialogue.sent(line);
    lines += line;
  }
  const uwi::RefereeMessage is_ready = uwi::IsReady{};
  lines += uwi::format(is_ready) + "\n";
  plain_.dialogue.sent(lines);
  channel_.take_in();
  const Instant begin = steady_clock::now();
  const Deadline deadline = begin + patience_.ready;
  TOPTILE_TRY_TO(send(lines, deadline, "readyok"));
  const auto ready = await(
      wait, begin, deadline, patience_.ready, "readyok",
      [&] {
        say_setup(news);
        for (const uwi::NewGame& game : games) {
          say(uwi::RefereeMessage(game), mark_of(game.id));
          find_talk(mark_of(game.id))->has_begun = true;
        }
        say(is_ready);
      },
      [](const uwi::BotMessage& said) { return std::holds_alternative<uwi::ReadyOk>(said); });
  if (used_before) {
    tree_.look();
    debt_ += tree_.used() - *used_before;
  }
  return ready;
}

// The talk about a game ends with its result, also if the bot was never told of the game.
void BotSession::tell(const uwi::RefereeMessage& message, std::string_view game) {
  if (conversation_.referee_said(message, mark_of(game)).standing == Conversation::Standing::in_turn)
    send_unasked(message, game);
  if (names_games_ && std::holds_alternative<uwi::GameResult>(message)) talks_.erase(std::string(game));
}

void BotSession::send_unasked(const uwi::RefereeMessage& message, std::string_view game) {
  std::string line;
  uwi::append_game(line, mark_of(game));
  line += uwi::format(message) + "\n";
  if (Talk* const talk = find_talk(game)) talk->dialogue.sent(line);
  if (!names_games_) {
    // If the bot does not get the line, the next question finds out why, and says what it awaited.
    std::optional<Fault> known = breakdown_;
    (void)send(line, steady_clock::now() + kExitPatience, {});
    breakdown_ = std::move(known);
    return;
  }
  // With many games, a write for each of these lines would cost more than the games' moves.
  unsent_ += line;
}

void BotSession::tell_forfeit(const uwi::GameResult& result, std::string_view game) {
  if (is_whole()) tell(result, game);
}

void BotSession::quit() {
  const Deadline deadline = steady_clock::now() + patience_.quit;
  const uwi::RefereeMessage quit = uwi::Quit{};
  (void)conversation_.referee_said(quit);
  const std::string line = uwi::format(quit) + "\n";
  plain_.dialogue.sent(line);
  (void)send(line, deadline, {});
  channel_.close_input();
  child_.wait_exit(deadline);
}

SessionUse BotSession::bury() {
  const auto exit = child_.bury();
  return {exit ? exit->processor_time : std::chrono::microseconds(0), questions_};
}

Answered<void> BotSession::send(std::string_view lines, Deadline deadline, std::string_view awaited) {
  thaw();
  std::string all;
  if (!unsent_.empty()) {
    all = std::exchange(unsent_, {});
    all += lines;
    lines = all;
  }
  switch (channel_.send(lines, deadline)) {
    case Sent::whole:
      return success();
    case Sent::stopped:
      return cancelled();
    case Sent::timed_out:
      return break_down(FaultKind::hang,
                        fmt::format("{} does not read its input; read every line as it comes", bot_.name));
    case Sent::closed:
      break;
  }
  return died(awaited, "input");
}

// An unreadable move is an answer all the same, and a fault of its game. Any other unreadable line is noted
// and skipped, and so is a line about a game that is not played.
Answered<std::optional<BotSession::Said>> BotSession::hear(AnswerWait& wait, Deadline deadline,
                                                           std::string_view awaited) {
  while (true) {
    if (is_last_look_over(wait, deadline)) return std::optional<Said>();
    const Reception reception = wait.receive(channel_, deadline);
    switch (reception.outcome) {
      case Received::line: {
        std::string_view text = reception.text;
        const std::string_view game = names_games_ ? uwi::take_game(text) : std::string_view();
        Talk* known = find_talk(game);
        if (known != nullptr && !known->has_begun) known = nullptr;
        Talk& talk = known == nullptr ? plain_ : *known;
        talk.dialogue.received(reception.text);
        Said said{&talk, game, std::nullopt, reception.arrival};
        auto message = uwi::parse_bot_line(text);
        if (message) said.message = std::move(message).value();
        if (known == nullptr) {
          using Standing = Conversation::Standing;
          const bool is_stale =
              said.message && conversation_.bot_said(*said.message, game).standing == Standing::stale;
          if (!is_stale) note_strange(plain_, reception.text);
          continue;
        }
        if (said.message) return std::optional(std::move(said));
        std::string_view words = text;
        if (take_word(words) != "bestmove" || (names_games_ && game.empty())) {
          note_strange(talk, text);
          continue;
        }
        talk.fault = fault(talk, FaultKind::protocol, message.error().message);
        return std::optional(std::move(said));
      }
      case Received::cut_off:
        plain_.dialogue.received(reception.text);
        is_cut_off_ = true;
        break;
      case Received::closed:
        return died(awaited, "output");
      case Received::too_long:
        return break_down(FaultKind::protocol,
                          fmt::format("{} sent a line of more than {} bytes", bot_.name, uwi::kMaxLineBytes));
      case Received::too_much:
        return break_down(FaultKind::protocol, fmt::format("{} sent more than {} MiB before {}", bot_.name,
                                                           LineLimits{}.quota_bytes >> 20, awaited));
      case Received::timed_out:
        return std::optional<Said>();
      case Received::stopped:
        return cancelled();
    }
  }
}

Fault BotSession::late(const Talk& talk, FaultKind kind, std::string_view awaited, Duration allowed,
                       std::optional<Duration> processor_time) const {
  const bool is_of_processors = kind == FaultKind::time && processor_time;
  // An answer without the name of its game is a strange line about no game.
  const Talk& strange = talk.is_strange_now ? talk : plain_;
  const std::string instead =
      strange.is_strange_now ? fmt::format("; it said \"{}\" instead", printable(strange.strange_line)) : "";
  return fault(talk, kind,
               fmt::format("{} did not send {} in time: it had {}{}{}{}{}", bot_.name, awaited,
                           words_for(is_of_processors ? *processor_time : allowed),
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
    return break_down(FaultKind::crash,
                      fmt::format("{} ended ({}) when {} was awaited{}", bot_.name, exit->words(), awaited,
                                  is_cut_off_ ? "; its last line had no end" : ""));
  }
  return break_down(
      FaultKind::crash,
      fmt::format("{} closed its {} when {} was awaited, but still runs; a bot keeps it open until quit",
                  bot_.name, closed, awaited));
}

}  // namespace toptile
