// toptile verify: plays every record of a run again through the rules.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "protocol/replay.h"
#include "tournaments/plan/schemas.h"
#include "tournaments/run/run_files.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

struct VerifyArguments {
  std::vector<std::string> runs;
  bool json = false, wants_schema = false;
};

constexpr std::size_t kMostTold = 100;  // A stranger's log may differ in millions of lines.

struct Verified {
  std::uint64_t games = 0, turns = 0, differing = 0;
  std::vector<std::string> differences;  // The first kMostTold differences.
};

Result<Verified> verify_run(const RunPaths& paths) {
  TOPTILE_TRY(auto run, read_run_plan(paths));
  const Plan& plan = run;
  TOPTILE_TRY(auto loaded, load_list_of(paths, plan.rules));
  Lexicon lexicon = std::move(loaded).lexicon;
  if (hexadecimal(lexicon.sha256()) != plan.lexicon_sha256) {
    return Error{fmt::format("{}: these are not the words that run.json names (sha256 {})",
                             paths.lexicon_list().string(), plan.lexicon_sha256)};
  }
  Schedule schedule = schedule_of(plan);
  GameNumber due = schedule.shard().first_from(GameNumber{1});
  Verified verified;
  const auto note = [&](std::uint64_t number, const std::string& what) {
    ++verified.differing;
    if (verified.differences.size() == kMostTold) return;
    verified.differences.push_back(
        fmt::format("{}: line {}: {}", shown_path(paths.games().string()), number, what));
  };
  const auto read =
      for_each_log_line(paths.games(), [&](std::uint64_t number, std::string_view line) -> Result<void> {
        ++verified.games;
        const GameNumber id = std::exchange(due, schedule.shard().first_after(due));
        const auto record = parse_record(line);
        if (!record) {
          note(number, record.error().message);
          return success();
        }
        verified.turns += record.value().turns.size();
        if (const auto wrong = id_fault(record.value(), id)) {
          note(number, wrong->message);
        } else if (const auto placed = place_record(plan, schedule, record.value()); !placed) {
          note(number, placed.error().message);
        } else if (const auto difference = find_difference(record.value(), plan.rules, lexicon)) {
          note(number, *difference);
        }
        return success();
      });
  if (!read) return read.error();
  if (read.value() != std::filesystem::file_size(paths.games())) {
    note(verified.games + 1,
         "this line has no end: the run was killed while writing it; resuming the run removes it");
  }
  return verified;
}

std::string as_json(const std::string& folder, const Verified& verified) {
  return json_line(Json{{"run", folder},
                        {"games", verified.games},
                        {"turns", verified.turns},
                        {"differing", verified.differing},
                        {"differences", verified.differences}});
}

std::string as_text(const std::string& folder, const Verified& verified) {
  const auto& [games, turns, differing, differences] = verified;
  if (differing == 0)
    return fmt::format("{}: {} game{}, {} turns, all as the rules say\n", shown_path(folder), games,
                       games == 1 ? "" : "s", turns);
  std::string text;
  for (const std::string& difference : differences) text += difference + "\n";
  if (differing > differences.size())
    text += fmt::format("... and {} more lines\n", differing - differences.size());
  return text + fmt::format("{}: {} of {} games differ\n", shown_path(folder), differing, games);
}

}  // namespace

std::function<int()> declare_verify(CLI::App& command) {
  auto arguments = std::make_shared<VerifyArguments>();
  auto* runs = command.add_option("runs", arguments->runs, "The folders of runs")->type_name("RUN");
  auto* json = command.add_flag("--json", arguments->json, "Print JSON, a line a run");
  command.add_flag("--schema", arguments->wants_schema, "Print the JSON schema of a record")
      ->excludes(runs)
      ->excludes(json);
  return [arguments] {
    if (arguments->wants_schema) {
      print(game_record_schema());
      return kDone;
    }
    if (arguments->runs.empty())
      return complain(
          Error{"verify: the folder of a run should follow, as in: toptile verify runs/mine; see: toptile "
                "verify --help"});
    int code = kDone;
    for (const std::string& folder : arguments->runs) {
      const auto verified = verify_run(RunPaths{folder});
      if (!verified) return complain(verified.error());
      if (verified.value().differing > 0) code = kNo;
      print(arguments->json ? as_json(folder, verified.value()) : as_text(folder, verified.value()));
    }
    return code;
  };
}

}  // namespace toptile
