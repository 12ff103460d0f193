#include "protocol/game_review.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/json_fields.h"
#include "base/sha256.h"
#include "base/utf8.h"
#include "engine/ruleset.h"
#include "protocol/game_record.h"

namespace toptile {

namespace {

constexpr int kFormat = 1;
constexpr std::size_t kMarkDigits = 16;
constexpr std::size_t kMaxMoveBytes = 60;
constexpr int kMaxTurn = 1'000'000;
constexpr std::size_t kMaxTurns = 20'000;

// The decimals of a rounded number are those of the shortest text that gives the same number again.
Json number(double value, int decimals) {
  const double factor = decimals == 4 ? 1e4 : 1e2;
  return std::round(value * factor) / factor + 0.0;
}

Json chance_to_json(const ReviewEstimate& chance) {
  return Json::array({number(chance.mean, 4), number(chance.error, 4)});
}
Json points_to_json(const ReviewEstimate& points) {
  return Json::array({number(points.mean, 2), number(points.error, 2)});
}

Json move_to_json(const ReviewedMove& move) {
  return {{"move", move.move},
          {"points", move.points},
          {"chance", chance_to_json(move.chance)},
          {"spread", points_to_json(move.spread)}};
}

// Reads [mean, error]. The mean is within the limits.
void read_estimate(FieldReader& reader, const std::string& name, ReviewEstimate& estimate, double least,
                   double most) {
  const Json* pair = reader.require(name).read_any(name);
  if (pair == nullptr) return;
  const auto is_number = [](const Json& value) {
    return value.is_number() && std::isfinite(value.get<double>());
  };
  if (!pair->is_array() || pair->size() != 2 || !is_number((*pair)[0]) || !is_number((*pair)[1]))
    return reader.fail(name, "this should be a list of two numbers");
  estimate = {(*pair)[0].get<double>(), (*pair)[1].get<double>()};
  if (estimate.mean < least || estimate.mean > most || estimate.error < 0 || estimate.error > most - least)
    reader.fail(name, "these numbers are out of range");
}
void read_chance(FieldReader& reader, const std::string& name, ReviewEstimate& chance) {
  read_estimate(reader, name, chance, 0, 1);
}
void read_points(FieldReader& reader, const std::string& name, ReviewEstimate& points) {
  read_estimate(reader, name, points, -kMaxRecordedPoints, kMaxRecordedPoints);
}

Result<ReviewedMove> move_from_json(const Json& object, const JsonPlace& where) {
  ReviewedMove move;
  FieldReader reader(object, where);
  reader.require("move").read("move", move.move);
  if (move.move.empty() || move.move != clean_text(move.move, kMaxMoveBytes))
    reader.fail("move", "this is not a move");
  reader.require("points").read("points", move.points, -kMaxRecordedPoints, kMaxRecordedPoints);
  read_chance(reader, "chance", move.chance);
  read_points(reader, "spread", move.spread);
  TOPTILE_TRY_TO(reader.finish());
  return move;
}

Result<std::vector<ReviewedMove>> moves_from_json(const Json& list, const JsonPlace& where) {
  if (!list.is_array() || list.empty() || list.size() > kMaxBest)
    return Error{fmt::format("{}: this should be a list of 1 to {} moves", where.words(), kMaxBest)};
  std::vector<ReviewedMove> moves;
  for (std::size_t i = 0; i < list.size(); ++i) {
    TOPTILE_TRY(auto move, move_from_json(list[i], where.element(i, fmt::format("move {}", i + 1))));
    moves.push_back(std::move(move));
  }
  return moves;
}

struct Loss {
  ReviewEstimate chance, spread;
};

Result<Loss> loss_from_json(const Json& object, const JsonPlace& where) {
  Loss loss;
  FieldReader reader(object, where);
  read_estimate(reader, "chance", loss.chance, -1, 1);
  read_points(reader, "spread", loss.spread);
  TOPTILE_TRY_TO(reader.finish());
  return loss;
}

Result<ReviewedTurn> turn_from_json(const Json& object, const JsonPlace& where) {
  ReviewedTurn turn;
  FieldReader reader(object, where);
  ReviewEstimate chance, spread;  // They are those of the best move.
  Loss loss;
  for (const char* name : {"turn", "seat", "best", "played", "loss", "grade"}) reader.require(name);
  reader.read("turn", turn.turn, 1, kMaxTurn);
  reader.read("seat", turn.seat, 0, kMaxPlayers - 1);
  read_chance(reader, "chance", chance);
  read_points(reader, "spread", spread);
  read_part(reader, "best", turn.best, moves_from_json);
  read_part(reader, "played", turn.played, move_from_json);
  read_part(reader, "loss", loss, loss_from_json);
  reader.read_name("grade", turn.grade, kLastGrade);
  if (const Json* luck = reader.read_any("luck"); luck != nullptr && !luck->is_null()) {
    turn.luck.emplace();
    read_points(reader, "luck", *turn.luck);
  }
  reader.read("exact", turn.is_exact);
  TOPTILE_TRY_TO(reader.finish());
  turn.loss_of_chance = loss.chance;
  turn.loss_of_spread = loss.spread;
  return turn;
}

Result<std::vector<ReviewedTurn>> turns_from_json(const Json& list, const JsonPlace& where) {
  if (!list.is_array() || list.size() > kMaxTurns)
    return Error{fmt::format("{}: this should be a list of at most {} turns", where.words(), kMaxTurns)};
  std::vector<ReviewedTurn> turns;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const JsonPlace place = where.element(i, fmt::format("entry {}", i + 1));
    TOPTILE_TRY(auto turn, turn_from_json(list[i], place));
    if (!turns.empty() && turns.back().turn >= turn.turn)
      return Error{fmt::format("{}: turn: this turn is out of order", place.words())};
    turns.push_back(std::move(turn));
  }
  return turns;
}

}  // namespace

std::string_view name_of(Grade grade) {
  constexpr std::string_view kNames[] = {"best", "good", "inaccuracy", "mistake", "blunder"};
  return kNames[static_cast<std::size_t>(grade)];
}

Json reviewed_turn_to_json(const ReviewedTurn& turn) {
  Json json = {{"turn", turn.turn},
               {"seat", static_cast<int>(turn.seat)},
               {"chance", chance_to_json(turn.best[0].chance)},
               {"spread", points_to_json(turn.best[0].spread)}};
  json["best"] = Json::array();
  for (const ReviewedMove& move : turn.best) json["best"].push_back(move_to_json(move));
  json["played"] = move_to_json(turn.played);
  json["loss"] = {{"chance", chance_to_json(turn.loss_of_chance)},
                  {"spread", points_to_json(turn.loss_of_spread)}};
  json["grade"] = name_of(turn.grade);
  json["luck"] = turn.luck ? points_to_json(*turn.luck) : Json(nullptr);
  if (turn.is_exact) json["exact"] = true;
  return json;
}

std::string mark_of(std::string_view record_line) {
  return sha256_hexadecimal(record_line).substr(0, kMarkDigits);
}

std::string format_review(const GameReview& review) {
  Json json = {{"review", kFormat},
               {"game", static_cast<std::uint64_t>(review.game)},
               {"record", review.record},
               {"nodes", review.nodes},
               {"turns", Json::array()}};
  for (const ReviewedTurn& turn : review.turns) json["turns"].push_back(reviewed_turn_to_json(turn));
  return json_text(json);
}

Result<GameReview> parse_review(std::string_view line) {
  TOPTILE_TRY(const auto json, parse_json(line, "review"));
  GameReview review;
  FieldReader reader(json, JsonPlace("review"));
  int format = 0;
  for (const char* name : {"review", "game", "record", "nodes", "turns"}) reader.require(name);
  reader.read("review", format, kFormat, kFormat);
  reader.read("game", review.game);
  reader.read("record", review.record);
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  if (review.record.size() != kMarkDigits || !std::ranges::all_of(review.record, is_digit))
    reader.fail("record", fmt::format("this should be {} hexadecimal digits", kMarkDigits));
  reader.read("nodes", review.nodes);
  read_part(reader, "turns", review.turns, turns_from_json);
  TOPTILE_TRY_TO(reader.finish());
  return review;
}

}  // namespace toptile
