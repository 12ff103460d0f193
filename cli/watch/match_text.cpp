#include "cli/watch/match_text.h"

#include <fmt/format.h>

#include <cmath>

#include "base/text_columns.h"
#include "base/words.h"
#include "cli/terminal/terminal.h"
#include "cli/watch/estimate_text.h"
#include "tournaments/matches/level_match.h"

namespace toptile {

namespace {

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
