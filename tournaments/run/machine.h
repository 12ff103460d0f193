// A description of the machine that plays.
#pragma once

#include <cstdint>
#include <string>

namespace toptile {

struct Machine {
  std::string system;          // "Linux 6.1.0-18-amd64 x86_64"
  std::string processor;       // The name of its model, or "unknown processor".
  int processors = 0;          // The number of processors that this program may use.
  std::int64_t memory_mb = 0;  // MiB; all memory of the machine.
};

Machine this_machine();

}  // namespace toptile
