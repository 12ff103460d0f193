// toptile rules: the shipped rulesets, or one of them as the JSON that a user's own is written like.
#include <fmt/format.h>

#include "cli/terminal.h"
#include "cli/verb.h"
#include "cli/words_and_rules.h"
#include "protocol/ruleset_json.h"

namespace toptile {

std::function<int()> declare_rules(CLI::App& command) {
  auto name = std::make_shared<std::string>();
  command.add_option("ruleset", *name, "A shipped ruleset or a JSON file")->type_name("NAME|FILE");
  return [name] {
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
