// The rules of a game as data: docs/rules.md explains each field. No code branches on a ruleset's name.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/alphabet.h"
#include "engine/tiles.h"

namespace toptile {

inline constexpr int kMaxPlayers = 4;

enum class PluralS { forbid, allow };          // Rule 7.
enum class EndRule { first_out, all_out };     // The game is over when one rack is empty, or when all are.
enum class LexiconRule { refuse, challenge };  // An unknown word is refused at once, or can be challenged.
enum class FirstSeat { schedule, draw };       // How the first seat is decided.

// The plain fields, each within the range in its comment.
struct RulesetFields {
  std::string name;          // One word of letters, digits, - and _.
  std::string edition;       // Free text.
  int size = 10;             // Squares on a side, 2 … 16.
  int rack = 7;              // Tiles on a full rack, 1 … 15.
  int height = 5;            // The highest stack, 1 … 9.
  int flat_points = 2;       // Points for a tile of a flat word, 0 … 100.
  int stacked_points = 1;    // Points for a tile of any other word, including tiles below others, 0 … 100.
  int qu_bonus = 2;          // Bonus for a flat word with the tile that spells QU, 0 … 100.
  int all_tiles_bonus = 20;  // Bonus for a full rack laid in one turn, 0 … 1000.
  int left_over = 5;         // Points lost for each tile left at the end, 0 … 100.
  PluralS plural_s = PluralS::forbid;
  EndRule end = EndRule::first_out;
  LexiconRule lexicon = LexiconRule::refuse;
  FirstSeat first = FirstSeat::schedule;
  int pass_rounds = 1;  // Full rounds of passes that end the game, 1 … 100.
  // Full rounds without points that end the game, 0 … 100; 0 means no limit. Toptile sets this limit; no
  // printed rule has it.
  int scoreless_rounds = 3;
  // The exchanges that each player may make in a game without using a turn, 0 … 100; 0 means any number, each
  // of which is a turn.
  int free_exchanges = 0;
  int players_min = 2;  // 1 … 4
  int players_max = 4;  // players_min … 4
};

struct TileKind {
  FaceText face;
  int count = 0;  // 1 … 99
};

class Ruleset : public RulesetFields {
 public:
  // An error begins with the name of the field that is wrong.
  static Result<Ruleset> make(RulesetFields fields, std::vector<TileKind> tiles);

  const Alphabet& alphabet() const { return alphabet_; }
  const Tiles& tiles() const { return tiles_; }
  std::optional<Face> qu() const { return qu_; }               // The face that spells QU.
  std::optional<Face> plural_face() const { return plural_; }  // The face S, if rule 7 forbids plurals.
  bool has_challenges() const { return lexicon == LexiconRule::challenge; }
  bool plays_with(int players) const { return players >= players_min && players <= players_max; }

 private:
  Ruleset() = default;

  Alphabet alphabet_;
  Tiles tiles_;
  std::optional<Face> qu_, plural_;
};

}  // namespace toptile
