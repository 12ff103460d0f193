// The command line of the jail. Most of its options mean the same as bubblewrap's:
//
//   bot-jail WORD... -- PROGRAM ARGUMENT...
//
//   --user BOT OWN          root becomes the user BOT for the program, and OWN for the jail's own processes;
//                           without this, the program runs as the caller, in a user namespace
//   --hostname NAME         the name of the machine
//   --streams N             the program's input is the descriptor N, and its output N + 1
//   --nproc N the process limit
//   --seccomp FD a system call filter
//   --chdir PATH            the folder that the program starts in
//
// These build the files that the program sees, in the order in which they are named:
//
//   --bind FROM AT          shows a file or folder of the machine
//   --ro-bind FROM AT       the same, but it cannot be written
//   --ro-bind-data FD AT    makes a file with the bytes of an open one
//   --symlink TARGET AT
//   --perms MODE            the permissions of what the next --ro-bind-data, --dir or --tmpfs makes
//   --size BYTES            the size of what the next --tmpfs may hold
//   --dir AT                makes a folder
//   --tmpfs AT              mounts an empty file system in memory
//   --proc AT, --dev AT     mounts the files of processes, or devices
//   --remount-ro AT         makes the file system that is mounted there read-only
#pragma once

#include <sys/types.h>

namespace jail {

class World;

struct Orders {
  bool is_root = false;
  uid_t bot = 0, own = 0;
  const char* host_name = "bot";
  int first_stream = 0;
  unsigned long processes = 0;  // 0: no limit.
  int filter = -1;
  const char* folder = "/";
  char** build = nullptr;    // The arguments that build the world.
  char** program = nullptr;  // The program and its arguments.
};

// `words`, the arguments, end with a null pointer. Gives up at an unknown option.
Orders read_orders(char** words);

// Builds the world as `orders.build` says.
void build(const Orders& orders, const World& world);

}  // namespace jail
