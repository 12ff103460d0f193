// The tiles that the other seats may hold. A rack with which its owner would have made a better play is less
// likely: kept tiles are drawn by how well the last play fits them.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/random.h"
#include "engine/tiles.h"

namespace toptile::champion {

// One possible distribution of the unseen tiles.
struct Deal {
  std::vector<Tiles> racks;  // Indexed by seat. The rack of the seat to move is empty.
  std::vector<Face> bag;     // It is drawn from its end.
};

// Tiles that a seat may have kept at its last turn, with their relative likelihood.
struct KeptTiles {
  Tiles tiles;
  double weight = 1;
};

class HiddenTiles {
 public:
  // `held` is the number of tiles that each seat holds, 0 for the seat to move.
  HiddenTiles(const Tiles& unseen, std::vector<int> held);

  // Makes some racks of a seat likelier than others: each entry has the same number of tiles, all unseen.
  // Without entries, racks are drawn uniformly from the unseen tiles.
  void suppose(std::size_t seat, std::vector<KeptTiles> kept);

  Deal draw(Random& random) const;

 private:
  std::vector<Face> unseen_;
  std::vector<int> held_;
  std::size_t supposed_seat_ = 0;
  std::vector<KeptTiles> kept_;
  std::vector<double> sums_;  // The sum of the weights up to each entry.
};

}  // namespace toptile::champion
