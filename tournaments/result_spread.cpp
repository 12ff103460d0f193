#include "tournaments/result_spread.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <unordered_map>

#include "tournaments/elo_scale.h"

namespace toptile {
namespace {

// Sharing is taken to be less before many clusters have shown how much it is: as if so much had been seen of
// clusters that share nothing, in the unit of `lesser`² (a quarter for a pair of even games).
constexpr double kUnshared = 1.0;
// The sum over clusters says too little by a share of the parameters that were fitted, but where they are
// nearly as many as the clusters nothing mends that.
constexpr double kMostCorrection = 2;

// Σ x y over all pairs, each once, of values that come in runs.
class PairSums {
 public:
  void add(double value) {
    sum_ += value;
    squares_ += value * value;
  }
  double end_run() {
    const double pairs = (sum_ * sum_ - squares_) / 2;
    sum_ = squares_ = 0;
    return pairs;
  }

 private:
  double sum_ = 0, squares_ = 0;
};

// Sums by rows and columns, most of which may be 0.
class ProductSums {
 public:
  explicit ProductSums(int size) : size_(size) {
    if (size <= kMostDense) dense_ = Matrix::Zero(size, size);
  }
  void add(int row, int column, double value) {
    if (dense_.size() > 0) {
      dense_(row, column) += value;
      return;
    }
    triplets_.emplace_back(row, column, value);
    if (triplets_.size() >= kMostTriplets) fold();
  }
  Eigen::SparseMatrix<double> sums() {
    if (dense_.size() > 0) return dense_.sparseView();
    fold();
    return std::move(sparse_);
  }

 private:
  static constexpr int kMostDense = 1000;
  static constexpr std::size_t kMostTriplets = 1'000'000;  // A million take 16 MB.

  void fold() {
    Eigen::SparseMatrix<double> part(size_, size_);
    part.setFromTriplets(triplets_.begin(), triplets_.end());
    sparse_ = sparse_.size() > 0 ? Eigen::SparseMatrix<double>(sparse_ + part) : part;
    triplets_.clear();
  }

  int size_;
  Matrix dense_;
  Eigen::SparseMatrix<double> sparse_;
  std::vector<Eigen::Triplet<double>> triplets_;
};

}  // namespace

ResultSpread::ResultSpread(const RatingModel& model, const GameScores& scores, const Logits& at,
                           std::span<const RankedGame> games)
    : clusters_of_(static_cast<std::size_t>(model.players())), scores_(at.size(), at.size()) {
  std::unordered_map<std::string, std::size_t> kind_of;
  ProductSums products(static_cast<int>(at.size()));
  double shared = 0, sharable = kUnshared;
  std::vector<std::pair<Meeting, double>> met;  // Each with the score of `one`.
  Logits score = Logits::Zero(at.size());
  std::vector<int> touched;
  for (std::size_t begin = 0, end = 0; begin < games.size(); begin = end) {
    met.clear();
    for (; end < games.size() && games[end].cluster == games[begin].cluster; ++end) {
      const RankedGame& game = games[end];
      if (!scores.counts(game)) continue;
      const auto of_game = scores.of(game);
      for (int seat = 0; seat < game.seats; ++seat) {
        for (const int term : {game.players[seat], scores.seat_term(game, seat)}) {
          if (term < 0) continue;
          score[term] += of_game[seat];
          touched.push_back(term);
        }
        for (int other = 0; other < game.seats; ++other) {
          if (game.players[seat] >= game.players[other]) continue;
          met.push_back({{game.players[seat], game.players[other], scores.seat_term(game, seat),
                          scores.seat_term(game, other), 2.0 / game.seats},
                         game.score_against(seat, other)});
        }
      }
    }
    if (met.empty()) continue;
    ++clusters_;
    std::ranges::sort(touched);
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    for (const int i : touched) {
      if (i < model.players()) ++clusters_of_[i];
      for (const int j : touched) products.add(i, j, score[i] * score[j]);
    }
    for (const int i : touched) score[i] = 0;
    touched.clear();

    const auto key = [](const Meeting& m) { return std::tuple(m.one, m.other, m.one_term, m.other_term); };
    std::ranges::sort(met, {}, [&](const auto& entry) { return key(entry.first); });
    PairSums surplus, lesser;
    for (std::size_t k = 0; k < met.size(); ++k) {
      const Meeting& meeting = met[k].first;
      const double p = chance(logit(meeting, at));
      surplus.add(met[k].second - p);
      lesser.add(std::min(p, 1 - p));
      const bool ends = k + 1 == met.size() || met[k + 1].first.one != meeting.one ||
                        met[k + 1].first.other != meeting.other;
      if (!ends) continue;
      shared -= surplus.end_run() * meeting.weight;
      sharable += lesser.end_run() * meeting.weight;
    }
    std::string name;
    for (const auto& entry : met) {
      const int numbers[] = {entry.first.one, entry.first.other, entry.first.one_term,
                             entry.first.other_term};
      name.append(reinterpret_cast<const char*>(numbers), sizeof numbers);
    }
    const auto [known, is_new] = kind_of.try_emplace(std::move(name), kinds_.size());
    if (is_new) {
      kinds_.push_back({meetings_.size(), meetings_.size() + met.size(), 0});
      for (const auto& entry : met) meetings_.push_back(entry.first);
    }
    kinds_[known->second].times += 1;
  }
  scores_ = products.sums();
  sharing_ = shared / sharable;
  for (const Meeting& meeting : meetings_) {
    const double p = chance(logit(meeting, at)), pq = p * (1 - p);
    chances_.push_back({pq, std::min(p, 1 - p), pq * (1 - 2 * p), pq * (1 - 6 * pq)});
  }
  int pools = 0;
  for (const int pool : model.pool_of()) pools = std::max(pools, pool + 1);
  free_parameters_ = model.parameters() - pools;
}

double ResultSpread::logit(const Meeting& meeting, const Logits& at) const {
  double result = at[meeting.one] - at[meeting.other];
  if (meeting.one_term >= 0) result += at[meeting.one_term];
  if (meeting.other_term >= 0) result -= at[meeting.other_term];
  return result;
}

std::vector<PlayerLink> ResultSpread::links() const {
  std::vector<PlayerLink> links;
  for (const Kind& kind : kinds_) {
    for (std::size_t k = kind.begin; k < kind.end; ++k) {
      const Meeting& meeting = meetings_[k];
      links.push_back({meeting.one, meeting.other, kind.times * meeting.weight * chances_[k].variance});
    }
  }
  return links;
}

DirectionSpread ResultSpread::of(const Logits& direction) const {
  DirectionSpread spread;
  double fourth_moments = 0;  // Those of the clusters, less the squares of their variances.
  for (const Kind& kind : kinds_) {
    double variance = 0, shared = 0, excess = 0;
    PairSums lesser;
    for (std::size_t k = kind.begin; k < kind.end; ++k) {
      const Meeting& meeting = meetings_[k];
      const Chances& chances = chances_[k];
      const double part = logit(meeting, direction), square = part * part * meeting.weight;
      variance += square * chances.variance;
      excess += square * square * chances.fourth;
      spread.third += kind.times * square * part * chances.third;
      spread.fourth += kind.times * square * square / meeting.weight * chances.fourth;
      lesser.add(part * chances.lesser);
      const bool ends =
          k + 1 == kind.end || meetings_[k + 1].one != meeting.one || meetings_[k + 1].other != meeting.other;
      if (ends) shared += 2 * meeting.weight * lesser.end_run();
    }
    spread.of_games += kind.times * variance;
    spread.by_sharing -= kind.times * sharing_ * shared;
    fourth_moments += kind.times * (2 * variance * variance + excess);
  }
  const double correction =
      clusters_ > 0 ? std::min(kMostCorrection, clusters_ / std::max(1.0, clusters_ - free_parameters_)) : 1;
  spread.of_clusters = correction * direction.dot(scores_ * direction);
  spread.degrees = fourth_moments > 0 ? 2 * spread.of_games * spread.of_games / fourth_moments : 0;
  return spread;
}

}  // namespace toptile
