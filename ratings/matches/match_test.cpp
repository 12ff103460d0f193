#include "ratings/matches/match_test.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "base/utf8.h"
#include "base/words.h"
#include "ratings/matches/stopped_estimate.h"

namespace toptile {

namespace {

constexpr int kMaxLeastPairs = 1'000'000;
const std::vector<std::string> kKinds = {"results", "spread"};
const std::vector<std::string> kModels = {"logistic", "normalized"};  // The names of EloModel.

void read_rates(FieldReader& reader, ErrorRates& rates) {
  reader.read("alpha", rates.alpha).read("beta", rates.beta);
}

// Checks the parameters as the tests themselves do.
template <class Test, class Parameters>
Result<TestTerms> checked(const Parameters& parameters, const JsonPlace& where) {
  if (const auto made = Test::make(parameters); !made) return in_context(where.words(), made.error());
  return TestTerms(parameters);
}

std::variant<Sprt, SpreadTest> made(const TestTerms& terms) {
  if (const auto* sprt = std::get_if<SprtParameters>(&terms)) return Sprt::make(*sprt).value();
  return SpreadTest::make(std::get<SpreadParameters>(terms)).value();
}

std::string rates_text(const ErrorRates& rates) {
  return fmt::format("alpha {}, beta {}", rates.alpha, rates.beta);
}

Result<TestTerms> read_test(FieldReader& reader, int kind, const JsonPlace& where) {
  SprtParameters sprt;
  SpreadParameters spread;
  if (kind == 0) {
    reader.read_word("model", sprt.model, kModels);
    reader.read("elo0", sprt.elo0).read("elo1", sprt.elo1);
    read_rates(reader, sprt.rates);
  } else {
    int least = static_cast<int>(spread.least_pairs);
    reader.read("spread0", spread.spread0).read("spread1", spread.spread1);
    read_rates(reader, spread.rates);
    reader.read("least_pairs", least, 2, kMaxLeastPairs);
    spread.least_pairs = static_cast<std::uint64_t>(least);
  }
  TOPTILE_TRY_TO(reader.finish());
  return kind == 0 ? checked<Sprt>(sprt, where) : checked<SpreadTest>(spread, where);
}

}  // namespace

Result<TestTerms> test_from_json(const Json& object, const JsonPlace& where) {
  int kind = 0;
  FieldReader reader(object, where);
  reader.require("kind").read_word("kind", kind, kKinds);
  return read_test(reader, kind, where);
}

Json test_to_json(const TestTerms& terms) {
  if (const auto* sprt = std::get_if<SprtParameters>(&terms)) {
    return {{"kind", kKinds[0]},          {"model", kModels[static_cast<std::size_t>(sprt->model)]},
            {"elo0", sprt->elo0},         {"elo1", sprt->elo1},
            {"alpha", sprt->rates.alpha}, {"beta", sprt->rates.beta}};
  }
  const auto& spread = std::get<SpreadParameters>(terms);
  return {{"kind", kKinds[1]},           {"spread0", spread.spread0}, {"spread1", spread.spread1},
          {"alpha", spread.rates.alpha}, {"beta", spread.rates.beta}, {"least_pairs", spread.least_pairs}};
}

Result<TestTerms> test_from_text(std::string_view kind, std::string_view text, const std::string& where) {
  Json object = Json::object();
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const std::string_view part = text.substr(0, comma);
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    const std::size_t equals = part.find('=');
    if (equals == 0 || equals == std::string_view::npos) {
      return Error{fmt::format("{}: \"{}\" is not like elo1=10; write KEY=VALUE, with commas between several",
                               where, printable(part))};
    }
    const std::string key(part.substr(0, equals));
    const std::string_view value = part.substr(equals + 1);
    if (object.contains(key))
      return Error{fmt::format("{}: {}: this key is given twice", where, printable(key))};
    if (const auto whole = parse_written_number<std::int64_t>(value)) {
      object[key] = *whole;
    } else if (const auto number = parse_written_number<double>(value)) {
      object[key] = *number;
    } else {
      object[key] = printable(value);
    }
  }
  FieldReader reader(object, where);
  return read_test(reader, kind == kKinds[0] ? 0 : 1, where);
}

std::string words_of(const TestTerms& terms) {
  if (const auto* sprt = std::get_if<SprtParameters>(&terms)) {
    return fmt::format("Elo {} against {} ({}), {}", sprt->elo0, sprt->elo1,
                       kModels[static_cast<std::size_t>(sprt->model)], rates_text(sprt->rates));
  }
  const auto& spread = std::get<SpreadParameters>(terms);
  return fmt::format("mean spread {} against {}, {}", spread.spread0, spread.spread1,
                     rates_text(spread.rates));
}

Json test_status_to_json(const TestStatus& status) {
  constexpr std::array kEnds = {"none", "h0", "h1", "withdrawn"};  // The names of TestEnd.
  Json json = {{"llr", status.llr},
               {"lower", status.bounds.lower},
               {"upper", status.bounds.upper},
               {"pairs", status.pairs},
               {"accepted", kEnds[static_cast<std::size_t>(status.end)]}};
  if (status.corrected) json["corrected"] = stopped_to_json(*status.corrected);
  return json;
}

void TestHistory::add(std::uint64_t pairs_so_far, double ratio) {
  if (pairs_so_far % stride_ != 0) return;
  if (pairs.size() == kMost) {
    stride_ *= 2;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (pairs[i] % stride_ != 0) continue;
      pairs[kept] = pairs[i];
      llr[kept++] = llr[i];
    }
    pairs.resize(kept);
    llr.resize(kept);
    if (pairs_so_far % stride_ != 0) return;
  }
  pairs.push_back(pairs_so_far);
  llr.push_back(ratio);
}

MatchTest::MatchTest(const TestTerms& terms) : test_(made(terms)) {
  status_.bounds = std::visit([](const auto& test) { return test.bounds(); }, test_);
}

void MatchTest::tell(const GameResult& result) {
  if (last_pair_) return;
  Pair& told = waiting_[result.set()];
  (told.one ? told.other : told.one) = result;
  while (!last_pair_ && !waiting_.empty()) {
    const auto next = waiting_.begin();
    if (next->first != looked_at_ + 1 || !next->second.other) return;
    ++looked_at_;
    look_at(next->second);
    waiting_.erase(next);
    if (status_.end != TestEnd::none) last_pair_ = looked_at_;
  }
}

void MatchTest::look_at(const Pair& pair) {
  if (pair.one->is_void() || pair.other->is_void()) {
    status_.end = TestEnd::withdrawn;
    return;
  }
  tally_.add(*pair.one, *pair.other, 0);
  status_.pairs = looked_at_;
  SequentialState state{};
  if (const auto* sprt = std::get_if<Sprt>(&test_)) {
    status_.llr = sprt->llr(tally_.results);
    state = state_at(status_.llr, status_.bounds);
  } else {
    const auto& spread = std::get<SpreadTest>(test_);
    status_.llr = spread.llr(tally_.spreads);
    state = spread.state(tally_.spreads);
  }
  history_.add(status_.pairs, status_.llr);
  if (state == SequentialState::proceed) return;
  status_.end = state == SequentialState::accept_h1 ? TestEnd::h1 : TestEnd::h0;
  if (const auto* sprt = std::get_if<Sprt>(&test_))
    status_.corrected = estimate_after_stop(*sprt, tally_.results);
}

}  // namespace toptile
