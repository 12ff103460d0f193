// Building a bot that is handed in as sources: in a copy of its folder and in the sandbox, once for all who
// play with the same sources on this machine.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/result.h"
#include "referee/descriptor.h"
#include "referee/sandbox.h"

namespace toptile {

// What is kept for the next time. What is in use stays all the same.
struct CacheLimits {
  std::size_t places = 40;                       // Built bots, and logs of builds that failed.
  std::uint64_t bytes = std::uint64_t{8} << 30;  // Bytes are counted as blocks of the disk.
};

struct BuildRequest {
  std::filesystem::path folder;  // The bot's, which stays as it is.
  std::string sha256;            // Of its files, by hash_of_files.
  std::vector<std::vector<std::string>> commands;
  std::vector<std::filesystem::path> readable;  // What the organizer lets the bot see.
  std::filesystem::path package;                // Of toptileConfig.cmake, which CMake is told of; or empty.
  std::vector<std::filesystem::path> package_files;
  std::shared_ptr<const Sandbox> sandbox;
  std::function<void()> on_build;  // Before the first command; not where nothing has to be built.
  std::stop_token stop = {};
  CacheLimits cache = {};
};

// A folder with what was built, until the last copy of this goes.
struct BuiltBot {
  std::filesystem::path folder;
  std::shared_ptr<const UniqueDescriptor> lock;
};

// Runs the commands one after the other, 20 minutes each at most, in a folder of the user's cache; or finds
// there what an earlier call built of the same sources with the same commands. Waits for another program that
// builds the same. In the sandbox a build has no network, sees the bot's files, the system's and the kit's,
// and may write into the copy. What a command leaves running is ended. An error has the first line of a
// failed build that tells of one, and names the log with all of them.
Result<BuiltBot> build_bot(const BuildRequest& request);

// What an earlier call built of the same; nothing where there is none, or where it is being built now.
std::optional<BuiltBot> find_built_bot(const BuildRequest& request);

}  // namespace toptile
