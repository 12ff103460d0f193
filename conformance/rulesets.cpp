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
    if (const Done begun = talk.begin_game(table, game); !begun) return begun.error();
    const auto answer = talk.ask_for_move(game, go);
    if (!answer) return answer.error();
    Game judged = game;
    if (const Done legal = play_answer(judged, answer.value().move); !legal) return legal.error();
    ++asked;
  }
  return done();
}

}  // namespace

Finding test_rulesets(Examination& examination) {
  constexpr std::size_t kMoments = 7;
  const auto talk = Talk::open(examination);
  if (!talk) return talk.error();
  int asked = 0;
  std::uint64_t seed = 5;
  for (const Table& table : examination.tables.all_brief()) {
    const auto games = moments_of(table, table.players(), seed++, kMoments);
    if (const Done legal = ask_all(*talk.value(), table, games, asked); !legal) return legal.error();
  }
  return pass(fmt::format("{} legal moves under {} rulesets", asked, examination.tables.all_brief().size()));
}

Finding test_players(Examination& examination) {
  constexpr std::size_t kMoments = 5;
  const Table& table = examination.tables.brief();
  const auto talk = Talk::open(examination);
  if (!talk) return talk.error();
  int asked = 0;
  for (int players = table.rules.players_min; players <= table.rules.players_max; ++players) {
    const auto games = moments_of(table, players, static_cast<std::uint64_t>(players), kMoments);
    if (const Done legal = ask_all(*talk.value(), table, games, asked); !legal) {
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
