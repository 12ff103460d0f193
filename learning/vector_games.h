// Many games at once for programs that learn: all wait for the learner's next move, and one call makes all of
// these moves. Games are those of a tournament of two bots, so that a game here has the same tiles, and with
// the same moves the same record, as there. The result does not depend on the number of threads.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/lexicon.h"
#include "engine/ruleset.h"

namespace toptile {

// An opponent within the program.
struct VectorOpponent {
  enum class Kind : std::uint8_t { greedy, champion };
  Kind kind = Kind::greedy;
  // For the champion: the Elo to play at (champion/levels.h), or else the nodes of its search; 0 nodes means
  // that it does not look ahead.
  std::optional<int> elo = {};
  std::uint64_t nodes = 0;
};

struct VectorSettings {
  int games = 64;   // Games at once, 1 … kMaxGames.
  int threads = 1;  // 1 … kMaxThreads
  std::uint64_t seed = 1;
  // The two bots of the tournament, whose names decide about the seeds. The learner is the first one; without
  // an opponent it plays both.
  std::array<std::string, 2> names = {"learner", "opponent"};
  std::optional<VectorOpponent> opponent = {};
  bool is_sorted =
      true;  // Whether plays are listed best first, or else in the order in which they are found.
  bool has_records = false;

  static constexpr int kMaxGames = 1 << 16, kMaxThreads = 256;
};

// The kinds of actions, in the order in which a game lists them.
enum class ActionKind : std::uint8_t { play, exchange, pass };

// All games as the learner sees them, game by game, as arrays of one row for each game or for each action. A
// face is its index in the alphabet; rows of tiles end with kNoFace and kNoSquare.
struct VectorView {
  static constexpr std::uint8_t kNoFace = 255;
  static constexpr std::int16_t kNoSquare = -1;

  // [games][size * size], row by row: 1 more than the face on top, or 0; and the height.
  std::vector<std::uint8_t> tops, heights;
  // [games][faces]: how many tiles of each face are on the rack, and are neither there nor on the board.
  std::vector<std::uint8_t> rack, unseen;
  std::vector<std::int32_t> bag;     // [games]: the tiles in the bag.
  std::vector<std::int32_t> scores;  // [games][2]: the mover's, and the other seat's.
  std::vector<std::int32_t> seat;    // [games]: the mover's seat, 0 or 1.
  std::vector<std::int32_t> mover;   // [games]: 0 if the learner moves, 1 if it moves for the other bot.
  std::vector<std::int64_t> id;      // [games]: the number of the game in the tournament, from 1.
  std::vector<std::int32_t> turn;    // [games]: the number of turns before this one.

  // The games that ended with the last step.
  std::vector<std::uint8_t> is_done;       // [games]
  std::vector<std::int32_t> final_scores;  // [games][2]: the learner's, and the other bot's; 0 unless done.
  std::vector<std::int64_t> finished;      // [games]: the number of the game that ended; 0 unless done.

  // [games + 1]: game g has the actions offsets[g] … offsets[g + 1] - 1, of which an action's number counts
  // from 0.
  std::vector<std::int64_t> offsets;
  // [actions]
  std::vector<std::uint8_t> kind;  // ActionKind
  std::vector<std::int32_t> points;
  std::vector<std::uint8_t> laid;  // The tiles laid; 0 for exchange and pass.
  // [actions][rack size]: the squares (row * size + column) and the faces that a play lays, and the face that
  // an exchange returns.
  std::vector<std::int16_t> squares;
  std::vector<std::uint8_t> faces;

  std::size_t actions() const { return kind.size(); }
};

class VectorGames {
 public:
  // Both must outlive the games. The ruleset must allow two players. Every game is at the learner's first
  // turn.
  static Result<std::unique_ptr<VectorGames>> make(const Ruleset& rules, const Lexicon& lexicon,
                                                   VectorSettings settings);
  ~VectorGames();

  const VectorSettings& settings() const { return settings_; }

  // The position of each game. It stays as it is for as long as it is kept, so its arrays can be used without
  // copies.
  std::shared_ptr<const VectorView> view() const { return view_; }

  // Makes an action in each game, and plays on to the learner's next turn. A game that ends is followed by
  // the next one of the tournament: game g of N is followed by g + N. If an action is not one of its game's,
  // nothing is played.
  Result<void> step(std::span<const std::int64_t> actions);

  // The move of an action as notation has it.
  std::string move_text(std::size_t game, std::int64_t action) const;

  // The records of games that ended since the last call, by their numbers; empty without `has_records`.
  std::vector<std::string> take_records();

 private:
  class Table;
  class Crew;

  VectorGames(const Ruleset& rules, const Lexicon& lexicon, VectorSettings settings);
  std::shared_ptr<VectorView> unused_view();
  void show();
  void show_actions(std::size_t game);

  const Ruleset& rules_;
  const Lexicon& lexicon_;
  const VectorSettings settings_;
  std::vector<std::unique_ptr<Table>> tables_;  // A table for each game at once.
  std::unique_ptr<Crew> crew_;
  std::shared_ptr<VectorView> view_;
  std::vector<std::shared_ptr<VectorView>>
      views_;  // All that were made; those that no caller keeps are used again.
};

}  // namespace toptile
