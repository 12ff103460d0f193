// The champion's moves. That a bot makes them is tested with the bot; here are its levels, and what it
// recalls of a game that it did not follow.
#include "champion/champion_player.h"

#include <array>
#include <boost/test/unit_test.hpp>

#include "tests/champion/words.h"

using namespace toptile;
using namespace toptile::champion;

BOOST_AUTO_TEST_SUITE(champion_player)

namespace {

constexpr std::size_t kTableBytes = std::size_t{1} << 20;

// A seat of a game for which a player is asked.
struct Asked {
  explicit Asked(const Game& asked) : game(asked), position(asked.position_of(asked.seat_to_move())) {}

  MoveQuestion question(std::uint64_t nodes = 60) const {
    return {.position = position,
            .seat = game.seat_to_move(),
            .players = game.players(),
            .may_exchange = !game.bag().empty() && game.taken_back_in_turn() == 0,
            .challenged_away = game.taken_back_in_turn(),
            .endgame = endgame_of(game),
            .nodes = nodes};
  }

  const Game& game;
  const Position position;
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_low_level_makes_legal_moves_and_loses_to_the_champion) {
  const Ruleset rules = shipped("hasbro");
  ChampionPlayer player(rules, common_words(rules), kTableBytes);
  Random random(3);
  Game game(rules, common_words(rules), 5, 2);
  std::array<int, 2> told{};
  while (!game.is_over()) {
    const Asked asked(game);
    const Seat seat = game.seat_to_move();
    PlayerSettings settings;
    if (seat == Seat{0}) settings.elo = 400;
    const Move move = player.choose(asked.question(), settings, random,
                                    [&](const std::string&) { ++told[static_cast<std::size_t>(seat)]; });
    BOOST_REQUIRE(game.play(move));
  }
  BOOST_TEST(game.final_scores()[0] + 50 < game.final_scores()[1]);
  BOOST_TEST(told[0] == 0);
  BOOST_TEST(told[1] > 10);
}

// One player follows each game, and another one recalls it before each move: both make the same moves. The
// opponent challenges in the first game, and never in the others, where a bluff that stood makes later ones
// likelier.
BOOST_AUTO_TEST_CASE(a_player_that_recalls_a_game_bluffs_like_one_that_followed_it) {
  // Short racks without a bonus leave bluffs that are worth little more than honest plays.
  Ruleset rules = shipped("hasbro-challenge");
  rules.rack = 4;
  rules.all_tiles_bonus = 0;
  const Lexicon& words = common_words(rules);
  ChampionPlayer follower(rules, words, kTableBytes), recaller(rules, words, kTableBytes);
  // In game 28, a bluff is worth it only because one stood before.
  for (int number = 0; number < 30; ++number) {
    const bool is_challenging = number == 0;
    follower.begin_game();
    Game game(rules, words, 11 + static_cast<std::uint64_t>(number), 2);
    int bluffs = 0;
    while (!game.is_over()) {
      if (game.is_question()) {
        const bool is_wrong = has_unknown_word(game.turns().back(), words);
        bluffs += is_wrong;
        BOOST_REQUIRE(game.play(is_wrong && is_challenging ? Move(Challenge{}) : Move(Accept{})));
        continue;
      }
      const Asked asked(game);
      const auto move_of = [&](ChampionPlayer& player, const PlayerSettings& settings) {
        Random random(game.turns().size());
        return player.choose(asked.question(), settings, random, [](const std::string&) {});
      };
      if (game.seat_to_move() == Seat{1}) {
        BOOST_REQUIRE(game.play(move_of(recaller, {.elo = 1000, .bluffs = false})));
        continue;
      }
      recaller.recall(game, game.seat_to_move());
      const Move move = move_of(follower, {}), recalled = move_of(recaller, {});
      BOOST_REQUIRE_MESSAGE(format_move(move, rules.alphabet()) == format_move(recalled, rules.alphabet()),
                            "in game " << number);
      BOOST_REQUIRE(game.play(move));
    }
    BOOST_TEST(bluffs > 0);
    if (is_challenging) BOOST_TEST(bluffs == 1);
  }
}

BOOST_AUTO_TEST_SUITE_END()
