#include "tournaments/formats/swiss.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/max_cardinality_matching.hpp>
#include <optional>
#include <utility>

#include "base/assert.h"

namespace toptile {

namespace {

using Order = std::vector<Entrant>;  // Entrants, best first.

template <class T>
T& at(std::vector<T>& list, int index) {
  return list[index];
}
template <class T>
const T& at(const std::vector<T>& list, int index) {
  return list[index];
}

// Counts over the rounds so far.
struct Past {
  std::vector<double> points;
  std::vector<int> byes;
  std::vector<std::vector<int>> met;  // By both entrants: how often they met.
  int rounds = 0;

  Past(const SwissTerms& terms, MeetingResults so_far)
      : points(static_cast<std::size_t>(terms.entrants)),
        byes(points.size()),
        met(points.size(), std::vector<int>(points.size())) {
    const std::size_t matches = points.size() / static_cast<std::size_t>(terms.players);
    const std::size_t a_round = matches * static_cast<std::size_t>(terms.sets);
    rounds = static_cast<int>(so_far.size() / a_round);
    for (int round = 0; round < rounds; ++round)
      add_round(terms, so_far.subspan(static_cast<std::size_t>(round) * a_round, a_round), matches);
  }

  void add_round(const SwissTerms& terms, MeetingResults round, std::size_t matches) {
    std::vector<bool> has_bye(points.size(), true);
    for (const auto& [meeting, beaten, spread] : round)
      for (std::size_t i = 0; i < meeting.entrants.size(); ++i) at(points, meeting.entrants[i]) += beaten[i];
    for (const MeetingResult& result : round.first(matches)) {
      for (const Entrant entrant : result.meeting.entrants) {
        for (const Entrant other : result.meeting.entrants) at(at(met, entrant), other) += other != entrant;
        has_bye[entrant] = false;
      }
    }
    for (const Entrant entrant : each<Entrant>(terms.entrants)) {
      if (!has_bye[entrant]) continue;
      ++at(byes, entrant);
      at(points, entrant) += terms.players * (terms.players - 1) * terms.sets;
    }
  }

  bool have_met(int a, int b) const { return at(at(met, a), b) > 0; }

  Order in_order() const {
    Order order;
    for (const Entrant entrant : each<Entrant>(points.size())) order.push_back(entrant);
    std::ranges::stable_sort(order, std::greater{}, [&](Entrant entrant) { return at(points, entrant); });
    return order;
  }
};

// The largest number of matches without a rematch that these entrants could play at once.
std::size_t most_new_matches(const Past& past, const Order& entrants) {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
  Graph graph(entrants.size());
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    for (std::size_t j = i + 1; j < entrants.size(); ++j)
      if (!past.have_met(entrants[i], entrants[j])) boost::add_edge(i, j, graph);
  }
  std::vector<boost::graph_traits<Graph>::vertex_descriptor> mate(entrants.size());
  boost::edmonds_maximum_cardinality_matching(graph, mate.data());
  return boost::matching_size(graph, mate.data());
}

Order without(Order entrants, Entrant entrant) {
  std::erase(entrants, entrant);
  return entrants;
}

// Chooses the entrant that has the bye among an odd number of entrants in their order.
Entrant who_has_the_bye(const Past& past, const Order& order) {
  const int fewest = at(past.byes, *std::ranges::min_element(
                                       order, {}, [&](Entrant entrant) { return at(past.byes, entrant); }));
  std::optional<Entrant> chosen;
  std::size_t most = 0;
  for (auto entrant = order.rbegin(); entrant != order.rend(); ++entrant) {
    if (at(past.byes, *entrant) != fewest) continue;
    const std::size_t matches = most_new_matches(past, without(order, *entrant));
    if (chosen && matches <= most) continue;
    chosen = *entrant;
    most = matches;
  }
  return *chosen;
}

// Chooses the opponent of the first entrant so that there are as few rematches as possible. The number of
// entrants is even. `most` is their most_new_matches, and becomes that of the remaining entrants.
Entrant opponent_of_first(const Past& past, const Order& order, std::size_t& most) {
  const Entrant first = order.front();
  // The others, those first that it has met least, otherwise in their order.
  Order candidates(order.begin() + 1, order.end());
  std::ranges::stable_sort(candidates, {}, [&](Entrant other) { return at(at(past.met, first), other); });
  for (const Entrant other : candidates) {
    const std::size_t of_rest = most_new_matches(past, without(without(order, first), other));
    if (of_rest + (past.have_met(first, other) ? 0 : 1) != most) continue;
    most = of_rest;
    return other;
  }
  TOPTILE_ASSERT(false);  // Some opponent always leaves enough matches without a rematch.
  return candidates.front();
}

Meetings pairs_of(const Past& past, Order order) {
  if (order.size() % 2 == 1) order = without(order, who_has_the_bye(past, order));
  Meetings round;
  std::size_t most = most_new_matches(past, order);
  while (!order.empty()) {
    const Entrant first = order.front(), second = opponent_of_first(past, order, most);
    round.push_back({first, second});
    order = without(without(order, first), second);
  }
  return round;
}

// How often an entrant has met the members of a group, not counting itself and `aside`.
int meetings_with(const Past& past, Entrant entrant, const Entrants& group, Entrant aside) {
  int meetings = 0;
  for (const Entrant other : group)
    if (other != entrant && other != aside) meetings += at(at(past.met, entrant), other);
  return meetings;
}

// Swaps two bots of different groups if this leaves fewer rematches. False if no swap does.
bool change_places(const Past& past, Meetings& round) {
  for (auto one = round.begin(); one != round.end(); ++one) {
    for (auto other = one + 1; other != round.end(); ++other) {
      for (Entrant& a : one->entrants) {
        for (Entrant& b : other->entrants) {
          const int now =
              meetings_with(past, a, one->entrants, a) + meetings_with(past, b, other->entrants, b);
          const int then =
              meetings_with(past, b, one->entrants, a) + meetings_with(past, a, other->entrants, b);
          if (then >= now) continue;
          std::swap(a, b);
          return true;
        }
      }
    }
  }
  return false;
}

Meetings groups_of(const Past& past, Order order, std::size_t players) {
  for (std::size_t byes = order.size() % players; byes > 0; --byes) {
    const Entrant last = *std::ranges::min_element(order.rbegin(), order.rend(), {},
                                                   [&](Entrant entrant) { return at(past.byes, entrant); });
    order = without(order, last);
  }
  Meetings round;
  while (!order.empty()) {
    Entrants group = {order.front()};
    order.erase(order.begin());
    while (group.size() < players) {
      const Entrant next = *std::ranges::min_element(
          order, {}, [&](Entrant entrant) { return meetings_with(past, entrant, group, entrant); });
      group.push_back(next);
      order = without(order, next);
    }
    round.emplace_back(group);
  }
  while (change_places(past, round)) {
  }
  return round;
}

}  // namespace

Meetings next_swiss_round(const SwissTerms& terms, MeetingResults so_far) {
  const Past past(terms, so_far);
  if (past.rounds >= terms.rounds) return {};
  const Meetings round = terms.players == 2
                             ? pairs_of(past, past.in_order())
                             : groups_of(past, past.in_order(), static_cast<std::size_t>(terms.players));
  Meetings all;
  for (int set = 0; set < terms.sets; ++set) all.insert(all.end(), round.begin(), round.end());
  return all;
}

std::vector<SwissStanding> swiss_standings(const SwissTerms& terms, MeetingResults so_far) {
  const Past past(terms, so_far);
  std::vector<SwissStanding> standings;
  for (const Entrant entrant : each<Entrant>(terms.entrants)) {
    double buchholz = 0;
    for (const Entrant other : each<Entrant>(terms.entrants))
      buchholz += at(at(past.met, entrant), other) * at(past.points, other);
    standings.push_back({entrant, at(past.points, entrant), buchholz, at(past.byes, entrant)});
  }
  std::ranges::stable_sort(standings, [](const SwissStanding& a, const SwissStanding& b) {
    return std::pair(a.points, a.buchholz) > std::pair(b.points, b.buchholz);
  });
  return standings;
}

}  // namespace toptile
