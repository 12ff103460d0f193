// Helpers for declaring flags: the values that they accept, and their section in --help.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toptile {

// Accepts an integer from `least` to `most`. The error names the range, and the help does not.
CLI::Validator in_range(std::int64_t least, std::int64_t most);

// Accepts any number from `least` to `most`.
CLI::Validator number_in_range(double least, double most);

// Accepts an unsigned 64-bit integer. CLI11 alone would turn a larger one, and -1, into the largest.
CLI::Validator seed_number();

// The same as in_range for a time in milliseconds. The error for a text with another unit, such as 5s, gives
// the value in milliseconds.
CLI::Validator milliseconds_in_range(std::int64_t least, std::int64_t most);

// Accepts one of the words. The error names the most similar one.
CLI::Validator one_of(const std::vector<std::string>& words);

// Adds a switch with two names, "--pin,!--no-pin": the first turns it on, the second off. If there are
// several on a command line, the last one counts.
CLI::Option* add_switch(CLI::App& command, const std::string& names, std::optional<bool>& flag,
                        const std::string& text);

// Accepts --json in a verb that prints only JSON anyway, so that scripts may pass it to every verb.
CLI::Option* add_needless_json(CLI::App& command);

// Flags that are declared while this object exists are under its title in the help.
class Section {
 public:
  Section(CLI::App& command, const std::string& title) : command_(command) {
    command_.option_defaults()->group(title);
  }
  ~Section() { command_.option_defaults()->group("Options"); }
  Section(const Section&) = delete;
  Section& operator=(const Section&) = delete;

 private:
  CLI::App& command_;
};

}  // namespace toptile
