// What a league keeps in its database: its terms, the bots' files, versions and their states, games that are
// played now, and games that were played. All processes of a league meet here and nowhere else.
//
// What somebody works on is leased: it has a worker's name, and a time until which that worker must say that
// it is still alive. When the time is over, another worker may take it. A worker that comes back too late
// finds that the work is not its own any more, and what it brings is not taken. So nothing is done twice, and
// nothing that a dead process held is lost.
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

// Who leases, and for how long it need not be heard of.
struct Lease {
  std::string worker;
  std::chrono::milliseconds time{60'000};
};

// A bot that is handed in. Its files are kept under their hash.
struct Submission {
  std::string bot;
  std::string author;
  std::string sha256;       // hash_of_files of the files.
  std::string packed;       // The packed folder (league/intake/archive.h).
  std::uint64_t bytes = 0;  // Of the packed folder.
  std::string said_author, said_version, language;
  // It is an error if so many versions of this author wait already.
  std::optional<int> most_waiting = {};
  // Why this is not a bot, if it is none. Then it has no files, and `sha256` is that of the archive that
  // came.
  std::optional<std::string> refusal = {};
};

// What became of it at once. A bot that has the same files already is not taken in again.
struct HandedIn {
  BotVersion version;
  bool is_new = true;
};

// Why a bot was not taken in: the league does not take it, which its author may read, or the database failed.
struct NotReceived : Error {
  bool is_refusal = false;
};
using ReceivedBot =
    boost::outcome_v2::basic_result<HandedIn, NotReceived, boost::outcome_v2::policy::terminate>;

// Sets of games of two versions, which a worker is to play.
struct LeasedSets {
  VersionId one{}, other{};
  std::int64_t block = 0;  // Sets that were chosen together are a block; blocks are numbered from 1.
  std::vector<SetNumber> sets;
};

// How many sets of two versions are being played now.
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
  std::int64_t program = 0;  // The toptile that refereed it (programs); 0 if nobody noted that.
};

// A set with the records of its games, each a line without its end.
struct RecordedSet : PlayedSet {
  std::array<std::string, 2> records;
};

// A set that a tournament's run played. `one` has the first seat in its first game, and the entrants of the
// results are as in a PlayedSet. The numbers of its games and its players' names are those of the run.
struct EnteredSet {
  VersionId one{}, other{};
  std::array<GameRecord, 2> games{};
  std::array<GameResult, 2> results{};
  std::int64_t took = 0;  // Milliseconds.
};

// The records of a set alone, or why they cannot be read.
struct KeptRecords {
  SetNumber set{};
  VersionId one{}, other{};
  std::optional<std::uint64_t> seed;  // Of the games of a set that was entered.
  Result<std::array<std::string, 2>> records;
  std::string packed;  // What is kept in their place; for when they cannot be read.
};

inline constexpr int kMaxSetsAtOnce = 64;  // In one lease.

// Fewer games than these say too little to pause a version that forfeits.
inline constexpr int kMinGamesToPause = 10;

// Something that happened to a version.
struct LeagueEvent {
  std::int64_t number = 0;  // From 1, in the order in which it happened.
  std::int64_t at = 0;      // Milliseconds since 1970.
  VersionId version{};
  VersionState state = VersionState::received;  // The state that it came into.
  std::string reason;
};

// A version's rating after some sets, for its history.
struct RatingPoint {
  std::uint64_t order = 0;  // After this set, in the order in which they were kept.
  VersionId version{};
  std::int64_t games = 0;  // Of this version until then.
  double elo = 0, error_low = 0, error_high = 0;
};

// Which versions are wanted: those of one bot, or of all; those in any state, or only in some.
struct VersionFilter {
  std::optional<std::string> bot = {};
  std::vector<VersionState> states = {};
};

// A connection to a league. Only one thread may use it at a time; each has its own.
class LeagueStore {
 public:
  // Makes the tables of a new league in an empty database.
  static Result<LeagueStore> create(std::unique_ptr<Database> database, const LeagueTerms& terms,
                                    const Lexicon& lexicon);
  // Opens a league. Its tables are brought up to date.
  static Result<LeagueStore> open(std::unique_ptr<Database> database);

  // As they were when the league was opened. What may be changed (change_terms) is read again by `receive`
  // and `accept`, which hold to it.
  const LeagueTerms& terms() const { return *terms_; }
  const std::string& name() const { return database_->name(); }
  Database& database() { return *database_; }
  // The canonical text of the league's lexicon.
  Result<std::string> words();
  // Changes the name, the limits of submissions, the number of versions, the anchors and what is public of
  // info lines. Other terms must be as they were; an error names the one that is not.
  Result<void> change_terms(const LeagueTerms& terms);
  // Tests tell the time: milliseconds since 1970.
  void use_clock(std::function<std::int64_t()> clock) { clock_ = std::move(clock); }

  // ---- Versions ----

  // Takes a bot in. A name belongs to the author who handed it in first; it is an error if another one uses
  // it, and if it is too late. A new bot's name cannot look like the label of a version. What has a `refusal`
  // becomes a version that is refused, so that the lists show that it came, and why it does not play.
  ReceivedBot receive(const Submission& submission);
  // The versions, sorted by bot and number.
  Result<std::vector<BotVersion>> versions(const VersionFilter& filter = {});
  // A version by its label, or by its bot's name: then the newest one that is active, or else the newest one
  // that was not removed, or else the newest one. Nothing if there is none.
  Result<std::optional<BotVersion>> look_up(const std::string& named);
  // The same; if there is none, an error names those that are meant perhaps.
  Result<BotVersion> find(const std::string& named);
  Result<std::string> packed_files(const std::string& sha256);
  // What was written when it was built, checked and tried; empty if there is nothing.
  Result<std::string> log_of(VersionId version);

  // Leases a version that is queued and that nobody works on, the longest waiting one of the author who
  // waited longest; nothing if there is none.
  Result<std::optional<BotVersion>> claim(const Lease& lease);
  // The next four are for a worker with a lease; false if it has lost it.
  Result<bool> step(VersionId version, const std::string& worker, VersionState to);
  Result<bool> accept(VersionId version, const std::string& worker, const std::string& log);
  // Its files are forgotten, unless another version has the same ones.
  Result<bool> refuse(VersionId version, const std::string& worker, const std::string& reason,
                      const std::string& log);
  // Gives it back as it was received, for another worker.
  Result<bool> give_back(VersionId version, const std::string& worker);

  // Retires, restores or removes a version for its organizer. An error if it is not in a state for that.
  Result<void> retire(VersionId version, const std::string& reason);
  Result<void> restore(VersionId version);
  Result<void> remove(VersionId version, const std::string& reason);
  // Takes in how many games the version just failed to start in, one after the other, and whether it started
  // before these. It is suspended, for this reason, if it failed to start too often in a row.
  Result<void> note_starts(VersionId version, int failed, bool has_started, const std::string& reason);
  // Pauses the version if it forfeited half of its games or more since it last came to play, and played
  // kMinGamesToPause or more. `last_forfeit` tells the author what happened last. Gives the version if it
  // is paused by this. Like note_starts, it does nothing in a league that withdraws no bot.
  Result<std::optional<BotVersion>> pause_if_forfeiting(VersionId version, const std::string& last_forfeit);

  // The events after that one, in their order.
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
  // Says that the worker is alive.
  Result<void> keep_alive(const Lease& lease);
  // Keeps the sets that are still leased by this worker, and returns how many they were. Their `ended`,
  // `order` and `program` are set.
  Result<int> keep(std::span<RecordedSet> sets, const std::string& worker);
  // Takes sets that a run played, under numbers and names of this league, and returns how many were new. Two
  // versions on one seed are the same set, which is taken once. `run` is a name for people.
  Result<int> enter(std::span<const EnteredSet> sets, const std::string& run);
  // Gives all back that the worker leased.
  Result<void> release(const std::string& worker);

  // Visits the sets that were kept after that one, in their order. Those of removed versions are among them.
  Result<void> for_each_set(std::uint64_t after, const std::function<void(const PlayedSet&)>& visit);
  Result<std::uint64_t> last_order();
  Result<std::int64_t> last_block();
  // The records of a set; nothing if it was not played.
  Result<std::optional<RecordedSet>> look_up(SetNumber set);
  // The same, and an error if it was not played.
  Result<RecordedSet> recorded(SetNumber set);
  // Visits the packed results as they are kept (league/store/packed_result.h), even if they are no results.
  Result<void> for_each_packed(
      const std::function<void(SetNumber, const std::array<std::int64_t, 2>&)>& visit);
  // The records of the sets whose numbers are in this range, both ends included, by their numbers.
  Result<std::vector<KeptRecords>> records_between(SetNumber first, SetNumber last);
  // Visits the records of all sets in the order in which they were kept. The visitor may use this store.
  Result<void> for_each_records(const std::function<Result<void>(KeptRecords&&)>& visit);

  // ---- What is computed from games ----

  // Takes results that were computed anew from the records of a set.
  Result<void> replace_results(SetNumber set, const std::array<GameResult, 2>& results);
  // Removes a set whose records do not keep to the rules.
  Result<void> drop_set(SetNumber set);
  Result<void> keep_points(std::span<const RatingPoint> points);
  Result<std::vector<RatingPoint>> points_of(VersionId version);
  Result<std::uint64_t> last_point();
  // Takes a whole history in the place of the one there is.
  Result<void> replace_points(std::span<const RatingPoint> points);

 private:
  Result<void> add_points(std::span<const RatingPoint> points);
  LeagueStore(std::unique_ptr<Database> database, LeagueTerms terms)
      : database_(std::move(database)), terms_(std::make_unique<LeagueTerms>(std::move(terms))) {}

  // A transaction that writes; `work` gets the time.
  Result<void> change(const std::function<Result<void>(std::int64_t now)>& work);
  // Brings a version into a state if it is in one of `from` and, if a worker is given, leased by that one.
  // False if it is not.
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
  std::optional<std::string> dictionary_;  // For packed records; empty before the first ones are kept.
};

}  // namespace toptile
