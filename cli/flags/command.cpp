#include "cli/flags/command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "base/assert.h"
#include "base/text_columns.h"
#include "cli/flags/usage_fault.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"

namespace toptile {

namespace {

// The layout of --help: 80 columns, without the texts that CLI11 adds.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_desc(const CLI::Option* option) const override {
    return beside_column(CLI::Formatter::make_option_desc(option));
  }

  // Removes CLI11's braces. The description of a switch says which name turns it off, and brackets show an
  // optional value.
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    std::string name = CLI::Formatter::make_option_name(option, is_positional);
    constexpr std::string_view kOff = "{false}";
    for (std::size_t at = name.find(kOff); at != std::string::npos; at = name.find(kOff))
      name.erase(at, kOff.size());
    constexpr std::string_view kAnyPort = "{auto}";
    if (const std::size_t at = name.find(kAnyPort); at != std::string::npos)
      name.replace(at, kAnyPort.size(), "[=PORT]");
    return name;
  }

  // Removes CLI11's lists of needed and excluded options. The description and the error say this in
  // sentences.
  std::string make_option_opts(const CLI::Option* option) const override {
    std::string options = CLI::Formatter::make_option_opts(option);
    for (const char* addition : {" Needs:", " Excludes:"}) {
      if (const std::size_t at = options.find(addition); at != std::string::npos) options.resize(at);
    }
    return options;
  }

  std::string make_subcommand(const CLI::App* command) const override {
    std::stringstream line;
    CLI::detail::format_help(line, command->get_name(), beside_column(command->get_description()),
                             get_column_width());
    return line.str();
  }

 private:
  // CLI11 indents every line of a description itself.
  std::string beside_column(const std::string& text) const {
    return wrapped(text, kColumns - get_column_width());
  }
};

// `names` are the names and what the help calls the value, "--out FILE".
template <class Value>
Option add(CLI::App& app, const std::string& names, Value& value, const std::string& text) {
  const std::size_t blank = names.find(' ');
  CLI::Option* option = app.add_option(names.substr(0, blank), value, text);
  if (blank != names.npos) option->type_name(names.substr(blank + 1));
  return Option(option);
}

}  // namespace

Option Option::required() const {
  option_->required();
  return *this;
}

Option Option::check(Check check) const {
  option_->check(CLI::Validator([check = std::move(check)](std::string& text) { return check(text); }, ""));
  return *this;
}

Option Option::shows_default() const {
  option_->capture_default_str();
  return *this;
}

Option Option::excludes(Option other) const {
  option_->excludes(other.option_);
  return *this;
}

Option Option::excludes(const std::string& name) const {
  option_->excludes(name);
  return *this;
}

Option Option::needs(Option other) const {
  option_->needs(other.option_);
  return *this;
}

Option Option::expected(int values) const {
  option_->expected(values);
  return *this;
}

Option Option::expected(int least, int most) const {
  option_->expected(least, most);
  return *this;
}

Option Option::repeated() const {
  option_->expected(1)->take_all();
  return *this;
}

Option Option::takes_last() const {
  option_->take_last();
  return *this;
}

Option Option::group(const std::string& title) const {
  option_->group(title);
  return *this;
}

Option Option::describe(const std::string& text) const {
  option_->description(text);
  return *this;
}

std::string Option::name() const {
  return option_->get_name();
}

std::string Option::description() const {
  return option_->get_description();
}

bool Option::is_given() const {
  return option_->count() > 0;
}

Option Command::add_option(const std::string& names, std::string& value, const std::string& text) {
  return add(*app_, names, value, text);
}

Option Command::add_option(const std::string& names, std::optional<std::string>& value,
                           const std::string& text) {
  return add(*app_, names, value, text);
}

Option Command::add_option(const std::string& names, std::vector<std::string>& values,
                           const std::string& text) {
  return add(*app_, names, values, text);
}

Option Command::add_option(const std::string& names, int& value, const std::string& text) {
  return add(*app_, names, value, text);
}

Option Command::add_option(const std::string& names, std::optional<int>& value, const std::string& text) {
  return add(*app_, names, value, text);
}

Option Command::add_option(const std::string& names, std::int64_t& value, const std::string& text) {
  return add(*app_, names, value, text);
}

Option Command::add_option(const std::string& names, std::optional<std::int64_t>& value,
                           const std::string& text) {
  return add(*app_, names, value, text);
}

Option Command::add_option(const std::string& names, std::uint64_t& value, const std::string& text) {
  return add(*app_, names, value, text);
}

Option Command::add_option(const std::string& names, std::optional<std::uint64_t>& value,
                           const std::string& text) {
  return add(*app_, names, value, text);
}

Option Command::add_option(const std::string& names, double& value, const std::string& text) {
  return add(*app_, names, value, text);
}

Option Command::add_option(const std::string& names, std::optional<double>& value, const std::string& text) {
  return add(*app_, names, value, text);
}

Option Command::add_flag(const std::string& names, bool& is_given, const std::string& text) {
  return Option(app_->add_flag(names, is_given, text));
}

Option Command::add_flag(const std::string& names, std::string& value, const std::string& text) {
  return Option(app_->add_flag(names, value, text));
}

Option Command::add_switch(const std::string& names, std::optional<bool>& is_on, const std::string& text) {
  const auto set = [&is_on](std::int64_t count) { is_on = count > 0; };
  return Option(app_->add_flag_function(names, set, text)).takes_last();
}

Option Command::add_needless_json() {
  return Option(app_->add_flag_callback(
      "--json", [] {}, "Print JSON, as without this flag"));
}

Option Command::option(const std::string& name) const {
  return Option(app_->get_option(name));
}

std::optional<Option> Command::find_option(const std::string& name) const {
  CLI::Option* found = app_->get_option_no_throw(name);
  if (found == nullptr) return std::nullopt;
  return Option(found);
}

std::vector<Option> Command::options() const {
  std::vector<Option> all;
  for (CLI::Option* option : app_->get_options()) all.emplace_back(option);
  return all;
}

Command Command::add_command(std::string_view name, std::string_view summary, std::string_view example) {
  app_->require_subcommand(1);
  CLI::App* added = app_->add_subcommand(std::string(name), std::string(summary));
  added->footer("Example:\n  " + std::string(example));
  return {added, actions_};
}

void Command::set_action(Action action) {
  actions_->emplace_back(app_, std::move(action));
}

const CLI::App& Command::program() const {
  const CLI::App* program = app_;
  while (program->get_parent() != nullptr) program = program->get_parent();
  return *program;
}

Section::Section(Command& command, const std::string& title) : command_(command) {
  command_.app_->option_defaults()->group(title);
}

Section::~Section() {
  command_.app_->option_defaults()->group("Options");
}

CommandLine::CommandLine(const std::string& name, const std::string& summary, const std::string& version,
                         const std::string& footer)
    : app_(std::make_unique<CLI::App>(summary, name)) {
  app_->formatter(std::make_shared<HelpFormatter>());
  app_->set_version_flag("--version", version);
  app_->footer(footer);
}

CommandLine::~CommandLine() = default;

Command CommandLine::program() {
  return {app_.get(), &actions_};
}

Result<Action> CommandLine::parse(std::vector<std::string> words) {
  if (auto fault = part_fault(*app_, words)) return *std::move(fault);
  const auto exit = [this](const CLI::Error& error) { return [code = app_->exit(error)] { return code; }; };
  try {
    std::ranges::reverse(words);  // CLI11 takes the arguments from the end.
    app_->parse(std::move(words));
  } catch (const CLI::CallForHelp& help) {
    return Action(exit(help));
  } catch (const CLI::CallForVersion& version) {
    return Action(exit(version));
  } catch (const CLI::ParseError& error) {
    return usage_fault(*app_, error);
  }
  const CLI::App* chosen = app_.get();
  while (!chosen->get_subcommands().empty()) chosen = chosen->get_subcommands().front();
  const auto action = std::ranges::find(actions_, chosen, &Command::Actions::value_type::first);
  TOPTILE_ASSERT(action != actions_.end());  // Each command that has no parts must have one.
  return action->second;
}

}  // namespace toptile
