#include "training/training.h"

#include <Eigen/Dense>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "champion/static_player.h"
#include "engine/judge.h"

namespace toptile::champion {

namespace {

using OfPhase = Weights::OfPhase;

// The place of each kind of weight in the vector of all.
constexpr int kCounted = OfPhase::kMostCounted + 1;
constexpr int kTiles = 0;
constexpr int kBalance = kTiles + kMaxFaces * 3;
constexpr int kHeight = kBalance + kCounted * kCounted;
constexpr int kLength = kHeight + kMaxHeight + 1;
constexpr int kWeights = kLength + kMaxBoardSize + 1;

// The ridge: as if so many moves had said that the weight is 0.
constexpr double kTileRidge = 30, kBalanceRidge = 90, kPlayRidge = 10;

// What a move has of each weight. Most are 0.
struct Feature {
  int place = 0;
  int amount = 0;
};
using Features = std::vector<Feature>;

Features features_of(const Tiles& kept, FaceSet vowels) {
  Features features;
  int vowel_count = 0;
  for (FaceSet faces = kept.faces(); faces != 0; faces &= faces - 1) {
    const Face face = lowest(faces);
    const int count = kept.count(face);
    for (int i = 0; i < std::min(count, 3); ++i)
      features.push_back({kTiles + face * 3 + i, i == 2 ? count - 2 : 1});
    if (contains(vowels, face)) vowel_count += count;
  }
  const int v = std::min(vowel_count, kCounted - 1), c = std::min(kept.size() - vowel_count, kCounted - 1);
  features.push_back({kBalance + v * kCounted + c, 1});
  return features;
}

void add_play(Features& features, const Board& before, const LaidTiles& laid, int length) {
  std::array<int, kMaxHeight + 1> heights{};
  for (const LaidTile& tile : laid) ++heights[static_cast<std::size_t>(before.height(tile.square)) + 1];
  for (int height = 1; height <= kMaxHeight; ++height)
    if (const int count = heights[static_cast<std::size_t>(height)])
      features.push_back({kHeight + height, count});
  features.push_back({kLength + length, 1});
}

// The normal equations, in whole numbers: they are the same in whatever order they are summed.
class Equations {
 public:
  void add(const Features& features, int target) {
    for (const Feature& row : features) {
      target_[place(row.place)] += row.amount * target;
      for (const Feature& column : features) at(row.place, column.place) += row.amount * column.amount;
    }
    ++moves_;
    squares_ += target * target;
  }
  void add(const Equations& other) {
    for (std::size_t i = 0; i < matrix_.size(); ++i) matrix_[i] += other.matrix_[i];
    for (std::size_t i = 0; i < target_.size(); ++i) target_[i] += other.target_[i];
    moves_ += other.moves_;
    squares_ += other.squares_;
  }

  // The weights that explain the targets, and the square error that they leave.
  OfPhase solve(double& left) const {
    Eigen::MatrixXd matrix(kWeights, kWeights);
    Eigen::VectorXd target(kWeights);
    for (int row = 0; row < kWeights; ++row) {
      target[row] = static_cast<double>(target_[place(row)]);
      for (int column = 0; column < kWeights; ++column)
        matrix(row, column) = static_cast<double>(matrix_[index(row, column)]);
    }
    Eigen::MatrixXd ridged = matrix;
    for (int i = 0; i < kWeights; ++i)
      ridged(i, i) += i < kBalance ? kTileRidge : i < kHeight ? kBalanceRidge : kPlayRidge;
    const Eigen::VectorXd weights = ridged.ldlt().solve(target);
    left = static_cast<double>(squares_) - 2 * weights.dot(target) + weights.dot(matrix * weights);
    // Each move has exactly one balance, so a row of its sums counts every feature of all moves.
    double mean = 0;
    for (int row = kBalance; row < kHeight; ++row) mean += matrix.row(row).dot(weights);
    return written(weights, moves_ > 0 ? mean / static_cast<double>(moves_) : 0);
  }
  std::uint64_t moves() const { return moves_; }
  double squares() const { return static_cast<double>(squares_); }

 private:
  static std::size_t place(int i) { return static_cast<std::size_t>(i); }
  static std::size_t index(int row, int column) { return place(row * kWeights + column); }
  std::int64_t& at(int row, int column) { return matrix_[index(row, column)]; }

  static OfPhase written(const Eigen::VectorXd& weights, double mean) {
    const auto value = [](double points) { return static_cast<Value>(std::lround(points * kPoint)); };
    OfPhase phase;
    for (int face = 0; face < kMaxFaces; ++face)
      for (int i = 0; i < 3; ++i) phase.tile[place(face)][place(i)] = value(weights[kTiles + face * 3 + i]);
    for (int vowels = 0; vowels < kCounted; ++vowels)
      for (int consonants = 0; consonants < kCounted; ++consonants)
        phase.balance[place(vowels)][place(consonants)] =
            value(weights[kBalance + vowels * kCounted + consonants]);
    for (int height = 0; height <= kMaxHeight; ++height)
      phase.height[place(height)] = value(weights[kHeight + height]);
    for (int length = 0; length <= kMaxBoardSize; ++length)
      phase.length[place(length)] = value(weights[kLength + length]);
    phase.mean = value(mean);
    return phase;
  }

  std::vector<std::int64_t> matrix_ = std::vector<std::int64_t>(place(kWeights * kWeights));
  std::vector<std::int64_t> target_ = std::vector<std::int64_t>(place(kWeights));
  std::uint64_t moves_ = 0;
  std::int64_t squares_ = 0;
};

using PhaseEquations = std::array<Equations, kPhases>;

// Plays games and writes down what each move had, until it is known how the game ended.
class Student {
 public:
  Student(const Ruleset& rules, const Lexicon& lexicon, const Weights& weights, const TrainingPlan& plan)
      : player_(rules, weights), plan_(plan), game_(rules, lexicon) {}

  void play_game(std::uint64_t seed) {
    deal(game_, seed);
    game_.mark();
    Random random(seed);
    notes_.clear();
    while (!game_.is_over()) move(random);
    for (const Note& note : notes_)
      equations_[note.phase].add(note.features, game_.spread(note.seat) - note.spread);
  }
  const PhaseEquations& equations() const { return equations_; }

 private:
  struct Note {
    Features features;
    std::size_t phase = 0;
    Seat seat{};
    int spread = 0;  // It is the spread after the move.
  };

  void move(Random& random) {
    const Seat seat = game_.to_move();
    const auto play = choose(random);
    Tiles kept = game_.rack();
    Note note{.features = {}, .seat = seat};
    if (play) {
      const Board before = game_.lines().board();
      const LaidTiles laid = tiles_laid_by(before, play->placement);
      for (const LaidTile& tile : laid) kept.remove(tile.face);
      note.features = features_of(kept, player_.vowels());
      add_play(note.features, before, laid, play->placement.word.size());
      game_.play(*play);
    } else if (!game_.bag().empty()) {
      const Face worst = player_.worst_tile(kept, static_cast<int>(game_.bag().size()));
      kept.remove(worst);
      note.features = features_of(kept, player_.vowels());
      game_.exchange(worst, random.below(game_.bag().size()));
    } else {
      note.features = features_of(kept, player_.vowels());
      game_.pass();
    }
    if (game_.is_over()) return;  // Nothing is still to come.
    note.phase = static_cast<std::size_t>(phase_of(static_cast<int>(game_.bag().size())));
    note.spread = game_.spread(seat);
    notes_.push_back(std::move(note));
  }

  std::optional<ScoredPlay> choose(Random& random) {
    constexpr std::size_t kDozen = 12;
    const int bag = static_cast<int>(game_.bag().size());
    const bool is_drawn = random.below(100) < static_cast<std::uint64_t>(plan_.percent_random);
    if (!is_drawn) {
      ValuedPlay best;
      const bool can_play = player_.find_best(game_.lines(), game_.rack(), bag, best);
      return can_play ? std::optional(best.play) : std::nullopt;
    }
    player_.generate(game_.lines(), game_.rack(), bag, plays_);
    if (plays_.empty()) return std::nullopt;
    const Alphabet& alphabet = game_.rules().alphabet();
    std::ranges::sort(plays_, [&](const ValuedPlay& a, const ValuedPlay& b) {
      return a.value != b.value ? a.value > b.value : is_before(a.play, b.play, alphabet);
    });
    return plays_[random.below(std::min(kDozen, plays_.size()))].play;
  }

  StaticPlayer player_;
  const TrainingPlan& plan_;
  Simulation game_;
  std::vector<Note> notes_;
  std::vector<ValuedPlay> plays_;
  PhaseEquations equations_;
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
    PhaseEquations sums;
    std::mutex mutex;
    std::atomic<int> next{0};
    const auto work = [&] {
      Student student(rules, lexicon, weights, plan);
      for (int game; (game = next++) < plan.games;)
        student.play_game(plan.seed * 1'000'000'007 + static_cast<std::uint64_t>(round) * 100'000'000 +
                          static_cast<std::uint64_t>(game));
      const std::lock_guard lock(mutex);
      for (std::size_t phase = 0; phase < kPhases; ++phase) sums[phase].add(student.equations()[phase]);
    };
    {
      std::vector<std::jthread> threads;
      for (int i = 0; i < std::max(1, plan.threads); ++i) threads.emplace_back(work);
    }
    Weights learned;
    TrainingRound news{.round = round};
    double left = 0, all = 0;
    for (std::size_t phase = 0; phase < kPhases; ++phase) {
      double left_here = 0;
      learned.phases[phase] = sums[phase].solve(left_here);
      left += left_here;
      all += sums[phase].squares();
      news.moves += sums[phase].moves();
    }
    const double moves = static_cast<double>(std::max<std::uint64_t>(1, news.moves));
    news.spread_before = std::sqrt(all / moves);
    news.spread_after = std::sqrt(std::max(0.0, left) / moves);
    tell(news);
    weights = learned;
  }
  return weights;
}

}  // namespace toptile::champion
