#include "cli/help.h"

#include <sstream>

namespace toptile {

namespace {

constexpr std::size_t kColumns = 80;

}  // namespace

// CLI11 indents every line of a description itself.
std::string HelpFormatter::wrapped(const std::string& text) const {
  const std::size_t width = kColumns - get_column_width();
  std::istringstream words(text);
  std::string lines, line;
  for (std::string word; words >> word;) {
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      lines += line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return lines + line;
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  return wrapped(CLI::Formatter::make_option_desc(option));
}

// What an option needs or cannot go with, its description and the error say in whole sentences.
std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  std::string options = CLI::Formatter::make_option_opts(option);
  for (const char* addition : {" Needs:", " Excludes:"}) {
    if (const std::size_t at = options.find(addition); at != std::string::npos) options.resize(at);
  }
  return options;
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
  std::stringstream line;
  CLI::detail::format_help(line, command->get_name(), wrapped(command->get_description()),
                           get_column_width());
  return line.str();
}

}  // namespace toptile
