#include "tournaments/tune/spsa.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "engine/random.h"

namespace toptile {

namespace {

constexpr double kAlpha = 0.602, kGamma = 0.101;
constexpr double kStability = 0.1;  // A as a share of all pairs.
constexpr int kMaxOptions = 1000;

// The random numbers of one batch: they do not depend on earlier ones, so that a tuning can continue at any
// batch.
Random random_of(const SpsaTerms& terms, int played) {
  return Random(seed_from_text(fmt::format("toptile-tune/1 {} {}", terms.seed, played)));
}

double from_0_to_1(Random& random) {
  constexpr std::uint64_t kParts = std::uint64_t{1} << 53;
  return static_cast<double>(random.below(kParts)) / static_cast<double>(kParts);
}

}  // namespace

double usual_rate(int pairs) {
  return 0.4 / std::sqrt(pairs);
}

Result<void> check_terms(const SpsaTerms& terms) {
  const auto fault = [](const TunedOption& option, const std::string& what) {
    return Error{fmt::format("option {}: {}", printable(option.name), what)};
  };
  if (terms.options.empty()) return Error{"name an option to tune"};
  if (terms.options.size() > kMaxOptions)
    return Error{
        fmt::format("{} options are too many; at most {} are tuned", terms.options.size(), kMaxOptions)};
  if (terms.pairs < 1 || terms.pairs > kMaxTuningPairs)
    return Error{fmt::format("{} pairs are out of range; it can be 1 to {}", terms.pairs, kMaxTuningPairs)};
  if (terms.batch < 1 || terms.batch > terms.pairs)
    return Error{
        fmt::format("{} pairs of a batch are out of range; it can be 1 to {}", terms.batch, terms.pairs)};
  if (!(terms.last_rate > 0 && terms.last_rate <= 1))
    return Error{fmt::format("a rate of {} is out of range; it is above 0 and at most 1", terms.last_rate)};
  for (const TunedOption& option : terms.options) {
    for (const double number : {option.start, option.least, option.most, option.last_step})
      if (!std::isfinite(number)) return fault(option, "a number is expected, and not infinity");
    if (option.least >= option.most)
      return fault(option, fmt::format("min {} must be below max {}", option.least, option.most));
    if (option.start < option.least || option.start > option.most)
      return fault(option, fmt::format("start {} is not between min {} and max {}", option.start,
                                       option.least, option.most));
    if (!(option.last_step > 0) || option.last_step > option.most - option.least)
      return fault(option, fmt::format("step {} is out of range; it is above 0 and at most {}",
                                       option.last_step, option.most - option.least));
    if (option.is_whole &&
        (std::trunc(option.least) != option.least || std::trunc(option.most) != option.most))
      return fault(option, "its min and max must be whole numbers, because the bot takes no others");
    const auto same = [&](const TunedOption& other) { return other.name == option.name; };
    if (std::ranges::count_if(terms.options, same) > 1) return fault(option, "it is named twice");
  }
  return success();
}

Spsa::Spsa(SpsaTerms terms) : terms_(std::move(terms)) {
  for (const TunedOption& option : terms_.options) values_.push_back(option.start);
}

double Spsa::step_of(std::size_t option) const {
  return terms_.options[option].last_step * std::pow(terms_.pairs / (played_ + 1.0), kGamma);
}

double Spsa::rate_of(std::size_t option) const {
  const double all = terms_.pairs, stability = kStability * all;
  const double in_last_steps = step_of(option) / terms_.options[option].last_step;
  return terms_.last_rate * std::pow((stability + all) / (stability + played_ + 1), kAlpha) /
         (in_last_steps * in_last_steps);
}

std::vector<int> Spsa::flips() const {
  Random random = random_of(terms_, played_);
  std::vector<int> flips;
  for (std::size_t i = 0; i < values_.size(); ++i) flips.push_back(random.below(2) == 0 ? 1 : -1);
  return flips;
}

TwoSides Spsa::next() const {
  const std::vector<int> up = flips();
  Random random = random_of(terms_, -1 - played_);
  TwoSides sides{.pairs = std::min(terms_.batch, terms_.pairs - played_)};
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const TunedOption& option = terms_.options[i];
    const double chance = from_0_to_1(random);  // The same for both sides.
    const auto within = [&](double value) {
      value = std::clamp(value, option.least, option.most);
      return option.is_whole ? std::clamp(std::floor(value + chance), option.least, option.most) : value;
    };
    sides.plus.push_back(within(values_[i] + up[i] * step_of(i)));
    sides.minus.push_back(within(values_[i] - up[i] * step_of(i)));
  }
  return sides;
}

void Spsa::take(double score) {
  const std::vector<int> up = flips();
  const int pairs = std::min(terms_.batch, terms_.pairs - played_);
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const TunedOption& option = terms_.options[i];
    values_[i] = std::clamp(values_[i] + rate_of(i) * step_of(i) * up[i] * score, option.least, option.most);
  }
  played_ += pairs;
}

Json spsa_terms_to_json(const SpsaTerms& terms) {
  Json options = Json::array();
  for (const TunedOption& option : terms.options) {
    options.push_back({{"name", option.name},
                       {"start", option.start},
                       {"min", option.least},
                       {"max", option.most},
                       {"step", option.last_step},
                       {"whole", option.is_whole}});
  }
  return {{"options", options},
          {"pairs", terms.pairs},
          {"batch", terms.batch},
          {"rate", terms.last_rate},
          {"seed", std::to_string(terms.seed)}};
}

Result<SpsaTerms> spsa_terms_from_json(const Json& object, const JsonPlace& where) {
  SpsaTerms terms;
  FieldReader reader(object, where);
  reader.require("pairs").read("pairs", terms.pairs, 1, kMaxTuningPairs);
  reader.require("batch").read("batch", terms.batch, 1, kMaxTuningPairs);
  reader.require("rate").read("rate", terms.last_rate).require("seed").read("seed", terms.seed);
  const Json* options = reader.require("options").read_any("options");
  TOPTILE_TRY_TO(reader.finish());
  if (!options->is_array()) return Error{where.at("options").words() + ": expected a list"};
  for (const Json& item : *options) {
    TunedOption option;
    FieldReader of_option(item, where.at("options"));
    of_option.require("name").read("name", option.name).require("start").read("start", option.start);
    of_option.require("min").read("min", option.least).require("max").read("max", option.most);
    of_option.require("step").read("step", option.last_step).require("whole").read("whole", option.is_whole);
    TOPTILE_TRY_TO(of_option.finish());
    terms.options.push_back(std::move(option));
  }
  if (auto checked = check_terms(terms); !checked) return in_context(where.words(), checked.error());
  return terms;
}

std::string option_text(const TunedOption& option, double value) {
  return option.is_whole ? fmt::format("{:.0f}", value) : fmt::format("{:.6g}", value);
}

}  // namespace toptile
