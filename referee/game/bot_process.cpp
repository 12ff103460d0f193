#include "referee/game/bot_process.h"

#include "protocol/uwi.h"
#include "referee/processes/event_loop.h"

namespace toptile {

Started<BotProcess> start_bot_process(EventLoop& loop, const Launch& launch, const Confinement& confinement,
                                      std::stop_token stop) {
  TOPTILE_TRY(const auto confined, confine(launch, confinement));
  TOPTILE_TRY(auto child, Child::spawn(loop, confined));
  auto channel =
      LineChannel::open(loop, child.take_pipes(), {.line_bytes = uwi::kMaxLineBytes}, std::move(stop));
  if (!channel) return StartFailure{channel.error(), true};
  return BotProcess{std::move(child), std::move(channel).value()};
}

}  // namespace toptile
