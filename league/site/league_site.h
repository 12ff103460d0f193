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
#include "league/site/site_pages.h"
#include "league/store/league_store.h"
#include "league/tables/league_snapshot.h"

namespace toptile {

struct SiteFile {
  std::string type;  // The content type, such as "text/html; charset=utf-8".
  std::string content;
};

// The site of a league at one point in time.
class LeagueSite {
 public:
  // Reads the league. It is an error if SiteOptions::url is invalid, or if the league cannot be read.
  static Result<LeagueSite> read(LeagueStore& store, const SiteOptions& options);

  // The site of a snapshot. `changes` is StoredSets::changes and `history` RatingHistory::stamp, both from
  // before it was read.
  static Result<LeagueSite> of(LeagueSnapshot snapshot, std::int64_t changes, std::string_view history,
                               const LeagueTerms& terms, const SiteOptions& options);

  // The paths of all files, with / between their parts, sorted.
  std::vector<std::string> names() const;
  // A text that changes whenever the file changes. It is cheap to get. The file must be one of names().
  std::string tag(const std::string& name) const;
  // The file of this name, or nullopt. `store` is that of the league. A file of records contains what is in
  // the store now. Any number of threads may ask, each with a store of its own.
  Result<std::optional<SiteFile>> file(LeagueStore& store, const std::string& name) const;

  const LeagueSnapshot& snapshot() const { return state_.snapshot; }

 private:
  LeagueSite() = default;

  Result<std::string> engine_script(LeagueStore& store) const;
  Result<std::string> records_script(LeagueStore& store, std::uint64_t number) const;
  // `json` is the page's data in one line.
  std::string page(std::string_view json, const std::string& title, std::string_view root,
                   const std::string& words) const;

  SiteState state_;
  std::string tag_of_pages_, script_name_, style_name_;
  std::set<std::string> bots_;                            // The bots that have a page.
  std::map<std::uint64_t, std::string> tags_of_records_;  // By the number of the file.
};

}  // namespace toptile
