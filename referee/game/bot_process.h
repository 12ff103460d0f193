// What every conversation with a bot begins with: the referee's (bot_session.h), that of `toptile check`
// (conformance/talk.h), and that of a bot in a debugger (tournaments/analysis/fed_bot.h). They differ in what
// they send, when they are patient, and what they make of a strange line.
#pragma once

#include <stop_token>

#include "referee/processes/child.h"
#include "referee/processes/event_loop.h"
#include "referee/processes/line_channel.h"
#include "referee/sandbox/sandbox.h"

namespace toptile {

// A bot's process in its confinement, and the lines to it and from it.
struct BotProcess {
  Child child;
  LineChannel channel;
};

// Starts a bot. Only the calling thread may wait in the loop, which must outlive the process. Waits of the
// channel end when `stop` is requested and the loop is then woken. The failure says
// whether the machine or the bot's program is the reason.
Started<BotProcess> start_bot_process(EventLoop& loop, const Launch& launch, const Confinement& confinement,
                                      std::stop_token stop);

}  // namespace toptile
