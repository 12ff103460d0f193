#include "league/store/set_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "league/store/league_rows.h"
#include "league/store/worker_name.h"
#include "protocol/game_record.h"

namespace toptile {

std::string course_of(const std::array<std::string, 2>& records) {
  std::string course;
  for (const std::string& line : records) {
    const auto record = parse_record(line);
    if (!record) return records[0] + "\n" + records[1];
    for (const TurnRecord& turn : record.value().turns) course += turn.move + ' ';
    for (const ForfeitRecord& forfeit : record.value().forfeits)
      course += fmt::format("{}:{} ", forfeit.seat, name_of(forfeit.kind));
    course += fmt::format("{}\n", static_cast<int>(record.value().end));
  }
  return course;
}

CheckOutcome compare_courses(const std::string& first, const std::string& second, const std::string& third) {
  if (first == second) return first == third ? CheckOutcome::agreed : CheckOutcome::third_is_odd;
  if (first == third) return CheckOutcome::second_is_odd;
  return second == third ? CheckOutcome::first_is_odd : CheckOutcome::all_differ;
}

namespace {

bool is_odd(CheckOutcome outcome) {
  return outcome == CheckOutcome::first_is_odd || outcome == CheckOutcome::second_is_odd ||
         outcome == CheckOutcome::third_is_odd;
}

double log_choose(double all, double some) {
  return std::lgamma(all + 1) - std::lgamma(some + 1) - std::lgamma(all - some + 1);
}

// The chance that at least `found` of `odd` plays are among `own` of `all`.
double hypergeometric_tail(int all, int odd, int own, int found) {
  double chance = 0;
  for (int k = found; k <= std::min(odd, own); ++k) {
    if (odd - k > all - own) continue;
    chance += std::exp(log_choose(own, k) + log_choose(all - own, odd - k) - log_choose(all, odd));
  }
  return std::min(chance, 1.0);
}

std::pair<VersionId, VersionId> pair_of(const SetCheck& check) {
  return std::minmax({check.one, check.other});
}

}  // namespace

CheckSummary summarize(std::span<const SetCheck> checks) {
  CheckSummary summary;
  for (const SetCheck& check : checks) {
    PairChecks& pair = summary.pairs[pair_of(check)];
    ++pair.checks;
    if (check.outcome != CheckOutcome::agreed) ++pair.differing;
    if (check.outcome == CheckOutcome::all_differ) ++pair.all_differ;
  }
  int plays = 0, odd = 0;
  for (const SetCheck& check : checks) {
    if (check.outcome == CheckOutcome::all_differ || summary.pairs[pair_of(check)].never_repeats()) continue;
    const std::size_t count = check.outcome == CheckOutcome::agreed ? 2 : 3;
    for (std::size_t i = 0; i < count; ++i) ++summary.tokens[check.tokens[i]].plays;
    plays += static_cast<int>(count);
    if (!is_odd(check.outcome)) continue;
    ++odd;
    ++summary.tokens[check.tokens[static_cast<std::size_t>(check.outcome) - 1]].odd;
  }
  for (auto& [token, found] : summary.tokens) {
    if (found.odd > 0) found.chance = hypergeometric_tail(plays, odd, found.plays, found.odd);
  }
  return summary;
}

// ---- In the database -----------------------------------------------------------

namespace {

SqlValues numbers_of(std::span<const SetNumber> sets, SqlValues values = {}) {
  for (const SetNumber set : sets) values.push_back(sql_number(set));
  return values;
}

SetNumber set_in(const SqlRow& row, int column) {
  return SetNumber{static_cast<std::uint64_t>(row.integer(column))};
}

}  // namespace

Result<std::map<SetNumber, std::uint64_t>> SetChecks::brought_by(const std::string& worker,
                                                                 std::span<const SetNumber> sets) {
  std::map<SetNumber, std::uint64_t> found;
  if (sets.empty()) return found;
  TOPTILE_TRY_TO(database().query(
      fmt::format("SELECT set_number, seq FROM deliveries WHERE worker = $1 AND set_number IN ({})",
                  placeholders(2, sets.size())),
      numbers_of(sets, {sql_text(worker)}),
      [&](const SqlRow& row) { found[set_in(row, 0)] = static_cast<std::uint64_t>(row.integer(1)); }));
  return found;
}

Result<void> SetChecks::note_brought(std::span<const BroughtSet> sets) {
  RowsToInsert rows("INSERT INTO deliveries (set_number, token, worker, seq) VALUES", 4);
  for (const BroughtSet& set : sets) {
    TOPTILE_TRY_TO(rows.add(database(), {sql_number(set.set), sql_text(set.token), sql_text(set.worker),
                                         sql_number(static_cast<std::int64_t>(set.order))}));
  }
  return rows.finish(database());
}

// The replay has a number of its own, so that its worker cannot tell it from another set.
Result<void> SetChecks::open_replay(SetNumber of, VersionId one, VersionId other, const std::string& first,
                                    const std::string& second) {
  TOPTILE_TRY(const auto last_set, find_count(database(), "last_set"));
  TOPTILE_TRY(const auto last_block, find_count(database(), "last_block"));
  const std::int64_t set = last_set + 1, block = last_block + 1;
  TOPTILE_TRY_TO(database().execute(
      "INSERT INTO leases (set_number, one, other, block, worker) VALUES ($1, $2, $3, $4, '')",
      {sql_number(set), sql_number(one), sql_number(other), sql_number(block)}));
  TOPTILE_TRY_TO(database().execute(
      "INSERT INTO replays (set_number, of_set, first, second, course) VALUES ($1, $2, $3, $4, '')",
      {sql_number(set), sql_number(of), sql_text(first), sql_text(second)}));
  TOPTILE_TRY_TO(set_setting(database(), "last_block", std::to_string(block)));
  return set_setting(database(), "last_set", std::to_string(set));
}

Result<ReplayOutcome> SetChecks::take_replay(std::int64_t now, SetNumber replay, const std::string& token,
                                             const std::string& course, const std::string& counted_course) {
  ReplayOutcome found;
  SetNumber of{};
  std::string first, second;
  TOPTILE_TRY_TO(database().query("SELECT of_set, first, second FROM replays WHERE set_number = $1",
                                  {sql_number(replay)}, [&](const SqlRow& row) {
                                    of = set_in(row, 0);
                                    first = row.text(1);
                                    second = row.text(2);
                                  }));
  if (of == SetNumber{}) return found;
  const auto forget = [&] {
    return database().execute("DELETE FROM replays WHERE of_set = $1", {sql_number(of)});
  };
  if (counted_course.empty()) {
    TOPTILE_TRY_TO(forget());
    return found;
  }
  // The play before this one, if this is the third.
  std::optional<std::string> second_course;
  TOPTILE_TRY_TO(database().query(
      "SELECT course FROM replays WHERE of_set = $1 AND set_number <> $2 AND course <> ''",
      {sql_number(of), sql_number(replay)}, [&](const SqlRow& row) { second_course = row.text(0); }));
  VersionId one{}, other{};
  TOPTILE_TRY_TO(database().query("SELECT one, other FROM played WHERE set_number = $1", {sql_number(of)},
                                  [&](const SqlRow& row) {
                                    one = VersionId{row.integer(0)};
                                    other = VersionId{row.integer(1)};
                                  }));
  if (!second_course && course != counted_course) {
    TOPTILE_TRY_TO(database().execute("UPDATE replays SET course = $1 WHERE set_number = $2",
                                      {sql_text(course), sql_number(replay)}));
    TOPTILE_TRY_TO(open_replay(of, one, other, first, token));
    return found;
  }
  const CheckOutcome outcome =
      second_course ? compare_courses(counted_course, *second_course, course) : CheckOutcome::agreed;
  TOPTILE_TRY_TO(database().execute(
      "INSERT INTO checks (set_number, one, other, first, second, third, outcome, at) VALUES ($1, $2, $3, "
      "$4, $5, $6, $7, $8)",
      {sql_number(of), sql_number(one), sql_number(other), sql_text(first),
       sql_text(second_course ? second : token), sql_text(second_course ? token : ""),
       sql_number(static_cast<std::int64_t>(outcome)), sql_number(now)}));
  TOPTILE_TRY_TO(forget());
  found.is_confirmed = outcome != CheckOutcome::first_is_odd && outcome != CheckOutcome::all_differ;
  if (!is_odd(outcome)) return found;
  TOPTILE_TRY(const auto checks, all());
  const CheckSummary summary = summarize(checks);
  for (const auto& [named, plays] : summary.tokens) {
    if (named.empty() || !plays.is_beyond_chance()) continue;
    const std::string why = fmt::format(
        "its games differ from those that two others played in {} of {} sets that were compared; the last is "
        "set {}",
        plays.odd, plays.plays, of);
    TOPTILE_TRY(const bool is_blocked_now, block(now, named, why));
    if (is_blocked_now) found.liars.push_back(named);
  }
  return found;
}

Result<bool> SetChecks::is_suspect(const std::string& token) {
  TOPTILE_TRY(
      const auto odd,
      find_number(database(),
                  "SELECT COUNT(*) FROM checks WHERE (outcome = 1 AND first = $1) OR (outcome = 2 AND "
                  "second = $1) OR (outcome = 3 AND third = $1)",
                  {sql_text(token)}));
  return odd.value_or(0) > 0;
}

Result<bool> SetChecks::never_repeat(VersionId one, VersionId other) {
  PairChecks pair;
  TOPTILE_TRY_TO(database().query(
      "SELECT outcome, COUNT(*) FROM checks WHERE (one = $1 AND other = $2) OR (one = $2 AND other = $1) "
      "GROUP BY outcome",
      {sql_number(one), sql_number(other)}, [&](const SqlRow& row) {
        const auto outcome = static_cast<CheckOutcome>(row.integer(0));
        const int count = static_cast<int>(row.integer(1));
        pair.checks += count;
        if (outcome != CheckOutcome::agreed) pair.differing += count;
        if (outcome == CheckOutcome::all_differ) pair.all_differ += count;
      }));
  return pair.never_repeats();
}

// A set is confirmed if another worker's play agrees with the one that counts.
Result<std::vector<SetNumber>> SetChecks::unconfirmed(const std::string& token) {
  std::vector<SetNumber> sets;
  TOPTILE_TRY_TO(database().query(
      "SELECT deliveries.set_number FROM deliveries JOIN played USING (set_number) WHERE token = $1 AND NOT "
      "EXISTS (SELECT 1 FROM checks WHERE checks.set_number = deliveries.set_number AND outcome IN (0, 2, "
      "3)) "
      "ORDER BY deliveries.set_number",
      {sql_text(token)}, [&](const SqlRow& row) { sets.push_back(set_in(row, 0)); }));
  return sets;
}

Result<bool> SetChecks::block(std::int64_t now, const std::string& token, const std::string& why) {
  TOPTILE_TRY(
      const auto changed,
      database().execute("UPDATE tokens SET blocked = $1, blocked_why = $2 WHERE id = $3 AND blocked = 0",
                         {sql_number(now), sql_text(why), sql_text(token)}));
  std::vector<std::string> workers;
  TOPTILE_TRY_TO(database().query("SELECT name FROM workers", {}, [&](const SqlRow& row) {
    if (token_of_worker(row.text(0)) == token) workers.emplace_back(row.text(0));
  }));
  for (const std::string& worker : workers) TOPTILE_TRY_TO(connection().give_back_all(worker));
  TOPTILE_TRY_TO(connection().drop_work_of_the_gone());
  return changed > 0;
}

Result<void> SetChecks::forget(SetNumber set) {
  // A replay that is stored now finds afterwards that there is nothing to compare it with.
  TOPTILE_TRY_TO(database().execute(
      fmt::format("DELETE FROM leases WHERE set_number IN (SELECT set_number FROM leases WHERE set_number IN "
                  "(SELECT set_number FROM replays WHERE of_set = $1){})",
                  database().skip_locked()),
      {sql_number(set)}));
  TOPTILE_TRY_TO(database().execute("DELETE FROM replays WHERE of_set = $1", {sql_number(set)}));
  TOPTILE_TRY_TO(database().execute("DELETE FROM deliveries WHERE set_number = $1", {sql_number(set)}));
  return success();
}

Result<std::vector<SetCheck>> SetChecks::all() {
  std::vector<SetCheck> checks;
  TOPTILE_TRY_TO(database().query(
      "SELECT one, other, first, second, third, outcome FROM checks ORDER BY at, set_number", {},
      [&](const SqlRow& row) {
        checks.push_back({VersionId{row.integer(0)},
                          VersionId{row.integer(1)},
                          {std::string(row.text(2)), std::string(row.text(3)), std::string(row.text(4))},
                          static_cast<CheckOutcome>(std::clamp<std::int64_t>(row.integer(5), 0, 4))});
      }));
  return checks;
}

Result<std::map<std::string, TokenSets>> SetChecks::sets_of_tokens() {
  std::map<std::string, TokenSets> all;
  TOPTILE_TRY_TO(database().query(
      "SELECT token, COUNT(*), COUNT(checks.set_number) FROM deliveries JOIN played USING (set_number) LEFT "
      "JOIN checks ON checks.set_number = deliveries.set_number GROUP BY token",
      {}, [&](const SqlRow& row) {
        all[std::string(row.text(0))] = {row.integer(1), row.integer(2)};
      }));
  return all;
}

}  // namespace toptile
