// ResultSpread: what games of two share and tie, and what of it the fit causes.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "ratings/fit/result_spread.h"

namespace toptile {

// A fit goes some of the way to each result. So the two games of a pair seem to go against each other even if
// they share no luck: the product of their surpluses is expected to be -pq · pq · v, where pq is the variance
// of each game and v that of the fitted difference. A prior of τ ties for each game makes that 2 - 1/(1 + τ)
// times as much. The fit's own pq are too small by a share of about pq · v.
//
// The products pq · v of all games add up to the number of parameters. Here v is a sum of one term for each
// player, from that player's own information, times the factor that makes this true. It is never more than
// what their games in clusters of this kind leave. The worth of the seats moves the games of a pair the other
// way, as much as one strength does. A player whose distance to another is given is not fitted, so its term
// is 0. All of this holds for nearly even games of two; for games of three and four, the sum is somewhat too
// large.
void ResultSpread::add_expected_luck(std::vector<LuckOfTwo>& luck, int free_strengths, bool has_seats) const {
  Logits information = Logits::Zero(players_);
  for (int kind = 0; kind < kinds(); ++kind) {
    for_each_meeting({&kind, 1}, [&](const SeatPair& seats, double p, double games) {
      information[seats.one] += games * p * (1 - p);
      information[seats.other] += games * p * (1 - p);
    });
  }
  for (int i = 0; i < players_; ++i) {
    if (body_of_[i] != i) information[i] = information[body_of_[i]] = std::numeric_limits<double>::infinity();
  }
  const double fitted =
      static_cast<double>((information.array() > 0 && information.array().isFinite()).count());
  const double share = std::max(0, free_strengths - (has_seats ? 1 : 0)) / std::max(1.0, fitted);
  for (int kind = 0; kind < kinds(); ++kind) {
    PairSums variances, lesser;
    double variance = 0, games = 0;
    for (const Meeting& meeting : meetings_of(kind)) {
      variances.add(meeting.variance());
      lesser.add(std::min(meeting.p, 1 - meeting.p));
      variance += meeting.variance();
      games += 1;
      if (!is_last_of_its_two(kind, meeting)) continue;
      LuckOfTwo& of_two = luck[std::size_t(&meeting - meetings_.data())];
      const double products = variances.end_run(), weight = meeting.weight();
      const double times = double{kinds_[kind].times} * weight, tied = 1 + double{meeting.prior};
      if (products > 0) {
        const double one = information[meeting.seats.one], other = information[meeting.seats.other];
        const double v = std::min(share * (1 / one + 1 / other), 1 / (times * tied * variance));
        of_two.shared -= times * products * v * (2 - 1 / tied) * (1 + variance / games * v);
      }
      of_two.sharable += times * lesser.end_run();
      of_two.products += times * weight * products;
      of_two.games += times * variance;
      variance = games = 0;
    }
  }
}

// `luck` is by meeting; that of several meetings of a kind is at the last one.
void ResultSpread::estimate_luck(const std::vector<LuckOfTwo>& luck) {
  struct End {
    std::uint64_t two = 0;  // The numbers of both players.
    int meeting = 0;
  };
  std::vector<End> ends;
  ends.reserve(meetings_.size());
  for (int kind = 0; kind < kinds(); ++kind) {
    for (const Meeting& meeting : meetings_of(kind)) {
      if (!is_last_of_its_two(kind, meeting)) continue;
      ends.push_back({std::uint64_t(meeting.seats.one) << 32 | std::uint64_t(meeting.seats.other),
                      static_cast<int>(&meeting - meetings_.data())});
    }
  }
  std::ranges::sort(ends, {}, [](const End& end) { return std::pair(end.two, end.meeting); });
  std::vector<LuckOfTwo> pairings;
  for (std::size_t k = 0; k < ends.size(); ++k) {
    if (k == 0 || ends[k].two != ends[k - 1].two) pairings.emplace_back();
    pairings.back() += luck[ends[k].meeting];
  }
  luck_ = SharedLuck(pairings);
  std::size_t pairing = 0;
  float sharing = 0, tied = 0;
  for (std::size_t k = 0; k < ends.size(); ++k) {
    if (k == 0 || ends[k].two != ends[k - 1].two) {
      sharing = static_cast<float>(luck_.sharing(pairings[pairing]));
      tied = static_cast<float>(luck_.tied(pairings[pairing]));
      ++pairing;
    }
    Meeting& last = meetings_[ends[k].meeting];
    last.sharing = sharing;
    last.tied = tied;
  }
  // The share of ties counts for each meeting.
  for (std::size_t meeting = meetings_.size(); meeting-- > 1;) {
    Meeting& before = meetings_[meeting - 1];
    if (luck[meeting - 1].games == 0 && before.is_like(meetings_[meeting]))
      before.tied = meetings_[meeting].tied;
  }
}

}  // namespace toptile
