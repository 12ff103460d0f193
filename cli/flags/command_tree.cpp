#include "cli/flags/command_tree.h"

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

Command read_command(const CLI::App& app, const std::string& path) {
  Command command;
  command.path = path;
  command.summary = app.get_description();
  if (const std::string footer = app.get_footer(); footer.starts_with(kExample))
    command.example = footer.substr(kExample.size());
  for (const CLI::Option* option : app.get_options())
    (option->get_positional() ? command.positionals : command.options).push_back(read_argument(*option));
  for (const CLI::App* part : app.get_subcommands([](const CLI::App*) { return true; }))
    command.parts.push_back(read_command(*part, (path.empty() ? "" : path + " ") + part->get_name()));
  return command;
}

}  // namespace

std::string Command::name() const {
  return path.substr(path.rfind(' ') + 1);
}

Command read_commands(const CLI::App& program) {
  return read_command(program, "");
}

std::vector<const Command*> with_parts(const Command& command) {
  std::vector<const Command*> all = {&command};
  for (const Command& part : command.parts) {
    for (const Command* each : with_parts(part)) all.push_back(each);
  }
  return all;
}

}  // namespace toptile
