#include "tournaments/formats/round_robin.h"

#include <algorithm>

namespace toptile {

namespace {

// The circle method: one bot stays in place, the others rotate, and those that face each other meet.
Meetings by_circle(int entrants) {
  const int places = entrants + entrants % 2;  // If their number is odd, the last place stands for a bye.
  std::vector<Entrant> circle;
  for (const Entrant entrant : each<Entrant>(places)) circle.push_back(entrant);
  Meetings meetings;
  for (int turn = 0; turn + 1 < places; ++turn) {
    for (int i = 0; i < places / 2; ++i) {
      const Entrant a = circle[i], b = circle[places - 1 - i];
      if (a < entrants && b < entrants) meetings.push_back({a, b});
    }
    circle.insert(circle.begin() + 1, circle.back());
    circle.pop_back();
  }
  return meetings;
}

// The group after moving each entrant by `by` places in a circle of `entrants`.
Entrants shifted(Entrants group, int by, int entrants) {
  for (Entrant& entrant : group) entrant = Entrant{(entrant + by) % entrants};
  return group;
}

Entrants in_order(Entrants group) {
  std::ranges::sort(group);
  return group;
}

// Whether no shift of the group that contains 0 comes before it. This is true of exactly one of the groups
// that are shifts of each other.
bool comes_first(const Entrants& group, int entrants) {
  return std::ranges::none_of(
      group, [&](Entrant entrant) { return in_order(shifted(group, entrants - entrant, entrants)) < group; });
}

// Calls `use` with every group of `players` that begins with `group`, each in ascending order.
template <class Use>
void for_each_group(Entrants group, int players, int entrants, Use use) {
  if (group.size() == static_cast<std::size_t>(players)) return use(group);
  const int first = group.empty() ? 0 : group.back() + 1;
  group.emplace_back();
  for (int next = first; next < entrants; ++next) {
    group.back() = Entrant{next};
    for_each_group(group, players, entrants, use);
  }
}

// Every group of `players`, once.
std::vector<Entrants> all_groups(int entrants, int players) {
  std::vector<Entrants> groups;
  for_each_group({Entrant{0}}, players, entrants, [&](const Entrants& group) {
    if (!comes_first(group, entrants)) return;
    Entrants next = group;
    do {
      groups.push_back(next);
      next = shifted(next, 1, entrants);
    } while (in_order(next) != group);
  });
  return groups;
}

}  // namespace

Meetings everyone_meets(int entrants, int players) {
  if (players == 2) return by_circle(entrants);
  Meetings meetings;
  for (const Entrants& group : all_groups(entrants, players)) meetings.emplace_back(group);
  return meetings;
}

Meetings leaders_meet_others(int leaders, int entrants, int players) {
  const std::vector<Entrants> groups = all_groups(entrants - leaders, players - 1);
  Meetings meetings;
  for (std::size_t turn = 0; turn < groups.size(); ++turn) {
    for (const Entrant leader : each<Entrant>(leaders)) {
      Entrants entrants_of_it = {leader};
      for (const Entrant other : groups[(turn + static_cast<std::size_t>(leader)) % groups.size()])
        entrants_of_it.push_back(Entrant{leaders + other});
      meetings.emplace_back(entrants_of_it);
    }
  }
  return meetings;
}

}  // namespace toptile
