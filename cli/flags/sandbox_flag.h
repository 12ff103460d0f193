// The option --sandbox of the verbs that start bots, and what is said of the sandbox.
#pragma once

#include <optional>
#include <string>

#include "referee/sandbox.h"

namespace CLI {
class App;
}

namespace toptile {

void declare_sandbox(CLI::App& command, std::optional<std::string>& word);

// The word is one of kSandboxModes.
SandboxMode sandbox_mode(const std::string& word);

// A line on stderr where the sandbox is wanted and is not all there.
void warn_of_sandbox(const Sandbox& sandbox);

// The sandbox that the word asks for, auto without one, with its warning.
Result<std::shared_ptr<const Sandbox>> open_sandbox(const std::optional<std::string>& word);

}  // namespace toptile
