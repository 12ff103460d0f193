// The part of a schedule that a run plays. Games on one seed are a set, and a set is never split: shard I of
// N plays sets I, I + N, I + 2N, …
#pragma once

#include <algorithm>
#include <cstdint>

#include "protocol/tournament_numbers.h"

namespace toptile {

inline constexpr int kMaxShards = 100'000;

struct Shard {
  int index = 1, of = 1;  // 1 <= index <= of <= kMaxShards; shard 1 of 1 is the whole.
  int games_a_set = 2;

  bool has(GameNumber id) const {  // Games count from 1.
    return (id - 1) / set() % count() == static_cast<std::uint64_t>(index - 1);
  }
  // The first of the shard's games from `id` on.
  GameNumber first_from(GameNumber id) const {
    if (has(id)) return id;
    const std::uint64_t round = (id - 1) / set() / count();
    const auto first_of = [&](std::uint64_t in_round) {
      return GameNumber{(in_round * count() + static_cast<std::uint64_t>(index - 1)) * set() + 1};
    };
    return first_of(round) > id ? first_of(round) : first_of(round + 1);
  }
  // The first of the shard's games after `id`.
  GameNumber first_after(GameNumber id) const { return first_from(GameNumber{id + 1}); }
  // How many of the games 1 … `games` the shard has.
  std::uint64_t count_of(std::uint64_t games) const {
    const std::uint64_t round = set() * count(), before = static_cast<std::uint64_t>(index - 1) * set();
    const std::uint64_t rest = games % round;
    return games / round * set() + std::min(rest - std::min(rest, before), set());
  }

  friend bool operator==(const Shard&, const Shard&) = default;

 private:
  std::uint64_t set() const { return static_cast<std::uint64_t>(games_a_set); }
  std::uint64_t count() const { return static_cast<std::uint64_t>(of); }
};

}  // namespace toptile
