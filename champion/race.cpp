#include "champion/race.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace toptile::champion {

namespace {

// What was thought of a candidate counts as much as this many tries. The static value is off by about a third
// of what two candidates differ by chance in one try.
constexpr double kTriesOfBelief = 8;
// A candidate is not dropped before it was tried this often.
constexpr std::uint64_t kMinTries = 8;

}  // namespace

Race::Race(std::vector<double> beliefs, double confidence, const Aim& aim)
    : beliefs_(std::move(beliefs)),
      confidence_(confidence),
      aim_(aim),
      running_(beliefs_.size()),
      tries_(beliefs_.size()),
      chances_(beliefs_.size()),
      spreads_(beliefs_.size()),
      differences_(beliefs_.size(), std::vector<Sums>(beliefs_.size())) {
  std::iota(running_.begin(), running_.end(), std::size_t{0});
}

void Race::add(std::span<const Outcome> outcomes) {
  for (std::size_t a = 0; a < running_.size(); ++a) {
    const std::size_t one = running_[a];
    ++tries_[one];
    chances_[one].add(outcomes[a].chance);
    spreads_[one].add(outcomes[a].spread);
    const double merit_of_one = aim_.merit(outcomes[a].chance, outcomes[a].spread);
    for (std::size_t b = a + 1; b < running_.size(); ++b)
      differences_[one][running_[b]].add(merit_of_one - aim_.merit(outcomes[b].chance, outcomes[b].spread));
  }
}

double Race::error_of(const Sums& sums, std::uint64_t count) {
  if (count < 2) return 0;
  const auto n = static_cast<double>(count);
  return std::sqrt(std::max(0.0, (sums.squares - sums.sum * sums.sum / n) / (n - 1)) / n);
}

double Race::merit(std::size_t candidate) const {
  const double tries = static_cast<double>(tries_[candidate]);
  return (aim_.merit(chances_[candidate].sum, spreads_[candidate].sum) +
          kTriesOfBelief * beliefs_[candidate]) /
         (tries + kTriesOfBelief);
}

void Race::drop_those_behind() {
  const std::size_t leader =
      *std::ranges::max_element(running_, {}, [&](std::size_t candidate) { return merit(candidate); });
  const std::uint64_t tries = tries_[leader];  // The same for all that are still in the race.
  if (tries < kMinTries) return;
  const auto n = static_cast<double>(tries);
  std::erase_if(running_, [&](std::size_t candidate) {
    if (candidate == leader) return false;
    const Sums& sums = candidate < leader ? differences_[candidate][leader] : differences_[leader][candidate];
    // The belief counts as so many tries more, which narrow the difference.
    const double error = error_of(sums, tries) * std::sqrt(n / (n + kTriesOfBelief));
    return merit(leader) - merit(candidate) > confidence_ * error + 1e-9;
  });
}

Race::Standing Race::standing(std::size_t candidate) const {
  const std::uint64_t tries = tries_[candidate];
  Standing standing{.tries = tries,
                    .merit = merit(candidate),
                    .is_dropped = !std::ranges::binary_search(running_, candidate)};
  if (tries == 0) return standing;
  const auto n = static_cast<double>(tries);
  standing.spread = spreads_[candidate].sum / n;
  standing.spread_error = error_of(spreads_[candidate], tries);
  standing.chance = chances_[candidate].sum / n;
  standing.chance_error = error_of(chances_[candidate], tries);
  return standing;
}

}  // namespace toptile::champion
