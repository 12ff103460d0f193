// A league's database: its terms, the bots' files, versions and their states, games in play, and games that
// were played. The processes of a league communicate only through it.
//
// A worker leases what it works on: the lease has the worker's name, and a time by which the worker must
// report that it is alive. After that time, another worker may take the work over, and the store rejects what
// the first one brings too late. So nothing is counted twice, and the work of a dead process is not lost.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "league/store/bot_version.h"
#include "league/store/database.h"
#include "league/store/league_terms.h"
#include "protocol/game_record.h"
#include "ratings/results/game_result.h"

namespace toptile {

// The number of a set of games in a league, from 1. Its two games are numbered as in a run: 2k-1 and 2k.
enum SetNumber : std::uint64_t {};
constexpr std::uint64_t format_as(SetNumber set) {
  return set;
}
constexpr GameNumber first_game_of(SetNumber set) {
  return GameNumber{2 * set - 1};
}

// The worker that leases, and how long it may stay silent.
struct Lease {
  std::string worker;
  std::chrono::milliseconds time{60'000};
};

// A bot that an author submits. Its files are kept under their hash.
struct Submission {
  std::string bot;
  std::string author;
  std::string sha256;       // hash_of_files of the files.
  std::string packed;       // The packed folder (league/intake/archive.h).
  std::uint64_t bytes = 0;  // Of the packed folder.
  std::string said_author, said_version, language;
  // It is an error if at least this many versions of the author wait already.
  std::optional<int> most_waiting = {};
  // Why this is not a bot, if it is not one. Then there are no files, and `sha256` is that of the submitted
  // archive.
  std::optional<std::string> refusal = {};
};

// The immediate result of a submission. If the bot has a version with the same files, no new one is created.
struct HandedIn {
  BotVersion version;
  bool is_new = true;
};

// Why a bot was not received: the league refuses it, in which case its author may read the message, or the
// database failed.
struct NotReceived : Error {
  bool is_refusal = false;
};
using ReceivedBot =
    boost::outcome_v2::basic_result<HandedIn, NotReceived, boost::outcome_v2::policy::terminate>;

// Sets of two versions for a worker to play.
struct LeasedSets {
  VersionId one{}, other{};
  std::int64_t block = 0;  // Sets that were chosen together are a block. Blocks are numbered from 1.
  std::vector<SetNumber> sets;
};

// The number of sets that two versions are playing now.
struct SetsInPlay {
  VersionId one{}, other{};
  int sets = 0;
};

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
  std::string packed;  // The stored bytes, for when the records cannot be read.
};

inline constexpr int kMaxSetsAtOnce = 64;  // In one lease.

// Fewer games than these say too little to pause a version that forfeits.
inline constexpr int kMinGamesToPause = 10;

// A version's change of state.
struct LeagueEvent {
  std::int64_t number = 0;  // From 1, in order of time.
  std::int64_t at = 0;      // Milliseconds since 1970.
  VersionId version{};
  VersionState state = VersionState::received;  // The state that it entered.
  std::string reason;
};

// A version's rating after some sets, for its history.
struct RatingPoint {
  std::uint64_t order = 0;  // After the set of this PlayedSet::order.
  VersionId version{};
  std::int64_t games = 0;  // Of this version until then.
  double elo = 0, error_low = 0, error_high = 0;
};

// Selects versions: of one bot or all, and in some states or, if `states` is empty, in any.
struct VersionFilter {
  std::optional<std::string> bot = {};
  std::vector<VersionState> states = {};
};

// A connection to a league. Only one thread may use it at a time; each has its own.
class LeagueStore {
 public:
  // Creates the tables of a new league in an empty database.
  static Result<LeagueStore> create(std::unique_ptr<Database> database, const LeagueTerms& terms,
                                    const Lexicon& lexicon);
  // Opens a league. Its tables are brought up to date.
  static Result<LeagueStore> open(std::unique_ptr<Database> database);

  // The terms as they were when the league was opened. `receive` and `accept` read the changeable ones
  // (change_terms) again and apply them.
  const LeagueTerms& terms() const { return *terms_; }
  const std::string& name() const { return database_->name(); }
  Database& database() { return *database_; }
  // The canonical text of the league's lexicon.
  Result<std::string> words();
  // Changes the name, the submission limits, the number of versions, the anchors and PublicInfo. Other terms
  // must be unchanged; an error names the one that differs.
  Result<void> change_terms(const LeagueTerms& terms);
  // For tests: a clock that gives milliseconds since 1970.
  void use_clock(std::function<std::int64_t()> clock) { clock_ = std::move(clock); }

  // ---- Versions ----

  // Receives a bot. A name belongs to the author who submitted it first; it is an error if another author
  // uses it, or if the deadline has passed. A new bot's name cannot look like the label of a version. A
  // submission with a `refusal` becomes a refused version, so that the lists show that it was submitted, and
  // why it does not play.
  ReceivedBot receive(const Submission& submission);
  // The versions, sorted by bot and number.
  Result<std::vector<BotVersion>> versions(const VersionFilter& filter = {});
  // A version by its label, or by its bot's name: then the newest active one, or else the newest one that was
  // not removed, or else the newest one. Or nullopt if there is none.
  Result<std::optional<BotVersion>> look_up(const std::string& named);
  // The same; if there is none, an error suggests similar names.
  Result<BotVersion> find(const std::string& named);
  Result<std::string> packed_files(const std::string& sha256);
  // The log of building, checking and trying it; may be empty.
  Result<std::string> log_of(VersionId version);

  // Leases a queued version that no worker has: the longest waiting one of the author who has waited longest.
  // Or nullopt if there is none.
  Result<std::optional<BotVersion>> claim(const Lease& lease);
  // The next four are for a worker with a lease. They return false if it has lost the lease.
  Result<bool> step(VersionId version, const std::string& worker, VersionState to);
  Result<bool> accept(VersionId version, const std::string& worker, const std::string& log);
  // Deletes its files, unless another version has the same ones.
  Result<bool> refuse(VersionId version, const std::string& worker, const std::string& reason,
                      const std::string& log);
  // Returns it to the queue, in the state `received`, for another worker.
  Result<bool> give_back(VersionId version, const std::string& worker);

  // Retires, restores or removes a version at the organizer's request. An error if its state does not allow
  // this.
  Result<void> retire(VersionId version, const std::string& reason);
  Result<void> restore(VersionId version);
  Result<void> remove(VersionId version, const std::string& reason);
  // Notes that the version just failed to start in `failed` games in a row, and whether it started before
  // these. Suspends it with this reason if it has failed to start too often in a row.
  Result<void> note_starts(VersionId version, int failed, bool has_started, const std::string& reason);
  // Pauses the version if it forfeited half of its games or more since it last came to play, and played
  // kMinGamesToPause or more. `last_forfeit` tells the author what happened last. Gives the version if it
  // is paused by this. Like note_starts, it does nothing in a league that withdraws no bot.
  Result<std::optional<BotVersion>> pause_if_forfeiting(VersionId version, const std::string& last_forfeit);

  // The events after number `after`, in their order, at most `most`.
  Result<std::vector<LeagueEvent>> events(std::int64_t after, std::size_t most);

  Result<std::int64_t> last_event();

  // ---- Games ----

  // Leases sets whose worker was not heard of in time, all of one block; not more than `count`, which is at
  // least 1.
  Result<std::optional<LeasedSets>> take_over(const Lease& lease, int count = kMaxSetsAtOnce);
  // Leases new sets, 1 … kMaxSetsAtOnce. Nothing if the two do not meet any more: one must be active, and
  // the other active or retired, because a new version may meet the one before it.
  Result<std::optional<LeasedSets>> lease_sets(VersionId one, VersionId other, int count, const Lease& lease);
  Result<std::vector<SetsInPlay>> in_play();
  // The versions of toptile that refereed sets (program_version), by PlayedSet::program.
  Result<std::map<std::int64_t, std::string>> programs();
  // Reports that the worker is alive, which extends all of its leases.
  Result<void> keep_alive(const Lease& lease);
  // Stores the sets that this worker still leases, and returns how many there were. Sets their `ended`,
  // `order` and `program`.
  Result<int> keep(std::span<RecordedSet> sets, const std::string& worker);
  // Stores sets that come from a run, under numbers and names of this league, and returns how many were new.
  // Sets of the same two versions on the same seed are one set, which is stored once. `run` is a name for
  // people.
  Result<int> enter(std::span<const EnteredSet> sets, const std::string& run);
  // Gives back all that the worker leased.
  Result<void> release(const std::string& worker);

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
  // Visits the records of all sets in the order in which they were stored. The visitor may use this store.
  Result<void> for_each_records(const std::function<Result<void>(KeptRecords&&)>& visit);

  // ---- Results computed from games ----

  // Replaces a set's results by those recomputed from its records.
  Result<void> replace_results(SetNumber set, const std::array<GameResult, 2>& results);
  // Removes a set whose records break the rules.
  Result<void> drop_set(SetNumber set);
  Result<void> keep_points(std::span<const RatingPoint> points);
  Result<std::vector<RatingPoint>> points_of(VersionId version);
  Result<std::uint64_t> last_point();
  // Replaces the whole history.
  Result<void> replace_points(std::span<const RatingPoint> points);

 private:
  Result<void> add_points(std::span<const RatingPoint> points);
  LeagueStore(std::unique_ptr<Database> database, LeagueTerms terms)
      : database_(std::move(database)), terms_(std::make_unique<LeagueTerms>(std::move(terms))) {}

  // Runs `work` in a write transaction, with the current time.
  Result<void> change(const std::function<Result<void>(std::int64_t now)>& work);
  // Puts a version into a state if it is in one of `from` and, if a worker is given, leased by that worker.
  // Returns false if it is not.
  struct Move {
    VersionId version{};
    std::vector<VersionState> from;
    VersionState to = VersionState::received;
    std::string reason = {};
    std::optional<std::string> worker = {};
  };
  Result<bool> move(std::int64_t now, const Move& move);
  Result<void> move_or_say(const Move& move, std::string_view why_not);
  Result<void> note(std::int64_t now, VersionId version, VersionState state, const std::string& reason);
  Result<BotVersion> add_version(std::int64_t now, std::int64_t bot, const std::string& name,
                                 const Submission& submission);
  Result<void> retire_older(std::int64_t now, VersionId version);
  Result<bool> enter(std::int64_t now, const EnteredSet& set, const std::string& run);
  Result<std::int64_t> find_program();
  Result<void> add_set(const RecordedSet& set);
  Result<void> keep_records(const RecordedSet& set);
  Result<void> find_dictionary();
  Result<void> restore_dictionary();

  std::unique_ptr<Database> database_;
  std::unique_ptr<LeagueTerms> terms_;
  std::function<std::int64_t()> clock_;
  std::optional<std::string> dictionary_;  // For packing records; empty until the first ones are stored.
};

}  // namespace toptile
