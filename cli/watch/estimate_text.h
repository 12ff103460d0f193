// Lines for the terminal about a difference in Elo and about a sequential test, for matches and for counted
// results.
#pragma once

#include <string>
#include <string_view>

#include "ratings/matches/match_test.h"
#include "tournaments/run/tournament.h"

namespace toptile {

// The line "WHAT            VALUE\n".
std::string fact_line(std::string_view what, const std::string& value);

// A text such as "40: 12 won 2–0, 0 1½–½, …".
std::string pairs_text(const Pentanomial& results);
// A text such as "700: 360 won, 40 tied, 300 lost".
std::string games_text(const Trinomial& results);
// Score, Elo and normalized Elo, with their intervals.
std::string estimate_text(const MatchEstimate& estimated);
// The LOS.
std::string superiority_text(const MatchEstimate& estimated);

// The test's terms, and the LLR with its bounds; `samples` is a text such as "40 pairs". If the test has
// ended, the estimates that take this into account follow.
std::string test_text(const TestTerms& terms, const TestStatus& status, const std::string& samples);

// The text is empty before the first pair.
std::string match_text(const TournamentEnd& end, const Plan& plan);

}  // namespace toptile
