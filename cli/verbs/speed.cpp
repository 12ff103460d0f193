#include "cli/verbs/speed.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "engine/greedy_game.h"

namespace toptile {

namespace {

using Clock = std::chrono::steady_clock;

struct Scene {
  Board board;
  Tiles rack;
};

// Positions in the order of the games. The generator is faster with these than with unrelated positions.
std::vector<Scene> collect_scenes(const Ruleset& rules, const Lexicon& lexicon) {
  constexpr std::size_t kScenes = 1000;
  constexpr std::uint64_t kMaxGames = 1000;  // A game by an odd ruleset may be over at once.
  std::vector<Scene> scenes;
  for (std::uint64_t seed = 0; seed < kMaxGames && scenes.size() < kScenes; ++seed) {
    play_greedy_game(rules, lexicon, seed, [&](const Game& game) {
      scenes.push_back({game.board(), game.rack(game.seat_to_move())});
      return true;
    });
  }
  return scenes;
}

// How many items per second are done if each call of `round` does `count` of them. Calls it at least once.
template <class Round>
double rate_of(std::size_t count, std::chrono::duration<double> time, Round round) {
  const auto begin = Clock::now();
  std::chrono::duration<double> elapsed{};
  std::size_t done = 0;
  do {
    round();
    done += count;
    elapsed = Clock::now() - begin;
  } while (elapsed < time);
  return static_cast<double>(done) / std::max(elapsed.count(), 1e-9);
}

}  // namespace

Result<Speed> measure_speed(const Ruleset& rules, const Lexicon& lexicon,
                            std::chrono::duration<double> time) {
  const std::vector<Scene> scenes = collect_scenes(rules, lexicon);
  if (scenes.empty()) {
    return Error{fmt::format("a game of {} with the words of {} has no turn; take another ruleset or list",
                             rules.name, lexicon.name())};
  }
  MoveGenerator generator(rules, lexicon);
  std::vector<ScoredPlay> plays;
  ScoredPlay best;
  std::uint64_t seed = 0;
  // Keeps the sum of the answers, so that the compiler cannot optimize the work away.
  [[maybe_unused]] volatile std::size_t answers = 0;
  const auto over_scenes = [&](auto ask) {
    return rate_of(scenes.size(), time / 4, [&] {
      std::size_t sum = 0;
      for (const Scene& scene : scenes) sum += ask(scene);
      answers = sum;
    });
  };
  Speed speed;
  speed.all_plays = over_scenes([&](const Scene& scene) {
    generator.generate(scene.board, scene.rack, plays);
    return plays.size();
  });
  speed.best_play = over_scenes(
      [&](const Scene& scene) { return std::size_t{generator.find_best(scene.board, scene.rack, best)}; });
  speed.has_play = over_scenes(
      [&](const Scene& scene) { return std::size_t{generator.has_play(scene.board, scene.rack)}; });
  speed.greedy_games = rate_of(
      1, time / 4, [&] { play_greedy_game(rules, lexicon, seed++, [](const Game&) { return true; }); });
  return speed;
}

}  // namespace toptile
