#include <fmt/format.h>

#include "conformance/moments.h"
#include "conformance/talk.h"
#include "conformance/tests.h"

namespace toptile::conformance {

namespace {

constexpr milliseconds kTimeAMove{100};

// Asks the bot about every moment, each as a game of its own, and judges the answers.
Done ask_all(Talk& talk, const Table& table, const std::vector<Game>& games, int& asked) {
  uwi::Go go;
  go.move_time = kTimeAMove;
  for (const Game& game : games) {
    TOPTILE_TRY_TO(talk.begin_game(table, game));
    TOPTILE_TRY(const auto answer, talk.ask_for_move(game, go));
    Game judged = game;
    TOPTILE_TRY_TO(play_answer(judged, answer.move));
    ++asked;
  }
  return done();
}

}  // namespace

Finding test_rulesets(Examination& examination) {
  constexpr std::size_t kMoments = 7;
  TOPTILE_TRY(const auto talk, Talk::open(examination));
  int asked = 0;
  std::uint64_t seed = 5;
  for (const Table& table : examination.tables.all_brief()) {
    const auto games = moments_of(table, table.players(), seed++, kMoments);
    TOPTILE_TRY_TO(ask_all(*talk, table, games, asked));
  }
  return pass(fmt::format("{} legal moves under {} rulesets", asked, examination.tables.all_brief().size()));
}

Finding test_players(Examination& examination) {
  constexpr std::size_t kMoments = 5;
  const Table& table = examination.tables.brief();
  TOPTILE_TRY(const auto talk, Talk::open(examination));
  int asked = 0;
  for (int players = table.rules.players_min; players <= table.rules.players_max; ++players) {
    const auto games = moments_of(table, players, static_cast<std::uint64_t>(players), kMoments);
    if (const Done legal = ask_all(*talk, table, games, asked); !legal) {
      Finding finding = legal.error();
      if (finding.verdict == Verdict::fail)
        finding.seen = fmt::format("with {} players: {}", players, finding.seen);
      return finding;
    }
  }
  return pass(fmt::format("{} legal moves with {} to {} players", asked, table.rules.players_min,
                          table.rules.players_max));
}

}  // namespace toptile::conformance
