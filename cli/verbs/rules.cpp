// toptile rules: lists the shipped rulesets, or prints one of them or a user's own as JSON with every field,
// or prints the schema of such a file.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/flags/words_and_rules.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "protocol/ruleset_json.h"
#include "protocol/shipped_rulesets.h"

namespace toptile {

std::function<int()> declare_rules(CLI::App& command) {
  auto name = std::make_shared<std::string>();
  auto wants_schema = std::make_shared<bool>(false);
  auto* ruleset =
      command.add_option("ruleset", *name, "A shipped ruleset or a JSON file")->type_name("NAME|FILE");
  command.add_flag("--schema", *wants_schema, "Print the JSON schema of a ruleset's file")->excludes(ruleset);
  return [name, wants_schema] {
    if (*wants_schema) {
      print(std::string(ruleset_schema()));
      return kDone;
    }
    if (name->empty()) {
      for (const std::string& shipped : shipped_ruleset_names())
        print(fmt::format("{:<18} {}\n", shipped, shipped_ruleset(shipped).value().edition));
      return kDone;
    }
    auto rules = find_ruleset(*name, std::filesystem::current_path());
    if (!rules) return complain(rules.error());
    print(ruleset_to_json(rules.value()).dump(2) + "\n");
    return kDone;
  };
}

}  // namespace toptile
