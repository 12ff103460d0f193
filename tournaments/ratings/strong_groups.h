// Players between whom the results say much, and what little lies between those groups.
#pragma once

#include <span>
#include <vector>

namespace toptile {

// What the results between two players say of their distance: the information, in results of even chance
// four times as many.
struct PlayerLink {
  int one = 0, other = 0;
  double information = 0;  // It is not negative. The same two may be linked more than once.
};

// Less than that across a cut is little: 3 results that went the less likely way, or 12 games of equals.
inline constexpr double kLittleInformation = 3;

// Gives each player a group: however a group is cut in two, `little` information or more lies across the cut.
// Groups are numbered from 0 in the order of their first players. (Nagamochi and Ibaraki, "Computing
// edge-connectivity in multigraphs and capacitated graphs", SIAM Journal on Discrete Mathematics 5, 1992.)
// Time is that of links times the logarithm of players, times a few passes.
std::vector<int> strong_groups(int players, std::span<const PlayerLink> links,
                               double little = kLittleInformation);

}  // namespace toptile
