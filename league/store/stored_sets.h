// The sets of games in a league's database that were played, with their records.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "league/store/bot_version.h"
#include "league/store/league_connection.h"
#include "league/store/record_files.h"
#include "league/store/set_checks.h"
#include "league/store/set_leases.h"
#include "protocol/game_record.h"
#include "ratings/results/game_result.h"

namespace toptile {

class RowsToInsert;

// A set that was played. The entrants of its results are 0, which is `one`, and 1, which is `other`.
struct PlayedSet {
  SetNumber set{};
  VersionId one{}, other{};
  std::int64_t block = 0;
  std::array<GameResult, 2> results{};
  std::int64_t took = 0;     // Milliseconds.
  std::int64_t ended = 0;    // Milliseconds since 1970; set when it is kept.
  std::uint64_t order = 0;   // Sets are numbered from 1 in the order in which they were kept; set then.
  std::int64_t program = 0;  // The toptile that refereed it (programs); 0 if unknown.
};

// A set with the records of its games, each a line without its newline.
struct RecordedSet : PlayedSet {
  std::array<std::string, 2> records;
};

// A set that comes from a tournament's run. `one` has the first seat in its first game, and the entrants of
// the results are as in a PlayedSet. The game numbers and player names are those of the run.
struct EnteredSet {
  VersionId one{}, other{};
  std::array<GameRecord, 2> games{};
  std::array<GameResult, 2> results{};
  std::int64_t took = 0;  // Milliseconds.
};

// The records of a set, or why they cannot be read.
struct KeptRecords {
  SetNumber set{};
  VersionId one{}, other{};
  std::optional<std::uint64_t> seed;  // Of the games, for a set that came from a run.
  Result<std::array<std::string, 2>> records;
  std::string packed;               // The bytes in the database, for when the records cannot be read.
  bool is_file_unreadable = false;  // The reason is the record file, which has many sets.
};

// The records of a set in the database.
struct PackedSet {
  std::uint64_t order = 0;
  SetNumber set{};
  bool is_plain = false;  // Packed without the dictionary.
  std::string packed;
};

// How sets come to the store.
struct Delivery {
  std::string worker;
  // The toptile that refereed them; empty: this one.
  std::string program = {};
  // For a worker without access to the database (token_of_worker): the share of its sets that others play
  // again, and random numbers from 0 to 1 that draw them.
  double replayed_share = 0;
  std::function<double()> draw = [] { return 1.0; };
  // Receives a set with forfeits that counts and that this delivery confirms.
  std::function<void(const RecordedSet&)> on_confirmed_forfeit = [](const RecordedSet&) {};
};

class StoredSets : StoredPart {
 public:
  explicit StoredSets(LeagueConnection& connection)
      : StoredPart(connection), checks_(connection), files_(connection) {}

  // The versions of toptile that refereed sets (program_version), by PlayedSet::program.
  Result<std::map<std::int64_t, std::string>> programs();
  // Stores the sets that this worker still leases, all or, after an error, none. Returns how many there were.
  // Sets the `ended`, `order` and `program` of those; `order` stays 0 in the others.
  Result<int> keep(std::span<RecordedSet> sets, const std::string& worker) {
    return keep(sets, Delivery{.worker = worker});
  }
  // The same. A set that checks another worker is compared and does not count; its `order` is not 0 either.
  // If this shows that a token lies, it is blocked, and its sets that no other worker has confirmed are
  // removed.
  Result<int> keep(std::span<RecordedSet> sets, const Delivery& delivery);
  // Removes all sets that workers with this token brought and no other worker has confirmed. Returns how
  // many.
  Result<int> withdraw(const std::string& token);
  // Stores sets that come from a run, under numbers and names of this league, and returns how many were new.
  // Sets of the same two versions on the same seed are one set, which is stored once. `run` is a name for
  // people.
  Result<int> enter(std::span<const EnteredSet> sets, const std::string& run);

  // Visits the sets that were stored after the one of order `after`, in their order, including those of
  // removed versions.
  Result<void> for_each_set(std::uint64_t after, const std::function<void(const PlayedSet&)>& visit);
  Result<std::uint64_t> last_order();
  Result<std::int64_t> last_block();
  // The records of a set, or nullopt if it was not played.
  Result<std::optional<RecordedSet>> look_up(SetNumber set);
  // The same, with an error if it was not played.
  Result<RecordedSet> recorded(SetNumber set);
  // Visits the packed results as they are stored (league/store/packed_result.h), even invalid ones.
  Result<void> for_each_packed(
      const std::function<void(SetNumber, const std::array<std::int64_t, 2>&)>& visit);
  // The records of the sets from `first` to `last`, both included, sorted by number.
  Result<std::vector<KeptRecords>> records_between(SetNumber first, SetNumber last);
  // Visits the records of all sets in the order in which they were stored. The visitor may use this store. It
  // is an error if record files are in a folder that is not there.
  Result<void> for_each_records(const std::function<Result<void>(KeptRecords&&)>& visit);

  // The files that have the records of sets that are not in the database any more. All of these functions
  // read both.
  RecordFiles& files() { return files_; }
  // At most `most` sets that were stored after the one of order `after` and have their records in the
  // database.
  Result<std::vector<PackedSet>> packed_after(std::uint64_t after, int most);
  // Records that can be moved to a file; nullopt if they cannot be read, or are the dictionary.
  Result<std::optional<std::array<std::string, 2>>> unpack_to_move(const PackedSet& set);
  // Moves the records of a file's sets out of the database, and calls `before_commit`. False if they are not
  // all there any more, and then nothing is changed.
  Result<bool> move_records(const RecordFile& file, const std::function<void()>& before_commit);

  // A number that is another one after any stored set was changed or removed.
  Result<std::int64_t> changes();
  // Replaces a set's results by those recomputed from its records.
  Result<void> replace_results(SetNumber set, const std::array<GameResult, 2>& results);
  // Removes a set whose records break the rules.
  Result<void> drop_set(SetNumber set);

 private:
  // A set with its records as they are stored; empty as long as there is no dictionary.
  struct NewSet {
    const RecordedSet* set = nullptr;
    std::string packed;
  };

  Result<bool> enter(std::int64_t now, const EnteredSet& set, const std::string& run);
  void forget_found();
  Result<std::int64_t> find_program(const std::string& version);
  Result<void> check_others(std::int64_t now, std::span<const RecordedSet> sets,
                            std::map<SetNumber, SetNumber> replays, const Delivery& delivery);
  Result<void> open_replays(std::span<const NewSet> sets, const Delivery& delivery);
  Result<int> remove_unconfirmed(const std::string& token);
  Result<void> remove(SetNumber set);
  Result<std::map<SetNumber, std::optional<SetNumber>>> end_leases(std::span<const RecordedSet> sets,
                                                                   const std::string& worker);
  Result<void> add(std::span<const NewSet> sets);
  Result<void> uncount(SetNumber number);
  Result<void> note_change();
  std::string packed_records(const RecordedSet& set) const;
  Result<RowsToInsert> record_rows(std::span<const NewSet> sets);  // But for those that it inserts itself.
  Result<void> find_dictionary();
  Result<void> restore_dictionary();
  struct KeptRow;
  Result<KeptRecords> records_of(const KeptRow& row);

  SetChecks checks_;
  std::optional<std::string> dictionary_;  // For packing records; empty until the first ones are stored.
  std::map<std::string, std::int64_t> program_numbers_;  // As far as they are known; they never change.
  RecordFiles files_;
};

}  // namespace toptile
