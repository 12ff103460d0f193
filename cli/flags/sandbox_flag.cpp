#include "cli/flags/sandbox_flag.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/assert.h"
#include "cli/flags/command.h"

namespace toptile {

void declare_sandbox(Command& command, std::optional<std::string>& word) {
  command
      .add_option("--sandbox auto|require|off", word,
                  "Run bots in a sandbox: as far as possible (auto, the default), only in a complete one "
                  "(require), or never (off); see docs/sandbox.md")
      .check(one_of(kSandboxModes));
}

SandboxMode sandbox_mode(const std::string& word) {
  const auto found = std::ranges::find(kSandboxModes, word);
  TOPTILE_ASSERT(found != kSandboxModes.end());
  return static_cast<SandboxMode>(found - kSandboxModes.begin());
}

void warn_of_sandbox(const Sandbox& sandbox) {
  if (sandbox.is_off() || sandbox.host().is_enough()) return;
  fmt::print(stderr, "toptile: bots are only partly in a sandbox: {}; toptile check host says more\n",
             sandbox.enforcement().why_not);
}

Result<std::shared_ptr<const Sandbox>> open_sandbox(const std::optional<std::string>& word) {
  auto sandbox = Sandbox::open(word ? sandbox_mode(*word) : SandboxMode::automatic);
  if (sandbox) warn_of_sandbox(*sandbox.value());
  return sandbox;
}

}  // namespace toptile
