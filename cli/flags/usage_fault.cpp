#include "cli/flags/usage_fault.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/json_fields.h"
#include "base/utf8.h"
#include "base/words.h"
#include "cli/flags/command_outline.h"

namespace toptile {

namespace {

std::string in_double_quotes(std::string_view text) {
  return printable(fmt::format("\"{}\"", text));
}

std::vector<std::string> parts_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* part : command.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(part->get_name());
  return names;
}

// Names a flag that does not exist, and the one that was probably meant.
std::optional<std::string> unknown_flag(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  for (const std::string& extra : command.remaining()) {
    const std::string flag = extra.substr(0, extra.find('='));
    if (!flag.starts_with("--")) continue;
    return fmt::format("unknown flag {}{}", printable(flag), meant_name(flag, names));
  }
  return std::nullopt;
}

// The texts before and after `words` in CLI11's message, or nullopt if it does not contain them.
std::optional<std::pair<std::string, std::string>> around(const std::string& said, std::string_view words) {
  const std::size_t at = said.find(words);
  if (at == said.npos) return std::nullopt;
  return std::pair(said.substr(0, at), said.substr(at + words.size()));
}

// "as in: toptile match a b"; empty if the command has no example.
std::string example_of(const CLI::App& command) {
  const std::string example = outline_of(command).example;
  return example.empty() ? "" : ", as in: " + example.substr(0, example.find('\n'));
}

// The message if an argument has too few or too many values, with the two numbers from CLI11's message, or
// nullopt.
std::optional<std::string> count_fault(const CLI::App& command, const std::string& said) {
  for (const std::string_view limit : {": At least ", ": At Most "}) {
    const auto name = around(said, limit);
    if (!name) continue;
    const auto numbers = around(name->second, " required but received ");
    if (!numbers) continue;
    const auto& [wanted, received] = *numbers;
    if (!name->first.starts_with('-'))
      return fmt::format("name {} {}, not {}{}", wanted, name->first, received, example_of(command));
    if (wanted == "1") return fmt::format("{} is given {} times; give it once", name->first, received);
    return fmt::format("{}: {} values should follow, not {}", name->first, wanted, received);
  }
  return std::nullopt;
}

// CLI11's message in our words, with the user's own text unchanged.
std::string reworded(const CLI::App& command, const CLI::ParseError& error) {
  const std::string said = error.what();
  constexpr std::string_view kNotConverted = "Could not convert: ", kMissing = " missing";
  if (const auto value = around(said, " = "); value && said.starts_with(kNotConverted))
    return fmt::format("{}: {} should be a number", value->first.substr(kNotConverted.size()),
                       in_double_quotes(value->second));
  if (const auto needed = around(said, ": 1 required "); needed && said.ends_with(kMissing))
    return fmt::format("{}: {} should follow", needed->first,
                       needed->second.substr(0, needed->second.size() - kMissing.size()));
  if (const auto pair = around(said, " excludes ");
      pair && dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr)
    return fmt::format("{} and {} do not go together; leave one out", pair->first, pair->second);
  if (const auto pair = around(said, " requires ");
      pair && dynamic_cast<const CLI::RequiresError*>(&error) != nullptr)
    return fmt::format("{} goes only with {}; give both", pair->first, pair->second);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
    if (auto fault = count_fault(command, said)) return *std::move(fault);
  constexpr int kMost = 1000;
  return printable(said, kMost);
}

}  // namespace

Error usage_fault(const CLI::App& program, const CLI::ParseError& error) {
  const CLI::App* command = &program;
  std::string path, words;
  for (auto chosen = program.get_subcommands(); !chosen.empty(); chosen = command->get_subcommands()) {
    command = chosen.front();
    path += command->get_name() + ": ";
    words += command->get_name() + " ";
  }
  const std::vector<std::string> parts = parts_of(*command);
  const bool is_part_missing = !parts.empty() && dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  std::string what = is_part_missing ? fmt::format("one of these should follow: {}", fmt::join(parts, ", "))
                                     : reworded(*command, error);
  // CLI11 counts the value after an unknown flag as an extra argument, so we name the flag.
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr ||
      dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
    what = unknown_flag(*command).value_or(what);
  return {fmt::format("{}{}; see: toptile {}--help", path, what, words)};
}

std::optional<Error> part_fault(const CLI::App& program, const std::vector<std::string>& words) {
  const CLI::App* command = &program;
  std::string path;
  for (const std::string& word : words) {
    const std::vector<std::string> parts = parts_of(*command);
    if (parts.empty() || word.starts_with('-')) return std::nullopt;
    if (std::ranges::find(parts, word) == parts.end()) {
      return Error{fmt::format("{} has no command {}{}; see: toptile {} --help", path, in_double_quotes(word),
                               meant_name(word, parts), path)};
    }
    command = command->get_subcommand(word);
    path += (path.empty() ? "" : " ") + word;
  }
  return std::nullopt;
}

}  // namespace toptile
