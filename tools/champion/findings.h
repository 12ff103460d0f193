// Findings about Upwords from games of the static player against itself: first plays, words, stacks, tiles
// and the course of a game (docs/findings.md). Everything is counted in integers, so the same plan gives the
// same findings with any number of threads.
//
// Each move is the one with the highest static value. The first word of a game is laid at a random place, and
// ties between words are broken at random, so that places can be compared.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/json_fields.h"
#include "champion/simulation.h"
#include "champion/weights.h"
#include "tools/champion/sums.h"
#include "tools/champion/word_change.h"

namespace toptile::champion {

struct FindingsPlan {
  std::uint64_t seed = 1;
  int games = 1'000'000;
  int threads = 1;
  std::function<void(int)> tell;  // Called from time to time with the number of games started.
};

struct HashOfWord {
  std::size_t operator()(const Word& word) const {
    std::size_t hash = 0;
    for (const Face face : word) hash = (hash ^ (face + 1U)) * 0x9E3779B97F4A7C15U;
    return hash;
  }
  std::size_t operator()(const std::pair<Word, Word>& words) const {
    return (*this)(words.first) * 31 + (*this)(words.second);
  }
};

// First plays, and the results of the games for the seat that made them.
struct FirstPlays {
  GameResults outcome;
  std::int64_t points = 0;

  void add(const FirstPlays& other) {
    outcome.add(other.outcome);
    points += other.points;
  }
};

struct WordUse {
  std::int64_t in_line = 0, across = 0;  // How often it was formed, in the line of play and across it.
  std::int64_t points = 0;               // What the word itself earned.
  // The loss without the word: the value of the play minus that of the best play that does not form it, in
  // hundredths of a point.
  std::int64_t saved = 0;
  // How often that other play was not among the kept candidates, so that `saved` got a lower bound.
  std::int64_t saved_at_least = 0;

  void add(const WordUse& other) {
    in_line += other.in_line;
    across += other.across;
    points += other.points;
    saved += other.saved;
    saved_at_least += other.saved_at_least;
  }
};

// A word that became another one.
struct Transition {
  std::int64_t count = 0, points = 0;  // Points of the new word.
  std::int32_t laid = 0;               // The tiles that it took.

  void add(const Transition& other) {
    count += other.count;
    points += other.points;
    laid = other.laid;
  }
};

struct Findings {
  static constexpr std::size_t kLengths = kMaxBoardSize + 1, kHeights = kMaxHeight + 1;
  static constexpr std::size_t kMaxMoves = 128;  // Longer games count as so long.
  static constexpr int kSpreadStep = 10;
  static constexpr std::size_t kSpreadSteps = 61;  // From -300 to +300; larger spreads count at the ends.
  template <class T>
  using ByFace = std::array<T, kMaxFaces>;

  // A place of a first play: its length, whether down, its line, and where in the line it begins.
  struct Place {
    int length = 0;
    bool is_down = false;
    int line = 0, start = 0;
    auto operator<=>(const Place&) const = default;
  };

  GameResults first_seat;
  Sum scores, moves;
  std::int64_t ended_out = 0, plays = 0, exchanges = 0, passes = 0;
  std::array<std::int64_t, kMaxMoves> games_by_moves{};
  std::array<std::int64_t, kSpreadSteps> games_by_spread{};
  std::array<Sum, kMaxMoves> points_by_move{};  // Moves without points count, too.

  // The half wins of the leading seat, by the number of moves played and the size of the lead.
  static constexpr int kLeadMoves = 4, kLeadPoints = 10;
  static constexpr std::size_t kLeadTimes = 8, kLeadSteps = 12;
  // The moves are 4, 8, …; the lead is 1 to 9 points, 10 to 19, …; the last stands for all above.
  std::array<std::array<Sum, kLeadSteps>, kLeadTimes> half_wins_by_lead{};

  std::unordered_map<Word, FirstPlays, HashOfWord> first_words;
  std::map<int, FirstPlays> first_by_laid;  // The key is the number of tiles laid.
  std::map<Place, FirstPlays> first_places;

  std::array<Sum, kLengths> points_by_laid{};        // Plays; the index is the tiles laid.
  std::array<Sum, kLengths> points_by_length{};      // Words; the index is their length.
  std::array<Sum, kHeights> points_by_highest{};     // Plays; the index is the highest stack laid on.
  std::array<std::int64_t, kHeights> laid_at{};      // Tiles laid; the index is the height of the stack then.
  std::array<std::int64_t, kHeights> end_heights{};  // Squares at the end; the index is their height.
  std::array<Sum, kChangeKinds> points_by_change{};  // Words; the index is a ChangeKind.
  std::array<std::int64_t, 2> points_flat_stacked{};  // Flat words come first, then all others.
  std::array<std::int64_t, 2> words_flat_stacked{};
  std::int64_t bonus_points = 0;  // It is paid for all tiles of a full rack.

  std::unordered_map<Word, WordUse, HashOfWord> words;
  std::unordered_map<std::pair<Word, Word>, Transition, HashOfWord>
      changes;  // The words have the same squares.
  std::unordered_map<std::pair<Word, Word>, Transition, HashOfWord> hooks;  // Longer by one tile.

  ByFace<Sum> play_points{};           // The play is the one that laid the tile.
  ByFace<std::int64_t> left_at_end{};  // Tiles on racks at the end.
  ByFace<std::int64_t> covers{};       // How often it was laid on another tile.
  ByFace<std::int64_t> is_covered{};
  // The spread, explained by the difference of the two first racks: sums for the normal equations.
  std::array<ByFace<std::int64_t>, kMaxFaces> rack_products{};
  ByFace<std::int64_t> rack_spread{};

  void add(const Findings& other);
};

Findings find(const Ruleset& rules, const Lexicon& lexicon, const Weights& weights, const FindingsPlan& plan);

// The findings as JSON: only integers, and only the most important words and first plays.
Json facts_of(const Findings& findings, const Ruleset& rules);

}  // namespace toptile::champion
