#include "cli/flags/help.h"

#include <sstream>

#include "base/text_columns.h"
#include "cli/terminal/terminal.h"

namespace toptile {

// CLI11 indents every line of a description itself.
std::string HelpFormatter::beside_column(const std::string& text) const {
  return wrapped(text, kColumns - get_column_width());
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  return beside_column(CLI::Formatter::make_option_desc(option));
}

// Removes CLI11's braces. The description of a switch says which name turns it off, and brackets show an
// optional value.
std::string HelpFormatter::make_option_name(const CLI::Option* option, bool is_positional) const {
  std::string name = CLI::Formatter::make_option_name(option, is_positional);
  constexpr std::string_view kOff = "{false}";
  for (std::size_t at = name.find(kOff); at != std::string::npos; at = name.find(kOff))
    name.erase(at, kOff.size());
  constexpr std::string_view kAnyPort = "{auto}";
  if (const std::size_t at = name.find(kAnyPort); at != std::string::npos)
    name.replace(at, kAnyPort.size(), "[=PORT]");
  return name;
}

// Removes CLI11's lists of needed and excluded options. The description and the error say this in sentences.
std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  std::string options = CLI::Formatter::make_option_opts(option);
  for (const char* addition : {" Needs:", " Excludes:"}) {
    if (const std::size_t at = options.find(addition); at != std::string::npos) options.resize(at);
  }
  return options;
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
  std::stringstream line;
  CLI::detail::format_help(line, command->get_name(), beside_column(command->get_description()),
                           get_column_width());
  return line.str();
}

}  // namespace toptile
