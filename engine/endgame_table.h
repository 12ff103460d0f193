// What an endgame search found out about positions, so that it need not search them again: a table of a fixed
// size from a position's key to a bound.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace toptile {

// What is known of the true gain: it is just that, or at least, or at most.
enum class Bound : std::uint8_t { exact, least, most };

struct EndgameEntry {
  static constexpr std::uint16_t kWhole = 0xFFFF;  // As a depth: every end was reached.
  static constexpr std::uint32_t kNoMove = 0xFFFF'FFFF;

  std::uint64_t key = 0;
  std::uint32_t round = 0;       // Of the table, when it was stored; 0: never.
  std::int32_t gain = 0;         // Of the one who is to move, from here to the end.
  std::uint32_t move = kNoMove;  // The best one: its number in the order of the generator.
  std::uint16_t depth = 0;       // Plies that were searched.
  Bound bound = Bound::exact;
};

// Positions fall into pairs of entries. Of a pair the deeper entry stays until one as deep comes, and the
// other makes place for whatever comes; an entry of the same position is written over, unless it is whole and
// the new one is not.
class EndgameTable {
 public:
  // Takes as many pairs as fit; without room for one, nothing is ever found.
  explicit EndgameTable(std::size_t bytes) : pairs_(bytes / sizeof(Pair)) {}

  // Forgets everything, at no cost.
  void clear() {
    if (++round_ == 0) {
      pairs_.assign(pairs_.size(), {});
      round_ = 1;
    }
  }

  // None when it is not there. Good until the next store().
  const EndgameEntry* find(std::uint64_t key) const {
    if (pairs_.empty()) return nullptr;
    const Pair& pair = pairs_[place_of(key)];
    for (const EndgameEntry* entry : {&pair.deep, &pair.last}) {
      if (entry->round == round_ && entry->key == key) return entry;
    }
    return nullptr;
  }

  // The entry's round is the table's business.
  void store(EndgameEntry entry) {
    if (pairs_.empty()) return;
    entry.round = round_;
    Pair& pair = pairs_[place_of(entry.key)];
    for (EndgameEntry* same : {&pair.deep, &pair.last}) {
      if (same->round != round_ || same->key != entry.key) continue;
      if (same->depth != EndgameEntry::kWhole || entry.depth == EndgameEntry::kWhole) *same = entry;
      return;
    }
    if (pair.deep.round != round_ || entry.depth >= pair.deep.depth) {
      pair.last = pair.deep;
      pair.deep = entry;
    } else {
      pair.last = entry;
    }
  }

 private:
  struct Pair {
    EndgameEntry deep, last;
  };

  // Spreads the keys evenly over any number of pairs below 2^32.
  std::size_t place_of(std::uint64_t key) const { return (key >> 32) * pairs_.size() >> 32; }

  std::vector<Pair> pairs_;
  std::uint32_t round_ = 1;
};

}  // namespace toptile
