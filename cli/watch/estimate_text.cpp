#include "cli/watch/estimate_text.h"

#include <fmt/format.h>
#include <cmath>

#include "base/text_columns.h"
#include "base/words.h"
#include "cli/terminal/terminal.h"
#include "ratings/tables/elo_text.h"
#include "tournaments/exchange/match_json.h"

namespace toptile {

namespace {

std::string interval_text(const EloInterval& interval) {
  return fmt::format("{} ({} to {})", whole_elo(interval.elo), whole_elo(interval.low),
                     whole_elo(interval.high));
}

std::string_view end_text(TestEnd end) {
  switch (end) {
    case TestEnd::none:
      return "no decision yet";
    case TestEnd::h0:
      return "H0 is accepted";
    case TestEnd::h1:
      return "H1 is accepted";
    case TestEnd::withdrawn:
      break;
  }
  return "no decision, as a bot was withdrawn";
}

std::string spread_text(const MatchTally& match) {
  const PairSpreads& spreads = match.spreads;
  std::string text = spreads.pairs() > 0 ? fmt::format("{:+.1f}", spreads.mean()) : "unknown";
  if (spreads.pairs() > 1) text += fmt::format(" ±{:.1f}", spreads.error());
  if (spreads.pairs() > 0) text += " points a game";
  if (match.forfeited_pairs > 0)
    text += fmt::format(", without {} in which a game was forfeited", counted(match.forfeited_pairs, "pair"));
  return text;
}

}  // namespace

std::string fact_line(std::string_view what, const std::string& value) {
  return fmt::format("{:<16}{}\n", what, value);
}

std::string pairs_text(const Pentanomial& results) {
  const auto& counts = results.counts;
  return fmt::format("{}: {} won 2–0, {} 1½–½, {} level, {} lost ½–1½, {} 0–2", results.pairs(), counts[4],
                     counts[3], counts[2], counts[1], counts[0]);
}

std::string games_text(const Trinomial& results) {
  return fmt::format("{}: {} won, {} tied, {} lost", results.games(), results.counts[2], results.counts[1],
                     results.counts[0]);
}

std::string estimate_text(const MatchEstimate& estimated) {
  return fact_line("score", fmt::format("{:.1f} %", 100 * estimated.score)) +
         fact_line("Elo", interval_text(estimated.elo)) +
         fact_line("normalized Elo", interval_text(estimated.normalized));
}

std::string superiority_text(const MatchEstimate& estimated) {
  std::string text =
      fact_line("stronger", fmt::format("with a chance of {:.1f} %", 100 * estimated.superiority));
  if (estimated.error == 0 && estimated.score != 0.5)
    text += fact_line("", "by their number alone, as all ended alike");
  return text;
}

std::string test_text(const TestTerms& terms, const TestStatus& status, const std::string& samples) {
  std::string text = fact_line("test", words_of(terms)) +
                     fact_line("", fmt::format("log-likelihood ratio {:+.2f}, bounds {:+.2f} and {:+.2f}",
                                               status.llr, status.bounds.lower, status.bounds.upper)) +
                     fact_line("", fmt::format("after {}: {}", samples, end_text(status.end)));
  if (!status.corrected) return text;
  return text +
         fact_line("at its end",
                   fmt::format("Elo {}, normalized Elo {}", interval_text(status.corrected->elo),
                               interval_text(status.corrected->normalized))) +
         fact_line("", "corrected, as the test may have stopped on good or bad luck");
}

std::string match_text(const TournamentEnd& end, const Plan& plan) {
  if (!end.match || end.match->results.pairs() == 0) return "";
  const MatchTally& match = *end.match;
  const MatchEstimate estimated = estimate(match.results);
  std::string text = fmt::format("{} against {}\n", plan.bots[0].name, plan.bots[1].name);
  text += fact_line("pairs", pairs_text(match.results)) + estimate_text(estimated);
  if (match.spreads.pairs() > 0 || match.forfeited_pairs > 0) text += fact_line("spread", spread_text(match));
  text += superiority_text(estimated);
  if (const double ratio = pairing_ratio(match.results); std::isfinite(ratio))
    text +=
        fact_line("pairing", fmt::format("{:.2f} times as many games are needed as without pairs", ratio));
  if (end.test) text += test_text(*plan.test, *end.test, counted(end.test->pairs, "pair"));
  if (const auto note = level_note(match, plan.bots[0], plan.bots[1]))
    text += wrapped(*note, kColumns) + "\n";
  return text;
}

}  // namespace toptile
