// A table of fixed size that remembers the results of an endgame search by position, so that it need not
// search them again. It maps a position's key to a bound.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace toptile {

// How the true gain relates to the stored one: equal to it, at least as much, or at most as much.
enum class Bound : std::uint8_t { exact, least, most };

struct EndgameEntry {
  static constexpr std::uint16_t kWhole = 0xFFFF;  // The width if no play was left out that could matter.
  static constexpr std::uint32_t kNoMove = 0xFFFF'FFFF;

  std::uint64_t key = 0;
  std::uint32_t round = 0;       // The table's round when the entry was stored; 0 means never.
  std::int32_t gain = 0;         // The gain of the seat to move, from here to the end.
  std::uint32_t move = kNoMove;  // The best move's number in the order of the generator.
  std::uint16_t width = 0;       // The plays that were tried in each position.
  Bound bound = Bound::exact;
};

// Each key belongs to one pair of entries. The wider entry of a pair stays until one at least as wide is
// stored; the other is replaced by any new entry. An entry of the same position is overwritten, unless it is
// whole and the new one is not.
class EndgameTable {
 public:
  // Holds as many pairs as fit into `bytes`. If not even one fits, find() always returns null.
  explicit EndgameTable(std::size_t bytes) : pairs_(bytes / sizeof(Pair)) {}

  // Forgets everything, at almost no cost.
  void clear() {
    if (++round_ == 0) {
      pairs_.assign(pairs_.size(), {});
      round_ = 1;
    }
  }

  // Returns null if the key is not there. The pointer is valid until the next store().
  const EndgameEntry* find(std::uint64_t key) const {
    if (pairs_.empty()) return nullptr;
    const Pair& pair = pairs_[place_of(key)];
    for (const EndgameEntry* entry : {&pair.wide, &pair.last}) {
      if (entry->round == round_ && entry->key == key) return entry;
    }
    return nullptr;
  }

  // The table sets the entry's round itself.
  void store(EndgameEntry entry) {
    if (pairs_.empty()) return;
    entry.round = round_;
    Pair& pair = pairs_[place_of(entry.key)];
    for (EndgameEntry* same : {&pair.wide, &pair.last}) {
      if (same->round != round_ || same->key != entry.key) continue;
      if (same->width != EndgameEntry::kWhole || entry.width == EndgameEntry::kWhole) *same = entry;
      return;
    }
    if (pair.wide.round != round_ || entry.width >= pair.wide.width) {
      pair.last = pair.wide;
      pair.wide = entry;
    } else {
      pair.last = entry;
    }
  }

 private:
  struct Pair {
    EndgameEntry wide, last;
  };

  // Spreads the keys evenly over any number of pairs below 2^32.
  std::size_t place_of(std::uint64_t key) const { return (key >> 32) * pairs_.size() >> 32; }

  std::vector<Pair> pairs_;
  std::uint32_t round_ = 1;
};

}  // namespace toptile
