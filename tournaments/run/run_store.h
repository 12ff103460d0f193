// A run's folder on disk (docs/game_log.md): run.json, the plan as frozen; lexicon.txt and lexicon.lexicon,
// the words of its games; games.jsonl, the records in the order of the schedule; bots/, what bots wrote on
// stderr.
//
// A record that is finished before an earlier game is kept in games.ahead.jsonl until its turn comes: a kill
// loses the games in flight and no other, and the bytes of games.jsonl do not depend on how many games were
// played at once. It stays there until it is in games.jsonl and on the disk: a loss of power costs what was
// appended since the last sync(), and no other.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "engine/assert.h"
#include "engine/result.h"
#include "protocol/game_record.h"
#include "protocol/json_fields.h"
#include "referee/descriptor.h"
#include "tournaments/formats/shard.h"
#include "tournaments/results/record_log.h"

namespace toptile {

struct RunPaths {
  std::filesystem::path folder;

  std::filesystem::path plan() const { return folder / "run.json"; }
  std::filesystem::path games() const { return folder / "games.jsonl"; }
  std::filesystem::path ahead() const { return folder / "games.ahead.jsonl"; }
  std::filesystem::path report() const { return folder / "report.html"; }
  // Copies of the bots that the run plays with (tournaments/bots/frozen_bots.h).
  std::filesystem::path frozen() const { return folder / "frozen"; }
  std::filesystem::path lexicon_list() const { return folder / "lexicon.txt"; }
  std::filesystem::path lexicon() const { return folder / "lexicon.lexicon"; }
  std::filesystem::path transcript_of(std::uint64_t id) const {
    return folder / "transcripts" / (std::to_string(id) + ".txt");
  }
  // A bot's name is one of a file (tournaments/bots/bot_manifest.h), and this never leaves the folder.
  std::filesystem::path stderr_of(const std::string& bot) const {
    using namespace std::string_view_literals;
    TOPTILE_ASSERT(bot.find_first_of("/\0"sv) == std::string::npos);
    return folder / "bots" / (bot + ".stderr");
  }
};

// The game of that number; an error says which numbers there are.
Result<GameRecord> find_game(const RunPaths& paths, std::uint64_t id);
// The same as its line in games.jsonl, which can be read.
Result<std::string> find_game_line(const RunPaths& paths, std::uint64_t id);

// Whether a game is there: then the run goes on, and does not begin. A torn line is no game, nor are the
// zeros that a loss of power leaves; a log that cannot be read may hold some.
bool has_games(const RunPaths& paths);

class RunStore {
 public:
  using Found = std::function<Result<void>(const GameRecord&)>;
  using LastGame = std::function<std::uint64_t()>;
  static std::uint64_t any_game() { return UINT64_MAX; }

  // Makes the folder of a run, or goes on with the run in it, which has the same plan once it has a game.
  // Takes the lock that keeps a second program from writing into the run.
  //
  // `found` is told every game that is played already, without its turns where nobody forfeited. When this
  // returns those are on the disk. `last` gives the number of the last game as far as that is known: later
  // games that were played ahead are dropped.
  static Result<RunStore> open(const RunPaths& paths, const Json& plan, const Shard& shard,
                               const Lexicon& lexicon, const Found& found, const LastGame& last = any_game);

  // Whether the game is not to be played: it is there, or another shard's.
  bool has(std::uint64_t id) const { return id < next_ || ahead_.contains(id) || !shard_.has(id); }
  // Appends a record; it is in the file when this returns. Not for two threads at a time.
  Result<void> append(std::uint64_t id, std::string line);
  // Forces to the disk what was appended: from then on it outlives a loss of power too. Another thread may
  // append meanwhile.
  Result<void> sync();
  // The same, and empties the ahead log when nothing waits in it. Not while another thread appends.
  Result<void> settle();

 private:
  RunStore(RunPaths paths, const Shard& shard, LastGame last)
      : paths_(std::move(paths)), shard_(shard), last_(std::move(last)), next_(shard.first_from(1)) {}

  Result<void> create_or_compare(const Json& plan, const Lexicon& lexicon);
  Result<void> open_logs(const Found& found);
  Result<void> read_games(const Found& found);
  Result<void> read_ahead_log(const Found& found);
  Result<void> write_line(const UniqueDescriptor& log, const std::filesystem::path& file,
                          const std::string& line);
  Result<void> write_those_due();
  void step() { next_ = shard_.first_from(next_ + 1); }

  RunPaths paths_;
  Shard shard_;
  LastGame last_;
  // A line of the ahead log, its end included.
  struct Stretch {
    std::uint64_t begin = 0, bytes = 0;
  };
  Result<std::string> read_ahead(const Stretch& stretch) const;

  UniqueDescriptor lock_, games_, ahead_log_;
  std::uint64_t next_;                      // The id that games.jsonl waits for.
  std::map<std::uint64_t, Stretch> ahead_;  // One long game may let any number of others pass it.
  std::uint64_t ahead_bytes_ = 0;
};

// A run is called as its folder: the last part of its path, of "." its name.
std::string folder_name(const std::string& folder);

}  // namespace toptile
