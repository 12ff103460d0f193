// The record of a game: one line of JSON in games.jsonl (docs/game_log.md). Everything else, such as ratings,
// tables and pages, is computed from records. A record can be played again through the engine and must come
// out the same.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/game.h"
#include "protocol/adjudication.h"
#include "protocol/fault_kind.h"
#include "protocol/overtime.h"
#include "protocol/tournament_numbers.h"

namespace toptile {

// The versions of records that are read. A record is written in the lowest one that has all its keys.
inline constexpr int kOldestLogVersion = 4;
inline constexpr int kLogVersion = 6;

struct TurnRecord {
  Seat seat{};
  std::string rack{};                // The symbols held before the move.
  std::string move{};                // The move in notation.
  std::vector<std::string> words{};  // The words as spelled, the one in the line of play first.
  int points = 0;
  int total = 0;                      // The seat's score after the turn.
  std::string drawn{};                // The symbols drawn after the move, in the order of the draw.
  std::chrono::milliseconds time{0};  // The time taken for the move.
  // The time left on the seat's clock or in its bank after the move, if there is one.
  std::optional<std::chrono::milliseconds> clock{};
  std::string info{};  // The last info line of the move, or empty.
  // Earlier moves of the same turn that were refused but, by the tournament's settings, did not forfeit the
  // game. Each is "MOVE: REASON: TEXT".
  std::vector<std::string> refused{};
};

// The end of what was sent to a bot that forfeited and of what it said.
struct Evidence {
  std::vector<std::string> lines;  // Lines sent ("> ") and received ("< "), oldest first; long ones are cut.
  std::string stderr_tail;         // The end of what it wrote on standard error.
};

struct ForfeitRecord {
  Seat seat{};
  int after = 0;                        // The number of turns played before it.
  FaultKind kind = FaultKind::illegal;  // It is `withdrawn` if the bot was not started for this game.
  std::string text;                     // One sentence for the bot's author.
  Evidence evidence;                    // Like times, it is not in the digest.
  // The bot's process had lost another game before this one by crashing, hanging or breaking the protocol. So
  // it played several games at once.
  bool is_shared = false;
};

struct OvertimeRecord {
  Overtime terms;
  std::vector<int> lost;  // Points lost, in seat order; the scores are without them already.
};

struct GameRecord {
  GameNumber id{};        // The game's number in the schedule, from 1.
  std::uint64_t set = 0;  // The set's number, from 1, the key `pair`; all games of a set have the same seed.
  std::string rules;      // The ruleset's name.
  std::string lexicon_name;
  std::string lexicon_sha256;
  std::uint64_t seed = 0;
  std::string bag;                   // The symbols in the bag before the first draw.
  std::vector<std::string> players;  // Names in seat order.
  // How many of the first turns are the opening, which the referee played. No bot chose them.
  int opening = 0;
  std::vector<TurnRecord> turns;
  std::vector<std::string> racks;  // The symbols left, in seat order.
  std::vector<int> scores;         // The final scores.
  std::vector<int> ranks;
  GameEnd end = GameEnd::out;
  std::vector<ForfeitRecord> forfeits;  // The forfeits as they came; with two players there is at most one.
  std::optional<OvertimeRecord> overtime;       // Set if the game was played with overtime, paid or not.
  std::optional<AdjudicationTerms> adjudicate;  // The terms that the game was played with, whatever ended it.
  // The most that the referee itself was late in hearing an answer. It is not in the digest.
  std::chrono::milliseconds late{0};
  std::string digest;
};

// The version of the record's line, its key `log`.
int log_version_of(const GameRecord& record);

// What the rules decide of a turn, with no time, info and refused moves.
TurnRecord record_of(const Turn& turn, const Alphabet& alphabet);

// Fills what the game knows: bag, turns, racks, scores, ranks, end, rules, lexicon. The record has no turns,
// or those of the game in their order with what the game does not know: time, clock, info, refused. While the
// game is not over, the end stays as it is.
void fill_from_game(GameRecord& record, const Game& game);

// The points that each seat loses for the clocks of the turns.
std::vector<int> overtime_points(const Overtime& terms, const std::vector<TurnRecord>& turns, int players);

// The record as one line without its line end. The digest is computed again.
std::string format_record(const GameRecord& record);

// The SHA-256 of the line without the keys `ms`, `clock`, `info`, `evidence`, `late_ms` and `digest`.
std::string digest_of(const GameRecord& record);

// Finds what cannot be a name, a text or a number of a game in a record that was read. Anybody may have
// written it, and these values go onto terminals and into sums. The fields `info`, `refused`, `evidence` and
// a forfeit's `text` may be any text, because bots and referee speak there.
std::optional<Error> record_fault(const GameRecord& record);

// An error says which field of the line is wrong. The digest is read but not checked.
Result<GameRecord> parse_record(std::string_view line);

// The same, but many times as fast if nobody forfeited and the line has the layout of format_record.
Result<GameRecord> parse_written_record(std::string_view line);

// Faster still, for callers that only ask how a game ended. If nobody forfeited and the line has the layout
// of format_record, the turns are skipped, whatever they hold, and `turns` is empty. Any other line is read
// in full.
Result<GameRecord> parse_record_without_turns(std::string_view line);

// The line with each info line that is not empty replaced by another text. Everything else stays, also the
// digest, which is not about info lines. Faster than to read and to format the record, but nullopt if
// a bot forfeited, if the line does not have the layout of format_record, or if a text needs escapes.
std::optional<std::string> replace_infos(std::string_view line,
                                         const std::function<std::string(std::string_view)>& replacement);

// Limits of what a record may say, so low that sums over turns and games do not overflow: a turn's time,
// which is about thirty years, and points, positive or negative.
inline constexpr std::int64_t kMaxTurnMs = 1'000'000'000'000;
inline constexpr int kMaxRecordedPoints = 100'000'000;

}  // namespace toptile
