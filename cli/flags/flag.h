// How flags are declared: what values they take, and in which section of --help they are.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toptile {

// Accepts a whole number from `least` to `most`. The error says so, and the help says nothing.
CLI::Validator in_range(std::int64_t least, std::int64_t most);

// Accepts any number from `least` to `most`.
CLI::Validator number_in_range(double least, double most);

// Accepts a whole number of 64 bits. CLI11 would take a larger one for the largest, and -1, too.
CLI::Validator seed_number();

// The same as in_range for a time in milliseconds. The error of a text with another unit, such as 5s, says
// what is meant.
CLI::Validator milliseconds_in_range(std::int64_t least, std::int64_t most);

// Accepts one of the words. The error names the nearest one.
CLI::Validator one_of(const std::vector<std::string>& words);

// Adds a switch with two names, "--pin,!--no-pin": the one turns it on, the other off. If it is given several
// times, the last one counts.
CLI::Option* add_switch(CLI::App& command, const std::string& names, std::optional<bool>& flag,
                        const std::string& text);

// Takes --json where nothing but JSON is printed, so that a script may say it to every verb.
CLI::Option* add_needless_json(CLI::App& command);

// The help shows flags that are declared while this exists under its title.
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
