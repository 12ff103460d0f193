#include "tournaments/elo_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>

#include "tournaments/listed.h"

namespace toptile {

namespace {

// Best first.
template <class Wanted>
std::vector<std::string> best_first(const Ratings& ratings, const std::vector<std::string>& names,
                                    Wanted is_wanted) {
  std::vector<std::size_t> players;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (is_wanted(ratings.players[i])) players.push_back(i);
  std::ranges::stable_sort(players, std::greater(), [&](std::size_t i) { return ratings.players[i].elo; });
  std::vector<std::string> chosen;
  for (const std::size_t i : players) chosen.push_back(names[i]);
  return chosen;
}

std::vector<std::string> group_of(const Ratings& ratings, const std::vector<std::string>& names, int pool,
                                  int group) {
  return best_first(ratings, names,
                    [&](const PlayerRating& player) { return player.pool == pool && player.group == group; });
}

std::string link_note(const Ratings& ratings, const std::vector<std::string>& names, const WeakLink& link) {
  const std::string taken = link.against_the_run == 0
                                ? "no point, so that the prior alone bounds it"
                                : fmt::format("{} point{}", short_points(link.against_the_run),
                                              link.against_the_run == 1 ? "" : "s");
  return fmt::format(
      "The distance from {} down to {} rests on little: in {} game{} between those two sides the weaker took "
      "{}.",
      listed(group_of(ratings, names, link.pool, link.group)),
      listed(group_of(ratings, names, link.pool, link.group + 1)), link.meetings,
      link.meetings == 1 ? "" : "s", taken);
}

}  // namespace

std::string short_points(double points) {
  const double tenths = std::round(10 * points) / 10;
  return tenths == std::floor(tenths) ? fmt::format("{:.0f}", tenths) : fmt::format("{:.1f}", tenths);
}

std::vector<std::string> distance_notes(const Ratings& ratings, const std::vector<std::string>& names) {
  struct Pool {
    int players = 0, in_zero = 0, links = 0;
    bool has_only_weak_links() const { return players > 2 && links + 1 == players; }
  };
  std::vector<Pool> pools(static_cast<std::size_t>(ratings.pools));
  for (const PlayerRating& player : ratings.players) {
    ++pools[player.pool].players;
    pools[player.pool].in_zero += player.is_in_zero;
  }
  for (const WeakLink& link : ratings.weak_links) ++pools[link.pool].links;
  std::vector<std::string> notes;
  if (std::ranges::any_of(pools, &Pool::has_only_weak_links))
    notes.push_back("Every distance here rests on few results yet, as the intervals show.");
  for (const WeakLink& link : ratings.weak_links)
    if (!pools[link.pool].has_only_weak_links()) notes.push_back(link_note(ratings, names, link));
  for (int pool = 0; pool < ratings.pools; ++pool) {
    const int zero = pools[pool].in_zero;
    if (zero < 2 || zero == pools[pool].players) continue;
    const auto mean = best_first(
        ratings, names, [&](const PlayerRating& player) { return player.pool == pool && player.is_in_zero; });
    notes.push_back(fmt::format("0 is the mean of {}.", listed(mean)));
  }
  return notes;
}

Json weak_links_to_json(const Ratings& ratings, const std::vector<std::string>& names) {
  Json links = Json::array();
  for (const WeakLink& link : ratings.weak_links) {
    links.push_back({{"above", group_of(ratings, names, link.pool, link.group)},
                     {"below", group_of(ratings, names, link.pool, link.group + 1)},
                     {"games", link.meetings},
                     {"points", link.against_the_run}});
  }
  return links;
}

std::string whole_elo(double elo) {
  return fmt::format("{:+.0f}", std::round(elo) + 0.0);
}

std::string error_bars(const RatingEstimate& rating) {
  if (rating.interval == Interval::none) return "";
  const double low = std::round(rating.error_low), high = std::round(rating.error_high);
  return low == high ? fmt::format("±{:.0f}", high) : fmt::format("-{:.0f}/+{:.0f}", low, high);
}

std::string seats_text(const Ratings& ratings) {
  constexpr std::array kNames = {"first", "second", "third"};
  std::string seats;
  for (std::size_t seat = 0; seat < ratings.seat_elo.size(); ++seat)
    seats += fmt::format("{}{} {}", seat == 0 ? "" : ", ", kNames[seat], whole_elo(ratings.seat_elo[seat]));
  return fmt::format("Against the last seat, in Elo: {}.", seats);
}

}  // namespace toptile
