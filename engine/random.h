// Random numbers that are the same on every machine and in every language: std::mt19937_64, whose output the
// standard fixes, with Lemire's unbiased bounded draw. The standard library's own shuffles and distributions
// are not used, as they differ between libraries.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/seat.h"

namespace toptile {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  // A uniform number in 0 … bound-1; `bound` is at least 1. (Lemire, "Fast Random Integer Generation in an
  // Interval", 2019. The result is the high half of a 128-bit product; a product whose low half would bias it
  // is drawn again.)
  std::uint64_t below(std::uint64_t bound);

  // The Fisher-Yates shuffle, from the last index down.
  template <class T>
  void shuffle(std::vector<T>& values) {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
  }

 private:
  std::mt19937_64 engine_;
};

// The first 8 bytes of the text's SHA-256, read as a big-endian number.
std::uint64_t seed_from_text(std::string_view text);

// The seeds of a tournament. The seed that the referee sends to a bot reveals none of the others
// (docs/protocol.md, "Determinism").
std::uint64_t game_seed(std::uint64_t tournament_seed, std::uint64_t set);
// The seed of a set of games. It depends on the names of the players that meet, in any order, and on how
// often exactly these have met, including this time. So it stays the same when a tournament gets more games
// or other bots.
std::uint64_t set_seed(std::uint64_t tournament_seed, std::vector<std::string> names, std::uint64_t meeting);
std::uint64_t exchange_seed(std::uint64_t game_seed);
std::uint64_t first_seat_seed(std::uint64_t game_seed);
std::uint64_t bot_seed(std::uint64_t game_seed, Seat seat);

}  // namespace toptile
