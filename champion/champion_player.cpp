#include "champion/champion_player.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/each.h"
#include "champion/memory_of_game.h"
#include "engine/movegen.h"

namespace toptile::champion {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// At most this many possible racks are drawn to infer what the last player kept.
constexpr std::uint64_t kMaxDrawnToInfer = 400;
// The engine's solver is asked for this many nodes at most, so that a position without an end costs no game.
constexpr std::uint64_t kMaxEndgameNodes = 2'000'000;

// Its assumed speed before it has searched, and how many nodes a search needs to measure it.
constexpr double kNodesPerSecond = 15'000;
constexpr std::uint64_t kTellingNodes = 50;

double seconds(std::chrono::duration<double> time) {
  return time.count();
}

}  // namespace

// A question with all that its answer depends on.
struct ChampionPlayer::Asked {
  const MoveQuestion& question;
  const PlayerSettings& settings;
  Random& random;
  const Tell& tell;
  std::optional<std::uint64_t> nodes;  // The limit of this move.
  steady_clock::time_point begun;      // Set if the time is limited: only then is the clock read.

  const Position& position() const { return question.position; }
  // Whether more than 1/divisor of the time has been used.
  bool has_used_fraction(int divisor) const {
    return question.time && steady_clock::now() - begun > *question.time / divisor;
  }
  bool is_time_up() const { return has_used_fraction(1) || question.should_stop(); }
};

ChampionPlayer::ChampionPlayer(const Ruleset& rules, const Lexicon& lexicon, std::size_t endgame_table_bytes)
    : rules_(rules),
      lexicon_(lexicon),
      weights_(weights_for(rules)),
      solver_(rules, lexicon, endgame_table_bytes),
      nodes_per_second_(kNodesPerSecond) {}

void ChampionPlayer::recall(const Game& game, Seat seat) {
  objections_.begin_game();
  for (const Turn& turn : game.turns()) {
    if (turn.seat != seat || !std::holds_alternative<Placement>(turn.move)) continue;
    objections_.take_question(0);
    if (has_unknown_word(turn, lexicon_)) objections_.take_bluff();
    const bool is_taken_back = turn.points == 0;  // As engine/game.h says of Turn::points.
    if (is_taken_back) objections_.take_question(1);
  }
}

Move ChampionPlayer::choose(const MoveQuestion& question, const PlayerSettings& settings, Random& random,
                            const Tell& tell) {
  Asked asked{question, settings, random, tell, question.nodes, {}};
  if (question.time) asked.begun = steady_clock::now();
  objections_.take_question(question.challenged_away);
  Strength strength;
  SearchSettings search = settings.search;
  if (settings.elo) {
    strength = strength_of(*settings.elo, random);
    if (strength.looks_ahead()) {
      search.candidates = strength.candidates;
      asked.nodes = std::min(asked.nodes.value_or(strength.nodes), strength.nodes);
    }
  }
  if (!search_ || search != made_with_) {
    search_ = std::make_unique<Search>(rules_, lexicon_, weights_, search);
    made_with_ = search;
  }
  if (settings.elo && !strength.looks_ahead()) return choose_weakly(asked, strength.seen);
  auto situation =
      situation_of(question.position, rules_, question.seat, question.players, question.may_exchange);
  if (situation && !settings.elo) {
    if (const auto bold = bluff(asked, *situation)) return *bold;
  }
  if (question.endgame && search.solves_games) return solve(asked);
  // The unseen tiles are unknown, so only the points and the tiles on its own rack count.
  if (!situation) return best_points(question.position);
  const bool is_static = !settings.searches || question.time == milliseconds(0) || question.players == 1;
  const SearchResult result = is_static ? search_->glance(*situation) : look_ahead(asked, *situation);
  tell_of(asked, result);
  return result.best().move;
}

// Overlooks plays as a player of the requested Elo does.
Move ChampionPlayer::choose_weakly(const Asked& asked, double seen) {
  const Position& position = asked.position();
  const int bag = position.bag.value_or(0);
  BoardLines lines(rules_, lexicon_);
  lines.become(position.board);
  std::vector<ValuedPlay> plays;
  search_->player().generate(lines, position.rack, bag, plays);
  if (!plays.empty()) return choose_seen(plays, seen, asked.random).play.placement;
  if (asked.question.may_exchange) return Exchange{search_->player().worst_tile(position.rack, bag)};
  return Pass{};
}

// A play with an unknown word, if it would be worth much more than any honest move if it stood. Requires the
// moves of the game, without which it is unknown whether a play was taken back.
std::optional<Move> ChampionPlayer::bluff(const Asked& asked, const Situation& situation) {
  if (!rules_.has_challenges() || !asked.settings.bluffs || asked.question.players == 1 ||
      !asked.position().moves || !objections_.may_bluff())
    return std::nullopt;
  BoardLines lines(rules_, lexicon_);
  lines.become(situation.board);
  const auto play = best_bluff(lines, situation.rack());
  if (!play || play->is_all_known || loses_at_once(situation, *play)) return std::nullopt;
  const Value value = search_->candidate_of(situation, play->placement).static_value;
  if (value < search_->glance(situation).best().static_value + objections_.least_gain()) return std::nullopt;
  objections_.take_bluff();
  asked.tell(fmt::format("score {:.1f} pv {} string a bluff", static_cast<double>(value) / kPoint,
                         format_move(play->placement, rules_.alphabet())));
  return play->placement;
}

// Whether a play ends the game, and another seat wins it.
bool ChampionPlayer::loses_at_once(const Situation& situation, const Play& play) const {
  const auto laid = static_cast<int>(play.laid.size());
  if (rules_.end != EndRule::first_out || situation.bag > 0 || laid < situation.rack().size()) return false;
  const int own = situation.seats[situation.to_move].score + play.points;
  for (const Seat seat : each<Seat>(situation.seats.size())) {
    const auto s = static_cast<std::size_t>(seat);
    if (seat != situation.to_move && situation.seats[s].score - rules_.left_over * situation.held[s] > own)
      return true;
  }
  return false;
}

Move ChampionPlayer::solve(const Asked& asked) {
  EndgameBudget budget;
  budget.nodes = asked.nodes.value_or(kMaxEndgameNodes);
  budget.is_time_up = [&] { return asked.is_time_up(); };
  const EndgameAnswer answer = solver_.solve(*asked.question.endgame, budget);
  asked.tell(fmt::format("depth {} nodes {} score {} pv {}", answer.line.size(), answer.nodes, answer.spread,
                         format_move(answer.best, rules_.alphabet())));
  return answer.best;
}

SearchResult ChampionPlayer::look_ahead(const Asked& asked, const Situation& situation) {
  const MoveQuestion& question = asked.question;
  HiddenTiles hidden(situation.unseen, situation.held);
  SearchLimits limits;
  limits.nodes = asked.nodes;
  limits.is_time_up = [&] { return asked.is_time_up(); };
  const Seat last{(question.seat + question.players - 1) % question.players};
  const auto last_play = last_play_of(question.position, rules_, last);
  if (asked.settings.infers && last_play && last != situation.to_move) {
    const std::uint64_t most =
        std::min(kMaxDrawnToInfer, limits.nodes ? *limits.nodes / 8 : kMaxDrawnToInfer);
    auto kept = infer_kept(rules_, lexicon_, search_->player(), *last_play, situation.unseen,
                           static_cast<int>(most), asked.random, [&] { return asked.has_used_fraction(8); });
    if (limits.nodes) *limits.nodes -= std::min<std::uint64_t>(*limits.nodes - 1, kept.size());
    hidden.suppose(static_cast<std::size_t>(last), std::move(kept));
  }
  const std::uint64_t seed = asked.random.below(UINT64_MAX);
  if (!question.time) return search_->search(situation, hidden, seed, limits);
  limits.expected_nodes = static_cast<std::uint64_t>(nodes_per_second_ * seconds(*question.time));
  const auto search_begun = steady_clock::now();
  SearchResult result = search_->search(situation, hidden, seed, limits);
  const double taken = seconds(steady_clock::now() - search_begun);
  if (result.nodes >= kTellingNodes && taken > 0)
    nodes_per_second_ = static_cast<double>(result.nodes) / taken;
  return result;
}

void ChampionPlayer::tell_of(const Asked& asked, const SearchResult& result) const {
  constexpr std::size_t kMaxTold = 5;
  for (std::size_t i = std::min(kMaxTold, result.candidates.size()); i-- > 0;) {
    const auto& candidate = result.candidates[i];
    const std::string move = format_move(candidate.move, rules_.alphabet());
    const auto& standing = candidate.standing;
    if (standing.tries == 0) {
      asked.tell(
          fmt::format("score {:.1f} pv {}", static_cast<double>(candidate.static_value) / kPoint, move));
    } else {
      asked.tell(fmt::format(
          "nodes {} score {:.1f} pv {} string spread {:+.1f} ±{:.1f} win {:.1f} ±{:.1f} % draws {}",
          result.nodes, standing.spread, move, standing.spread, 1.96 * standing.spread_error,
          100 * standing.chance, 196 * standing.chance_error, standing.tries));
    }
  }
}

Move ChampionPlayer::best_points(const Position& position) const {
  ScoredPlay best;
  if (!MoveGenerator(rules_, lexicon_).find_best(position.board, position.rack, best)) return Pass{};
  return best.placement;
}

}  // namespace toptile::champion
