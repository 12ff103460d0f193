#include "tournaments/formats/king.h"

namespace toptile {

KingOfTheHill king_of_the_hill(const KingTerms& terms, MeetingResults so_far) {
  KingOfTheHill hill;
  const auto pairs = static_cast<std::size_t>(terms.pairs);
  int challenge = 0;
  for (int round = 0; round < terms.rounds; ++round) {
    const Entrant king_of_round = hill.king;
    for (const Entrant challenger : each<Entrant>(terms.entrants)) {
      if (challenger == king_of_round) continue;
      if (so_far.empty()) {
        hill.next.assign(pairs, {hill.king, challenger});
        return hill;
      }
      double points = 0;
      for (const MeetingResult& result : so_far.first(pairs)) points += result.beaten[0];
      so_far = so_far.subspan(pairs);
      ++challenge;
      if (points >= static_cast<double>(pairs)) continue;
      hill.falls.push_back({hill.king, challenger, challenge});
      hill.king = challenger;
    }
  }
  return hill;
}

}  // namespace toptile
