// The record of a game: one line of JSON in games.jsonl (docs/game_log.md). Everything else, ratings and
// tables and pages, is computed from records; a record can be played again through the engine and must come
// out the same.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.h"
#include "engine/result.h"
#include "protocol/adjudication.h"
#include "protocol/overtime.h"

namespace toptile {

inline constexpr int kLogVersion = 3;

struct TurnRecord {
  int seat = 0;
  std::string rack;                // Symbols, held before the move.
  std::string move;                // In notation.
  std::vector<std::string> words;  // As spelled, the one in the line of play first.
  int points = 0;
  int total = 0;                      // The seat's score after the turn.
  std::string drawn;                  // Symbols, taken after the move, in the order drawn.
  std::chrono::milliseconds time{0};  // Taken for the move.
  std::optional<std::chrono::milliseconds>
      clock;         // Left on the seat's clock or in its bank after it, if any.
  std::string info;  // The last info line of the move, or empty.
  // Moves before it in the same turn that were refused and, as the tournament has it, did not forfeit the
  // game: "MOVE: REASON: TEXT" each.
  std::vector<std::string> refused;
};

// What was last heard of a bot that forfeited.
struct Evidence {
  std::vector<std::string> lines;  // "> " what it was sent, "< " what it said; oldest first, long ones cut.
  std::string stderr_tail;         // The end of what it wrote on standard error.
};

struct ForfeitRecord {
  int seat = 0;
  int after = 0;       // Turns played before it.
  std::string reason;  // illegal, time, crash, protocol, hang; withdrawn: it was not started for this game
  std::string text;    // One sentence for the bot's author.
  Evidence evidence;   // As with times, not in the digest.
};

struct OvertimeRecord {
  Overtime terms;
  std::vector<int> lost;  // Points, in seat order, already off the scores.
};

struct GameRecord {
  int log = kLogVersion;
  std::uint64_t id = 0;    // From 1, in the order of the schedule.
  std::uint64_t pair = 0;  // From 1; both games of a pair have the same seed.
  std::string rules;       // The ruleset's name.
  std::string lexicon_name;
  std::string lexicon_sha256;
  std::uint64_t seed = 0;
  std::string bag;                   // Symbols, before the first draw.
  std::vector<std::string> players;  // Names in seat order.
  std::vector<TurnRecord> turns;
  std::vector<std::string> racks;  // Symbols left, in seat order.
  std::vector<int> scores;         // Final.
  std::vector<int> ranks;
  std::string end;                              // out, stuck, passed, scoreless, forfeit, adjudicated
  std::vector<ForfeitRecord> forfeits;          // As they came; with two players at most one.
  std::optional<OvertimeRecord> overtime;       // Where the game is played with it, paid or not.
  std::optional<AdjudicationTerms> adjudicate;  // That the game was played with, whatever ended it.
  // The most that the referee itself was late in hearing an answer; not in the digest.
  std::chrono::milliseconds late{0};
  std::string digest;
};

// What a move cost, and what the bot said about it.
struct TurnTiming {
  std::chrono::milliseconds time{0};
  std::optional<std::chrono::milliseconds> clock;
  std::string info;
  std::vector<std::string> refused;
};

// What the rules decide of a turn. Times are left out.
TurnRecord record_of(const Turn& turn, const Alphabet& alphabet);

// Fills what the game knows: bag, turns, racks, scores, ranks, end, rules, lexicon. `timings` are those of
// the turns.
void fill_from_game(GameRecord& record, const Game& game, const std::vector<TurnTiming>& timings);

// What the clocks of the turns cost, in points by seat.
std::vector<int> overtime_points(const Overtime& terms, const std::vector<TurnRecord>& turns, int players);

// One line without its end, the digest computed anew.
std::string format_record(const GameRecord& record);

// SHA-256 over the line without the keys `ms`, `clock`, `info`, `evidence`, `late_ms` and `digest`.
std::string digest_of(const GameRecord& record);

// What in a record that was read is no name, no text of a game or no number of one; anybody may have written
// it, and these go onto terminals and into sums. What bots and referee say, info, refused and evidence, and a
// forfeit's text may be any text.
std::optional<Error> find_record_fault(const GameRecord& record);

// An error says which field of the line is wrong. The digest is read, not checked.
Result<GameRecord> parse_record(std::string_view line);

// The same, many times as fast where nobody forfeited and the line is laid out as format_record has it.
Result<GameRecord> parse_written_record(std::string_view line);

// The same, faster still, for who asks how a game ended: where nobody forfeited and the line is laid
// out as format_record has it, the turns are passed over, whatever they hold, and `turns` is empty.
Result<GameRecord> parse_record_without_turns(std::string_view line);

}  // namespace toptile
