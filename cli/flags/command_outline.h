// The commands and their arguments as values, read from their declarations. The manual page and the shell
// completions are written from this, so that they always match the program.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace toptile {

struct Argument {
  std::vector<std::string> flags;  // "-h", "--help"; empty for a positional argument.
  std::string name;   // "bot", "config": the last flag without its dashes, or the argument's own name.
  std::string value;  // The text that --help shows, "NAME|FILE"; empty for a flag without a value.
  std::string description;
  std::string default_value;  // Empty if there is none to show.
  bool is_required = false;
  bool is_repeated = false;
};

struct CommandOutline {
  std::string path;  // "lexicon build"; empty for the program itself.
  std::string summary;
  std::string example;  // Empty if there is none.
  std::vector<Argument> options;
  std::vector<Argument> positionals;
  std::vector<CommandOutline> parts;  // "lexicon" has "lexicon build", ….

  std::string name() const;  // The path's last word.
};

CommandOutline outline_of(const CLI::App& command);

// The command and all below it, in the order of --help.
std::vector<const CommandOutline*> with_parts(const CommandOutline& command);

}  // namespace toptile
