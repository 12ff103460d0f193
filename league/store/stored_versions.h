// The bots' versions in a league's database: their files, their states, and who examines them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "league/store/bot_version.h"
#include "league/store/league_connection.h"

namespace toptile {

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
struct SubmittedBot {
  BotVersion version;
  bool is_new = true;
};

// Why a bot was not received: the league refuses it, in which case its author may read the message, or the
// database failed.
struct NotReceived : Error {
  bool is_refusal = false;
};
using ReceivedBot =
    boost::outcome_v2::basic_result<SubmittedBot, NotReceived, boost::outcome_v2::policy::terminate>;

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

// Selects versions: of one bot or all, and in some states or, if `states` is empty, in any.
struct VersionFilter {
  std::optional<std::string> bot = {};
  std::vector<VersionState> states = {};
};

class StoredVersions : StoredPart {
 public:
  explicit StoredVersions(LeagueConnection& connection) : StoredPart(connection) {}

  // Receives a bot. A name belongs to the author who submitted it first; it is an error if another author
  // uses it, or if the deadline has passed. A new bot's name cannot look like the label of a version. A
  // submission with a `refusal` becomes a refused version, so that the lists show that it was submitted, and
  // why it does not play.
  ReceivedBot receive(const Submission& submission);
  // The versions, sorted by bot and number.
  Result<std::vector<BotVersion>> list(const VersionFilter& filter = {});
  // A version by its label, or by its bot's name: then the newest active one, or else the newest one that was
  // not removed, or else the newest one. Or nullopt if there is none.
  Result<std::optional<BotVersion>> look_up(const std::string& named);
  // The same; if there is none, an error suggests similar names.
  Result<BotVersion> find(const std::string& named);
  Result<BotVersion> find(VersionId version);
  // Those of these numbers that there are.
  Result<std::vector<BotVersion>> find(std::span<const VersionId> versions);
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

 private:
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
};

}  // namespace toptile
