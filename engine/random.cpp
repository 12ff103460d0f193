#include "engine/random.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/assert.h"
#include "base/sha256.h"

namespace toptile {

std::uint64_t Random::below(std::uint64_t bound) {
  TOPTILE_ASSERT(bound > 0);
  __extension__ using Product = unsigned __int128;
  Product product = Product{engine_()} * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t biased = (0 - bound) % bound;
    while (static_cast<std::uint64_t>(product) < biased) product = Product{engine_()} * bound;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t seed_from_text(std::string_view text) {
  const Sha256 digest = sha256(text);
  std::uint64_t seed = 0;
  for (int i = 0; i < 8; ++i) seed = seed << 8 | digest[i];
  return seed;
}

std::uint64_t game_seed(std::uint64_t tournament_seed, std::uint64_t set) {
  return seed_from_text(fmt::format("toptile-game/1 {} {}", tournament_seed, set));
}

std::uint64_t set_seed(std::uint64_t tournament_seed, std::vector<std::string> names, std::uint64_t meeting) {
  std::ranges::sort(names);
  return seed_from_text(
      fmt::format("toptile-game/2 {} {} {}", tournament_seed, meeting, fmt::join(names, " ")));
}

std::uint64_t exchange_seed(std::uint64_t game_seed) {
  return seed_from_text(fmt::format("toptile-exchange/1 {}", game_seed));
}

std::uint64_t first_seat_seed(std::uint64_t game_seed) {
  return seed_from_text(fmt::format("toptile-first/1 {}", game_seed));
}

std::uint64_t bot_seed(std::uint64_t game_seed, Seat seat) {
  return seed_from_text(fmt::format("toptile-bot/1 {} {}", game_seed, seat));
}

}  // namespace toptile
