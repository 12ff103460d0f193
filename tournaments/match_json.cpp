#include "tournaments/match_json.h"

#include <cmath>

namespace toptile {

namespace {

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

Json interval_to_json(const EloInterval& interval) {
  return {{"elo", number(interval.elo)}, {"low", number(interval.low)}, {"high", number(interval.high)}};
}

}  // namespace

Json match_to_json(const MatchTally& match, const Plan& plan, const std::optional<TestStatus>& test) {
  const MatchEstimate estimated = estimate(match.results);
  Json json = {{"bots", {plan.bots[0].name, plan.bots[1].name}},
               {"pairs", match.results.pairs()},
               {"pentanomial", match.results.counts},
               {"score", estimated.score},
               {"elo", interval_to_json(estimated.elo)},
               {"normalized_elo", interval_to_json(estimated.normalized)},
               {"superiority", estimated.superiority},
               {"spread",
                {{"mean", match.spreads.mean()},
                 {"standard_error", number(match.spreads.standard_error())},
                 {"pairs", match.spreads.pairs()},
                 {"forfeited_pairs", match.forfeited_pairs}}},
               {"pairing_ratio", number(pairing_ratio(match.results))}};
  if (test) {
    json["test"] = test_to_json(*plan.test);
    json["test"].update(test_status_to_json(*test));
  }
  return json;
}

}  // namespace toptile
