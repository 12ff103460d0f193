// Writes a league's site into a folder.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

#include "base/result.h"
#include "league/site/league_site.h"

namespace toptile {

// In the folder of a site, this file says which files are the site's, and of which state.
inline constexpr const char* kSiteList = "toptile-site.json";

struct WrittenSite {
  std::size_t files = 0, changed = 0, removed = 0;
};

// Writes the files that are not there in this state yet, each whole or not at all, and removes those of an
// earlier site that are not wanted any more. A folder that holds something else is refused, and files that
// are not the site's stay. If this is stopped in the middle, the next call goes on.
Result<WrittenSite> write_site(const LeagueSite& site, LeagueStore& store, const std::filesystem::path& to);

// A page. It has the three places below.
std::string_view built_site_html();
std::string_view built_site_js();
std::string_view built_site_css();

inline constexpr std::string_view kHeadPlace = "<!--toptile-head-->";  // For its title, style and links.
inline constexpr std::string_view kSiteDataPlace =
    "<!--toptile-data-->";  // For its data, and words without a script.
inline constexpr std::string_view kScriptPlace = "<!--toptile-script-->";

}  // namespace toptile
