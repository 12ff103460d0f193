// Reads results of games in Portable Game Notation. Only these tags of a game are read: White (who moves
// first), Black, Result (1-0, 0-1, 1/2-1/2, or * without a result), Round, and Spread (the first player's
// points less the second player's, a tag that only this program writes). Moves and comments are skipped.
//
// Games of the same two players in the same round are a pair. Rounds are compared up to their last dot: 12
// and 12 are the same round, and so are 12.1 and 12.2. If the round is missing, ? or -, the game has no pair.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "ratings/tables/game_list.h"

namespace toptile {

class PgnResults {
 public:
  // Takes the complete lines off the text. Unless `is_last`, the text continues in the next call, which must
  // get the remaining bytes followed by the next ones. An error names the line, and no call may follow it.
  Result<void> take(std::string_view& text, bool is_last, GameList& list);

 private:
  // The tags of the game that is being read.
  struct Tags {
    std::string white, black, result, round, spread;
    bool has_white = false, has_black = false, has_result = false, has_any = false;
    std::uint64_t line = 0;  // The line of the first tag.
  };

  Result<void> read_line(std::string_view line, GameList& list);
  // A line may have several tags.
  Result<void> read_tags(std::string_view line, GameList& list);
  static Error not_a_tag(std::string_view line);
  // Takes the value of the tag that was read last.
  Result<void> use_tag(std::string_view name, GameList& list);
  void pass_over(std::string_view moves);
  Result<void> end_game(GameList& list);
  int cluster_of(const ScoredGame& game, GameList& list);

  Tags tags_;
  std::string value_, pair_;  // Members, so that their memory is reused.
  ClusterNames pairs_;
  std::uint64_t line_ = 0;
  bool in_comment_ = false;  // Whether a comment is open, which began with { and may have many lines.
  // Whether there was neither a move yet nor an empty line after the three required tags.
  bool in_tags_ = false;
};

}  // namespace toptile
