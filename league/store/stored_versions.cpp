#include "league/store/stored_versions.h"

#include <fmt/format.h>

#include "base/assert.h"
#include "base/utf8.h"
#include "base/words.h"
#include "bots/bot_manifest.h"
#include "bots/shown_name.h"
#include "league/store/authors.h"
#include "league/store/league_rows.h"
#include "league/store/timestamp.h"
#include "tournaments/report/deflate.h"

namespace toptile {

namespace {

constexpr std::size_t kMaxLog = 1 << 20;

// The part of a bot's name before a suffix such as "-v2", or nullopt if it has no such suffix.
std::optional<std::string_view> without_version(std::string_view name) {
  const std::size_t last = name.find_last_not_of("0123456789");
  if (last == name.npos || last == 0 || last + 1 == name.size()) return std::nullopt;
  if ((name[last] != 'v' && name[last] != 'V') || name[last - 1] != '-') return std::nullopt;
  return name.substr(0, last - 1);
}

// Why a new bot cannot have this name, or nullopt: it could be the label of another bot's version, now or
// later.
std::optional<Error> label_fault(const std::string& name) {
  if (!without_version(name)) return std::nullopt;
  std::string_view rest = name;
  while (const auto shorter = without_version(rest)) rest = *shorter;
  return Error{
      fmt::format("{}: a new bot's name cannot end in -v and a number, because that is how the league names "
                  "versions; submit it as {}, and the league numbers its versions",
                  name, rest.empty() ? "mine" : rest)};
}

std::optional<Error> submission_fault(const Submission& submission) {
  if (!is_bot_name(submission.bot)) return Error{no_bot_name(submission.bot)};
  if (submission.bot.size() > kMaxBotName) {
    return Error{
        fmt::format("{}: a bot's name in a league has {} characters at most, because the number of "
                    "its version is added to it; choose a shorter one",
                    submission.bot, kMaxBotName)};
  }
  return author_fault(submission.author);
}

// Shortens a log to its end, where the error is, and its beginning.
std::string shortened(const std::string& log) {
  if (log.size() <= kMaxLog) return log;
  return log.substr(0, kMaxLog / 4) + "\n[…]\n" + log.substr(log.size() - kMaxLog / 2);
}

}  // namespace

Result<void> StoredVersions::note(std::int64_t now, VersionId version, VersionState state,
                                  const std::string& reason) {
  TOPTILE_TRY(const auto event, next_number(database(), "events", "number"));
  TOPTILE_TRY_TO(database().execute(
      "INSERT INTO events (number, at, version, state, reason) VALUES ($1, $2, $3, $4, $5)",
      {sql_number(event), sql_number(now), sql_number(version), sql_word(state), sql_text(reason)}));
  return success();
}

Result<bool> StoredVersions::move(std::int64_t now, const Move& move) {
  SqlValues values = {sql_word(move.to), sql_number(now), sql_text(move.reason), sql_number(move.version)};
  std::string sql = "UPDATE versions SET state = $1, changed = $2, reason = $3";
  const bool is_let_go = !is_queued(move.to) || move.to == VersionState::received;
  if (is_let_go) sql += ", worker = ''";
  if (move.to == VersionState::active) sql += ", failed_starts = 0";
  sql += fmt::format(" WHERE id = $4 AND state IN ({})", placeholders(values.size() + 1, move.from.size()));
  for (const VersionState state : move.from) values.push_back(sql_word(state));
  if (move.worker) {
    values.push_back(sql_text(*move.worker));
    sql += fmt::format(" AND worker = ${}", values.size());
  }
  TOPTILE_TRY(const auto changed, database().execute(sql, values));
  if (changed == 0) return false;
  TOPTILE_TRY_TO(note(now, move.version, move.to, move.reason));
  if (!is_queued(move.to)) {
    TOPTILE_TRY_TO(connection().drop_work_of_the_gone());
  }
  return true;
}

Result<BotVersion> StoredVersions::add_version(std::int64_t now, std::int64_t bot, const std::string& name,
                                               const Submission& submission) {
  TOPTILE_TRY(const auto id, next_number(database(), "versions", "id"));
  TOPTILE_TRY(const auto last,
              find_number(database(), "SELECT MAX(number) FROM versions WHERE bot = $1", {sql_number(bot)}));
  const BotVersion version{.id = VersionId{id},
                           .bot = name,
                           .number = static_cast<int>(last.value_or(0) + 1),
                           .author = submission.author,
                           .state = submission.refusal ? VersionState::refused : VersionState::received,
                           .sha256 = submission.sha256,
                           .said_author = submission.said_author,
                           .said_version = submission.said_version,
                           .language = submission.language,
                           .handed_in = now,
                           .changed = now,
                           .reason = submission.refusal.value_or("")};
  TOPTILE_TRY_TO(database().execute(
      "INSERT INTO versions (id, bot, number, author, state, sha256, said_author, said_version, language, "
      "handed_in, changed, reason, worker, failed_starts) VALUES "
      "($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, '', 0)",
      {sql_number(id), sql_number(bot), sql_number(version.number), sql_text(version.author),
       sql_word(version.state), sql_text(version.sha256), sql_text(version.said_author),
       sql_text(version.said_version), sql_text(version.language), sql_number(now), sql_number(now),
       sql_text(version.reason)}));
  TOPTILE_TRY_TO(note(now, version.id, version.state, version.reason));
  return version;
}

ReceivedBot StoredVersions::receive(const Submission& submission) {
  if (auto fault = submission_fault(submission)) return NotReceived{*fault, true};
  std::optional<SubmittedBot> received;
  bool is_refusal = false;
  const auto refused = [&](std::string why) {
    is_refusal = true;
    return Error{std::move(why)};
  };
  const auto changed = change([&](std::int64_t now) -> Result<void> {
    is_refusal = false;
    TOPTILE_TRY(terms(), kept_terms(database()));
    if (terms().submissions.until && now > *terms().submissions.until) {
      return refused(fmt::format("bots could be submitted until {}; ask the league's organizer for more time",
                                 readable_utc(*terms().submissions.until)));
    }
    std::optional<std::int64_t> bot;
    std::string owner, spelled = submission.bot;
    TOPTILE_TRY_TO(database().query("SELECT id, author, name FROM bots WHERE key = $1",
                                    {sql_text(key_of_name(submission.bot))}, [&](const SqlRow& row) {
                                      bot = row.integer(0);
                                      owner = row.text(1);
                                      spelled = row.text(2);
                                    }));
    if (bot && owner != submission.author) {
      return refused(fmt::format("there is a bot {} by {} already; choose another name for yours", spelled,
                                 printable(owner)));
    }
    TOPTILE_TRY(auto others, list({spelled, {}}));
    for (BotVersion& other : others) {
      const bool is_refused = other.state == VersionState::refused;
      if (other.sha256 != submission.sha256 || is_refused != submission.refusal.has_value()) continue;
      received = SubmittedBot{std::move(other), false};
      return success();
    }
    if (submission.most_waiting) {
      TOPTILE_TRY(const auto waiting,
                  find_number(database(),
                              "SELECT COUNT(*) FROM versions WHERE author = $1 AND state IN ('received', "
                              "'building', 'checking', 'trying')",
                              {sql_text(submission.author)}));
      if (waiting.value_or(0) >= *submission.most_waiting) {
        return refused(
            fmt::format("{} of your bots wait to be examined already, and no more may; try again "
                        "when one of them is through",
                        waiting.value_or(0)));
      }
    }
    if (!bot) {
      if (auto fault = label_fault(submission.bot)) return refused(std::move(fault->message));
      TOPTILE_TRY(bot, next_number(database(), "bots", "id"));
      TOPTILE_TRY_TO(
          database().execute("INSERT INTO bots (id, name, key, author) VALUES ($1, $2, $3, $4)",
                             {sql_number(*bot), sql_text(submission.bot),
                              sql_text(key_of_name(submission.bot)), sql_text(submission.author)}));
    }
    if (!submission.refusal) {
      TOPTILE_TRY_TO(keep_content(database(), submission.sha256, submission.bytes, submission.packed));
    }
    TOPTILE_TRY(auto version, add_version(now, *bot, spelled, submission));
    if (submission.refusal) {
      TOPTILE_TRY_TO(database().execute(
          "UPDATE versions SET log = $1 WHERE id = $2",
          {Bytes{deflated(shortened(*submission.refusal + "\n"))}, sql_number(version.id)}));
    }
    received = SubmittedBot{std::move(version), true};
    return success();
  });
  if (!changed) return NotReceived{changed.error(), is_refusal};
  return *std::move(received);
}

Result<std::string> StoredVersions::log_of(VersionId version) {
  std::string packed;
  TOPTILE_TRY_TO(database().query("SELECT log FROM versions WHERE id = $1", {sql_number(version)},
                                  [&](const SqlRow& row) {
                                    if (!row.is_null(0)) packed = row.bytes(0);
                                  }));
  if (packed.empty()) return std::string();
  auto log = inflated(packed, 2 * kMaxLog);
  if (!log) return in_context(fmt::format("{}: the log of version {}", name(), version), log.error());
  return log;
}

Result<std::optional<BotVersion>> StoredVersions::claim(const Lease& lease) {
  TOPTILE_TRY_TO(connection().free_the_dead());
  std::optional<BotVersion> claimed;
  TOPTILE_TRY_TO(change([&](std::int64_t now) -> Result<void> {
    // An author who submits many bots waits behind those who submitted few.
    TOPTILE_TRY_TO(database().query(
        fmt::format("SELECT {} WHERE {} ORDER BY (SELECT COUNT(*) FROM versions AS earlier WHERE "
                    "earlier.author = versions.author AND earlier.id < versions.id AND earlier.state IN "
                    "('received', 'building', 'checking', 'trying')), versions.id LIMIT 1",
                    kVersionColumns, kWaitsUnclaimed),
        {}, [&](const SqlRow& row) { claimed = version_of(row); }));
    if (!claimed) return success();
    TOPTILE_TRY_TO(connection().note_alive(lease, now));
    TOPTILE_TRY_TO(database().execute("UPDATE versions SET worker = $1 WHERE id = $2",
                                      {sql_text(lease.worker), sql_number(claimed->id)}));
    return success();
  }));
  return claimed;
}

Result<bool> StoredVersions::step(VersionId version, const std::string& worker, VersionState to) {
  TOPTILE_ASSERT(is_queued(to) && to != VersionState::received);
  bool is_ours = false;
  TOPTILE_TRY_TO(change([&](std::int64_t now) -> Result<void> {
    TOPTILE_TRY(is_ours, move(now, {version, queued_states(), to, "", worker}));
    return success();
  }));
  return is_ours;
}

Result<void> StoredVersions::retire_older(std::int64_t now, VersionId version) {
  TOPTILE_TRY(terms(), kept_terms(database()));
  std::vector<BotVersion> active;
  TOPTILE_TRY_TO(database().query(
      fmt::format("SELECT {} WHERE versions.state = 'active' AND versions.bot = (SELECT bot FROM versions "
                  "WHERE id = $1) ORDER BY versions.number",
                  kVersionColumns),
      {sql_number(version)}, [&](const SqlRow& row) { active.push_back(version_of(row)); }));
  const std::string newest = active.empty() ? "" : active.back().label();
  for (std::size_t i = 0; i + terms().versions < active.size(); ++i) {
    TOPTILE_TRY_TO(move(now, {active[i].id,
                              {VersionState::active},
                              VersionState::retired,
                              fmt::format("{} took its place", newest)}));
  }
  return success();
}

Result<bool> StoredVersions::accept(VersionId version, const std::string& worker, const std::string& log) {
  bool is_ours = false;
  TOPTILE_TRY_TO(change([&](std::int64_t now) -> Result<void> {
    TOPTILE_TRY(is_ours, move(now, {version, queued_states(), VersionState::active, "", worker}));
    if (!is_ours) return success();
    TOPTILE_TRY_TO(database().execute("UPDATE versions SET log = $1 WHERE id = $2",
                                      {Bytes{deflated(shortened(log))}, sql_number(version)}));
    return retire_older(now, version);
  }));
  return is_ours;
}

Result<bool> StoredVersions::refuse(VersionId version, const std::string& worker, const std::string& reason,
                                    const std::string& log) {
  bool is_ours = false;
  TOPTILE_TRY_TO(change([&](std::int64_t now) -> Result<void> {
    TOPTILE_TRY(is_ours, move(now, {version, queued_states(), VersionState::refused, reason, worker}));
    if (!is_ours) return success();
    TOPTILE_TRY_TO(database().execute("UPDATE versions SET log = $1 WHERE id = $2",
                                      {Bytes{deflated(shortened(log))}, sql_number(version)}));
    TOPTILE_TRY_TO(database().execute(
        "DELETE FROM contents WHERE sha256 = (SELECT sha256 FROM versions WHERE id = $1) AND NOT EXISTS "
        "(SELECT 1 FROM versions WHERE versions.sha256 = contents.sha256 AND versions.state <> 'refused')",
        {sql_number(version)}));
    return success();
  }));
  return is_ours;
}

Result<bool> StoredVersions::give_back(VersionId version, const std::string& worker) {
  bool is_ours = false;
  TOPTILE_TRY_TO(change([&](std::int64_t now) -> Result<void> {
    TOPTILE_TRY(is_ours, move(now, {version, queued_states(), VersionState::received, "", worker}));
    return success();
  }));
  return is_ours;
}

Result<void> StoredVersions::move_or_say(const Move& wanted, std::string_view why_not) {
  return change([&](std::int64_t now) -> Result<void> {
    TOPTILE_TRY(const auto is_moved, move(now, wanted));
    if (is_moved) return success();
    TOPTILE_TRY(const auto version, find(wanted.version));
    return Error{fmt::format("{} is {}; {}", version.label(), name_of(version.state), why_not)};
  });
}

Result<void> StoredVersions::retire(VersionId version, const std::string& reason) {
  return move_or_say({version,
                      {VersionState::active, VersionState::suspended, VersionState::paused},
                      VersionState::retired,
                      reason},
                     "only a version that plays, or is suspended or paused, can retire");
}

Result<void> StoredVersions::restore(VersionId version) {
  return move_or_say(
      {version,
       {VersionState::retired, VersionState::suspended, VersionState::paused, VersionState::removed},
       VersionState::active,
       "restored"},
      "only a version that retired, or was suspended, paused or removed, can be restored");
}

Result<void> StoredVersions::remove(VersionId version, const std::string& reason) {
  return move_or_say({version,
                      {VersionState::active, VersionState::suspended, VersionState::paused,
                       VersionState::retired, VersionState::received},
                      VersionState::removed,
                      reason},
                     "it can be removed when it plays, is retired, suspended or paused, or waits");
}

Result<void> StoredVersions::note_starts(VersionId version, int failed, bool has_started,
                                         const std::string& reason) {
  return change([&](std::int64_t now) -> Result<void> {
    const std::int64_t before = has_started ? 0 : 1;
    TOPTILE_TRY_TO(
        database().execute("UPDATE versions SET failed_starts = failed_starts * $1 + $2 WHERE id = $3",
                           {sql_number(before), sql_number(failed), sql_number(version)}));
    const int most = terms().plan.referee.withdraw_after;
    if (most == 0) return success();
    TOPTILE_TRY(
        const auto failures,
        find_number(database(), "SELECT failed_starts FROM versions WHERE id = $1", {sql_number(version)}));
    if (failures.value_or(0) < most) return success();
    TOPTILE_TRY_TO(move(
        now, {version,
              {VersionState::active},
              VersionState::suspended,
              fmt::format("it made no move in {} games in a row; the last time: {}", *failures, reason)}));
    return success();
  });
}

Result<std::optional<BotVersion>> StoredVersions::pause_if_forfeiting(VersionId version,
                                                                      const std::string& last_forfeit) {
  std::optional<BotVersion> paused;
  TOPTILE_TRY_TO(change([&](std::int64_t now) -> Result<void> {
    paused.reset();
    if (terms().plan.referee.withdraw_after == 0) return success();
    std::optional<BotVersion> found;
    TOPTILE_TRY_TO(database().query(fmt::format("SELECT {} WHERE versions.id = $1", kVersionColumns),
                                    {sql_number(version)},
                                    [&](const SqlRow& row) { found = version_of(row); }));
    if (!found || found->state != VersionState::active) return success();
    TOPTILE_TRY(const auto count, count_forfeits(database(), version, found->changed));
    if (count.games < kMinGamesToPause || 2 * count.forfeited < count.games) return success();
    found->state = VersionState::paused;
    found->reason = fmt::format(
        "it forfeited {} of {} games since it came to play; the last time: {}; submit it again when it is "
        "repaired, or ask the organizer to let it go on",
        count.forfeited, count.games, last_forfeit);
    TOPTILE_TRY(const bool is_moved,
                move(now, {version, {VersionState::active}, VersionState::paused, found->reason}));
    if (is_moved) paused = std::move(found);
    return success();
  }));
  return paused;
}

}  // namespace toptile
