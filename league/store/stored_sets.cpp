#include "league/store/stored_sets.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/assert.h"
#include "league/store/league_rows.h"
#include "league/store/packed_result.h"
#include "league/store/set_outcomes.h"
#include "league/store/worker_name.h"
#include "protocol/record_log.h"
#include "tournaments/run/program_version.h"

namespace toptile {

Result<void> StoredSets::add(std::span<const NewSet> sets) {
  RowsToInsert rows(
      "INSERT INTO played (set_number, seq, one, other, block, first_game, second_game, ended, took, "
      "program) VALUES",
      10);
  std::vector<PlayedSet> counted;
  for (const auto& [set, packed_records] : sets) {
    counted.push_back(*set);
    TOPTILE_TRY_TO(
        rows.add(database(), {sql_number(set->set), sql_number(static_cast<std::int64_t>(set->order)),
                              sql_number(set->one), sql_number(set->other), sql_number(set->block),
                              sql_number(packed(set->results[0])), sql_number(packed(set->results[1])),
                              sql_number(set->ended), sql_number(set->took), sql_number(set->program)}));
  }
  TOPTILE_TRY(auto outcomes, outcome_rows(database(), counted));
  TOPTILE_TRY(auto records, record_rows(sets));
  // Others wait meanwhile, so this is one message.
  const std::array all = {rows.take_rest(), outcomes.take_rest(), records.take_rest()};
  return database().insert(all);
}

// Forgets all numbers that were looked up: the transaction that failed may have stored their rows.
void StoredSets::forget_found() {
  dictionary_.reset();
  program_numbers_.clear();
}

// The number of a program, which is assigned with its first set.
Result<std::int64_t> StoredSets::find_program(const std::string& named) {
  if (const auto known = program_numbers_.find(named); known != program_numbers_.end()) return known->second;
  const SqlValue version = sql_text(named);
  const auto find = [&] {
    return find_number(database(), "SELECT id FROM programs WHERE version = $1", {version});
  };
  TOPTILE_TRY(auto found, find());
  if (found) return program_numbers_[named] = *found;
  TOPTILE_TRY(const auto number, next_number(database(), "programs", "id"));
  TOPTILE_TRY_TO(database().execute("INSERT INTO programs (id, version) VALUES ($1, $2)",
                                    {sql_number(number), version}));
  return program_numbers_[named] = number;
}

Result<std::map<std::int64_t, std::string>> StoredSets::programs() {
  std::map<std::int64_t, std::string> all;
  TOPTILE_TRY_TO(database().query("SELECT id, version FROM programs", {},
                                  [&](const SqlRow& row) { all[row.integer(0)] = row.text(1); }));
  return all;
}

// Removes the leases that this worker has of the sets. Returns these, each with the set that it checks, if
// any.
Result<std::map<SetNumber, std::optional<SetNumber>>> StoredSets::end_leases(
    std::span<const RecordedSet> sets, const std::string& worker) {
  std::map<SetNumber, std::optional<SetNumber>> ended;
  SqlValues values = {sql_text(worker)};
  std::string brought;
  for (const RecordedSet& set : sets) {
    const std::size_t first = values.size() + 1;
    fmt::format_to(std::back_inserter(brought),
                   "{}(CAST(${} AS BIGINT), CAST(${} AS BIGINT), CAST(${} AS BIGINT))",
                   brought.empty() ? "" : ", ", first, first + 1, first + 2);
    std::ranges::move(SqlValues{sql_number(set.set), sql_number(set.one), sql_number(set.other)},
                      std::back_inserter(values));
  }
  TOPTILE_TRY_TO(database().query(
      fmt::format("DELETE FROM leases WHERE worker = $1 AND (set_number, one, other) IN (VALUES {}) "
                  "RETURNING set_number, (SELECT of_set FROM replays WHERE replays.set_number = "
                  "leases.set_number)",
                  brought),
      values, [&](const SqlRow& row) {
        auto& replay = ended[SetNumber{static_cast<std::uint64_t>(row.integer(0))}];
        if (!row.is_null(1)) replay = SetNumber{static_cast<std::uint64_t>(row.integer(1))};
      }));
  return ended;
}

Result<int> StoredSets::keep(std::span<RecordedSet> sets, const Delivery& delivery) {
  if (sets.empty()) return 0;
  // Others wait for the transaction, and packing takes longer than storing.
  std::vector<NewSet> packed_sets;
  TOPTILE_TRY_TO(find_dictionary());
  for (const RecordedSet& set : sets) packed_sets.push_back({&set, packed_records(set)});
  int kept = 0;
  auto done = connection().change_own([&](std::int64_t) -> Result<void> {
    kept = 0;
    for (RecordedSet& set : sets) set.order = 0;  // An earlier try may have failed.
    TOPTILE_TRY(auto leased, end_leases(sets, delivery.worker));
    if (leased.empty()) return success();
    // Sets are numbered in the order in which others see them.
    TOPTILE_TRY(const auto turn, connection().exclude_writers());
    const std::int64_t now = turn.first;
    std::uint64_t order = turn.second + 1;
    TOPTILE_TRY(const auto program,
                find_program(delivery.program.empty() ? std::string(program_version()) : delivery.program));
    const std::string token = token_of_worker(delivery.worker);
    if (!token.empty()) {
      TOPTILE_TRY(const auto blocked,
                  find_number(database(), "SELECT blocked FROM tokens WHERE id = $1", {sql_text(token)}));
      if (blocked.value_or(0) > 0) return Error{"the token of this worker was blocked meanwhile"};
    }
    std::map<SetNumber, SetNumber> replays;
    std::vector<NewSet> ours;
    std::vector<BroughtSet> brought;
    for (std::size_t i = 0; i < sets.size(); ++i) {
      RecordedSet& set = sets[i];
      const auto lease = leased.extract(set.set);
      if (!lease) continue;
      brought.push_back({token, delivery.worker, set.set, order});
      set.ended = now;
      set.order = order;
      if (lease.mapped()) {
        replays[set.set] = *lease.mapped();
        continue;
      }
      ++order;
      set.program = program;
      ours.push_back(std::move(packed_sets[i]));
    }
    kept = static_cast<int>(ours.size());
    TOPTILE_TRY_TO(add(ours));
    if (!token.empty()) {
      TOPTILE_TRY_TO(checks_.note_brought(brought));
      TOPTILE_TRY_TO(open_replays(ours, delivery));
    }
    return check_others(now, sets, replays, delivery);
  });
  if (!done) {
    forget_found();
    return done.error();
  }
  return kept;
}

namespace {

bool has_forfeit(const PlayedSet& set) {
  return std::ranges::any_of(set.results,
                             [](const GameResult& game) { return game.end == GameEnd::forfeit; });
}

}  // namespace

// A forfeit is always checked, because it is what a machine that is too slow or lacks a program brings.
Result<void> StoredSets::open_replays(std::span<const NewSet> sets, const Delivery& delivery) {
  const std::string token = token_of_worker(delivery.worker);
  TOPTILE_TRY(const bool is_suspect, checks_.is_suspect(token));
  for (const auto& [set, packed_records] : sets) {
    const bool is_drawn = delivery.draw() < delivery.replayed_share;
    if (!is_drawn && !(delivery.replayed_share > 0 && (is_suspect || has_forfeit(*set)))) continue;
    TOPTILE_TRY(const bool shows_nothing, checks_.never_repeat(set->one, set->other));
    if (shows_nothing) continue;
    TOPTILE_TRY_TO(checks_.open_replay(set->set, set->one, set->other, token, ""));
  }
  return success();
}

Result<void> StoredSets::check_others(std::int64_t now, std::span<const RecordedSet> sets,
                                      std::map<SetNumber, SetNumber> replays, const Delivery& delivery) {
  for (const RecordedSet& set : sets) {
    const auto replay = replays.extract(set.set);
    if (!replay) continue;
    TOPTILE_TRY(const auto counted, look_up(replay.mapped()));
    TOPTILE_TRY(const auto found,
                checks_.take_replay(now, set.set, token_of_worker(delivery.worker), course_of(set.records),
                                    counted ? course_of(counted->records) : ""));
    if (found.is_confirmed && has_forfeit(*counted)) delivery.on_confirmed_forfeit(*counted);
    for (const std::string& liar : found.liars) TOPTILE_TRY_TO(remove_unconfirmed(liar));
  }
  return success();
}

Result<int> StoredSets::remove_unconfirmed(const std::string& token) {
  TOPTILE_TRY(const auto sets, checks_.unconfirmed(token));
  for (const SetNumber set : sets) TOPTILE_TRY_TO(remove(set));
  if (!sets.empty()) {
    TOPTILE_TRY_TO(note_change());
  }
  return static_cast<int>(sets.size());
}

Result<int> StoredSets::withdraw(const std::string& token) {
  int removed = 0;
  TOPTILE_TRY_TO(change([&](std::int64_t) -> Result<void> {
    TOPTILE_TRY(removed, remove_unconfirmed(token));
    return success();
  }));
  return removed;
}

Result<bool> StoredSets::enter(std::int64_t now, const EnteredSet& entered, const std::string& run) {
  const auto [lower, upper] = std::minmax(entered.one, entered.other);
  const std::string seed = std::to_string(entered.games[0].seed);
  TOPTILE_TRY(
      const auto there,
      find_number(database(),
                  "SELECT set_number FROM entered WHERE lower_version = $1 AND upper_version = $2 AND "
                  "seed = $3",
                  {sql_number(lower), sql_number(upper), sql_text(seed)}));
  if (there) return false;
  TOPTILE_TRY(const auto last_set, find_count(database(), "last_set"));
  TOPTILE_TRY(const auto last_block, find_count(database(), "last_block"));
  TOPTILE_TRY(const auto order, next_number(database(), "played", "seq"));
  TOPTILE_TRY_TO(find_dictionary());
  RecordedSet set;
  set.set = SetNumber{static_cast<std::uint64_t>(last_set + 1)};
  set.one = entered.one;
  set.other = entered.other;
  set.block = last_block + 1;
  set.results = entered.results;
  set.took = entered.took;
  set.ended = now;
  set.order = static_cast<std::uint64_t>(order);
  std::map<VersionId, std::string> labels;
  TOPTILE_TRY_TO(database().query(fmt::format("SELECT {} WHERE versions.id IN ($1, $2)", kVersionColumns),
                                  {sql_number(set.one), sql_number(set.other)}, [&](const SqlRow& row) {
                                    const BotVersion version = version_of(row);
                                    labels[version.id] = version.label();
                                  }));
  if (labels.size() != 2) return Error{"these are not two versions of this league"};
  for (std::size_t i = 0; i < 2; ++i) {
    GameRecord record = entered.games[i];
    record.id = GameNumber{first_game_of(set.set) + i};
    record.set = set.set;
    for (std::size_t seat = 0; seat < 2; ++seat)
      record.players.at(seat) = labels.at(set.results[i].by_seat[seat].entrant == 0 ? set.one : set.other);
    set.results[i].id = static_cast<std::uint32_t>(record.id);
    set.records[i] = format_record(record);
  }
  TOPTILE_TRY_TO(set_setting(database(), "last_set", std::to_string(last_set + 1)));
  TOPTILE_TRY_TO(set_setting(database(), "last_block", std::to_string(set.block)));
  const NewSet added{&set, packed_records(set)};
  TOPTILE_TRY_TO(add(std::span(&added, 1)));
  TOPTILE_TRY_TO(database().execute(
      "INSERT INTO entered (set_number, lower_version, upper_version, seed, run) VALUES ($1, $2, $3, $4, $5)",
      {sql_number(set.set), sql_number(lower), sql_number(upper), sql_text(seed), sql_text(run)}));
  return true;
}

Result<int> StoredSets::enter(std::span<const EnteredSet> sets, const std::string& run) {
  int entered = 0;
  auto done = change([&](std::int64_t now) -> Result<void> {
    for (const EnteredSet& set : sets) {
      TOPTILE_TRY(const auto is_new, enter(now, set, run));
      entered += is_new ? 1 : 0;
    }
    return success();
  });
  if (!done) {
    forget_found();
    return done.error();
  }
  return entered;
}

Result<void> StoredSets::for_each_set(std::uint64_t after,
                                      const std::function<void(const PlayedSet&)>& visit) {
  Result<void> read = success();
  TOPTILE_TRY_TO(database().query(
      fmt::format("SELECT {} FROM played WHERE seq > $1 ORDER BY seq", kPlayedColumns),
      {sql_number(static_cast<std::int64_t>(after))}, [&](const SqlRow& row) {
        if (!read) return;
        const auto set = played_of(row);
        if (set) {
          visit(set.value());
        } else {
          read = Error{fmt::format("{}: {}; recompute the results with: toptile league rebuild", name(),
                                   set.error().message)};
        }
      }));
  return read;
}

Result<std::uint64_t> StoredSets::last_order() {
  TOPTILE_TRY(const auto last, find_number(database(), "SELECT MAX(seq) FROM played", {}));
  return static_cast<std::uint64_t>(last.value_or(0));
}

Result<std::int64_t> StoredSets::last_block() {
  return find_count(database(), "last_block");
}

Result<void> StoredSets::for_each_packed(
    const std::function<void(SetNumber, const std::array<std::int64_t, 2>&)>& visit) {
  return database().query(
      "SELECT set_number, first_game, second_game FROM played", {}, [&](const SqlRow& row) {
        visit(SetNumber{static_cast<std::uint64_t>(row.integer(0))}, {row.integer(1), row.integer(2)});
      });
}

// ---- Results computed from games ----------------------------------------------

Result<std::int64_t> StoredSets::changes() {
  return find_count(database(), "changed_sets");
}

Result<void> StoredSets::note_change() {
  TOPTILE_TRY(const auto changes, this->changes());
  return set_setting(database(), "changed_sets", std::to_string(changes + 1));
}

// Takes the set's outcome off the counts. Nothing if there is no such set.
Result<void> StoredSets::uncount(SetNumber number) {
  std::optional<Result<PlayedSet>> set;
  TOPTILE_TRY_TO(database().query(fmt::format("SELECT {} FROM played WHERE set_number = $1", kPlayedColumns),
                                  {sql_number(number)}, [&](const SqlRow& row) { set = played_of(row); }));
  // The outcome of results that are not valid cannot be taken off; a rebuild counts all sets again
  // afterwards.
  return set && *set ? take_off_outcome(database(), set->value()) : success();
}

Result<void> StoredSets::replace_results(SetNumber number, const std::array<GameResult, 2>& results) {
  return change([&](std::int64_t) -> Result<void> {
    TOPTILE_TRY_TO(uncount(number));
    PlayedSet set;
    set.results = results;
    TOPTILE_TRY(const auto changed,
                database().execute(
                    "UPDATE played SET first_game = $1, second_game = $2 WHERE set_number = $3",
                    {sql_number(packed(results[0])), sql_number(packed(results[1])), sql_number(number)}));
    if (changed == 0) return success();
    TOPTILE_TRY_TO(note_change());
    TOPTILE_TRY_TO(database().query("SELECT one, other FROM played WHERE set_number = $1",
                                    {sql_number(number)}, [&](const SqlRow& row) {
                                      set.one = VersionId{row.integer(0)};
                                      set.other = VersionId{row.integer(1)};
                                    }));
    return count_outcomes(database(), std::span(&set, 1));
  });
}

Result<void> StoredSets::remove(SetNumber set) {
  TOPTILE_TRY_TO(uncount(set));
  TOPTILE_TRY_TO(checks_.forget(set));
  TOPTILE_TRY(const auto file, find_number(database(), "SELECT record_file FROM played WHERE set_number = $1",
                                           {sql_number(set)}));
  for (const char* table : {"entered", "records", "played"}) {
    TOPTILE_TRY_TO(
        database().execute(fmt::format("DELETE FROM {} WHERE set_number = $1", table), {sql_number(set)}));
  }
  return file ? files_.forget_unused(*file) : success();
}

Result<void> StoredSets::drop_set(SetNumber set) {
  return change([&](std::int64_t) -> Result<void> {
    TOPTILE_TRY_TO(remove(set));
    return note_change();
  });
}

}  // namespace toptile
