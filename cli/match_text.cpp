#include "cli/match_text.h"

#include <fmt/format.h>

#include <cmath>

#include "tournaments/confidence.h"
#include "tournaments/elo_text.h"

namespace toptile {

namespace {

std::string elo_text(double elo) {
  if (std::isinf(elo)) return elo > 0 ? "+∞" : "-∞";
  return whole_elo(elo);
}

std::string interval_text(const EloInterval& interval) {
  return fmt::format("{} ({} to {})", elo_text(interval.elo), elo_text(interval.low),
                     elo_text(interval.high));
}

std::string line(std::string_view what, const std::string& value) {
  return fmt::format("{:<16}{}\n", what, value);
}

std::string spread_text(const MatchTally& match) {
  const PairSpreads& spreads = match.spreads;
  std::string text = fmt::format("{:+.1f}", spreads.mean());
  if (spreads.pairs() > 1) {
    const double error = student_quantile(static_cast<double>(spreads.pairs())) * spreads.standard_error();
    text += fmt::format(" ±{:.1f}", error);
  }
  text += " points a game";
  if (match.forfeited_pairs > 0)
    text += fmt::format(", without {} pairs of which a game was forfeited", match.forfeited_pairs);
  return text;
}

std::string pairs_text(const Pentanomial& results) {
  const auto& counts = results.counts;
  return fmt::format("{}: {} won 2–0, {} 1½–½, {} level, {} lost ½–1½, {} 0–2", results.pairs(), counts[4],
                     counts[3], counts[2], counts[1], counts[0]);
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

}  // namespace

std::string match_text(const TournamentEnd& end, const Plan& plan) {
  if (!end.match || end.match->results.pairs() == 0) return "";
  const MatchTally& match = *end.match;
  const MatchEstimate estimated = estimate(match.results);
  std::string text = fmt::format("\n{} against {}\n", plan.bots[0].name, plan.bots[1].name);
  text += line("pairs", pairs_text(match.results));
  text += line("score", fmt::format("{:.1f} %", 100 * estimated.score));
  text += line("Elo", interval_text(estimated.elo));
  text += line("normalized Elo", interval_text(estimated.normalized));
  if (match.spreads.pairs() > 0) text += line("spread", spread_text(match));
  text += line("stronger", fmt::format("with a chance of {:.1f} %", 100 * estimated.superiority));
  if (const double ratio = pairing_ratio(match.results); std::isfinite(ratio))
    text += line("pairing", fmt::format("{:.2f} times the games that would be needed unpaired", ratio));
  if (!end.test) return text;
  text += line("test", words_of(*plan.test));
  text += line("", fmt::format("log-likelihood ratio {:+.2f}, bounds {:+.2f} and {:+.2f}", end.test->llr,
                               end.test->bounds.lower, end.test->bounds.upper));
  return text + line("", fmt::format("after {} pairs: {}", end.test->pairs, end_text(end.test->end)));
}

}  // namespace toptile
