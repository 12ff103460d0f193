// Writes a league's site into a folder.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

#include "base/result.h"
#include "league/site/league_site.h"

namespace toptile {

// This file in a site's folder lists the files that belong to the site, and the state of each.
inline constexpr const char* kSiteList = "toptile-site.json";

struct WrittenSite {
  std::size_t files = 0, changed = 0, removed = 0;
};

// Writes the files that are missing or out of date, each whole or not at all, and removes files of an earlier
// site that are no longer needed. A file that would be the same stays as it is, and so does a folder's whole
// site if nothing has happened in the league. A file that something else changed is made again: its size, or
// its time and content, are not those in the list. Each of `stores`, one or more, belongs to the league, and
// makes its part of the files in a thread. A folder that contains something other than a site is refused, and
// files that are not the site's stay. If this is interrupted, the site can be used, and the next call
// continues.
Result<WrittenSite> write_site(const LeagueSite& site, std::span<LeagueStore> stores,
                               const std::filesystem::path& to);

// The page template, which has the three placeholders below.
std::string_view built_site_html();
std::string_view built_site_js();
std::string_view built_site_css();

inline constexpr std::string_view kHeadPlace = "<!--toptile-head-->";  // For its title, style and links.
inline constexpr std::string_view kSiteDataPlace =
    "<!--toptile-data-->";  // For its data, and a text for readers without JavaScript.
inline constexpr std::string_view kScriptPlace = "<!--toptile-script-->";

}  // namespace toptile
