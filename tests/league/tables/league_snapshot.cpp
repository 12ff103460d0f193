#include "league/tables/league_snapshot.h"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "engine/random.h"
#include "tests/league/scripted_league.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(league_snapshot)

namespace {

// Some bots that are the stronger the later they come, with games between all of them.
struct Field {
  ScriptedLeague<> league;
  std::vector<BotVersion> bots;
  Random random{7};

  explicit Field(int count) {
    for (int i = 0; i < count; ++i) {
      ++league.now;
      bots.push_back(league.entered("bot" + std::to_string(i), "files " + std::to_string(i)));
    }
  }

  Ended game(int better) {
    const int edge = static_cast<int>(random.below(121)) - 60 + 15 * better;
    Ended ended{200 + edge, 200, false, false};
    if (random.below(20) == 0) ended.has_forfeited = true;
    if (!ended.has_forfeited && random.below(20) == 0) ended.other_forfeited = true;
    return ended;
  }
  void play(std::size_t one, std::size_t other, int sets = 1) {
    const int better = static_cast<int>(one) - static_cast<int>(other);
    for (int i = 0; i < sets; ++i) {
      ++league.now;
      league.played(bots[one], bots[other], {game(better), game(better)});
    }
  }
  void play_all(int sets) {
    for (std::size_t one = 0; one < bots.size(); ++one)
      for (std::size_t other = 0; other < bots.size(); ++other)
        if (one != other) play(one, other, sets);
  }
  LeagueSnapshot snapshot() {
    auto read = LeagueSnapshot::read(league.store);
    BOOST_REQUIRE_MESSAGE(read, message(read));
    return std::move(read).value();
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(an_empty_league_has_an_empty_table) {
  ScriptedLeague<> league;
  const LeagueSnapshot snapshot = LeagueSnapshot::read(league.store).value();
  BOOST_TEST(snapshot.table().rows.empty());
  BOOST_TEST(snapshot.table().games == 0);
  BOOST_TEST(snapshot.label(VersionId{3}) == "?");
  BOOST_TEST((snapshot.rating(VersionId{3}) == nullptr));
  BOOST_TEST((snapshot.tally(VersionId{1}, VersionId{2}) == PairTally{}));
  BOOST_TEST(snapshot.opponents(VersionId{1}).empty());
  BOOST_TEST(snapshot.forfeited(VersionId{1}).empty());
}

BOOST_AUTO_TEST_CASE(the_stronger_ones_stand_above_and_the_mean_is_0) {
  Field field(4);
  field.play_all(30);
  const LeagueSnapshot snapshot = field.snapshot();
  const LeagueTable& table = snapshot.table();
  BOOST_REQUIRE(table.rows.size() == 4U);
  BOOST_TEST(table.games == 4 * 3 * 30 * 2);
  double sum = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    BOOST_TEST(table.rows[i].version.bot == "bot" + std::to_string(3 - i));
    BOOST_TEST(table.rows[i].ranks.best <= static_cast<int>(i) + 1);
    BOOST_TEST(table.rows[i].ranks.worst >= static_cast<int>(i) + 1);
    sum += table.all.rows[table.rows[i].row].rating.elo;
  }
  BOOST_TEST(std::abs(sum) < 1e-6);
}

BOOST_AUTO_TEST_CASE(tallies_are_those_of_a_plain_count) {
  Field field(5);
  field.play_all(6);
  const LeagueSnapshot snapshot = field.snapshot();
  for (const BotVersion& one : field.bots) {
    int met = 0, forfeits = 0;
    for (const BotVersion& other : field.bots) {
      if (one.id == other.id) continue;
      PairTally plain;
      BOOST_REQUIRE(field.league.store.sets().for_each_set(0, [&](const PlayedSet& set) {
        const std::array<VersionId, 2> ids = {set.one, set.other};
        for (const GameResult& game : set.results) {
          for (int seat = 0; seat < 2; ++seat) {
            const SeatResult &mine = game.by_seat[seat], &theirs = game.by_seat[1 - seat];
            if (ids[mine.entrant] != one.id || ids[theirs.entrant] != other.id) continue;
            ++plain.games;
            plain.wins += mine.rank < theirs.rank ? 1 : 0;
            plain.ties += mine.rank == theirs.rank ? 1 : 0;
            const bool is_forfeited =
                mine.fate == SeatResult::Fate::forfeited || theirs.fate == SeatResult::Fate::forfeited;
            plain.forfeits += is_forfeited ? 1 : 0;
            plain.counted += is_forfeited ? 0 : 1;
            if (!is_forfeited) plain.spread += mine.points - theirs.points;
            if (mine.fate == SeatResult::Fate::forfeited) ++forfeits;
          }
        }
      }));
      BOOST_TEST((snapshot.tally(one.id, other.id) == plain));
      BOOST_TEST((snapshot.tally(other.id, one.id) == plain.turned()));
      met += plain.games;
    }
    int opponents_games = 0;
    for (const auto& [id, tally] : snapshot.opponents(one.id)) {
      BOOST_TEST((tally == snapshot.tally(one.id, id)));
      opponents_games += tally.games;
    }
    BOOST_TEST(opponents_games == met);
    BOOST_TEST(snapshot.rating(one.id)->field.games == met);
    BOOST_TEST(snapshot.forfeited(one.id).size() == static_cast<std::size_t>(forfeits));
    BOOST_TEST(snapshot.league_row(one.id)->forfeits == forfeits);
  }
}

BOOST_AUTO_TEST_CASE(the_order_of_games_does_not_matter) {
  std::map<std::string, double> first;
  for (const bool is_turned : {false, true}) {
    Field field(3);
    std::vector<std::array<int, 3>> meetings;
    for (int i = 0; i < 30; ++i) meetings.push_back({i % 3, (i + 1 + i / 3 % 2) % 3, 20 * (i % 5) - 35});
    if (is_turned) std::ranges::reverse(meetings);
    for (const auto& [one, other, spread] : meetings)
      field.league.played(field.bots[one], field.bots[other], {{{200 + spread, 200}, {201, 200}}});
    const LeagueSnapshot snapshot = field.snapshot();
    for (const BotVersion& bot : field.bots) {
      const double elo = snapshot.rating(bot.id)->rating.elo;
      if (is_turned) BOOST_TEST(std::abs(first.at(bot.bot) - elo) < 1e-6);
      first[bot.bot] = elo;
    }
  }
}

BOOST_AUTO_TEST_CASE(a_retired_version_leaves_the_table_and_its_games_count) {
  Field field(3);
  field.play(0, 1, 20);
  field.play(1, 2, 20);
  const auto apart = field.snapshot().apart(field.bots[2].id, field.bots[0].id);
  BOOST_REQUIRE(apart.has_value());
  BOOST_REQUIRE(field.league.store.versions().retire(field.bots[1].id, "for a test"));
  const LeagueSnapshot snapshot = field.snapshot();
  BOOST_TEST(snapshot.table().rows.size() == 2U);
  BOOST_TEST(snapshot.table().games == 80);
  BOOST_TEST((snapshot.league_row(field.bots[1].id) == nullptr));
  BOOST_TEST((snapshot.rating(field.bots[1].id) != nullptr));
  // Only the games of the retired one connect the two that are left.
  const auto after = snapshot.apart(field.bots[2].id, field.bots[0].id);
  BOOST_REQUIRE(after.has_value());
  BOOST_TEST(std::abs(after->above.elo - apart->above.elo) < 1e-6);
}

// A distance is computed once for both versions.
BOOST_AUTO_TEST_CASE(a_distance_is_the_same_from_both_sides) {
  Field field(4);
  field.play_all(3);
  field.play(0, 1, 20);
  BOOST_REQUIRE(field.league.store.versions().retire(field.bots[2].id, "for a test"));
  BOOST_REQUIRE(field.league.store.versions().retire(field.bots[3].id, "for a test"));
  const LeagueSnapshot snapshot = field.snapshot(), fresh = field.snapshot();
  for (const BotVersion& one : field.bots) {
    for (const BotVersion& other : field.bots) {
      if (one.id == other.id) continue;
      const auto there = snapshot.apart(one.id, other.id), back = snapshot.apart(other.id, one.id);
      BOOST_REQUIRE((there && back));
      BOOST_TEST(there->above.elo == 0.0 - back->above.elo);
      BOOST_TEST(there->above.error_low == back->above.error_high);
      BOOST_TEST(there->above.error_high == back->above.error_low);
      BOOST_TEST(std::abs(there->superiority + back->superiority - 1) < 1e-12);
      BOOST_TEST(there->row == back->other);
      // The order of the questions makes no difference, and the answer is that of the table.
      BOOST_TEST(fresh.apart(one.id, other.id)->above.error_low == there->above.error_low);
      const auto plain = distance(snapshot.table().all, there->row, there->other);
      BOOST_TEST(std::abs(plain->above.elo - there->above.elo) < 1e-6);
      BOOST_TEST(std::abs(plain->above.error_low - there->above.error_low) < 1e-3);
      BOOST_TEST(std::abs(plain->superiority - there->superiority) < 1e-6);
    }
  }
}

BOOST_AUTO_TEST_CASE(games_of_a_removed_version_do_not_count_until_it_is_restored) {
  Field field(3);
  field.play_all(3);
  const double before = field.snapshot().rating(field.bots[0].id)->rating.elo;
  BOOST_REQUIRE(field.league.store.versions().remove(field.bots[2].id, "it cheated"));
  const LeagueSnapshot without = field.snapshot();
  BOOST_TEST(without.table().games == 12);
  BOOST_TEST((without.rating(field.bots[2].id) == nullptr));
  BOOST_TEST(!without.apart(field.bots[2].id, field.bots[0].id).has_value());
  BOOST_REQUIRE(field.league.store.versions().restore(field.bots[2].id));
  BOOST_TEST(field.snapshot().rating(field.bots[0].id)->rating.elo == before);
}

BOOST_AUTO_TEST_CASE(a_new_version_is_compared_with_the_one_before) {
  Field field(2);
  field.play(0, 1, 30);
  ++field.league.now;
  const BotVersion better = field.league.entered("bot0", "better files");
  BOOST_TEST(better.label() == "bot0-v2");
  field.bots.push_back(better);
  for (int i = 0; i < 30; ++i)
    field.league.played(better, field.bots[1], {{{300, 200}, {i % 3 == 0 ? 190 : 300, 200}}});
  const LeagueSnapshot snapshot = field.snapshot();
  BOOST_TEST(snapshot.table().rows.size() == 2U);
  const LeagueRow* row = snapshot.league_row(better.id);
  BOOST_REQUIRE((row != nullptr && row->over_predecessor));
  BOOST_TEST((*row->predecessor == field.bots[0].id));
  BOOST_TEST(row->over_predecessor->above.elo > 100);
  BOOST_TEST(row->over_predecessor->superiority > 0.99);
  BOOST_TEST(!snapshot.league_row(field.bots[1].id)->over_predecessor.has_value());
  // The table shows no interval of the version that retired, but the version has one.
  const RatingRow* retired = snapshot.rating(field.bots[0].id);
  BOOST_REQUIRE(retired != nullptr);
  BOOST_TEST((retired->rating.interval == Interval::profile));
  BOOST_TEST(retired->rating.error_low > 0);
  BOOST_TEST(retired == snapshot.rating(field.bots[0].id));
}

BOOST_AUTO_TEST_CASE(an_anchor_has_the_rating_that_it_is_given) {
  Field field(3);
  field.play_all(4);
  LeagueTerms terms = field.league.store.terms();
  terms.anchors = {{"bot1-v1", 1500}};
  BOOST_REQUIRE(field.league.store.change_terms(terms));
  const LeagueSnapshot snapshot = field.snapshot();
  BOOST_TEST(std::abs(snapshot.rating(field.bots[1].id)->rating.elo - 1500) < 1e-9);
  BOOST_TEST(snapshot.rating(field.bots[2].id)->rating.elo > 1500);
}

BOOST_AUTO_TEST_CASE(several_anchors_have_the_ratings_given) {
  Field field(4);
  field.play_all(4);
  LeagueTerms terms = field.league.store.terms();
  terms.anchors = {{"bot1-v1", 1500}, {"bot2-v1", 1530}};
  BOOST_REQUIRE(field.league.store.change_terms(terms));
  const LeagueSnapshot snapshot = field.snapshot();
  BOOST_TEST(snapshot.rating(field.bots[1].id)->rating.elo == 1500);
  BOOST_TEST(snapshot.rating(field.bots[2].id)->rating.elo == 1530);
  BOOST_TEST(snapshot.rating(field.bots[2].id)->rating.error_high == 0);
  BOOST_TEST(snapshot.rating(field.bots[3].id)->rating.error_high > 0);
}

BOOST_AUTO_TEST_CASE(an_anchor_that_does_not_play_holds_nothing_and_is_named) {
  Field field(3);
  field.play_all(4);
  const LeagueSnapshot free = field.snapshot();
  LeagueTerms terms = field.league.store.terms();
  terms.anchors = {{"gone-v1", 1500}};
  BOOST_REQUIRE(field.league.store.change_terms(terms));
  const LeagueSnapshot snapshot = field.snapshot();
  for (const BotVersion& bot : field.bots)
    BOOST_TEST(snapshot.rating(bot.id)->rating.elo == free.rating(bot.id)->rating.elo);
  BOOST_TEST(notes_of(snapshot.table()).back().find("The anchor gone-v1 does not play here") == 0U);
  terms.anchors.push_back({"bot1-v1", 30});
  BOOST_REQUIRE(field.league.store.change_terms(terms));
  BOOST_TEST(field.snapshot().rating(field.bots[1].id)->rating.elo == 30);
  BOOST_REQUIRE(field.league.store.versions().remove(field.bots[1].id, "test"));
  BOOST_TEST(field.snapshot().table().absent_anchors.size() == 2U);
}

BOOST_AUTO_TEST_CASE(anchors_are_kept_as_they_are_written) {
  Field field(2);
  LeagueTerms terms = field.league.store.terms();
  const auto kept = [&](std::vector<NamedAnchor> anchors) {
    terms.anchors = std::move(anchors);
    return league_terms_to_json(terms);
  };
  BOOST_TEST(kept({})["anchor"].is_null());
  BOOST_TEST(kept({{"a-v1", 10}})["anchor"] == Json({{"bot", "a-v1"}, {"elo", 10.0}}));
  const auto read = league_terms_from_json(kept({{"a-v1", 10}, {"b-v2", -3.5}}), "terms");
  BOOST_TEST_REQUIRE(read.has_value());
  BOOST_TEST_REQUIRE(read.value().anchors.size() == 2U);
  BOOST_TEST(read.value().anchors[1].name == "b-v2");
  BOOST_TEST(read.value().anchors[1].elo == -3.5);
  BOOST_TEST(league_terms_from_json(kept({{"a-v1", 10}, {"a-v1", 11}}), "terms").error().message ==
             "terms: anchor: the anchor a-v1 is named twice, with 10 and 11 Elo; name it once");
}

BOOST_AUTO_TEST_CASE(a_point_of_the_history_is_the_table_of_that_moment) {
  Field field(3);
  field.play(0, 1, 10);
  const LeagueSnapshot then = field.snapshot();
  std::vector<double> elo;
  for (std::size_t i = 0; i < 2; ++i) elo.push_back(then.rating(field.bots[i].id)->rating.elo);
  field.play(2, 0, 5);
  field.play(1, 2, 5);
  BOOST_REQUIRE(field.league.store.versions().retire(field.bots[1].id, ""));
  LeagueGames games;
  BOOST_REQUIRE(games.read(field.league.store));
  const auto points = points_at(games, field.league.store.terms(), 10).value();
  BOOST_REQUIRE(points.size() == 2U);
  for (const RatingPoint& point : points) {
    const std::size_t bot = point.version == field.bots[0].id ? 0 : 1;
    BOOST_TEST(point.games == 20);
    BOOST_TEST(std::abs(point.elo - elo[bot]) < 1e-6);
  }
}

BOOST_AUTO_TEST_CASE(the_history_of_a_version_ends_when_it_no_longer_plays) {
  Field field(3);
  field.play_all(2);
  BOOST_REQUIRE(field.league.store.versions().retire(field.bots[1].id, ""));
  field.play(0, 2, 13);
  field.play(1, 0, 1);  // A newcomer meets the version before it, even if that is retired.
  field.play(0, 2, 14);
  LeagueGames games;
  BOOST_REQUIRE(games.read(field.league.store));
  const auto has_retired = [&](std::uint64_t order) {
    const auto points = points_at(games, field.league.store.terms(), order).value();
    BOOST_TEST(std::ranges::count(points, field.bots[0].id, &RatingPoint::version) == 1);
    return std::ranges::count(points, field.bots[1].id, &RatingPoint::version) == 1;
  };
  BOOST_TEST(has_retired(10));  // It still plays.
  BOOST_TEST(has_retired(20));  // It played until set 12.
  BOOST_TEST(has_retired(30));  // Set 26 is its own.
  BOOST_TEST(!has_retired(40));
}

BOOST_AUTO_TEST_CASE(points_of_the_history_come_less_and_less_often) {
  BOOST_TEST(next_point_after(0) == 10U);
  BOOST_TEST(next_point_after(10) == 20U);
  BOOST_TEST(next_point_after(199) == 200U);
  int points = 0;
  for (std::uint64_t order = 0; order < 500'000; order = next_point_after(order)) {
    BOOST_TEST(next_point_after(order) > order);
    ++points;
  }
  BOOST_TEST(points < 200);
}

BOOST_AUTO_TEST_CASE(games_that_are_read_piece_by_piece_are_those_read_at_once) {
  Field field(3);
  LeagueGames pieces;
  LeagueCounts counts;
  for (int i = 0; i < 5; ++i) {
    field.play_all(1);
    BOOST_REQUIRE(pieces.read(field.league.store));
    BOOST_REQUIRE(counts.read(field.league.store));
  }
  LeagueGames whole;
  BOOST_REQUIRE(whole.read(field.league.store));
  BOOST_TEST(pieces.sets().size() == whole.sets().size());
  const LeagueTerms& terms = field.league.store.terms();
  const LeagueTable one = league_table(counts, terms).value(),
                    other = league_table(LeagueCounts::of(whole, whole.last_order()), terms).value();
  for (std::size_t i = 0; i < one.rows.size(); ++i)
    BOOST_TEST(one.all.rows[one.rows[i].row].rating.elo == other.all.rows[other.rows[i].row].rating.elo);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
