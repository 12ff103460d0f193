// toptile verify: plays every record of a run again by the rules.
#include <fmt/format.h>

#include <algorithm>

#include "base/words.h"
#include "cli/flags/command.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "cli/watch/tournament_text.h"
#include "tournaments/plan/schemas.h"
#include "tournaments/run/verified_run.h"

namespace toptile {

namespace {

struct VerifyArguments {
  std::vector<std::string> runs;
  bool json = false, wants_schema = false;
};

constexpr std::size_t kMaxTold = 100;  // A stranger's log may differ in millions of lines.

struct Verified : VerifiedRun {
  std::vector<std::string> differences;  // The first kMaxTold differences.
};

Result<Verified> verify_run(const RunPaths& paths) {
  TOPTILE_TRY(const auto plan, read_run_plan(paths));
  print_notes_on_run(paths, plan);
  std::vector<std::string> told;
  RunVisitor visitor;
  visitor.on_fault = [&](std::uint64_t line, const std::string& what) {
    if (told.size() == kMaxTold) return;
    told.push_back(fmt::format("{}: line {}: {}", shown_path(paths.games().string()), line, what));
  };
  TOPTILE_TRY(const auto run, toptile::verify_run(paths, plan, visitor));
  return Verified{run, std::move(told)};
}

std::string as_json(const std::string& folder, const Verified& verified) {
  return json_line(Json{{"run", folder},
                        {"games", verified.games},
                        {"turns", verified.turns},
                        {"differing", verified.differing},
                        {"differences", verified.differences}});
}

std::string as_text(const std::string& folder, const Verified& verified) {
  const auto& [games, turns, differing] = static_cast<const VerifiedRun&>(verified);
  const std::vector<std::string>& differences = verified.differences;
  if (differing == 0)
    return fmt::format("{}: {}, {}, all as the rules say\n", shown_path(folder), counted(games, "game"),
                       counted(turns, "turn"));
  std::string text;
  for (const std::string& difference : differences) text += difference + "\n";
  if (differing > differences.size())
    text += fmt::format("... and {} more\n", differing - differences.size());
  // An unreadable game does not count as read.
  return text + fmt::format("{}: {} of {} {}\n", shown_path(folder), differing,
                            counted(std::max<std::uint64_t>(games, differing), "game"),
                            differing == 1 ? "differs" : "differ");
}

}  // namespace

Action declare_verify(Command& command) {
  auto arguments = std::make_shared<VerifyArguments>();
  const Option runs = command.add_option("runs RUN", arguments->runs, "The folders of runs");
  command.add_flag("--json", arguments->json, "Print JSON, a line a run");
  command.add_flag("--schema", arguments->wants_schema, "Print the JSON schema of a record").excludes(runs);
  return [arguments]() -> Result<int> {
    if (arguments->wants_schema) {
      print(game_record_schema());
      return kDone;
    }
    if (arguments->runs.empty())
      return Error{
          "verify: the folder of a run should follow, as in: toptile verify runs/mine; see: toptile "
          "verify --help"};
    int code = kDone;
    for (const std::string& folder : arguments->runs) {
      TOPTILE_TRY(const auto verified, verify_run(RunPaths{folder}));
      if (verified.differing > 0) code = kNo;
      print(arguments->json ? as_json(folder, verified) : as_text(folder, verified));
    }
    return code;
  };
}

}  // namespace toptile
