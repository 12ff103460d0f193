// What a reader asks a league for, and the same as JSON (docs/league.md). Logs and the evidence of faults are
// in the store alone. The reason of a refusal is an author's, too, because it quotes what the bot wrote: what
// everybody may read goes through public_reason, public_info or public_json.
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

// A version with all that is known of it.
struct VersionView {
  BotVersion version;
  std::vector<BotVersion> versions;  // All of the same bot, by their numbers.
  const RatingRow* rating = nullptr;
  const LeagueRow* row = nullptr;  // Null unless it plays.
  std::vector<std::pair<VersionId, PairTally>> opponents;
  std::vector<RatingPoint> history;
  std::vector<LeagueForfeit> forfeited;
};

// The bots that are examined or wait for it, the oldest first, and those that were refused, the latest first.
struct QueueView {
  std::vector<BotVersion> waiting, refused;
};
inline constexpr std::size_t kMaxRefusedShown = 10;

// Which sets are wanted.
struct SetFilter {
  std::string bot = {};                      // Of all its versions; empty for all bots.
  std::optional<VersionId> version = {};     // Only of this one.
  std::optional<VersionId> other = {};       // Only against this one.
  std::optional<std::uint64_t> before = {};  // Only sets that were kept before the one of this order.
  std::size_t most = 0;                      // So many sets at most; 0: all.
};

// An error says that both are the same version.
Result<PairView> pair_view(const LeagueSnapshot& snapshot, const BotVersion& one, const BotVersion& other);
// `version` must be of this snapshot, or a later one. The view points into the snapshot.
Result<VersionView> version_view(const LeagueSnapshot& snapshot, LeagueStore& store,
                                 const BotVersion& version);
Result<QueueView> queue_view(LeagueStore& store);
// The sets that are wanted, the latest ones first. Those of removed versions are not among them.
std::vector<const PlayedSet*> latest_sets(const LeagueGames& games, const SetFilter& filter);

// The names of the keys are those of docs/league.md. Times are milliseconds since 1970.
Json to_json(const BotVersion& version);
Json to_json(const RatingEstimate& rating);
// The reason of a state as everybody may read it.
std::string public_reason(VersionState state, const std::string& reason);
// The info line of a move as everybody may read it. With PublicInfo::scores, a score that is no number and a
// variation that is not made of moves are left out, so that no other text can stand there.
std::string public_info(const LeagueTerms& terms, std::string_view info);
// A version as everybody may see it.
Json public_json(const BotVersion& version);
Json to_json(const PairView& view);
Json to_json(const LeagueSnapshot& snapshot, const VersionView& view);
Json to_json(const QueueView& view);
Json standings_to_json(const LeagueTerms& terms, const LeagueTable& table);
// The two games of a set.
Json games_to_json(const LeagueGames& games, const PlayedSet& set);

}  // namespace toptile
