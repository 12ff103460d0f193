#include "champion/search.h"

#include <algorithm>
#include <cmath>
#include <thread>

#include "engine/each.h"

namespace toptile::champion {

namespace {

// Draws of hidden tiles that are tried between two looks at the race.
constexpr int kDrawsARound = 8;
// A play that is so far behind the best one by static value is not tried.
constexpr Value kHopeless = 25 * kPoint;
// The static value counts as much as so many draws: its error is a third of what one draw of two candidates
// differs by chance.
constexpr double kDrawsOfStatic = 8;
constexpr std::uint64_t kMostDraws = 200'000;

// Sums of values and of their squares.
struct Sums {
  double sum = 0, squares = 0;
  void add(double value) {
    sum += value;
    squares += value * value;
  }
};

// Chances decide; of equal ones, the points.
constexpr double kMeritOfPoint = 0.0005;
double merit_of(double chance, double spread) {
  return chance + kMeritOfPoint * spread;
}

// The score of the seat to move less the best other one.
double lead_of(const Situation& situation) {
  int best = INT32_MIN;
  for (const Seat seat : each<Seat>(situation.seats.size()))
    if (seat != situation.to_move && situation.seats[seat].is_playing)
      best = std::max(best, situation.seats[seat].score);
  return best == INT32_MIN ? 0 : situation.seats[situation.to_move].score - best;
}

double error_of(const Sums& sums, std::uint64_t count) {
  if (count < 2) return 0;
  const auto n = static_cast<double>(count);
  const double variance = std::max(0.0, (sums.squares - sums.sum * sums.sum / n) / (n - 1));
  return std::sqrt(variance / n);
}

}  // namespace

double chance_to_win(double lead, int tiles_left) {
  // The standard deviation of the rest of the game, in points: 18 with the last rack, 51 at the beginning.
  const double deviation = 6 + 4.5 * std::sqrt(static_cast<double>(std::max(tiles_left, 1)));
  return 0.5 * std::erfc(-lead / (deviation * std::sqrt(2.0)));
}

// One thread's simulation.
class Search::Worker {
 public:
  Worker(const Ruleset& rules, const Lexicon& lexicon, const StaticPlayer& player)
      : player_(player), game_(rules, lexicon) {}

  void begin(const Situation& situation) {
    game_.set(situation.board, situation.seats, situation.to_move);
    own_ = situation.to_move;
  }

  struct Outcome {
    double spread = 0, chance = 0;
    std::uint64_t nodes = 0;
  };

  // Tries a candidate with the hidden tiles.
  Outcome try_out(const Candidate& candidate, const Deal& deal, int plies, std::uint64_t seed) {
    for (const Seat seat : each<Seat>(game_.players()))
      if (seat != own_) game_.set_rack(seat, deal.racks[seat]);
    game_.set_bag(deal.bag);
    game_.mark();
    Random random(seed);
    leaves_.assign(static_cast<std::size_t>(game_.players()), 0);
    Outcome outcome;
    make(candidate, random);
    ++outcome.nodes;
    for (int ply = 0; ply < plies && !game_.is_over(); ++ply, ++outcome.nodes) go_on(random);
    if (game_.is_over()) {
      const int spread = game_.spread(own_);
      outcome.spread = spread;
      outcome.chance = spread > 0 ? 1 : spread == 0 ? 0.5 : 0;
    } else {
      outcome.spread = estimate();
      int tiles = static_cast<int>(game_.bag().size());
      for (const Seat seat : each<Seat>(game_.players())) tiles += game_.seat(seat).rack.size();
      outcome.chance = chance_to_win(outcome.spread, tiles);
    }
    game_.rewind();
    return outcome;
  }

 private:
  void make(const Candidate& candidate, Random& random) {
    if (std::holds_alternative<Placement>(candidate.move)) {
      keep_leave(candidate.static_value - candidate.play.points * kPoint, candidate.play.tiles_laid);
      game_.play(candidate.play);
    } else if (const auto* exchange = std::get_if<Exchange>(&candidate.move)) {
      keep_leave(candidate.static_value, 0);
      game_.exchange(*exchange->tile, random.below(game_.bag().size()));
    } else {
      keep_leave(candidate.static_value, 0);
      game_.pass();
    }
  }

  void go_on(Random& random) {
    ValuedPlay best;
    const int bag = static_cast<int>(game_.bag().size());
    if (player_.find_best(game_.lines(), game_.rack(), bag, best)) {
      keep_leave(best.value - best.play.points * kPoint, best.play.tiles_laid);
      game_.play(best.play);
      return;
    }
    leaves_[game_.to_move()] = 0;
    player_.move(game_, random);
  }

  void keep_leave(Value leave, int laid) {
    const auto phase = static_cast<std::size_t>(phase_of(game_.bag_after(laid)));
    leaves_[game_.to_move()] = leave - player_.weights().phases[phase].mean;
  }

  // The spread that the game would have in the end: the points so far, and the last leaves. A leave is worth
  // what its owner will make of it, against the mean of all.
  double estimate() const {
    const double own = game_.seat(own_).score + static_cast<double>(leaves_[own_]) / kPoint;
    double other = -1e9;
    for (const Seat seat : each<Seat>(game_.players())) {
      if (seat == own_ || !game_.seat(seat).is_playing) continue;
      other = std::max(other, game_.seat(seat).score + static_cast<double>(leaves_[seat]) / kPoint);
    }
    return other < -1e8 ? own : own - other;
  }

  const StaticPlayer& player_;
  Simulation game_;
  Seat own_{};
  std::vector<Value> leaves_;  // By seat, after its last turn.
};

Search::Search(const Ruleset& rules, const Lexicon& lexicon, const Weights& weights,
               const SearchSettings& settings)
    : rules_(rules), lexicon_(lexicon), player_(rules, weights), settings_(settings) {
  for (int i = 0; i < std::max(1, settings.threads); ++i)
    workers_.push_back(std::make_unique<Worker>(rules, lexicon, player_));
}

Search::~Search() = default;

std::vector<Candidate> Search::candidates_of(const Situation& situation) {
  BoardLines lines(rules_, lexicon_);
  lines.become(situation.board);
  std::vector<ValuedPlay> plays;
  player_.generate(lines, situation.rack(), situation.bag, plays);
  const Alphabet& alphabet = rules_.alphabet();
  const auto is_better = [&](const ValuedPlay& a, const ValuedPlay& b) {
    return a.value != b.value ? a.value > b.value : is_before(a.play, b.play, alphabet);
  };
  const std::size_t count =
      std::min(plays.size(), static_cast<std::size_t>(std::max(1, settings_.candidates)));
  std::partial_sort(plays.begin(), plays.begin() + static_cast<std::ptrdiff_t>(count), plays.end(),
                    is_better);
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < count && plays[i].value > plays[0].value - kHopeless; ++i)
    candidates.push_back(
        {.move = plays[i].play.placement, .play = plays[i].play, .static_value = plays[i].value});
  const Tiles& rack = situation.rack();
  const Weights::OfPhase& weights =
      player_.weights().phases[static_cast<std::size_t>(phase_of(situation.bag))];
  if (situation.may_exchange && situation.bag > 0 && !rack.empty()) {
    const Face worst = player_.worst_tile(rack, situation.bag);
    Tiles kept = rack;
    kept.remove(worst);
    candidates.push_back(
        {.move = Exchange{worst}, .play = {}, .static_value = leave_of(weights, player_.vowels(), kept)});
  }
  if (candidates.empty() || (count < 3 && situation.bag == 0))
    candidates.push_back(
        {.move = Pass{}, .play = {}, .static_value = leave_of(weights, player_.vowels(), rack)});
  std::ranges::stable_sort(
      candidates, [](const Candidate& a, const Candidate& b) { return a.static_value > b.static_value; });
  return candidates;
}

SearchResult Search::glance(const Situation& situation) {
  return {.candidates = candidates_of(situation)};
}

SearchResult Search::search(const Situation& situation, const HiddenTiles& hidden, std::uint64_t seed,
                            const SearchLimits& limits) {
  SearchResult result{.candidates = candidates_of(situation)};
  std::vector<Candidate>& candidates = result.candidates;
  const std::size_t count = candidates.size();
  if (count == 1) return result;
  for (const auto& worker : workers_) worker->begin(situation);
  // With few tiles left the static player goes on to the end.
  const int plies = situation.bag <= 7 ? 1000 : settings_.plies;

  // A point more is worth so much chance; beside it, points count a little by themselves.
  const double lead = lead_of(situation);
  const int tiles = situation.unseen.size() + situation.rack().size();
  const double chance_a_point =
      (chance_to_win(lead + 10, tiles) - chance_to_win(lead - 10, tiles)) / 20 + kMeritOfPoint;
  std::vector<double> prior(count);
  for (std::size_t i = 0; i < count; ++i)
    prior[i] = chance_a_point * static_cast<double>(candidates[i].static_value) / kPoint;

  std::vector<Sums> chances(count), spreads(count);
  std::vector<std::vector<Sums>> differences(count, std::vector<Sums>(count));  // Of pairs i < j.
  std::vector<std::size_t> alive(count);
  for (std::size_t i = 0; i < count; ++i) alive[i] = i;
  std::uint64_t draws = 0;
  using Outcomes = std::vector<Worker::Outcome>;
  std::vector<Outcomes> round(kDrawsARound);
  Random random(seed);
  const auto is_over = [&] {
    if (alive.size() == 1 || draws >= kMostDraws) return true;
    if (limits.nodes && result.nodes >= *limits.nodes) return true;
    return limits.is_time_up && limits.is_time_up();
  };
  while (!is_over()) {
    struct Draw {
      Deal deal;
      std::uint64_t seed;
    };
    std::vector<Draw> dealt;
    for (int i = 0; i < kDrawsARound; ++i) dealt.push_back({hidden.draw(random), random.below(UINT64_MAX)});
    const auto play = [&](std::size_t first, std::size_t step, Worker& worker) {
      for (std::size_t draw = first; draw < dealt.size(); draw += step) {
        round[draw].clear();
        for (const std::size_t i : alive)
          round[draw].push_back(worker.try_out(candidates[i], dealt[draw].deal, plies, dealt[draw].seed));
      }
    };
    if (workers_.size() == 1) {
      play(0, 1, *workers_[0]);
    } else {
      std::vector<std::jthread> threads;
      for (std::size_t w = 0; w < workers_.size(); ++w)
        threads.emplace_back([&, w] { play(w, workers_.size(), *workers_[w]); });
    }
    for (const Outcomes& outcomes : round) {
      for (std::size_t a = 0; a < alive.size(); ++a) {
        const std::size_t i = alive[a];
        chances[i].add(outcomes[a].chance);
        spreads[i].add(outcomes[a].spread);
        result.nodes += outcomes[a].nodes;
        ++candidates[i].draws;
        for (std::size_t b = a + 1; b < alive.size(); ++b)
          differences[i][alive[b]].add(merit_of(outcomes[a].chance, outcomes[a].spread) -
                                       merit_of(outcomes[b].chance, outcomes[b].spread));
      }
    }
    draws += kDrawsARound;
    const auto n = static_cast<double>(draws);
    const auto merit = [&](std::size_t i) {
      return merit_of(chances[i].sum, spreads[i].sum) + kDrawsOfStatic * prior[i];
    };
    const std::size_t leader = *std::ranges::max_element(alive, {}, merit);
    std::erase_if(alive, [&](std::size_t i) {
      if (i == leader) return false;
      const Sums& sums = i < leader ? differences[i][leader] : differences[leader][i];
      const double behind = (merit(leader) - merit(i)) / (n + kDrawsOfStatic);
      const double error = error_of(sums, draws) * std::sqrt(n / (n + kDrawsOfStatic));
      candidates[i].is_dropped = behind > settings_.confidence * error + 1e-9;
      return candidates[i].is_dropped;
    });
  }
  for (std::size_t i = 0; i < count; ++i) {
    Candidate& candidate = candidates[i];
    if (candidate.draws == 0) continue;
    const auto n = static_cast<double>(candidate.draws);
    candidate.spread = spreads[i].sum / n;
    candidate.spread_error = error_of(spreads[i], candidate.draws);
    candidate.chance = chances[i].sum / n;
    candidate.chance_error = error_of(chances[i], candidate.draws);
  }
  const auto believed = [&](const Candidate& candidate) {
    const auto n = static_cast<double>(candidate.draws);
    const double known = chance_a_point * static_cast<double>(candidate.static_value) / kPoint;
    return (n * merit_of(candidate.chance, candidate.spread) + kDrawsOfStatic * known) / (n + kDrawsOfStatic);
  };
  std::ranges::stable_sort(candidates, [&](const Candidate& a, const Candidate& b) {
    return a.is_dropped != b.is_dropped ? b.is_dropped : believed(a) > believed(b);
  });
  return result;
}

}  // namespace toptile::champion
