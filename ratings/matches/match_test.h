// The test that ends a match of two: a test of results (ratings/matches/sprt.h) or of spreads
// (ratings/matches/spread_test.h), of the first bot of the plan against the second. docs/sprt.md explains the
// tests.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/json_fields.h"
#include "ratings/matches/match_tally.h"
#include "ratings/matches/stopped_estimate.h"

namespace toptile {

using TestTerms = std::variant<SprtParameters, SpreadParameters>;

// Reads {"kind": "results", "model": "logistic", "elo0": 0, "elo1": 10, "alpha": 0.05, "beta": 0.05}, or
// {"kind": "spread", "spread0": 0, "spread1": 5, "alpha": 0.05, "beta": 0.05, "least_pairs": 16}. Keys other
// than the kind may be left out, and then have these values.
Result<TestTerms> test_from_json(const Json& object, const JsonPlace& where);
Json test_to_json(const TestTerms& terms);
// Reads the same keys from a text such as "elo0=0,elo1=10,model=normalized"; the kind is given separately.
Result<TestTerms> test_from_text(std::string_view kind, std::string_view text, const std::string& where);
// A text such as "Elo 0 against 10 (logistic), alpha 0.05, beta 0.05".
std::string words_of(const TestTerms& terms);

enum class TestEnd {
  none,      // The test goes on, or the games ended before it.
  h0,        // H0 was accepted.
  h1,        // H1 was accepted.
  withdrawn  // A bot was withdrawn, and the remaining games would not count.
};

struct TestStatus {
  double llr = 0;  // The log-likelihood ratio, as a natural logarithm.
  LlrBounds bounds;
  std::uint64_t pairs = 0;  // The number of pairs counted.
  TestEnd end = TestEnd::none;
  // Set only for a test of results that has accepted H0 or H1.
  std::optional<StoppedEstimate> corrected = {};
};

Json test_status_to_json(const TestStatus& status);

// The course of the log-likelihood ratio: its value after each pair, or after every second, fourth, … pair if
// there would be more than kMost values. Both lists have the same length.
struct TestHistory {
  static constexpr std::size_t kMost = 512;

  std::vector<std::uint64_t> pairs;  // The numbers of pairs counted.
  std::vector<double> llr;

  // Adds the ratio after the next pair.
  void add(std::uint64_t pairs_so_far, double ratio);

 private:
  std::uint64_t stride_ = 1;
};

// Counts the pairs in the order of the schedule, whatever the order in which games end. So the last pair does
// not depend on how many games are played at once.
class MatchTest {
 public:
  explicit MatchTest(const TestTerms& terms);

  // Takes the result of a game of two. Call it once for each game.
  void tell(const GameResult& result);
  // The number of the last pair. Empty as long as the test goes on.
  std::optional<std::uint64_t> last_pair() const { return last_pair_; }
  const TestStatus& status() const { return status_; }
  // The last pair is missing if the history skips it.
  const TestHistory& history() const { return history_; }

 private:
  struct Pair {
    std::optional<GameResult> one, other;
  };
  void look_at(const Pair& pair);

  std::variant<Sprt, SpreadTest> test_;
  MatchTally tally_;  // The first bot's tally of the pairs counted.
  std::map<std::uint64_t, Pair> waiting_;
  std::optional<std::uint64_t> last_pair_;
  std::uint64_t looked_at_ = 0;
  TestStatus status_;
  TestHistory history_;
};

}  // namespace toptile
