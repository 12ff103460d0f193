// A league as a static site: standings, a page for each bot, every game to replay, a news feed. It can be
// served by any web server or opened from disk. The same state of a league gives the same bytes.
//
// The site is public, so it leaves out what only a bot's author may read: what the bot wrote before a fault,
// info lines that the league does not publish (LeagueTerms::public_info), why it was refused, and logs. The
// league's seed is never in it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
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

struct SiteFile {
  std::string type;  // The content type, such as "text/html; charset=utf-8".
  std::string content;
};

inline constexpr std::uint64_t kSetsAFile = 32;  // How many sets have their records in one file.

// The site of a league at one point in time.
class LeagueSite {
 public:
  // Reads the league. It is an error if SiteOptions::url is invalid, or if the league cannot be read.
  static Result<LeagueSite> read(LeagueStore& store, const SiteOptions& options);

  // The paths of all files, with / between their parts, sorted.
  std::vector<std::string> names() const;
  // A text that changes whenever the file changes. It is cheap to get. The file must be one of names().
  std::string tag(const std::string& name) const;
  // The file of this name, or nullopt. `store` is that of the league. A file of records contains what is in
  // the store now.
  Result<std::optional<SiteFile>> file(LeagueStore& store, const std::string& name) const;

  const LeagueSnapshot& snapshot() const { return snapshot_; }

 private:
  LeagueSite() = default;

  Json head_of(std::string_view page, std::string_view root) const;
  Json report_of(std::string_view mode) const;
  Result<Json> standings_data(LeagueStore& store) const;
  Result<Json> bot_data(LeagueStore& store, const std::string& bot) const;
  Json game_data() const;
  Json enter_data(LeagueStore& store) const;
  Json play_data(LeagueStore& store) const;
  std::optional<int> champion_elo_near(const LeagueTable& table, double elo) const;
  Json terms_of_page() const;
  Result<std::string> engine_script(LeagueStore& store) const;
  Result<std::string> records_script(LeagueStore& store, std::uint64_t number) const;
  std::string page(const Json& data, const std::string& title, std::string_view root,
                   const std::string& words) const;
  std::string standings_words() const;

  SiteOptions options_;
  std::string name_;
  Json terms_, alphabet_;
  std::optional<std::int64_t> deadline_;  // For submissions.
  std::vector<std::string> anchors_;      // Labels of versions.
  LeagueSnapshot snapshot_;
  std::int64_t updated_ = 0;
  std::string state_, script_name_, style_name_;
  std::string engine_name_;     // Empty if the site has no engine, and with it no page to play on.
  std::set<std::string> bots_;  // The bots that have a page.
  std::map<std::uint64_t, std::string> tags_of_records_;  // By the number of the file.
};

}  // namespace toptile
