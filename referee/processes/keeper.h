// The keeper of a bot is its supervisor process, which stands between the referee and the bot. As long as the
// bot lives, it only waits. Linux makes it the parent of every orphan among the bot's descendants
// (PR_SET_CHILD_SUBREAPER), whatever group or session they fled to. So when the bot exits, or the referee
// releases it, the keeper can kill every one of them. The referee releases the bot by closing its end of a
// socket, the leash; if the referee is killed, the kernel closes it.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace toptile {

// The first message over the leash. The process that is to become the bot sends it.
struct Birth {
  pid_t bot;
};

// The keeper's message when neither the bot nor any descendant lives any more. Then the keeper exits.
struct Epitaph {
  std::int32_t wait_status;            // The bot's status, as wait(2) returns it.
  std::int32_t killed;                 // Number of descendants that the keeper had to kill after the bot.
  std::int64_t processor_us;           // User and system time of the bot and all descendants.
  std::int64_t peak_memory_kibibytes;  // The peak of the largest of these processes.
};

// How to thaw the frozen control group of a bot, which must be done before a signal can end the bot.
struct Thawing {
  int file = -1;          // An open file, above_streams. -1: the bot has no such group.
  const char* word = "";  // The text to write to the file.
};

// Makes the calling process a keeper; that process is a copy of the referee with all signals blocked. It
// forks, and this function returns 0 in the child, which is to become the bot. If the fork fails, it returns
// errno. `leash` is the keeper's end of a SOCK_SEQPACKET socket. It calls only what is safe in a forked copy
// of a program with threads.
//
// When the bot exits by itself, its descendants have `afterlife_ms` to exit, too, before they are killed.
int become_keeper(int leash, int afterlife_ms, const Thawing& thawing);

}  // namespace toptile
