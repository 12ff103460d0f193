// Fields whose games are not those of the model alone: copies of one program, many ties, circles, and
// strengths that change.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "tests/ratings/simulated_games.h"

namespace toptile::simulated {

// A field of players of a few kinds, and how it plays.
struct UnevenField {
  std::string name;
  std::vector<double> truth;  // The mean strengths, in Elo.
  std::vector<std::string> kinds;
  std::vector<int> kind_of;
  std::function<Games(Chance&)> play;

  int players() const { return static_cast<int>(truth.size()); }
};

// How one player meets another in a pairing.
struct UnevenPairing {
  int pairs = 0;
  double elo = 0;       // How far the first one of the two is above the other.
  double rise = 0;      // How much more of that there is at the end of the tournament than at its beginning.
  double ties = 0.1;    // How often equals tie is half of this.
  bool copies = false;  // The games of a pair have the same luck.
};

inline Games uneven_games(int players, const std::function<UnevenPairing(int, int)>& pairing_of,
                          Chance& chance) {
  Games games;
  int cluster = 0;
  for (int i = 0; i < players; ++i) {
    for (int j = 0; j < i; ++j) {
      const UnevenPairing pairing = pairing_of(i, j);
      for (int pair = 0; pair < pairing.pairs; ++pair, ++cluster) {
        const double time = (pair + 0.5) / pairing.pairs, luck = chance.uniform();
        const double elo = pairing.elo + pairing.rise * (time - 0.5);
        const double again = pairing.copies ? luck : chance.uniform();
        games.push_back({i, j, score_of(luck, elo + 30, pairing.ties), cluster});
        games.push_back({j, i, score_of(again, 30 - elo, pairing.ties), cluster});
      }
    }
  }
  return games;
}

// `copies` copies of one program in the middle of six other bots.
inline UnevenField field_of_copies(int copies, int pairs, int pairs_of_copies) {
  UnevenField field{"copies", std::vector<double>(std::size_t(copies)), {"copy", "other"}, {}, {}};
  for (int i = 0; i < 6; ++i) field.truth.push_back(84.0 * i - 210);
  for (int i = 0; i < field.players(); ++i) field.kind_of.push_back(i < copies ? 0 : 1);
  field.name = std::to_string(copies) + " copies of one program, " + std::to_string(pairs_of_copies) +
               " pairs among them, 6 others, " + std::to_string(pairs);
  field.play = [=, truth = field.truth](Chance& chance) {
    return uneven_games(
        static_cast<int>(truth.size()),
        [&](int i, int j) {
          const bool are_copies = i < copies && j < copies;
          return UnevenPairing{are_copies ? pairs_of_copies : pairs, truth[i] - truth[j], 0, 0.1, are_copies};
        },
        chance);
  };
  return field;
}

// Six bots, 420 Elo from the weakest to the strongest, and one that is that far below their mean.
inline UnevenField field_with_a_loser(int pairs, double below) {
  UnevenField field{"one is " + std::to_string(static_cast<int>(below)) + " Elo below the others, " +
                        std::to_string(pairs) + " pairs",
                    {},
                    {"other", "loser"},
                    {0, 0, 0, 0, 0, 0, 1},
                    {}};
  for (int i = 0; i < 6; ++i) field.truth.push_back(84.0 * i - 210);
  field.truth.push_back(-below);
  field.play = [=, truth = field.truth](Chance& chance) {
    return uneven_games(
        7,
        [&](int i, int j) {
          return UnevenPairing{pairs, truth[i] - truth[j]};
        },
        chance);
  };
  return field;
}

// Eight bots, 420 Elo from the weakest to the strongest, of which each game of equals is tied with this
// chance.
inline UnevenField field_of_ties(int pairs, double tied) {
  UnevenField field{std::to_string(static_cast<int>(100 * tied)) + " % of games between equals tied, " +
                        std::to_string(pairs) + " pairs",
                    {},
                    {"bot"},
                    std::vector<int>(8),
                    {}};
  for (int i = 0; i < 8; ++i) field.truth.push_back(60.0 * i - 210);
  field.play = [=, truth = field.truth](Chance& chance) {
    return uneven_games(
        8,
        [&](int i, int j) {
          return UnevenPairing{pairs, truth[i] - truth[j], 0, 2 * tied};
        },
        chance);
  };
  return field;
}

// Two circles of three: each takes 200 Elo more from the next than strengths say.
inline UnevenField field_of_circles(int pairs) {
  UnevenField field{"two circles of three, " + std::to_string(pairs) + " pairs",
                    std::vector<double>(6),
                    {"bot"},
                    std::vector<int>(6),
                    {}};
  field.play = [=](Chance& chance) {
    return uneven_games(
        6,
        [&](int i, int j) {
          const double of_circle = i / 3 != j / 3 ? 0 : (i - j) % 3 == 1 ? 200 : -200;
          return UnevenPairing{pairs, of_circle};
        },
        chance);
  };
  return field;
}

// Eight bots, one of which becomes 150 Elo stronger while they play. Its strength is the mean.
inline UnevenField field_that_drifts(int pairs) {
  UnevenField field{"one becomes 150 Elo stronger, " + std::to_string(pairs) + " pairs",
                    {},
                    {"drifting", "other"},
                    {0, 1, 1, 1, 1, 1, 1, 1},
                    {}};
  for (int i = 0; i < 8; ++i) field.truth.push_back(40.0 * i - 140);
  field.play = [=, truth = field.truth](Chance& chance) {
    return uneven_games(
        8,
        [&](int i, int j) {
          return UnevenPairing{pairs, truth[i] - truth[j], j == 0 ? -150.0 : 0};
        },
        chance);
  };
  return field;
}

// Two crowds of six, which only one pairing links.
inline UnevenField field_with_one_link(int pairs) {
  UnevenField field{"two crowds, one pairing links them, " + std::to_string(pairs) + " pairs",
                    {},
                    {"upper", "lower"},
                    {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1},
                    {}};
  for (int i = 0; i < 12; ++i) field.truth.push_back((i < 6 ? 60 : -60) + 20.0 * (i % 6) - 50);
  field.play = [=, truth = field.truth](Chance& chance) {
    return uneven_games(
        12,
        [&](int i, int j) {
          const bool is_link = i == 6 && j == 5;
          return UnevenPairing{i / 6 == j / 6 || is_link ? pairs : 0, truth[i] - truth[j]};
        },
        chance);
  };
  return field;
}

}  // namespace toptile::simulated
