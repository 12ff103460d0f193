#include "tournaments/report/report_parts.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "ratings/fit/confidence.h"
#include "ratings/matches/match_tally.h"
#include "ratings/matches/spread_test.h"
#include "ratings/matches/stopped_estimate.h"
#include "ratings/tables/elo_text.h"

namespace toptile {

namespace {

constexpr std::int64_t kMaxClasses = 24;  // Approximately the maximum number of classes of a histogram.

struct Duels {
  int games = 0;
  std::vector<const GameResult*> of_two;
  struct Spread {
    std::uint32_t set = 0;
    std::int64_t points = 0;
  };
  std::vector<Spread> spreads;  // The one bot's points less the other's; games of a set are consecutive.
};

using DuelsByBots = std::map<std::pair<int, int>, Duels>;

// The game's set, or the set that it is joined to. Games for which this is the same share chance.
std::uint32_t shared_set(const ReportField& field, const GameResult& game) {
  const auto joined = field.joined.find(game.set());
  return joined == field.joined.end() ? game.set() : joined->second;
}

DuelsByBots duels_of(const ReportField& field) {
  DuelsByBots duels;
  for (const GameResult& game : field.games) {
    if (game.is_void()) continue;
    const auto seats = game.seats();
    for (const SeatResult& one : seats) {
      for (const SeatResult& other : seats) {
        if (one.entrant >= other.entrant || one.fate == SeatResult::Fate::withdrawn ||
            other.fate == SeatResult::Fate::withdrawn)
          continue;
        Duels& met = duels[{one.entrant, other.entrant}];
        ++met.games;
        if (seats.size() == 2) met.of_two.push_back(&game);
        if (!game.is_forfeited())
          met.spreads.push_back({shared_set(field, game), std::int64_t{one.points} - other.points});
      }
    }
  }
  if (!field.joined.empty()) {
    for (auto& [bots, met] : duels) std::ranges::stable_sort(met.spreads, {}, &Duels::Spread::set);
  }
  return duels;
}

MatchTally pairs_of(const Duels& met, int side) {
  MatchTally tally;
  for (std::size_t i = 0; i + 1 < met.of_two.size(); ++i) {
    if (met.of_two[i]->set() != met.of_two[i + 1]->set()) continue;
    tally.add(*met.of_two[i], *met.of_two[i + 1], side);
    ++i;
  }
  return tally;
}

// The width is one of 5, 10, 20, 50, …
std::int64_t class_width(const DuelsByBots& duels) {
  std::int64_t range = 0;
  for (const auto& [bots, met] : duels) {
    if (met.spreads.empty()) continue;
    const auto [least, most] = std::ranges::minmax(met.spreads, {}, &Duels::Spread::points);
    range = std::max(range, most.points - least.points);
  }
  std::int64_t width = 5;
  for (int step = 0; range / width > kMaxClasses; ++step) width = step % 3 == 2 ? width / 2 * 5 : width * 2;
  return width;
}

std::int64_t class_of(std::int64_t points, std::int64_t width) {
  return points >= 0 ? points / width : -((-points + width - 1) / width);
}

Json histogram(const Duels& met, std::int64_t width) {
  if (met.spreads.empty()) return {{"from", 0}, {"width", width}, {"counts", Json::array()}};
  const auto [least, most] = std::ranges::minmax(met.spreads, {}, &Duels::Spread::points);
  const std::int64_t first = class_of(least.points, width);
  std::vector<int> counts(static_cast<std::size_t>(class_of(most.points, width) - first) + 1);
  for (const Duels::Spread& spread : met.spreads) ++counts[class_of(spread.points, width) - first];
  return {{"from", first * width}, {"width", width}, {"counts", counts}};
}

double mean_of(const Duels& met) {
  double sum = 0;
  for (const Duels::Spread& spread : met.spreads) sum += static_cast<double>(spread.points);
  return sum / static_cast<double>(met.spreads.size());
}

struct MeanError {
  Json standard = {}, interval = {};  // The standard error, and half of the 95% interval.
};

// The error of the mean, estimated from the spread between sets of games; null for fewer than two sets.
MeanError error_of_mean(const Duels& met) {
  const double mean = mean_of(met);
  double squares = 0, sets = 0;
  for (auto at = met.spreads.begin(); at != met.spreads.end(); ++sets) {
    double surplus = 0;
    const std::uint32_t set = at->set;
    for (; at != met.spreads.end() && at->set == set; ++at) surplus += static_cast<double>(at->points) - mean;
    squares += surplus * surplus;
  }
  if (sets < 2) return {};
  const double games = static_cast<double>(met.spreads.size());
  squares = std::max(squares, sets * (games / sets) * (games / sets) * kMinSpreadVariance);
  const double error = std::sqrt(squares * sets / (sets - 1)) / games;
  return {error, student_quantile(sets) * error};
}

}  // namespace

Json pairings_to_json(const ReportField& field) {
  const DuelsByBots duels = duels_of(field);
  const std::int64_t width = class_width(duels);
  Json list = Json::array();
  for (const auto& [bots, met] : duels) {
    const bool has_spread = !met.spreads.empty();
    const MeanError error = has_spread ? error_of_mean(met) : MeanError();
    Json pairing = {{"a", bots.first},
                    {"b", bots.second},
                    {"games", met.games},
                    {"spread", histogram(met, width)},
                    {"mean", has_spread ? Json(mean_of(met)) : Json()},
                    {"standard_error", error.standard},
                    {"error", error.interval}};
    if (field.players == 2) {
      const Pentanomial pairs = pairs_of(met, bots.first).results;
      pairing["pentanomial"] = pairs.counts;
      if (pairs.pairs() > 0) pairing["elo"] = interval_to_json(estimate(pairs).elo);
    }
    list.push_back(std::move(pairing));
  }
  return list;
}

namespace {

struct SeatTally {
  int games = 0, wins = 0, ties = 0, finished = 0;
  std::int64_t points = 0;
};

Json to_json(const SeatTally& seat) {
  return {
      {"games", seat.games},
      {"wins", seat.wins},
      {"ties", seat.ties},
      {"finished", seat.finished},
      {"mean_points", seat.finished > 0 ? Json(static_cast<double>(seat.points) / seat.finished) : Json()}};
}

std::vector<SeatTally> seats_of(const ReportField& field) {
  std::vector<SeatTally> seats(static_cast<std::size_t>(field.players));
  for (const GameResult& game : field.games) {
    if (game.is_void()) continue;
    const RankedGame ranked = game.ranked();
    int place = 0;  // The index among the bots that were started.
    for (const Seat seat : each<Seat>(game.players)) {
      const SeatResult& result = game.by_seat[seat];
      if (result.fate == SeatResult::Fate::withdrawn) continue;
      const Outcome outcome = ranked.outcome(place++);
      ++seats[seat].games;
      seats[seat].wins += outcome == Outcome::win;
      seats[seat].ties += outcome == Outcome::tie;
      if (game.is_forfeited()) continue;
      ++seats[seat].finished;
      seats[seat].points += result.points;
    }
  }
  return seats;
}

Json pairs_to_json(const ReportField& field, const Standings& standings) {
  std::vector<int> place(field.names.size());
  for (std::size_t i = 0; i < standings.rows.size(); ++i)
    place[standings.rows[i].entrant] = static_cast<int>(i);
  std::vector<Pentanomial> pairings;
  Pentanomial all;
  for (const auto& [bots, met] : duels_of(field)) {
    const auto [one, other] = bots;
    const bool is_first_better = place[one] < place[other];
    pairings.push_back(pairs_of(met, is_first_better ? one : other).results);
    for (std::size_t i = 0; i < all.counts.size(); ++i) all.counts[i] += pairings.back().counts[i];
  }
  return {{"pairs", all.pairs()},
          {"pentanomial", all.counts},
          {"pairing_ratio", finite_or_null(pairing_ratio(pairings))}};
}

}  // namespace

Json seats_to_json(const ReportField& field, const Standings& standings) {
  Json by_seat = Json::array();
  for (const SeatTally& seat : seats_of(field)) by_seat.push_back(to_json(seat));
  Json seats = {{"players", field.players}, {"by_seat", by_seat}};
  if (field.players == 2) seats["pairs"] = pairs_to_json(field, standings);
  return seats;
}

}  // namespace toptile
