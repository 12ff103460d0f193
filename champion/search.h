// The champion's search: Monte Carlo look-ahead. Each candidate is tried with the same hidden tiles: the
// other racks and an order of the bag, drawn from the unseen tiles. The static player continues for a few
// turns; the position is then valued by its points and leaves, and the chance to win that follows from them.
// Candidates that fall behind are dropped, so that the others are tried more often. (After
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
  std::vector<SimulatedSeat> seats;  // The other seats' racks are empty here.
  std::vector<int> held;             // The number of tiles that each seat holds.
  Tiles unseen;                      // The tiles in the bag and on the other racks.
  int bag = 0;
  bool may_exchange = false;

  const Tiles& rack() const { return seats[to_move].rack; }
};

struct SearchSettings {
  int candidates = 40;  // The maximum number of plays tried, the best by static value; fewer for few nodes.
  // Turns of the static player after a candidate. nullopt means 2, or 4 with 15,000 nodes or more. There are
  // more when the bag is nearly empty.
  std::optional<int> plies = {};
  int threads = 1;           // At least 1. The answer does not depend on it unless time ends the search.
  bool drops = true;         // Whether candidates that fall behind are no longer tried.
  bool solves_games = true;  // Whether rollouts use the endgame solver.
  Aim aim = {};              // The measure by which candidates are compared.
  friend bool operator==(const SearchSettings&, const SearchSettings&) = default;
};

struct SearchLimits {
  // The maximum number of turns played in the search; a node is one turn. A search with this limit alone
  // always gives the same answer.
  std::optional<std::uint64_t> nodes;
  // The approximate number of nodes that the time allows, if known.
  std::optional<std::uint64_t> expected_nodes = {};
  // Called after each try by the thread that searches, because the search reads no clock.
  std::function<bool()> is_time_up;
};

struct Candidate {
  Move move;
  ScoredPlay play;  // Set if the move is a play.
  Value static_value = 0;
  Race::Standing standing = {};  // The mean spread and chance to win over its tries.
};

class Rollout;

struct SearchResult {
  std::vector<Candidate> candidates;  // Best first; never empty.
  std::uint64_t nodes = 0;
  bool is_exact = false;  // Whether the rest of the game was solved.
  const Candidate& best() const { return candidates.front(); }
};

class Search {
 public:
  // The rules, the lexicon and the weights must outlive the search.
  Search(const Ruleset& rules, const Lexicon& lexicon, const Weights& weights,
         const SearchSettings& settings);
  ~Search();

  const StaticPlayer& player() const { return player_; }

  // The static player's best move, without look-ahead.
  SearchResult glance(const Situation& situation);
  // `hidden` draws the tiles that the seat does not see; `seed` decides all chance. The move `also`, which
  // must be legal, is a candidate whatever its static value.
  SearchResult search(const Situation& situation, const HiddenTiles& hidden, std::uint64_t seed,
                      const SearchLimits& limits, const Move* also = nullptr);

  // A legal move as a candidate that has not been tried.
  Candidate candidate_of(const Situation& situation, const Move& move) const;
  // Tries all these candidates with the same hidden tiles each time, and drops none. Returns an outcome of
  // each candidate for every draw. The node limit ends it, but not before the first draws.
  std::vector<std::vector<Outcome>> compare(const Situation& situation, const HiddenTiles& hidden,
                                            const std::vector<Candidate>& candidates, std::uint64_t seed,
                                            const SearchLimits& limits);

 private:
  friend class SearchRun;
  struct Draw;

  static std::vector<Draw> draw_round(const HiddenTiles& hidden, Random& random);
  std::vector<Candidate> candidates_of(const Situation& situation, int most);
  std::vector<double> beliefs_of(const Situation& situation, const std::vector<Candidate>& candidates) const;
  // The outcomes of each draw, for all running candidates; no outcomes for a draw that was cut short by time.
  std::vector<std::vector<Outcome>> try_all(const Race& race, const std::vector<Candidate>& candidates,
                                            const std::vector<Draw>& draws, int plies,
                                            const SearchLimits& limits);

  const Ruleset& rules_;
  const Lexicon& lexicon_;
  StaticPlayer player_;
  SearchSettings settings_;
  std::vector<std::unique_ptr<Rollout>> rollouts_;  // One per thread.
};

// A search in rounds, for callers that show what is known meanwhile. Search::search plays all rounds.
class SearchRun {
 public:
  // The search must outlive it, and can have one run at a time. The other arguments
  // are those of Search::search.
  SearchRun(Search& search, const Situation& situation, HiddenTiles hidden, std::uint64_t seed,
            SearchLimits limits, const Move* also = nullptr);

  bool is_over() const;
  // Tries all candidates that are still in the race with the next few draws. The search must not be over.
  void play_round();
  // The nodes of all rounds so far.
  std::uint64_t nodes() const { return nodes_; }
  // What the rounds so far have shown.
  SearchResult result() const;

 private:
  Search& search_;
  const HiddenTiles hidden_;
  const SearchLimits limits_;
  Random random_;
  std::vector<Candidate> candidates_;
  int plies_ = 0;
  std::optional<Race> race_;  // Empty if there is only one candidate.
  std::uint64_t draws_ = 0, nodes_ = 0;
  bool is_stopped_ = false;
};

// The chance to win, with ties as half, with a lead of this many points and this many tiles still to be
// played. The spread of the rest of the game was measured in games of the static player.
double chance_to_win(double lead, int tiles_left);

}  // namespace toptile::champion
