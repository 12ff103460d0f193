#include "tools/champion/luck.h"

#include "base/each.h"
#include "champion/levels.h"
#include "champion/static_player.h"
#include "engine/judge.h"
#include "tools/champion/in_threads.h"
#include "tools/champion/training.h"

namespace toptile::champion {

namespace {

class Meeting {
 public:
  Meeting(const Ruleset& rules, const Lexicon& lexicon, const LuckPlayer& first, const LuckPlayer& second,
          int draws, const Weights& yardstick)
      : players_{StaticPlayer(rules, first.weights), StaticPlayer(rules, second.weights)},
        seen_shares_{first.seen, second.seen},
        knows_{first.knows, second.knows},
        judge_(rules, lexicon),
        yardstick_(rules, yardstick),
        draws_(draws),
        game_(rules, lexicon) {}

  void play_pair(std::uint64_t seed) {
    std::array<int, 2> spreads{};  // The first player's, when it starts and when it does not.
    for (const int begins : {0, 1}) {
      const int spread = play_game(seed, begins);
      spreads[static_cast<std::size_t>(begins)] = begins == 0 ? spread : -spread;
      if (draws_ > 0) seen_.luck_and_spread[static_cast<std::size_t>(begins)].add(luck_, spread);
    }
    seen_.spreads.add(spreads[0], spreads[1]);
    std::size_t quarters = 0;
    for (const int spread : spreads) {
      seen_.outcome.add(spread);
      quarters += spread > 0 ? 2 : spread == 0 ? 1 : 0;
    }
    ++seen_.pairs[quarters];
  }

  const Luck& seen() const { return seen_; }

 private:
  // Plays a game, and returns the spread of the first seat.
  int play_game(std::uint64_t seed, int begins) {
    deal(game_, seed);
    Random random(exchange_seed(seed));
    Random draw_random(first_seat_seed(seed));
    luck_ = 0;
    if (draws_ > 0) {
      for (const Seat seat : each<Seat>(2)) weigh_draw(draw_random, seat, {});
    }
    while (!game_.is_over()) {
      const Seat seat = game_.to_move();
      const Tiles kept = move(random, static_cast<std::size_t>(static_cast<int>(seat) ^ begins));
      if (draws_ > 0 && !game_.is_over()) weigh_draw(draw_random, seat, kept);
    }
    return game_.spread(Seat{0});
  }

  // Makes a move, and returns the tiles that it kept.
  Tiles move(Random& random, std::size_t who) {
    const StaticPlayer& player = players_[who];
    const int bag = game_.bag_after(0);
    Tiles kept = game_.rack();
    ScoredPlay play;
    bool has_play = false;
    if (knows_[who]) {
      player.generate(game_.lines(), kept, bag, plays_);
      std::ranges::sort(plays_, [&](const ValuedPlay& a, const ValuedPlay& b) {
        return a.value != b.value ? a.value > b.value : is_before(a.play, b.play, game_.rules().alphabet());
      });
      const auto known = std::ranges::find_if(plays_, [&](const ValuedPlay& candidate) {
        return knows_all_words(who, candidate.play.placement);
      });
      has_play = known != plays_.end();
      if (has_play) play = known->play;
    } else if (seen_shares_[who] < 1) {
      player.generate(game_.lines(), kept, bag, plays_);
      has_play = !plays_.empty();
      if (has_play) play = choose_seen(plays_, seen_shares_[who], random).play;
    } else {
      ValuedPlay best;
      has_play = player.find_best(game_.lines(), kept, bag, best);
      play = best.play;
    }
    if (has_play) {
      for (const LaidTile& tile : tiles_laid_by(game_.lines().board(), play.placement))
        kept.remove(tile.face);
      game_.play(play);
    } else if (bag > 0 && !kept.empty()) {
      const Face worst = player.worst_tile(kept, bag);
      kept.remove(worst);
      game_.exchange(worst, random.below(static_cast<std::uint64_t>(bag)));
    } else {
      game_.pass();
    }
    return kept;
  }

  bool knows_all_words(std::size_t who, const Placement& placement) const {
    const auto judged = judge_.judge(game_.lines().board(), game_.rack(), placement);
    TOPTILE_ASSERT(judged);
    return std::ranges::all_of(judged.value().words,
                               [&](const FormedWord& formed) { return knows_[who](formed.placed.word); });
  }

  // Adds a seat's luck of the draw: the best static value of its rack on the board, minus the mean over racks
  // that it could have drawn instead.
  void weigh_draw(Random& random, Seat seat, const Tiles& kept) {
    const Tiles rack = game_.seat(seat).rack;
    const int drawn = rack.size() - kept.size();
    if (drawn == 0) return;
    std::vector<Face>& pool = pool_;
    pool = game_.bag();
    for (FaceSet faces = rack.faces(); faces != 0; faces &= faces - 1) {
      const Face face = lowest(faces);
      pool.insert(pool.end(), static_cast<std::size_t>(rack.count(face) - kept.count(face)), face);
    }
    if (pool.size() == static_cast<std::size_t>(drawn)) return;  // No other draw was possible.
    std::int64_t others = 0;
    for (int i = 0; i < draws_; ++i) {
      Tiles other = kept;
      for (std::size_t tile = 0; tile < static_cast<std::size_t>(drawn); ++tile) {
        std::swap(pool[tile], pool[tile + random.below(pool.size() - tile)]);
        other.add(pool[tile]);
      }
      others += value_of(other);
    }
    const std::int64_t luck = value_of(rack) - others / draws_;
    luck_ += seat == Seat{0} ? luck : -luck;
  }

  Value value_of(const Tiles& rack) const {
    const int bag = game_.bag_after(0);
    ValuedPlay best;
    if (yardstick_.find_best(game_.lines(), rack, bag, best)) return best.value;
    return leave_of(yardstick_.weights().phases[static_cast<std::size_t>(phase_of(bag))], yardstick_.vowels(),
                    rack);
  }

  std::array<StaticPlayer, 2> players_;
  std::array<double, 2> seen_shares_;
  std::array<std::function<bool(const Word&)>, 2> knows_;
  Judge judge_;
  StaticPlayer yardstick_;
  int draws_;
  Simulation game_;
  std::vector<ValuedPlay> plays_;
  std::vector<Face> pool_;
  std::int64_t luck_ = 0;
  Luck seen_;
};

}  // namespace

void Luck::add(const Luck& other) {
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] += other.pairs[i];
  outcome.add(other.outcome);
  spreads.add(other.spreads);
  for (std::size_t i = 0; i < luck_and_spread.size(); ++i) luck_and_spread[i].add(other.luck_and_spread[i]);
}

Luck measure_luck(const Ruleset& rules, const Lexicon& lexicon, const LuckPlayer& first,
                  const LuckPlayer& second, const LuckPlan& plan) {
  return seen_in_threads<Luck>(
      plan.threads, plan.pairs, plan.tell,
      [&] { return Meeting(rules, lexicon, first, second, plan.draws, first.weights); },
      [&](Meeting& meeting, int pair) {
        meeting.play_pair(game_seed(plan.seed, static_cast<std::uint64_t>(pair)));
      });
}

Json facts_of(const Luck& luck) {
  const auto cross = [](const CrossSum& sum) {
    return Json{{"x", json_of(sum.x)}, {"y", json_of(sum.y)}, {"products", sum.products}};
  };
  Json facts = {{"pairs", luck.pairs},
                {"half_wins", luck.outcome.half_wins},
                {"spread", json_of(luck.outcome.spread)},
                {"spreads", cross(luck.spreads)}};
  if (luck.luck_and_spread[0].x.count > 0)
    facts["luck_and_spread"] = {cross(luck.luck_and_spread[0]), cross(luck.luck_and_spread[1])};
  return facts;
}

}  // namespace toptile::champion
