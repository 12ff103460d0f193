#include <fmt/format.h>

#include <algorithm>

#include "conformance/moments.h"
#include "conformance/talk.h"
#include "conformance/tests.h"
#include "engine/movegen.h"

namespace toptile::conformance {

namespace {

constexpr milliseconds kTimeAMove{100};

// The bot's moves in the positions of one ruleset.
struct Asked {
  std::string rules;
  int moments = 0;
  int chances = 0;  // Positions with a legal play.
  int plays = 0;
};

// Asks the bot about every position, each as a game of its own, and judges the answers.
Done ask_all(Talk& talk, const Table& table, const std::vector<Game>& games, Asked& asked) {
  uwi::Go go;
  go.move_time = kTimeAMove;
  MoveGenerator generator(table.rules, table.lexicon);
  for (const Game& game : games) {
    TOPTILE_TRY_TO(talk.begin_game(table, game));
    TOPTILE_TRY(const auto answer, talk.ask_for_move(game, go));
    Game judged = game;
    TOPTILE_TRY_TO(play_answer(judged, answer.move));
    ++asked.moments;
    asked.chances += generator.has_play(game.board(), game.rack(game.seat_to_move())) ? 1 : 0;
    asked.plays += std::holds_alternative<Placement>(judged.turns().back().move) ? 1 : 0;
  }
  return done();
}

// A bot that lays tiles under some rulesets and hardly any under another does not understand that one.
Finding silence_fault(const std::vector<Asked>& all) {
  const auto is_silent = [](const Asked& asked) {
    return asked.chances > 2 && 2 * asked.plays < asked.chances;
  };
  const auto silent = std::ranges::find_if(all, is_silent);
  if (silent == all.end() || std::ranges::all_of(all, is_silent)) return pass("");
  return warn(
      fmt::format("under {}, it laid tiles in {} of {} moves in which it had a play", silent->rules,
                  silent->plays, silent->chances),
      "Read size, faces and tiles of each ruleset; a square is two characters of UTF-8, not two bytes.");
}

}  // namespace

Finding test_rulesets(Examination& examination) {
  constexpr std::size_t kMoments = 7;
  TOPTILE_TRY(const auto talk, Talk::open(examination));
  std::vector<Asked> all;
  int moments = 0;
  std::uint64_t seed = 5;
  for (const Table& table : examination.tables.all_brief()) {
    const auto games = moments_of(table, table.players(), seed++, kMoments);
    all.push_back({table.rules.name});
    TOPTILE_TRY_TO(ask_all(*talk, table, games, all.back()));
    moments += all.back().moments;
  }
  Finding finding = silence_fault(all);
  if (finding.verdict != Verdict::pass) return finding;
  return pass(fmt::format("{} legal moves under {} rulesets", moments, all.size()));
}

Finding test_players(Examination& examination) {
  constexpr std::size_t kMoments = 5;
  const Table& table = examination.tables.brief();
  TOPTILE_TRY(const auto talk, Talk::open(examination));
  Asked asked;
  for (int players = table.rules.players_min; players <= table.rules.players_max; ++players) {
    const auto games = moments_of(table, players, static_cast<std::uint64_t>(players), kMoments);
    if (const Done legal = ask_all(*talk, table, games, asked); !legal) {
      Finding finding = legal.error();
      if (finding.verdict == Verdict::fail)
        finding.seen = fmt::format("with {} players: {}", players, finding.seen);
      return finding;
    }
  }
  return pass(fmt::format("{} legal moves with {} to {} players", asked.moments, table.rules.players_min,
                          table.rules.players_max));
}

}  // namespace toptile::conformance
