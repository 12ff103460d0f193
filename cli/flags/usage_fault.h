// What is wrong with the words of a command line. CLI11 finds it, and these sentences also say where it is
// wrong, and what to do.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace toptile {

// The sentence for what CLI11 found in the words of `program`.
Error usage_fault(const CLI::App& program, const CLI::ParseError& error);

// An error if the words name a part that its command does not have, such as "league nope". CLI11 would pass
// it over before --help.
std::optional<Error> part_fault(const CLI::App& program, const std::vector<std::string>& words);

}  // namespace toptile
