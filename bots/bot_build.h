// Builds a bot from its sources, in a copy of its folder and in the sandbox. The result is kept in the user's
// cache, so that the same sources are built only once.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"
#include "bots/cache_folder.h"
#include "referee/sandbox/sandbox.h"

namespace toptile {

// The limits for the commands of a build. Compilers need more than bots.
struct BuildLimits {
  SandboxLimits sandbox{.memory_mb = 8192, .processes = 512, .files = 1024, .file_mb = 2048, .tmp_mb = 2048};
  std::chrono::minutes step{20};  // The maximum time for one command.
  // The maximum size of the bot's folder, as bytes_below() counts it (cache_folder.h). It is checked now and
  // then during a command and after each.
  std::uint64_t disk_bytes = std::uint64_t{4} << 30;
};

struct BuildRequest {
  std::filesystem::path folder;  // The bot's folder, which the build does not change.
  std::string sha256;            // The hash of the bot's files (hash_of_files).
  std::vector<std::vector<std::string>> commands;
  std::vector<std::filesystem::path> readable;  // The files and folders that the organizer lets the bot see.
  // The folder of toptileConfig.cmake, which is passed to CMake; may be empty.
  std::filesystem::path package;
  std::vector<std::filesystem::path> package_files;
  std::shared_ptr<const Sandbox> sandbox;
  std::function<void()> on_build;  // Called before the first command if anything has to be built.
  std::stop_token stop = {};
  CacheLimits cache = {};
  BuildLimits limits = {};
  // If set, it gets the log of a failed build, and the error then does not name the log file: the log is for
  // somebody who cannot see that file.
  std::function<void(const std::string& log)> on_failure = {};
};

// The folder with a built bot. It stays as it is until the last copy of this struct is gone.
struct BuiltBot {
  std::filesystem::path folder;
  std::shared_ptr<const UniqueDescriptor> lock;
};

// Runs the commands one after the other in a folder of the user's cache, within the limits. If an earlier
// call built the same sources with the same commands, its result is used instead. If another program is
// building the same, this waits for it. In the sandbox a build has no network, sees the files of the bot, the
// system and the kit, and may write into the copy. Processes that a command leaves running are killed. The
// error of a failed build quotes the first line that reports an error, and names the log with all lines.
Result<BuiltBot> build_bot(const BuildRequest& request);

// Finds what an earlier call built from the same request. nullopt if there is no such build, or if it is
// being built now.
std::optional<BuiltBot> find_built_bot(const BuildRequest& request);

}  // namespace toptile
