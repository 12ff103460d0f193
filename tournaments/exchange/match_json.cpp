#include "tournaments/exchange/match_json.h"

#include <cmath>

#include "tournaments/matches/estimate_json.h"
#include "tournaments/matches/level_match.h"

namespace toptile {

namespace {

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

}  // namespace

Json match_to_json(const MatchTally& match, const Plan& plan, const std::optional<TestStatus>& test) {
  Json json = {{"bots", {plan.bots[0].name, plan.bots[1].name}},
               {"pairs", match.results.pairs()},
               {"pentanomial", match.results.counts}};
  json.update(estimate_to_json(estimate(match.results)));
  json["spread"] = {{"mean", match.spreads.pairs() > 0 ? Json(match.spreads.mean()) : Json()},
                    {"standard_error", number(match.spreads.standard_error())},
                    {"error", number(match.spreads.error())},
                    {"pairs", match.spreads.pairs()},
                    {"forfeited_pairs", match.forfeited_pairs}};
  json["pairing_ratio"] = number(pairing_ratio(match.results));
  if (const auto note = level_note(match, plan.bots[0], plan.bots[1])) json["note"] = *note;
  if (test) {
    json["test"] = test_to_json(*plan.test);
    json["test"].update(test_status_to_json(*test));
  }
  return json;
}

}  // namespace toptile
