#include "tournaments/exchange/match_json.h"

#include "tournaments/matches/estimate_json.h"
#include "tournaments/matches/level_match.h"

namespace toptile {

Json match_to_json(const MatchTally& match, const Plan& plan, const std::optional<TestStatus>& test) {
  Json json = {{"bots", {plan.bots[0].name, plan.bots[1].name}},
               {"pairs", match.results.pairs()},
               {"pentanomial", match.results.counts}};
  json.update(estimate_to_json(estimate(match.results)));
  json["spread"] = {{"mean", match.spreads.pairs() > 0 ? Json(match.spreads.mean()) : Json()},
                    {"standard_error", finite_or_null(match.spreads.standard_error())},
                    {"error", finite_or_null(match.spreads.error())},
                    {"pairs", match.spreads.pairs()},
                    {"forfeited_pairs", match.forfeited_pairs}};
  json["pairing_ratio"] = finite_or_null(pairing_ratio(match.results));
  if (const auto note = level_note(match, plan.bots[0], plan.bots[1])) json["note"] = *note;
  if (test) {
    json["test"] = test_to_json(*plan.test);
    json["test"].update(test_status_to_json(*test));
  }
  return json;
}

}  // namespace toptile
