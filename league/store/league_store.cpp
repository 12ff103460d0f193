#include "league/store/league_store.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/assert.h"

#include "engine/utf8.h"
#include "league/store/authors.h"
#include "league/store/league_tables.h"
#include "league/store/moment.h"
#include "league/store/packed_result.h"
#include "protocol/words.h"
#include "tournaments/bots/bot_manifest.h"
#include "tournaments/bots/shown_name.h"
#include "tournaments/results/deflate.h"
#include "tournaments/results/record_log.h"

namespace toptile {

namespace {

constexpr std::size_t kMostWordsBytes = 256 << 20;
constexpr std::size_t kMostLog = 1 << 20;
const std::vector<VersionState> kQueued = {VersionState::received, VersionState::building,
                                           VersionState::checking, VersionState::trying};

constexpr const char* kVersionColumns =
    "versions.id, bots.name, versions.number, versions.author, versions.state, versions.sha256, "
    "versions.said_author, versions.said_version, versions.language, versions.handed_in, versions.changed, "
    "versions.reason FROM versions JOIN bots ON bots.id = versions.bot ";

SqlValue text(std::string_view value) {
  return std::string(value);
}
SqlValue number(std::int64_t value) {
  return value;
}
SqlValue number(SetNumber set) {
  return static_cast<std::int64_t>(set);
}
SqlValue number(VersionId version) {
  return static_cast<std::int64_t>(version);
}

SqlValue word(VersionState state) {
  return std::string(name_of(state));
}

VersionState state_of(std::string_view name) {
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
          .state = state_of(row.text(4)),
          .sha256 = std::string(row.text(5)),
          .said_author = std::string(row.text(6)),
          .said_version = std::string(row.text(7)),
          .language = std::string(row.text(8)),
          .handed_in = row.integer(9),
          .changed = row.integer(10),
          .reason = std::string(row.text(11))};
}

// Names that differ only in capitals would be taken for each other.
std::string key_of_name(std::string_view name) {
  std::string key(name);
  for (char& c : key) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return key;
}

std::optional<Error> submission_fault(const Submission& submission) {
  if (!is_bot_name(submission.bot)) return Error{no_bot_name(submission.bot)};
  if (submission.bot.size() > kLongestBotName) {
    return Error{
        fmt::format("{}: a bot's name in a league has {} characters at most, because the number of "
                    "its version is added to it; choose a shorter one",
                    submission.bot, kLongestBotName)};
  }
  return author_fault(submission.author);
}

std::string joined_names(const std::vector<VersionState>& states, SqlValues& values) {
  std::string list;
  for (const VersionState state : states) {
    values.push_back(word(state));
    list += fmt::format("{}${}", list.empty() ? "" : ", ", values.size());
  }
  return list;
}

// The end of a log, where the error stands, and the beginning.
std::string shortened(const std::string& log) {
  if (log.size() <= kMostLog) return log;
  return log.substr(0, kMostLog / 4) + "\n[…]\n" + log.substr(log.size() - kMostLog / 2);
}

}  // namespace

// ---- One value, one row ------------------------------------------------------

namespace {

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

Result<std::optional<std::string>> find_setting(Database& database, std::string_view key) {
  std::optional<std::string> value;
  TOPTILE_TRY_TO(database.query("SELECT value FROM settings WHERE key = $1", {text(key)},
                                [&](const SqlRow& row) { value = std::string(row.text(0)); }));
  return value;
}

Result<void> set_setting(Database& database, std::string_view key, const std::string& value) {
  TOPTILE_TRY_TO(database.execute(
      "INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = $2",
      {text(key), text(value)}));
  return success();
}

// A number that is kept as a setting; 0 before it is.
Result<std::int64_t> find_count(Database& database, std::string_view key) {
  TOPTILE_TRY(const auto kept, find_setting(database, key));
  return kept ? parse_number<std::int64_t>(*kept).value_or(0) : 0;
}

Result<void> keep_content(Database& database, const std::string& sha256, std::uint64_t bytes,
                          const std::string& packed) {
  TOPTILE_TRY_TO(database.execute(
      "INSERT INTO contents (sha256, bytes, packed) VALUES ($1, $2, $3) ON CONFLICT (sha256) DO NOTHING",
      {text(sha256), number(static_cast<std::int64_t>(bytes)), Bytes{packed}}));
  return success();
}

Result<std::string> find_content(Database& database, const std::string& sha256) {
  std::optional<std::string> packed;
  TOPTILE_TRY_TO(database.query("SELECT packed FROM contents WHERE sha256 = $1", {text(sha256)},
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

}  // namespace

// ---- The league --------------------------------------------------------------

Result<LeagueStore> LeagueStore::create(std::unique_ptr<Database> database, const LeagueTerms& terms,
                                        const Lexicon& lexicon) {
  TOPTILE_TRY_TO(migrate(*database, league_tables()));
  TOPTILE_TRY_TO(in_transaction(*database, Transaction::write, [&]() -> Result<void> {
    TOPTILE_TRY(const auto there, find_setting(*database, "terms"));
    if (there) {
      return Error{fmt::format("{}: there is a league already; choose another place", database->name())};
    }
    const std::string words = lexicon.text();
    TOPTILE_TRY_TO(keep_content(*database, terms.plan.lexicon_sha256, words.size(), deflated(words)));
    return set_setting(*database, "terms", league_terms_to_json(terms).dump());
  }));
  return LeagueStore(std::move(database), terms);
}

Result<LeagueStore> LeagueStore::open(std::unique_ptr<Database> database) {
  TOPTILE_TRY_TO(migrate(*database, league_tables()));
  TOPTILE_TRY(auto terms, kept_terms(*database));
  return LeagueStore(std::move(database), std::move(terms));
}

Result<std::string> LeagueStore::words() {
  TOPTILE_TRY(const auto packed, find_content(*database_, terms_->plan.lexicon_sha256));
  auto words = inflated(packed, kMostWordsBytes);
  if (!words) return in_context(name() + ": the league's words", words.error());
  return words;
}

Result<void> LeagueStore::change_terms(const LeagueTerms& terms) {
  LeagueTerms same = *terms_;
  same.name = terms.name;
  same.submissions = terms.submissions;
  same.versions = terms.versions;
  same.anchor = terms.anchor;
  if (const auto difference = compare_plans(league_terms_to_json(same), league_terms_to_json(terms))) {
    return Error{
        fmt::format("{}: {}: the league has {}, and {} is asked for; it decides how games are "
                    "played, so it cannot be changed: begin another league for that",
                    name(), difference->field, difference->in_first, difference->in_second)};
  }
  TOPTILE_TRY_TO(in_transaction(*database_, Transaction::write, [&] {
    return set_setting(*database_, "terms", league_terms_to_json(terms).dump());
  }));
  *terms_ = terms;
  return success();
}

Result<void> LeagueStore::change(const std::function<Result<void>(std::int64_t now)>& work) {
  return in_transaction(*database_, Transaction::write, [&]() -> Result<void> {
    if (clock_) return work(clock_());
    TOPTILE_TRY(const auto now, database_->now());
    return work(now);
  });
}

// ---- Versions ----------------------------------------------------------------

Result<void> LeagueStore::note(std::int64_t now, VersionId version, VersionState state,
                               const std::string& reason) {
  TOPTILE_TRY(const auto event, next_number(*database_, "events", "number"));
  TOPTILE_TRY_TO(database_->execute(
      "INSERT INTO events (number, at, version, state, reason) VALUES ($1, $2, $3, $4, $5)",
      {number(event), number(now), number(version), word(state), text(reason)}));
  return success();
}

Result<bool> LeagueStore::move(std::int64_t now, const Move& move) {
  SqlValues values = {word(move.to), number(now), text(move.reason), number(move.version)};
  std::string sql = "UPDATE versions SET state = $1, changed = $2, reason = $3";
  const bool is_let_go = !is_queued(move.to) || move.to == VersionState::received;
  if (is_let_go) sql += ", worker = '', leased_until = 0";
  sql += " WHERE id = $4 AND state IN (" + joined_names(move.from, values) + ")";
  if (move.worker) {
    values.push_back(text(*move.worker));
    sql += fmt::format(" AND worker = ${}", values.size());
  }
  TOPTILE_TRY(const auto changed, database_->execute(sql, values));
  if (changed == 0) return false;
  TOPTILE_TRY_TO(note(now, move.version, move.to, move.reason));
  return true;
}

Result<BotVersion> LeagueStore::add_version(std::int64_t now, std::int64_t bot, const std::string& name,
                                            const Submission& submission) {
  TOPTILE_TRY(const auto id, next_number(*database_, "versions", "id"));
  TOPTILE_TRY(const auto last,
              find_number(*database_, "SELECT MAX(number) FROM versions WHERE bot = $1", {number(bot)}));
  const BotVersion version{.id = VersionId{id},
                           .bot = name,
                           .number = static_cast<int>(last.value_or(0) + 1),
                           .author = submission.author,
                           .sha256 = submission.sha256,
                           .said_author = submission.said_author,
                           .said_version = submission.said_version,
                           .language = submission.language,
                           .handed_in = now,
                           .changed = now,
                           .reason = {}};
  TOPTILE_TRY_TO(database_->execute(
      "INSERT INTO versions (id, bot, number, author, state, sha256, said_author, said_version, language, "
      "handed_in, changed, reason, worker, leased_until, failed_starts) VALUES "
      "($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, '', '', 0, 0)",
      {number(id), number(bot), number(version.number), text(version.author), word(version.state),
       text(version.sha256), text(version.said_author), text(version.said_version), text(version.language),
       number(now), number(now)}));
  TOPTILE_TRY_TO(note(now, version.id, version.state, ""));
  return version;
}

Result<HandedIn> LeagueStore::receive(const Submission& submission) {
  if (auto fault = submission_fault(submission)) return *std::move(fault);
  std::optional<HandedIn> received;
  TOPTILE_TRY_TO(change([&](std::int64_t now) -> Result<void> {
    TOPTILE_TRY(*terms_, kept_terms(*database_));
    if (terms_->submissions.until && now > *terms_->submissions.until) {
      return Error{fmt::format("bots could be handed in until {}; ask the league's organizer for more time",
                               utc_text(*terms_->submissions.until))};
    }
    std::optional<std::int64_t> bot;
    std::string owner, spelled = submission.bot;
    TOPTILE_TRY_TO(database_->query("SELECT id, author, name FROM bots WHERE key = $1",
                                    {text(key_of_name(submission.bot))}, [&](const SqlRow& row) {
                                      bot = row.integer(0);
                                      owner = row.text(1);
                                      spelled = row.text(2);
                                    }));
    if (bot && owner != submission.author) {
      return Error{fmt::format("there is a bot {} by {} already; choose another name for yours", spelled,
                               printable(owner))};
    }
    TOPTILE_TRY(auto others, versions({spelled, {}}));
    for (BotVersion& other : others) {
      if (other.sha256 != submission.sha256 || other.state == VersionState::refused) continue;
      received = HandedIn{std::move(other), false};
      return success();
    }
    if (submission.most_waiting) {
      TOPTILE_TRY(const auto waiting,
                  find_number(*database_,
                              "SELECT COUNT(*) FROM versions WHERE author = $1 AND state IN ('received', "
                              "'building', 'checking', 'trying')",
                              {text(submission.author)}));
      if (waiting.value_or(0) >= *submission.most_waiting) {
        return Error{
            fmt::format("{} of your bots wait to be examined already, and no more may; try again "
                        "when one of them is through",
                        waiting.value_or(0))};
      }
    }
    if (!bot) {
      TOPTILE_TRY(bot, next_number(*database_, "bots", "id"));
      TOPTILE_TRY_TO(database_->execute(
          "INSERT INTO bots (id, name, key, author) VALUES ($1, $2, $3, $4)",
          {number(*bot), text(submission.bot), text(key_of_name(submission.bot)), text(submission.author)}));
    }
    TOPTILE_TRY_TO(keep_content(*database_, submission.sha256, submission.bytes, submission.packed));
    TOPTILE_TRY(auto version, add_version(now, *bot, spelled, submission));
    received = HandedIn{std::move(version), true};
    return success();
  }));
  return *std::move(received);
}

Result<std::vector<BotVersion>> LeagueStore::versions(const VersionFilter& filter) {
  SqlValues values;
  std::string sql = fmt::format("SELECT {}", kVersionColumns);
  std::vector<std::string> conditions;
  if (filter.bot) {
    values.push_back(text(key_of_name(*filter.bot)));
    conditions.push_back("bots.key = $1");
  }
  if (!filter.states.empty())
    conditions.push_back("versions.state IN (" + joined_names(filter.states, values) + ")");
  if (!conditions.empty()) sql += fmt::format("WHERE {} ", fmt::join(conditions, " AND "));
  std::vector<BotVersion> found;
  TOPTILE_TRY_TO(database_->query(sql + "ORDER BY bots.key, versions.number", values,
                                  [&](const SqlRow& row) { found.push_back(version_of(row)); }));
  return found;
}

Result<BotVersion> LeagueStore::find(const std::string& named) {
  const std::string key = key_of_name(named);
  TOPTILE_TRY(const auto all, versions());
  const BotVersion* found = nullptr;
  for (const BotVersion& version : all) {
    if (key_of_name(version.label()) == key) return version;
    if (key_of_name(version.bot) != key) continue;
    const bool is_better =
        found == nullptr || version.state == VersionState::active || found->state != VersionState::active;
    if (is_better) found = &version;
  }
  if (found != nullptr) return *found;
  std::vector<std::string> names;
  for (const BotVersion& version : all) {
    if (names.empty() || names.back() != version.bot) names.push_back(version.bot);
  }
  return Error{fmt::format("{}: the league has no such bot{}", printable(named), meant_name(named, names))};
}

Result<std::string> LeagueStore::packed_files(const std::string& sha256) {
  return find_content(*database_, sha256);
}

Result<std::string> LeagueStore::log_of(VersionId version) {
  std::string packed;
  TOPTILE_TRY_TO(
      database_->query("SELECT log FROM versions WHERE id = $1", {number(version)}, [&](const SqlRow& row) {
        if (!row.is_null(0)) packed = row.bytes(0);
      }));
  if (packed.empty()) return std::string();
  auto log = inflated(packed, 2 * kMostLog);
  if (!log) return in_context(fmt::format("{}: the log of version {}", name(), version), log.error());
  return log;
}

Result<std::optional<BotVersion>> LeagueStore::claim(const Lease& lease) {
  std::optional<BotVersion> claimed;
  TOPTILE_TRY_TO(change([&](std::int64_t now) -> Result<void> {
    // An author who hands in many bots waits behind those who handed in few.
    TOPTILE_TRY_TO(database_->query(
        fmt::format("SELECT {} WHERE versions.state IN ('received', 'building', 'checking', 'trying') AND "
                    "versions.leased_until < $1 ORDER BY (SELECT COUNT(*) FROM versions AS earlier WHERE "
                    "earlier.author = versions.author AND earlier.id < versions.id AND earlier.state IN "
                    "('received', 'building', 'checking', 'trying')), versions.id LIMIT 1",
                    kVersionColumns),
        {number(now)}, [&](const SqlRow& row) { claimed = version_of(row); }));
    if (!claimed) return success();
    TOPTILE_TRY_TO(
        database_->execute("UPDATE versions SET worker = $1, leased_until = $2 WHERE id = $3",
                           {text(lease.worker), number(now + lease.time.count()), number(claimed->id)}));
    return success();
  }));
  return claimed;
}

Result<bool> LeagueStore::step(VersionId version, const std::string& worker, VersionState to) {
  TOPTILE_ASSERT(is_queued(to) && to != VersionState::received);
  bool is_ours = false;
  TOPTILE_TRY_TO(change([&](std::int64_t now) -> Result<void> {
    TOPTILE_TRY(is_ours, move(now, {version, kQueued, to, "", worker}));
    return success();
  }));
  return is_ours;
}

Result<void> LeagueStore::retire_older(std::int64_t now, VersionId version) {
  TOPTILE_TRY(*terms_, kept_terms(*database_));
  std::vector<BotVersion> active;
  TOPTILE_TRY_TO(database_->query(
      fmt::format("SELECT {} WHERE versions.state = 'active' AND versions.bot = (SELECT bot FROM versions "
                  "WHERE id = $1) ORDER BY versions.number",
                  kVersionColumns),
      {number(version)}, [&](const SqlRow& row) { active.push_back(version_of(row)); }));
  const std::string newest = active.empty() ? "" : active.back().label();
  for (std::size_t i = 0; i + terms_->versions < active.size(); ++i) {
    TOPTILE_TRY_TO(move(now, {active[i].id,
                              {VersionState::active},
                              VersionState::retired,
                              fmt::format("{} took its place", newest)}));
  }
  return success();
}

Result<bool> LeagueStore::accept(VersionId version, const std::string& worker, const std::string& log) {
  bool is_ours = false;
  TOPTILE_TRY_TO(change([&](std::int64_t now) -> Result<void> {
    TOPTILE_TRY(is_ours, move(now, {version, kQueued, VersionState::active, "", worker}));
    if (!is_ours) return success();
    TOPTILE_TRY_TO(database_->execute("UPDATE versions SET log = $1 WHERE id = $2",
                                      {Bytes{deflated(shortened(log))}, number(version)}));
    return retire_older(now, version);
  }));
  return is_ours;
}

Result<bool> LeagueStore::refuse(VersionId version, const std::string& worker, const std::string& reason,
                                 const std::string& log) {
  bool is_ours = false;
  TOPTILE_TRY_TO(change([&](std::int64_t now) -> Result<void> {
    TOPTILE_TRY(is_ours, move(now, {version, kQueued, VersionState::refused, reason, worker}));
    if (!is_ours) return success();
    TOPTILE_TRY_TO(database_->execute("UPDATE versions SET log = $1 WHERE id = $2",
                                      {Bytes{deflated(shortened(log))}, number(version)}));
    TOPTILE_TRY_TO(database_->execute(
        "DELETE FROM contents WHERE sha256 = (SELECT sha256 FROM versions WHERE id = $1) AND NOT EXISTS "
        "(SELECT 1 FROM versions WHERE versions.sha256 = contents.sha256 AND versions.state <> 'refused')",
        {number(version)}));
    return success();
  }));
  return is_ours;
}

Result<bool> LeagueStore::give_back(VersionId version, const std::string& worker) {
  bool is_ours = false;
  TOPTILE_TRY_TO(change([&](std::int64_t now) -> Result<void> {
    TOPTILE_TRY(is_ours, move(now, {version, kQueued, VersionState::received, "", worker}));
    return success();
  }));
  return is_ours;
}

Result<void> LeagueStore::move_or_say(const Move& wanted, std::string_view why_not) {
  return change([&](std::int64_t now) -> Result<void> {
    TOPTILE_TRY(const auto is_moved, move(now, wanted));
    if (is_moved) return success();
    std::optional<BotVersion> version;
    TOPTILE_TRY_TO(database_->query(fmt::format("SELECT {} WHERE versions.id = $1", kVersionColumns),
                                    {number(wanted.version)},
                                    [&](const SqlRow& row) { version = version_of(row); }));
    if (!version) return Error{fmt::format("{}: there is no version {}", name(), wanted.version)};
    return Error{fmt::format("{} is {}; {}", version->label(), name_of(version->state), why_not)};
  });
}

Result<void> LeagueStore::retire(VersionId version, const std::string& reason) {
  return move_or_say(
      {version, {VersionState::active, VersionState::suspended}, VersionState::retired, reason},
      "only a version that plays, or is suspended, can retire");
}

Result<void> LeagueStore::restore(VersionId version) {
  return move_or_say({version,
                      {VersionState::retired, VersionState::suspended, VersionState::removed},
                      VersionState::active,
                      "restored"},
                     "only a version that retired, or was suspended or removed, can be restored");
}

Result<void> LeagueStore::remove(VersionId version, const std::string& reason) {
  return move_or_say(
      {version,
       {VersionState::active, VersionState::suspended, VersionState::retired, VersionState::received},
       VersionState::removed,
       reason},
      "it can be removed when it plays, is retired or suspended, or waits");
}

Result<void> LeagueStore::note_starts(VersionId version, int failed, bool has_started,
                                      const std::string& reason) {
  return change([&](std::int64_t now) -> Result<void> {
    const std::int64_t before = has_started ? 0 : 1;
    TOPTILE_TRY_TO(
        database_->execute("UPDATE versions SET failed_starts = failed_starts * $1 + $2 WHERE id = $3",
                           {number(before), number(failed), number(version)}));
    const int most = terms_->plan.conduct.withdraw_after;
    if (most == 0) return success();
    TOPTILE_TRY(
        const auto failures,
        find_number(*database_, "SELECT failed_starts FROM versions WHERE id = $1", {number(version)}));
    if (failures.value_or(0) < most) return success();
    TOPTILE_TRY_TO(move(
        now, {version,
              {VersionState::active},
              VersionState::suspended,
              fmt::format("it failed to start {} times in a row; the last time: {}", *failures, reason)}));
    return success();
  });
}

Result<std::vector<LeagueEvent>> LeagueStore::events(std::int64_t after, std::size_t most) {
  std::vector<LeagueEvent> events;
  TOPTILE_TRY_TO(database_->query(
      "SELECT number, at, version, state, reason FROM events WHERE number > $1 ORDER BY number LIMIT $2",
      {number(after), number(static_cast<std::int64_t>(most))}, [&](const SqlRow& row) {
        events.push_back({row.integer(0), row.integer(1), VersionId{row.integer(2)}, state_of(row.text(3)),
                          std::string(row.text(4))});
      }));
  return events;
}

Result<std::int64_t> LeagueStore::last_event() {
  TOPTILE_TRY(const auto last, find_number(*database_, "SELECT MAX(number) FROM events", {}));
  return last.value_or(0);
}

// ---- Games -------------------------------------------------------------------

Result<std::optional<LeasedSets>> LeagueStore::take_over(const Lease& lease) {
  std::optional<LeasedSets> taken;
  TOPTILE_TRY_TO(change([&](std::int64_t now) -> Result<void> {
    // Sets of a version that does not play any more are given up.
    TOPTILE_TRY_TO(database_->execute(
        "DELETE FROM leases WHERE leased_until < $1 AND EXISTS (SELECT 1 FROM versions WHERE versions.id IN "
        "(leases.one, leases.other) AND versions.state NOT IN ('active', 'retired'))",
        {number(now)}));
    TOPTILE_TRY_TO(database_->query(
        fmt::format(
            "SELECT set_number, one, other, block FROM leases WHERE leased_until < $1 ORDER BY block, "
            "set_number LIMIT {}",
            kMostSetsAtOnce),
        {number(now)}, [&](const SqlRow& row) {
          const std::int64_t block = row.integer(3);
          if (!taken) taken = LeasedSets{VersionId{row.integer(1)}, VersionId{row.integer(2)}, block, {}};
          if (taken->block == block)
            taken->sets.push_back(SetNumber{static_cast<std::uint64_t>(row.integer(0))});
        }));
    if (!taken) return success();
    for (const SetNumber set : taken->sets) {
      TOPTILE_TRY_TO(
          database_->execute("UPDATE leases SET worker = $1, leased_until = $2 WHERE set_number = $3",
                             {text(lease.worker), number(now + lease.time.count()), number(set)}));
    }
    return success();
  }));
  return taken;
}

Result<std::optional<LeasedSets>> LeagueStore::lease_sets(VersionId one, VersionId other, int count,
                                                          const Lease& lease) {
  TOPTILE_ASSERT(one != other && count >= 1 && count <= kMostSetsAtOnce);
  std::optional<LeasedSets> leased;
  TOPTILE_TRY_TO(change([&](std::int64_t now) -> Result<void> {
    std::int64_t active = 0, there = 0;
    TOPTILE_TRY_TO(
        database_->query("SELECT state FROM versions WHERE id IN ($1, $2) AND state IN ('active', 'retired')",
                         {number(one), number(other)}, [&](const SqlRow& row) {
                           ++there;
                           if (row.text(0) == name_of(VersionState::active)) ++active;
                         }));
    if (there != 2 || active == 0) return success();
    // The last numbers are kept apart, because those of a set that was given up are not given again.
    TOPTILE_TRY(const auto last_set, find_count(*database_, "last_set"));
    TOPTILE_TRY(const auto last_block, find_count(*database_, "last_block"));
    leased = LeasedSets{one, other, last_block + 1, {}};
    for (int i = 1; i <= count; ++i) {
      const SetNumber set{static_cast<std::uint64_t>(last_set + i)};
      TOPTILE_TRY_TO(
          database_->execute("INSERT INTO leases (set_number, one, other, block, worker, leased_until) "
                             "VALUES ($1, $2, $3, $4, $5, $6)",
                             {number(set), number(one), number(other), number(leased->block),
                              text(lease.worker), number(now + lease.time.count())}));
      leased->sets.push_back(set);
    }
    TOPTILE_TRY_TO(set_setting(*database_, "last_block", std::to_string(leased->block)));
    return set_setting(*database_, "last_set", std::to_string(last_set + count));
  }));
  return leased;
}

Result<std::vector<SetsInPlay>> LeagueStore::in_play() {
  std::vector<SetsInPlay> all;
  TOPTILE_TRY_TO(
      database_->query("SELECT one, other, COUNT(*) FROM leases GROUP BY one, other ORDER BY one, other", {},
                       [&](const SqlRow& row) {
                         all.push_back({VersionId{row.integer(0)}, VersionId{row.integer(1)},
                                        static_cast<int>(row.integer(2))});
                       }));
  return all;
}

Result<void> LeagueStore::keep_alive(const Lease& lease) {
  return change([&](std::int64_t now) -> Result<void> {
    const SqlValues values = {number(now + lease.time.count()), text(lease.worker)};
    TOPTILE_TRY_TO(database_->execute("UPDATE leases SET leased_until = $1 WHERE worker = $2", values));
    TOPTILE_TRY_TO(database_->execute("UPDATE versions SET leased_until = $1 WHERE worker = $2", values));
    return success();
  });
}

Result<void> LeagueStore::find_dictionary() {
  if (dictionary_ && !dictionary_->empty()) return success();
  TOPTILE_TRY(auto kept, find_setting(*database_, "record_dictionary"));
  dictionary_ = std::move(kept).value_or("");
  return success();
}

// The records of the first set are the dictionary for all others, as records are much alike.
Result<void> LeagueStore::keep_records(const RecordedSet& set) {
  const std::string both = set.records[0] + "\n" + set.records[1];
  TOPTILE_TRY_TO(find_dictionary());
  const bool is_plain = dictionary_->empty();
  TOPTILE_TRY_TO(
      database_->execute("INSERT INTO records (set_number, is_plain, packed) VALUES ($1, $2, $3)",
                         {number(set.set), number(is_plain ? 1 : 0), Bytes{deflated(both, *dictionary_)}}));
  constexpr std::size_t kLongestDictionary = 32 << 10;  // deflate looks no further back.
  if (!is_plain || both.size() > kLongestDictionary || !is_utf8(both)) return success();
  dictionary_ = both;
  return set_setting(*database_, "record_dictionary", both);
}

Result<void> LeagueStore::add_set(const RecordedSet& set) {
  TOPTILE_TRY_TO(database_->execute(
      "INSERT INTO played (set_number, seq, one, other, block, first_game, second_game, ended, took) VALUES "
      "($1, $2, $3, $4, $5, $6, $7, $8, $9)",
      {number(set.set), number(static_cast<std::int64_t>(set.order)), number(set.one), number(set.other),
       number(set.block), number(packed(set.results[0])), number(packed(set.results[1])), number(set.ended),
       number(set.took)}));
  return keep_records(set);
}

Result<int> LeagueStore::keep(std::span<RecordedSet> sets, const std::string& worker) {
  int kept = 0;
  auto done = change([&](std::int64_t now) -> Result<void> {
    TOPTILE_TRY(auto order, next_number(*database_, "played", "seq"));
    for (RecordedSet& set : sets) {
      TOPTILE_TRY(const auto ours,
                  database_->execute("DELETE FROM leases WHERE set_number = $1 AND worker = $2 AND one = $3 "
                                     "AND other = $4",
                                     {number(set.set), text(worker), number(set.one), number(set.other)}));
      if (ours == 0) continue;
      set.ended = now;
      set.order = static_cast<std::uint64_t>(order++);
      TOPTILE_TRY_TO(add_set(set));
      ++kept;
    }
    return success();
  });
  if (!done) {
    dictionary_.reset();  // It may be one that was not kept.
    return done.error();
  }
  return kept;
}

Result<bool> LeagueStore::enter(std::int64_t now, const EnteredSet& entered, const std::string& run) {
  const auto [lower, upper] = std::minmax(entered.one, entered.other);
  const std::string seed = std::to_string(entered.games[0].seed);
  TOPTILE_TRY(
      const auto there,
      find_number(*database_,
                  "SELECT set_number FROM entered WHERE lower_version = $1 AND upper_version = $2 AND "
                  "seed = $3",
                  {number(lower), number(upper), text(seed)}));
  if (there) return false;
  TOPTILE_TRY(const auto last_set, find_count(*database_, "last_set"));
  TOPTILE_TRY(const auto last_block, find_count(*database_, "last_block"));
  TOPTILE_TRY(const auto order, next_number(*database_, "played", "seq"));
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
  TOPTILE_TRY_TO(database_->query(fmt::format("SELECT {} WHERE versions.id IN ($1, $2)", kVersionColumns),
                                  {number(set.one), number(set.other)}, [&](const SqlRow& row) {
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
  TOPTILE_TRY_TO(set_setting(*database_, "last_set", std::to_string(last_set + 1)));
  TOPTILE_TRY_TO(set_setting(*database_, "last_block", std::to_string(set.block)));
  TOPTILE_TRY_TO(add_set(set));
  TOPTILE_TRY_TO(database_->execute(
      "INSERT INTO entered (set_number, lower_version, upper_version, seed, run) VALUES ($1, $2, $3, $4, $5)",
      {number(set.set), number(lower), number(upper), text(seed), text(run)}));
  return true;
}

Result<int> LeagueStore::enter(std::span<const EnteredSet> sets, const std::string& run) {
  int entered = 0;
  auto done = change([&](std::int64_t now) -> Result<void> {
    for (const EnteredSet& set : sets) {
      TOPTILE_TRY(const auto is_new, enter(now, set, run));
      entered += is_new ? 1 : 0;
    }
    return success();
  });
  if (!done) {
    dictionary_.reset();  // It may be one that was not kept.
    return done.error();
  }
  return entered;
}

Result<void> LeagueStore::release(const std::string& worker) {
  return change([&](std::int64_t) -> Result<void> {
    TOPTILE_TRY_TO(database_->execute("UPDATE leases SET leased_until = 0, worker = '' WHERE worker = $1",
                                      {text(worker)}));
    TOPTILE_TRY_TO(database_->execute("UPDATE versions SET leased_until = 0, worker = '' WHERE worker = $1",
                                      {text(worker)}));
    return success();
  });
}

namespace {

constexpr const char* kPlayedColumns =
    "set_number, seq, one, other, block, first_game, second_game, ended, took";
constexpr int kPlayedColumnCount = 9;

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
  return set;
}

}  // namespace

Result<void> LeagueStore::for_each_set(std::uint64_t after,
                                       const std::function<void(const PlayedSet&)>& visit) {
  Result<void> read = success();
  TOPTILE_TRY_TO(database_->query(
      fmt::format("SELECT {} FROM played WHERE seq > $1 ORDER BY seq", kPlayedColumns),
      {number(static_cast<std::int64_t>(after))}, [&](const SqlRow& row) {
        if (!read) return;
        const auto set = played_of(row);
        if (set) {
          visit(set.value());
        } else {
          read = Error{fmt::format("{}: {}; make the results anew with: toptile league rebuild", name(),
                                   set.error().message)};
        }
      }));
  return read;
}

Result<std::uint64_t> LeagueStore::last_order() {
  TOPTILE_TRY(const auto last, find_number(*database_, "SELECT MAX(seq) FROM played", {}));
  return static_cast<std::uint64_t>(last.value_or(0));
}

Result<std::int64_t> LeagueStore::last_block() {
  return find_count(*database_, "last_block");
}

namespace {

struct PackedRecords {
  bool is_plain = false;  // Packed without the dictionary.
  std::string packed;
};

PackedRecords packed_records_of(const SqlRow& row, int column) {
  return {row.integer(column) != 0, std::string(row.bytes(column + 1))};
}

Result<std::array<std::string, 2>> unpacked_records(const PackedRecords& records,
                                                    const std::string& dictionary) {
  TOPTILE_TRY(const auto both,
              inflated(records.packed, 2 * kMostRecordBytes + 1, records.is_plain ? "" : dictionary));
  const std::size_t end = both.find('\n');
  if (end == std::string::npos) return Error{"two records are expected here, but there is one"};
  return std::array{both.substr(0, end), both.substr(end + 1)};
}

}  // namespace

Result<RecordedSet> LeagueStore::recorded(SetNumber set) {
  TOPTILE_TRY_TO(find_dictionary());
  std::optional<Result<PlayedSet>> found;
  PackedRecords packed;
  TOPTILE_TRY_TO(database_->query(
      fmt::format(
          "SELECT {}, is_plain, packed FROM played JOIN records USING (set_number) WHERE set_number = "
          "$1",
          kPlayedColumns),
      {number(set)}, [&](const SqlRow& row) {
        found = played_of(row);
        packed = packed_records_of(row, kPlayedColumnCount);
      }));
  const std::string where = fmt::format("{}: set {}", name(), set);
  if (!found) return Error{fmt::format("{}: there is no such set; it was not played", where)};
  if (!*found) return in_context(name(), found->error());
  auto records = unpacked_records(packed, *dictionary_);
  if (!records) return in_context(where, records.error());
  RecordedSet recorded;
  static_cast<PlayedSet&>(recorded) = found->value();
  recorded.records = std::move(records).value();
  return recorded;
}

Result<void> LeagueStore::for_each_packed(
    const std::function<void(SetNumber, const std::array<std::int64_t, 2>&)>& visit) {
  return database_->query(
      "SELECT set_number, first_game, second_game FROM played", {}, [&](const SqlRow& row) {
        visit(SetNumber{static_cast<std::uint64_t>(row.integer(0))}, {row.integer(1), row.integer(2)});
      });
}

namespace {

// A row of kKeptColumns, still packed, because a connection is not used while it is read.
struct KeptRow {
  std::int64_t order = 0;
  SetNumber set{};
  VersionId one{}, other{};
  std::optional<std::uint64_t> seed;
  PackedRecords packed;
};

constexpr const char* kKeptColumns =
    "SELECT seq, set_number, one, other, is_plain, packed, seed FROM played JOIN records USING (set_number) "
    "LEFT "
    "JOIN entered USING (set_number)";

KeptRow kept_row_of(const SqlRow& row) {
  KeptRow kept{row.integer(0),
               SetNumber{static_cast<std::uint64_t>(row.integer(1))},
               VersionId{row.integer(2)},
               VersionId{row.integer(3)},
               {},
               packed_records_of(row, 4)};
  // A seed that is no number is none that a game could have.
  if (!row.is_null(6)) kept.seed = parse_number<std::uint64_t>(row.text(6)).value_or(0);
  return kept;
}

KeptRecords unpacked(const KeptRow& row, const std::string& dictionary) {
  return {row.set, row.one, row.other, row.seed, unpacked_records(row.packed, dictionary)};
}

}  // namespace

Result<std::vector<KeptRecords>> LeagueStore::records_between(SetNumber first, SetNumber last) {
  TOPTILE_TRY_TO(find_dictionary());
  std::vector<KeptRecords> records;
  TOPTILE_TRY_TO(database_->query(
      fmt::format("{} WHERE set_number BETWEEN $1 AND $2 ORDER BY set_number", kKeptColumns),
      {number(first), number(last)},
      [&](const SqlRow& row) { records.push_back(unpacked(kept_row_of(row), *dictionary_)); }));
  return records;
}

Result<void> LeagueStore::for_each_records(const std::function<Result<void>(KeptRecords&&)>& visit) {
  constexpr int kBatch = 500;  // A visitor may use the connection, so that rows are read some at a time.
  TOPTILE_TRY_TO(find_dictionary());
  for (std::int64_t last = 0;;) {
    std::vector<KeptRow> rows;
    TOPTILE_TRY_TO(
        database_->query(fmt::format("{} WHERE seq > $1 ORDER BY seq LIMIT {}", kKeptColumns, kBatch),
                         {number(last)}, [&](const SqlRow& row) { rows.push_back(kept_row_of(row)); }));
    if (rows.empty()) return success();
    last = rows.back().order;
    for (const KeptRow& row : rows) {
      TOPTILE_TRY_TO(visit(unpacked(row, *dictionary_)));
    }
  }
}

// ---- What is computed from games ---------------------------------------------

Result<void> LeagueStore::replace_results(SetNumber set, const std::array<GameResult, 2>& results) {
  TOPTILE_TRY_TO(
      database_->execute("UPDATE played SET first_game = $1, second_game = $2 WHERE set_number = $3",
                         {number(packed(results[0])), number(packed(results[1])), number(set)}));
  return success();
}

Result<void> LeagueStore::drop_set(SetNumber set) {
  return change([&](std::int64_t) -> Result<void> {
    TOPTILE_TRY_TO(database_->execute("DELETE FROM entered WHERE set_number = $1", {number(set)}));
    TOPTILE_TRY_TO(database_->execute("DELETE FROM records WHERE set_number = $1", {number(set)}));
    TOPTILE_TRY_TO(database_->execute("DELETE FROM played WHERE set_number = $1", {number(set)}));
    return success();
  });
}

Result<void> LeagueStore::add_points(std::span<const RatingPoint> points) {
  for (const RatingPoint& point : points) {
    TOPTILE_TRY_TO(
        database_->execute("INSERT INTO points (seq, version, games, elo, error_low, error_high) VALUES ($1, "
                           "$2, $3, $4, $5, $6) "
                           "ON CONFLICT (seq, version) DO NOTHING",
                           {number(static_cast<std::int64_t>(point.order)), number(point.version),
                            number(point.games), point.elo, point.error_low, point.error_high}));
  }
  return success();
}

Result<void> LeagueStore::keep_points(std::span<const RatingPoint> points) {
  return change([&](std::int64_t) { return add_points(points); });
}

Result<void> LeagueStore::replace_points(std::span<const RatingPoint> points) {
  return change([&](std::int64_t) -> Result<void> {
    TOPTILE_TRY_TO(database_->execute("DELETE FROM points"));
    return add_points(points);
  });
}

Result<std::vector<RatingPoint>> LeagueStore::points_of(VersionId version) {
  std::vector<RatingPoint> points;
  TOPTILE_TRY_TO(database_->query(
      "SELECT seq, games, elo, error_low, error_high FROM points WHERE version = $1 ORDER BY seq",
      {number(version)}, [&](const SqlRow& row) {
        points.push_back({static_cast<std::uint64_t>(row.integer(0)), version, row.integer(1), row.real(2),
                          row.real(3), row.real(4)});
      }));
  return points;
}

Result<std::uint64_t> LeagueStore::last_point() {
  TOPTILE_TRY(const auto last, find_number(*database_, "SELECT MAX(seq) FROM points", {}));
  return static_cast<std::uint64_t>(last.value_or(0));
}

}  // namespace toptile
