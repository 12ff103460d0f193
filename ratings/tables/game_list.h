// Games with the names of their players, from any source. Ratings are computed from them. Nearly all games
// are of two players, and are stored as such; games of three and four are stored separately.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ratings/fit/ratings.h"
#include "ratings/results/ranked_game.h"

namespace toptile {

// The spread of a game whose points are unknown, or that was forfeited.
inline constexpr int kNoSpread = std::numeric_limits<int>::min();

// Sums over clusters of games between two players, whose games are counted (ScoredGame::times), so that their
// points are known in sums only.
struct CountedSpread {
  int one = 0, other = 0;
  int clusters = 0;
  int games = 0;  // In each of the clusters, those whose points are known.
  // Each cluster has a sum of the points of `one` less those of `other`. These are the sums of the clusters'
  // sums, and of their squares.
  double sum = 0, squares = 0;
};

// A name identifies one player. Players and clusters are numbered from 0 in the order in which they are
// added, and every cluster has a game.
class GameList {
 public:
  // The number of the player with that name, which may be new.
  int player(std::string_view name);
  // The caller chooses the cluster, since only it knows which games share luck: 0 … clusters(), where the
  // last is a new one. `spread` is the first player's points less those of the second.
  void add(const ScoredGame& game, int spread = kNoSpread);
  // Games that are counted have no spread of their own.
  void add_spread(const CountedSpread& spread) { counted_spreads_.push_back(spread); }
  void add_ranked(const RankedGame& game);

  // Makes the games of each cluster adjacent, and otherwise keeps their order. Sums over clusters then take
  // one pass. A list that is already in order is only checked.
  void sort_by_cluster();

  int size() const { return size_; }
  bool has_more_than_two() const { return !bigger_.empty(); }
  // All games, with those of a cluster adjacent. None may be counted more than once.
  std::vector<RankedGame> ranked_games() const;

  const std::vector<std::string>& names() const { return names_; }
  int players() const { return static_cast<int>(names_.size()); }
  const std::vector<ScoredGame>& games() const { return games_; }  // The games of two.
  // The spreads of the games of two, in their order.
  const std::vector<int>& spreads() const { return spreads_; }
  const std::vector<CountedSpread>& counted_spreads() const { return counted_spreads_; }
  int clusters() const { return clusters_; }

  // Games without a result are counted, but not rated.
  void add_unfinished() { ++unfinished_; }
  int unfinished() const { return unfinished_; }

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };

  std::vector<std::string> names_;
  std::unordered_map<std::string, int, Hash, std::equal_to<>> numbers_;
  std::vector<ScoredGame> games_;
  std::vector<int> spreads_;
  std::vector<CountedSpread> counted_spreads_;
  std::vector<RankedGame> bigger_;  // Games of three and four.
  int size_ = 0;
  int clusters_ = 0;
  int unfinished_ = 0;
};

// The clusters of one source, by the names that the source gives them.
class ClusterNames {
 public:
  ClusterNames() = default;
  ClusterNames(ClusterNames&&) = default;
  ClusterNames& operator=(ClusterNames&&) = default;

  // The number of the cluster in the list. Different texts are different clusters, even "17" and "017".
  int cluster(std::string_view name, const GameList& list);

 private:
  // Clusters whose names are small numbers, as nearly all are; -1 before the first game.
  std::vector<int> by_number_;
  std::unordered_map<std::string, int> by_text_;
  const std::pair<const std::string, int>* last_ = nullptr;  // Games of a cluster are often adjacent.
};

}  // namespace toptile
