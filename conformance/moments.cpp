#include "conformance/moments.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "engine/greedy_game.h"
#include "engine/legal_neighbour.h"
#include "protocol/position_line.h"

namespace toptile::conformance {

namespace {

// Makes sometimes the best play, sometimes any play and sometimes an exchange, so that many kinds of
// positions occur.
void play_any_turn(Game& game, MoveGenerator& generator, Random& random) {
  constexpr std::uint64_t kOneExchangeIn = 12, kOneBestIn = 2;
  const Tiles& rack = game.rack(game.seat_to_move());
  const bool wants_exchange = !game.is_question() && !rack.empty() && random.below(kOneExchangeIn) == 0;
  if (wants_exchange && game.play(Exchange{lowest(rack.faces())})) return;
  std::vector<ScoredPlay> plays;
  if (!game.is_question() && random.below(kOneBestIn) != 0) generator.generate(game.board(), rack, plays);
  if (plays.empty()) return play_greedy_turn(game, generator);
  sort_best_first(plays, game.rules().alphabet());
  TOPTILE_ASSERT(game.play(plays[random.below(plays.size())].placement).has_value());
}

template <class Wanted>
std::vector<Game> whole_game(const Table& table, int players, std::uint64_t seed, Wanted wanted) {
  Game game(table.rules, table.lexicon, seed, players);
  MoveGenerator generator(table.rules, table.lexicon);
  Random random(seed);
  std::vector<Game> moments;
  while (!game.is_over()) {
    if (!game.is_question() && wanted(game)) moments.push_back(game);
    play_any_turn(game, generator, random);
  }
  return moments;
}

std::vector<Game> spread(const std::vector<Game>& all, std::size_t count) {
  std::vector<Game> some;
  const std::size_t last = std::max<std::size_t>(count, 2) - 1;
  for (std::size_t i = 0; i < std::min(count, all.size()); ++i)
    some.push_back(all[std::min(all.size() - 1, i * (all.size() - 1) / last)]);
  return some;
}

}  // namespace

std::vector<Game> moments_of(const Table& table, int players, std::uint64_t seed, std::size_t count) {
  const auto all = whole_game(table, players, seed, [](const Game&) { return true; });
  std::vector<Game> some = spread(all, count);
  MoveGenerator generator(table.rules, table.lexicon);
  const auto stuck = std::ranges::find_if(all, [&](const Game& game) {
    return !generator.has_play(game.board(), game.rack(game.seat_to_move()));
  });
  if (stuck != all.end()) some.push_back(*stuck);
  return some;
}

std::vector<Game> moments_of_seat(const Table& table, Seat seat, std::uint64_t seed, std::size_t count) {
  return spread(whole_game(table, std::max(table.players(), seat + 1), seed,
                           [&](const Game& game) { return game.seat_to_move() == seat; }),
                count);
}

std::vector<Game> moments_of_games(const Table& table, int count, std::uint64_t seed) {
  constexpr std::size_t kMoments = 4;  // The last one is near the end of its game.
  std::vector<Game> games;
  for (int i = 0; i < count; ++i) {
    const auto moments = moments_of_seat(table, Seat{i % table.players()}, seed++, kMoments);
    const std::size_t early = std::max<std::size_t>(moments.size() - 1, 1);
    games.push_back(moments[static_cast<std::size_t>(i) % early]);
  }
  return games;
}

namespace {

// Whether a square or a tile of the position takes more than one byte.
bool has_wide_symbols(const Game& game) {
  const Position position = game.position_of(game.seat_to_move());
  const std::string line = format_position(position, game.rules().alphabet());
  return std::ranges::any_of(line.substr(0, line.find(" scores ")),
                             [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

}  // namespace

Finding illegal(const Game& game, std::string_view move, const Refusal& refusal) {
  return fail(
      fmt::format("under {}, \"{}\" is refused: {}: {}{}", game.rules().name, printable(move),
                  name_of(refusal.reason), refusal.text, neighbour_hint(game, move)),
      std::string(has_wide_symbols(game) ? "A square is two characters of UTF-8, which may be more bytes. "
                                         : "") +
          "See the rule in docs/rules.md; the lines exchanged show the position, and toptile judge explains "
          "it.");
}

Done play_answer(Game& game, std::string_view move) {
  if (const auto played = play_text(game, move); !played) return illegal(game, move, played.error());
  return done();
}

}  // namespace toptile::conformance
