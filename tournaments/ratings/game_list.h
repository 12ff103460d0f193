// Games by the names of their players, from whatever they were read: what ratings are computed from. Nearly
// all are of two, and kept as such; those of three and four are beside them.
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

#include "tournaments/ratings/ratings.h"
#include "tournaments/results/ranked_game.h"

namespace toptile {

// The spread of a game whose points nobody wrote down, or that was forfeited.
inline constexpr int kNoSpread = std::numeric_limits<int>::min();

// A name is a player: whoever has the same one is the same. Players and clusters are numbered from 0 as they
// come, and every cluster has a game.
class GameList {
 public:
  // The player of that name, whom nobody need have seen before.
  int player(std::string_view name);
  // Clusters are handed out by the caller, since only it knows which games share chance: 0 … clusters(), the
  // last a new one. `spread` is in points, of the first less those of the second.
  void add(const ScoredGame& game, int spread = kNoSpread);
  void add_ranked(const RankedGame& game);

  // Puts the games of a cluster side by side and leaves the others in their order. Sums over clusters take
  // one pass then; what is in order already is only looked through.
  void sort_by_cluster();

  int size() const { return static_cast<int>(games_.size() + bigger_.size()); }
  bool has_more_than_two() const { return !bigger_.empty(); }
  // All of them, those of a cluster side by side.
  std::vector<RankedGame> ranked_games() const;

  const std::vector<std::string>& names() const { return names_; }
  int players() const { return static_cast<int>(names_.size()); }
  const std::vector<ScoredGame>& games() const { return games_; }  // Of two.
  const std::vector<int>& spreads() const { return spreads_; }     // Of the games, in their order.
  int clusters() const { return clusters_; }

  // Games that were found and have no result: they are told of and not rated.
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
  std::vector<RankedGame> bigger_;  // Of three and four.
  int clusters_ = 0;
  int unfinished_ = 0;
};

// The clusters of one source, by what the source calls them.
class ClusterNames {
 public:
  ClusterNames() = default;
  ClusterNames(ClusterNames&&) = default;
  ClusterNames& operator=(ClusterNames&&) = default;

  // The number in the list. "17" and "017" are two clusters, as any other two texts are.
  int cluster(std::string_view name, const GameList& list);

 private:
  std::vector<int> by_number_;  // Names that are small numbers, as nearly all are; -1 before the first game.
  std::unordered_map<std::string, int> by_text_;
  const std::pair<const std::string, int>* last_ = nullptr;  // Games of a cluster often stand side by side.
};

}  // namespace toptile
