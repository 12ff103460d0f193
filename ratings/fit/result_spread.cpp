#include "ratings/fit/result_spread.h"

#include <algorithm>
#include <boost/container_hash/hash.hpp>
#include <cmath>
#include <tuple>
#include <unordered_map>

namespace toptile {
namespace {

// Products of scores are summed up for no more terms than this; four seats have seven terms.
constexpr std::size_t kMaxTerms = 8;

}  // namespace

SpreadSums& SpreadSums::operator+=(const SpreadSums& other) {
  clusters += other.clusters;
  games += other.games;
  prior += other.prior;
  evened += other.evened;
  fourth_moments += other.fourth_moments;
  third += other.third;
  fourth += other.fourth;
  return *this;
}

SpreadSums& SpreadSums::operator-=(const SpreadSums& other) {
  return *this += -1 * other;
}

SpreadSums operator*(double factor, const SpreadSums& sums) {
  return {factor * sums.clusters,       factor * sums.games, factor * sums.prior, factor * sums.evened,
          factor * sums.fourth_moments, factor * sums.third, factor * sums.fourth};
}

// The formula is used for the side that falls behind, so that no exponential is large.
FallOfGame fall_of_game(double p, double x) {
  const double chance = x > 0 ? 1 - p : p, less = std::expm1(-std::abs(x)), all = 1 + chance * less;
  const double slope = -chance * (1 - chance) * less / all;
  return {{chance * std::abs(x) + std::log1p(chance * less), x > 0 ? slope : -slope},
          chance * (1 - chance) * (1 + less) / (all * all)};
}

// The cluster whose games are being read.
struct ResultSpread::OpenCluster {
  struct Met {
    Meeting meeting;
    double scored = 0;  // The points of `one`.
  };
  std::vector<Met> met;
  std::vector<int> touched;  // The terms with a score; some come more than once.
  Logits score;              // The scores by term; 0 for terms that are not in `touched`.
  // The luck and ties of all clusters so far, at the last meeting of each two players of a kind.
  std::vector<LuckOfTwo> luck;
  int times = 1;  // The number of clusters with this outcome.

  void add(const GameScores& scores, const Logits& at, const RankedGame& game) {
    const auto of_game = scores.of(game);
    const auto prior = static_cast<float>(scores.prior_ties(game));
    for (int seat = 0; seat < game.seats; ++seat) {
      for (const int term : {game.players[seat], scores.seat_term(game, seat)}) {
        if (term < 0) continue;
        score[term] += of_game[seat];
        touched.push_back(term);
      }
      for (int other = 0; other < game.seats; ++other) {
        if (game.players[seat] >= game.players[other]) continue;
        const SeatPair seats{game.players[seat], game.players[other], scores.seat_term(game, seat),
                             scores.seat_term(game, other)};
        met.push_back(
            {{seats, game.seats, prior, chance(seats.difference(at))}, game.score_against(seat, other)});
      }
    }
  }
  void sort() {
    std::ranges::sort(touched);
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    std::ranges::sort(met, {}, [](const Met& entry) {
      const SeatPair& seats = entry.meeting.seats;
      return std::tuple(seats.one, seats.other, entry.meeting.players, seats.one_term, seats.other_term);
    });
  }
  void count_luck(std::size_t first_meeting) {
    PairSums surplus;
    double tied = 0;
    for (std::size_t k = 0; k < met.size(); ++k) {
      const Meeting& meeting = met[k].meeting;
      surplus.add(met[k].scored - meeting.p);
      tied += met[k].scored * (1 - met[k].scored);
      if (k + 1 < met.size() && meeting.is_like(met[k + 1].meeting)) continue;
      LuckOfTwo& found = luck[first_meeting + k];
      found.shared -= times * surplus.end_run() * meeting.weight();
      found.tied += times * tied * meeting.weight();
      tied = 0;
    }
  }
  void clear() {
    for (const int term : touched) score[term] = 0;
    touched.clear();
    met.clear();
  }
};

// Finds kinds by a hash of who met whom on which seats. Different kinds may have the same hash.
class ResultSpread::KindIndex {
 public:
  static std::size_t number_of(const OpenCluster& cluster) {
    std::size_t number = 0;
    for (const OpenCluster::Met& entry : cluster.met) {
      const SeatPair& seats = entry.meeting.seats;
      for (const int part : {seats.one, seats.other, seats.one_term, seats.other_term})
        boost::hash_combine(number, part);
    }
    return number;
  }
  // The kind of the cluster; -1 if it is a new one.
  int find(const ResultSpread& spread, const OpenCluster& cluster, std::size_t number) const {
    const auto [begin, end] = kinds_.equal_range(number);
    for (auto at = begin; at != end; ++at) {
      const auto is_equal = [](const Meeting& one, const OpenCluster::Met& other) {
        return one.seats == other.meeting.seats && one.players == other.meeting.players;
      };
      if (std::ranges::equal(spread.meetings_until_now(at->second), cluster.met, is_equal)) return at->second;
    }
    return -1;
  }
  void add(std::size_t number, int kind) { kinds_.emplace(number, kind); }

 private:
  std::unordered_multimap<std::size_t, int> kinds_;
};

ResultSpread::ResultSpread(const RatingModel& model, const GameScores& scores, const Logits& at,
                           const GameSpan& games)
    : players_(model.players()),
      clusters_of_(static_cast<std::size_t>(model.players())),
      free_parameters_(model.parameters() - model.pools()) {
  for (int i = 0; i < players_; ++i) body_of_.push_back(model.body_of(i));
  // These sizes are enough if games of two come in pairs. The system does not take memory that is never
  // written to.
  kinds_.reserve(games.size() / 2 + 1);
  meetings_.reserve(games.size());
  terms_.reserve(games.size() / 2 * 3);
  scores_.reserve(games.size() / 2 * 6);
  OpenCluster cluster;
  cluster.score = Logits::Zero(at.size());
  {
    KindIndex index;
    for (std::size_t begin = 0, end = 0; begin < games.size(); begin = end) {
      cluster.times = games.times(begin);
      for (; end < games.size() && games.cluster(end) == games.cluster(begin); ++end) {
        const RankedGame game = games[end];
        if (scores.counts(game)) cluster.add(scores, at, game);
      }
      if (!cluster.met.empty()) close(cluster, index);
    }
  }
  kinds_.push_back({scores_.size(), static_cast<int>(meetings_.size()), static_cast<int>(terms_.size())});
  add_expected_luck(cluster.luck, model.players() - model.pools(), model.seat_terms() > 0);
  estimate_luck(cluster.luck);
  find_kinds_of_players();
}

bool ResultSpread::is_last_of_its_two(int kind, const Meeting& meeting) const {
  const std::span<const Meeting> meetings = meetings_of(kind);
  return &meeting == &meetings.back() || !meeting.is_like(*(&meeting + 1));
}

void ResultSpread::close(OpenCluster& cluster, KindIndex& index) {
  clusters_ += cluster.times;
  cluster.sort();
  for (const int term : cluster.touched)
    if (term < players_) clusters_of_[term] += cluster.times;
  const bool has_products = cluster.touched.size() <= kMaxTerms;
  const std::size_t number = has_products ? KindIndex::number_of(cluster) : 0;
  int kind = has_products ? index.find(*this, cluster, number) : -1;
  const std::size_t size = cluster.touched.size();
  if (kind < 0) {
    kind = static_cast<int>(kinds_.size());
    kinds_.push_back({scores_.size(), static_cast<int>(meetings_.size()), static_cast<int>(terms_.size()), 0,
                      has_products});
    for (const OpenCluster::Met& entry : cluster.met) meetings_.push_back(entry.meeting);
    terms_.insert(terms_.end(), cluster.touched.begin(), cluster.touched.end());
    scores_.resize(scores_.size() + (has_products ? size * (size + 1) / 2 : size));
    cluster.luck.resize(meetings_.size());
    if (has_products) index.add(number, kind);
  }
  cluster.count_luck(static_cast<std::size_t>(kinds_[kind].first_meeting));
  kinds_[kind].times += static_cast<float>(cluster.times);
  double* place = &scores_[kinds_[kind].scores];
  for (std::size_t i = 0; i < size; ++i) {
    const double score = cluster.score[cluster.touched[i]];
    if (!has_products) *place++ = score;
    for (std::size_t j = 0; has_products && j <= i; ++j)
      *place++ += cluster.times * score * cluster.score[cluster.touched[j]];
  }
  cluster.clear();
}

void ResultSpread::find_kinds_of_players() {
  first_kind_.assign(static_cast<std::size_t>(players_) + 1, 0);
  std::vector<int> last_kind(static_cast<std::size_t>(players_));
  const auto for_each_player = [&](auto of_player) {
    std::ranges::fill(last_kind, -1);
    for (int kind = 0; kind < kinds(); ++kind) {
      for (const int term : terms_of(kind)) {
        if (term >= players_ || last_kind[body_of_[term]] == kind) continue;
        last_kind[body_of_[term]] = kind;
        of_player(body_of_[term], kind);
      }
    }
  };
  for_each_player([&](int player, int) { ++first_kind_[player + 1]; });
  for (int player = 0; player < players_; ++player) first_kind_[player + 1] += first_kind_[player];
  kinds_of_players_.resize(static_cast<std::size_t>(first_kind_.back()));
  std::vector<int> next = first_kind_;
  for_each_player([&](int player, int kind) { kinds_of_players_[next[player]++] = kind; });
}

std::span<const int> ResultSpread::kinds_of(int player) const {
  const int begin = first_kind_[player], end = first_kind_[player + 1];
  return std::span(kinds_of_players_).subspan(std::size_t(begin), std::size_t(end - begin));
}

std::span<const ResultSpread::Meeting> ResultSpread::meetings_until_now(int kind) const {
  const auto next = static_cast<std::size_t>(kind) + 1;
  const auto begin = static_cast<std::size_t>(kinds_[kind].first_meeting);
  const auto end =
      next < kinds_.size() ? static_cast<std::size_t>(kinds_[next].first_meeting) : meetings_.size();
  return std::span(meetings_).subspan(begin, end - begin);
}

std::vector<PlayerLink> ResultSpread::links() const {
  std::vector<PlayerLink> links;
  bool begins = true;
  for (int kind = 0; kind < kinds(); ++kind) {
    for (const Meeting& meeting : meetings_of(kind)) {
      const double information = double{kinds_[kind].times} * meeting.weight() * meeting.variance();
      if (begins) links.push_back({meeting.seats.one, meeting.seats.other, 0});
      links.back().information += information;
      begins = is_last_of_its_two(kind, meeting);
    }
  }
  return links;
}

std::vector<double> ResultSpread::information_of_players() const {
  std::vector<double> information(static_cast<std::size_t>(players_));
  for (int kind = 0; kind < kinds(); ++kind) {
    for (const Meeting& meeting : meetings_of(kind)) {
      const double of_meeting = double{kinds_[kind].times} * meeting.weight() * meeting.variance();
      information[meeting.seats.one] += of_meeting;
      information[meeting.seats.other] += of_meeting;
    }
  }
  return information;
}

// `part_of` gives the part of a meeting in the direction.
template <class Part>
void ResultSpread::add_meetings(SpreadSums& sums, int kind, Part part_of) const {
  const double times = kinds_[kind].times;
  double variance = 0, evened = 0, excess = 0, prior = 0;
  PairSums lesser;
  for (const Meeting& meeting : meetings_of(kind)) {
    const double pq = meeting.variance(), part = part_of(meeting), square = part * part * meeting.weight();
    const double fourth = pq * (1 - 6 * pq), games = times * (1 + double{meeting.prior});
    variance += square * pq;
    prior += square * pq * meeting.prior;
    excess += square * square * fourth;
    sums.third += games * square * part * pq * (1 - 2 * meeting.p);
    sums.fourth += games * square * part * part * fourth;
    lesser.add(part * std::min(meeting.p, 1 - meeting.p));
    evened += square * pq * double{meeting.tied};
    if (is_last_of_its_two(kind, meeting))
      evened += 2 * meeting.weight() * double{meeting.sharing} * lesser.end_run();
  }
  sums.games += times * variance;
  sums.prior += times * prior;
  sums.evened += times * evened;
  // This gives at most two degrees for each cluster. Near a chance of one half, the moments of a single game
  // would say more than the likelihood knows further away.
  sums.fourth_moments += times * std::max(2 * variance * variance + excess, variance * variance);
}

double ResultSpread::squares(int kind, const Logits& direction) const {
  const std::span<const int> terms = terms_of(kind);
  const double* place = &scores_[kinds_[kind].scores];
  double sum = 0;
  if (!kinds_[kind].has_products) {
    for (const int term : terms) sum += *place++ * direction[term];
    return sum * sum;
  }
  // Scores add up to 0 over players, so that a number may be subtracted from all of them in the direction.
  // What is left is small if the direction is nearly the same everywhere.
  const double base = direction[terms.front()];
  const auto above = [&](int term) { return direction[term] - (term < players_ ? base : 0); };
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const double one = above(terms[i]);
    for (std::size_t j = 0; j <= i; ++j) sum += (i == j ? 1 : 2) * *place++ * one * above(terms[j]);
  }
  return sum;
}

void ResultSpread::add_to(SpreadSums& sums, int kind, const Logits& direction) const {
  sums.clusters += squares(kind, direction);
  add_meetings(sums, kind, [&](const Meeting& meeting) { return meeting.seats.difference(direction); });
}

SpreadSums ResultSpread::sums(const Logits& direction, std::span<const int> kinds) const {
  SpreadSums sums;
  for (const int kind : kinds) add_to(sums, kind, direction);
  return sums;
}

SpreadSums ResultSpread::sums(const Logits& direction) const {
  SpreadSums sums;
  for (int kind = 0; kind < kinds(); ++kind) add_to(sums, kind, direction);
  return sums;
}

SpreadSums ResultSpread::overall() const {
  SpreadSums sums;
  for (int kind = 0; kind < kinds(); ++kind) {
    const double* place = &scores_[kinds_[kind].scores];
    const std::span<const int> terms = terms_of(kind);
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const bool has_products = kinds_[kind].has_products;
      if (has_products) place += i;
      if (terms[i] < players_) sums.clusters += (has_products ? *place : *place * *place) / 2;
      ++place;
    }
    add_meetings(sums, kind, [](const Meeting&) { return 1.0; });
  }
  return sums;
}

DirectionSpread ResultSpread::of(const SpreadSums& sums) const {
  DirectionSpread spread;
  spread.by_luck = -sums.evened;
  spread.degrees_of_luck = luck_.degrees();
  if (clusters_ <= free_parameters_ || sums.fourth_moments <= 0) return spread;
  const double left = 1 - free_parameters_ / clusters_;
  spread.of_clusters = sums.clusters / left;
  spread.degrees = 2 * left * sums.games * sums.games / sums.fourth_moments;
  return spread;
}

Fall ResultSpread::fall(const Logits& direction, double distance, std::span<const int> kinds) const {
  Fall fall;
  for_each_meeting(kinds, [&](const SeatPair& seats, double p, double games) {
    const double part = seats.difference(direction);
    const FallOfGame of_game = fall_of_game(p, distance * part);
    fall.height += games * of_game.height;
    fall.slope += games * part * of_game.slope;
  });
  return fall;
}

}  // namespace toptile
