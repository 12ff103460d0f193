// The files that all pages of a league's site share: web/built/site.html, site.js and site.css, compiled in.
#pragma once

#include <string_view>

namespace toptile {

// A page. It has the three places below.
std::string_view built_site_html();
std::string_view built_site_js();
std::string_view built_site_css();

inline constexpr std::string_view kHeadPlace = "<!--toptile-head-->";  // For its title, style and links.
inline constexpr std::string_view kSiteDataPlace =
    "<!--toptile-data-->";  // For its data, and words without a script.
inline constexpr std::string_view kScriptPlace = "<!--toptile-script-->";

}  // namespace toptile
