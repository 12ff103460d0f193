// Patient considers not only the points of a play, but also what it opens on the board and keeps on the rack.
// It draws racks from the unseen tiles, one for the next player and one to fill its own, and finds the best
// play of each on the board after its own play. A play is worth its points, minus what the other player gets,
// plus what it could then play itself. All plays are tried with the same racks, so that luck is the same for
// all.
#include <fmt/format.h>

#include <algorithm>

#include <toptile/engine/judge.h>
#include <toptile/sdk/bot.h>

namespace {

using namespace toptile;

// A play under consideration, and its balance so far.
struct Candidate {
  Candidate(const Thinking& thinking, const ScoredPlay& scored)
      : play(scored),
        after(thinking.position().board),
        kept(thinking.position().rack),
        generator(thinking.rules(), thinking.lexicon()) {
    const LaidTiles laid = tiles_laid_by(after, play.placement);
    for (const LaidTile& tile : laid) kept.remove(tile.face);
    lay(after, laid);
  }
  int best_points(const Tiles& rack) {
    ScoredPlay best;
    generator.find_best(after, rack, best);
    return best.points;
  }

  ScoredPlay play;
  Board after;
  Tiles kept;
  MoveGenerator generator;
  int balance = 0;  // The sum of its worth over all draws.
};

std::vector<Candidate> best_by_points(Thinking& thinking) {
  const Position& position = thinking.position();
  std::vector<ScoredPlay> plays;
  thinking.generator().generate(position.board, position.rack, plays);
  sort_best_first(plays, thinking.rules().alphabet());
  plays.resize(std::min<std::size_t>(plays.size(), std::stoul(thinking.option("Candidates"))));
  std::vector<Candidate> candidates;
  for (const ScoredPlay& play : plays) candidates.emplace_back(thinking, play);
  return candidates;
}

// Takes tiles from the end of `unseen`, while there are any.
void fill(Tiles& rack, int count, std::vector<Face>& unseen) {
  for (; count > 0 && !unseen.empty(); --count) {
    rack.add(unseen.back());
    unseen.pop_back();
  }
}

// Adds what the candidate is worth with the unseen tiles in this order to its balance.
void weigh(Candidate& candidate, std::vector<Face> unseen, int held_by_next, const Thinking& thinking) {
  Tiles next, own = candidate.kept;
  fill(next, held_by_next, unseen);
  fill(own, std::min(candidate.play.tiles_laid, thinking.position().bag.value_or(0)), unseen);
  // Laying the last tile may end the game, and then the next player loses points for its tiles.
  const bool is_end = own.empty() && thinking.rules().end == EndRule::first_out;
  const int gain = is_end ? thinking.rules().left_over * next.size()
                          : candidate.best_points(own) - candidate.best_points(next);
  candidate.balance += candidate.play.points + gain;
}

// Writes an info line about each play, with the mean of its balance in points. The best one comes last,
// because the record keeps the last line.
void tell(Thinking& thinking, const std::vector<Candidate>& candidates, const Candidate& best, int draws) {
  const std::size_t nodes = candidates.size() * static_cast<std::size_t>(draws);
  const auto tell_of = [&](const Candidate& candidate) {
    thinking.tell(fmt::format("nodes {} score {:.1f} pv {}", nodes,
                              static_cast<double>(candidate.balance) / draws,
                              format_move(candidate.play.placement, thinking.rules().alphabet())));
  };
  for (const Candidate& candidate : candidates) {
    if (&candidate != &best) tell_of(candidate);
  }
  tell_of(best);
}

// How often to draw the unseen tiles. A node is a play with one draw, and all plays are tried with the same
// draws.
std::int64_t draws_for(const Thinking& thinking, std::size_t plays) {
  const auto nodes = thinking.nodes();
  return nodes ? std::max<std::int64_t>(*nodes / static_cast<std::int64_t>(plays), 1)
               : std::stoll(thinking.option("Racks"));
}

Move choose(Thinking& thinking) {
  const auto at_first = thinking.time_left();
  const auto is_late = [&] {
    return thinking.should_stop() || (at_first && *thinking.time_left() <= *at_first - *at_first / 10);
  };
  const Position& position = thinking.position();
  std::vector<Candidate> candidates = best_by_points(thinking);
  if (candidates.empty()) return Pass{};
  const auto next = static_cast<std::size_t>((thinking.seat() + 1) % thinking.players());
  const int held_by_next = next < position.racks.size() ? position.racks[next] : thinking.rules().rack;
  std::vector<Face> unseen;
  for (Face face = 0; position.unseen && face < kMaxFaces; ++face)
    unseen.insert(unseen.end(), static_cast<std::size_t>(position.unseen->count(face)), face);
  const std::int64_t draws = candidates.size() == 1 ? 0 : draws_for(thinking, candidates.size());
  int drawn = 0;
  for (; drawn < draws && !is_late(); ++drawn) {
    thinking.random().shuffle(unseen);
    for (Candidate& candidate : candidates) weigh(candidate, unseen, held_by_next, thinking);
  }
  const Candidate& best = *std::ranges::max_element(candidates, {}, &Candidate::balance);
  if (drawn > 0) tell(thinking, candidates, best, drawn);
  return best.play.placement;
}

}  // namespace

int main() {
  return run_bot(
      {.name = "Patient",
       .author = "Toptile",
       .options = {{.name = "Candidates", .type = "spin", .default_value = "12", .min = 1, .max = 1000},
                   {.name = "Racks", .type = "spin", .default_value = "16", .min = 0, .max = 1000}}},
      choose);
}
