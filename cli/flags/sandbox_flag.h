// The option --sandbox of the verbs that start bots, and what is said of the sandbox.
#pragma once

#include <optional>
#include <string>

#include "referee/sandbox/sandbox.h"

namespace CLI {
class App;
}

namespace toptile {

void declare_sandbox(CLI::App& command, std::optional<std::string>& word);

// The word is one of kSandboxModes.
SandboxMode sandbox_mode(const std::string& word);

// Prints a line on stderr if the sandbox is wanted and something of it is missing.
void warn_of_sandbox(const Sandbox& sandbox);

// Opens the sandbox that the word asks for, which is auto if there is no word. Warns as warn_of_sandbox does.
Result<std::shared_ptr<const Sandbox>> open_sandbox(const std::optional<std::string>& word);

}  // namespace toptile
