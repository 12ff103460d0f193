#include "cli/flags/completion_scripts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "base/words.h"

namespace toptile {

namespace {

// The completions for a value, from the parts of its text, such as "NAME|FILE". A part in lower case is
// itself a completion.
struct Offer {
  std::vector<std::string> words;
  std::string names;  // "bots", "lexicons" or "rulesets": the program is asked for these.
  bool has_files = false;
  bool has_folders = false;

  bool is_empty() const { return words.empty() && names.empty() && !has_files && !has_folders; }
};

std::string names_of(const Argument& argument) {
  if (argument.name == "rules" || argument.name == "ruleset") return "rulesets";
  return argument.name == "lexicon" ? "lexicons" : "";
}

Offer offer_of(const Argument& argument) {
  Offer offer;
  std::istringstream parts(argument.value);
  for (std::string part; std::getline(parts, part, '|');) {
    const bool is_word = std::ranges::all_of(part, [](char c) { return c == '-' || (c >= 'a' && c <= 'z'); });
    if (is_word && !part.empty()) offer.words.push_back(part);
    if (part == "NAME") offer.names = names_of(argument);
    if (part == "BOT") offer.names = "bots";
    if (part == "BOT" || part == "LIST" || part.find("FILE") != std::string::npos ||
        part.find('.') != std::string::npos)
      offer.has_files = true;
    if (part == "DIR" || part == "RUN") offer.has_folders = true;
  }
  return offer;
}

std::vector<std::string> flags_of(const CommandOutline& command) {
  std::vector<std::string> flags;
  for (const Argument& option : command.options)
    flags.insert(flags.end(), option.flags.begin(), option.flags.end());
  return flags;
}

// Every command except the program itself, as "COMMAND-BEFORE WORD", by which a script finds the command that
// is being typed.
std::vector<std::string> steps_of(const CommandOutline& program) {
  std::vector<std::string> steps;
  for (const CommandOutline* command : with_parts(program)) {
    if (command->path.empty()) continue;
    steps.push_back((command->path.find(' ') == std::string::npos ? " " : "") + command->path);
  }
  return steps;
}

std::string quoted_list(const std::vector<std::string>& texts, std::string_view separator) {
  std::string list;
  for (const std::string& text : texts)
    list += fmt::format("{}{}", list.empty() ? "" : separator, in_quotes(text));
  return list;
}

// ---- bash -------------------------------------------------------------------------------------------------

// The offer's words, and marks such as @files for the rest; @nothing if there are no completions.
std::string marks_of(const Offer& offer) {
  std::vector<std::string> marks = offer.words;
  if (!offer.names.empty()) marks.push_back("@" + offer.names);
  if (offer.has_files) marks.emplace_back("@files");
  if (offer.has_folders) marks.emplace_back("@folders");
  return marks.empty() ? "@nothing" : fmt::format("{}", fmt::join(marks, " "));
}

std::string bash_values(const CommandOutline& program) {
  std::string cases;
  for (const CommandOutline* command : with_parts(program)) {
    for (const Argument& option : command->options) {
      if (option.value.empty()) continue;
      for (const std::string& flag : option.flags)
        cases += fmt::format("    {}) offered={} ;;\n", in_quotes(command->path + " " + flag),
                             in_quotes(marks_of(offer_of(option))));
    }
  }
  return cases;
}

std::string bash_commands(const CommandOutline& program) {
  std::string cases;
  for (const CommandOutline* command : with_parts(program)) {
    std::string marks =
        command->positionals.empty() ? "@nothing" : marks_of(offer_of(command->positionals.front()));
    if (!command->parts.empty()) {
      marks.clear();
      for (const CommandOutline& part : command->parts) marks += (marks.empty() ? "" : " ") + part.name();
    }
    cases += fmt::format("      {}) offered={} options={} ;;\n", in_quotes(command->path), in_quotes(marks),
                         in_quotes(fmt::format("{}", fmt::join(flags_of(*command), " "))));
  }
  return cases;
}

}  // namespace

std::string bash_completion(const CommandOutline& program) {
  return fmt::format(R"bash(# Completions of toptile for bash. Written by: toptile completions bash
_toptile() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
  local command='' offered='' options='' names word i
  COMPREPLY=()
  # bash makes words of their own of the = in --rules=hasbro.
  if [[ $current == '=' ]]; then
    current=''
  elif [[ $before == '=' ]] && ((COMP_CWORD > 1)); then
    before=${{COMP_WORDS[COMP_CWORD-2]}}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command ${{COMP_WORDS[i]}}" in
      {}) command="${{command:+$command }}${{COMP_WORDS[i]}}" ;;
    esac
  done
  case "$command $before" in
{}  esac
  if [[ -z $offered ]]; then
    case $command in
{}    esac
    if [[ $current == -* ]]; then offered=$options; fi
  fi
  for word in $offered; do
    case $word in
      @nothing) ;;
      @files)
        compopt -o filenames 2>/dev/null
        mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen -f -- "$current")
        ;;
      @folders)
        compopt -o filenames 2>/dev/null
        mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen -d -- "$current")
        ;;
      @*)
        names=$("${{COMP_WORDS[0]/#\~\//$HOME/}}" completions --names "${{word#@}}" 2>/dev/null)
        mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen -W "$names" -- "$current")
        ;;
      "$current"*) COMPREPLY+=("$word") ;;
    esac
  done
}}
complete -F _toptile toptile
)bash",
                     quoted_list(steps_of(program), " | "), bash_values(program), bash_commands(program));
}

// ---- zsh --------------------------------------------------------------------------------------------------

namespace {

// A text within an _arguments specification, with special characters escaped.
std::string zsh_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

// The space before the action keeps _arguments from adding its own arguments to it.
std::string zsh_action(const Argument& argument) {
  const Offer offer = offer_of(argument);
  const std::string action = offer.is_empty() ? " " : " _toptile_offer " + marks_of(offer);
  return fmt::format(":{}:{}", zsh_text(argument.value.empty() ? argument.name : argument.value), action);
}

std::string zsh_arguments(const CommandOutline& command) {
  std::string lines;
  for (const Argument& option : command.options) {
    for (const std::string& flag : option.flags) {
      const bool has_value = !option.value.empty();
      lines += " \\\n    " + in_quotes(fmt::format("{}{}{}[{}]{}", option.is_repeated ? "*" : "", flag,
                                                   has_value ? "=" : "", zsh_text(option.description),
                                                   has_value ? zsh_action(option) : ""));
    }
  }
  for (const Argument& positional : command.positionals) {
    const char* const place = positional.is_repeated ? "*" : positional.is_required ? "" : ":";
    lines += " \\\n    " + in_quotes(place + zsh_action(positional));
  }
  return lines;
}

std::string zsh_function_name(const CommandOutline& command) {
  std::string name = "_toptile" + (command.path.empty() ? "" : "_" + command.path);
  std::ranges::replace(name, ' ', '_');
  return name;
}

std::string zsh_leaf(const CommandOutline& command) {
  return fmt::format("{}() {{\n  _arguments -s{}\n}}\n\n", zsh_function_name(command),
                     zsh_arguments(command));
}

std::string zsh_branch(const CommandOutline& command) {
  std::string described;
  std::vector<std::string> names;
  for (const CommandOutline& part : command.parts) {
    described += "        " + in_quotes(zsh_text(part.name()) + ":" + part.summary) + "\n";
    names.push_back(part.name());
  }
  const std::string function = zsh_function_name(command);
  return fmt::format(R"zsh({0}() {{
  local curcontext=$curcontext state line
  local -A opt_args
  {1}_arguments -C{2} \
    ': :->command' '*:: :->rest'
  case $state in
    command)
      local -a commands=(
{3}      )
      _describe -t commands command commands
      ;;
    rest)
      case $words[1] in
        {4}) {0}_$words[1] ;;
      esac
      ;;
  esac
}}

)zsh",
                     function, command.path.empty() ? "local toptile=$words[1]\n  " : "",
                     zsh_arguments(command), described, fmt::join(names, "|"));
}

}  // namespace

std::string zsh_completion(const CommandOutline& program) {
  std::string functions;
  for (const CommandOutline* command : with_parts(program))
    functions += command->parts.empty() ? zsh_leaf(*command) : zsh_branch(*command);
  return fmt::format(R"zsh(#compdef toptile
# Completions of toptile for zsh. Written by: toptile completions zsh

_toptile_offer() {{
  local offered
  for offered; do
    case $offered in
      @files) _files ;;
      @folders) _files -/ ;;
      @*) compadd -- ${{(f)"$(${{~toptile}} completions --names ${{offered#@}} 2>/dev/null)"}} ;;
      *) compadd -- $offered ;;
    esac
  done
}}

{}if [[ $funcstack[1] == _toptile ]]; then
  _toptile "$@"
else
  compdef _toptile toptile
fi
)zsh",
                     functions);
}

// ---- fish -------------------------------------------------------------------------------------------------

namespace {

std::string fish_quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

// The arguments of `complete` for a value. Files are offered only if the value can be a file.
std::string fish_offer(const Offer& offer) {
  std::string given = fmt::format("{}", fmt::join(offer.words, " "));
  if (!offer.names.empty()) given += fmt::format(" (__toptile_names {})", offer.names);
  if (offer.has_folders) given += " (__fish_complete_directories (commandline -ct))";
  return (offer.has_files ? " -F" : " -f") + (given.empty() ? "" : " -a " + fish_quoted(given));
}

std::string fish_lines(const CommandOutline& command) {
  const std::string begin =
      fmt::format("complete -c toptile -n \"__toptile_at {}\"", in_quotes(command.path));
  std::string lines;
  for (const CommandOutline& part : command.parts)
    lines += fmt::format("{} -a {} -d {}\n", begin, part.name(), fish_quoted(part.summary));
  for (const Argument& option : command.options) {
    lines += begin;
    for (const std::string& flag : option.flags)
      lines += flag.starts_with("--") ? " -l " + flag.substr(2) : " -s " + flag.substr(1);
    if (!option.value.empty()) lines += " -r" + fish_offer(offer_of(option));
    lines += fmt::format(" -d {}\n", fish_quoted(option.description));
  }
  for (const Argument& positional : command.positionals) {
    const Offer offer = offer_of(positional);
    if (!offer.is_empty()) lines += begin + fish_offer(offer) + "\n";
  }
  return lines;
}

}  // namespace

std::string fish_completion(const CommandOutline& program) {
  std::string lines;
  for (const CommandOutline* command : with_parts(program)) lines += fish_lines(*command);
  return fmt::format(R"fish(# Completions of toptile for fish. Written by: toptile completions fish
function __toptile_at
    set -l words (commandline -opc)
    set -e words[1]
    set -l command ''
    for word in $words
        switch "$command $word"
            case {}
                set command (string trim "$command $word")
        end
    end
    test "$command" = "$argv[1]"
end

function __toptile_names
    set -l words (commandline -opc)
    set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
    $program completions --names $argv[1] 2>/dev/null
end

complete -c toptile -f
{})fish",
                     quoted_list(steps_of(program), " "), lines);
}

}  // namespace toptile
