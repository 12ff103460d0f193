// Fields of many players with known strengths, who met in different ways.
#pragma once

#include <algorithm>
#include <vector>

#include "tests/ratings/simulated_games.h"

namespace toptile::simulated {

inline constexpr double kWorthOfFirst = 30;  // Elo.

struct Field {
  std::vector<double> truth;
  Games games;
  std::vector<int> zero = {};  // As in RatingOptions.

  explicit Field(int players) : truth(static_cast<std::size_t>(players)) {}
  void meet(int one, int other, Chance& chance) {
    const int cluster = games.empty() ? 0 : games.back().cluster + 1;
    games.push_back(
        {one, other, score_of(chance.uniform(), truth[one] - truth[other] + kWorthOfFirst), cluster});
    games.push_back(
        {other, one, score_of(chance.uniform(), truth[other] - truth[one] + kWorthOfFirst), cluster});
  }
  int players() const { return static_cast<int>(truth.size()); }
};

inline Field random_field(int players, int pairs_each, Chance& chance) {
  Field field(players);
  for (double& elo : field.truth) elo = 400 * (chance.uniform() - 0.5);
  for (int pair = 0; pair < players * pairs_each / 2; ++pair) {
    const int one = chance.below(players);
    field.meet(one, (one + 1 + chance.below(players - 1)) % players, chance);
  }
  return field;
}

// Each player meets only the next few: with each step of the ladder, less is known about the distance.
inline Field ladder(int players, int reach, Chance& chance) {
  Field field(players);
  for (int i = 0; i < players; ++i) field.truth[i] = 5.0 * i;
  for (int i = 0; i < players; ++i)
    for (int next = i + 1; next <= std::min(i + reach, players - 1); ++next)
      for (int pair = 0; pair < 3; ++pair) field.meet(i, next, chance);
  return field;
}

// Two crowds that are far apart and linked by a few games, and newcomers who met one or two others. Some
// newcomers met only newcomers.
inline Field two_crowds(int players, Chance& chance) {
  Field field(players);
  const int newcomers = players / 10, crowd = (players - newcomers) / 2;
  for (int i = 0; i < players; ++i) field.truth[i] = i < crowd ? 500 : 0;
  const auto meet_in = [&](int first, int count, int pairs) {
    for (int i = first; i < first + count; ++i)
      for (int pair = 0; pair < pairs; ++pair)
        field.meet(i, first + (i - first + 1 + chance.below(count - 1)) % count, chance);
  };
  meet_in(0, crowd, 12);
  meet_in(crowd, players - newcomers - crowd, 8);
  for (int link = 0; link < 6; ++link) field.meet(link, crowd + link, chance);
  for (int i = players - newcomers; i < players; ++i) {
    field.meet(i, chance.below(i), chance);
    if (chance.uniform() < 0.5) field.meet(i, chance.below(i), chance);
  }
  return field;
}

// Versions of bots, as in a league: a new one retires the one before it, and most sets are between neighbours
// in strength. So early versions are far away from the last ones, whose mean is 0.
inline Field generations(int bots, int versions_each, int pairs_each, Chance& chance) {
  Field field(bots * versions_each);
  std::vector<int> active;
  for (int version = 0; version < field.players(); ++version) {
    field.truth[version] = version < bots ? 400 * (chance.uniform() - 0.5)
                                          : field.truth[version - bots] + 60 * chance.uniform() - 10;
    if (version >= bots) std::erase(active, version - bots);
    active.push_back(version);
    std::ranges::sort(active, {}, [&](int player) { return field.truth[player]; });
    const int count = static_cast<int>(active.size());
    for (int pair = 0; pair < pairs_each && count > 1; ++pair) {
      const int place = pair % 2 == 0 ? static_cast<int>(std::ranges::find(active, version) - active.begin())
                                      : chance.below(count);
      const int step = 1 + chance.below(std::min(chance.below(4) == 0 ? count - 1 : 4, count - 1));
      field.meet(active[place], active[(place + step) % count], chance);
    }
  }
  field.zero = active;
  return field;
}

}  // namespace toptile::simulated
