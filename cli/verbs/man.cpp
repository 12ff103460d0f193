// toptile man: the manual page, written from the commands' own help.
#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "cli/flags/command.h"
#include "cli/flags/command_outline.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"

namespace toptile {

namespace {

constexpr std::size_t kIndent = 7;  // The indentation of a manual page's text.

// The text escaped for roff: every character stands for itself, and no line begins with a roff command.
std::string escaped(std::string_view text) {
  std::string roff;
  while (!text.empty()) {
    const char first = text.front();
    const auto character = take_character(text);
    switch (first) {
      case '\\':
        roff += "\\e";
        break;
      case '-':
        roff += "\\-";
        break;
      case '\'':
        roff += "\\(aq";
        break;
      case '`':
        roff += "\\(ga";
        break;
      case '^':
        roff += "\\(ha";
        break;
      case '~':
        roff += "\\(ti";
        break;
      case '"':
        roff += "\\(dq";
        break;
      case '.':
        roff += roff.empty() || roff.back() == '\n' ? "\\&." : ".";
        break;
      default:
        if (character && *character > 0x7F) {
          roff += fmt::format("\\[u{:04X}]", static_cast<std::uint32_t>(*character));
        } else {
          roff += first;
        }
    }
  }
  return roff;
}

std::string bold(std::string_view text) {
  return "\\fB" + escaped(text) + "\\fR";
}

std::string italic(std::string_view text) {
  return "\\fI" + escaped(text) + "\\fR";
}

std::string shown_value(const Argument& argument) {
  return italic(argument.value) + (argument.flags.empty() && argument.is_repeated ? " \\&..." : "");
}

// Every command has --help, so the page says that only once.
bool is_worth_telling(const Argument& option) {
  return option.name != "help";
}

std::string usage_of(const CommandOutline& command) {
  std::string usage = bold(command.path.empty() ? "toptile" : "toptile " + command.path);
  if (std::ranges::any_of(command.options, is_worth_telling)) usage += " [" + italic("OPTIONS") + "]";
  for (const Argument& positional : command.positionals)
    usage += positional.is_required ? " " + shown_value(positional) : " [" + shown_value(positional) + "]";
  if (!command.parts.empty()) usage += " " + italic("COMMAND");
  return usage;
}

std::string label_of(const Argument& argument) {
  std::string label;
  for (const std::string& flag : argument.flags) label += (label.empty() ? "" : ", ") + bold(flag);
  if (argument.value.empty()) return label;
  return (label.empty() ? "" : label + " ") + shown_value(argument);
}

std::string entry_of(const Argument& argument) {
  std::string text = escaped(argument.description);
  if (!argument.default_value.empty()) text += "; default " + escaped(argument.default_value);
  if (!argument.flags.empty() && argument.is_required) text += "; required";
  return fmt::format(".TP\n{}\n{}.\n", label_of(argument), text);
}

// A command line that is too wide continues on the next line after its pipe.
std::string example_of(const std::string& example) {
  std::string shown = example;
  if (const std::size_t pipe = shown.rfind(" | ");
      pipe != std::string::npos && kIndent + shown.size() > kColumns)
    shown.replace(pipe, 3, " |\n  ");
  return fmt::format(".PP\nExample:\n.PP\n.EX\n{}\n.EE\n", escaped(shown));
}

std::string section_of(const CommandOutline& command) {
  std::string section = fmt::format(".SS {}\n{}.\n", usage_of(command), escaped(command.summary));
  for (const Argument& positional : command.positionals) section += entry_of(positional);
  for (const Argument& option : command.options) {
    if (is_worth_telling(option)) section += entry_of(option);
  }
  return command.example.empty() ? section : section + example_of(command.example);
}

std::string name_line(const CommandOutline& program) {
  std::string summary = program.summary.substr(0, program.summary.find_last_not_of('.') + 1);
  summary.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(summary.front())));
  return "toptile \\- " + escaped(summary);
}

std::string manual_page(const CommandOutline& program) {
  std::string synopsis, commands, options;
  for (const CommandOutline* command : with_parts(program)) {
    if (command->path.empty()) continue;
    commands += section_of(*command);
    if (command->parts.empty()) synopsis += (synopsis.empty() ? "" : ".br\n") + usage_of(*command) + "\n";
  }
  for (const Argument& option : program.options) options += entry_of(option);
  return fmt::format(R"(.\" Written by: toptile man
.TH TOPTILE 1 "" "{}" "User Commands"
.nr HY 0
.nh
.ad l
.SH NAME
{}
.SH SYNOPSIS
{}.SH DESCRIPTION
Toptile plays games of Upwords between programs, and says which is better and how sure that is.
Such a program is called a bot. It reads lines and answers with moves, and can be in any language.
.PP
A ruleset or a word list is the name of a shipped one, or a file.
A bot is the name of a shipped one, a folder with a bot.json, or a program such as
.IR ./my\-bot .
Where a word list or a position is expected,
.B \-
is standard input.
Every command has
.BR \-\-help .
.SH OPTIONS
{}.SH COMMANDS
{}.SH EXIT STATUS
.TP
0
Done.
.TP
1
The answer is no: an illegal move, a record that fails, a word that is not in the list.
.TP
2
Wrong use or input; one line on standard error says what is wrong, where, and what to do.
.TP
130
Stopped by a signal before the end; the same command resumes it.
.SH FILES
.TP
.I runs/
Below the folder that a tournament is started in: a folder for each run, with its plan
.RI ( run.json ),
its games
.RI ( games.jsonl )
and a page with the results
.RI ( report.html ).
.TP
.I share/doc/toptile
Below the folder that Toptile is installed in
.RI ( /usr
for a package): the rules, the protocol, how to write a bot, and every file\(aqs format.
.TP
.I share/toptile
In the same place: the shipped rulesets and word lists, and the kits for bots.
)",
                     TOPTILE_VERSION, name_line(program), synopsis, options, commands);
}

}  // namespace

Action declare_man(Command& command) {
  return [command] {
    print(manual_page(outline_of(command.program())));
    return kDone;
  };
}

}  // namespace toptile
