#include "ratings/results/ranked_game.h"

namespace toptile {

double RankedGame::score(int seat) const {
  double beaten = -0.5;  // The seat also ties with itself, which does not count.
  for (int other = 0; other < seats; ++other)
    beaten += ranks[other] > ranks[seat] ? 1 : ranks[other] == ranks[seat] ? 0.5 : 0;
  return beaten / (seats - 1);
}

double RankedGame::score_against(int seat, int other) const {
  return ranks[seat] < ranks[other] ? 1 : ranks[seat] == ranks[other] ? 0.5 : 0;
}

Outcome RankedGame::outcome(int seat) const {
  int tied = 0;
  for (int other = 0; other < seats; ++other) {
    if (ranks[other] < ranks[seat]) return Outcome::loss;
    tied += ranks[other] == ranks[seat];
  }
  return tied > 1 ? Outcome::tie : Outcome::win;
}

double RankedGame::spread(int seat) const {
  int others = 0;
  for (int other = 0; other < seats; ++other)
    if (other != seat) others += (*points)[other];
  return (*points)[seat] - static_cast<double>(others) / (seats - 1);
}

}  // namespace toptile
