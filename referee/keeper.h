// The keeper of a bot: a process between the referee and the bot, and as long as the bot lives all that it
// does is wait. Linux hands it every orphan among the bot's descendants (PR_SET_CHILD_SUBREAPER), whatever
// group or session they fled to; so when the bot ends, or the referee lets go of it, the keeper can kill
// every one of them. The referee lets go by closing its end of a socket, the leash, which the kernel does for
// a referee that was killed.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace toptile {

// What comes over the leash first, from the process that is to become the bot.
struct Birth {
  pid_t bot;
};

// What the keeper sends when neither the bot nor any descendant lives any more; then it ends.
struct Epitaph {
  std::int32_t wait_status;            // Of the bot, as wait(2) gives it.
  std::int32_t killed;                 // Descendants that outlived the bot, and that the keeper had to kill.
  std::int64_t processor_us;           // Of the bot and all descendants, user and system time together.
  std::int64_t peak_memory_kibibytes;  // Of the largest among them.
};

// What a bot in a frozen control group has to be given before a signal can end it.
struct Thawing {
  int file = -1;          // Open, and above_streams; -1: it has no such group.
  const char* word = "";  // To be written there.
};

// Makes the calling process, which is a copy of the referee with all signals blocked, a keeper: forks, and
// comes back in the child, which is to become the bot. `leash` is the keeper's end, a SOCK_SEQPACKET socket.
// When the fork fails it comes back too, with errno's number; else with 0. Calls nothing but what is safe in
// a copy of a program with threads.
//
// When the bot ends by itself, its descendants have `afterlife_ms` to end, too, before they are killed.
int become_keeper(int leash, int afterlife_ms, const Thawing& thawing);

}  // namespace toptile
