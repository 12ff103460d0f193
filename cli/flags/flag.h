// How flags are declared: what they take, and the sections of --help that they stand in.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toptile {

// A whole number from `least` to `most`; says so when it is not, and nothing in the help.
CLI::Validator in_range(std::int64_t least, std::int64_t most);

// One of the words; names the nearest when it is not.
CLI::Validator one_of(const std::vector<std::string>& words);

// "--pin,!--no-pin": on by the one name, off by the other; of several the last counts.
CLI::Option* add_switch(CLI::App& command, const std::string& names, std::optional<bool>& flag,
                        const std::string& text);

// Flags declared while it lives stand in the help under its title.
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
