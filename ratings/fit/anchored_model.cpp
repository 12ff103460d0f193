#include "ratings/fit/anchored_model.h"

#include <utility>

namespace toptile {

AnchoredModel::AnchoredModel(const RatingModel& results, std::vector<int> body_of, const Logits& strengths)
    : results_(results),
      body_of_(std::move(body_of)),
      pool_of_(results.pool_of()),
      above_body_(Logits::Zero(results.players())) {
  int pools = results.pools();
  for (int i = 0; i < players(); ++i) {
    if (body_of_[i] == i) continue;
    above_body_[i] = strengths[i] - strengths[body_of_[i]];
    pool_of_[i] = pools++;
  }
}

Logits AnchoredModel::start() const {
  Logits sum = Logits::Zero(players()), size = sum, result = Logits::Zero(parameters());
  for (int i = 0; i < players(); ++i) {
    sum[body_of_[i]] += above_body_[i];
    size[body_of_[i]] += 1;
  }
  for (int i = 0; i < players(); ++i)
    if (body_of_[i] == i) result[i] = -sum[i] / size[i];
  return with_bodies(std::move(result));
}

Logits AnchoredModel::with_bodies(Logits at) const {
  for (int i = 0; i < players(); ++i)
    if (body_of_[i] != i) at[i] = at[body_of_[i]] + above_body_[i];
  return at;
}

Logits AnchoredModel::gradient(const Logits& at) const {
  Logits result = results_.gradient(with_bodies(at));
  for (int i = 0; i < players(); ++i) {
    if (body_of_[i] == i) continue;
    result[body_of_[i]] += result[i];
    result[i] = 0;
  }
  return result;
}

SeatPair AnchoredModel::pair(int number) const {
  SeatPair seats = results_.pair(number);
  seats.one = body_of_[seats.one];
  seats.other = body_of_[seats.other];
  return seats;
}

}  // namespace toptile
