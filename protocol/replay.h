// Plays a recorded game again. Only here are recorded moves and forfeits applied to the rules. All code that
// shows, checks, analyzes or resumes a recorded game uses it.
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

// The actions of the players and the referee in a game. Its seed and the rules decide the rest. The texts and
// forfeits are not owned and must outlive it.
struct RecordedPlay {
  std::vector<std::string_view> moves;  // In notation, one per turn.
  std::vector<Seat> seats;              // The movers, one per turn; empty if they are not recorded.
  std::vector<std::string_view> infos;  // The info lines, one per turn; empty if no term needs their scores.
  std::span<const ForfeitRecord> forfeits;           // In the order in which they happened.
  std::optional<AdjudicationTerms> adjudicate = {};  // If empty, only the rules end the game.
};

RecordedPlay play_of(const GameRecord& record);

// The opening that the record's game began with. If one of its turns is not a move, the opening ends before
// that turn.
Opening opening_of(const GameRecord& record, const Alphabet& alphabet);

// The record's game before its first turn.
Game game_of(const GameRecord& record, const Ruleset& rules, const Lexicon& lexicon);

struct ReplayedTurn {
  const Game& game;
  std::size_t index;  // The turn's index, from 0.
  const Move& move;
};

struct ReplayVisitor {
  // Called before a turn is played. The replay ends here if it returns false.
  std::function<bool(const ReplayedTurn&)> before = {};
  // Called after a turn was played.
  std::function<void(const ReplayedTurn&)> after = {};
};

// Plays moves and forfeits, each at its turn, in a game that has no turn yet. Returns nullopt if all were
// played or the visitor ended the replay. Otherwise it returns a sentence on what the rules do not allow, and
// where ("turn 7: seat: the record says 1, the rules say 0"); everything before that has been played.
std::optional<std::string> replay(const RecordedPlay& recorded, Game& game,
                                  const ReplayVisitor& visitor = {});

// Plays the record again. Returns nullopt if every byte that the rules determine is the same; otherwise the
// first difference ("turn 7: points: the record says 12, the rules say 10").
std::optional<std::string> find_difference(const GameRecord& record, const Ruleset& rules,
                                           const Lexicon& lexicon);

// The number of full rounds without points after which the record's game ended by itself; 0 if it ended
// otherwise, or if the record cannot be played up to its end. `rules.scoreless_rounds` is not looked at.
int scoreless_rounds_of(const GameRecord& record, Ruleset rules, const Lexicon& lexicon);

}  // namespace toptile
