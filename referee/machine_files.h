// What a bot finds in /proc about the machine as a whole (docs/sandbox.md): what that is, and nothing of what
// runs on it. Two processes could signal each other by any count that both can read and one can move.
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

// The files that runtimes read, with constants in place of counts. What is free of memory is what the bot may
// have: `memory_bytes`, 0 for no limit.
std::vector<MachineFile> machine_files(std::uint64_t memory_bytes);

// What else of /proc is not the process's own, and no setting of the kernel's: files and folders that are
// there.
std::vector<std::filesystem::path> hidden_machine_files();

}  // namespace toptile
