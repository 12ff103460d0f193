#include <fmt/format.h>

#include <algorithm>

#include "conformance/moments.h"
#include "conformance/talk.h"
#include "conformance/tests.h"
#include "engine/careless_moves.h"
#include "engine/movegen.h"

namespace toptile::conformance {

namespace {

constexpr milliseconds kMoveTime{100};
constexpr std::string_view kAdvice = "Answer go challenge with bestmove challenge or bestmove accept.";

// The game after a play whose words are all in the lexicon; nullopt if there is no such play.
std::optional<Game> with_sure_play(Game game) {
  MoveGenerator generator(game.rules(), game.lexicon());
  ScoredPlay best;
  if (!generator.find_best(game.board(), game.rack(game.seat_to_move()), best)) return std::nullopt;
  if (!game.play(best.placement) || !game.is_question()) return std::nullopt;
  return game;
}

// The game after a play with a word that is in no lexicon.
std::optional<Game> with_false_play(const Game& game) {
  constexpr int kTries = 3'000;
  constexpr std::uint64_t kSeed = 9;
  std::vector<ScoredPlay> plays;
  MoveGenerator(game.rules(), game.lexicon()).generate(game.board(), game.rack(game.seat_to_move()), plays);
  sort_best_first(plays, game.rules().alphabet());
  Random random(kSeed);
  CarelessMoves careless(game.rules(), game.lexicon(), random);
  for (int i = 0; i < kTries && !plays.empty(); ++i) {
    Game played = game;
    if (played.play(careless.placement(game.board(), plays)) && played.is_question() &&
        has_unknown_word(played.turns().back(), played.lexicon()))
      return played;
  }
  return std::nullopt;
}

Finding ask_about(Talk& talk, const Table& table, const Game& game) {
  uwi::Go go;
  go.is_question = true;
  go.move_time = kMoveTime;
  TOPTILE_TRY_TO(talk.begin_game(table, game));
  TOPTILE_TRY(const auto answer, talk.ask_for_move(game, go));
  const std::string& move = answer.move;
  const std::string play = format_move(game.turns().back().move, game.rules().alphabet());
  if (move != "challenge" && move != "accept")
    return fail(fmt::format("it answers go challenge with \"{}\"", move), std::string(kAdvice));
  const bool is_false = has_unknown_word(game.turns().back(), game.lexicon());
  if (is_false && move == "accept")
    return warn(fmt::format("it accepts {}, which forms a word that is not in the lexicon", play),
                "Look up every word of the last play, unless the bot does this on purpose.");
  if (!is_false && move == "challenge")
    return warn(fmt::format("it challenges {}, whose words are in the lexicon", play),
                "Look up every word of the last play, unless the bot does this on purpose.");
  return pass("");
}

}  // namespace

Finding test_challenge(Examination& examination) {
  constexpr std::size_t kMoments = 6;
  const auto& tables = examination.tables.all_brief();
  const auto table =
      std::ranges::find_if(tables, [](const Table& each) { return each.rules.has_challenges(); });
  if (table == tables.end()) return skip("no ruleset has challenges");
  TOPTILE_TRY(const auto talk, Talk::open(examination));
  Finding finding = pass("");
  int asked = 0;
  for (const Game& game : moments_of(*table, table->players(), 6, kMoments)) {
    for (const auto& doubtful : {with_sure_play(game), with_false_play(game)}) {
      if (!doubtful) continue;
      ++asked;
      Finding answered = ask_about(*talk, *table, *doubtful);
      if (answered.verdict == Verdict::fail || answered.verdict == Verdict::skip) return answered;
      worsen(finding, std::move(answered));
    }
  }
  return finding.verdict == Verdict::pass ? pass(fmt::format("{} plays, all answered correctly", asked))
                                          : finding;
}

}  // namespace toptile::conformance
