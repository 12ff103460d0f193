#include "tools/champion/training.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/each.h"
#include "champion/rollout.h"
#include "engine/judge.h"
#include "tools/champion/in_threads.h"

namespace toptile::champion {

namespace {

using OfPhase = Weights::OfPhase;

// The place of each kind of weight in the vector of a phase's. The phases follow each other in the vector of
// all.
constexpr int kCounted = OfPhase::kMaxCounted + 1;
constexpr int kTiles = 0;
constexpr int kBalance = kTiles + kMaxFaces * 3;
constexpr int kHeight = kBalance + kCounted * kCounted;
constexpr int kLength = kHeight + kMaxHeight + 1;
constexpr int kOfPhase = kLength + kMaxBoardSize + 1;
constexpr int kWeights = kPhases * kOfPhase;

// The ridge: as if this many comparisons had shown the weight to be 0.
constexpr double kTileRidge = 180, kBalanceRidge = 360, kPlayRidge = 60;

double ridge_of(int place) {
  const int in_phase = place % kOfPhase;
  return in_phase < kBalance ? kTileRidge : in_phase < kHeight ? kBalanceRidge : kPlayRidge;
}

// The amount of one weight in a move; most are 0.
struct Feature {
  int place = 0;
  int amount = 0;
};
using Features = std::vector<Feature>;  // Sorted by index, each at most once.

// `phase` is the phase after the move.
Features features_of(const Tiles& kept, FaceSet vowels, int phase) {
  const int first = phase * kOfPhase;
  Features features;
  int vowel_count = 0;
  for (FaceSet faces = kept.faces(); faces != 0; faces &= faces - 1) {
    const Face face = lowest(faces);
    const int count = kept.count(face);
    for (int i = 0; i < std::min(count, 3); ++i)
      features.push_back({first + kTiles + face * 3 + i, i == 2 ? count - 2 : 1});
    if (contains(vowels, face)) vowel_count += count;
  }
  const int v = std::min(vowel_count, kCounted - 1), c = std::min(kept.size() - vowel_count, kCounted - 1);
  features.push_back({first + kBalance + v * kCounted + c, 1});
  return features;
}

void add_play(Features& features, int phase, const Board& before, const LaidTiles& laid, int length) {
  const int first = phase * kOfPhase;
  std::array<int, kMaxHeight + 1> heights{};
  for (const LaidTile& tile : laid) ++heights[static_cast<std::size_t>(before.height(tile.square)) + 1];
  for (int height = 1; height <= kMaxHeight; ++height)
    if (const int count = heights[static_cast<std::size_t>(height)])
      features.push_back({first + kHeight + height, count});
  features.push_back({first + kLength + length, 1});
}

Features difference(const Features& a, const Features& b) {
  Features features;
  auto one = a.begin(), other = b.begin();
  while (one != a.end() || other != b.end()) {
    const bool has_one = other == b.end() || (one != a.end() && one->place <= other->place);
    const bool has_other = one == a.end() || (other != b.end() && other->place <= one->place);
    Feature feature{has_one ? one->place : other->place, 0};
    if (has_one) feature.amount += (one++)->amount;
    if (has_other) feature.amount -= (other++)->amount;
    if (feature.amount != 0) features.push_back(feature);
  }
  return features;
}

// A move that was tried.
struct Tried {
  Features features;
  Value brought = 0;  // The value of what followed, without its own points.
};

// The normal equations, in integers, so that they do not depend on the order of addition.
class Equations {
 public:
  // Both moves must have been tried with the same unseen tiles.
  void compare(const Tried& one, const Tried& other) {
    const Features features = difference(one.features, other.features);
    const std::int64_t target = one.brought - other.brought;
    for (const Feature& row : features) {
      target_[index(row.place)] += row.amount * target;
      for (const Feature& column : features) at(row.place, column.place) += row.amount * column.amount;
    }
    ++comparisons_;
    squares_ += target * target;
  }
  // Adds a play that was made in a game.
  void add_made(const Features& features, int phase) {
    for (const Feature& feature : features) made_[index(feature.place)] += feature.amount;
    ++plays_made_[index(phase)];
  }
  void add(const Equations& other) {
    const auto add_all = [](auto& sums, const auto& others) {
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += others[i];
    };
    add_all(matrix_, other.matrix_);
    add_all(target_, other.target_);
    add_all(made_, other.made_);
    add_all(plays_made_, other.plays_made_);
    comparisons_ += other.comparisons_;
    squares_ += other.squares_;
  }

  // The weights that explain the targets best. Stores in `news` how well they do.
  Weights solve(TrainingRound& news) const {
    Eigen::MatrixXd matrix(kWeights, kWeights);
    Eigen::VectorXd target(kWeights);
    for (int row = 0; row < kWeights; ++row) {
      target[row] = static_cast<double>(target_[index(row)]);
      for (int column = 0; column < kWeights; ++column)
        matrix(row, column) = static_cast<double>(matrix_[index(row, column)]);
    }
    Eigen::MatrixXd ridged = matrix;
    for (int i = 0; i < kWeights; ++i) ridged(i, i) += ridge_of(i);
    const Eigen::VectorXd weights = ridged.ldlt().solve(target);
    const auto all = static_cast<double>(squares_);
    const double left = all - 2 * weights.dot(target) + weights.dot(matrix * weights);
    const auto deviation = [&](double squares) {
      return std::sqrt(std::max(0.0, squares) / std::max(1.0, static_cast<double>(comparisons_))) / kPoint;
    };
    news.comparisons = comparisons_;
    news.spread_before = deviation(all);
    news.spread_after = deviation(left);
    Weights learned;
    for (int phase = 0; phase < kPhases; ++phase) learned.phases[index(phase)] = written(weights, phase);
    return learned;
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static std::size_t index(int row, int column) { return index(row * kWeights + column); }
  std::int64_t& at(int row, int column) { return matrix_[index(row, column)]; }

  OfPhase written(const Eigen::VectorXd& weights, int number) const {
    const int first = number * kOfPhase;
    const auto value = [&](int place) { return static_cast<Value>(std::lround(weights[first + place])); };
    OfPhase phase;
    for (int face = 0; face < kMaxFaces; ++face)
      for (int i = 0; i < 3; ++i) phase.tile[index(face)][index(i)] = value(kTiles + face * 3 + i);
    for (int vowels = 0; vowels < kCounted; ++vowels)
      for (int consonants = 0; consonants < kCounted; ++consonants)
        phase.balance[index(vowels)][index(consonants)] = value(kBalance + vowels * kCounted + consonants);
    for (int height = 0; height <= kMaxHeight; ++height)
      phase.height[index(height)] = value(kHeight + height);
    for (int length = 0; length <= kMaxBoardSize; ++length)
      phase.length[index(length)] = value(kLength + length);
    double made = 0;
    for (int place = first; place < first + kOfPhase; ++place)
      made += weights[place] * static_cast<double>(made_[index(place)]);
    const std::int64_t plays = plays_made_[index(number)];
    phase.mean = plays == 0 ? 0 : static_cast<Value>(std::lround(made / static_cast<double>(plays)));
    return phase;
  }

  std::vector<std::int64_t> matrix_ = std::vector<std::int64_t>(index(kWeights * kWeights));
  std::vector<std::int64_t> target_ = std::vector<std::int64_t>(index(kWeights));
  std::vector<std::int64_t> made_ = std::vector<std::int64_t>(index(kWeights));
  std::array<std::int64_t, kPhases> plays_made_{};
  std::uint64_t comparisons_ = 0;
  std::int64_t squares_ = 0;
};

// Plays games, and compares moves in some of their positions.
class Student {
 public:
  Student(const Ruleset& rules, const Lexicon& lexicon, const Weights& weights, const TrainingPlan& plan)
      : player_(rules, weights),
        plan_(plan),
        game_(rules, lexicon),
        // The shipped weights were learned from games that the static player finished.
        rollout_(rules, lexicon, player_, false) {}

  void play_game(std::uint64_t seed) {
    deal(game_, seed);
    game_.mark();
    Random random(seed);
    while (!game_.is_over()) {
      if (comes_up(random, plan_.percent_compared)) compare_moves(random);
      move(random);
    }
  }
  const Equations& seen() const { return equations_; }

 private:
  static bool comes_up(Random& random, int percent) {
    return random.below(100) < static_cast<std::uint64_t>(percent);
  }

  int bag() const { return static_cast<int>(game_.bag().size()); }

  // Writes the best plays of the position into plays_, best first.
  void find_plays() {
    player_.generate(game_.lines(), game_.rack(), bag(), plays_);
    const Alphabet& alphabet = game_.rules().alphabet();
    const std::size_t count = std::min(kPromising, plays_.size());
    std::partial_sort(plays_.begin(), plays_.begin() + static_cast<std::ptrdiff_t>(count), plays_.end(),
                      [&](const ValuedPlay& a, const ValuedPlay& b) {
                        return a.value != b.value ? a.value > b.value : is_before(a.play, b.play, alphabet);
                      });
    plays_.resize(count);
  }

  Features features_of_play(const ScoredPlay& play) const {
    const Board& before = game_.lines().board();
    const LaidTiles laid = tiles_laid_by(before, play.placement);
    Tiles kept = game_.rack();
    for (const LaidTile& tile : laid) kept.remove(tile.face);
    const int phase = phase_of(game_.bag_after(play.tiles_laid));
    Features features = features_of(kept, player_.vowels(), phase);
    add_play(features, phase, before, laid, play.placement.word.size());
    return features;
  }

  // The other seat keeps its actual rack, and the bag is shuffled again.
  void compare_moves(Random& random) {
    constexpr std::size_t kCompared = 6;
    constexpr int kPercentExchange = 15;
    find_plays();
    // The best play, and some of the other good ones.
    for (std::size_t i = 1; i + 1 < plays_.size(); ++i)
      std::swap(plays_[i], plays_[i + random.below(plays_.size() - i)]);
    if (plays_.size() > kCompared) plays_.resize(kCompared);
    const bool tries_exchange = bag() > 0 && comes_up(random, kPercentExchange);
    if (plays_.size() + tries_exchange < 2) return;

    const Seat own = game_.to_move();
    Situation situation(game_.rules().size);
    situation.board = game_.lines().board();
    situation.to_move = own;
    Deal deal{.racks = {}, .bag = game_.bag()};
    for (const Seat seat : each<Seat>(game_.players())) {
      situation.seats.push_back(game_.seat(seat));
      deal.racks.push_back(game_.seat(seat).rack);
    }
    random.shuffle(deal.bag);
    rollout_.begin(situation);
    const int plies = plies_of_rollout(bag(), plan_.plies);
    const std::uint64_t seed = random.below(UINT64_MAX);
    tried_.clear();
    const auto try_out = [&](const Candidate& candidate, Features features) {
      const double spread = rollout_.try_out(candidate, deal, plies, seed).spread;
      const int points = game_.spread(own) + candidate.play.points;
      tried_.push_back({std::move(features), static_cast<Value>(std::lround((spread - points) * kPoint))});
    };
    for (const ValuedPlay& play : plays_)
      try_out({.move = play.play.placement, .play = play.play, .static_value = play.value},
              features_of_play(play.play));
    if (tries_exchange) {
      Tiles kept = game_.rack();
      const Face face = any_tile(random, kept);
      kept.remove(face);
      const int phase = phase_of(bag());
      const OfPhase& weights = player_.weights().phases[static_cast<std::size_t>(phase)];
      try_out({.move = Exchange{face}, .play = {}, .static_value = leave_of(weights, player_.vowels(), kept)},
              features_of(kept, player_.vowels(), phase));
    }
    for (std::size_t one = 0; one < tried_.size(); ++one)
      for (std::size_t other = 0; other < one; ++other) equations_.compare(tried_[one], tried_[other]);
  }

  static Face any_tile(Random& random, const Tiles& rack) {
    auto at = static_cast<int>(random.below(static_cast<std::uint64_t>(rack.size())));
    FaceSet faces = rack.faces();
    for (; (at -= rack.count(lowest(faces))) >= 0;) faces &= faces - 1;
    return lowest(faces);
  }

  void move(Random& random) {
    if (comes_up(random, plan_.percent_random)) {
      find_plays();
      if (!plays_.empty()) return game_.play(plays_[random.below(plays_.size())].play);
    } else if (ValuedPlay best; player_.find_best(game_.lines(), game_.rack(), bag(), best)) {
      equations_.add_made(features_of_play(best.play), phase_of(game_.bag_after(best.play.tiles_laid)));
      return game_.play(best.play);
    }
    player_.move(game_, random);  // There is no play.
  }

  // How many of the best plays may be compared, or made at random.
  static constexpr std::size_t kPromising = 16;

  StaticPlayer player_;
  const TrainingPlan& plan_;
  Simulation game_;
  Rollout rollout_;
  std::vector<ValuedPlay> plays_;
  std::vector<Tried> tried_;
  Equations equations_;
};

}  // namespace

void deal(Simulation& game, std::uint64_t seed) {
  const Ruleset& rules = game.rules();
  std::vector<Face> bag;
  for (FaceSet faces = rules.tiles().faces(); faces != 0; faces &= faces - 1)
    bag.insert(bag.end(), static_cast<std::size_t>(rules.tiles().count(lowest(faces))), lowest(faces));
  Random random(seed);
  random.shuffle(bag);
  std::vector<SimulatedSeat> seats(2);
  for (SimulatedSeat& seat : seats) {
    for (; seat.rack.size() < rules.rack && !bag.empty(); bag.pop_back()) seat.rack.add(bag.back());
  }
  game.set(Board(rules.size), seats, Seat{0});
  game.set_bag(std::move(bag));
}

Weights train(const Ruleset& rules, const Lexicon& lexicon, const TrainingPlan& plan,
              const std::function<void(const TrainingRound&)>& tell) {
  Weights weights;
  for (int round = 1; round <= plan.rounds; ++round) {
    const auto sums = seen_in_threads<Equations>(
        plan.threads, plan.games, {}, [&] { return Student(rules, lexicon, weights, plan); },
        [&](Student& student, int game) {
          student.play_game(plan.seed * 1'000'000'007 + static_cast<std::uint64_t>(round) * 100'000'000 +
                            static_cast<std::uint64_t>(game));
        });
    TrainingRound news{.round = round};
    weights = sums.solve(news);
    tell(news);
  }
  return weights;
}

}  // namespace toptile::champion
