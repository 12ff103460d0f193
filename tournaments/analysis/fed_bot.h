// A bot that is fed the lines of a recorded game, in step: the next lines are sent when it has answered.
// There are no clocks and no limits, so that it may run in a debugger, and everything that it writes is
// passed on.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/result.h"
#include "referee/game/bot_session.h"
#include "referee/processes/event_loop.h"

namespace toptile {

class FedBot {
 public:
  // Gets each line of the bot that is not an awaited answer.
  using OnLine = std::function<void(const std::string& line)>;

  static Result<std::unique_ptr<FedBot>> start(const BotSpec& bot, std::stop_token stop, OnLine on_line);
  FedBot(const FedBot&) = delete;
  FedBot& operator=(const FedBot&) = delete;

  // Sends whole lines, and waits for the line that begins with `awaited`. Returns the rest of that line, or
  // an error that says how the bot ended or that the wait was stopped. After an error nothing more can be
  // asked.
  Result<std::string> ask(std::string_view lines, std::string_view awaited);

  // Sends `quit` and the end of input, and waits until the bot exits or a stop is requested. Returns how the
  // bot ended, as text.
  std::string quit();

 private:
  FedBot(const BotSpec& bot, std::stop_token stop, OnLine on_line);

  std::string ending();

  const std::string name_;
  EventLoop loop_;
  const std::stop_token stop_;
  const std::stop_callback<std::function<void()>> wake_;
  const OnLine on_line_;
  std::optional<BotProcess> process_;  // Empty until start() has started it.
};

}  // namespace toptile
