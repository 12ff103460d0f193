#include "champion/review.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "champion/belief.h"
#include "champion/memory_of_game.h"
#include "champion/weights.h"
#include "engine/judge.h"
#include "protocol/replay.h"

namespace toptile::champion {

namespace {

// A loss of less than this many standard errors may be chance.
constexpr double kClearErrors = 2;
// The chance that an inaccuracy, a mistake and a blunder lose at least.
constexpr double kInaccuracy = 0.02, kMistake = 0.05, kBlunder = 0.10;
constexpr int kLuckDraws = 40;
// The most tiles of a rack that are drawn to infer it, as the bot does.
constexpr std::uint64_t kMaxInferred = 400;

class Mean {
 public:
  void add(double value) {
    ++count_;
    sum_ += value;
    squares_ += value * value;
  }
  ReviewEstimate estimate() const {
    const double mean = sum_ / count_;
    if (count_ < 2) return {mean, 0};
    return {mean, std::sqrt(std::max(0.0, (squares_ - sum_ * mean) / (count_ - 1)) / count_)};
  }

 private:
  double count_ = 0, sum_ = 0, squares_ = 0;
};

// The plays of a record that were challenged and taken back, by their index.
std::set<std::size_t> taken_back_in(const GameRecord& record, const Ruleset& rules, const Lexicon& lexicon) {
  std::set<std::size_t> taken_back;
  if (!rules.has_challenges()) return taken_back;
  Game game = game_of(record, rules, lexicon);
  std::size_t last_play = 0, moves = 0;
  const auto before = [&](const ReplayedTurn& turn) {
    moves = turn.game.moves().size();
    if (std::holds_alternative<Placement>(turn.move)) last_play = turn.index;
    return true;
  };
  const auto after = [&](const ReplayedTurn& turn) {
    if (turn.game.moves().size() < moves) taken_back.insert(last_play);
  };
  (void)replay(play_of(record), game, {.before = before, .after = after});
  return taken_back;
}

double chance_of(int spread) {
  return spread > 0 ? 1 : spread == 0 ? 0.5 : 0;
}

int points_of(const Candidate& candidate) {
  return std::holds_alternative<Placement>(candidate.move) ? candidate.play.points : 0;
}

Tiles tiles_in(const std::vector<Face>& faces) {
  Tiles tiles;
  for (const Face face : faces) tiles.add(face);
  return tiles;
}

void add_all(Tiles& tiles, const Tiles& more) {
  for (FaceSet faces = more.faces(); faces != 0; faces &= faces - 1)
    for (int i = 0; i < more.count(lowest(faces)); ++i) tiles.add(lowest(faces));
}

}  // namespace

Grade grade_of(const ReviewEstimate& loss) {
  if (loss.mean <= kClearErrors * loss.error || loss.mean < kInaccuracy) return Grade::good;
  if (loss.mean < kMistake) return Grade::inaccuracy;
  return loss.mean < kBlunder ? Grade::mistake : Grade::blunder;
}

struct Reviewer::Draw {
  Tiles drawn;                      // What the seat drew last.
  Tiles pool;                       // What was left in the bag then.
  std::optional<std::size_t> turn;  // The index of the seat's last turn.
};

struct Reviewer::Turn {
  const Game& game;  // The game as it was before the move.
  const Move& played;
  Seat seat{};
  const Draw& draw;
  std::uint64_t seed = 0;
  const std::function<bool()>& is_stopped;
};

Reviewer::Reviewer(const Ruleset& rules, const Lexicon& lexicon, const ReviewSettings& settings)
    : rules_(rules),
      lexicon_(lexicon),
      settings_(settings),
      weights_(weights_for(rules)),
      search_(rules, lexicon, weights_, {}),
      solver_(rules, lexicon) {}

// A tile that is exchanged comes into the bag after another one was drawn.
void Reviewer::finish_draw(Draw& draw, const toptile::Turn& last) {
  draw.drawn = tiles_in(last.drawn);
  if (const auto* exchange = std::get_if<Exchange>(&last.move)) {
    if (exchange->tile && draw.pool.count(*exchange->tile) > 0) draw.pool.remove(*exchange->tile);
  }
}

std::optional<std::vector<ReviewedTurn>> Reviewer::review(const GameRecord& record,
                                                          const std::function<bool()>& is_stopped,
                                                          const std::function<void(std::size_t)>& on_turn) {
  std::vector<ReviewedTurn> turns;
  if (record.players.size() < 2) return turns;
  const std::set<std::size_t> taken_back = taken_back_in(record, rules_, lexicon_);
  Game game = game_of(record, rules_, lexicon_);
  std::vector<Draw> draws(record.players.size());
  std::optional<Seat> mover;  // The seat that drew last.
  const auto look_at = [&](const ReplayedTurn& turn) {
    on_turn(turn.index);
    if (turn.index < static_cast<std::size_t>(record.opening) || game.is_question()) return true;
    if (taken_back.contains(turn.index)) return true;
    const Seat seat = game.seat_to_move();
    if (!mover) {
      // Nobody has chosen a move yet, so all of a rack was drawn.
      for (const Seat each_seat : each<Seat>(game.players()))
        draws[static_cast<std::size_t>(each_seat)] = {
            .drawn = game.rack(each_seat), .pool = tiles_in(game.bag()), .turn = {}};
    } else {
      draws[static_cast<std::size_t>(*mover)].pool = tiles_in(game.bag());
    }
    mover = seat;
    Draw& draw = draws[static_cast<std::size_t>(seat)];
    if (draw.turn) finish_draw(draw, game.turns()[*draw.turn]);
    const Turn seen{
        .game = game,
        .played = turn.move,
        .seat = seat,
        .draw = draw,
        .seed = seed_from_text(std::to_string(record.seed) + " review " + std::to_string(turn.index)),
        .is_stopped = is_stopped};
    draw.turn = turn.index;
    auto reviewed = review_turn(seen);
    if (is_stopped()) return false;
    if (!reviewed) return true;
    reviewed->turn = static_cast<int>(turn.index) + 1;
    reviewed->seat = seat;
    reviewed->luck = luck_of(seen);
    turns.push_back(*std::move(reviewed));
    return true;
  };
  (void)replay(play_of(record), game, {.before = look_at});
  if (is_stopped()) return std::nullopt;
  return turns;
}

std::optional<ReviewedTurn> Reviewer::review_turn(const Turn& turn) {
  return endgame_of(turn.game) ? solve(turn) : look_ahead(turn);
}

std::optional<ReviewedTurn> Reviewer::solve(const Turn& turn) {
  const Alphabet& alphabet = rules_.alphabet();
  EndgameBudget budget;
  budget.nodes = settings_.endgame_nodes;
  budget.is_time_up = turn.is_stopped;
  const EndgameAnswer answer = solver_.solve(*endgame_of(turn.game), budget);
  if (!answer.is_proven) return std::nullopt;
  const auto reviewed = [&](const Move& move, int spread) {
    Game after = turn.game;
    const bool is_played = after.play(move).has_value();
    return ReviewedMove{.move = format_move(move, alphabet),
                        .points = is_played ? after.turns().back().worth : 0,
                        .chance = {chance_of(spread), 0},
                        .spread = {static_cast<double>(spread), 0}};
  };
  ReviewedTurn review;
  review.is_exact = true;
  review.best = {reviewed(answer.best, answer.spread)};
  Game after = turn.game;
  if (!after.play(turn.played)) return std::nullopt;
  // A played move and the best one may be written in two ways; the game writes them in one.
  Game best = turn.game;
  if (best.play(answer.best) && best.turns().back().move == after.turns().back().move) {
    review.played = review.best[0];
    review.grade = Grade::best;
    return review;
  }
  while (after.is_question()) {
    if (!after.play(Accept{})) return std::nullopt;
  }
  int spread = 0;
  if (after.is_over()) {
    const std::vector<int> scores = after.final_scores();
    for (const Seat seat : each<Seat>(after.players()))
      if (after.is_playing(seat)) spread += seat == turn.seat ? scores[seat] : -scores[seat];
  } else {
    const auto left = endgame_of(after);
    if (!left) return std::nullopt;
    const EndgameAnswer answer_after = solver_.solve(*left, budget);
    if (!answer_after.is_proven) return std::nullopt;
    spread = after.seat_to_move() == turn.seat ? answer_after.spread : -answer_after.spread;
  }
  review.played = reviewed(turn.played, spread);
  review.loss_of_chance = {chance_of(answer.spread) - chance_of(spread), 0};
  review.loss_of_spread = {static_cast<double>(answer.spread - spread), 0};
  review.grade = grade_of(review.loss_of_chance);
  return review;
}

HiddenTiles Reviewer::hidden_tiles(const Turn& turn, const Situation& situation, Random& random) const {
  HiddenTiles hidden(situation.unseen, situation.held);
  const int players = turn.game.players();
  const Seat before{(turn.seat + players - 1) % players};
  const auto last = last_play_of(turn.game.position_of(turn.seat), rules_, before);
  if (!last || !turn.game.is_playing(before)) return hidden;
  const auto most = static_cast<int>(std::min(kMaxInferred, settings_.nodes / 8));
  hidden.suppose(
      static_cast<std::size_t>(before),
      infer_kept(rules_, lexicon_, search_.player(), *last, situation.unseen, most, random, turn.is_stopped));
  return hidden;
}

std::optional<ReviewedTurn> Reviewer::look_ahead(const Turn& turn) {
  const Game& game = turn.game;
  auto found =
      situation_of(game.position_of(turn.seat), rules_, turn.seat, game.players(), game.may_exchange());
  if (!found) return std::nullopt;
  Situation& situation = *found;
  for (const Seat seat : each<Seat>(game.players())) {
    SimulatedSeat& simulated = situation.seats[seat];
    simulated.is_playing = game.is_playing(seat);
    simulated.passes_in_a_row = game.passes_in_a_row(seat);
    simulated.scoreless_in_a_row = game.scoreless_in_a_row(seat);
  }
  Random random(turn.seed);
  SearchLimits limits;
  limits.nodes = settings_.nodes;
  limits.is_time_up = turn.is_stopped;
  // The seed is drawn before the hidden tiles, whichever argument a compiler would evaluate first.
  std::uint64_t seed = random.below(UINT64_MAX);
  const SearchResult result =
      search_.search(situation, hidden_tiles(turn, situation, random), seed, limits, &turn.played);
  const Candidate played = search_.candidate_of(situation, turn.played);
  // The best move looks better than it is on the tiles by which it was chosen, so others are drawn.
  std::vector<Candidate> rivals = {result.best()};
  const bool is_best = played.move == result.best().move;
  if (!is_best) rivals.push_back(played);
  if (is_best) limits.nodes = std::max<std::uint64_t>(1, settings_.nodes / 2);
  seed = random.below(UINT64_MAX);
  const auto draws = search_.compare(situation, hidden_tiles(turn, situation, random), rivals, seed, limits);
  if (draws.empty()) return std::nullopt;
  const Alphabet& alphabet = rules_.alphabet();
  const auto measured = [&](std::size_t rival) {
    Mean chance, spread;
    for (const auto& outcomes : draws) {
      chance.add(outcomes[rival].chance);
      spread.add(outcomes[rival].spread);
    }
    return ReviewedMove{.move = format_move(rivals[rival].move, alphabet),
                        .points = points_of(rivals[rival]),
                        .chance = chance.estimate(),
                        .spread = spread.estimate()};
  };
  ReviewedTurn review;
  review.best.push_back(measured(0));
  for (std::size_t i = 1; i < std::min(kMaxBest, result.candidates.size()); ++i) {
    const Candidate& candidate = result.candidates[i];
    const Race::Standing& standing = candidate.standing;
    if (standing.tries == 0) break;
    review.best.push_back({.move = format_move(candidate.move, alphabet),
                           .points = points_of(candidate),
                           .chance = {standing.chance, standing.chance_error},
                           .spread = {standing.spread, standing.spread_error}});
  }
  if (is_best) {
    review.played = review.best[0];
    return review;
  }
  review.played = measured(1);
  Mean chance, spread;
  for (const auto& outcomes : draws) {
    chance.add(outcomes[0].chance - outcomes[1].chance);
    spread.add(outcomes[0].spread - outcomes[1].spread);
  }
  review.loss_of_chance = chance.estimate();
  review.loss_of_spread = spread.estimate();
  review.grade = grade_of(review.loss_of_chance);
  return review;
}

// The static value of the best move of a rack, in points.
double Reviewer::worth_of(const BoardLines& lines, const Tiles& rack, int bag) const {
  const StaticPlayer& player = search_.player();
  ValuedPlay best;
  if (player.find_best(lines, rack, bag, best)) return static_cast<double>(best.value) / kPoint;
  Tiles kept = rack;
  if (bag > 0 && !rack.empty()) kept.remove(player.worst_tile(rack, bag));
  const Weights::OfPhase& weights = weights_.phases[static_cast<std::size_t>(phase_of(bag))];
  return static_cast<double>(leave_of(weights, player.vowels(), kept)) / kPoint;
}

std::optional<ReviewEstimate> Reviewer::luck_of(const Turn& turn) {
  Tiles kept = turn.game.rack(turn.seat);
  const int count = turn.draw.drawn.size();
  if (count == 0) return std::nullopt;
  for (FaceSet faces = turn.draw.drawn.faces(); faces != 0; faces &= faces - 1) {
    for (int i = 0; i < turn.draw.drawn.count(lowest(faces)); ++i) {
      if (kept.count(lowest(faces)) == 0) return std::nullopt;
      kept.remove(lowest(faces));
    }
  }
  // Whatever happened on the board since then does not depend on what was drawn, so all tiles that were in
  // the bag were as likely.
  Tiles pool = turn.draw.pool;
  add_all(pool, turn.draw.drawn);
  std::vector<Face> bag_then;
  for (FaceSet faces = pool.faces(); faces != 0; faces &= faces - 1)
    bag_then.insert(bag_then.end(), static_cast<std::size_t>(pool.count(lowest(faces))), lowest(faces));
  BoardLines lines(rules_, lexicon_);
  lines.become(turn.game.board());
  const auto bag = static_cast<int>(turn.game.bag().size());
  Random random(turn.seed + 1);
  Mean mean;
  for (int draw = 0; draw < kLuckDraws; ++draw) {
    Tiles rack = kept;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      std::swap(bag_then[i], bag_then[i + random.below(bag_then.size() - i)]);
      rack.add(bag_then[i]);
    }
    mean.add(worth_of(lines, rack, bag));
  }
  const ReviewEstimate others = mean.estimate();
  return ReviewEstimate{worth_of(lines, turn.game.rack(turn.seat), bag) - others.mean, others.error};
}

}  // namespace toptile::champion
