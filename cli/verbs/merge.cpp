// toptile merge: makes one run from the shards of a tournament.
#include "tournaments/merge/merge.h"
#include "cli/flags/command.h"

#include <fmt/format.h>

#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "cli/watch/tournament_text.h"

namespace toptile {

namespace {

struct MergeArguments {
  std::string out;
  std::vector<std::string> shards;
  bool json = false;
};

}  // namespace

Action declare_merge(Command& command) {
  auto arguments = std::make_shared<MergeArguments>();
  command.add_option("out DIR", arguments->out, "The folder of the new run").required();
  command.add_option("shards RUN", arguments->shards, "The folders of all shards, in any order").required();
  command.add_flag("--json", arguments->json, "Print the standings as JSON");
  return [arguments]() -> Result<int> {
    std::vector<RunPaths> shards;
    for (const std::string& folder : arguments->shards) shards.push_back({folder});
    const RunPaths out{arguments->out};
    TOPTILE_TRY(const auto merged, merge_shards(shards, out));
    const auto& [plan, end, was_there] = merged;
    if (arguments->json) {
      print(json_line(summary_to_json(end, plan, out)));
      return kDone;
    }
    print(was_there ? fmt::format("{} holds the whole run already\n\n", arguments->out)
                    : fmt::format("{} shards merged\n\n", shards.size()));
    print(summary(end, plan, out));
    return kDone;
  };
}

}  // namespace toptile
