// A run folder on disk (docs/game_log.md): run.json, the frozen plan; lexicon.txt and lexicon.lexicon, the
// lexicon of its games; games.jsonl, the records in the order of the schedule; bots/, the bots' stderr.
//
// If a game ends before an earlier one, its record is kept in games.ahead.jsonl until its turn comes. So a
// kill loses only the games in play, and the bytes of games.jsonl do not depend on how many games were played
// at once. The record stays there until it is in games.jsonl and on the disk, so a power failure loses only
// what was appended since the last sync().
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/assert.h"
#include "base/descriptor.h"
#include "base/json_fields.h"
#include "base/result.h"
#include "protocol/game_record.h"
#include "protocol/record_log.h"
#include "tournaments/formats/shard.h"

namespace toptile {

struct RunPaths {
  std::filesystem::path folder;

  std::filesystem::path plan() const { return folder / "run.json"; }
  // Only in a tuning, in place of run.json.
  std::filesystem::path tuning() const { return folder / "tune.json"; }
  std::filesystem::path games() const { return folder / "games.jsonl"; }
  std::filesystem::path ahead() const { return folder / "games.ahead.jsonl"; }
  // Games of earlier plans of the run (tournaments/run/kept_games.h), and the bots that only those plans had.
  std::filesystem::path kept() const { return folder / "games.kept.jsonl"; }
  std::filesystem::path left_out() const { return folder / "left_out.json"; }
  // When and where the run was played (tournaments/run/run_sessions.h).
  std::filesystem::path sessions() const { return folder / "sessions.json"; }
  // The champion's reviews of the games (tournaments/review/review_log.h).
  std::filesystem::path reviews() const { return folder / "reviews.jsonl"; }
  std::filesystem::path report() const { return folder / "report.html"; }
  // Copies of the bots that the run plays with (bots/copies/frozen_bots.h).
  std::filesystem::path frozen() const { return folder / "frozen"; }
  std::filesystem::path lexicon_list() const { return folder / "lexicon.txt"; }
  std::filesystem::path lexicon() const { return folder / "lexicon.lexicon"; }
  std::filesystem::path transcript_of(GameNumber id) const {
    return folder / "transcripts" / (std::to_string(id) + ".txt");
  }
  // A bot's name is a valid file name (bots/bot_manifest.h), so this path never leaves the folder.
  std::filesystem::path stderr_of(const std::string& bot) const {
    using namespace std::string_view_literals;
    TOPTILE_ASSERT(bot.find_first_of("/\0"sv) == std::string::npos);
    return folder / "bots" / (bot + ".stderr");
  }
};

// The game with that number; an error says which numbers there are.
Result<GameRecord> find_game(const RunPaths& paths, GameNumber id);
// The game's line in games.jsonl, which was checked to be a record.
Result<std::string> find_game_line(const RunPaths& paths, GameNumber id);

// Whether the run has a game; if so, it is resumed and does not begin. A torn line is not a game, and neither
// are the zeros that a power failure leaves. A log that cannot be read may hold games, so it counts as one
// with games. Games of earlier plans count, too.
bool has_games(const RunPaths& paths);
// Whether the run continues with the bots that it froze when it began. A run without a game has not begun, so
// its bots may have been repaired since.
bool has_frozen_bots(const RunPaths& paths);

// The error that the run was begun with another plan, which differs in this way (find_plan_difference).
Error other_plan_fault(const RunPaths& paths, const std::string& difference);

class RunStore {
 public:
  using Found = std::function<Result<void>(const GameRecord&)>;
  using LastGame = std::function<GameNumber()>;
  static GameNumber any_game() { return GameNumber{UINT64_MAX}; }

  // Creates a run folder, or resumes the run in it. A run that has a game must have the same plan. This takes
  // the lock that keeps a second program from writing into the run.
  //
  // `found` is called with the record of every game that was played before; without a forfeit the record has
  // no turns. When this returns, those games are on the disk. `last` returns the number of the last game that
  // is known: later games that were played ahead are dropped.
  static Result<RunStore> open(const RunPaths& paths, const Json& plan, const Shard& shard,
                               const Lexicon& lexicon, const Found& found, const LastGame& last = any_game);

  // Whether the game must not be played, because it is in the store or belongs to another shard.
  bool has(GameNumber id) const { return id < next_ || ahead_.contains(id) || !shard_.has(id); }
  // Appends a record, which is in one of the files when this returns. Two threads must not call it at the
  // same time.
  Result<void> append(GameNumber id, std::string line);
  // Forces what was appended to the disk, so that it survives a power failure. Another thread may append
  // meanwhile.
  Result<void> sync();
  // Does the same, and empties the ahead log if nothing waits in it. No other thread may append meanwhile.
  Result<void> settle();

 private:
  RunStore(RunPaths paths, const Shard& shard, LastGame last)
      : paths_(std::move(paths)),
        shard_(shard),
        last_(std::move(last)),
        next_(shard.first_from(GameNumber{1})) {}

  Result<void> create_or_compare(const Json& plan, const Lexicon& lexicon);
  Result<void> open_logs(const Found& found);
  Result<void> read_games(const Found& found);
  Result<void> read_ahead_log(const Found& found);
  Result<void> write_line(const UniqueDescriptor& log, const std::filesystem::path& file,
                          const std::string& line);
  Result<void> write_those_due();
  void step() { next_ = shard_.first_after(next_); }

  RunPaths paths_;
  Shard shard_;
  LastGame last_;
  UniqueDescriptor lock_, games_, ahead_log_;
  GameNumber next_;  // The id that games.jsonl waits for.
  // The waiting records, by id. Only their locations are kept, as any number of games may overtake one long
  // game.
  std::map<GameNumber, LinePlace> ahead_;
  std::uint64_t ahead_bytes_ = 0;
};

// The name of a run, which is that of its folder, even if the path is ".".
std::string folder_name(const std::string& folder);

}  // namespace toptile
