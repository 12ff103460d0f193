// Results of games as Portable Game Notation has them. Of each game only the tags White (who moves first),
// Black, Result (1-0, 0-1, 1/2-1/2, * of a game without a result), Round and Spread (points of the first less
// those of the second, a tag of this program's) are read. Moves and comments are passed over.
//
// Games of the same two in the same round, up to its last dot (12 and 12, or 12.1 and 12.2), are a pair. A
// round that is missing, ? or - tells of none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/result.h"
#include "tournaments/ratings/game_list.h"

namespace toptile {

class PgnResults {
 public:
  // Takes the whole lines off a text that goes on in the next call, unless `is_last`; the other bytes are to
  // be given again in front of what follows. An error names the line, and no call may follow it.
  Result<void> take(std::string_view& text, bool is_last, GameList& list);

 private:
  // The tags of the game at hand.
  struct Tags {
    std::string white, black, result, round, spread;
    bool has_white = false, has_black = false, has_result = false, has_any = false;
    std::uint64_t line = 0;  // Of the first one.
  };

  Result<void> read_line(std::string_view line, GameList& list);
  Result<void> read_tag(std::string_view line, GameList& list);
  void pass_over(std::string_view moves);
  Result<void> end_game(GameList& list);
  int cluster_of(const ScoredGame& game, GameList& list);

  Tags tags_;
  std::string value_, pair_;  // Kept for their memory.
  ClusterNames pairs_;
  std::uint64_t line_ = 0;
  bool in_comment_ = false;  // {, which may go on over many lines.
  bool in_tags_ = false;     // No moves yet, and no empty line behind all three tags.
};

}  // namespace toptile
