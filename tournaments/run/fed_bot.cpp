#include "tournaments/run/fed_bot.h"

#include <fmt/format.h>

#include "base/words.h"
#include "protocol/uwi.h"

namespace toptile {

namespace {

using std::chrono::steady_clock;

// A deadline that no debugging session reaches.
Deadline never() {
  return steady_clock::now() + std::chrono::hours(24 * 365);
}

constexpr std::chrono::milliseconds kLookEvery{50};

}  // namespace

FedBot::FedBot(const BotSpec& bot, std::stop_token stop, OnLine on_line)
    : name_(bot.name),
      stop_(std::move(stop)),
      wake_(stop_, [this] { boost::asio::post(context_, [] {}); }),
      on_line_(std::move(on_line)) {}

Result<std::unique_ptr<FedBot>> FedBot::start(const BotSpec& bot, std::stop_token stop, OnLine on_line) {
  std::unique_ptr<FedBot> fed(new FedBot(bot, std::move(stop), std::move(on_line)));
  const auto launch = confine(bot.launch, bot.confinement);
  if (!launch) return Error{fmt::format("bot {}: {}", bot.name, launch.error().message)};
  auto child = Child::spawn(fed->context_, launch.value());
  if (!child) return Error{fmt::format("bot {}: {}", bot.name, child.error().message)};
  TOPTILE_TRY(auto channel, LineChannel::open(fed->context_, child.value().take_pipes(),
                                              {.line_bytes = uwi::kMostLineBytes}, fed->stop_));
  fed->child_.emplace(std::move(child).value());
  fed->channel_.emplace(std::move(channel));
  return fed;
}

Result<std::string> FedBot::ask(std::string_view lines, std::string_view awaited) {
  channel_->reset_quota();
  if (channel_->send(lines, never()) == Sent::stopped) return Error{"stopped"};
  while (true) {
    const Reception reception = channel_->receive(never());
    switch (reception.outcome) {
      case Received::line:
      case Received::cut_off: {
        std::string_view rest = reception.text;
        if (take_word(rest) == awaited) return std::string(rest);
        on_line_(std::string(reception.text));
        break;
      }
      case Received::stopped:
      case Received::timed_out:
        return Error{"stopped"};
      case Received::too_long:
        return Error{fmt::format("{} wrote a line of more than {} bytes", name_, uwi::kMostLineBytes)};
      case Received::too_much:
        return Error{fmt::format("{} wrote more than {} MiB without an answer", name_,
                                 LineLimits{}.quota_bytes >> 20)};
      case Received::closed:
        return Error{ending()};
    }
  }
}

std::string FedBot::ending() {
  channel_->close_input();
  while (!stop_.stop_requested()) {
    if (const auto exit = child_->wait_exit(steady_clock::now() + kLookEvery))
      return fmt::format("{} ended ({})", name_, exit->words());
  }
  return "stopped";
}

std::string FedBot::quit() {
  (void)channel_->send(uwi::format(uwi::RefereeMessage(uwi::Quit{})) + "\n",
                       steady_clock::now() + kLookEvery);
  channel_->close_input();
  while (true) {
    const Reception reception = channel_->receive(never());
    if (reception.outcome != Received::line && reception.outcome != Received::cut_off) break;
    on_line_(std::string(reception.text));
  }
  return ending();
}

}  // namespace toptile
