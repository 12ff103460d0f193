// Chooses which two contenders of a league meet next. The same situation and terms give the same choice.
// docs/league_choice.md states the rule, where it comes from, and what it guarantees.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "league/choice/contenders.h"
#include "league/choice/set_gains.h"
#include "ratings/fit/connected_players.h"

namespace toptile {

// The guarantees of docs/league_choice.md depend on it. So a worker with a greater batch gets no longer
// blocks.
inline constexpr int kMaxSetsABlock = 4;

struct ChoiceTerms {
  // A contender with fewer sets than this, including those in play, is a newcomer. At least 1.
  int placement_sets = 10;
  // A block has as many sets as fit into this time, at least one. Positive.
  double block_seconds = 2;
  int most_sets_a_block = kMaxSetsABlock;  // At least 1.
  // A pair that has more than this share of either contender's sets is not chosen while there are others.
  // With m opponents, the share is at least 2 / m. More than 0, at most 1.
  double most_share = 0.25;
  // One is drawn from all pairs whose gain in a second is at least this share of the greatest. Otherwise the
  // smallest differences between gains, which come from luck, would decide. More than 0, at most 1.
  double near_best = 0.7;
  // The share of a newcomer's first sets that are against its predecessor. 0 … 1.
  double predecessor_share = 0.25;
  OrderWeights weights;  // Not negative, and precision is more than 0.
  int most_in_matrix = kMaxInMatrix;
};

// What is wrong with the terms, or nullopt.
std::optional<Error> terms_fault(const ChoiceTerms& terms);

enum class ChoiceReason {
  placement,    // `one` is a newcomer with few sets; in half of these blocks `other` was drawn from all.
  predecessor,  // `one` is a newcomer, and `other` is the version before it.
  islands,      // No chain of sets connects the two.
  turn,         // `one` has waited longest, and `other` was drawn at random.
  gain          // The set is among the most informative for its duration.
};

struct ChosenBlock {
  int one = 0, other = 0;
  int sets = 1;
  ChoiceReason reason = ChoiceReason::gain;
};

// Blocks are chosen in rounds of this many. Two of them are for the contender that has waited longest, whose
// opponent is drawn at random. One connects islands, if there are any, and one is for contenders that are not
// newcomers, where the limits of their pairs allow it. These two are for the one that has waited longest,
// too, if no contender has fewer than half as many sets as the lower quartile of the field. In all other
// blocks, newcomers come first.
inline constexpr int kRoundOfBlocks = 8;
// The last of every this many blocks is for the contender that has waited longest.
inline constexpr int kBlocksATurn = 4;

class GameChoice {
 public:
  // `terms` must pass terms_fault, and the numbers in the situation must be in range.
  GameChoice(const ChoiceTerms& terms, LeagueSituation situation);

  // Chooses the next block, and counts its sets as being played. Empty if fewer than two contenders are
  // active.
  std::optional<ChosenBlock> next();

  // The strengths in logits, from which the next fit may start.
  const std::vector<double>& strengths() const { return strengths_; }
  // The expected gain of each possible set, as things stand now.
  const SetGains& gains() const { return *gains_; }

 private:
  struct Pair {
    int one = 0, other = 0;
  };
  // Whose limits on a pair's share are kept.
  enum class Limits { none, of_one, of_both };

  bool is_newcomer(int contender) const { return sets_[contender] < terms_.placement_sets; }
  double sets_between(int one, int other) const;
  double seconds(int one, int other) const { return (seconds_[one] + seconds_[other]) / 2; }
  double gain_a_second(int one, int other) const { return gains_->gain(one, other) / seconds(one, other); }
  // A number in 0 … bound-1 that depends on the seed, the block and the purpose.
  std::size_t draw(std::string_view purpose, std::size_t bound) const;
  // Whether a contender has fewer than half as many sets as the lower quartile of the field.
  bool has_little_known_contender() const;
  Limits limits(int one, int other, double share) const;
  bool has_waited_longer(int one, int other) const;

  std::optional<int> first_newcomer() const;
  int longest_waiting(std::span<const int> contenders) const;
  // Whether this newcomer's next set is against its predecessor.
  bool is_turn_of_predecessor(int newcomer) const;
  // The share of a contender's sets above which a pair is not chosen again.
  double share_limit(int opponents) const;
  // Those of `others` with which the most limits are kept.
  std::vector<int> allowed_opponents(int one, std::span<const int> others) const;
  int good_opponent(int one, std::span<const int> others) const;
  int drawn_opponent(int one, std::span<const int> others) const;
  // Empty if the limits allow no two of these to meet.
  std::optional<Pair> good_pair(const std::vector<bool>& may_play) const;
  // The active contenders of each island: a part of the field that no set connects with the rest. Contenders
  // without sets are in none. The largest island is first.
  std::vector<std::vector<int>> islands();
  // The contenders that this one may meet: all, or only those of the largest island if nothing connects it
  // with that.
  std::vector<int> opponents_of(int one);

  ChosenBlock choose();
  ChosenBlock choose_placement(int newcomer);
  ChosenBlock choose_turn();
  int sets_of_block(int one, int other) const;
  void count(const ChosenBlock& block);

  ChoiceTerms terms_;
  LeagueSituation situation_;
  std::vector<double> strengths_;
  std::unique_ptr<SetGains> gains_;
  std::vector<int>
      active_;  // In an order drawn from the seed; among equally good contenders the first is chosen.
  std::vector<int> place_;  // The place of each active contender in that order.
  std::vector<double> sets_, seconds_;
  std::unordered_map<std::uint64_t, double> sets_of_pair_;
  ConnectedPlayers parts_;
};

}  // namespace toptile
