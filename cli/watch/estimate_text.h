// Estimates of a difference in Elo and what a test of results makes of it, in the terminal: lines that a
// match and counted results share.
#pragma once

#include <string>
#include <string_view>

#include "tournaments/matches/match_test.h"

namespace toptile {

// "WHAT            VALUE\n"
std::string fact_line(std::string_view what, const std::string& value);

// "40: 12 won 2–0, 0 1½–½, …"
std::string pairs_text(const Pentanomial& results);
// "700: 360 won, 40 tied, 300 lost"
std::string games_text(const Trinomial& results);
// The score, Elo and normalized Elo with their intervals.
std::string estimate_text(const MatchEstimate& estimated);
// The chance of being the stronger.
std::string superiority_text(const MatchEstimate& estimated);

// The terms, the ratio and its bounds; `samples` is as in "after 40 pairs". Where the test has ended, also
// the estimates that take that into account.
std::string test_text(const TestTerms& terms, const TestStatus& status, const std::string& samples);

}  // namespace toptile
