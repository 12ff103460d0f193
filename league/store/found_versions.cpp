// StoredVersions: how versions and their events are listed and found.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/utf8.h"
#include "base/words.h"
#include "bots/shown_name.h"
#include "league/store/league_rows.h"
#include "league/store/stored_versions.h"

namespace toptile {

Result<std::vector<BotVersion>> StoredVersions::list(const VersionFilter& filter) {
  SqlValues values;
  std::string sql = fmt::format("SELECT {}", kVersionColumns);
  std::vector<std::string> conditions;
  if (filter.bot) {
    values.push_back(sql_text(key_of_name(*filter.bot)));
    conditions.push_back("bots.key = $1");
  }
  if (!filter.states.empty()) {
    conditions.push_back(
        fmt::format("versions.state IN ({})", placeholders(values.size() + 1, filter.states.size())));
    for (const VersionState state : filter.states) values.push_back(sql_word(state));
  }
  if (!conditions.empty()) sql += fmt::format("WHERE {} ", fmt::join(conditions, " AND "));
  std::vector<BotVersion> found;
  TOPTILE_TRY_TO(database().query(sql + "ORDER BY bots.key, versions.number", values,
                                  [&](const SqlRow& row) { found.push_back(version_of(row)); }));
  return found;
}

Result<std::optional<BotVersion>> StoredVersions::look_up(const std::string& named) {
  const std::string key = key_of_name(named);
  TOPTILE_TRY(const auto all, list());
  const auto weight = [](const BotVersion& version) {
    if (version.state == VersionState::active) return 2;
    return version.state == VersionState::removed ? 0 : 1;
  };
  std::optional<BotVersion> found;
  for (const BotVersion& version : all) {
    if (key_of_name(version.label()) == key) return std::optional(version);
    if (key_of_name(version.bot) != key) continue;
    if (!found || weight(version) >= weight(*found)) found = version;
  }
  return found;
}

Result<BotVersion> StoredVersions::find(const std::string& named) {
  TOPTILE_TRY(auto found, look_up(named));
  if (found) return *std::move(found);
  TOPTILE_TRY(const auto all, list());
  std::vector<std::string> names;
  for (const BotVersion& version : all) {
    if (names.empty() || names.back() != version.bot) names.push_back(version.bot);
  }
  return Error{fmt::format("{}: the league has no such bot{}", named.empty() ? "\"\"" : printable(named),
                           meant_name(named, names))};
}

Result<std::vector<BotVersion>> StoredVersions::find(std::span<const VersionId> versions) {
  std::vector<BotVersion> found;
  if (versions.empty()) return found;
  SqlValues values;
  for (const VersionId version : versions) values.push_back(sql_number(version));
  TOPTILE_TRY_TO(database().query(
      fmt::format("SELECT {} WHERE versions.id IN ({})", kVersionColumns, placeholders(1, values.size())),
      values, [&](const SqlRow& row) { found.push_back(version_of(row)); }));
  return found;
}

Result<BotVersion> StoredVersions::find(VersionId version) {
  TOPTILE_TRY(const auto found, find(std::span(&version, 1)));
  if (!found.empty()) return found.front();
  return Error{fmt::format("{}: there is no version {}", name(), version)};
}

Result<std::string> StoredVersions::packed_files(const std::string& sha256) {
  return find_content(database(), sha256);
}

Result<std::vector<LeagueEvent>> StoredVersions::events(std::int64_t after, std::size_t most) {
  std::vector<LeagueEvent> events;
  TOPTILE_TRY_TO(database().query(
      "SELECT number, at, version, state, reason FROM events WHERE number > $1 ORDER BY number LIMIT $2",
      {sql_number(after), sql_number(static_cast<std::int64_t>(most))}, [&](const SqlRow& row) {
        events.push_back({row.integer(0), row.integer(1), VersionId{row.integer(2)}, state_named(row.text(3)),
                          std::string(row.text(4))});
      }));
  return events;
}

Result<std::int64_t> StoredVersions::last_event() {
  TOPTILE_TRY(const auto last, find_number(database(), "SELECT MAX(number) FROM events", {}));
  return last.value_or(0);
}

}  // namespace toptile
