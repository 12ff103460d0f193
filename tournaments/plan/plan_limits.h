// Checks the limits of a plan that was requested or read from a run.json. Errors do not say where a value was
// given.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/result.h"
#include "protocol/adjudication.h"
#include "ratings/matches/match_test.h"
#include "tournaments/formats/format.h"

namespace toptile {

// The wanted number of games, which must be whole sets, or the default.
Result<int> games_of(std::optional<int> wanted, int players, bool is_tested);

std::optional<Error> test_fault(const std::optional<TestTerms>& test, const TournamentFormat& format,
                                std::size_t bots);

// A fault in the adjudication terms of a tournament.
struct AdjudicationFault {
  std::string key;  // The faulty key of `adjudicate`.
  Error error;
};
std::optional<AdjudicationFault> adjudication_fault(const std::optional<AdjudicationTerms>& adjudicate,
                                                    const TournamentFormat& format,
                                                    const std::optional<TestTerms>& test);
std::optional<Error> games_fault(const TournamentFormat& format, std::size_t bots, int games);

}  // namespace toptile
