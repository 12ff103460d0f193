#include "cli/flags/command_outline.h"

#include <CLI/CLI.hpp>

namespace toptile {

namespace {

constexpr std::string_view kExample = "Example:\n  ";

Argument read_argument(const CLI::Option& option) {
  Argument argument;
  for (const std::string& name : option.get_snames()) argument.flags.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) argument.flags.push_back("--" + name);
  argument.name = option.get_positional() ? option.get_name(true) : option.get_lnames().back();
  argument.value = option.get_type_size() == 0 ? "" : option.get_type_name();
  argument.description = option.get_description();
  argument.default_value = option.get_default_str();
  argument.is_required = option.get_required();
  argument.is_repeated = option.get_items_expected_max() > 1 ||
                         option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  return argument;
}

CommandOutline outline_below(const CLI::App& app, const std::string& path) {
  CommandOutline command;
  command.path = path;
  command.summary = app.get_description();
  if (const std::string footer = app.get_footer(); footer.starts_with(kExample))
    command.example = footer.substr(kExample.size());
  for (const CLI::Option* option : app.get_options())
    (option->get_positional() ? command.positionals : command.options).push_back(read_argument(*option));
  for (const CLI::App* part : app.get_subcommands([](const CLI::App*) { return true; }))
    command.parts.push_back(outline_below(*part, (path.empty() ? "" : path + " ") + part->get_name()));
  return command;
}

}  // namespace

std::string CommandOutline::name() const {
  return path.substr(path.rfind(' ') + 1);
}

CommandOutline outline_of(const CLI::App& command) {
  return outline_below(command, "");
}

std::vector<const CommandOutline*> with_parts(const CommandOutline& command) {
  std::vector<const CommandOutline*> all = {&command};
  for (const CommandOutline& part : command.parts) {
    for (const CommandOutline* each : with_parts(part)) all.push_back(each);
  }
  return all;
}

}  // namespace toptile
