#include "engine/game.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/opening.h"

namespace toptile {

namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(kLastGameEnd) + 1> kEndNames = {
    "out", "stuck", "passed", "scoreless", "forfeit", "adjudicated", "agreed", "resigned"};

// Whether the game went on until a rule ended it.
bool is_end_by_rules(GameEnd end) {
  return end < GameEnd::forfeit;
}

// The ruleset's tiles sorted by symbol, which is the order of the faces.
std::vector<Face> all_tiles(const Ruleset& rules) {
  std::vector<Face> tiles;
  for (Face face = 0; face < rules.alphabet().size(); ++face) {
    tiles.insert(tiles.end(), static_cast<std::size_t>(rules.tiles().count(face)), face);
  }
  return tiles;
}

std::vector<Face> mixed_bag(const Ruleset& rules, const Lexicon& lexicon, std::uint64_t seed, int players,
                            std::span<const Move> opening) {
  if (!opening.empty()) return arranged_bag(rules, lexicon, seed, players, opening);
  std::vector<Face> bag = all_tiles(rules);
  Random(seed).shuffle(bag);
  return bag;
}

}  // namespace

std::string_view name_of(GameEnd end) {
  return kEndNames[static_cast<std::size_t>(end)];
}

FirstDraw draw_for_first(const Ruleset& rules, std::uint64_t game_seed, int players) {
  FirstDraw draw;
  Random random(first_seat_seed(game_seed));
  std::vector<Seat> seats;
  for (const Seat seat : each<Seat>(players)) seats.push_back(seat);
  // If all tiles had the same face, every round would be a tie.
  while (seats.size() > 1 && rules.alphabet().size() > 1) {
    std::vector<Face> bag = all_tiles(rules);
    random.shuffle(bag);
    auto& round = draw.rounds.emplace_back();
    Face nearest_to_a = kMaxFaces;
    std::vector<Seat> tied;
    for (std::size_t i = 0; i < seats.size(); ++i) {
      round.push_back({seats[i], bag[i]});
      if (bag[i] < nearest_to_a) tied.clear();
      nearest_to_a = std::min(nearest_to_a, bag[i]);
      if (bag[i] == nearest_to_a) tied.push_back(seats[i]);
    }
    seats = tied;
  }
  draw.first = seats.front();
  return draw;
}

Game::Game(const Ruleset& rules, const Lexicon& lexicon, std::uint64_t seed, int players,
           std::span<const Move> opening)
    : rules_(rules),
      lexicon_(lexicon),
      players_(players),
      judge_(rules, lexicon),
      generator_(rules, lexicon),
      exchange_random_(exchange_seed(seed)),
      board_(rules.size),
      first_bag_(mixed_bag(rules, lexicon, seed, players, opening)),
      bag_(first_bag_),
      bag_tiles_(rules.tiles()) {
  TOPTILE_ASSERT(rules.plays_with(players));
  constexpr std::size_t kUsualTurns = 48;
  turns_.reserve(kUsualTurns);
  moves_.reserve(kUsualTurns);
  movers_.reserve(kUsualTurns);
  for (const Seat seat : each<Seat>(players)) draw(seat, rules.rack);
  end_if_over();
}

GameEnd Game::end() const {
  TOPTILE_ASSERT(is_over_);
  return end_;
}

Judged<void> Game::play(const Move& move) {
  TOPTILE_ASSERT(!is_over_);
  const bool is_answer = std::holds_alternative<Challenge>(move) || std::holds_alternative<Accept>(move);
  if (is_answer != is_question_) {
    return Refusal{Reason::not_your_turn,
                   is_question_
                       ? "the question is whether to challenge the last play: answer challenge or accept"
                       : "there is no play to challenge or accept now; it is your turn to move"};
  }
  if (is_answer) return answer_question(std::holds_alternative<Challenge>(move));
  if (const auto* placement = std::get_if<Placement>(&move)) return play_tiles(*placement);
  if (const auto* exchange = std::get_if<Exchange>(&move)) return play_exchange(*exchange);
  return play_pass();
}

Judged<void> Game::play_tiles(const Placement& placement) {
  Judged<Play> judged = judge_.judge(board_, state_of(to_move_).rack, placement);
  if (!judged) return judged.error();
  begin_turn(judged.value().placement);

  Doubt doubt{std::move(judged).value(), {}, turns_.size() - 1};
  for (const LaidTile& tile : doubt.play.laid) {
    doubt.covered.push_back({tile.square, board_.top(tile.square)});
    state_of(to_move_).rack.remove(tile.face);
  }
  lay(board_, doubt.play.laid);
  turns_.back().words = doubt.play.words;
  turns_.back().worth = doubt.play.points;
  keep_move(doubt.play.placement);
  doubt_ = std::move(doubt);

  if (rules_.has_challenges()) {
    asked_ = to_move_;
    ask_next();
  } else {
    let_stand();
  }
  return success();
}

bool Game::may_exchange() const {
  const SeatState& mover = seats_[to_move_];
  const bool has_exchanges = rules_.free_exchanges == 0 || mover.exchanges < rules_.free_exchanges;
  return !is_over_ && !is_question_ && taken_back_in_turn_ == 0 && !mover.rack.empty() && !bag_.empty() &&
         has_exchanges;
}

Judged<void> Game::play_exchange(const Exchange& exchange) {
  SeatState& mover = state_of(to_move_);
  if (!exchange.tile || mover.rack.count(*exchange.tile) == 0) {
    return Refusal{Reason::rack, fmt::format("the rack {} has no such tile to exchange",
                                             rules_.alphabet().symbols(mover.rack))};
  }
  if (bag_.empty())
    return Refusal{Reason::no_exchange, "the bag is empty; tiles can be exchanged only while it is not"};
  if (taken_back_in_turn_ > 0)
    return Refusal{Reason::no_exchange,
                   "after a play was taken back, only another play or a pass is possible"};
  const bool is_free = rules_.free_exchanges > 0;
  if (is_free && mover.exchanges >= rules_.free_exchanges) {
    return Refusal{Reason::no_exchange,
                   fmt::format("all {} exchanges of the game are used up", rules_.free_exchanges)};
  }
  begin_turn(exchange);
  ++mover.exchanges;
  mover.rack.remove(*exchange.tile);
  turns_.back().drawn = draw(to_move_, 1);
  const auto place = static_cast<std::ptrdiff_t>(exchange_random_.below(bag_.size() + 1));
  bag_.insert(bag_.begin() + place, *exchange.tile);
  bag_tiles_.add(*exchange.tile);

  if (is_free) {
    keep_move(exchange);
    end_if_over();
  } else {
    finish_turn(exchange, 0);
  }
  return success();
}

Judged<void> Game::play_pass() {
  begin_turn(Pass{});
  finish_turn(Pass{}, 0);
  return success();
}

Judged<void> Game::answer_question(bool is_challenge) {
  begin_turn(is_challenge ? Move(Challenge{}) : Move(Accept{}));
  if (is_challenge && !doubt_->play.is_all_known) {
    take_back();
  } else if (is_challenge) {
    let_stand();
  } else {
    ask_next();
  }
  return success();
}

// Asks the next seat in turn order after the mover. When all were asked, the play stands.
void Game::ask_next() {
  do asked_ = seat_after(asked_, players_);
  while (asked_ != to_move_ && !is_playing(asked_));
  is_question_ = asked_ != to_move_;
  if (!is_question_) let_stand();
}

void Game::begin_turn(const Move& move) {
  Turn turn;
  turn.seat = seat_to_move();
  turn.rack = rack(turn.seat);
  turn.move = move;
  turn.total = score(turn.seat);
  turns_.push_back(std::move(turn));
}

void Game::let_stand() {
  Turn& turn = turns_[doubt_->turn];
  SeatState& mover = state_of(to_move_);
  const Play play = std::move(doubt_->play);
  doubt_.reset();
  is_question_ = false;
  mover.score += play.points;
  turn.points = play.points;
  turn.total = mover.score;
  if (is_playing(to_move_)) turn.drawn = draw(to_move_, rules_.rack - mover.rack.size());
  const Move move = moves_.back();
  drop_move();  // finish_turn adds it again.
  finish_turn(move, play.points);
}

void Game::take_back() {
  const Doubt doubt = *std::move(doubt_);
  doubt_.reset();
  is_question_ = false;
  for (const LaidTile& below : doubt.covered) board_.lift(below.square, below.face);
  for (const LaidTile& tile : doubt.play.laid) state_of(to_move_).rack.add(tile.face);
  drop_move();
  if (!is_playing(to_move_)) {
    hand_on();
  } else {
    ++taken_back_in_turn_;
    end_if_over();  // The seat that had the last play left may have forfeited meanwhile.
  }
}

void Game::finish_turn(const Move& move, int points) {
  const bool is_pass = std::holds_alternative<Pass>(move);
  keep_move(move);
  for (SeatState& state : seats_) {
    if (!is_pass) state.passes_in_a_row = 0;
    if (points > 0) state.scoreless_in_a_row = 0;
  }
  if (is_pass) ++state_of(to_move_).passes_in_a_row;
  if (points == 0) ++state_of(to_move_).scoreless_in_a_row;
  hand_on();
}

void Game::hand_on() {
  taken_back_in_turn_ = 0;
  if (!end_if_over()) to_move_ = next_seat(to_move_);
}

void Game::keep_move(const Move& move) {
  moves_.push_back(move);
  movers_.push_back(to_move_);
}

void Game::drop_move() {
  moves_.pop_back();
  movers_.pop_back();
}

bool Game::end_if_over() {
  const auto end = find_end();
  is_over_ = end.has_value();
  end_ = end.value_or(GameEnd::out);
  return is_over_;
}

// If several reasons hold at once, the first in this order counts.
std::optional<GameEnd> Game::find_end() {
  const auto is_out = [&](Seat seat) { return !is_playing(seat) || rack(seat).empty(); };
  if (bag_.empty()) {
    bool are_all_out = true;
    for (const Seat seat : each<Seat>(players_)) are_all_out = are_all_out && is_out(seat);
    const bool is_mover_out = is_playing(to_move_) && rack(to_move_).empty();
    if (rules_.end == EndRule::all_out ? are_all_out : is_mover_out) return GameEnd::out;
  }
  if (is_stuck()) return GameEnd::stuck;
  if (have_all(&SeatState::passes_in_a_row, rules_.pass_rounds)) return GameEnd::passed;
  if (rules_.scoreless_rounds > 0 && have_all(&SeatState::scoreless_in_a_row, rules_.scoreless_rounds))
    return GameEnd::scoreless;
  return std::nullopt;
}

bool Game::is_stuck() {
  if (!bag_.empty() && rules_.free_exchanges == 0) return false;
  const auto is_any = [&](auto holds) {
    for (const Seat seat : each<Seat>(players_))
      if (is_playing(seat) && holds(seat)) return true;
    return false;
  };
  const auto may_exchange = [&](Seat seat) {
    return !bag_.empty() && state_of(seat).exchanges < rules_.free_exchanges;
  };
  // A play that was found before is usually still legal, and judging it is quicker than looking for another.
  const auto has_known_play = [&](Seat seat) {
    const auto& play = state_of(seat).known_play;
    const auto judged = play ? std::optional(judge_.judge(board_, rack(seat), *play)) : std::nullopt;
    return judged && *judged && judged->value().is_all_known;
  };
  const auto finds_play = [&](Seat seat) {
    state_of(seat).known_play = generator_.find_play(board_, rack(seat));
    return state_of(seat).known_play.has_value();
  };
  return !is_any(may_exchange) && !is_any(has_known_play) && !is_any(finds_play);
}

// Turns are counted seat by seat, so that a round stays a full round if a seat leaves the game in the middle
// of it.
bool Game::have_all(int SeatState::*count, int rounds) const {
  for (const Seat seat : each<Seat>(players_)) {
    if (can_move(seat) && seats_[seat].*count < rounds) return false;
  }
  return true;
}

void Game::forfeit(Seat seat) {
  TOPTILE_ASSERT(!is_over_ && is_playing(seat));
  state_of(seat).has_forfeited = true;
  int playing = 0;
  for (const Seat other : each<Seat>(players_)) playing += is_playing(other);
  if (playing <= 1) {
    if (is_question_) let_stand();
    is_over_ = true;
    end_ = GameEnd::forfeit;
  } else if (is_question_) {
    if (asked_ == seat) ask_next();
  } else if (to_move_ == seat) {
    hand_on();
  } else {
    end_if_over();
  }
}

void Game::adjudicate(GameEnd end) {
  TOPTILE_ASSERT(!is_over_ && !is_question_);
  TOPTILE_ASSERT(end == GameEnd::adjudicated || end == GameEnd::agreed);
  is_over_ = true;
  end_ = end;
}

void Game::resign(Seat seat) {
  TOPTILE_ASSERT(!is_over_ && !is_question_ && players_ == 2 && is_playing(seat));
  is_over_ = true;
  end_ = GameEnd::resigned;
  resigned_ = seat;
}

void Game::penalize(Seat seat, int points) {
  TOPTILE_ASSERT(points >= 0);
  state_of(seat).penalty += points;
}

bool Game::can_move(Seat seat) const {
  return is_playing(seat) && !(rack(seat).empty() && bag_.empty());
}

// The next seat that can move, or the same seat if there is no other.
Seat Game::next_seat(Seat seat) const {
  for (int i = 1; i <= players_; ++i) {
    const Seat next{(seat + i) % players_};
    if (can_move(next)) return next;
  }
  return seat;
}

std::vector<Face> Game::draw(Seat seat, int count) {
  std::vector<Face> drawn;
  drawn.reserve(std::min(static_cast<std::size_t>(std::max(count, 0)), bag_.size()));
  while (count-- > 0 && !bag_.empty()) {
    drawn.push_back(draw_one(seat));
    state_of(seat).rack.add(drawn.back());
  }
  return drawn;
}

// If there are two players, the second draws from the other end, so that each seat gets the same tiles
// whatever the other does.
Face Game::draw_one(Seat seat) {
  const bool is_from_back = players_ == 2 && seat == 1;
  const auto place = is_from_back ? bag_.end() - 1 : bag_.begin();
  const Face face = *place;
  bag_.erase(place);
  bag_tiles_.remove(face);
  return face;
}

Tiles Game::unseen_by(Seat seat) const {
  Tiles unseen = bag_tiles_;
  for (const Seat other : each<Seat>(players_)) {
    if (other == seat) continue;
    for (FaceSet rest = rack(other).faces(); rest != 0; rest &= rest - 1) {
      for (int i = 0; i < rack(other).count(lowest(rest)); ++i) unseen.add(lowest(rest));
    }
  }
  return unseen;
}

Move Game::move_seen_by(Seat seat, std::size_t index) const {
  const bool is_hidden = movers_[index] != seat && std::holds_alternative<Exchange>(moves_[index]);
  return is_hidden ? Move(Exchange{}) : moves_[index];
}

Position Game::position_of(Seat seat) const {
  Position position(rules_.size);
  position.board = board_;
  position.rack = rack(seat);
  for (const Seat other : each<Seat>(players_)) {
    position.scores.push_back(score(other));
    position.racks.push_back(rack(other).size());
  }
  position.bag = static_cast<int>(bag_.size());
  position.unseen = unseen_by(seat);
  position.moves.emplace();
  for (std::size_t i = 0; i < moves_.size(); ++i) position.moves->push_back(move_seen_by(seat, i));
  return position;
}

std::vector<int> Game::final_scores() const {
  const bool is_played_out = is_over_ && is_end_by_rules(end_);
  std::vector<int> scores;
  for (const Seat seat : each<Seat>(players_)) {
    const bool is_charged = is_played_out && is_playing(seat);
    scores.push_back(score(seat) - seats_[seat].penalty -
                     (is_charged ? rack(seat).size() * rules_.left_over : 0));
  }
  return scores;
}

std::vector<int> Game::ranks() const {
  const std::vector<int> scores = final_scores();
  const auto has_held_out = [&](Seat seat) { return is_playing(seat) && seat != resigned_; };
  std::vector<int> ranks;
  for (const Seat seat : each<Seat>(players_)) {
    int better = 0;
    for (const Seat other : each<Seat>(players_)) {
      const bool is_more = has_held_out(other) == has_held_out(seat)
                               ? has_held_out(seat) && scores[other] > scores[seat]
                               : has_held_out(other);
      better += is_more;
    }
    ranks.push_back(better + 1);
  }
  return ranks;
}

bool has_unknown_word(const Turn& turn, const Lexicon& lexicon) {
  const auto is_unknown = [&](const FormedWord& formed) { return !lexicon.contains(formed.placed.word); };
  return std::ranges::any_of(turn.words, is_unknown);
}

Judged<void> play_text(Game& game, std::string_view move) {
  TOPTILE_TRY(const auto parsed, parse_move(move, game.rules().alphabet()));
  return game.play(parsed);
}

}  // namespace toptile
