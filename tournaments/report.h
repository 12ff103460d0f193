// The report of a run: one self-contained page of HTML, a pure function of plan, standings and
// forfeits, these in the order of the games.
#pragma once

#include <string>
#include <vector>

#include "tournaments/plan.h"
#include "tournaments/standings.h"

namespace toptile {

std::string report_html(const Plan& plan, const std::vector<Place>& places, const Standings& standings,
                        const ForfeitedGames& forfeited);

}  // namespace toptile
