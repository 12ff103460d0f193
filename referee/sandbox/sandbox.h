// Bots are strangers' programs. The sandbox keeps them from everything but their own work (docs/sandbox.md).
// It is decided once for a program's run, from what is wanted and what this machine can enforce. Then it is
// put around each process that is started.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "protocol/fault_kind.h"
#include "referee/processes/launch.h"
#include "referee/sandbox/forbidden.h"
#include "referee/sandbox/host_abilities.h"
#include "referee/sandbox/system_call_filter.h"
#include "referee/sandbox/view.h"

namespace toptile {

enum class SandboxMode {
  automatic,  // All that this machine can enforce.
  require,    // Nothing is started if this machine cannot enforce all of it.
  off
};

// The words for --sandbox, in the order of SandboxMode.
inline const std::vector<std::string> kSandboxModes = {"auto", "require", "off"};

// Limits for each process of a bot with all that it starts. 0 means no such limit.
struct SandboxLimits {
  int memory_mb = 2048;  // MiB; for each single process if there are no control groups.
  // Threads are counted, too. There is no limit if the bot runs as our own user and there are neither
  // namespaces nor control groups.
  int processes = 64;
  int files = 256;   // The most files that are open at once.
  int file_mb = 16;  // MiB; the largest file that it may write.
  int tmp_mb = 64;   // MiB; what its /tmp may hold. Its shared memory may hold as much again.
};

// What was enforced on a bot, as run.json says it.
struct Enforcement {
  std::vector<std::string> enforced;  // "limits", "memory group", "namespaces", …; empty when it is off.
  std::string why_not;                // Why namespaces, seccomp and user are not all there; else empty.
};

class Sandbox {
 public:
  // Looks at the machine unless the mode is `off`. An error if all is required and not all is there.
  static Result<std::shared_ptr<const Sandbox>> open(SandboxMode mode);
  // Makes a sandbox from what is known of a machine.
  static Result<std::shared_ptr<const Sandbox>> on(HostAbilities host, SandboxMode mode);

  bool is_off() const { return mode_ == SandboxMode::off; }
  const HostAbilities& host() const { return host_; }

  // What is enforced on every bot at least.
  Enforcement enforcement() const;

  // Whether a bot finds its files at special places (kBotPlace), and not where they are on this machine.
  bool has_own_places() const { return !is_off() && static_cast<bool>(host_.namespaces); }

 private:
  HostAbilities host_;
  SandboxMode mode_ = SandboxMode::off;
};

// The places where a bot finds its own files, and the words of its games.
inline constexpr const char* kBotPlace = "/bot";
inline constexpr const char* kWordsPlace = "/words";

// How one bot is confined. It sees what is named here, its program's folder if that is not named, and the
// system's programs and libraries.
struct Confinement {
  std::shared_ptr<const Sandbox> sandbox;  // Null: the bot is not confined.
  SandboxLimits limits;
  Processors processors = Processors::free;
  // The user that each process of root's bots becomes. Without one, each process becomes a different user.
  // Processes that work in one writable folder, one after the other, must be the same user.
  std::optional<uid_t> user = {};
  // The bot's own files, at places that tell nothing of this machine. The bot's folder, and a path in its
  // command that begins with one of these files, are changed to what the bot finds.
  std::vector<Shown> mounted;
  // Files of which each process of the bot gets a copy.
  std::vector<Shown> copied;
  // Other people's files and folders that the bot may read, under the same paths.
  std::vector<std::filesystem::path> readable;
  // What the bot may not see, although a folder that it may read holds it: the run, and other bots. Other
  // runs are found and hidden without being named.
  std::vector<std::filesystem::path> hidden;
  // Copies of this struct share it.
  std::shared_ptr<ForbiddenCache> forbidden = std::make_shared<ForbiddenCache>();

  bool is_off() const { return sandbox == nullptr || sandbox->is_off(); }
};

// Gives the launch with the sandbox around it, for one start. A failure if the program could not be started,
// with the reason that start_process would give, or if the sandbox cannot be set up.
Started<Launch> confine(const Launch& launch, const Confinement& confinement);

// The text to add to a fault of a bot that failed at the start, if the sandbox is a likely reason: a signal
// killed the bot without a word, or what it wrote on stderr is of something that is missing or forbidden.
std::string_view hint_at_sandbox(const Confinement& confinement, bool is_killed, std::string_view written);

}  // namespace toptile
