#include "tournaments/analysis/fed_bot.h"

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
      wake_(stop_, [this] { loop_.wake(); }),
      on_line_(std::move(on_line)) {}

Result<std::unique_ptr<FedBot>> FedBot::start(const BotSpec& bot, std::stop_token stop, OnLine on_line) {
  std::unique_ptr<FedBot> fed(new FedBot(bot, std::move(stop), std::move(on_line)));
  auto process = start_bot_process(fed->loop_, bot.launch, bot.confinement, fed->stop_);
  if (!process) return in_context("bot " + bot.name, process.error());
  fed->process_.emplace(std::move(process).value());
  return fed;
}

Result<std::string> FedBot::ask(std::string_view lines, std::string_view awaited) {
  process_->channel.reset_quota();
  if (process_->channel.send(lines, never()) == Sent::stopped) return cancelled();
  while (true) {
    const Reception reception = process_->channel.receive(never());
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
        return cancelled();
      case Received::too_long:
        return Error{fmt::format("{} wrote a line of more than {} bytes", name_, uwi::kMaxLineBytes)};
      case Received::too_much:
        return Error{fmt::format("{} wrote more than {} MiB without an answer", name_,
                                 LineLimits{}.quota_bytes >> 20)};
      case Received::closed:
        return Error{ending()};
    }
  }
}

std::string FedBot::ending() {
  process_->channel.close_input();
  while (!stop_.stop_requested()) {
    if (const auto exit = process_->child.wait_exit(steady_clock::now() + kLookEvery))
      return fmt::format("{} ended ({})", name_, exit->words());
  }
  return "stopped";
}

std::string FedBot::quit() {
  (void)process_->channel.send(uwi::format(uwi::RefereeMessage(uwi::Quit{})) + "\n",
                               steady_clock::now() + kLookEvery);
  process_->channel.close_input();
  while (true) {
    const Reception reception = process_->channel.receive(never());
    if (reception.outcome != Received::line && reception.outcome != Received::cut_off) break;
    on_line_(std::string(reception.text));
  }
  return ending();
}

}  // namespace toptile
