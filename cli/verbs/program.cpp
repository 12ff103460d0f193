#include "cli/verbs/program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "base/utf8.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

fs::path league_program() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).replace_filename("toptile-league");
}

// Replaces this process by toptile-league, if that program exists. It calls itself toptile, too.
void become_league_program(std::vector<std::string> words) {
  words.insert(words.begin(), "toptile");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execv(league_program().c_str(), arguments.data());
}

Error without_league_program(std::string_view verb) {
  return {
      fmt::format("{} is done by the program toptile-league, which is not in {}: build it with ./dev build, "
                  "or install the package toptile; see: docs/install.md",
                  verb, printable(league_program().parent_path().native()))};
}

// "help league run" is "league run --help".
std::vector<std::string> words_of(int argc, char** argv) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (words.empty() || words[0] != "help") return words;
  std::erase_if(words, [](const std::string& word) { return word.starts_with('-'); });
  words.erase(words.begin());
  words.emplace_back("--help");
  return words;
}

// An error if the first argument is missing or is not a verb, or nullopt. CLI11 would only say that a
// subcommand is required.
std::optional<Error> verb_fault(const std::vector<std::string>& words) {
  std::vector<std::string> names;
  for (const Verb& verb : verbs()) names.emplace_back(verb.name);
  if (words.empty())
    return Error{fmt::format("a command should follow: {}; see: toptile --help", fmt::join(names, ", "))};
  const std::string& word = words.front();
  if (word.starts_with("-") || std::ranges::find(names, word) != names.end()) return std::nullopt;
  return Error{
      fmt::format("unknown command \"{}\"{}; see: toptile --help", printable(word), meant_name(word, names))};
}

}  // namespace

int run_program(int argc, char** argv, const std::map<std::string_view, Declare>& others) {
  std::vector<std::string> words = words_of(argc, argv);
  if (const auto fault = verb_fault(words)) return complain(*fault);
  const auto declare = [&others](const Verb& verb) {
    const auto other = others.find(verb.name);
    return other == others.end() ? verb.declare : other->second;
  };
  const bool is_whole =
      std::ranges::all_of(verbs(), [&](const Verb& verb) { return declare(verb) != nullptr; });
  const auto chosen_verb = std::ranges::find(verbs(), words.front(), &Verb::name);
  if (chosen_verb != verbs().end() && declare(*chosen_verb) == nullptr) {
    become_league_program(words);
    return complain(without_league_program(chosen_verb->name));
  }
  if (!is_whole && (words.front() == "man" || words.front() == "completions")) become_league_program(words);
  CommandLine line("toptile", "The bot arena for Upwords: tournaments between programs, and their results.",
                   TOPTILE_VERSION,
                   "Every command has --help with an example; toptile help COMMAND is the same.");
  Command program = line.program();
  for (const Verb& verb : verbs()) {
    Command command = program.add_command(verb.name, verb.summary, verb.example);
    if (declare(verb) != nullptr) command.set_action(declare(verb)(command));
  }
  const auto action = line.parse(std::move(words));
  if (!action) return complain(action.error());
  try {
    const auto status = action.value()();
    return status ? status.value() : complain(status.error());
  } catch (const std::exception& error) {  // From libraries: out of memory, an invalid path.
    return complain({fmt::format("this cannot be done here: {}", printable(error.what()))});
  }
}

}  // namespace toptile
