#include "league/store/set_leases.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/assert.h"
#include "base/words.h"
#include "league/store/league_rows.h"
#include "league/store/worker_name.h"

namespace toptile {

namespace {

// The columns of leases that note_leased reads.
constexpr const char* kLeaseColumns =
    "set_number, one, other, block, (SELECT of_set FROM replays WHERE replays.set_number = "
    "leases.set_number)";

void note_leased(std::map<std::int64_t, LeasedSets>& blocks, const SqlRow& row) {
  LeasedSets& block = blocks[row.integer(3)];
  block.one = VersionId{row.integer(1)};
  block.other = VersionId{row.integer(2)};
  block.block = row.integer(3);
  const SetNumber set{static_cast<std::uint64_t>(row.integer(0))};
  block.sets.push_back(set);
  if (!row.is_null(4)) block.replays[set] = SetNumber{static_cast<std::uint64_t>(row.integer(4))};
}

std::vector<LeasedSets> sorted_blocks(std::map<std::int64_t, LeasedSets>&& blocks) {
  std::vector<LeasedSets> sorted;
  for (auto& [number, block] : blocks) {
    std::ranges::sort(block.sets);
    sorted.push_back(std::move(block));
  }
  return sorted;
}

// The text is "UNTIL WORKER"; with any other text, there is no chooser.
struct Chooser {
  std::int64_t until = 0;  // Milliseconds since 1970.
  std::string worker;

  // A clock that was set back does not leave the league without a chooser for long.
  bool is_another(const std::string& name, std::int64_t now) const {
    return worker != name && until > now && until <= now + kMaxLease.count();
  }
};

Chooser chooser_of(std::string_view text) {
  const std::size_t space = text.find(' ');
  if (space == std::string_view::npos) return {};
  return {parse_number<std::int64_t>(text.substr(0, space)).value_or(0), std::string(text.substr(space + 1))};
}

constexpr std::string_view kChooser = "chooser";

}  // namespace

Result<Outlook> SetLeases::look(const std::string& worker) {
  Outlook outlook;
  TOPTILE_TRY_TO(database().query(
      fmt::format("SELECT EXISTS (SELECT 1 FROM leases WHERE worker = ''), "
                  "EXISTS (SELECT 1 FROM versions WHERE {}), "
                  "COALESCE((SELECT value FROM settings WHERE key = '{}'), ''), "
                  "(SELECT COUNT(*) FROM versions WHERE state = 'active'), MAX(time), COUNT(name), "
                  "COUNT(CASE WHEN alive_until BETWEEN time AND time + {} THEN 1 END) "
                  "FROM (SELECT {} AS time) AS clock LEFT JOIN workers ON 1 = 1",
                  kWaitsUnclaimed, kChooser, kMaxLease.count(), connection().now_sql()),
      {}, [&](const SqlRow& row) {
        outlook.has_open_sets = row.integer(0) != 0;
        outlook.has_waiting_bots = row.integer(1) != 0;
        outlook.another_chooses = chooser_of(row.text(2)).is_another(worker, row.integer(4));
        outlook.active_bots = row.integer(3);
        outlook.workers = row.integer(6);
        outlook.has_dead_workers = row.integer(5) > outlook.workers;
      }));
  return outlook;
}

Result<std::vector<LeasedSets>> SetLeases::take_over(const Lease& lease, int most) {
  TOPTILE_TRY(auto outlook, look(lease.worker));
  if (!outlook.has_open_sets && outlook.has_dead_workers) {
    TOPTILE_TRY_TO(free_the_dead());
    outlook.has_open_sets = true;  // Perhaps.
  }
  return outlook.has_open_sets ? take_open(lease, most) : std::vector<LeasedSets>();
}

Result<std::vector<LeasedSets>> SetLeases::take_open(const Lease& lease, int most) {
  TOPTILE_ASSERT(most >= 1);
  // A worker does not check itself.
  const std::string token = token_of_worker(lease.worker);
  const auto fitting = [&](std::size_t value) {
    return token.empty() ? std::string("worker = ''")
                         : fmt::format(
                               "worker = '' AND NOT EXISTS (SELECT 1 FROM replays WHERE "
                               "replays.set_number = leases.set_number AND ${} IN (first, second))",
                               value);
  };
  const SqlValues values = token.empty() ? SqlValues{} : SqlValues{sql_text(token)};
  std::vector<LeasedSets> taken;
  TOPTILE_TRY_TO(connection().change_own([&](std::int64_t now) -> Result<void> {
    taken.clear();
    TOPTILE_TRY_TO(connection().note_alive(lease, now));
    std::map<std::int64_t, LeasedSets> blocks;
    SqlValues all = {sql_text(lease.worker)};
    all.insert(all.end(), values.begin(), values.end());
    TOPTILE_TRY_TO(database().query(
        fmt::format(
            "UPDATE leases SET worker = $1 WHERE set_number IN (SELECT set_number FROM leases WHERE {} "
            "ORDER BY block, set_number LIMIT {}{}) RETURNING {}",
            fitting(2), std::min(most, kMaxSetsAtOnce), database().skip_locked(), kLeaseColumns),
        all, [&](const SqlRow& row) { note_leased(blocks, row); }));
    taken = sorted_blocks(std::move(blocks));
    return success();
  }));
  return taken;
}

Result<std::vector<LeasedSets>> SetLeases::add(std::span<const ChosenSets> chosen,
                                               const std::string& worker) {
  std::vector<LeasedSets> leased;
  if (chosen.empty()) return leased;
  std::map<VersionId, bool> is_active;  // For each version that may play.
  TOPTILE_TRY_TO(database().query(
      "SELECT id, state FROM versions WHERE state IN ('active', 'retired')", {}, [&](const SqlRow& row) {
        is_active[VersionId{row.integer(0)}] = row.text(1) == name_of(VersionState::active);
      }));
  // The last numbers are stored as settings, because the numbers of a dropped set are not used again.
  TOPTILE_TRY(const auto last_set, find_count(database(), "last_set"));
  TOPTILE_TRY(const auto last_block, find_count(database(), "last_block"));
  std::int64_t set = last_set, block = last_block;
  RowsToInsert rows("INSERT INTO leases (set_number, one, other, block, worker) VALUES", 5);
  for (const ChosenSets& pair : chosen) {
    TOPTILE_ASSERT(pair.one != pair.other && pair.sets >= 1 && pair.sets <= kMaxSetsAtOnce);
    const auto one = is_active.find(pair.one), other = is_active.find(pair.other);
    if (one == is_active.end() || other == is_active.end() || (!one->second && !other->second)) continue;
    LeasedSets& added = leased.emplace_back(LeasedSets{pair.one, pair.other, ++block, {}, {}});
    for (int i = 0; i < pair.sets; ++i) {
      added.sets.push_back(SetNumber{static_cast<std::uint64_t>(++set)});
      TOPTILE_TRY_TO(rows.add(database(), {sql_number(set), sql_number(pair.one), sql_number(pair.other),
                                           sql_number(block), sql_text(worker)}));
    }
  }
  TOPTILE_TRY_TO(rows.finish(database()));
  if (block == last_block) return leased;
  TOPTILE_TRY_TO(set_setting(database(), "last_block", std::to_string(block)));
  TOPTILE_TRY_TO(set_setting(database(), "last_set", std::to_string(set)));
  return leased;
}

Result<std::vector<LeasedSets>> SetLeases::lease_sets(std::span<const ChosenSets> chosen,
                                                      const Lease& lease) {
  std::vector<LeasedSets> leased;
  TOPTILE_TRY_TO(change([&](std::int64_t now) -> Result<void> {
    TOPTILE_TRY_TO(connection().note_alive(lease, now));
    TOPTILE_TRY(leased, add(chosen, lease.worker));
    return success();
  }));
  return leased;
}

Result<std::optional<LeasedSets>> SetLeases::lease_sets(VersionId one, VersionId other, int count,
                                                        const Lease& lease) {
  const ChosenSets chosen{one, other, count};
  TOPTILE_TRY(auto leased, lease_sets(std::span(&chosen, 1), lease));
  return leased.empty() ? std::nullopt : std::optional(std::move(leased.front()));
}

Result<void> SetLeases::offer(std::span<const ChosenSets> chosen) {
  return change([&](std::int64_t) -> Result<void> {
    TOPTILE_TRY_TO(add(chosen, ""));
    return success();
  });
}

Result<OpenSets> SetLeases::open(const std::string& worker) {
  TOPTILE_TRY(const auto now, connection().now());
  SqlValues values = alive_at(now);
  values.push_back(sql_text(worker));
  OpenSets open;
  TOPTILE_TRY_TO(database().query(
      fmt::format(
          "SELECT (SELECT COUNT(*) FROM leases WHERE worker = ''), (SELECT CAST(COALESCE(SUM(lanes), 0) AS "
          "BIGINT) FROM workers WHERE {} AND name <> $3)",
          kIsAlive),
      values, [&](const SqlRow& row) {
        open.sets = row.integer(0);
        open.lanes = row.integer(1);
      }));
  return open;
}

Result<bool> SetLeases::may_choose(const std::string& worker, std::chrono::milliseconds time) {
  TOPTILE_TRY(const auto soon, connection().now());
  TOPTILE_TRY(const auto text, find_setting(database(), kChooser));
  const Chooser chooser = chooser_of(text.value_or(""));
  if (chooser.is_another(worker, soon)) return false;
  const bool is_ours = chooser.worker == worker && chooser.until > soon + time.count() / 2 &&
                       chooser.until <= soon + time.count();
  if (is_ours) return true;
  bool may = false;
  TOPTILE_TRY_TO(change([&](std::int64_t now) -> Result<void> {
    TOPTILE_TRY(const auto again, find_setting(database(), kChooser));
    may = !chooser_of(again.value_or("")).is_another(worker, now);
    return may ? set_setting(database(), kChooser, fmt::format("{} {}", now + time.count(), worker))
               : success();
  }));
  return may;
}

Result<void> SetLeases::stop_choosing(const std::string& worker) {
  TOPTILE_TRY(const auto text, find_setting(database(), kChooser));
  if (chooser_of(text.value_or("")).worker != worker) return success();
  return change([&](std::int64_t) -> Result<void> {
    TOPTILE_TRY(const auto again, find_setting(database(), kChooser));
    return chooser_of(again.value_or("")).worker == worker ? set_setting(database(), kChooser, "")
                                                           : success();
  });
}

Result<std::vector<LeasedSets>> SetLeases::held_by(const std::string& worker) {
  std::map<std::int64_t, LeasedSets> blocks;
  TOPTILE_TRY_TO(database().query(fmt::format("SELECT {} FROM leases WHERE worker = $1", kLeaseColumns),
                                  {sql_text(worker)}, [&](const SqlRow& row) { note_leased(blocks, row); }));
  return sorted_blocks(std::move(blocks));
}

Result<OpenSets> SetLeases::held_with(const std::string& token) {
  OpenSets held;
  TOPTILE_TRY_TO(
      database().query("SELECT name, lanes, (SELECT COUNT(*) FROM leases WHERE worker = name) FROM workers",
                       {}, [&](const SqlRow& row) {
                         if (token_of_worker(row.text(0)) != token) return;
                         held.lanes += row.integer(1);
                         held.sets += row.integer(2);
                       }));
  return held;
}

Result<std::vector<SetsInPlay>> SetLeases::in_play() {
  std::vector<SetsInPlay> all;
  TOPTILE_TRY_TO(
      database().query("SELECT one, other, COUNT(*) FROM leases GROUP BY one, other ORDER BY one, other", {},
                       [&](const SqlRow& row) {
                         all.push_back({VersionId{row.integer(0)}, VersionId{row.integer(1)},
                                        static_cast<int>(row.integer(2))});
                       }));
  return all;
}

}  // namespace toptile
