#include "tournaments/swiss.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/max_cardinality_matching.hpp>
#include <numeric>
#include <utility>

#include "engine/assert.h"

namespace toptile {

namespace {

using Entrants = std::vector<int>;

template <class T>
T& at(std::vector<T>& list, int index) {
  return list[static_cast<std::size_t>(index)];
}
template <class T>
const T& at(const std::vector<T>& list, int index) {
  return list[static_cast<std::size_t>(index)];
}

// What the rounds so far say.
struct Past {
  std::vector<double> points;
  std::vector<int> byes;
  std::vector<std::vector<int>> met;  // How often, by both.
  int rounds = 0;

  Past(const SwissTerms& terms, MeetingResults so_far)
      : points(static_cast<std::size_t>(terms.entrants)),
        byes(points.size()),
        met(points.size(), std::vector<int>(points.size())) {
    const std::size_t matches = points.size() / 2, a_round = matches * static_cast<std::size_t>(terms.pairs);
    rounds = static_cast<int>(so_far.size() / a_round);
    for (int round = 0; round < rounds; ++round)
      add_round(terms, so_far.subspan(static_cast<std::size_t>(round) * a_round, a_round), matches);
  }

  void add_round(const SwissTerms& terms, MeetingResults round, std::size_t matches) {
    std::vector<bool> has_bye(points.size(), true);
    for (const MeetingResult& result : round) {
      at(points, result.meeting.a) += result.points;
      at(points, result.meeting.b) += 2 - result.points;
    }
    for (const MeetingResult& result : round.first(matches)) {
      const auto [a, b] = result.meeting;
      ++at(at(met, a), b);
      ++at(at(met, b), a);
      has_bye[static_cast<std::size_t>(a)] = has_bye[static_cast<std::size_t>(b)] = false;
    }
    for (int entrant = 0; entrant < terms.entrants; ++entrant) {
      if (!has_bye[static_cast<std::size_t>(entrant)]) continue;
      ++at(byes, entrant);
      at(points, entrant) += 2 * terms.pairs;
    }
  }

  bool have_met(int a, int b) const { return at(at(met, a), b) > 0; }

  Entrants in_order() const {
    Entrants order(points.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::greater{}, [&](int entrant) { return at(points, entrant); });
    return order;
  }
};

// The most matches without a rematch that these could play at once.
std::size_t most_new_matches(const Past& past, const Entrants& entrants) {
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

Entrants without(Entrants entrants, int entrant) {
  std::erase(entrants, entrant);
  return entrants;
}

// Of an odd number, given in their order.
int who_has_the_bye(const Past& past, const Entrants& order) {
  const int fewest = at(
      past.byes, *std::ranges::min_element(order, {}, [&](int entrant) { return at(past.byes, entrant); }));
  int chosen = -1;
  std::size_t most = 0;
  for (auto entrant = order.rbegin(); entrant != order.rend(); ++entrant) {
    if (at(past.byes, *entrant) != fewest) continue;
    const std::size_t matches = most_new_matches(past, without(order, *entrant));
    if (chosen >= 0 && matches <= most) continue;
    chosen = *entrant;
    most = matches;
  }
  return chosen;
}

// Of an even number: whom the first in the order meets, so that as few as possible meet again. `most` is
// most_new_matches, and becomes that of the others.
int opponent_of_first(const Past& past, const Entrants& order, std::size_t& most) {
  const int first = order.front();
  // Those it has met least, and of them in the order.
  Entrants candidates(order.begin() + 1, order.end());
  std::ranges::stable_sort(candidates, {}, [&](int other) { return at(at(past.met, first), other); });
  for (const int other : candidates) {
    const std::size_t of_rest = most_new_matches(past, without(without(order, first), other));
    if (of_rest + (past.have_met(first, other) ? 0 : 1) != most) continue;
    most = of_rest;
    return other;
  }
  TOPTILE_ASSERT(false);  // Some opponent belongs to a matching of the most.
  return candidates.front();
}

}  // namespace

Meetings next_swiss_round(const SwissTerms& terms, MeetingResults so_far) {
  const Past past(terms, so_far);
  if (past.rounds >= terms.rounds) return {};
  Entrants order = past.in_order();
  if (order.size() % 2 == 1) order = without(order, who_has_the_bye(past, order));
  Meetings round;
  std::size_t most = most_new_matches(past, order);
  while (!order.empty()) {
    const int first = order.front(), second = opponent_of_first(past, order, most);
    round.push_back({first, second});
    order = without(without(order, first), second);
  }
  Meetings all;
  for (int pair = 0; pair < terms.pairs; ++pair) all.insert(all.end(), round.begin(), round.end());
  return all;
}

std::vector<SwissStanding> swiss_standings(const SwissTerms& terms, MeetingResults so_far) {
  const Past past(terms, so_far);
  std::vector<SwissStanding> standings;
  for (int entrant = 0; entrant < terms.entrants; ++entrant) {
    double buchholz = 0;
    for (int other = 0; other < terms.entrants; ++other)
      buchholz += at(at(past.met, entrant), other) * at(past.points, other);
    standings.push_back({entrant, at(past.points, entrant), buchholz, at(past.byes, entrant)});
  }
  std::ranges::stable_sort(standings, [](const SwissStanding& a, const SwissStanding& b) {
    return std::pair(a.points, a.buchholz) > std::pair(b.points, b.buchholz);
  });
  return standings;
}

}  // namespace toptile
