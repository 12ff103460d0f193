#include "protocol/adjudication.h"
#include "protocol/words.h"

#include <fmt/format.h>

#include <algorithm>

namespace toptile {

namespace {

int finished_turns(const Game& game) {
  if (game.rules().free_exchanges == 0) return static_cast<int>(game.moves().size());
  return static_cast<int>(std::ranges::count_if(
      game.moves(), [](const Move& move) { return !std::holds_alternative<Exchange>(move); }));
}

std::optional<Seat> leader_by(const Game& game, int points) {
  for (const Seat seat : each<Seat>(game.players())) {
    bool is_ahead = game.is_playing(seat);
    for (const Seat other : each<Seat>(game.players())) {
      if (other != seat && game.is_playing(other))
        is_ahead = is_ahead && game.score(seat) - game.score(other) >= points;
    }
    if (is_ahead) return seat;
  }
  return std::nullopt;
}

}  // namespace

void Adjudicator::follow(Game& game) {
  if (terms_ && !game.is_over() && !game.is_question() && is_due(game)) game.adjudicate();
}

bool Adjudicator::is_due(const Game& game) {
  const int turns = finished_turns(game);
  if (turns == turns_) return false;
  turns_ = turns;
  if (terms_->hopeless) {
    const auto leader = leader_by(game, terms_->hopeless->points);
    led_ = !leader ? 0 : leader == leader_ ? led_ + 1 : 1;
    leader_ = leader;
  }
  return (terms_->turns && turns_ >= *terms_->turns) || (terms_->hopeless && led_ >= terms_->hopeless->turns);
}

bool is_possible(const AdjudicationTerms& terms) {
  const auto is_within = [](int number, int most) { return number >= 1 && number <= most; };
  const auto& hopeless = terms.hopeless;
  return (!terms.turns || is_within(*terms.turns, kMostAdjudicatedTurns)) &&
         (!hopeless || (is_within(hopeless->points, kMostHopelessPoints) &&
                        is_within(hopeless->turns, kMostAdjudicatedTurns)));
}

Result<std::optional<AdjudicationTerms>> adjudication_from_json(const Json& json, const JsonPlace& where) {
  if (json.is_null()) return std::optional<AdjudicationTerms>();
  if (!json.is_object())
    return Error{where.words() + ": null is expected here, or an object with turns, spread and spread_turns"};
  FieldReader reader(json, where);
  AdjudicationTerms terms;
  int turns = 0;
  AdjudicationTerms::Hopeless hopeless;
  reader.read("turns", turns, 1, kMostAdjudicatedTurns);
  reader.read("spread", hopeless.points, 1, kMostHopelessPoints);
  reader.read("spread_turns", hopeless.turns, 1, kMostAdjudicatedTurns);
  const bool has_turns = reader.has("turns"), has_spread = reader.has("spread");
  if (reader.has("spread_turns") && !has_spread)
    reader.fail("spread_turns",
                "it has no use without spread, the number of points that one player is ahead");
  TOPTILE_TRY_TO(reader.finish());
  if (!has_turns && !has_spread)
    return Error{where.words() +
                 ": turns or spread is expected here, or both; or null in place of the object"};
  if (has_turns) terms.turns = turns;
  if (has_spread) terms.hopeless = hopeless;
  return std::optional(terms);
}

Json adjudication_to_json(const std::optional<AdjudicationTerms>& terms) {
  if (!terms) return nullptr;
  Json json = Json::object();
  if (terms->turns) json["turns"] = *terms->turns;
  if (terms->hopeless) {
    json["spread"] = terms->hopeless->points;
    json["spread_turns"] = terms->hopeless->turns;
  }
  return json;
}

std::string words_of(const AdjudicationTerms& terms) {
  const auto turns_words = [](int turns) { return counted(turns, "turn"); };
  std::string words;
  if (terms.turns) words = "after " + turns_words(*terms.turns);
  if (terms.hopeless) {
    words += fmt::format("{}when one is ahead by {} point{} for {}", words.empty() ? "" : ", or ",
                         terms.hopeless->points, terms.hopeless->points == 1 ? "" : "s",
                         turns_words(terms.hopeless->turns));
  }
  return words;
}

}  // namespace toptile
