// Messages for invalid command lines. CLI11 finds the errors; these messages also say where they are, and
// what to do.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace toptile {

// The message for an error that CLI11 found in the arguments of `program`.
Error usage_fault(const CLI::App& program, const CLI::ParseError& error);

// An error if the arguments name an unknown subcommand, such as "league nope", or nullopt. CLI11 would ignore
// it before --help.
std::optional<Error> part_fault(const CLI::App& program, const std::vector<std::string>& words);

}  // namespace toptile
