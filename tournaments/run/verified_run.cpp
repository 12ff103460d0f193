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

// What is wrong in a line, if anything is.
using LineFault = std::optional<std::string>;

// Calls `verify` with each record, or why it cannot be read.
Result<VerifiedRun> verify_log(const std::filesystem::path& file,
                               const std::function<Result<LineFault>(Result<GameRecord>)>& verify,
                               const std::function<void(std::uint64_t, const std::string&)>& on_fault,
                               const std::string& torn) {
  VerifiedRun run;
  const auto note = [&](std::uint64_t line, const std::string& what) {
    ++run.differing;
    on_fault(line, what);
  };
  TOPTILE_TRY(const auto bytes,
              for_each_log_line(file, [&](std::uint64_t number, std::string_view line) -> Result<void> {
                ++run.games;
                auto record = parse_record(line);
                if (record) run.turns += record.value().turns.size();
                TOPTILE_TRY(const LineFault fault, verify(std::move(record)));
                if (fault) note(number, *fault);
                return success();
              }));
  if (bytes != std::filesystem::file_size(file)) note(run.games + 1, torn);
  return run;
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
  return verify_log(
      paths.games(),
      [&](Result<GameRecord> record) -> Result<LineFault> {
        const GameNumber id = std::exchange(due, schedule.shard().first_after(due));
        if (!record) return LineFault(record.error().message);
        const auto result = verified(plan, lexicon, schedule, id, record.value());
        if (!result) return LineFault(result.error().message);
        TOPTILE_TRY_TO(visitor.on_game(std::move(record).value(), result.value()));
        return LineFault();
      },
      visitor.on_fault,
      "this line has no end: the run was killed while writing it; resuming the run removes it");
}

Result<VerifiedRun> verify_records(const std::filesystem::path& file,
                                   const std::function<Result<RecordTerms>(const GameRecord&)>& terms_of,
                                   const std::function<void(std::uint64_t, const std::string&)>& on_fault) {
  return verify_log(
      file,
      [&](Result<GameRecord> record) -> Result<LineFault> {
        if (!record) return LineFault(record.error().message);
        const auto terms = terms_of(record.value());
        if (!terms) return LineFault(terms.error().message);
        Ruleset rules = terms.value().rules;
        const Lexicon& lexicon = terms.value().lexicon;
        if (terms.value().infers_scoreless_rounds)
          rules.scoreless_rounds = scoreless_rounds_of(record.value(), rules, lexicon);
        return find_difference(record.value(), rules, lexicon);
      },
      on_fault, "this line has no end");
}

}  // namespace toptile
