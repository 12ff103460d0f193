#include "tools/champion/openings.h"

#include "champion/static_player.h"
#include "tools/champion/in_threads.h"
#include "tools/champion/training.h"

namespace toptile::champion {

namespace {

class Opener {
 public:
  Opener(const Ruleset& rules, const Lexicon& lexicon, const Weights& weights)
      : player_(rules, weights), alphabet_(rules.alphabet()), game_(rules, lexicon) {}

  void try_rack(std::uint64_t seed) {
    ++seen_.racks;
    deal(game_, seed);
    game_.mark();
    player_.generate(game_.lines(), game_.rack(), game_.bag_after(0), plays_);
    if (plays_.empty()) return;
    std::ranges::sort(plays_, [&](const ValuedPlay& a, const ValuedPlay& b) {
      return a.value != b.value ? a.value > b.value : is_before(a.play, b.play, alphabet_);
    });
    Random random(exchange_seed(seed));
    const ValuedPlay best = drawn(0, random);
    const int best_spread = spread_after(best.play, seed);
    note(best, best, best_spread, best_spread);
    for (int laid = 1; laid <= kMaxBoardSize; ++laid) {
      if (laid == best.play.tiles_laid) continue;
      const auto found =
          std::ranges::find(plays_, laid, [](const ValuedPlay& play) { return play.play.tiles_laid; });
      if (found == plays_.end()) continue;
      const ValuedPlay other = drawn(static_cast<std::size_t>(found - plays_.begin()), random);
      note(other, best, spread_after(other.play, seed), best_spread);
    }
  }

  const Openings& seen() const { return seen_; }

 private:
  // A random one of the places of the play's word.
  ValuedPlay drawn(std::size_t index, Random& random) const {
    std::vector<const ValuedPlay*> places;
    for (const ValuedPlay& play : plays_) {
      if (play.play.placement.word == plays_[index].play.placement.word) places.push_back(&play);
    }
    return *places[random.below(places.size())];
  }

  int spread_after(const ScoredPlay& play, std::uint64_t seed) {
    game_.play(play);
    Random random(seed);
    while (!game_.is_over()) player_.move(game_, random);
    const int spread = game_.spread(Seat{0});
    game_.rewind();
    return spread;
  }

  void note(const ValuedPlay& play, const ValuedPlay& best, int spread, int best_spread) {
    Openings::OfLaid& of = seen_.by_laid[static_cast<std::size_t>(play.play.tiles_laid)];
    of.outcome.add(spread);
    of.points.add(play.play.points);
    if (&play == &best) {
      ++of.is_best;
      return;
    }
    const Value value = best.value - play.value;
    of.behind.add(best_spread - spread);
    of.value_behind.add(value);
    std::size_t step = 0;
    while (value >= Openings::kSteps[step]) ++step;
    seen_.behind_by_step[step].add(best_spread - spread);
    seen_.value_by_step[step].add(value);
  }

  StaticPlayer player_;
  const Alphabet& alphabet_;
  Simulation game_;
  std::vector<ValuedPlay> plays_;
  Openings seen_;
};

}  // namespace

void Openings::add(const Openings& other) {
  racks += other.racks;
  for (std::size_t laid = 0; laid < by_laid.size(); ++laid) {
    OfLaid& of = by_laid[laid];
    const OfLaid& more = other.by_laid[laid];
    of.outcome.add(more.outcome);
    of.points.add(more.points);
    of.behind.add(more.behind);
    of.value_behind.add(more.value_behind);
    of.is_best += more.is_best;
  }
  for (std::size_t step = 0; step < kSteps.size(); ++step) {
    behind_by_step[step].add(other.behind_by_step[step]);
    value_by_step[step].add(other.value_by_step[step]);
  }
}

Openings compare_openings(const Ruleset& rules, const Lexicon& lexicon, const Weights& weights,
                          const OpeningsPlan& plan) {
  return seen_in_threads<Openings>(
      plan.threads, plan.racks, plan.tell, [&] { return Opener(rules, lexicon, weights); },
      [&](Opener& opener, int rack) {
        opener.try_rack(game_seed(plan.seed, static_cast<std::uint64_t>(rack)));
      });
}

Json facts_of(const Openings& openings, const Ruleset& rules) {
  Json facts;
  facts["racks"] = openings.racks;
  Json& by_laid = facts["by_laid"] = Json::array();
  for (std::size_t laid = 1; laid <= static_cast<std::size_t>(rules.rack); ++laid) {
    const Openings::OfLaid& of = openings.by_laid[laid];
    by_laid.push_back({{"laid", laid},
                       {"is_best", of.is_best},
                       {"half_wins", of.outcome.half_wins},
                       {"spread", json_of(of.outcome.spread)},
                       {"points", json_of(of.points)},
                       {"behind", json_of(of.behind)},
                       {"value_behind", json_of(of.value_behind)}});
  }
  Json& steps = facts["by_value_behind"] = Json::array();
  for (std::size_t step = 0; step < Openings::kSteps.size(); ++step)
    steps.push_back({{"below", Openings::kSteps[step]},
                     {"behind", json_of(openings.behind_by_step[step])},
                     {"value_behind", json_of(openings.value_by_step[step])}});
  return facts;
}

}  // namespace toptile::champion
