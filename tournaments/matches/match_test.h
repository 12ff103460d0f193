// The test by which a match of two ends by itself: that of results (tournaments/matches/sprt.h) or that of
// spreads (tournaments/matches/spread_test.h), of the first bot of the plan against the second. docs/sprt.md
// has what they ask.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "protocol/json_fields.h"
#include "tournaments/matches/match_tally.h"
#include "tournaments/matches/stopped_estimate.h"

namespace toptile {

using TestTerms = std::variant<SprtParameters, SpreadParameters>;

// {"kind": "results", "model": "logistic", "elo0": 0, "elo1": 10, "alpha": 0.05, "beta": 0.05}, or {"kind":
// "spread", "spread0": 0, "spread1": 5, "alpha": 0.05, "beta": 0.05, "least_pairs": 16}; what is not given is
// as here.
Result<TestTerms> test_from_json(const Json& object, const JsonPlace& where);
Json test_to_json(const TestTerms& terms);
// The same keys as text, "elo0=0,elo1=10,model=normalized", with the kind beside it.
Result<TestTerms> test_from_text(std::string_view kind, std::string_view text, const std::string& where);
// "elo 0 against 10 (logistic), alpha 0.05, beta 0.05"
std::string words_of(const TestTerms& terms);

enum class TestEnd {
  none,  // It goes on, or the games came to their end first.
  h0,
  h1,        // Accepted.
  withdrawn  // A bot was withdrawn, and the games left would count for nobody.
};

struct TestStatus {
  double llr = 0;  // Natural logarithm.
  LlrBounds bounds;
  std::uint64_t pairs = 0;  // Looked at.
  TestEnd end = TestEnd::none;
  // Only a test of results that has accepted H0 or H1 has it.
  std::optional<StoppedEstimate> corrected = {};
};

Json test_status_to_json(const TestStatus& status);

// Looks at the pairs in the order of the schedule, in whatever order games end, so that the pair at which it
// is over does not depend on how many are played at once.
class MatchTest {
 public:
  explicit MatchTest(const TestTerms& terms);

  // The result of a game of two, each once.
  void tell(const GameResult& result);
  // The number of the pair after which no other is played; nothing: it goes on.
  std::optional<std::uint64_t> last_pair() const { return last_pair_; }
  const TestStatus& status() const { return status_; }

 private:
  struct Pair {
    std::optional<GameResult> one, other;
  };
  void look_at(const Pair& pair);

  std::variant<Sprt, SpreadTest> test_;
  MatchTally tally_;  // Of the first bot, of the pairs looked at.
  std::map<std::uint64_t, Pair> waiting_;
  std::optional<std::uint64_t> last_pair_;
  std::uint64_t looked_at_ = 0;
  TestStatus status_;
};

}  // namespace toptile
