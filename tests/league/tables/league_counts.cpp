// Standings from counts are those from the games, one by one.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "engine/random.h"
#include "league/tables/league_table.h"
#include "tests/league/scripted_league.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(league_counts)

namespace {

// A league in which bots come, get new versions, and leave in every way, while games are played.
struct GrowingLeague {
  ScriptedLeague<> league;
  Random random;
  std::vector<BotVersion> versions;

  explicit GrowingLeague(std::uint64_t seed) : random(seed) {
    for (int i = 0; i < 3; ++i) enter();
  }
  LeagueStore& store() { return league.store; }
  std::size_t below(std::size_t bound) { return random.below(bound); }

  void enter() {
    const std::string bot = "bot" + std::to_string(below(6));
    versions.push_back(league.entered(bot, "files " + std::to_string(versions.size())));
  }
  Ended game(int better) {
    const int ahead = static_cast<int>(below(121)) - 60 + 10 * better;
    Ended ended{200 + ahead / 10 * 10, 200, false, false};
    if (below(25) == 0) ended.has_forfeited = true;
    if (!ended.has_forfeited && below(25) == 0) ended.other_forfeited = true;
    return ended;
  }
  void play() {
    const std::size_t one = below(versions.size()), other = below(versions.size());
    if (one == other) return;
    const auto leased = store().leases().lease_sets(versions[one].id, versions[other].id, 1, {"player"});
    if (!leased.value()) return;
    const int better = static_cast<int>(one) - static_cast<int>(other);
    std::array<RecordedSet, 1> sets = {league.recorded(*leased.value(), 0, {game(better), game(better)})};
    BOOST_REQUIRE(store().sets().keep(sets, "player"));
  }
  void step() {
    ++league.now;
    const std::size_t kind = below(60);
    const VersionId version = versions[below(versions.size())].id;
    const auto last = static_cast<std::uint64_t>(store().sets().last_order().value());
    // Some of these are not allowed, and then change nothing.
    if (kind == 0 && versions.size() < 14) return enter();
    if (kind == 1) return static_cast<void>(store().versions().retire(version, ""));
    if (kind == 2) return static_cast<void>(store().versions().restore(version));
    if (kind == 3 && below(4) == 0) return static_cast<void>(store().versions().remove(version, ""));
    if (kind == 4 && last > 0)
      return static_cast<void>(store().sets().drop_set(SetNumber{1 + below(last)}).value());
    for (int i = 0; i < 4; ++i) play();
  }
};

// The ratings of all games, each of which is listed by itself.
RatingTable plain_table(const LeagueGames& games, const LeagueTerms& terms) {
  GameList list;
  std::map<VersionId, int> players;
  std::vector<const BotVersion*> rated;
  for (const BotVersion& version : games.versions())
    if (is_rated(version.state)) rated.push_back(&version);
  std::ranges::sort(rated, {}, &BotVersion::id);
  RatingOptions options;
  for (const BotVersion* version : rated) {
    players[version->id] = list.player(version->label());
    if (version->state == VersionState::active && terms.anchors.empty())
      options.zero.push_back(players[version->id]);
  }
  for (const PlayedSet& set : games.sets()) {
    if (!players.contains(set.one) || !players.contains(set.other)) continue;
    const int cluster = list.clusters();
    const std::array<int, 2> of = {players[set.one], players[set.other]};
    for (const GameResult& result : set.results)
      list.add({of[result.by_seat[0].entrant], of[result.by_seat[1].entrant], result.beaten(0), cluster},
               result.is_forfeited() ? kNoSpread : static_cast<int>(result.spread(0)));
  }
  return rate(list, options, terms.anchors).value();
}

void check_near(double one, double other, double tolerance = 1e-6) {
  BOOST_TEST(std::abs(one - other) <= tolerance * (1 + std::abs(other)), one << " should be " << other);
}

void check_same(const LeagueTable& table, const LeagueTable& other) {
  BOOST_TEST(table.games == other.games);
  BOOST_TEST(table.last_order == other.last_order);
  BOOST_REQUIRE(table.rows.size() == other.rows.size());
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const LeagueRow &row = table.rows[i], &right = other.rows[i];
    BOOST_TEST((row.version.id == right.version.id));
    BOOST_TEST(row.forfeits == right.forfeits);
    BOOST_TEST((row.predecessor == right.predecessor));
    check_near(table.all.rows[row.row].rating.elo, other.all.rows[right.row].rating.elo);
    BOOST_TEST(row.ranks.best == right.ranks.best);
    BOOST_TEST(row.ranks.worst == right.ranks.worst);
  }
}

// The forfeits, predecessor and ranks of a row, as its definition says.
void check_row(const LeagueTable& table, const LeagueRow& row, const LeagueGames& games) {
  int forfeits = 0;
  for (const PlayedSet& set : games.sets()) {
    if (!games.counts(set)) continue;
    for (const GameResult& result : set.results)
      for (const SeatResult& seat : result.seats())
        forfeits += (seat.entrant == 0 ? set.one : set.other) == row.version.id &&
                    seat.fate == SeatResult::Fate::forfeited;
  }
  BOOST_TEST(row.forfeits == forfeits);
  std::optional<VersionId> before;
  int number = 0;
  for (const BotVersion& other : games.versions()) {
    if (other.bot != row.version.bot || other.number >= row.version.number || other.number <= number)
      continue;
    if (!is_rated(other.state)) continue;
    before = other.id;
    number = other.number;
  }
  BOOST_TEST((row.predecessor == before));
  const RatingRow& mine = table.all.rows[row.row];
  int above = 0, not_below = 0;
  for (const LeagueRow& other : table.rows) {
    const RatingRow& theirs = table.all.rows[other.row];
    if (theirs.rating.pool != mine.rating.pool) continue;
    if (&other != &row && table.all.certainty->is_above(theirs.player, mine.player)) ++above;
    if (&other == &row || !table.all.certainty->is_above(mine.player, theirs.player)) ++not_below;
  }
  BOOST_TEST(row.ranks.best == above + 1);
  BOOST_TEST(row.ranks.worst == not_below);
}

}  // namespace

BOOST_AUTO_TEST_CASE(standings_from_counts_are_those_of_all_games) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    BOOST_TEST_CONTEXT("league " << seed) {
      GrowingLeague growing(seed);
      const LeagueTerms& terms = growing.store().terms();
      LeagueCounts kept;  // It is read again and again.
      for (int look = 0; look < 6; ++look) {
        for (int i = 0; i < 25; ++i) growing.step();
        LeagueGames games;
        LeagueCounts counts;
        BOOST_REQUIRE(games.read(growing.store()));
        BOOST_REQUIRE(counts.read(growing.store()));
        BOOST_REQUIRE(kept.read(growing.store()));
        const LeagueCounts counted = LeagueCounts::of(games, games.last_order());
        BOOST_TEST((counts.counts() == counted.counts()));
        BOOST_TEST((kept.counts() == counted.counts()));
        const LeagueTable table = league_table(counts, terms).value();
        check_same(league_table(kept, terms).value(), table);
        check_same(league_table(counted, terms).value(), table);
        for (const LeagueRow& row : table.rows) check_row(table, row, games);
        const RatingTable plain = plain_table(games, terms);
        BOOST_TEST(table.games == plain.games);
        BOOST_REQUIRE(table.all.rows.size() == plain.rows.size());
        for (std::size_t i = 0; i < plain.rows.size(); ++i) {
          const RatingRow &row = table.all.rows[i], &right = plain.rows[i];
          BOOST_TEST_CONTEXT(right.name) {
            BOOST_TEST(row.name == right.name);
            BOOST_TEST(row.field.games == right.field.games);
            BOOST_TEST(row.field.finished == right.field.finished);
            BOOST_TEST(row.field.points == right.field.points);
            BOOST_REQUIRE(row.field.spread.has_value() == right.field.spread.has_value());
            if (row.field.spread) check_near(row.field.spread->value, right.field.spread->value);
            if (row.field.spread) check_near(row.field.spread->error, right.field.spread->error);
            const RatingEstimate rating = table.all.ratings.fit->rating(row.player);
            check_near(rating.elo, right.rating.elo);
            check_near(rating.error_low, right.rating.error_low, 1e-4);
            check_near(rating.error_high, right.rating.error_high, 1e-4);
          }
        }
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
