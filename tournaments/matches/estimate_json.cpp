#include "tournaments/matches/estimate_json.h"

#include <cmath>

namespace toptile {

namespace {

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

}  // namespace

Json interval_to_json(const EloInterval& interval) {
  return {{"elo", number(interval.elo)}, {"low", number(interval.low)}, {"high", number(interval.high)}};
}

Json estimate_to_json(const MatchEstimate& estimated) {
  return {{"score", estimated.score},
          {"elo", interval_to_json(estimated.elo)},
          {"normalized_elo", interval_to_json(estimated.normalized)},
          {"superiority", estimated.superiority}};
}

Json stopped_to_json(const StoppedEstimate& estimated) {
  return {{"elo", interval_to_json(estimated.elo)},
          {"normalized_elo", interval_to_json(estimated.normalized)}};
}

}  // namespace toptile
