#include "tournaments/review/review_summary.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "ratings/fit/confidence.h"

namespace toptile {

namespace {

// A move that loses this much of its chance to win has e times less accuracy.
constexpr double kAccuracyScale = 0.10;

// The mean of a value per unit, from the sums and units of games. Games are the clusters of its interval.
template <class Game, class Value, class Units>
MeanWithInterval mean_of(const std::vector<Game>& games, Value value, Units units) {
  double sum = 0, count = 0;
  for (const Game& game : games) sum += value(game), count += units(game);
  if (count == 0) return {};
  MeanWithInterval mean{sum / count, {}};
  if (games.size() < 2) return mean;
  double squares = 0;
  for (const Game& game : games) {
    const double off = value(game) - mean.mean * units(game);
    squares += off * off;
  }
  const auto n = static_cast<double>(games.size());
  mean.half = student_quantile(n) * std::sqrt(n / (n - 1) * squares) / count;
  return mean;
}

}  // namespace

bool is_costlier(const ClearMistake& one, const ClearMistake& other) {
  return std::tuple(-one.loss_of_chance, -one.loss_of_spread, one.run, one.game, one.turn) <
         std::tuple(-other.loss_of_chance, -other.loss_of_spread, other.run, other.game, other.turn);
}

Json mistake_to_json(const ClearMistake& mistake) {
  return {{"run", mistake.run},
          {"game", static_cast<std::uint64_t>(mistake.game)},
          {"turn", mistake.turn},
          {"seat", static_cast<int>(mistake.seat)},
          {"played", mistake.played},
          {"best", mistake.best},
          {"loss_chance", mistake.loss_of_chance},
          {"loss_spread", mistake.loss_of_spread},
          {"grade", name_of(mistake.grade)}};
}

Json bot_review_to_json(const BotReview& bot) {
  const auto mean_to_json = [](const MeanWithInterval& mean) {
    return Json::array({mean.mean, mean.half ? Json(*mean.half) : Json(nullptr)});
  };
  Json json{{"turns", bot.turns},
            {"accuracy", bot.accuracy},
            {"loss_chance", mean_to_json(bot.loss_of_chance)},
            {"loss_spread", mean_to_json(bot.loss_of_spread)}};
  for (std::size_t grade = 0; grade < kGrades; ++grade)
    json["grades"][std::string(name_of(static_cast<Grade>(grade)))] = bot.grades[grade];
  json["luck"] = mean_to_json(bot.luck);
  json["mistakes"] = Json::array();
  for (const ClearMistake& mistake : bot.mistakes) json["mistakes"].push_back(mistake_to_json(mistake));
  return json;
}

double accuracy_of_move(double loss_of_chance) {
  return 100 * std::exp(-std::max(0.0, loss_of_chance) / kAccuracyScale);
}

void ReviewSummary::keep(std::vector<ClearMistake>& mistakes, ClearMistake mistake) const {
  if (mistakes.size() == most_) {
    if (most_ == 0 || !is_costlier(mistake, mistakes.front())) return;
    std::ranges::pop_heap(mistakes, is_costlier);
    mistakes.pop_back();
  }
  mistakes.push_back(std::move(mistake));
  std::ranges::push_heap(mistakes, is_costlier);
}

void ReviewSummary::add(std::size_t run, const GameReview& review, const GameResult& result) {
  nodes_ = games_ == 0 ? review.nodes : std::min(nodes_, review.nodes);
  ++games_;
  std::array<OfGame, kMaxPlayers> of_seat{};
  for (const ReviewedTurn& turn : review.turns) {
    const auto seat = static_cast<std::size_t>(turn.seat);
    OfBot& bot = bots_[result.by_seat[seat].entrant];
    OfGame& game = of_seat[seat];
    ++game.turns;
    game.loss_of_chance += turn.loss_of_chance.mean;
    game.loss_of_spread += turn.loss_of_spread.mean;
    if (turn.luck) game.luck += turn.luck->mean;
    bot.accuracy += accuracy_of_move(turn.loss_of_chance.mean);
    ++bot.grades[static_cast<std::size_t>(turn.grade)];
    if (turn.grade < Grade::inaccuracy) continue;
    keep(bot.mistakes, {.run = run,
                        .game = review.game,
                        .turn = turn.turn,
                        .seat = turn.seat,
                        .played = turn.played.move,
                        .best = turn.best[0].move,
                        .loss_of_chance = turn.loss_of_chance.mean,
                        .loss_of_spread = turn.loss_of_spread.mean,
                        .grade = turn.grade});
  }
  for (std::size_t seat = 0; seat < result.players; ++seat)
    if (of_seat[seat].turns > 0) bots_[result.by_seat[seat].entrant].games.push_back(of_seat[seat]);
  if (result.players == 2 && !result.is_forfeited() && !result.is_void()) {
    luck_and_spread_.emplace_back(of_seat[0].luck - of_seat[1].luck,
                                  result.by_seat[0].points - result.by_seat[1].points);
  }
}

BotReview ReviewSummary::bot(std::size_t entrant) const {
  const OfBot& bot = bots_[entrant];
  BotReview review;
  review.games = bot.games.size();
  review.grades = bot.grades;
  review.mistakes = bot.mistakes;
  for (const OfGame& game : bot.games) review.turns += game.turns;
  if (review.turns > 0) review.accuracy = bot.accuracy / static_cast<double>(review.turns);
  const auto turns = [](const OfGame& game) { return static_cast<double>(game.turns); };
  review.loss_of_chance = mean_of(
      bot.games, [](const OfGame& game) { return game.loss_of_chance; }, turns);
  review.loss_of_spread = mean_of(
      bot.games, [](const OfGame& game) { return game.loss_of_spread; }, turns);
  review.luck = mean_of(
      bot.games, [](const OfGame& game) { return game.luck; }, [](const OfGame&) { return 1.0; });
  std::ranges::sort(review.mistakes, is_costlier);
  return review;
}

std::optional<double> ReviewSummary::luck_share() const {
  if (luck_and_spread_.size() < kMinLuckGames) return std::nullopt;
  const auto n = static_cast<double>(luck_and_spread_.size());
  double luck = 0, spread = 0;
  for (const auto& [x, y] : luck_and_spread_) luck += x / n, spread += y / n;
  double of_luck = 0, of_spread = 0, of_both = 0;
  for (const auto& [x, y] : luck_and_spread_) {
    of_luck += (x - luck) * (x - luck);
    of_spread += (y - spread) * (y - spread);
    of_both += (x - luck) * (y - spread);
  }
  if (of_luck <= 0 || of_spread <= 0) return std::nullopt;
  return of_both * of_both / (of_luck * of_spread);
}

}  // namespace toptile
