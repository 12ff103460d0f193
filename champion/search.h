// The search of the champion: Monte Carlo look-ahead. Each candidate is tried with the same hidden tiles:
// racks of the others and an order of the bag, drawn from what is unseen. The static player goes on for a few
// turns; what the position is worth then is the points, the leaves, and from these the chance to win.
// Candidates that fall behind are dropped, so that the rest is tried more often. (After
// "World-championship-caliber Scrabble", Sheppard 2002; the race is that of Maron and Moore, "Hoeffding
// Races", 1994, with normal bounds on the differences of candidates that met the same tiles.)
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "champion/hidden_tiles.h"
#include "champion/race.h"
#include "champion/simulation.h"
#include "champion/static_player.h"
#include "engine/endgame.h"
#include "engine/move.h"
#include "engine/random.h"

namespace toptile::champion {

// What the seat to move knows.
struct Situation {
  explicit Situation(int size) : board(size) {}

  Board board;
  Seat to_move{};
  std::vector<SimulatedSeat> seats;  // The others' racks are empty here.
  std::vector<int> held;             // How many tiles each seat holds.
  Tiles unseen;                      // What is in the bag and on the others' racks.
  int bag = 0;
  bool may_exchange = false;

  const Tiles& rack() const { return seats[to_move].rack; }
};

struct SearchSettings {
  int candidates = 40;  // The most plays that are tried, best by static value; fewer for few nodes.
  // Turns of the static player after a candidate. Nothing: 2, or 4 with 15,000 nodes and more. They are more
  // when the bag is nearly empty.
  std::optional<int> plies = {};
  int threads = 1;           // At least 1. The answer does not depend on it unless time ends the search.
  bool drops = true;         // Candidates that fall behind are not tried any more.
  bool solves_games = true;  // Games that are played on end with the endgame solver.
  Aim aim = {};              // What candidates are compared by.
  friend bool operator==(const SearchSettings&, const SearchSettings&) = default;
};

struct SearchLimits {
  // The most turns that are played in the search; a node is one of them. A search with this limit alone
  // always ends with the same answer.
  std::optional<std::uint64_t> nodes;
  // About how many nodes there is time for, if that is known.
  std::optional<std::uint64_t> expected_nodes = {};
  // Asked after each try, by the thread that called search(). No clock is read here.
  std::function<bool()> is_time_up;
};

struct Candidate {
  Move move;
  ScoredPlay play;  // It is set if the move is a play.
  Value static_value = 0;
  Race::Standing standing = {};  // The spread and the chance at the end, as far as it was tried.
};

class Rollout;

struct SearchResult {
  std::vector<Candidate> candidates;  // Best first; never empty.
  std::uint64_t nodes = 0;
  bool is_exact = false;  // The rest of the game was solved.
  const Candidate& best() const { return candidates.front(); }
};

class Search {
 public:
  // The rules, words and weights must outlive the search.
  Search(const Ruleset& rules, const Lexicon& lexicon, const Weights& weights,
         const SearchSettings& settings);
  ~Search();

  const StaticPlayer& player() const { return player_; }

  // The best move by the static player, at once.
  SearchResult glance(const Situation& situation);
  // `hidden` draws what the seat does not see; `seed` decides all chance. The move `also`, which must be
  // legal, is among the candidates even if it would not be by its static value.
  SearchResult search(const Situation& situation, const HiddenTiles& hidden, std::uint64_t seed,
                      const SearchLimits& limits, const Move* also = nullptr);

  // A legal move as a candidate that was not tried.
  Candidate candidate_of(const Situation& situation, const Move& move) const;
  // Tries all these candidates with the same hidden tiles each time, and drops none: an outcome of each
  // candidate for every draw. The limit in nodes ends it, but not before the first draws.
  std::vector<std::vector<Outcome>> compare(const Situation& situation, const HiddenTiles& hidden,
                                            const std::vector<Candidate>& candidates, std::uint64_t seed,
                                            const SearchLimits& limits);

 private:
  struct Draw;

  std::vector<Candidate> candidates_of(const Situation& situation, int most);
  std::vector<double> beliefs_of(const Situation& situation, const std::vector<Candidate>& candidates) const;
  // The outcomes of each draw, for all candidates that run; none for a draw that the time cut off.
  std::vector<std::vector<Outcome>> try_all(const Race& race, const std::vector<Candidate>& candidates,
                                            const std::vector<Draw>& draws, int plies,
                                            const SearchLimits& limits);

  const Ruleset& rules_;
  const Lexicon& lexicon_;
  StaticPlayer player_;
  SearchSettings settings_;
  std::vector<std::unique_ptr<Rollout>> rollouts_;  // One for each thread.
};

// The chance to win with a lead of this many points, when this many tiles are still to be played: a tie
// counts as half. The spread of the rest of the game was measured in games of the static player.
double chance_to_win(double lead, int tiles_left);

}  // namespace toptile::champion
