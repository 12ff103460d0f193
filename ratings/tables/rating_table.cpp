#include "ratings/tables/rating_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "base/utf8.h"
#include "ratings/tables/elo_text.h"
#include "ratings/tables/rating_notes.h"

namespace toptile {
namespace {

std::string_view word_of(Interval interval) {
  return interval == Interval::profile ? "profile" : "none";
}

// The sides on which the interval has no end.
std::string_view open_sides(const RatingEstimate& rating) {
  const bool is_low = std::isinf(rating.error_low), is_high = std::isinf(rating.error_high);
  return is_low && is_high ? "both" : is_low ? "low" : is_high ? "high" : "none";
}

std::string_view word_of(SeatFit fit) {
  switch (fit) {
    case SeatFit::estimated:
      return "estimated";
    case SeatFit::zero:
      return "zero";
    case SeatFit::unidentified:
      return "unidentified";
    case SeatFit::unbounded:
      break;
  }
  return "unbounded";
}

std::string word_of(Anchoring anchoring) {
  return kAnchorings[static_cast<std::size_t>(anchoring)];
}

// A name among many players is found by its hash.
Result<std::vector<RatingAnchor>> find_anchors(const GameList& list,
                                               const std::vector<NamedAnchor>& anchors) {
  std::unordered_map<std::string_view, int> numbers;
  for (int i = 0; !anchors.empty() && i < list.players(); ++i) numbers.emplace(list.names()[i], i);
  std::vector<RatingAnchor> found;
  for (const NamedAnchor& anchor : anchors) {
    const auto at = numbers.find(anchor.name);
    if (at == numbers.end())
      return Error{fmt::format("the anchor {} is not one of the players{}", printable(anchor.name),
                               meant_name(anchor.name, list.names()))};
    found.push_back({at->second, anchor.elo});
  }
  return found;
}

Json to_json(const std::optional<MeanEstimate>& estimate) {
  return estimate ? Json{{"value", estimate->value}, {"error", estimate->error}} : Json();
}

Json to_json(const std::optional<double>& number) {
  return number ? Json(*number) : Json();
}

Json to_json(const RatingRow& row) {
  return {{"name", row.name},
          {"games", row.field.games},
          {"wins", row.field.wins},
          {"ties", row.field.ties},
          {"losses", row.field.losses},
          {"points", row.field.points},
          {"clusters", row.rating.clusters},
          {"elo", row.rating.unbounded ? Json() : Json(row.rating.elo)},
          {"error_low", finite_or_null(row.rating.error_low)},
          {"error_high", finite_or_null(row.rating.error_high)},
          {"open", open_sides(row.rating)},
          {"interval", word_of(row.rating.interval)},
          {"normalized_elo", to_json(row.field.normalized_elo)},
          {"spread", to_json(row.field.spread)},
          {"pool", row.rating.pool},
          {"group", row.rating.group},
          {"in_zero", row.rating.is_in_zero},
          {"ranks", {row.ranks.best, row.ranks.worst}}};
}

Json to_json(const RatingTable& table, const std::vector<Distance>& distances) {
  Json list = Json::array();
  for (const Distance& distance : distances) {
    list.push_back({{"name", table.rows[distance.row].name},
                    {"other", table.rows[distance.other].name},
                    {"elo", distance.above.elo},
                    {"error_low", finite_or_null(distance.above.error_low)},
                    {"error_high", finite_or_null(distance.above.error_high)},
                    {"open", open_sides(distance.above)},
                    {"superiority", distance.superiority},
                    {"certain", distance.is_certain}});
  }
  return list;
}

Json anchors_to_json(const RatingTable& table) {
  const std::vector<std::string> names = table.names();
  Json checks = Json::array();
  for (const AnchorCheck& check : table.ratings.anchor_checks)
    checks.push_back({{"pool", check.pool}, {"chance", check.chance}, {"farthest", names[check.farthest]}});
  return {{"anchoring", word_of(table.anchoring)}, {"checks", std::move(checks)}};
}

Json superiorities(const RatingTable& table) {
  Json matrix = Json::array();
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    Json row = Json::array();
    for (std::size_t j = 0; j < table.rows.size(); ++j) {
      const double chance = superiority(table, i, j);
      row.push_back(std::isnan(chance) ? Json() : Json(chance));
    }
    matrix.push_back(std::move(row));
  }
  return matrix;
}

}  // namespace

bool RatingTable::has_spread() const {
  return std::ranges::any_of(rows, [](const RatingRow& row) { return row.field.spread.has_value(); });
}

bool RatingTable::has_several_anchors() const {
  return std::ranges::count_if(rows, [](const RatingRow& row) { return row.rating.given.has_value(); }) > 1;
}

std::optional<Error> anchors_fault(const std::vector<NamedAnchor>& anchors, Anchoring anchoring) {
  std::unordered_map<std::string_view, double> given;
  for (const NamedAnchor& anchor : anchors) {
    const auto [before, is_new] = given.emplace(anchor.name, anchor.elo);
    if (is_new) continue;
    const bool is_same = before->second == anchor.elo;
    return Error{fmt::format("the anchor {} is named twice{}; name it once", printable(anchor.name),
                             is_same ? "" : fmt::format(", with {} and {} Elo", before->second, anchor.elo))};
  }
  if (anchoring != Anchoring::fixed || anchors.empty()) return std::nullopt;
  const auto [lowest, highest] = std::ranges::minmax_element(anchors, {}, &NamedAnchor::elo);
  if (highest->elo - lowest->elo <= kMaxAnchorDistance) return std::nullopt;
  return Error{fmt::format(
      "the anchors {} ({}) and {} ({}) are more than {} Elo apart, which no results can show; correct their "
      "ratings",
      printable(highest->name), highest->elo, printable(lowest->name), lowest->elo, kMaxAnchorDistance)};
}

std::vector<std::string> RatingTable::names() const {
  std::vector<std::string> names(rows.size());
  for (const RatingRow& row : rows) names[row.player] = row.name;
  return names;
}

namespace {

// Finds the anchors, sorts the list, and gives its games to `use`, with the options.
template <class Use>
Result<void> use_games(GameList& list, RatingOptions options, const std::vector<NamedAnchor>& anchors,
                       const Use& use) {
  if (list.players() > kMaxRatedPlayers)
    return Error{fmt::format("there are {} players here, and at most {} can be rated together; split them up",
                             list.players(), kMaxRatedPlayers)};
  if (auto fault = anchors_fault(anchors, options.anchoring)) return *std::move(fault);
  TOPTILE_TRY(options.anchors, find_anchors(list, anchors));
  if (list.has_more_than_two() && options.prior_ties == 0)
    return Error{
        "games of three and four are rated with a prior, which keeps all ratings finite; give a prior of "
        "more than 0"};
  list.sort_by_cluster();
  if (list.has_more_than_two()) {
    use(std::span<const RankedGame>(list.ranked_games()), options);
  } else {
    use(std::span<const ScoredGame>(list.games()), options);
  }
  return success();
}

}  // namespace

Result<Ratings> rate_players(GameList& list, RatingOptions options, const std::vector<NamedAnchor>& anchors) {
  Ratings ratings;
  TOPTILE_TRY_TO(use_games(list, std::move(options), anchors, [&](const auto& games, const auto& found) {
    ratings = fit_ratings(list.players(), games, found);
  }));
  return ratings;
}

Result<RatingTable> rate(GameList& list, RatingOptions options, const std::vector<NamedAnchor>& anchors) {
  RatingTable table;
  table.anchoring = options.anchoring;
  TOPTILE_TRY_TO(use_games(list, std::move(options), anchors, [&](const auto& games, const auto& found) {
    table.ratings = fit_ratings(list.players(), games, found);
    table.model_fit = model_fit(table.ratings, games);
  }));
  table.games = list.size();
  table.unfinished = list.unfinished();
  const std::vector<FieldResult> fields = field_results(list);
  table.certainty = std::make_shared<const Certainty>(table.ratings);
  for (int i = 0; i < list.players(); ++i)
    table.rows.push_back(
        {i, list.names()[i], fields[i], table.ratings.players[i], table.certainty->ranks()[i]});
  std::ranges::sort(table.rows, {}, [](const RatingRow& row) {
    return std::tuple(row.rating.pool, -row.rating.elo, -row.field.points, row.player);
  });
  return table;
}

double superiority(const RatingTable& table, std::size_t row, std::size_t column) {
  return table.ratings.fit->superiority(table.rows[row].player, table.rows[column].player);
}

std::optional<Distance> distance(const RatingTable& table, std::size_t row, std::size_t other) {
  const RatingRow &upper = table.rows[row], &lower = table.rows[other];
  if (row == other || upper.rating.pool != lower.rating.pool) return std::nullopt;
  const auto [above, superiority] = table.ratings.fit->compare(upper.player, lower.player);
  return Distance{row, other, above, superiority,
                  table.certainty->is_above(upper.player, lower.player) ||
                      table.certainty->is_above(lower.player, upper.player)};
}

std::vector<Distance> distances_to_next(const RatingTable& table) {
  std::vector<Distance> distances;
  for (std::size_t row = 0; row + 1 < table.rows.size(); ++row)
    if (const auto next = distance(table, row, row + 1)) distances.push_back(*next);
  return distances;
}

std::vector<Distance> distances_to(const RatingTable& table, std::size_t other) {
  std::vector<Distance> distances;
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    if (const auto found = distance(table, row, other)) distances.push_back(*found);
  return distances;
}

Json rating_table_to_json(const RatingTable& table, const RatingExtras& extras) {
  Json players = Json::array();
  const bool has_several_anchors = table.has_several_anchors();
  for (const RatingRow& row : table.rows) {
    players.push_back(to_json(row));
    if (has_several_anchors) players.back()["given"] = to_json(row.rating.given);
  }
  const Ratings& ratings = table.ratings;
  Json object = {{"games", table.games},
                 {"unfinished", table.unfinished},
                 {"clusters", ratings.clusters},
                 {"pools", ratings.pools},
                 {"one_way_games", ratings.one_way_games},
                 {"players", std::move(players)},
                 {"weak_links", weak_links_to_json(ratings, table.names())},
                 {"model_fit", model_fit_to_json(table.model_fit, table.names())},
                 {"first_seat",
                  {{"fit", word_of(ratings.seat_fit)},
                   {"elo", ratings.first_seat.elo},
                   {"error_low", ratings.first_seat.error_low},
                   {"error_high", ratings.first_seat.error_high}}},
                 {"seat_elo", ratings.seat_elo}};
  if (has_several_anchors) object["anchors"] = anchors_to_json(table);
  if (extras.superiority) object["los"] = superiorities(table);
  if (extras.next) object["differences"] = to_json(table, distances_to_next(table));
  if (extras.against) object["against"] = to_json(table, distances_to(table, *extras.against));
  return object;
}

}  // namespace toptile
