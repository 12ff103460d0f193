#include "learning/vector_games.h"

#include <algorithm>
#include <map>
#include <optional>

#include "engine/judge.h"
#include "engine/random.h"
#include "protocol/game_record.h"
#include "protocol/replay.h"
#include "tests/champion/words.h"

using namespace toptile;

BOOST_AUTO_TEST_SUITE(vector_games)

namespace {

using Actions = std::vector<std::int64_t>;

std::unique_ptr<VectorGames> games_of(const Ruleset& rules, VectorSettings settings) {
  auto games = VectorGames::make(rules, common_words(rules), std::move(settings));
  BOOST_REQUIRE_MESSAGE(games, (games ? "" : games.error().message));
  return std::move(games).value();
}

// An action of each game, which depends only on the game and its turn.
Actions chosen(const VectorView& view) {
  Actions actions;
  for (std::size_t g = 0; g + 1 < view.offsets.size(); ++g) {
    Random random(
        game_seed(static_cast<std::uint64_t>(view.id[g]), static_cast<std::uint64_t>(view.turn[g])));
    const auto count = static_cast<std::uint64_t>(view.offsets[g + 1] - view.offsets[g]);
    actions.push_back(static_cast<std::int64_t>(random.below(count)));
  }
  return actions;
}

// The best action of each game if actions are sorted: the best play, or else a pass.
Actions best(const VectorView& view) {
  Actions actions;
  for (std::size_t g = 0; g + 1 < view.offsets.size(); ++g) {
    const auto first = static_cast<std::size_t>(view.offsets[g]);
    const bool has_play = view.kind[first] == static_cast<std::uint8_t>(ActionKind::play);
    actions.push_back(has_play ? 0 : view.offsets[g + 1] - view.offsets[g] - 1);
  }
  return actions;
}

// The records of the first games of the tournament, when the learner chooses like this.
std::vector<std::string> records_of(VectorGames& games, std::size_t count,
                                    Actions (*choose)(const VectorView&)) {
  std::map<GameNumber, std::string> by_number;
  while (by_number.size() < count || by_number.rbegin()->first < by_number.size() ||
         std::next(by_number.begin(), static_cast<std::ptrdiff_t>(count) - 1)->first != GameNumber{count}) {
    BOOST_REQUIRE(games.step(choose(*games.view())).has_value());
    for (std::string& line : games.take_records()) {
      auto record = parse_record(line);
      BOOST_REQUIRE(record.has_value());
      BOOST_REQUIRE(by_number.emplace(record.value().id, std::move(line)).second);
    }
  }
  std::vector<std::string> records;
  for (auto& [number, line] : by_number)
    if (number <= count) records.push_back(std::move(line));
  return records;
}

// The move of an action, made from the arrays alone.
std::string move_in_arrays(const VectorView& view, const Ruleset& rules, const Lexicon& lexicon,
                           const Board& board, const Tiles& rack, std::size_t action) {
  const auto tiles = static_cast<std::size_t>(rules.rack);
  if (view.kind[action] == static_cast<std::uint8_t>(ActionKind::pass)) return "pass";
  if (view.kind[action] == static_cast<std::uint8_t>(ActionKind::exchange))
    return format_move(Exchange{view.faces[action * tiles]}, rules.alphabet());
  std::vector<LaidTile> laid;
  for (std::size_t i = action * tiles; i < (action + 1) * tiles && view.faces[i] != VectorView::kNoFace;
       ++i) {
    laid.push_back({{static_cast<std::int8_t>(view.squares[i] / rules.size),
                     static_cast<std::int8_t>(view.squares[i] % rules.size)},
                    view.faces[i]});
  }
  BOOST_TEST(view.laid[action] == laid.size());
  const auto judged = Judge(rules, lexicon).judge_tiles(board, rack, laid);
  BOOST_REQUIRE(judged.has_value());
  BOOST_TEST(judged.value().points == view.points[action]);
  return format_move(judged.value().placement, rules.alphabet());
}

void check_arrays(const std::string& ruleset) {
  const Ruleset& rules = shipped(ruleset);
  const Lexicon& lexicon = common_words(rules);
  const auto games = games_of(rules, {.games = 3, .seed = 5, .has_records = true});
  const auto squares = static_cast<std::size_t>(rules.size * rules.size);
  const auto faces = static_cast<std::size_t>(rules.alphabet().size());
  for (int step = 0; step < 60; ++step) {
    const auto view = games->view();
    for (std::size_t g = 0; g < 3; ++g) {
      Board board(rules.size);
      for (std::size_t i = 0; i < squares; ++i) {
        const std::size_t at = g * squares + i;
        if (view->heights[at] == 0) continue;
        board.put({static_cast<std::int8_t>(i / static_cast<std::size_t>(rules.size)),
                   static_cast<std::int8_t>(i % static_cast<std::size_t>(rules.size))},
                  view->heights[at], static_cast<Face>(view->tops[at] - 1));
      }
      Tiles rack, unseen;
      for (std::size_t face = 0; face < faces; ++face) {
        for (int i = 0; i < view->rack[g * faces + face]; ++i) rack.add(static_cast<Face>(face));
        for (int i = 0; i < view->unseen[g * faces + face]; ++i) unseen.add(static_cast<Face>(face));
      }
      BOOST_TEST(board.tiles() + rack.size() + unseen.size() == rules.tiles().size());
      std::vector<ScoredPlay> plays;
      MoveGenerator(rules, lexicon).generate(board, rack, plays);
      sort_best_first(plays, rules.alphabet());
      const auto first = static_cast<std::size_t>(view->offsets[g]);
      const auto count = static_cast<std::size_t>(view->offsets[g + 1]) - first;
      BOOST_REQUIRE(count > plays.size());
      for (std::size_t action = 0; action < count; ++action) {
        const std::string move = move_in_arrays(*view, rules, lexicon, board, rack, first + action);
        BOOST_TEST(move == games->move_text(g, static_cast<std::int64_t>(action)));
        if (action < plays.size()) BOOST_TEST(move == format_move(plays[action].placement, rules.alphabet()));
      }
      BOOST_TEST(games->move_text(g, static_cast<std::int64_t>(count) - 1) == "pass");
    }
    BOOST_REQUIRE(games->step(chosen(*view)).has_value());
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(arrays_hold_the_position_and_every_legal_move) {
  check_arrays("hasbro");
  check_arrays("classic");
}

BOOST_AUTO_TEST_CASE(records_are_what_the_rules_give) {
  for (const std::string& name : shipped_ruleset_names()) {
    const Ruleset& rules = shipped(name);
    if (!rules.plays_with(2)) continue;
    const auto games = games_of(rules, {.games = 4, .seed = 9, .names = {"ann", "bob"}, .has_records = true});
    std::uint64_t number = 0;
    for (const std::string& line : records_of(*games, 8, chosen)) {
      const GameRecord record = parse_record(line).value();
      BOOST_TEST(record.id == GameNumber{++number});
      BOOST_TEST(record.set == (number + 1) / 2);
      BOOST_TEST(record.seed == set_seed(9, {"ann", "bob"}, record.set));
      BOOST_TEST(find_difference(record, rules, common_words(rules)).value_or("") == "");
    }
  }
}

BOOST_AUTO_TEST_CASE(both_players_have_each_seat_once_on_a_seed) {
  const Ruleset& rules = shipped("hasbro");
  const auto games = games_of(rules, {.games = 1, .names = {"ann", "bob"}, .has_records = true});
  const auto records = records_of(*games, 2, best);
  BOOST_TEST((parse_record(records[0]).value().players == std::vector<std::string>{"ann", "bob"}));
  BOOST_TEST((parse_record(records[1]).value().players == std::vector<std::string>{"bob", "ann"}));
}

BOOST_AUTO_TEST_CASE(neither_threads_nor_games_at_once_change_a_game) {
  const Ruleset& rules = shipped("hasbro");
  for (const auto& opponent : std::vector<std::optional<VectorOpponent>>{
           std::nullopt, VectorOpponent{},
           VectorOpponent{.kind = VectorOpponent::Kind::champion, .nodes = 50},
           VectorOpponent{.kind = VectorOpponent::Kind::champion, .elo = 700}}) {
    std::vector<std::string> before;
    for (const auto& [at_once, threads] : {std::pair(1, 1), {5, 3}, {8, 2}}) {
      const auto games =
          games_of(rules, {.games = at_once, .threads = threads, .opponent = opponent, .has_records = true});
      auto records = records_of(*games, 6, chosen);
      if (before.empty()) before = records;
      BOOST_TEST(records == before, boost::test_tools::per_element());
    }
  }
}

BOOST_AUTO_TEST_CASE(the_learner_moves_only_for_itself_against_an_opponent) {
  const Ruleset& rules = shipped("hasbro");
  const auto games = games_of(rules, {.games = 6, .opponent = VectorOpponent{}, .has_records = true});
  for (int step = 0; step < 60; ++step) {
    const auto view = games->view();
    for (std::size_t g = 0; g < 6; ++g) {
      BOOST_TEST(view->mover[g] == 0);
      BOOST_TEST(view->seat[g] == (view->id[g] + 1) % 2);
      if (!view->is_done[g]) continue;
      BOOST_TEST(view->finished[g] + 6 == view->id[g]);
      BOOST_TEST(view->turn[g] <= 1);
    }
    BOOST_REQUIRE(games->step(best(*view)).has_value());
  }
  for (const std::string& line : games->take_records()) {
    const GameRecord record = parse_record(line).value();
    BOOST_TEST(find_difference(record, rules, common_words(rules)).value_or("") == "");
  }
}

BOOST_AUTO_TEST_CASE(final_scores_are_those_of_the_record) {
  const Ruleset& rules = shipped("hasbro");
  const auto games = games_of(rules, {.games = 2, .names = {"ann", "bob"}, .has_records = true});
  int finished = 0;
  while (finished < 4) {
    BOOST_REQUIRE(games->step(best(*games->view())).has_value());
    const auto view = games->view();
    for (const std::string& line : games->take_records()) {
      const GameRecord record = parse_record(line).value();
      const auto g = static_cast<std::size_t>(
          std::ranges::find(view->finished, static_cast<std::int64_t>(record.id)) - view->finished.begin());
      BOOST_REQUIRE(g < 2);
      BOOST_TEST(view->is_done[g] == 1);
      const std::size_t anns = record.players[0] == "ann" ? 0 : 1;
      BOOST_TEST(view->final_scores[2 * g] == record.scores[anns]);
      BOOST_TEST(view->final_scores[2 * g + 1] == record.scores[1 - anns]);
      ++finished;
    }
  }
}

BOOST_AUTO_TEST_CASE(a_wrong_action_plays_nothing) {
  const Ruleset& rules = shipped("hasbro");
  const auto games = games_of(rules, {.games = 2});
  const auto before = games->view();
  const std::int64_t beyond = before->offsets[2] - before->offsets[1];
  BOOST_TEST(games->step(Actions{0}).error().message == "1 actions were given for 2 games");
  BOOST_TEST(games->step(Actions{0, beyond}).error().message ==
             "game 1 (from 0): action " + std::to_string(beyond) + " is not one of 0 to " +
                 std::to_string(beyond - 1));
  BOOST_TEST(games->step(Actions{-1, 0}).has_error());
  BOOST_TEST(games->view() == before);
  BOOST_TEST(games->step(Actions{0, 0}).has_value());
  BOOST_TEST(games->view()->turn == (std::vector<std::int32_t>{1, 1}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_view_that_is_kept_does_not_change) {
  const Ruleset& rules = shipped("hasbro");
  const auto games = games_of(rules, {.games = 2});
  const auto kept = games->view();
  const auto points = kept->points;
  const auto tops = kept->tops;
  for (int step = 0; step < 10; ++step) BOOST_REQUIRE(games->step(best(*games->view())).has_value());
  BOOST_TEST(kept->points == points, boost::test_tools::per_element());
  BOOST_TEST(kept->tops == tops, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(settings_out_of_range_are_errors) {
  const Ruleset& rules = shipped("hasbro");
  const auto fault = [&](VectorSettings settings) {
    const auto games = VectorGames::make(rules, common_words(rules), std::move(settings));
    return games ? "" : games.error().message;
  };
  BOOST_TEST(fault({.games = 0}) == "games: 0 is not from 1 to 65536");
  BOOST_TEST(fault({.threads = 257}) == "threads: 257 is not from 1 to 256");
  BOOST_TEST(fault({.names = {"a", "a"}}) == "names: both bots are called \"a\"; give them two names");
  BOOST_TEST(fault({.opponent = VectorOpponent{.kind = VectorOpponent::Kind::champion, .elo = 5000}})
                 .starts_with("opponent: an Elo is from 0 to "));
}

BOOST_AUTO_TEST_SUITE_END()
