// The small bot that a league's site offers to entrants.
#pragma once

#include <vector>

#include "league/site/league_site.h"

namespace toptile {

// The bot of toptile new-bot in Python, with the name my-bot.
std::vector<SiteTemplateFile> site_template();

}  // namespace toptile
