// Chooses the champion's moves: Monte Carlo look-ahead (champion/search.h), exact endgames, bluffs where
// words stand until challenged, and the weaker levels.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "champion/bluff.h"
#include "champion/levels.h"
#include "champion/search.h"
#include "champion/weights.h"
#include "engine/endgame.h"
#include "engine/game.h"

namespace toptile::champion {

struct PlayerSettings {
  std::optional<int> elo =
      {};  // The Elo to play at, kMinElo … kMaxElo; if empty, it plays as well as it can.
  SearchSettings search = {};
  bool searches = true;  // If false, the best move by static value is made.
  bool infers = true;    // Whether the last play tells which tiles its owner kept (champion/belief.h).
  bool bluffs = true;
};

struct MoveQuestion {
  const Position& position;
  Seat seat{};
  int players = 2;
  bool may_exchange = false;
  int challenged_away = 0;  // The number of plays of this turn that were challenged away.
  // Set in an endgame, where nothing is hidden.
  std::optional<EndgamePosition> endgame = {};
  std::optional<std::uint64_t> nodes = {};
  // The time after which to answer; 0 if there is only time for Search::glance. With neither nodes nor time,
  // `should_stop` alone ends the search. An Elo that looks ahead has its own node limit.
  std::optional<std::chrono::milliseconds> time = {};
  std::function<bool()> should_stop = [] { return false; };
};

class ChampionPlayer {
 public:
  // Takes the text of an info line (docs/protocol.md, `info`).
  using Tell = std::function<void(const std::string&)>;

  // The rules and the lexicon must outlive the player. The table is that of the endgame solver.
  ChampionPlayer(const Ruleset& rules, const Lexicon& lexicon, std::size_t endgame_table_bytes);

  void begin_game() { objections_.begin_game(); }
  // Derives from a game that it did not follow how the other seats have responded to this seat's bluffs.
  // No play may be in doubt.
  void recall(const Game& game, Seat seat);

  // The move for the seat to move. `random` decides all chance. Lines about what it found are told before it
  // returns, the best move last, because a record keeps the last line.
  Move choose(const MoveQuestion& question, const PlayerSettings& settings, Random& random, const Tell& tell);

 private:
  struct Asked;

  Move choose_weakly(const Asked& asked, double seen);
  std::optional<Move> bluff(const Asked& asked, const Situation& situation);
  bool loses_at_once(const Situation& situation, const Play& play) const;
  Move solve(const Asked& asked);
  SearchResult look_ahead(const Asked& asked, const Situation& situation);
  void tell_of(const Asked& asked, const SearchResult& result) const;
  Move best_points(const Position& position) const;

  const Ruleset& rules_;
  const Lexicon& lexicon_;
  const Weights weights_;
  SearchSettings made_with_;
  std::unique_ptr<Search> search_;
  EndgameSolver solver_;
  Objections objections_;
  double nodes_per_second_;
};

}  // namespace toptile::champion
