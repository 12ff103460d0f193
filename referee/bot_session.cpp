#include "referee/bot_session.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/utf8.h"
#include "protocol/words.h"

namespace toptile {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t kMostInfoBytes = 2000;  // Kept of an info line in the record.
constexpr milliseconds kExitPatience{20};     // Between the end of a bot's output and its exit status.

// A bot may take its time to answer, but not to read what fits into a pipe.
constexpr milliseconds kSendPatience{5'000};

}  // namespace

BotSession::BotSession(const BotSpec& bot, const Patience& patience, Child child, LineChannel channel)
    : bot_(bot), patience_(patience), child_(std::move(child)), channel_(std::move(channel)) {}

BotSession::~BotSession() = default;

Answered<std::unique_ptr<BotSession>> BotSession::start(boost::asio::io_context& context, const BotSpec& bot,
                                                        const Patience& patience, std::stop_token stop) {
  auto child = Child::spawn(context, bot.launch);
  if (!child) return Fault{FaultKind::crash, child.error().message};
  auto channel = LineChannel::open(context, child.value().take_pipes(), {.line_bytes = uwi::kMostLineBytes},
                                   std::move(stop));
  if (!channel) return Fault{FaultKind::crash, channel.error().message};
  std::unique_ptr<BotSession> session(
      new BotSession(bot, patience, std::move(child).value(), std::move(channel).value()));
  for (const auto step : {&BotSession::shake_hands, &BotSession::set_options}) {
    auto done = (session.get()->*step)();
    if (auto* fault = std::get_if<Fault>(&done)) return std::move(*fault);
    if (std::holds_alternative<Stopped>(done)) return Stopped{};
  }
  return session;
}

Answered<Nothing> BotSession::shake_hands() {
  const Deadline deadline = steady_clock::now() + patience_.start;
  auto sent = send(uwi::format(uwi::RefereeMessage(uwi::Hello{})) + "\n", deadline);
  if (!std::holds_alternative<Nothing>(sent)) return sent;
  while (true) {
    auto message = next_message(deadline, FaultKind::hang, "uwiok");
    if (auto* fault = std::get_if<Fault>(&message)) return std::move(*fault);
    if (std::holds_alternative<Stopped>(message)) return Stopped{};
    const auto& said = std::get<uwi::BotMessage>(message);
    if (std::holds_alternative<uwi::UwiOk>(said)) return Nothing{};
    if (const auto* option = std::get_if<uwi::OptionLine>(&said)) options_.push_back(*option);
    if (const auto* id = std::get_if<uwi::Id>(&said)) (id->key == "name" ? id_name_ : id_author_) = id->value;
  }
}

std::optional<std::string> BotSession::find_option_fault(const std::string& name,
                                                         const std::string& value) const {
  const auto option = std::ranges::find(options_, name, &uwi::OptionLine::name);
  if (option == options_.end())
    return fmt::format("the option {} is to be set, and the bot has no such option", name);
  const auto number = parse_number<std::int64_t>(value);
  const bool is_below = number && option->min && *number < *option->min;
  const bool is_above = number && option->max && *number > *option->max;
  const bool fits = option->type == "check"  ? value == "true" || value == "false"
                    : option->type == "spin" ? number && !is_below && !is_above
                    : option->type == "combo"
                        ? std::ranges::find(option->choices, value) != option->choices.end()
                        : true;
  if (fits) return std::nullopt;
  return fmt::format("the option {} cannot be \"{}\"; it is declared as: {}", name, printable(value),
                     uwi::format(uwi::BotMessage(*option)));
}

Answered<Nothing> BotSession::set_options() {
  std::string lines;
  for (const auto& [name, value] : bot_.options) {
    if (auto fault = find_option_fault(name, value)) return Fault{FaultKind::protocol, *fault};
    lines += uwi::format(uwi::RefereeMessage(uwi::SetOption{name, value})) + "\n";
  }
  return lines.empty() ? Answered<Nothing>(Nothing{}) : send(lines, steady_clock::now() + kSendPatience);
}

Answered<Nothing> BotSession::begin_game(const std::string& setup, const uwi::NewGame& game) {
  channel_.reset_quota();
  std::string lines = setup == setup_ ? "" : setup;
  lines += uwi::format(uwi::RefereeMessage(game)) + "\n";
  lines += uwi::format(uwi::RefereeMessage(uwi::IsReady{})) + "\n";
  setup_ = setup;
  auto sent = send(lines, steady_clock::now() + patience_.ready);
  return std::holds_alternative<Nothing>(sent) ? wait_until_ready() : sent;
}

// The barrier: whatever was said before `readyok` belongs to an older game and counts no more.
Answered<Nothing> BotSession::wait_until_ready() {
  const Deadline deadline = steady_clock::now() + patience_.ready;
  while (true) {
    auto message = next_message(deadline, FaultKind::hang, "readyok");
    if (auto* fault = std::get_if<Fault>(&message)) return std::move(*fault);
    if (std::holds_alternative<Stopped>(message)) return Stopped{};
    if (std::holds_alternative<uwi::ReadyOk>(std::get<uwi::BotMessage>(message))) return Nothing{};
  }
}

Answered<MoveAnswer> BotSession::ask(std::string_view lines, Instant begin, Deadline deadline,
                                     FaultKind too_late) {
  channel_.reset_quota();
  auto sent = send(std::string(lines), deadline);
  if (auto* fault = std::get_if<Fault>(&sent)) return std::move(*fault);
  if (std::holds_alternative<Stopped>(sent)) return Stopped{};
  MoveAnswer answer;
  while (true) {
    Instant arrival{};
    auto message = next_message(deadline, too_late, "bestmove", &arrival);
    if (auto* fault = std::get_if<Fault>(&message)) return std::move(*fault);
    if (std::holds_alternative<Stopped>(message)) return Stopped{};
    auto& said = std::get<uwi::BotMessage>(message);
    if (auto* best = std::get_if<uwi::BestMove>(&said)) {
      answer.move = std::move(best->move);
      answer.taken = arrival - begin;
      if (!strange_line_.empty()) answer.info = fmt::format("not UWI: {}", std::exchange(strange_line_, {}));
      return answer;
    }
    if (const auto* info = std::get_if<uwi::Info>(&said))
      answer.info = clean_text(info->text, kMostInfoBytes);
  }
}

void BotSession::tell(const uwi::RefereeMessage& message) {
  (void)send(uwi::format(message) + "\n", steady_clock::now() + kExitPatience);
}

void BotSession::quit() {
  const Deadline deadline = steady_clock::now() + patience_.quit;
  (void)send(uwi::format(uwi::RefereeMessage(uwi::Quit{})) + "\n", deadline);
  channel_.close_input();
  child_.wait_exit(deadline);
}

Answered<Nothing> BotSession::send(const std::string& lines, Deadline deadline) {
  switch (channel_.send(lines, deadline)) {
    case Sent::whole:
      return Nothing{};
    case Sent::stopped:
      return Stopped{};
    case Sent::timed_out:
      return Fault{FaultKind::hang, fmt::format("{} does not read what it is sent", bot_.name)};
    case Sent::closed:
      break;
  }
  return died("a line to be read");
}

Answered<uwi::BotMessage> BotSession::next_message(Deadline deadline, FaultKind too_late,
                                                   std::string_view awaited, Instant* arrival) {
  while (true) {
    const Reception reception = channel_.receive(deadline);
    switch (reception.outcome) {
      case Received::line: {
        if (arrival != nullptr) *arrival = reception.arrival;
        auto message = uwi::parse_bot_line(reception.text);
        if (message) return std::move(message).value();
        // A move that cannot be read is an answer all the same; anything else is noted and passed over.
        std::string_view text = reception.text;
        if (take_word(text) == "bestmove") return Fault{FaultKind::protocol, message.error().message};
        strange_line_ = clean_text(reception.text, kMostInfoBytes);
        break;
      }
      case Received::cut_off:
        break;
      case Received::closed:
        return died(awaited);
      case Received::too_long:
        return Fault{FaultKind::protocol,
                     fmt::format("{} sent a line of more than {} bytes", bot_.name, uwi::kMostLineBytes)};
      case Received::too_much:
        return Fault{FaultKind::protocol, fmt::format("{} sent more than {} MiB before {}", bot_.name,
                                                      LineLimits{}.quota_bytes >> 20, awaited)};
      case Received::timed_out:
        return Fault{too_late, fmt::format("{} did not answer {} in time", bot_.name, awaited)};
      case Received::stopped:
        return Stopped{};
    }
  }
}

Fault BotSession::died(std::string_view awaited) {
  const auto exit = child_.wait_exit(steady_clock::now() + kExitPatience);
  const std::string how = exit ? fmt::format("ended ({})", exit->words()) : "closed its output and lives on";
  return Fault{FaultKind::crash, fmt::format("{} {} when {} was awaited", bot_.name, how, awaited)};
}

}  // namespace toptile
