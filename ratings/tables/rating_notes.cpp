#include "ratings/tables/rating_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include "base/words.h"
#include "ratings/tables/elo_text.h"

namespace toptile {

namespace {

constexpr std::size_t kMaxLinks = 5;     // Links beyond these share one sentence.
constexpr std::size_t kMaxPairings = 3;  // The most pairings that are named if ratings do not explain them.
constexpr double kNotableResidual = 2;   // Standard deviations; the largest residual is named in any case.
constexpr std::size_t kMaxCircles = 3;
constexpr double kMaxSeatError = 100;        // Elo; a wider interval says nothing that a reader could use.
constexpr std::size_t kMaxShownAnchors = 6;  // If there are more, those farthest from their given ratings.

// The names of groups, best first.
class GroupNames {
 public:
  GroupNames(const Ratings& ratings, const std::vector<std::string>& names) {
    std::vector<std::size_t> players(names.size());
    for (std::size_t i = 0; i < players.size(); ++i) players[i] = i;
    std::ranges::stable_sort(players, std::greater(), [&](std::size_t i) { return ratings.players[i].elo; });
    for (const std::size_t i : players) {
      const PlayerRating& player = ratings.players[i];
      groups_[{player.pool, player.group}].push_back(names[i]);
      if (player.interval != Interval::not_computed) {
        Ends& ends = ends_[{player.pool, player.group}];
        ends.low = std::min(ends.low, player.elo - player.error_low);
        ends.high = std::max(ends.high, player.elo + player.error_high);
      }
      if (player.is_in_zero) zeros_[player.pool].push_back(names[i]);
    }
  }

  const std::vector<std::string>& above(const WeakLink& link) const {
    return groups_.at({link.pool, link.group});
  }
  const std::vector<std::string>& below(const WeakLink& link) const {
    return groups_.at({link.pool, link.group + 1});
  }
  // True if the shown intervals of all above it lie over those of all below it.
  bool is_clear(const WeakLink& link) const {
    const auto above = ends_.find({link.pool, link.group}), below = ends_.find({link.pool, link.group + 1});
    return above != ends_.end() && below != ends_.end() && above->second.low > below->second.high;
  }
  // The players whose mean is 0; the key is the pool.
  const std::map<int, std::vector<std::string>>& zeros() const { return zeros_; }

 private:
  // The lowest and the highest end of a group's intervals.
  struct Ends {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
  };

  std::map<std::pair<int, int>, std::vector<std::string>> groups_;
  std::map<std::pair<int, int>, Ends> ends_;
  std::map<int, std::vector<std::string>> zeros_;
};

std::string link_note(const GroupNames& names, const WeakLink& link) {
  const std::string taken = link.against_the_run == 0
                                ? "no point, so that nothing limits it"
                                : fmt::format("{} point{}", short_points(link.against_the_run),
                                              link.against_the_run == 1 ? "" : "s");
  return fmt::format(
      "The distance from {} down to {} rests on few results: in {} between the two sides {} took {}.",
      listed(names.above(link)), listed(names.below(link)), counted(link.meetings, "game"),
      names.is_clear(link) ? "the weaker one" : "one of them", taken);
}

// A rating with its interval.
std::string named_elo(const PlayerRating& player) {
  return fmt::format("{} ({})", whole_elo(player.elo), named_interval(player));
}

std::string percent(double share) {
  return fmt::format("{:.0f} %", 100 * share);
}

std::string chance_text(double chance) {
  return chance < 0.001 ? "below 0.1 %" : fmt::format("{:.1f} %", 100 * chance);
}

std::string residual_text(const PairingResidual& pairing, const std::vector<std::string>& names) {
  return fmt::format("{} takes {} from {}, but ratings expect {}", names[pairing.one], percent(pairing.score),
                     names[pairing.other], percent(pairing.expected));
}

std::string unexplained_note(const ModelFit& fit, const std::vector<std::string>& names) {
  std::string pairings;
  for (std::size_t i = 0; i < std::min(kMaxPairings, fit.farthest.size()); ++i) {
    if (i > 0 && fit.farthest[i].residual < kNotableResidual) break;
    pairings += (i == 0 ? "" : "; ") + residual_text(fit.farthest[i], names);
  }
  return fmt::format("One number for each bot does not explain these results (chance {}): {}.",
                     chance_text(fit.test->chance), pairings);
}

// A text such as "a beats b, b beats c, c beats a".
std::string circle_text(const Circle& circle, const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < circle.size(); ++i)
    text += fmt::format("{}{} beats {}", i == 0 ? "" : ", ", names[circle[i]],
                        names[circle[(i + 1) % circle.size()]]);
  return text;
}

std::string circles_note(const std::vector<Circle>& circles, const std::vector<std::string>& names) {
  std::string text;
  const std::size_t shown = std::min(kMaxCircles, circles.size());
  for (std::size_t i = 0; i < shown; ++i) text += (i == 0 ? "" : "; ") + circle_text(circles[i], names);
  if (circles.size() == 1) return text + ": this circle is certain.";
  text += fmt::format(": these {} circles are certain", shown);
  return text + (shown < circles.size() ? fmt::format(", and {} more.", circles.size() - shown) : ".");
}

}  // namespace

std::vector<std::string> rating_notes(const Ratings& ratings, const ModelFit& fit,
                                      const std::vector<std::string>& names) {
  std::vector<std::string> notes;
  if (ratings.every_look) notes.push_back("Intervals and ranks hold at every look, whenever you stop.");
  std::ranges::move(model_fit_notes(fit, names), std::back_inserter(notes));
  std::ranges::move(anchor_notes(ratings, names), std::back_inserter(notes));
  std::ranges::move(distance_notes(ratings, names), std::back_inserter(notes));
  return notes;
}

std::vector<std::string> anchor_notes(const Ratings& ratings, const std::vector<std::string>& names) {
  std::vector<std::string> notes;
  for (const AnchorCheck& check : ratings.anchor_checks) {
    std::vector<std::size_t> anchors;
    for (std::size_t i = 0; i < ratings.players.size(); ++i)
      if (ratings.players[i].pool == check.pool && ratings.players[i].given) anchors.push_back(i);
    const auto distance = [&](std::size_t i) {
      return std::abs(ratings.players[i].elo - *ratings.players[i].given);
    };
    std::ranges::stable_sort(anchors, std::greater(), distance);
    const std::size_t shown = std::min(anchors.size(), kMaxShownAnchors);
    std::string text;
    for (std::size_t i = 0; i < shown; ++i) {
      const PlayerRating& anchor = ratings.players[anchors[i]];
      text += fmt::format("{}{} {} and {}", i == 0 ? "" : ", ", names[anchors[i]], whole_elo(*anchor.given),
                          whole_elo(anchor.elo));
    }
    const std::size_t more = anchors.size() - shown;
    notes.push_back(fmt::format("Anchors, given and fitted: {}{}.", text,
                                more > 0 ? fmt::format(", and {} more that are closer", more) : ""));
    if (check.contradicts())
      notes.push_back(fmt::format(
          "The results contradict the ratings that the anchors are given (chance {}): {} is given {} and "
          "fitted as {}.",
          chance_text(check.chance), names[check.farthest], whole_elo(*ratings.players[check.farthest].given),
          named_elo(ratings.players[check.farthest])));
  }
  return notes;
}

std::vector<std::string> distance_notes(const Ratings& ratings, const std::vector<std::string>& names) {
  struct Pool {
    int players = 0, links = 0;
    bool has_only_weak_links() const { return players > 2 && links + 1 == players; }
  };
  std::vector<Pool> pools(static_cast<std::size_t>(ratings.pools));
  for (const PlayerRating& player : ratings.players) ++pools[player.pool].players;
  for (const WeakLink& link : ratings.weak_links) ++pools[link.pool].links;
  const GroupNames groups(ratings, names);
  std::vector<std::string> notes;
  if (std::ranges::any_of(pools, &Pool::has_only_weak_links))
    notes.push_back("Every distance here rests on few results so far, as the intervals show.");
  std::size_t links = 0;
  for (const WeakLink& link : ratings.weak_links) {
    if (pools[link.pool].has_only_weak_links()) continue;
    if (++links <= kMaxLinks) notes.push_back(link_note(groups, link));
  }
  if (links > kMaxLinks) {
    const std::size_t more = links - kMaxLinks;
    notes.push_back(fmt::format("{} more distance{} on few results.", more, more == 1 ? " rests" : "s rest"));
  }
  std::vector<bool> has_anchor(pools.size());
  for (const PlayerRating& player : ratings.players)
    if (player.given) has_anchor[player.pool] = true;
  for (const auto& [pool, zero] : groups.zeros())
    if (!has_anchor[pool] && zero.size() > 1 && static_cast<int>(zero.size()) < pools[pool].players)
      notes.push_back(fmt::format("0 is the mean of {}.", listed(zero)));
  return notes;
}

Json weak_links_to_json(const Ratings& ratings, const std::vector<std::string>& names) {
  const GroupNames groups(ratings, names);
  Json links = Json::array();
  for (const WeakLink& link : ratings.weak_links) {
    links.push_back({{"above", groups.above(link)},
                     {"below", groups.below(link)},
                     {"games", link.meetings},
                     {"points", link.against_the_run}});
  }
  return links;
}

std::optional<std::string> seat_note(const Ratings& ratings) {
  if (ratings.seat_elo.empty()) {
    if (ratings.seat_fit != SeatFit::estimated) return std::nullopt;
    const RatingEstimate& first = ratings.first_seat;
    if (std::max(first.error_low, first.error_high) > kMaxSeatError)
      return "These games are too few to say what moving first is worth.";
    return fmt::format("Moving first is worth {} Elo ({}).", whole_elo(first.elo), named_interval(first));
  }
  constexpr std::array kNames = {"first", "second", "third"};
  std::string seats;
  for (std::size_t seat = 0; seat < ratings.seat_elo.size(); ++seat)
    seats += fmt::format("{}{} {}", seat == 0 ? "" : ", ", kNames[seat], whole_elo(ratings.seat_elo[seat]));
  return fmt::format("Against the last seat, in Elo: {}.", seats);
}

std::vector<std::string> model_fit_notes(const ModelFit& fit, const std::vector<std::string>& names) {
  std::vector<std::string> notes;
  if (fit.is_refuted()) notes.push_back(unexplained_note(fit, names));
  if (!fit.circles.empty()) notes.push_back(circles_note(fit.circles, names));
  return notes;
}

Json model_fit_to_json(const ModelFit& fit, const std::vector<std::string>& names) {
  Json farthest = Json::array(), circles = Json::array();
  for (const PairingResidual& pairing : fit.farthest) {
    farthest.push_back({{"name", names[pairing.one]},
                        {"other", names[pairing.other]},
                        {"games", pairing.games},
                        {"score", pairing.score},
                        {"expected", pairing.expected},
                        {"residual", pairing.residual}});
  }
  for (const Circle& circle : fit.circles) {
    Json& list = circles.emplace_back(Json::array());
    for (const int player : circle) list.push_back(names[player]);
  }
  const auto figure = [&](double ModelFit::Test::*part) {
    return fit.test ? Json((*fit.test).*part) : Json();
  };
  return {{"pairings", fit.pairings},
          {"statistic", figure(&ModelFit::Test::statistic)},
          {"expected", figure(&ModelFit::Test::expected)},
          {"degrees", figure(&ModelFit::Test::degrees)},
          {"chance", figure(&ModelFit::Test::chance)},
          {"farthest", std::move(farthest)},
          {"circles", std::move(circles)}};
}

}  // namespace toptile
