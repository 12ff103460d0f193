#include <fmt/format.h>

#include <algorithm>

#include "conformance/crowd.h"
#include "conformance/moments.h"
#include "conformance/tests.h"

namespace toptile::conformance {

namespace {

constexpr std::uint64_t kFirstSeed = 4712;

using MovesOfGames = std::vector<std::string>;  // In one moment of all games.

// Several games, each with as many moments in which the bot is asked.
std::vector<std::vector<Game>> games_with_moments(const Table& table, int count) {
  constexpr std::size_t kMoments = 5;
  std::vector<std::vector<Game>> games;
  std::size_t fewest = kMoments;
  for (int i = 0; i < count; ++i) {
    const auto seed = static_cast<std::uint64_t>(190 + i);
    games.push_back(moments_of_seat(table, Seat{i % table.players()}, seed, kMoments));
    fewest = std::min(fewest, games.back().size());
  }
  for (auto& game : games)
    while (game.size() > fewest) game.pop_back();
  return games;
}

Tried<std::vector<MovesOfGames>> moves_alone(Talk& talk, const Table& table,
                                             const std::vector<std::vector<Game>>& games, const uwi::Go& go) {
  std::vector<MovesOfGames> moves(games.front().size());
  for (std::size_t i = 0; i < games.size(); ++i) {
    TOPTILE_TRY_TO(talk.begin_game(table, games[i].front(), kFirstSeed + i));
    for (std::size_t moment = 0; moment < moves.size(); ++moment) {
      TOPTILE_TRY(const auto answer, talk.ask_for_move(games[i][moment], go));
      moves[moment].push_back(answer.move);
    }
  }
  return moves;
}

}  // namespace

Finding test_batch_seed(Examination& examination) {
  constexpr int kAtOnce = 4;
  constexpr milliseconds kMoveTime{100};
  TOPTILE_TRY(const auto crowd, Crowd::open(examination));
  const Table& table = examination.tables.brief();
  const auto games = games_with_moments(table, crowd->room_for(kAtOnce));
  uwi::Go alone, together;
  alone.move_time = kMoveTime;
  together.move_time = kMoveTime * std::ssize(games);  // It is for all of them.
  TOPTILE_TRY(const auto expected, moves_alone(crowd->talk(), table, games, alone));
  std::vector<Game> first;
  for (const auto& moments : games) first.push_back(moments.front());
  TOPTILE_TRY(const auto named, crowd->begin(table, first, together, kFirstSeed));
  for (std::size_t moment = 0; moment < expected.size(); ++moment) {
    std::vector<NamedQuestion> batch;
    for (std::size_t i = 0; i < games.size(); ++i)
      batch.push_back({named[i]->name, &games[i][moment], together});
    TOPTILE_TRY(const auto answers, crowd->ask(batch));
    for (std::size_t i = 0; i < games.size(); ++i) {
      if (answers[i].move == expected[moment][i]) continue;
      return warn(fmt::format("question {} in game {}: it answered {} in a game alone, and {} in a batch",
                              moment + 1, named[i]->name, expected[moment][i], answers[i].move),
                  "If games should be repeatable, take the randomness of each game from the seed of its own "
                  "newgame.");
    }
  }
  return pass(fmt::format("{} moves, the same alone and in a batch", games.size() * expected.size()));
}

}  // namespace toptile::conformance
