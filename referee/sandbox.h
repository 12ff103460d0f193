// Bots are strangers' programs. The sandbox is what keeps them from everything but their own work
// (docs/sandbox.md): decided once for a program's run from what is wanted and what this machine can enforce,
// then put around each process that is started.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/result.h"
#include "referee/forbidden.h"
#include "referee/host_abilities.h"
#include "referee/launch.h"
#include "referee/system_call_filter.h"
#include "referee/view.h"

namespace toptile {

enum class SandboxMode {
  automatic,  // As much as this machine can enforce.
  require,    // Nothing is started where it cannot enforce all of it.
  off
};

// The words of --sandbox, in the order of SandboxMode.
inline const std::vector<std::string> kSandboxModes = {"auto", "require", "off"};

// For each process of a bot with all that it starts. 0: without that limit.
struct SandboxLimits {
  int memory_mb = 2048;  // MiB. Of each process where there are no control groups.
  int processes =
      64;           // Threads included. Not limited for one's own user without namespaces and control groups.
  int files = 256;  // Open at once.
  int file_mb = 16;  // MiB; the size of a file that it writes.
  int tmp_mb = 64;   // MiB; what its /tmp may hold, and its shared memory as much again.
};

// What a bot got, as run.json says it.
struct Enforcement {
  std::vector<std::string> enforced;  // "limits", "memory group", "namespaces", …; nothing when it is off.
  std::string why_not;                // Why not namespaces, seccomp and user all; empty when it is so.
};

class Sandbox {
 public:
  // Looks at the machine unless the mode is `off`. An error where all is required and not all is there.
  static Result<std::shared_ptr<const Sandbox>> open(SandboxMode mode);
  // From what is known of a machine.
  static Result<std::shared_ptr<const Sandbox>> on(HostAbilities host, SandboxMode mode);

  bool is_off() const { return mode_ == SandboxMode::off; }
  const HostAbilities& host() const { return host_; }

  // What every bot gets at least.
  Enforcement enforcement() const;

  // Whether a bot finds its files at places of their own, and not where they are on this machine.
  bool has_own_places() const { return !is_off() && static_cast<bool>(host_.namespaces); }

 private:
  HostAbilities host_;
  SandboxMode mode_ = SandboxMode::off;
};

// The places where a bot finds its own files, and the words of its games.
inline constexpr const char* kBotPlace = "/bot";
inline constexpr const char* kWordsPlace = "/words";

// How one bot is kept. Its world is built of what is named here, of its program's folder where that is not
// named, and of the system's programs and libraries.
struct Confinement {
  std::shared_ptr<const Sandbox> sandbox;  // Null: not at all.
  SandboxLimits limits;
  Processors processors = Processors::free;
  // The user that each process of root's bots becomes; without one, each becomes another. Processes that
  // follow each other in one writable folder are one user's.
  std::optional<uid_t> user = {};
  // Its own files, at places that tell nothing of this machine. A path in its command that begins with one of
  // them, and its folder, are changed to what the bot finds.
  std::vector<Shown> mounted;
  // Files of which each of its processes gets a copy.
  std::vector<Shown> copied;
  // Files and folders of others that it may read, under the same paths.
  std::vector<std::filesystem::path> readable;
  // What it may not see although a folder that it may read holds it: the run, other bots. Other runs are
  // found and hidden without being named.
  std::vector<std::filesystem::path> hidden;
  // Copies share it.
  std::shared_ptr<ForbiddenCache> forbidden = std::make_shared<ForbiddenCache>();

  bool is_off() const { return sandbox == nullptr || sandbox->is_off(); }
};

// The launch with the sandbox around it: for one start. A failure where the program could not be started, for
// the reason that start_process would give, or the sandbox not be set up.
Started<Launch> confine(const Launch& launch, const Confinement& confinement);

// What is to be added to a sentence about a bot that did not get to say a word; empty without a sandbox.
std::string_view hint_at_sandbox(const Confinement& confinement);

}  // namespace toptile
