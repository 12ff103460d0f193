// A league as a site of files: standings, a page for each bot, every game to replay, a feed of news. Any web
// space can hold it, and it can be opened from disk. The same state of a league gives the same bytes.
//
// Everybody may read it, so that what is an author's alone is left out: what a bot wrote before a fault, what
// the league does not show of its info lines (LeagueTerms::public_info), why it was refused, and logs. The
// league's seed is never in it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "base/result.h"
#include "league/store/league_store.h"
#include "league/tables/league_snapshot.h"

namespace toptile {

struct SiteOptions {
  std::string title = {};  // Default: the league's name.
  std::string url = {};    // Where the site will be; it begins with http:// or https://.
  // Tells what bots wrote before their faults, and all of their info lines, for a copy that is not for
  // everybody.
  bool has_evidence = false;
};

struct SiteFile {
  std::string type;  // The type of the content, such as "text/html; charset=utf-8".
  std::string content;
};

inline constexpr std::uint64_t kSetsAFile = 32;  // The sets whose records are in one file.

// The site of a league at one moment.
class LeagueSite {
 public:
  // Reads the league. An error says that the address is none, or that the league cannot be read.
  static Result<LeagueSite> read(LeagueStore& store, const SiteOptions& options);

  // The names of all files, with / between their parts, sorted.
  std::vector<std::string> names() const;
  // A text that is another one if the file is another one. It costs nothing. The file must be one of names().
  std::string tag(const std::string& name) const;
  // The file of this name; nothing if there is none. `store` is that of the league. A file of records holds
  // what is in the store now.
  Result<std::optional<SiteFile>> file(LeagueStore& store, const std::string& name) const;

  const LeagueSnapshot& snapshot() const { return snapshot_; }

 private:
  LeagueSite() = default;

  Json head_of(std::string_view page, std::string_view root) const;
  Json report_of(std::string_view mode) const;
  Result<Json> standings_data(LeagueStore& store) const;
  Result<Json> bot_data(LeagueStore& store, const std::string& bot) const;
  Json game_data() const;
  Result<std::string> records_script(LeagueStore& store, std::uint64_t number) const;
  std::string page(const Json& data, const std::string& title, std::string_view root,
                   const std::string& words) const;
  std::string standings_words() const;

  SiteOptions options_;
  std::string name_;
  Json terms_, alphabet_;
  std::optional<std::int64_t> deadline_;  // The last moment at which a bot can be submitted.
  LeagueSnapshot snapshot_;
  std::int64_t updated_ = 0;
  std::string state_, script_name_, style_name_;
  std::set<std::string> bots_;                            // Those that have a page.
  std::map<std::uint64_t, std::string> tags_of_records_;  // By the number of the file.
};

}  // namespace toptile
