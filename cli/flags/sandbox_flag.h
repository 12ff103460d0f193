// The option --sandbox of the verbs that start bots, and the notices about the sandbox.
#pragma once

#include <optional>
#include <string>

#include "referee/sandbox/sandbox.h"

namespace toptile {

class Command;

void declare_sandbox(Command& command, std::optional<std::string>& word);

// `word` must be one of kSandboxModes.
SandboxMode sandbox_mode(const std::string& word);

// Prints a line on stderr if the sandbox is on and a part of it is missing.
void warn_of_sandbox(const Sandbox& sandbox);

// Opens the sandbox in the mode that `word` names, or in the mode auto without one. Warns as warn_of_sandbox
// does.
Result<std::shared_ptr<const Sandbox>> open_sandbox(const std::optional<std::string>& word);

}  // namespace toptile
