// The sandbox confines bots, which are untrusted programs, to their own work (docs/sandbox.md). Its extent is
// decided once per run of this program, from the mode and from what this machine can enforce. Then it is put
// around each process that is started.
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
  automatic,  // Everything that this machine can enforce.
  require,    // No bot is started if this machine cannot enforce everything.
  off
};

// The values of --sandbox, in the order of SandboxMode.
inline const std::vector<std::string> kSandboxModes = {"auto", "require", "off"};

// Limits for each process of a bot together with all that it starts. 0 means no such limit.
struct SandboxLimits {
  int memory_mb = 2048;  // MiB; for each single process if there are no control groups.
  // Threads are counted, too. There is no limit if the bot runs as Toptile's own user and there are neither
  // namespaces nor control groups.
  int processes = 64;
  int files = 256;   // The maximum number of files that are open at once.
  int file_mb = 16;  // MiB; the largest file that it may write.
  int tmp_mb = 64;   // MiB; what its /tmp may hold. Its shared memory may hold as much again.
};

// What was enforced on a bot, as recorded in run.json.
struct Enforcement {
  std::vector<std::string> enforced;  // "limits", "memory group", "namespaces", …; empty when it is off.
  std::string why_not;  // Why namespaces, seccomp and user are not all there; empty if they are.
};

class Sandbox {
 public:
  // Inspects the machine unless the mode is `off`. Fails if everything is required and something is missing.
  static Result<std::shared_ptr<const Sandbox>> open(SandboxMode mode);
  // Creates a sandbox for a machine whose abilities are known.
  static Result<std::shared_ptr<const Sandbox>> on(HostAbilities host, SandboxMode mode);

  bool is_off() const { return mode_ == SandboxMode::off; }
  const HostAbilities& host() const { return host_; }

  // What is at least enforced on every bot.
  Enforcement enforcement() const;

  // Whether a bot sees its files at fixed paths (kBotPlace), and not where they are on this machine.
  bool has_own_places() const { return !is_off() && static_cast<bool>(host_.namespaces); }

 private:
  HostAbilities host_;
  SandboxMode mode_ = SandboxMode::off;
};

// The paths at which a bot sees its own files, and the word list of its games.
inline constexpr const char* kBotPlace = "/bot";
inline constexpr const char* kWordsPlace = "/words";

// The confinement of one bot. The bot sees the files that are named here, its program's folder even if that
// is not named, and the system's programs and libraries.
struct Confinement {
  std::shared_ptr<const Sandbox> sandbox;  // Null: the bot is not confined.
  SandboxLimits limits;
  Processors processors = Processors::free;
  // If Toptile runs as root, the user that each process of the bot becomes. nullopt: each process becomes a
  // different user. Processes that work one after the other in one writable folder must be the same user.
  std::optional<uid_t> user = {};
  // The bot's own files, at paths that reveal nothing about this machine. The bot's folder, and a path in its
  // command that begins with one of these files, are changed to the paths that the bot sees.
  std::vector<Shown> mounted;
  // Files of which each process of the bot gets a copy.
  std::vector<Shown> copied;
  // Files and folders of others that the bot may read, under the same paths.
  std::vector<std::filesystem::path> readable;
  // Files and folders that the bot may not see, although they lie in a folder that it may read: the run, and
  // other bots. Other runs are found and hidden without being named here.
  std::vector<std::filesystem::path> hidden;
  // Copies of this struct share it.
  std::shared_ptr<ForbiddenCache> forbidden = std::make_shared<ForbiddenCache>();

  bool is_off() const { return sandbox == nullptr || sandbox->is_off(); }
};

// Returns the launch with the sandbox around it, for one start. Fails if the program could not be started,
// with the reason that start_process would give, or if the sandbox cannot be set up.
Started<Launch> confine(const Launch& launch, const Confinement& confinement);

// The hint to add to the fault of a bot that failed at the start, if the sandbox is a likely reason: a signal
// killed the bot before it wrote anything, or its stderr mentions something that is missing or forbidden.
// Empty otherwise.
std::string_view hint_at_sandbox(const Confinement& confinement, bool is_killed, std::string_view written);

}  // namespace toptile
