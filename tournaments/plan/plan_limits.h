// The limits of a plan, whether it was asked for or read from a run.json. Errors do not say where a value was
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

// The games that are wanted, if they are whole sets, or the default if none are wanted.
Result<int> games_of(std::optional<int> wanted, int players, bool is_tested);

std::optional<Error> test_fault(const std::optional<TestTerms>& test, const TournamentFormat& format,
                                std::size_t bots);

// What is wrong with a term of adjudication in such a tournament.
struct AdjudicationFault {
  std::string key;  // The key of `adjudicate` that it is about.
  Error error;
};
std::optional<AdjudicationFault> adjudication_fault(const std::optional<AdjudicationTerms>& adjudicate,
                                                    const TournamentFormat& format,
                                                    const std::optional<TestTerms>& test);
std::optional<Error> games_fault(const TournamentFormat& format, std::size_t bots, int games);

}  // namespace toptile
