// Directions in a wide field. How far a player is above the zero is split in two: how far it is above the
// mean of its home, and how far that mean is above the zero. The first is looked for among the players who
// met this one, those who met them, and so on, as far as necessary, by conjugate gradients that begin with
// one entry. The second is solved for once for each home. How far a player is above another one of its home
// is looked for in the same way, from the two of them outwards.
#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <functional>
#include <mutex>
#include <optional>
#include <queue>
#include <utility>

#include "ratings/fit/directions.h"
#include "ratings/fit/local_solver.h"
#include "ratings/fit/sparse_information.h"

namespace toptile {
namespace {

// Directions are exact apart from rounding if players times entries are no more than this.
constexpr double kMaxExact = 3e7;
constexpr double kAlmostNothing = 1e-10;
constexpr int kMaxHomes = 100;

struct MeasuredHome : Home {
  Logits along;           // The direction of the mean above the zero.
  double mean_along = 0;  // The mean of `along` over the home.
  double variance = 0;
  Logits by_seat;  // The mean of the seats' columns over the home.
};

// A pool of few players, with a matrix of its own.
struct SmallPool {
  std::vector<int> members;
  Matrix inverse;
  Logits of_zero;  // How its members move with its zero.
};

class SparseDirections : public Directions {
 public:
  SparseDirections(const RatingModel& model, const Logits& at, const Logits& zero,
                   std::span<const int> group_of);

  ContrastDirection of_player(int player) const override;
  ContrastDirection of_seat_term(int parameter) const override;
  ContrastDirection between(int one, int other) const override;
  int home_of(int player) const override { return home_of_[player]; }
  int homes() const override { return static_cast<int>(homes_.size()); }
  const Logits& of_home(int home) const override { return homes_[home].along; }

 private:
  void find_small_pools();
  void find_homes(std::span<const int> group_of);
  void settle_others(std::vector<char> is_settled);
  void measure_home(int number);
  ContrastDirection in_small_pool(int player) const;
  ContrastDirection with_factor(int player) const;
  void add_seats(const Logits& by_seat, ContrastDirection& result) const;
  double solve_near(int player, const Home* home, std::optional<int> other, Logits& along) const;

  const RatingModel& model_;
  Logits zero_;
  SparseInformation information_;
  Logits diagonal_;
  std::vector<int> home_of_;
  std::vector<int> home_of_member_;  // The same, but -1 for guests.
  std::vector<MeasuredHome> homes_;
  std::vector<SmallPool> small_pools_;  // One for each pool; pools of many players have no members here.
  std::vector<int> place_in_pool_;      // The place of each player of a small pool.
  bool has_factor_ =
      false;  // Whether information_ has a factor: then any number of threads may solve with it.
  std::unique_ptr<LocalSolver::Field> field_;
  mutable std::mutex solving_;  // Without a factor, one thread at a time solves with information_.
  mutable std::mutex taking_;   // Guards the next member.
  mutable std::vector<std::unique_ptr<LocalSolver>> idle_;  // Solvers that no thread uses now.
};

SparseDirections::SparseDirections(const RatingModel& model, const Logits& at, const Logits& zero,
                                   std::span<const int> group_of)
    : model_(model), zero_(zero), information_(model) {
  information_.look_at(at);
  diagonal_ = information_.players().diagonal();
  find_small_pools();
  find_homes(group_of);
  for (int home = 0; home < homes(); ++home) measure_home(home);
  has_factor_ = information_.is_factorised();
  const SparseInformation::Rows& rows = information_.players();
  const bool is_exact = double(model.players()) * double(rows.nonZeros()) <= kMaxExact;
  field_ =
      std::make_unique<LocalSolver::Field>(LocalSolver::Field{rows, diagonal_, home_of_member_, is_exact});
}

void SparseDirections::find_small_pools() {
  small_pools_.resize(static_cast<std::size_t>(model_.pools()));
  place_in_pool_.resize(static_cast<std::size_t>(model_.players()));
  for (int i = 0; i < model_.players(); ++i) {
    std::vector<int>& members = small_pools_[model_.pool_of()[i]].members;
    place_in_pool_[i] = static_cast<int>(members.size());
    members.push_back(i);
  }
  for (SmallPool& pool : small_pools_) {
    if (pool.members.size() > std::size_t(kMaxDense)) pool.members.clear();
    if (pool.members.size() < 2) continue;
    const int size = static_cast<int>(pool.members.size());
    Matrix information = Matrix::Zero(size, size);
    Logits zero(size);
    for (int k = 0; k < size; ++k) {
      const int player = pool.members[k];
      zero[k] = zero_[player];
      for (SparseInformation::Rows::InnerIterator entry(information_.players(), player); entry; ++entry)
        information(k, place_in_pool_[entry.col()]) = entry.value();
    }
    // A multiple of 11ᵀ makes the matrix definite, and changes nothing for vectors that add up to 0.
    information.array() += information.trace() / (double(size) * size);
    pool.inverse = information.llt().solve(Matrix::Identity(size, size));
    pool.of_zero = pool.inverse * zero;
  }
}

// The largest groups are homes. So is a pool in which no two players are in one group. All others are guests
// of the home with which they have the strongest link.
void SparseDirections::find_homes(std::span<const int> group_of) {
  struct Group {
    int number = 0, pool = 0, players = 0;
  };
  std::vector<Group> groups(group_of.size());
  for (std::size_t i = 0; i < group_of.size(); ++i) {
    Group& group = groups[group_of[i]];
    group.number = group_of[i];
    group.pool = model_.pool_of()[i];
    ++group.players;
  }
  std::ranges::stable_sort(groups, std::greater(), &Group::players);
  std::vector<int> home_of_group(groups.size(), -1),
      home_of_pool(static_cast<std::size_t>(model_.pools()), -1);
  std::vector<char> has_group(home_of_pool.size());
  int homes = 0;
  for (const Group& group : groups) {
    if (group.players == 0 || !small_pools_[group.pool].members.empty()) continue;
    const bool is_pool = group.players == 1 && !has_group[group.pool];
    if (is_pool) {
      int& home = home_of_pool[group.pool];
      if (home < 0) home = homes++;
      home_of_group[group.number] = home;
    } else if (group.players > 1 && (!has_group[group.pool] || homes < kMaxHomes)) {
      has_group[group.pool] = true;
      home_of_group[group.number] = homes++;
    }
  }
  homes_.resize(static_cast<std::size_t>(homes));
  home_of_.resize(group_of.size());
  std::vector<char> is_settled(group_of.size());
  for (std::size_t i = 0; i < group_of.size(); ++i) {
    home_of_[i] = home_of_group[group_of[i]];
    is_settled[i] = home_of_[i] >= 0 || !small_pools_[model_.pool_of()[i]].members.empty();
    if (home_of_[i] >= 0) homes_[home_of_[i]].members.push_back(static_cast<int>(i));
  }
  settle_others(is_settled);
}

// The player with the strongest link to one that is settled goes first.
void SparseDirections::settle_others(std::vector<char> is_settled) {
  struct Link {
    double information = 0;
    int player = 0, home = 0;
    bool operator<(const Link& other) const { return information < other.information; }
  };
  std::priority_queue<Link> open;
  const auto look_around = [&](int player) {
    for (SparseInformation::Rows::InnerIterator entry(information_.players(), player); entry; ++entry) {
      const int other = static_cast<int>(entry.col());
      if (!is_settled[other]) open.push({-entry.value(), other, home_of_[player]});
    }
  };
  home_of_member_.resize(is_settled.size());
  for (std::size_t i = 0; i < is_settled.size(); ++i) home_of_member_[i] = is_settled[i] ? home_of_[i] : -1;
  for (int i = 0; i < model_.players(); ++i)
    if (is_settled[i]) look_around(i);
  while (!open.empty()) {
    const Link link = open.top();
    open.pop();
    if (is_settled[link.player]) continue;
    is_settled[link.player] = true;
    home_of_[link.player] = link.home;
    look_around(link.player);
  }
}

void SparseDirections::measure_home(int number) {
  MeasuredHome& home = homes_[number];
  home.number = number;
  const int pool = model_.pool_of()[home.members.front()];
  Logits contrast = Logits::Zero(model_.parameters());
  for (const int i : home.members) home.information += diagonal_[i];
  const bool knows_nothing = home.information <= 0;
  for (int i = 0; i < model_.players(); ++i)
    if (model_.pool_of()[i] == pool) contrast[i] = -zero_[i];
  for (const int i : home.members)
    contrast[i] += knows_nothing ? 1.0 / double(home.members.size()) : diagonal_[i] / home.information;
  home.along = information_.solve(contrast);
  home.variance = contrast.dot(home.along);
  for (const int i : home.members)
    home.mean_along += knows_nothing ? 0 : diagonal_[i] / home.information * home.along[i];
  home.by_seat = Logits::Zero(model_.seat_terms());
  for (const int i : home.members)
    home.by_seat += (knows_nothing ? 0 : diagonal_[i] / home.information) *
                    information_.seat_columns().row(i).transpose();
  Logits members = Logits::Zero(model_.players());
  for (const int i : home.members) members[i] = 1;
  const Logits border = information_.players() * members;
  for (int i = 0; i < model_.players(); ++i)
    if (std::abs(border[i]) > kAlmostNothing * diagonal_[i]) home.border.push_back({i, border[i]});
}

// As many solvers are made as threads solve at the same time.
double SparseDirections::solve_near(int player, const Home* home, std::optional<int> other,
                                    Logits& along) const {
  std::unique_ptr<LocalSolver> solver;
  {
    const std::scoped_lock alone(taking_);
    if (!idle_.empty()) {
      solver = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  if (!solver) solver = std::make_unique<LocalSolver>(*field_);
  const double variance = solver->solve(player, home, other, along);
  const std::scoped_lock alone(taking_);
  idle_.push_back(std::move(solver));
  return variance;
}

ContrastDirection SparseDirections::of_player(int player) const {
  if (!small_pools_[model_.pool_of()[player]].members.empty()) return in_small_pool(player);
  if (has_factor_) return with_factor(player);
  const MeasuredHome& home = homes_[home_of_[player]];
  ContrastDirection result{home.along, home.variance};
  if (diagonal_[player] <= 0) return result;
  result.variance +=
      2 * (home.along[player] - home.mean_along) + solve_near(player, &home, std::nullopt, result.along);
  if (information_.knows_seats())
    add_seats(information_.seat_columns().row(player).transpose() - home.by_seat, result);
  return result;
}

// The part of a variance that may be missing is then one of the difference, and not of two larger variances.
ContrastDirection SparseDirections::between(int one, int other) const {
  const bool are_near = home_of_[one] >= 0 && home_of_[one] == home_of_[other];
  if (!are_near || has_factor_ || diagonal_[one] <= 0 || diagonal_[other] <= 0)
    return Directions::between(one, other);
  ContrastDirection result{Logits::Zero(model_.parameters()), 0};
  result.variance = solve_near(one, nullptr, other, result.along);
  if (information_.knows_seats()) {
    const Logits by_seat =
        (information_.seat_columns().row(one) - information_.seat_columns().row(other)).transpose();
    add_seats(by_seat, result);
  }
  return result;
}

ContrastDirection SparseDirections::with_factor(int player) const {
  Logits contrast = Logits::Zero(model_.parameters());
  for (int i = 0; i < model_.players(); ++i)
    if (model_.pool_of()[i] == model_.pool_of()[player]) contrast[i] = -zero_[i];
  contrast[player] += 1;
  ContrastDirection result{information_.solve(contrast), 0};
  result.variance = contrast.dot(result.along);
  return result;
}

ContrastDirection SparseDirections::in_small_pool(int player) const {
  const SmallPool& pool = small_pools_[model_.pool_of()[player]];
  ContrastDirection result{Logits::Zero(model_.parameters()), 0};
  if (pool.members.size() < 2) return result;
  const int place = place_in_pool_[player];
  Logits by_seat = Logits::Zero(model_.seat_terms());
  if (information_.knows_seats()) by_seat = information_.seat_columns().row(player);
  double of_zero = 0;
  for (std::size_t k = 0; k < pool.members.size(); ++k) {
    const int other = pool.members[k], row = static_cast<int>(k);
    result.along[other] = pool.inverse(row, place) - pool.of_zero[row];
    of_zero += zero_[other] * result.along[other];
    if (information_.knows_seats())
      by_seat -= zero_[other] * information_.seat_columns().row(other).transpose();
  }
  result.variance = result.along[player] - of_zero;
  if (information_.knows_seats()) add_seats(by_seat, result);
  return result;
}

// `by_seat` is the contrast times the seats' columns. What is not known about the seats adds to the variance.
void SparseDirections::add_seats(const Logits& by_seat, ContrastDirection& result) const {
  const Logits of_seats = information_.seat_variance() * by_seat;
  result.along.head(model_.players()) += information_.seat_columns() * of_seats;
  result.along.tail(model_.seat_terms()) -= of_seats;
  result.variance += by_seat.dot(of_seats);
}

ContrastDirection SparseDirections::of_seat_term(int parameter) const {
  Logits contrast = Logits::Zero(model_.parameters());
  contrast[parameter] = 1;
  const std::scoped_lock alone(solving_);
  ContrastDirection result{information_.solve(contrast), 0};
  result.variance = result.along[parameter];
  return result;
}

}  // namespace

std::unique_ptr<Directions> sparse_directions(const RatingModel& model, const Logits& at, const Logits& zero,
                                              std::span<const int> group_of) {
  return std::make_unique<SparseDirections>(model, at, zero, group_of);
}

}  // namespace toptile
