#include "league/store/league_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/assert.h"
#include "base/words.h"
#include "league/store/packed_result.h"

namespace toptile {

SqlValue sql_text(std::string_view value) {
  return std::string(value);
}
SqlValue sql_number(std::int64_t value) {
  return value;
}
SqlValue sql_number(SetNumber set) {
  return static_cast<std::int64_t>(set);
}
SqlValue sql_number(VersionId version) {
  return static_cast<std::int64_t>(version);
}

SqlValue sql_word(VersionState state) {
  return std::string(name_of(state));
}

VersionState state_named(std::string_view name) {
  for (int i = 0; i < static_cast<int>(kLastVersionState); ++i) {
    if (name_of(static_cast<VersionState>(i)) == name) return static_cast<VersionState>(i);
  }
  return kLastVersionState;
}

BotVersion version_of(const SqlRow& row) {
  return {.id = VersionId{row.integer(0)},
          .bot = std::string(row.text(1)),
          .number = static_cast<int>(row.integer(2)),
          .author = std::string(row.text(3)),
          .state = state_named(row.text(4)),
          .sha256 = std::string(row.text(5)),
          .said_author = std::string(row.text(6)),
          .said_version = std::string(row.text(7)),
          .language = std::string(row.text(8)),
          .handed_in = row.integer(9),
          .changed = row.integer(10),
          .reason = std::string(row.text(11))};
}

Result<PlayedSet> played_of(const SqlRow& row) {
  PlayedSet set;
  set.set = SetNumber{static_cast<std::uint64_t>(row.integer(0))};
  set.order = static_cast<std::uint64_t>(row.integer(1));
  set.one = VersionId{row.integer(2)};
  set.other = VersionId{row.integer(3)};
  for (int game = 0; game < 2; ++game) {
    const std::uint64_t id = first_game_of(set.set) + static_cast<std::uint64_t>(game);
    auto result = unpacked(row.integer(5 + game), static_cast<std::uint32_t>(id));
    if (!result) return in_context(fmt::format("set {}", set.set), result.error());
    set.results[static_cast<std::size_t>(game)] = result.value();
  }
  set.block = row.integer(4);
  set.ended = row.integer(7);
  set.took = row.integer(8);
  set.program = row.integer(9);
  return set;
}

Result<std::optional<std::int64_t>> find_number(Database& database, std::string_view sql,
                                                const SqlValues& values) {
  std::optional<std::int64_t> found;
  TOPTILE_TRY_TO(database.query(sql, values, [&](const SqlRow& row) {
    if (!row.is_null(0)) found = row.integer(0);
  }));
  return found;
}

Result<std::int64_t> next_number(Database& database, std::string_view table, std::string_view column) {
  TOPTILE_TRY(const auto last,
              find_number(database, fmt::format("SELECT MAX({}) FROM {}", column, table), {}));
  return last.value_or(0) + 1;
}

std::string placeholders(std::size_t first, std::size_t count) {
  std::string list;
  for (std::size_t i = 0; i < count; ++i)
    fmt::format_to(std::back_inserter(list), "{}${}", i == 0 ? "" : ", ", first + i);
  return list;
}

Result<void> RowsToInsert::add(Database& database, SqlValues row) {
  constexpr std::size_t kMaxRows = 64;
  TOPTILE_ASSERT(row.size() == static_cast<std::size_t>(columns_));
  std::ranges::move(row, std::back_inserter(values_));
  return values_.size() == kMaxRows * row.size() ? finish(database) : success();
}

SqlStatement RowsToInsert::take_rest() {
  if (values_.empty()) return {};
  const auto columns = static_cast<std::size_t>(columns_);
  std::string sql(into_);
  for (std::size_t at = 0; at < values_.size(); at += columns)
    fmt::format_to(std::back_inserter(sql), "{}({})", at == 0 ? " " : ", ", placeholders(at + 1, columns));
  sql += after_;
  return {std::move(sql), std::exchange(values_, {})};
}

Result<void> RowsToInsert::finish(Database& database) {
  const auto [sql, values] = take_rest();
  if (sql.empty()) return success();
  TOPTILE_TRY_TO(database.execute(sql, values));
  return success();
}

Result<std::optional<std::string>> find_setting(Database& database, std::string_view key) {
  std::optional<std::string> value;
  TOPTILE_TRY_TO(database.query("SELECT value FROM settings WHERE key = $1", {sql_text(key)},
                                [&](const SqlRow& row) { value = std::string(row.text(0)); }));
  return value;
}

Result<void> set_setting(Database& database, std::string_view key, const std::string& value) {
  TOPTILE_TRY_TO(database.execute(
      "INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = $2",
      {sql_text(key), sql_text(value)}));
  return success();
}

Result<std::int64_t> find_count(Database& database, std::string_view key) {
  TOPTILE_TRY(const auto kept, find_setting(database, key));
  return kept ? parse_number<std::int64_t>(*kept).value_or(0) : 0;
}

Result<void> keep_content(Database& database, const std::string& sha256, std::uint64_t bytes,
                          const std::string& packed) {
  TOPTILE_TRY_TO(database.execute(
      "INSERT INTO contents (sha256, bytes, packed) VALUES ($1, $2, $3) ON CONFLICT (sha256) DO NOTHING",
      {sql_text(sha256), sql_number(static_cast<std::int64_t>(bytes)), Bytes{packed}}));
  return success();
}

Result<std::string> find_content(Database& database, const std::string& sha256) {
  std::optional<std::string> packed;
  TOPTILE_TRY_TO(database.query("SELECT packed FROM contents WHERE sha256 = $1", {sql_text(sha256)},
                                [&](const SqlRow& row) { packed = std::string(row.bytes(0)); }));
  if (packed) return *std::move(packed);
  return Error{fmt::format("{}: the files with the hash {} are not kept here", database.name(), sha256)};
}

Result<LeagueTerms> kept_terms(Database& database) {
  TOPTILE_TRY(const auto kept, find_setting(database, "terms"));
  if (!kept) {
    return Error{
        fmt::format("{}: there is no league here; make one with: toptile league init", database.name())};
  }
  const std::string where = database.name() + ": the league's terms";
  TOPTILE_TRY(auto object, parse_json(*kept, where));
  return league_terms_from_json(object, where);
}

Result<ForfeitCount> count_forfeits(Database& database, VersionId version, std::int64_t since) {
  ForfeitCount count;
  Result<void> read = success();
  TOPTILE_TRY_TO(database.query(
      "SELECT one, first_game, second_game FROM played WHERE (one = $1 OR other = $1) AND ended >= $2",
      {sql_number(version), sql_number(since)}, [&](const SqlRow& row) {
        const int own = row.integer(0) == version ? 0 : 1;
        for (const int column : {1, 2}) {
          const auto result = unpacked(row.integer(column), 1);
          if (!result) {
            read = result.error();
            continue;
          }
          ++count.games;
          for (const SeatResult& seat : result.value().seats())
            if (seat.entrant == own && seat.fate == SeatResult::Fate::forfeited) ++count.forfeited;
        }
      }));
  TOPTILE_TRY_TO(read);
  return count;
}

}  // namespace toptile
