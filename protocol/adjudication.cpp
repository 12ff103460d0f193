#include "protocol/adjudication.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/words.h"
#include "protocol/uwi.h"

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

// Whether an info line comes with a move of the seat's own, and not with an answer about another seat's play.
bool is_move_of_turn(const Move& move) {
  return !std::holds_alternative<Challenge>(move) && !std::holds_alternative<Accept>(move);
}

}  // namespace

int Adjudicator::Streak::count(std::optional<Seat> now) {
  turns = !now ? 0 : now == seat ? turns + 1 : 1;
  seat = now;
  return turns;
}

void Adjudicator::follow(Game& game, std::string_view info) {
  if (!terms_) return;
  take_score(game, info);
  if (game.is_over() || game.is_question()) return;
  const int turns = finished_turns(game);
  if (turns == turns_) return;
  turns_ = turns;
  finish_turn(game);
}

void Adjudicator::take_score(const Game& game, std::string_view info) {
  if (game.turns().size() == entries_) return;  // It was a forfeit.
  entries_ = game.turns().size();
  const Turn& last = game.turns().back();
  if (!is_move_of_turn(last.move)) return;
  mover_ = last.seat;
  if (terms_->need_scores()) scores_[mover_] = uwi::values_of_info(info).score;
}

// Every term is looked at after every turn, because each counts turns.
void Adjudicator::finish_turn(Game& game) {
  const bool adjudicated = is_adjudicated(game), agreed = is_agreed(game), resigned = is_resigned(game);
  if (adjudicated) return game.adjudicate();
  if (agreed) return game.adjudicate(GameEnd::agreed);
  if (resigned) game.resign(mover_);
}

bool Adjudicator::is_adjudicated(const Game& game) {
  const auto& hopeless = terms_->hopeless;
  const bool is_hopeless = hopeless && leading_.count(leader_by(game, hopeless->points)) >= hopeless->turns;
  return is_hopeless || (terms_->turns && turns_ >= *terms_->turns);
}

bool Adjudicator::is_agreed(const Game& game) {
  return terms_->agreed && expected_.count(expected_winner(game)) >= terms_->agreed->turns;
}

// The seat that every seat expects to win by the points of the term. Where a seat has no score, the board
// speaks for it, but not for all seats. The winner must be ahead on the board, because the board decides the
// game.
std::optional<Seat> Adjudicator::expected_winner(const Game& game) const {
  const int points = terms_->agreed->points;
  const auto seats = each<Seat>(game.players());
  bool has_score = false;
  for (const Seat seat : seats) has_score = has_score || (game.is_playing(seat) && scores_[seat]);
  if (!has_score) return std::nullopt;
  for (const Seat leader : seats) {
    bool is_expected = game.is_playing(leader) && scores_[leader].value_or(points) >= points;
    for (const Seat other : seats) {
      if (other == leader || !game.is_playing(other)) continue;
      const int lead = game.score(leader) - game.score(other);
      const int least_lead = scores_[leader] ? 1 : points;
      is_expected = is_expected && lead >= least_lead && scores_[other].value_or(-lead) <= -points;
    }
    if (is_expected) return leader;
  }
  return std::nullopt;
}

bool Adjudicator::is_resigned(const Game& game) {
  if (!terms_->resign || game.players() != 2) return false;
  int& turns = losing_[mover_];
  turns = scores_[mover_].value_or(0) <= -terms_->resign->points ? turns + 1 : 0;
  const Seat other = seat_after(mover_, game.players());
  return turns >= terms_->resign->turns && game.score(mover_) < game.score(other);
}

bool is_possible(const AdjudicationTerms& terms) {
  const auto is_within = [](int number, int most) { return number >= 1 && number <= most; };
  const auto is_fine = [&](const auto& term) {
    return !term ||
           (is_within(term->points, kMaxAdjudicationPoints) && is_within(term->turns, kMaxAdjudicationTurns));
  };
  return (!terms.turns || is_within(*terms.turns, kMaxAdjudicationTurns)) && is_fine(terms.hopeless) &&
         is_fine(terms.agreed) && is_fine(terms.resign);
}

Result<std::optional<AdjudicationTerms>> adjudication_from_json(const Json& json, const JsonPlace& where) {
  if (json.is_null()) return std::optional<AdjudicationTerms>();
  if (!json.is_object())
    return Error{where.words() + ": expected null, or an object with turns, spread, agreed or resign"};
  FieldReader reader(json, where);
  AdjudicationTerms terms;
  const auto read_term = [&](const std::string& key, auto& term, const char* meaning) {
    const std::string turns_key = key + "_turns";
    typename std::remove_reference_t<decltype(term)>::value_type read;
    reader.read(key, read.points, 1, kMaxAdjudicationPoints);
    reader.read(turns_key, read.turns, 1, kMaxAdjudicationTurns);
    if (reader.has(key)) term = read;
    if (reader.has(turns_key) && !reader.has(key))
      reader.fail(turns_key, fmt::format("it needs {}, the number of points {}", key, meaning));
  };
  int turns = 0;
  reader.read("turns", turns, 1, kMaxAdjudicationTurns);
  if (reader.has("turns")) terms.turns = turns;
  read_term("spread", terms.hopeless, "that one player is ahead");
  read_term("agreed", terms.agreed, "by which all bots expect the same one to win");
  read_term("resign", terms.resign, "by which a bot expects to lose");
  TOPTILE_TRY_TO(reader.finish());
  if (terms == AdjudicationTerms{})
    return Error{where.words() +
                 ": expected turns, spread, agreed or resign, or several of them; or null in place "
                 "of the object"};
  return std::optional(terms);
}

Json adjudication_to_json(const std::optional<AdjudicationTerms>& terms) {
  if (!terms) return nullptr;
  Json json = Json::object();
  if (terms->turns) json["turns"] = *terms->turns;
  const auto write_term = [&](const std::string& key, const auto& term) {
    if (!term) return;
    json[key] = term->points;
    json[key + "_turns"] = term->turns;
  };
  write_term("spread", terms->hopeless);
  write_term("agreed", terms->agreed);
  write_term("resign", terms->resign);
  return json;
}

std::string words_of(const AdjudicationTerms& terms) {
  std::vector<std::string> parts;
  if (terms.turns) parts.push_back("after " + counted(*terms.turns, "turn"));
  if (const auto& term = terms.hopeless)
    parts.push_back(fmt::format("when one is ahead by {} for {}", counted(term->points, "point"),
                                counted(term->turns, "turn")));
  if (const auto& term = terms.agreed)
    parts.push_back(fmt::format("when all expect for {} that the same one wins by {}",
                                counted(term->turns, "turn"), counted(term->points, "point")));
  if (const auto& term = terms.resign)
    parts.push_back(fmt::format("when one expects for {} of its own that it loses by {}",
                                counted(term->turns, "turn"), counted(term->points, "point")));
  return fmt::format("{}", fmt::join(parts, ", or "));
}

}  // namespace toptile
