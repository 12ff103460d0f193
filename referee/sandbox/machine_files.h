// The files in /proc about the machine as a whole that a bot sees (docs/sandbox.md). They describe the
// machine, and say nothing about what runs on it: two processes could signal each other by any count that
// both can read and one of them can change.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace toptile {

struct MachineFile {
  std::filesystem::path at;
  std::string text;
};

// The files that runtimes read, with constants in place of counts. The free memory in them is what the bot
// may have: `memory_bytes`, or all if that is 0.
std::vector<MachineFile> machine_files(std::uint64_t memory_bytes);

// The other files and folders of /proc that exist here: those that are neither the process's own nor a kernel
// setting, and the settings that count something.
std::vector<std::filesystem::path> hidden_machine_files();

}  // namespace toptile
