// The data of the pages of a league's site, as web/src/site/data.ts reads them, from one state of the league.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "base/result.h"
#include "league/store/league_store.h"
#include "league/tables/league_snapshot.h"

namespace toptile {

// A file of a small bot that entrants can begin with.
struct SiteTemplateFile {
  std::string name;
  std::string text;
  bool is_program = false;
};

struct SiteOptions {
  std::string title = {};  // Default: the league's name.
  std::string url = {};    // Where the site will be; begins with http:// or https://.
  // Includes what bots wrote before their faults, and all of their info lines, for a copy that is not public.
  bool has_evidence = false;
  // Leaves out the engine that analyzes positions beside the games, the page on which people play, and with
  // them the league's lexicon.
  bool has_no_engine = false;
  // Whether a server answers at api/v1/, so that bots can be submitted from the page "How to enter".
  bool has_api = false;
  std::vector<SiteTemplateFile> bot_template = {};
};

inline constexpr std::uint64_t kSetsAFile = 32;  // How many sets have their records in one file.

// The league and its standings, from which the pages are made.
struct SiteState {
  SiteOptions options;
  std::string name;  // The title.
  Json terms, alphabet;
  std::optional<std::int64_t> deadline;  // For submissions.
  LeagueSnapshot snapshot;
  // When something last happened in the league, and when a version last changed its state. Milliseconds since
  // 1970.
  std::int64_t updated = 0, changed = 0;
  std::string engine_name;  // Empty if the site has no engine, and with it no page to play on.
  // How far the scale of the champion's levels is above the league's; nullopt if that is not known, or if the
  // site has no page to play on.
  std::optional<double> champion_shift;
};

// Both scales have shipped bots in common. Nullopt if the league has none of these.
std::optional<double> champion_shift(const LeagueTable& table, const LeagueTerms& terms);

Result<Json> standings_page(const SiteState& site, LeagueStore& store);
// The standings for readers without JavaScript.
std::string standings_words(const SiteState& site);
// The page of a bot, as JSON in one line: a page of many versions is written many times as fast as it would
// be put together. It shows distances where one of the two versions plays, and ratings as readers see them,
// so that it stays the same while others play, as long as that changes no digit.
Result<std::string> bot_page(const SiteState& site, LeagueStore& store, const std::string& bot);
Json game_page(const SiteState& site);
Json enter_page(const SiteState& site, const LeagueTerms& terms);
Json play_page(const SiteState& site, const LeagueTerms& terms);

// Parts that several pages share.
Json head_of_page(const SiteState& site, std::string_view page, std::string_view root, std::int64_t updated);
// The part of a report that a page needs.
Json report_of_page(const SiteState& site, std::string_view mode, std::size_t games);
Json bot_of_report(const BotVersion& version);
Json listed_games(const LeagueGames& games, const std::vector<const PlayedSet*>& sets);
// The rating histories of some versions over one axis: the number of games that the league had played.
Result<Json> history_of(LeagueStore& store, const std::vector<VersionId>& versions);

}  // namespace toptile
