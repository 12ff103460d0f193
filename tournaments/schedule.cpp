#include "tournaments/schedule.h"

#include <numeric>

#include "engine/assert.h"
#include "engine/game.h"
#include "engine/random.h"

namespace toptile {

namespace {

// The circle method: one stands still, the others go round, and those who face each other meet.
std::vector<std::pair<int, int>> meetings_of(int entrants) {
  const int places = entrants + entrants % 2;  // With an odd number, the last place stands for a bye.
  std::vector<int> circle(static_cast<std::size_t>(places));
  std::iota(circle.begin(), circle.end(), 0);
  std::vector<std::pair<int, int>> meetings;
  for (int turn = 0; turn + 1 < places; ++turn) {
    for (int i = 0; i < places / 2; ++i) {
      const int a = circle[static_cast<std::size_t>(i)], b = circle[static_cast<std::size_t>(places - 1 - i)];
      if (a < entrants && b < entrants) meetings.emplace_back(a, b);
    }
    circle.insert(circle.begin() + 1, circle.back());
    circle.pop_back();
  }
  return meetings;
}

}  // namespace

RoundRobin::RoundRobin(int entrants, int games_per_pairing, const Ruleset& rules,
                       std::uint64_t tournament_seed)
    : rounds_(static_cast<std::uint64_t>(games_per_pairing) / 2),
      meetings_(meetings_of(entrants)),
      rules_(rules),
      seed_(tournament_seed) {
  TOPTILE_ASSERT(entrants >= 2 && games_per_pairing >= 2 && games_per_pairing % 2 == 0);
}

Pairing RoundRobin::pairing(std::uint64_t id) const {
  TOPTILE_ASSERT(id >= 1 && id <= games());
  const std::uint64_t pair = (id + 1) / 2;
  const auto& [a, b] = meetings_[(pair - 1) % meetings_.size()];
  const int first = rules_.first == FirstSeat::draw ? draw_first_seat(rules_, game_seed(seed_, pair), 2) : 0;
  const bool is_first_game = id % 2 == 1;
  return {id, pair, is_first_game == (first == 0) ? std::array{a, b} : std::array{b, a}};
}

}  // namespace toptile
