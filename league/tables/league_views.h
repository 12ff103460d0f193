// Views of a league for its readers, also as JSON (docs/league.md). They contain no logs and no evidence of
// faults. The reason of a refusal is for the author only, because it quotes what the bot wrote: public texts
// go through public_reason, public_info or public_json.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/json_fields.h"
#include "base/result.h"
#include "league/store/league_store.h"
#include "league/tables/league_snapshot.h"

namespace toptile {

// Two versions against each other.
struct PairView {
  BotVersion one, other;
  PairTally tally;                // As `one` sees it.
  std::optional<Distance> apart;  // How far `one` is above `other`, by all games of the league.
};

// All that is known of a version.
struct VersionView {
  BotVersion version;
  std::vector<BotVersion> versions;  // All of the same bot, by their numbers.
  const RatingRow* rating = nullptr;
  const LeagueRow* row = nullptr;  // Null unless it plays.
  std::vector<std::pair<VersionId, PairTally>> opponents;
  std::vector<RatingPoint> history;
  std::vector<LeagueForfeit> forfeited;
};

// The bots that are waiting or being examined, the oldest first, and the refused ones, the latest first.
struct QueueView {
  std::vector<BotVersion> waiting, refused;
};
inline constexpr std::size_t kMaxRefusedShown = 10;

// Selects sets.
struct SetFilter {
  std::string bot = {};                      // All its versions; empty for all bots.
  std::optional<VersionId> version = {};     // Only this version.
  std::optional<VersionId> other = {};       // Only against this version.
  std::optional<std::uint64_t> before = {};  // Only sets that were stored before the one of this order.
  std::size_t most = 0;                      // The maximum number of sets; 0 for all.
};

// It is an error if both are the same version.
Result<PairView> pair_view(const LeagueSnapshot& snapshot, const BotVersion& one, const BotVersion& other);
// `version` must be in this snapshot, or newer. The view points into the snapshot.
Result<VersionView> version_view(const LeagueSnapshot& snapshot, LeagueStore& store,
                                 const BotVersion& version);
Result<QueueView> queue_view(LeagueStore& store);
// The selected sets, the latest first, without those of removed versions.
std::vector<const PlayedSet*> latest_sets(const LeagueGames& games, const SetFilter& filter);

// The names of the keys are those of docs/league.md. Times are milliseconds since 1970.
Json to_json(const BotVersion& version);
Json to_json(const RatingEstimate& rating);
// The public form of the reason for a state.
std::string public_reason(VersionState state, const std::string& reason);
// The public form of a move's info line. With PublicInfo::scores, a score that is not a number and a
// variation that does not consist of moves are left out, so that a bot cannot publish any other text.
std::string public_info(const LeagueTerms& terms, std::string_view info);
// The public form of a record's line: without what bots wrote before their faults, and with the public form
// of info lines.
Result<std::string> public_record(const LeagueTerms& terms, const std::string& line);
// The public form of a version.
Json public_json(const BotVersion& version);
Json to_json(const PairView& view);
Json to_json(const LeagueSnapshot& snapshot, const VersionView& view);
Json to_json(const QueueView& view);
Json standings_to_json(const LeagueTerms& terms, const LeagueTable& table);
// The two games of a set.
Json games_to_json(const LeagueGames& games, const PlayedSet& set);

}  // namespace toptile
