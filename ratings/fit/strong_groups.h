// Groups of players. The results determine distances within a group well, and distances between groups
// poorly.
#pragma once

#include <span>
#include <vector>

namespace toptile {

// The information that the results between two players have on their distance. Four games between equals have
// an information of 1.
struct PlayerLink {
  int one = 0, other = 0;
  double information = 0;  // Not negative. The same two players may be linked more than once.
};

// Information across a cut is little if it is below this: that of 3 results that went the less likely way, or
// of 12 games between equals.
inline constexpr double kLittleInformation = 3;

// Gives each player a group. Every cut of a group in two has `little` information or more across it. Groups
// are numbered from 0 in the order of their first players. (Nagamochi and Ibaraki, "Computing
// edge-connectivity in multigraphs and capacitated graphs", SIAM Journal on Discrete Mathematics 5, 1992.)
// The time is that of a few passes, each proportional to the links times the logarithm of the players.
std::vector<int> strong_groups(int players, std::span<const PlayerLink> links,
                               double little = kLittleInformation);

}  // namespace toptile
