#include "tournaments/run/verified_run.h"

#include <fmt/format.h>

#include <utility>

#include "protocol/record_log.h"
#include "protocol/replay.h"
#include "tournaments/run/run_files.h"

namespace toptile {

namespace {

// The result of the record, or why it is not a record of game `due` by the rules.
Result<GameResult> verified(const Plan& plan, const Lexicon& lexicon, Schedule& schedule, GameNumber due,
                            const GameRecord& record) {
  if (auto wrong = id_fault(record, due)) return *std::move(wrong);
  TOPTILE_TRY(const auto result, place_record(plan, schedule, record));
  if (auto difference = find_difference(record, plan.rules, lexicon)) return Error{*std::move(difference)};
  return result;
}

}  // namespace

Result<VerifiedRun> verify_run(const RunPaths& paths, const Plan& plan, const RunVisitor& visitor) {
  TOPTILE_TRY(auto loaded, load_list_of(paths, plan.rules));
  const Lexicon lexicon = std::move(loaded).lexicon;
  if (hexadecimal(lexicon.sha256()) != plan.lexicon_sha256) {
    return Error{fmt::format("{}: these are not the words that run.json names (sha256 {})",
                             paths.lexicon_list().string(), plan.lexicon_sha256)};
  }
  Schedule schedule = schedule_of(plan);
  GameNumber due = schedule.shard().first_from(GameNumber{1});
  VerifiedRun run;
  const auto note = [&](std::uint64_t line, const std::string& what) {
    ++run.differing;
    visitor.on_fault(line, what);
  };
  const auto read =
      for_each_log_line(paths.games(), [&](std::uint64_t number, std::string_view line) -> Result<void> {
        ++run.games;
        const GameNumber id = std::exchange(due, schedule.shard().first_after(due));
        auto record = parse_record(line);
        if (!record) {
          note(number, record.error().message);
          return success();
        }
        run.turns += record.value().turns.size();
        const auto result = verified(plan, lexicon, schedule, id, record.value());
        if (result) return visitor.on_game(std::move(record).value(), result.value());
        note(number, result.error().message);
        return success();
      });
  if (!read) return read.error();
  if (read.value() != std::filesystem::file_size(paths.games())) {
    note(run.games + 1,
         "this line has no end: the run was killed while writing it; resuming the run removes it");
  }
  return run;
}

}  // namespace toptile
