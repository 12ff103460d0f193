#include "league/work/rebuild.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <utility>

#include "league/store/packed_result.h"
#include "league/tables/league_table.h"
#include "league/work/set_player.h"

namespace toptile {

namespace {

constexpr std::size_t kMaxTold = 100;

// The labels of all versions. Authors submit bots while a league is rebuilt, so it reads them again if one is
// missing.
class Labels {
 public:
  explicit Labels(LeagueStore& store) : store_(store) {}

  // Returns nullopt if one of them is not a version of this league. An error comes from the store.
  Result<std::optional<std::array<std::string, 2>>> of(VersionId one, VersionId other) {
    if (!labels_.contains(one) || !labels_.contains(other)) {
      TOPTILE_TRY_TO(read());
    }
    const auto first = labels_.find(one), second = labels_.find(other);
    if (first == labels_.end() || second == labels_.end()) return std::optional<std::array<std::string, 2>>();
    return std::optional(std::array{first->second, second->second});
  }

 private:
  Result<void> read() {
    TOPTILE_TRY(const auto versions, store_.versions().list());
    for (const BotVersion& version : versions) labels_[version.id] = version.label();
    return success();
  }

  LeagueStore& store_;
  std::map<VersionId, std::string> labels_;
};

// The results of the records of a set, or why they do not count.
Result<std::array<GameResult, 2>> results_of(const LeagueTerms& terms, const Lexicon& lexicon,
                                             const KeptRecords& kept,
                                             const std::optional<std::array<std::string, 2>>& players,
                                             std::uint64_t& turns) {
  if (!kept.records) return kept.records.error();
  if (!players) return Error{"its players are no versions of this league"};
  const auto games = kept.seed ? games_of_entered_set(kept.set, *kept.seed) : games_of_set(terms, kept.set);
  std::array<GameResult, 2> results;
  for (std::size_t game = 0; game < 2; ++game) {
    const auto record = parse_record(kept.records.value()[game]);
    if (!record) return in_context(fmt::format("game {}", game + 1), record.error());
    turns += record.value().turns.size();
    const auto fault = record_fault(terms, lexicon, games[game], *players, record.value());
    if (fault) return Error{fmt::format("game {}: {}", game + 1, *fault)};
    results[game] = result_of(record.value(), games[game].entrants);
  }
  return results;
}

Result<std::map<SetNumber, std::array<std::int64_t, 2>>> kept_results(LeagueStore& store) {
  std::map<SetNumber, std::array<std::int64_t, 2>> results;
  TOPTILE_TRY_TO(store.sets().for_each_packed(
      [&](SetNumber set, const std::array<std::int64_t, 2>& games) { results[set] = games; }));
  return results;
}

Result<std::uint64_t> rebuild_history(LeagueStore& store, const std::stop_token& stop) {
  LeagueGames games;
  TOPTILE_TRY_TO(games.read(store));
  std::vector<RatingPoint> all;
  for (std::uint64_t order = next_point_after(0); order <= games.last_order() && !stop.stop_requested();
       order = next_point_after(order)) {
    TOPTILE_TRY(const auto points, points_at(games, store.terms(), order));
    all.insert(all.end(), points.begin(), points.end());
  }
  if (stop.stop_requested()) return std::uint64_t{0};
  TOPTILE_TRY_TO(store.ratings().replace_points(all));
  return all.size();
}

}  // namespace

Result<Rebuilt> rebuild(LeagueStore& store, const RebuildRequest& request, const std::stop_token& stop) {
  const LeagueTerms& terms = store.terms();
  TOPTILE_TRY(const auto words, store.words());
  TOPTILE_TRY(const auto building, build_lexicon(terms.plan.lexicon_name, words, terms.plan.rules.alphabet(),
                                                 terms.plan.rules.size));
  Labels labels(store);
  TOPTILE_TRY(const auto kept_before, kept_results(store));
  Rebuilt rebuilt;
  std::string unreadable;  // The error of the last unreadable record file, reported once for all of its sets.
  const auto visited = store.sets().for_each_records([&](KeptRecords&& kept) -> Result<void> {
    if (stop.stop_requested()) {
      rebuilt.is_stopped = true;
      return Error{"it was stopped"};
    }
    ++rebuilt.sets;
    if (request.on_progress) request.on_progress(rebuilt.sets);
    TOPTILE_TRY(const auto players, labels.of(kept.one, kept.other));
    const auto results = results_of(terms, building.lexicon, kept, players, rebuilt.turns);
    if (!results) {
      const std::string& why = results.error().message;
      ++rebuilt.refused;
      const bool is_told = kept.is_file_unreadable && std::exchange(unreadable, why) == why;
      if (!is_told && rebuilt.told.size() < kMaxTold)
        rebuilt.told.push_back(fmt::format("set {}: {}", kept.set, why));
      if (!request.keep_elsewhere) return success();
      TOPTILE_TRY_TO(request.keep_elsewhere(kept, why));
      return store.sets().drop_set(kept.set);
    }
    const auto before = kept_before.find(kept.set);
    const std::array<std::int64_t, 2> now = {packed(results.value()[0]), packed(results.value()[1])};
    if (before == kept_before.end() || before->second == now) return success();
    ++rebuilt.changed;
    return request.repair == Repair::made ? store.sets().replace_results(kept.set, results.value())
                                          : success();
  });
  if (rebuilt.is_stopped) return rebuilt;
  if (!visited) return visited.error();
  TOPTILE_TRY(rebuilt.miscounted, store.outcomes().wrong());
  if (request.repair == Repair::made && rebuilt.miscounted > 0) {
    TOPTILE_TRY_TO(store.outcomes().recount());
  }
  if (request.repair == Repair::made) {
    TOPTILE_TRY(rebuilt.points, rebuild_history(store, stop));
  }
  return rebuilt;
}

}  // namespace toptile
