// Champion is the strongest bot that ships: Monte Carlo look-ahead with a player that knows what tiles are
// worth (champion/search.h), exact endgames, and bluffs where words stand until challenged.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>

#include "champion/bluff.h"
#include "champion/levels.h"
#include "champion/memory_of_game.h"
#include "champion/search.h"
#include "champion/time_plan.h"
#include "champion/weights.h"
#include "engine/endgame.h"
#include "protocol/sdk/cpp/bot.h"

namespace {

using namespace toptile;
using namespace toptile::champion;
using std::chrono::milliseconds;

// How long it thinks without a limit, unless it is stopped.
constexpr milliseconds kTimeWithoutLimit{1000};
// The most tiles of a rack that are drawn to infer it.
constexpr std::uint64_t kMaxInferred = 400;
// The engine's solver is asked for this many nodes at most, so that a position without an end costs no game.
constexpr std::uint64_t kMaxEndgameNodes = 2'000'000;
// Its table holds the positions of so many nodes.
constexpr std::size_t kEndgameTableBytes = std::size_t{64} << 20;

// Its assumed speed before it has searched, and how many nodes a search needs to measure it.
constexpr double kNodesPerSecond = 15'000;
constexpr std::uint64_t kTellingNodes = 50;

class Champion {
 public:
  void prepare(const Ruleset& rules, const Lexicon& lexicon) {
    rules_ = &rules;
    lexicon_ = &lexicon;
    weights_ = weights_for(rules);
    search_.reset();
    solver_ = std::make_unique<EndgameSolver>(rules, lexicon, kEndgameTableBytes);
  }

  void begin_game() { objections_.begin_game(); }

  Move choose(Thinking& thinking) {
    objections_.take_question(thinking.challenged_away());
    Strength strength;
    const bool is_limited = is_set(thinking, "LimitStrength");
    if (is_limited) strength = strength_of(number(thinking, "Elo"), thinking.random());
    begin(thinking, strength);
    if (is_limited && !strength.looks_ahead()) return choose_weakly(thinking, strength);
    const Seat own{thinking.seat()};
    auto situation =
        situation_of(thinking.position(), *rules_, own, thinking.players(), thinking.may_exchange());
    if (situation && !is_limited) {
      if (const auto bold = bluff(thinking, *situation)) return *bold;
    }
    if (const auto endgame = endgame_of(thinking); endgame && settings_.solves_games)
      return solve(thinking, *endgame);
    // The unseen tiles are unknown, so only the points and the tiles on its own rack count.
    if (!situation) return best_points(thinking);
    const bool is_static =
        !is_set(thinking, "Search") || (time_ && *time_ == milliseconds(0)) || thinking.players() == 1;
    SearchResult result = is_static ? search_->glance(*situation) : look_ahead(thinking, *situation);
    tell(thinking, result);
    return result.best().move;
  }

 private:
  void begin(Thinking& thinking, const Strength& strength) {
    settings_.candidates = strength.looks_ahead() ? strength.candidates : number(thinking, "Candidates");
    nodes_.reset();
    if (thinking.nodes()) nodes_ = static_cast<std::uint64_t>(std::max<std::int64_t>(1, *thinking.nodes()));
    if (strength.looks_ahead()) nodes_ = std::min(nodes_.value_or(strength.nodes), strength.nodes);
    const int plies = number(thinking, "Plies");
    settings_.plies = plies > 0 ? std::optional(plies) : std::nullopt;
    settings_.threads = number(thinking, "Threads");
    settings_.drops = is_set(thinking, "Drop");
    settings_.solves_games = is_set(thinking, "Solver");
    settings_.aim = thinking.option("Aim") == "spread" ? Aim::spread() : Aim{};
    if (!search_ || settings_ != made_with_) {
      search_ = std::make_unique<Search>(*rules_, *lexicon_, weights_, settings_);
      made_with_ = settings_;
    }
    left_at_first_ = thinking.time_left();
    const Position& position = thinking.position();
    const int tiles = position.rack.size() + (position.unseen ? position.unseen->size() : 0);
    time_ = time_for_move({.left = left_at_first_,
                           .is_for_game = !thinking.clocks().empty(),
                           .increment = thinking.increment(),
                           .turns = turns_left(tiles, thinking.players())});
    if (!time_ && !nodes_) time_ = kTimeWithoutLimit;
    begun_ = std::chrono::steady_clock::now();
  }

  // Overlooks plays as a player of the requested Elo does.
  Move choose_weakly(Thinking& thinking, const Strength& strength) {
    const Position& position = thinking.position();
    const int bag = position.bag.value_or(0);
    BoardLines lines(*rules_, *lexicon_);
    lines.become(position.board);
    std::vector<ValuedPlay> plays;
    search_->player().generate(lines, position.rack, bag, plays);
    if (!plays.empty()) return choose_seen(plays, strength.seen, thinking.random()).play.placement;
    if (thinking.may_exchange()) return Exchange{search_->player().worst_tile(position.rack, bag)};
    return Pass{};
  }

  // A play with an unknown word, if it would be worth much more than any honest move if it stood. Requires
  // the moves of the game, without which it is unknown whether a play was taken back.
  std::optional<Move> bluff(Thinking& thinking, const Situation& situation) {
    if (!rules_->has_challenges() || !is_set(thinking, "Bluff") || thinking.players() == 1 ||
        !thinking.position().moves || !objections_.may_bluff())
      return std::nullopt;
    BoardLines lines(*rules_, *lexicon_);
    lines.become(situation.board);
    const auto play = best_bluff(lines, situation.rack());
    if (!play || play->is_all_known || loses_at_once(situation, *play)) return std::nullopt;
    const Value value = search_->candidate_of(situation, play->placement).static_value;
    if (value < search_->glance(situation).best().static_value + objections_.least_gain())
      return std::nullopt;
    objections_.take_bluff();
    thinking.tell(fmt::format("score {:.1f} pv {} string a bluff", static_cast<double>(value) / kPoint,
                              format_move(play->placement, rules_->alphabet())));
    return play->placement;
  }

  // Whether a play ends the game, and another seat wins it.
  bool loses_at_once(const Situation& situation, const Play& play) const {
    const auto laid = static_cast<int>(play.laid.size());
    if (rules_->end != EndRule::first_out || situation.bag > 0 || laid < situation.rack().size())
      return false;
    const int own = situation.seats[situation.to_move].score + play.points;
    for (const Seat seat : each<Seat>(situation.seats.size())) {
      const auto s = static_cast<std::size_t>(seat);
      if (seat != situation.to_move && situation.seats[s].score - rules_->left_over * situation.held[s] > own)
        return true;
    }
    return false;
  }

  bool is_time_up(Thinking& thinking) const {
    if (!time_) return thinking.should_stop();
    const auto used = std::chrono::steady_clock::now() - begun_;
    if (used >= *time_) return true;
    // Near the end of its time, the kit would return true in any case.
    const auto left = thinking.time_left();
    return (!left || *left > milliseconds(40)) && thinking.should_stop();
  }

  Move solve(Thinking& thinking, const EndgamePosition& endgame) {
    EndgameBudget budget;
    budget.nodes = nodes_.value_or(kMaxEndgameNodes);
    budget.is_time_up = [&] { return is_time_up(thinking); };
    const EndgameAnswer answer = solver_->solve(endgame, budget);
    thinking.tell(fmt::format("depth {} nodes {} score {} pv {}", answer.line.size(), answer.nodes,
                              answer.spread, format_move(answer.best, rules_->alphabet())));
    return answer.best;
  }

  SearchResult look_ahead(Thinking& thinking, const Situation& situation) {
    HiddenTiles hidden(situation.unseen, situation.held);
    SearchLimits limits;
    limits.nodes = nodes_;
    limits.is_time_up = [&] { return is_time_up(thinking); };
    const Seat last{(thinking.seat() + thinking.players() - 1) % thinking.players()};
    const auto last_play = last_play_of(thinking.position(), *rules_, last);
    if (is_set(thinking, "Inference") && last_play && last != situation.to_move) {
      const std::uint64_t most = std::min(kMaxInferred, limits.nodes ? *limits.nodes / 8 : kMaxInferred);
      const auto is_enough = [&] { return time_ && std::chrono::steady_clock::now() - begun_ > *time_ / 8; };
      auto kept = infer_kept(*rules_, *lexicon_, search_->player(), *last_play, situation.unseen,
                             static_cast<int>(most), thinking.random(), is_enough);
      if (limits.nodes) *limits.nodes -= std::min<std::uint64_t>(*limits.nodes - 1, kept.size());
      hidden.suppose(static_cast<std::size_t>(last), std::move(kept));
    }
    if (time_) limits.expected_nodes = static_cast<std::uint64_t>(nodes_per_second_ * seconds(*time_));
    const auto search_begun = std::chrono::steady_clock::now();
    SearchResult result = search_->search(situation, hidden, thinking.random().below(UINT64_MAX), limits);
    const double taken = seconds(std::chrono::steady_clock::now() - search_begun);
    if (result.nodes >= kTellingNodes && taken > 0)
      nodes_per_second_ = static_cast<double>(result.nodes) / taken;
    return result;
  }

  static double seconds(std::chrono::duration<double> time) { return time.count(); }

  // Writes info lines about the best moves, the best one last, because the record keeps the last line.
  void tell(Thinking& thinking, const SearchResult& result) const {
    constexpr std::size_t kMaxTold = 5;
    for (std::size_t i = std::min(kMaxTold, result.candidates.size()); i-- > 0;) {
      const auto& candidate = result.candidates[i];
      const std::string move = format_move(candidate.move, rules_->alphabet());
      const auto& standing = candidate.standing;
      if (standing.tries == 0) {
        thinking.tell(
            fmt::format("score {:.1f} pv {}", static_cast<double>(candidate.static_value) / kPoint, move));
      } else {
        thinking.tell(fmt::format(
            "nodes {} score {:.1f} pv {} string spread {:+.1f} ±{:.1f} win {:.1f} ±{:.1f} % draws {}",
            result.nodes, standing.spread, move, standing.spread, 1.96 * standing.spread_error,
            100 * standing.chance, 196 * standing.chance_error, standing.tries));
      }
    }
  }

  static Move best_points(Thinking& thinking) {
    ScoredPlay best;
    const Position& position = thinking.position();
    if (!thinking.generator().find_best(position.board, position.rack, best)) return Pass{};
    return best.placement;
  }

  static bool is_set(const Thinking& thinking, const char* option) {
    return thinking.option(option) == "true";
  }

  static int number(const Thinking& thinking, const char* option) {
    return std::stoi(thinking.option(option));
  }

  const Ruleset* rules_ = nullptr;
  const Lexicon* lexicon_ = nullptr;
  Weights weights_;
  SearchSettings settings_, made_with_;
  std::unique_ptr<Search> search_;
  std::unique_ptr<EndgameSolver> solver_;
  Objections objections_;
  std::optional<std::uint64_t> nodes_;  // The limit of this move.
  double nodes_per_second_ = kNodesPerSecond;
  std::optional<milliseconds> left_at_first_, time_;
  std::chrono::steady_clock::time_point begun_;
};

// The Elo of an argument such as "800", or nullopt if it is invalid.
std::optional<int> elo_of(std::string_view text) {
  int elo = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), elo);
  const bool is_elo =
      error == std::errc() && end == text.data() + text.size() && elo >= kMinElo && elo <= kMaxElo;
  return is_elo ? std::optional(elo) : std::nullopt;
}

}  // namespace

int main(int count, char** arguments) {
  const auto elo = count == 2 ? elo_of(arguments[1]) : std::nullopt;
  if (count > 1 && !elo) {
    fmt::print(stderr, "champion: the only argument is an Elo to play at, {} to {}, as in \"champion 800\"\n",
               kMinElo, kMaxElo);
    return 2;
  }
  Champion champion;
  return run_bot(
      {.name = elo ? fmt::format("Champion {}", *elo) : "Champion",
       .author = "Toptile",
       .options = {{.name = "LimitStrength", .type = "check", .default_value = elo ? "true" : "false"},
                   {.name = "Elo",
                    .type = "spin",
                    .default_value = std::to_string(elo.value_or(1500)),
                    .min = kMinElo,
                    .max = kMaxElo},
                   {.name = "Search", .type = "check", .default_value = "true"},
                   {.name = "Inference", .type = "check", .default_value = "true"},
                   {.name = "Candidates", .type = "spin", .default_value = "40", .min = 1, .max = 1000},
                   {.name = "Plies", .type = "spin", .default_value = "0", .min = 0, .max = 100},
                   {.name = "Drop", .type = "check", .default_value = "true"},
                   {.name = "Solver", .type = "check", .default_value = "true"},
                   {.name = "Aim", .type = "combo", .default_value = "win", .choices = {"win", "spread"}},
                   {.name = "Threads", .type = "spin", .default_value = "1", .min = 1, .max = 16},
                   {.name = "Bluff", .type = "check", .default_value = "true"}},
       .new_game = [&] { champion.begin_game(); }},
      [&](Thinking& thinking) { return champion.choose(thinking); }, {},
      [&](const Ruleset& rules, const Lexicon& lexicon) { champion.prepare(rules, lexicon); });
}
