#include "tournaments/plan/plan_limits.h"

#include <fmt/format.h>

namespace toptile {

// A game's number must fit into 32 bits (GameResult::id).
constexpr std::uint64_t kMaxTotalGames = 4'000'000'000;

Result<int> games_of(std::optional<int> wanted, int players, bool is_tested) {
  constexpr int kDefaultGames = 20;
  // A test usually ends the match long before this.
  constexpr int kDefaultGamesWithTest = 1'000'000;
  const int default_games =
      is_tested ? kDefaultGamesWithTest : (kDefaultGames + players - 1) / players * players;
  const int games = wanted.value_or(default_games);
  if (games > 0 && games % players == 0) return games;
  if (players == 2) {
    return Error{fmt::format(
        "{} is not an even number of 2 or more; games come in pairs, with the seats swapped", games)};
  }
  return Error{
      fmt::format("{0} is not {1} or a multiple of it; games come in sets in which everyone has each seat",
                  games, players)};
}

// A test compares two bots, and is checked after each pair of games.
std::optional<Error> test_fault(const std::optional<TestTerms>& test, const TournamentFormat& format,
                                std::size_t bots) {
  if (!test) return std::nullopt;
  if (format.kind == TournamentFormat::Kind::round_robin && format.players == 2 && bots == 2)
    return std::nullopt;
  return Error{
      fmt::format("a test needs a match between two bots, but this is {} of {} bots; name two bots and no "
                  "format, or leave the test out",
                  words_of(format), bots)};
}

namespace {

// A game that is cut short has a smaller spread than a full game, on average, so a test of the mean spread
// would be biased.
std::optional<Error> spread_bias_fault(const std::optional<TestTerms>& test) {
  if (!test || !std::holds_alternative<SpreadParameters>(*test)) return std::nullopt;
  return Error{
      "a test of the mean spread needs the whole spread of each game, but this setting cuts it; use a test "
      "of results, or leave this setting out"};
}

}  // namespace

std::optional<AdjudicationFault> adjudication_fault(const std::optional<AdjudicationTerms>& adjudicate,
                                                    const TournamentFormat& format,
                                                    const std::optional<TestTerms>& test) {
  if (!adjudicate) return std::nullopt;
  if (adjudicate->resign && format.players != 2)
    return AdjudicationFault{
        "resign",
        {fmt::format("a bot can resign only in a game of two, but these games have {} players; leave this "
                     "setting out, or use agreed",
                     format.players)}};
  if (auto biased = spread_bias_fault(test)) {
    // "spread" is the JSON key of `hopeless`.
    if (adjudicate->hopeless) return AdjudicationFault{"spread", *biased};
    if (adjudicate->agreed) return AdjudicationFault{"agreed", *biased};
    if (adjudicate->resign) return AdjudicationFault{"resign", *biased};
  }
  return std::nullopt;
}

std::optional<Error> games_fault(const TournamentFormat& format, std::size_t bots, int games) {
  const double meetings = count_meetings(format, static_cast<int>(bots));
  if (meetings * games <= static_cast<double>(kMaxTotalGames)) return std::nullopt;
  return Error{
      fmt::format("{0} games a {3} make more than {1} games in all between {2} bots; play fewer games a {3}",
                  games, kMaxTotalGames, bots, unit_of_games(format))};
}

}  // namespace toptile
