#include "tournaments/ranked_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace toptile {
namespace {

using Order = std::array<int, kMostPlayers>;

// `odds` are the exponentials of the strengths.
void add_order(RankedDerivatives& sum, const Order& order, int seats, const Strengths& odds) {
  for (int place = 0; place + 1 < seats; ++place) {
    double total = 0;
    for (int k = place; k < seats; ++k) total += odds[order[k]];
    sum.value += std::log(odds[order[place]] / total);
    sum.first[order[place]] += 1;
    for (int k = place; k < seats; ++k) {
      const double p = odds[order[k]] / total;
      sum.first[order[k]] -= p;
      sum.second[order[k]][order[k]] += p;
      for (int l = place; l < seats; ++l) sum.second[order[k]][order[l]] -= p * odds[order[l]] / total;
    }
  }
}

RankedDerivatives derivatives(const RankedGame& game, const Order& ranks, const Strengths& strength) {
  RankedDerivatives result;
  Strengths odds{};
  for (int seat = 0; seat < game.seats; ++seat) odds[seat] = std::exp(strength[seat]);
  Order order{};
  std::iota(order.begin(), order.begin() + game.seats, 0);
  int orders = 0;
  do {
    const auto is_better = [&](int a, int b) { return ranks[a] < ranks[b]; };
    if (!std::is_sorted(order.begin(), order.begin() + game.seats, is_better)) continue;
    add_order(result, order, game.seats, odds);
    ++orders;
  } while (std::next_permutation(order.begin(), order.begin() + game.seats));
  result.value /= orders;
  for (int k = 0; k < game.seats; ++k) {
    result.first[k] /= orders;
    for (double& value : result.second[k]) value /= orders;
  }
  return result;
}

}  // namespace

RankedModel::RankedModel(int players, std::span<const RankedGame> games, const RankedOptions& options)
    : players_(players),
      games_(games),
      played_(static_cast<std::size_t>(players)),
      prior_(options.prior_ties) {
  for (const RankedGame& game : games) {
    for (int seat = 0; seat < game.seats; ++seat) ++played_[game.players[seat]];
    has_size_[game.seats] = true;
  }
  parameters_ = players;
  if (options.seats == SeatTerm::estimated) add_seats();
}

double RankedModel::ties(const RankedGame& game) const {
  double ties = 0;
  for (int seat = 0; seat < game.seats; ++seat) ties += 1.0 / played_[game.players[seat]];
  return prior_ / game.seats * ties;
}

RankedDerivatives RankedModel::of_result(const RankedGame& game, const Logits& at) const {
  return derivatives(game, game.ranks, strengths(game, at));
}

RankedDerivatives RankedModel::of_ties(const RankedGame& game, const Logits& at) const {
  return derivatives(game, {}, strengths(game, at));
}

void RankedModel::add_seats() {
  for (int seats = 2; seats <= kMostPlayers; ++seats) {
    if (!has_size_[seats]) continue;
    first_term_[seats] = parameters_;
    parameters_ += seats - 1;
  }
}
Strengths RankedModel::strengths(const RankedGame& game, const Logits& at) const {
  Strengths result{};
  for (int seat = 0; seat < game.seats; ++seat) {
    for (const int term : terms(game, seat)) result[seat] += term < 0 ? 0 : at[term];
  }
  return result;
}

void add_first(Logits& sum, const RankedModel& model, const RankedGame& game, const Strengths& first,
               double weight) {
  for (int seat = 0; seat < game.seats; ++seat) {
    for (const int term : model.terms(game, seat)) {
      if (term >= 0) sum[term] += weight * first[seat];
    }
  }
}

void add_second(SymmetricMatrix& sum, const RankedModel& model, const RankedGame& game,
                const RankedDerivatives& of, double weight) {
  for (int one = 0; one < game.seats; ++one) {
    for (int other = 0; other < game.seats; ++other) {
      for (const int i : model.terms(game, one)) {
        for (const int j : model.terms(game, other)) {
          if (j >= 0 && i >= j) sum.add(i, j, weight * of.second[one][other]);
        }
      }
    }
  }
}

RankedSlope slope_at(const RankedModel& model, const Logits& at) {
  RankedSlope slope{0, Logits(static_cast<std::size_t>(model.parameters())),
                    SymmetricMatrix(model.parameters())};
  for (const RankedGame& game : model.games()) {
    const RankedDerivatives result = model.of_result(game, at), tied = model.of_ties(game, at);
    const double ties = model.ties(game);
    slope.value += result.value + ties * tied.value;
    add_first(slope.first, model, game, result.first, 1);
    add_first(slope.first, model, game, tied.first, ties);
    add_second(slope.second, model, game, result, 1);
    add_second(slope.second, model, game, tied, ties);
  }
  return slope;
}

}  // namespace toptile
