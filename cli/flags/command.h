// Commands and the flags that they take. CLI11 reads the command line. Only command.cpp and the files that it
// names include CLI11, because its headers take seconds in every source.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/result.h"
#include "cli/flags/checks.h"
#include "cli/terminal/exit_code.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace toptile {

// What a command does after its arguments are parsed: it returns the exit status, or an error, which the
// program prints.
class Action {
 public:
  Action() = default;
  // From a function that returns int, Result<int>, or Result<void>: success is then kDone.
  template <std::invocable Function>
  Action(Function function) {
    if constexpr (std::is_same_v<decltype(function()), Result<void>>) {
      function_ = [function = std::move(function)]() -> Result<int> {
        TOPTILE_TRY_TO(function());
        return kDone;
      };
    } else {
      function_ = std::move(function);
    }
  }

  Result<int> operator()() const { return function_(); }

 private:
  std::function<Result<int>()> function_;
};

// A flag or a positional argument of a command. A copy is the same option. The functions that return an
// Option return this one, so that calls can be chained.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option required() const;
  Option check(Check check) const;
  // The value that the variable has now is shown in the help as the default.
  Option shows_default() const;
  // The two cannot be given together. An option that is named must have been added.
  Option excludes(Option other) const;
  Option excludes(const std::string& name) const;
  Option needs(Option other) const;
  // How many values follow each time it is given.
  Option expected(int values) const;
  Option expected(int least, int most) const;
  // It may be given several times: with one value each time, all of which count; or the last one counts.
  Option repeated() const;
  Option takes_last() const;
  Option group(const std::string& title) const;  // Its section in the help.
  Option describe(const std::string& text) const;

  std::string name() const;  // "--pair", or the name of a positional argument.
  std::string description() const;
  bool is_given() const;  // Known when the action runs.

 private:
  CLI::Option* option_;
};

// A command of the program, or the program itself. A copy is the same command.
class Command {
 public:
  // An option with a value, which goes into the variable. `names` are all names and then what the help calls
  // the value: "-o,--out FILE", or "run RUN" for a positional argument. The variable must live until the
  // action has run.
  Option add_option(const std::string& names, std::string& value, const std::string& text);
  Option add_option(const std::string& names, std::optional<std::string>& value, const std::string& text);
  Option add_option(const std::string& names, std::vector<std::string>& values, const std::string& text);
  Option add_option(const std::string& names, int& value, const std::string& text);
  Option add_option(const std::string& names, std::optional<int>& value, const std::string& text);
  Option add_option(const std::string& names, std::int64_t& value, const std::string& text);
  Option add_option(const std::string& names, std::optional<std::int64_t>& value, const std::string& text);
  Option add_option(const std::string& names, std::uint64_t& value, const std::string& text);
  Option add_option(const std::string& names, std::optional<std::uint64_t>& value, const std::string& text);
  Option add_option(const std::string& names, double& value, const std::string& text);
  Option add_option(const std::string& names, std::optional<double>& value, const std::string& text);

  // A flag without a value.
  Option add_flag(const std::string& names, bool& is_given, const std::string& text);
  // A flag whose value can be left out: "--live{auto}".
  Option add_flag(const std::string& names, std::string& value, const std::string& text);
  // A switch with two names, "--pin,!--no-pin": the first turns it on, the second off. If there are several
  // on a command line, the last one counts.
  Option add_switch(const std::string& names, std::optional<bool>& is_on, const std::string& text);
  // Accepts --json in a verb that prints only JSON anyway, so that scripts may pass it to every verb.
  Option add_needless_json();

  Option option(const std::string& name) const;                      // It must have been added.
  std::optional<Option> find_option(const std::string& name) const;  // Nullopt if it has not.
  std::vector<Option> options() const;                               // All, --help too.

  // One of the commands that can follow this one, one of which must. The example is the last part of its
  // help.
  Command add_command(std::string_view name, std::string_view summary, std::string_view example);
  void set_action(Action action);

  const CLI::App& app() const { return *app_; }
  const CLI::App& program() const;

 private:
  friend class CommandLine;
  friend class Section;
  using Actions = std::vector<std::pair<const CLI::App*, Action>>;

  Command(CLI::App* app, Actions* actions) : app_(app), actions_(actions) {}

  CLI::App* app_;
  Actions* actions_;
};

// Flags that are declared while this object exists are under its title in the help.
class Section {
 public:
  Section(Command& command, const std::string& title);
  ~Section();
  Section(const Section&) = delete;
  Section& operator=(const Section&) = delete;

 private:
  Command& command_;
};

// The whole program and its command line.
class CommandLine {
 public:
  CommandLine(const std::string& name, const std::string& summary, const std::string& version,
              const std::string& footer);
  ~CommandLine();

  Command program();

  // Parses the arguments, without the program's name, and returns the action of the command that they choose.
  // If they ask for the help or the version, it is printed, and the action does nothing. The error says what
  // is wrong and which help to read.
  Result<Action> parse(std::vector<std::string> words);

 private:
  std::unique_ptr<CLI::App> app_;
  Command::Actions actions_;
};

}  // namespace toptile
