// A small league whose bots are texts, whose games are invented, and whose clock only the test moves.
#pragma once

#include <array>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstdint>
#include <string>

#include "base/sha256.h"
#include "tests/league/league_home.h"

namespace toptile {

// The message of an error; empty if there is none.
std::string message(const auto& result) {
  return result ? "" : result.error().message;
}

inline Submission submission(const std::string& bot, const std::string& files,
                             const std::string& author = "ann") {
  return {.bot = bot,
          .author = author,
          .sha256 = sha256_hexadecimal(files),
          .packed = files,
          .bytes = files.size(),
          .said_author = "A.",
          .said_version = "7",
          .language = "C"};
}

// Puts the tables back to what they were before workers had a table (step 7).
inline void undo_workers(Database& database) {
  for (const char* sql :
       {"DROP INDEX points_by_version", "DROP TABLE deliveries", "DROP TABLE replays", "DROP TABLE checks",
        "ALTER TABLE tokens DROP COLUMN blocked", "ALTER TABLE tokens DROP COLUMN blocked_why",
        "DROP TABLE record_files", "ALTER TABLE played DROP COLUMN record_file", "DROP TABLE workers",
        "DROP INDEX leases_by_worker", "DROP INDEX versions_by_worker",
        "ALTER TABLE leases ADD COLUMN leased_until BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE versions ADD COLUMN leased_until BIGINT NOT NULL DEFAULT 0",
        "DELETE FROM schema_versions WHERE version >= 7"})
    BOOST_REQUIRE(database.execute(sql));
}

// How an invented game ended, as the first version of its set sees it.
struct Ended {
  int points = 0, against = 0;
  bool has_forfeited = false, other_forfeited = false;
};

template <class Home = SqliteHome>
struct ScriptedLeague {
  LeagueHome<Home> home;
  std::int64_t now = 1'000'000;
  LeagueStore store = home.store();

  ScriptedLeague() {
    store.use_clock([this] { return now; });
  }

  // A version that plays.
  BotVersion entered(const std::string& bot, const std::string& files, const std::string& author = "ann") {
    const auto received = store.versions().receive(submission(bot, files, author));
    BOOST_REQUIRE_MESSAGE(received, message(received));
    const auto claimed = store.versions().claim({"examiner", std::chrono::milliseconds(1000)});
    BOOST_REQUIRE(claimed && claimed.value() && claimed.value()->id == received.value().version.id);
    BOOST_REQUIRE(store.versions().accept(claimed.value()->id, "examiner", "it is good").value());
    return store.versions().find(received.value().version.label()).value();
  }

  // A leased set whose games ended like this. In the first game the first version has the first seat.
  RecordedSet recorded(const LeasedSets& leased, std::size_t index = 0,
                       const std::array<Ended, 2>& games = {{{100, 90}, {90, 101}}}) {
    RecordedSet set;
    set.set = leased.sets[index];
    set.one = leased.one;
    set.other = leased.other;
    set.block = leased.block;
    set.took = 40;
    for (std::uint8_t game = 0; game < 2; ++game) {
      const Ended& ended = games[game];
      GameResult& result = set.results[game];
      result.id = static_cast<std::uint32_t>(first_game_of(set.set) + game);
      const int better = ended.has_forfeited ? -1 : ended.other_forfeited ? 1 : ended.points - ended.against;
      result.by_seat[game] = {ended.points, 0, static_cast<std::uint8_t>(better < 0 ? 2 : 1),
                              ended.has_forfeited ? SeatResult::Fate::forfeited : SeatResult::Fate::played};
      result.by_seat[1 - game] = {
          ended.against, 1, static_cast<std::uint8_t>(better > 0 ? 2 : 1),
          ended.other_forfeited ? SeatResult::Fate::forfeited : SeatResult::Fate::played};
      if (ended.has_forfeited || ended.other_forfeited) result.end = GameEnd::forfeit;
      set.records[game] = "{\"a record\":" + std::to_string(result.id) + "}";
    }
    return set;
  }

  // Plays a set and keeps it.
  RecordedSet played(const BotVersion& one, const BotVersion& other, const std::array<Ended, 2>& games) {
    const auto leased = store.leases().lease_sets(one.id, other.id, 1, {"player"});
    BOOST_REQUIRE_MESSAGE(leased && leased.value(), message(leased));
    std::array<RecordedSet, 1> sets = {recorded(*leased.value(), 0, games)};
    BOOST_REQUIRE(store.sets().keep(sets, "player").value() == 1);
    return sets[0];
  }
};

}  // namespace toptile
