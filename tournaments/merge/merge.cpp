#include "tournaments/merge/merge.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>

#include "base/files.h"
#include "base/sha256.h"
#include "referee/game/fault.h"
#include "tournaments/merge/merge_words.h"
#include "tournaments/report/written_report.h"
#include "tournaments/run/run_files.h"
#include "tournaments/run/run_sessions.h"
#include "tournaments/run/unplayed.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

struct ShardRun {
  RunPaths paths;
  Plan plan;  // The shard's own plan.
};

std::string folder_of(const RunPaths& paths) {
  return paths.folder.string();
}

Plan without_shard(Plan plan) {
  plan.shard.reset();
  return plan;
}

// A text such as "bots.1.sha256 (bot mine)".
std::string field_with_bot(const std::string& field, const Plan& plan) {
  for (std::size_t i = 0; i < plan.bots.size(); ++i) {
    if (field.starts_with(fmt::format("bots.{}.", i)))
      return fmt::format("{} (bot {})", field, plan.bots[i].name);
  }
  return field;
}

Result<ShardRun> read_shard(const RunPaths& paths) {
  TOPTILE_TRY(auto plan, read_run_plan(paths));
  if (!plan.shard)
    return Error{fmt::format("{}: this run is not a shard: its run.json names none", folder_of(paths))};
  return ShardRun{paths, std::move(plan)};
}

std::optional<Error> mix_fault(const ShardRun& one, const ShardRun& other) {
  if (one.plan.shard->of != other.plan.shard->of) {
    return Error{
        fmt::format("{} is one of {} shards, but {} is one of {}; merge shards that were split the same way",
                    folder_of(other.paths), other.plan.shard->of, folder_of(one.paths), one.plan.shard->of)};
  }
  const auto difference =
      compare_plans(plan_to_json(without_shard(one.plan)), plan_to_json(without_shard(other.plan)));
  if (!difference) return std::nullopt;
  return Error{
      fmt::format("{} and {} are not shards of one tournament: {}: {} in the first, {} in the second; "
                  "play the shards with the wrong configuration again",
                  folder_of(one.paths), folder_of(other.paths), field_with_bot(difference->field, one.plan),
                  difference->in_first, difference->in_second)};
}

// The shards in the order of their numbers. Fails if one is missing or given twice.
Result<std::vector<ShardRun>> read_shards(const std::vector<RunPaths>& folders) {
  std::vector<ShardRun> shards;
  for (const RunPaths& paths : folders) {
    TOPTILE_TRY(auto shard, read_shard(paths));
    if (!shards.empty()) {
      if (auto mix = mix_fault(shards.front(), shard)) return *std::move(mix);
    }
    shards.push_back(std::move(shard));
  }
  std::ranges::sort(shards, {}, [](const ShardRun& shard) { return shard.plan.shard->index; });
  const int of = shards.front().plan.shard->of;
  for (int index = 1; index <= of; ++index) {
    const auto place = static_cast<std::size_t>(index - 1);
    const int found = place < shards.size() ? shards[place].plan.shard->index : of + 1;
    if (found > index) return Error{fmt::format("shard {} of {} is missing; name its folder too", index, of)};
    if (found < index) {
      return Error{fmt::format("{} and {} are both shard {} of {}; name one of them",
                               folder_of(shards[place - 1].paths), folder_of(shards[place].paths), found,
                               of)};
    }
  }
  if (shards.size() > static_cast<std::size_t>(of)) {
    return Error{fmt::format("{} and {} are both shard {} of {}; name one of them",
                             folder_of(shards[shards.size() - 2].paths), folder_of(shards.back().paths), of,
                             of)};
  }
  return shards;
}

Result<Lexicon> lexicon_of(const ShardRun& shard) {
  TOPTILE_TRY(auto loaded, load_list_of(shard.paths, shard.plan.rules));
  // The list is named after its file. The built lexicon has the name that the shards use.
  TOPTILE_TRY(auto built, load_graph_of(shard.paths, shard.plan.rules));
  for (const Lexicon* lexicon : {&loaded.lexicon, &built.lexicon}) {
    if (hexadecimal(lexicon->sha256()) != shard.plan.lexicon_sha256) {
      return Error{fmt::format("{}: these are not the words that run.json names (sha256 {})",
                               shard.paths.lexicon_list().string(), shard.plan.lexicon_sha256)};
    }
  }
  return std::move(built).lexicon;
}

// Removes what a killed merge left, and nothing else.
Result<void> clear(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder, error)) return success();
  const UniqueDescriptor lock(
      ::open((folder / "lock").c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!lock.is_open())
    return Error{
        fmt::format("{}: a merge did not make this; remove it, or choose another folder", folder.string())};
  if (::flock(lock.number(), LOCK_EX | LOCK_NB) != 0)
    return Error{fmt::format("{}: another program is merging here now; wait for it", folder.string())};
  fs::remove_all(folder, error);
  if (error) return Error{fmt::format("{}: this cannot be removed: {}", folder.string(), error.message())};
  return success();
}

// Merges the shards' records in the order of the whole schedule.
class Merging {
 public:
  Merging(const std::vector<ShardRun>& shards, const Plan& plan, const GameTable& table, RunStore& store)
      : shards_(shards),
        plan_(plan),
        table_(table),
        store_(store),
        schedule_(schedule_of(plan)),
        withdrawals_(plan.referee, plan.bots.size()) {}

  Result<GameResults> merge() {
    for (const ShardRun& shard : shards_) {
      TOPTILE_TRY(auto log, LogReader::open(shard.paths.games()));
      logs_.push_back(std::move(log));
    }
    for (GameNumber id{1}; id <= schedule_.known(); ++id) {
      TOPTILE_TRY_TO(merge_game(id));
    }
    for (std::size_t i = 0; i < shards_.size(); ++i) {
      TOPTILE_TRY(const auto more, logs_[i].next());
      if (more) return logs_[i].fault({"there is no further game in this shard"});
    }
    return std::move(results_);
  }

 private:
  std::size_t shard_of(GameNumber id) const {
    return static_cast<std::size_t>(
        std::ranges::find_if(shards_, [&](const ShardRun& shard) { return shard.plan.shard->has(id); }) -
        shards_.begin());
  }

  Result<void> merge_game(GameNumber id) {
    const std::size_t shard = shard_of(id);
    LogReader& log = logs_[shard];
    TOPTILE_TRY(const auto line, log.next());
    if (!line) return unfinished(shards_[shard], log.lines());
    auto record = parse_record_without_turns(*line);
    if (!record) return log.fault(record.error());
    if (const auto wrong = id_fault(record.value(), id)) return log.fault(*wrong);
    return add(shards_[shard], log, std::move(record).value(), std::string(*line));
  }

  Result<void> add(const ShardRun& shard, const LogReader& log, GameRecord record, std::string line) {
    const ScheduledGame scheduled = schedule_.game(record.id);
    const Absences absent = absences_of(scheduled, withdrawals_);
    if (auto unplayed = record_unplayed(plan_, table_, scheduled, absent)) {
      record = *std::move(unplayed);
      line = format_record(record);
    } else if (auto other = absence_fault(record, absent)) {
      return in_context(folder_of(shard.paths), *other);
    } else if (count_present(absent) < absent.size()) {
      // The shard may have tried to start the withdrawn bot, or may name another game that withdrew it.
      auto whole = parse_record(line);
      if (!whole) return log.fault(whole.error());
      record = with_absences(std::move(whole).value(), absent);
      line = format_record(record);
    }
    const auto result = place_record(plan_, schedule_, record);
    if (!result) return log.fault(result.error());
    withdrawals_.note(scheduled, record);
    results_.add(record, result.value());
    return store_.append(record.id, std::move(line));
  }

  // If a game is played without some bots, these must be the same in the shard and in the whole tournament.
  static std::optional<Error> absence_fault(const GameRecord& record, const Absences& absent) {
    for (const Seat seat : each<Seat>(absent.size())) {
      const auto forfeit = std::ranges::find(record.forfeits, seat, &ForfeitRecord::seat);
      const bool is_withdrawn = forfeit != record.forfeits.end() && forfeit->kind == FaultKind::withdrawn;
      const bool is_out = is_withdrawn || has_failed_to_start(record, seat);
      if (absent[seat] ? is_out : !is_withdrawn) continue;
      return Error{
          fmt::format("bot {} was {} in this shard and {} in the whole tournament, where game {} is played "
                      "{} it: {}; repair what keeps it from starting, and play the shard again",
                      record.players[seat], is_withdrawn ? "withdrawn" : "playing",
                      is_withdrawn ? "is not" : "is withdrawn", record.id, is_withdrawn ? "with" : "without",
                      is_withdrawn ? forfeit->text : absent[seat]->text)};
    }
    return std::nullopt;
  }

  static Error unfinished(const ShardRun& shard, std::uint64_t played) {
    return {fmt::format("{}: only {} of its {} games are played; the command that began it plays the others",
                        folder_of(shard.paths), played, schedule_of(shard.plan).expected())};
  }

  const std::vector<ShardRun>& shards_;
  const Plan& plan_;
  const GameTable& table_;
  RunStore& store_;
  Schedule schedule_;
  Withdrawals withdrawals_;
  std::vector<LogReader> logs_;
  GameResults results_;
};

TournamentEnd end_of(const Plan& plan, GameResults results) {
  TournamentEnd end;
  count_games(results.games, end.progress);
  end.progress.games = end.progress.played;
  end.forfeited = std::move(results.forfeited);
  end.results = std::move(results.games);
  end.standings = standings_of_run(plan, end.results);
  return end;
}

// The merged run in a folder that is not empty; an error if it holds something else.
Result<MergedRun> find_merged(const Plan& plan, const RunPaths& out) {
  const Error in_the_way{
      fmt::format("{}: this folder holds something other than the run of these shards; choose another folder",
                  folder_of(out))};
  TOPTILE_TRY(const auto found, files_of(out).look_for(out.plan().filename()));
  if (!found) return in_the_way;
  TOPTILE_TRY(auto run, read_run(out));
  if (!run.is_finished || compare_plans(plan_to_json(run.plan), plan_to_json(plan))) return in_the_way;
  GameResults results;
  results.games = std::move(run.results);
  results.forfeited = std::move(run.forfeited);
  return MergedRun{plan, end_of(plan, std::move(results)), true};
}

Result<void> merge_sessions(const std::vector<ShardRun>& shards, const RunPaths& out) {
  std::vector<RunSession> sessions;
  for (const ShardRun& shard : shards) {
    TOPTILE_TRY(auto more, read_sessions(shard.paths));
    std::ranges::move(more, std::back_inserter(sessions));
  }
  std::ranges::stable_sort(sessions, {}, &RunSession::began);
  return write_sessions(out, std::move(sessions));
}

Result<TournamentEnd> write_run(const std::vector<ShardRun>& shards, const Plan& plan, const RunPaths& out) {
  TOPTILE_TRY(const auto lexicon, lexicon_of(shards.front()));
  // Games that were not played are played here up to the end of the opening.
  if (auto bad = openings_fault(plan.openings, opening_table_of(plan, lexicon),
                                shards.front().paths.plan().string() + ": openings"))
    return *std::move(bad);
  TOPTILE_TRY(auto store, RunStore::open(out, plan_to_json(plan), {}, lexicon,
                                         [](const GameRecord&) -> Result<void> { return success(); }));
  const GameTable table = table_of(plan, lexicon, out.lexicon_list().string());
  TOPTILE_TRY(auto results, Merging(shards, plan, table, store).merge());
  TOPTILE_TRY_TO(store.settle());
  for (const ShardRun& shard : shards) {
    TOPTILE_TRY_TO(copy_words_of_bots(shard.paths, shard.plan, out));
  }
  TOPTILE_TRY_TO(merge_sessions(shards, out));
  TournamentEnd end = end_of(plan, std::move(results));
  TOPTILE_TRY_TO(write_run_report(out, plan, end));
  return end;
}

}  // namespace

Result<MergedRun> merge_shards(const std::vector<RunPaths>& folders, const RunPaths& out) {
  TOPTILE_TRY(auto shards, read_shards(folders));
  const Plan plan = without_shard(shards.front().plan);
  fs::path folder = out.folder.lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_empty(folder, error)) return find_merged(plan, {folder});
  const RunPaths aside{folder.string() + ".merging"};
  TOPTILE_TRY_TO(clear(aside.folder));
  auto end = write_run(shards, plan, aside);
  if (!end) {
    fs::remove_all(aside.folder, error);
    return end.error();
  }
  fs::rename(aside.folder, folder, error);
  if (error) return Error{fmt::format("{}: this folder cannot be made: {}", folder_of(out), error.message())};
  TOPTILE_TRY_TO(sync_folder(folder.parent_path()));
  return MergedRun{plan, std::move(end).value()};
}

}  // namespace toptile
