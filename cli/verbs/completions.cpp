// toptile completions: prints a shell's completion script, or the names that such a script offers.
#include "cli/flags/command.h"
#include "cli/flags/completion_scripts.h"
#include "cli/flags/words_and_rules.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "protocol/ruleset_json.h"

namespace toptile {

namespace {

std::vector<std::string> names_of(const std::string& what) {
  if (what == "bots") return shipped_bot_names(shipped_files());
  if (what == "lexicons") return shipped_lexicon_names(shipped_files());
  return shipped_ruleset_names();
}

std::string script_for(const std::string& shell, const CommandOutline& program) {
  if (shell == "bash") return bash_completion(program);
  return shell == "zsh" ? zsh_completion(program) : fish_completion(program);
}

}  // namespace

Action declare_completions(Command& command) {
  auto shell = std::make_shared<std::string>();
  auto names = std::make_shared<std::string>();
  const Option shell_option =
      command.add_option("shell bash|zsh|fish", *shell, "The shell that the script is for")
          .check(one_of({"bash", "zsh", "fish"}));
  command
      .add_option("--names bots|lexicons|rulesets", *names,
                  "Print the shipped names of a kind instead, as the scripts need them")
      .check(one_of({"bots", "lexicons", "rulesets"}))
      .excludes(shell_option);
  return [command, shell, names]() -> Result<int> {
    if (!names->empty()) {
      for (const std::string& name : names_of(*names)) print(name + "\n");
      return kDone;
    }
    if (shell->empty())
      return Error{"completions: a shell should follow: bash, zsh or fish; see: toptile completions --help"};
    print(script_for(*shell, outline_of(command.program())));
    return kDone;
  };
}

}  // namespace toptile
