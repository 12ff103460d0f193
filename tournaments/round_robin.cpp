#include "tournaments/round_robin.h"

#include <numeric>

namespace toptile {

// One stands still, the others go round, and those who face each other meet.
Meetings everyone_meets(int entrants) {
  const int places = entrants + entrants % 2;  // With an odd number, the last place stands for a bye.
  std::vector<int> circle(static_cast<std::size_t>(places));
  std::iota(circle.begin(), circle.end(), 0);
  Meetings meetings;
  for (int turn = 0; turn + 1 < places; ++turn) {
    for (int i = 0; i < places / 2; ++i) {
      const int a = circle[static_cast<std::size_t>(i)], b = circle[static_cast<std::size_t>(places - 1 - i)];
      if (a < entrants && b < entrants) meetings.push_back({a, b});
    }
    circle.insert(circle.begin() + 1, circle.back());
    circle.pop_back();
  }
  return meetings;
}

Meetings leaders_meet_others(int leaders, int entrants) {
  const int others = entrants - leaders;
  Meetings meetings;
  for (int turn = 0; turn < others; ++turn) {
    for (int leader = 0; leader < leaders; ++leader)
      meetings.push_back({leader, leaders + (turn + leader) % others});
  }
  return meetings;
}

}  // namespace toptile
