#include "tournaments/matches/estimate_json.h"

#include <cmath>

namespace toptile {

Json finite_or_null(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

Json interval_to_json(const EloInterval& interval) {
  return {{"elo", finite_or_null(interval.elo)},
          {"low", finite_or_null(interval.low)},
          {"high", finite_or_null(interval.high)}};
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
