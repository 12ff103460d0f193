// toptile completions: prints a shell's completion script, or the names that such a script offers.
#include "cli/flags/completion_scripts.h"
#include "cli/flags/flag.h"
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

std::string script_for(const std::string& shell, const Command& program) {
  if (shell == "bash") return bash_completion(program);
  return shell == "zsh" ? zsh_completion(program) : fish_completion(program);
}

}  // namespace

std::function<int()> declare_completions(CLI::App& command) {
  auto shell = std::make_shared<std::string>();
  auto names = std::make_shared<std::string>();
  auto* shell_option = command.add_option("shell", *shell, "The shell that the script is for")
                           ->check(one_of({"bash", "zsh", "fish"}))
                           ->type_name("bash|zsh|fish");
  command
      .add_option("--names", *names, "Print the shipped names of a kind instead, as the scripts need them")
      ->check(one_of({"bots", "lexicons", "rulesets"}))
      ->type_name("bots|lexicons|rulesets")
      ->excludes(shell_option);
  return [&command, shell, names] {
    if (!names->empty()) {
      for (const std::string& name : names_of(*names)) print(name + "\n");
      return kDone;
    }
    if (shell->empty())
      return complain(
          {"completions: a shell should follow: bash, zsh or fish; see: toptile completions --help"});
    print(script_for(*shell, read_commands(*command.get_parent())));
    return kDone;
  };
}

}  // namespace toptile
