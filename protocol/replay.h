// Plays a recorded game again. This is the one place where recorded moves and forfeits meet the rules. Code
// that shows, checks, analyzes or resumes a recorded game uses it.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.h"
#include "engine/opening.h"
#include "protocol/adjudication.h"
#include "protocol/game_record.h"

namespace toptile {

// What the players and the referee did in a game. Its seed and the rules decide the rest. The texts and
// forfeits belong to somebody else, and must outlive it.
struct RecordedPlay {
  std::vector<std::string_view> moves;  // In notation, one a turn.
  std::vector<Seat> seats;              // The movers, one a turn; empty where they are not recorded.
  std::vector<std::string_view> infos;  // The info lines, one a turn; empty if no term needs their scores.
  std::span<const ForfeitRecord> forfeits;           // In the order in which they came.
  std::optional<AdjudicationTerms> adjudicate = {};  // If not given, only the rules end the game.
};

RecordedPlay play_of(const GameRecord& record);

// The opening that the record's game began with. If a turn of it is not a move, it ends before that turn.
Opening opening_of(const GameRecord& record, const Alphabet& alphabet);

// The record's game before its first turn.
Game game_of(const GameRecord& record, const Ruleset& rules, const Lexicon& lexicon);

struct ReplayedTurn {
  const Game& game;
  std::size_t index;  // The turn's, from 0.
  const Move& move;
};

struct ReplayVisitor {
  // The turn is to be played next. The replay ends here if the answer is false.
  std::function<bool(const ReplayedTurn&)> before = {};
  // The turn has been played.
  std::function<void(const ReplayedTurn&)> after = {};
};

// Plays moves and forfeits, each in its place, into a game that has no turn yet. Returns nullopt if all were
// played or the visitor ended the replay. Otherwise it returns what the rules do not allow, and where ("turn
// 7: seat: the record says 1, the rules say 0"); everything before that has been played.
std::optional<std::string> replay(const RecordedPlay& recorded, Game& game,
                                  const ReplayVisitor& visitor = {});

// Plays the record again. Empty if every byte that the rules decide comes out the same; else what differs,
// and where ("turn 7: points: the record says 12, the rules say 10").
std::optional<std::string> find_difference(const GameRecord& record, const Ruleset& rules,
                                           const Lexicon& lexicon);

}  // namespace toptile
