#include <fmt/format.h>

#include <algorithm>

#include "conformance/doubtful_plays.h"
#include "conformance/moments.h"
#include "conformance/talk.h"
#include "conformance/tests.h"

namespace toptile::conformance {

namespace {

constexpr milliseconds kMoveTime{100};
constexpr std::string_view kAdvice = "Answer go challenge with bestmove challenge or bestmove accept.";

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
