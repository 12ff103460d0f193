#include "champion/weights.h"

#include <fmt/format.h>
#include <algorithm>

#include "base/assert.h"
#include "base/json_fields.h"

namespace toptile::champion {

std::string_view shipped_weights_text();  // weights.json, compiled in.

namespace {

using OfPhase = Weights::OfPhase;

constexpr std::int64_t kMaxValue = 1'000'000;

template <std::size_t kSize>
Json list_of(const std::array<Value, kSize>& values) {
  Json list = Json::array();
  for (const Value value : values) list.push_back(value);
  return list;
}

// Reads a list of exactly this many numbers.
template <std::size_t kSize>
Result<void> read_list(const Json& list, const std::string& where, std::array<Value, kSize>& values) {
  if (!list.is_array() || list.size() != kSize)
    return Error{fmt::format("{}: expected a list of {} numbers", where, kSize)};
  for (std::size_t i = 0; i < kSize; ++i) {
    if (!list[i].is_number_integer() || std::abs(list[i].get<std::int64_t>()) > kMaxValue)
      return Error{fmt::format("{}: number {} is not a whole number up to {}", where, i + 1, kMaxValue)};
    values[i] = list[i].get<Value>();
  }
  return success();
}

// What the weights know of the faces of one kind, on average.
struct MeanTile {
  std::array<std::int64_t, 3> sums{};
  std::int64_t count = 0;
  void add(const std::array<Value, 3>& values) {
    for (std::size_t i = 0; i < 3; ++i) sums[i] += values[i];
    ++count;
  }
  std::array<Value, 3> mean() const {
    std::array<Value, 3> values{};
    for (std::size_t i = 0; i < 3 && count > 0; ++i) values[i] = static_cast<Value>(sums[i] / count);
    return values;
  }
};

Result<void> read_tiles(const Json& tiles, const std::string& where, const Ruleset& rules, OfPhase& phase) {
  if (!tiles.is_object()) return Error{where + ": expected an object, with a list for each face"};
  const Alphabet& alphabet = rules.alphabet();
  const FaceSet vowels = vowels_of(alphabet);
  FaceSet known = 0;
  MeanTile of_vowels, of_consonants;
  for (const auto& [text, list] : tiles.items()) {
    std::array<Value, 3> values{};
    TOPTILE_TRY_TO(read_list(list, where + ": " + text, values));
    const auto face = alphabet.face_spelling(text);
    if (!face) continue;  // Weights may have faces that this ruleset does not.
    phase.tile[*face] = values;
    known |= set_of(*face);
    (contains(vowels, *face) ? of_vowels : of_consonants).add(values);
  }
  // Faces without weights get the mean of their kind.
  for (FaceSet rest = alphabet.all() & ~known; rest != 0; rest &= rest - 1)
    phase.tile[lowest(rest)] = (contains(vowels, lowest(rest)) ? of_vowels : of_consonants).mean();
  return success();
}

Result<void> read_phase(const Json& object, const std::string& where, const Ruleset& rules, OfPhase& phase) {
  FieldReader reader(object, where);
  reader.require("mean").read("mean", phase.mean, -kMaxValue, kMaxValue);
  const Json empty;  // Stands for a missing part, which finish() reports.
  const auto part = [&](const char* name) -> const Json& {
    const Json* found = reader.require(name).read_any(name);
    return found == nullptr ? empty : *found;
  };
  const Json& tiles = part("tiles");
  const Json& balance = part("balance");
  const Json& height = part("height");
  const Json& length = part("length");
  TOPTILE_TRY_TO(reader.finish());
  TOPTILE_TRY_TO(read_tiles(tiles, where + ": tiles", rules, phase));
  if (!balance.is_array() || balance.size() != phase.balance.size())
    return Error{fmt::format("{}: balance: expected a list of {} lists", where, phase.balance.size())};
  for (std::size_t i = 0; i < phase.balance.size(); ++i) {
    TOPTILE_TRY_TO(
        read_list(balance[i], fmt::format("{}: balance: list {}", where, i + 1), phase.balance[i]));
  }
  TOPTILE_TRY_TO(read_list(height, where + ": height", phase.height));
  return read_list(length, where + ": length", phase.length);
}

}  // namespace

Result<Weights> read_weights(std::string_view text, const Ruleset& rules) {
  TOPTILE_TRY(const auto json, parse_json(text, "weights"));
  if (!json.is_array() || json.size() != kPhases)
    return Error{fmt::format("weights: expected a list of {} phases", kPhases)};
  Weights weights;
  for (std::size_t i = 0; i < kPhases; ++i) {
    TOPTILE_TRY_TO(read_phase(json[i], fmt::format("weights: phase {}", i + 1), rules, weights.phases[i]));
  }
  return weights;
}

std::string write_weights(const Weights& weights, const Ruleset& rules) {
  std::string text = "[";
  for (const OfPhase& phase : weights.phases) {
    text += text.size() > 1 ? ",\n" : "\n";
    text += fmt::format(" {{\"mean\": {},\n  \"tiles\": {{", phase.mean);
    for (int i = 0; i < rules.alphabet().size(); ++i) {
      const auto face = static_cast<Face>(i);
      text += fmt::format("{}\n   {}: {}", i == 0 ? "" : ",", json_text(Json(rules.alphabet().text(face))),
                          json_text(list_of(phase.tile[face])));
    }
    text += "},\n  \"balance\": [";
    for (std::size_t i = 0; i < phase.balance.size(); ++i)
      text += fmt::format("{}\n   {}", i == 0 ? "" : ",", json_text(list_of(phase.balance[i])));
    text += fmt::format("],\n  \"height\": {},\n  \"length\": {}}}", json_text(list_of(phase.height)),
                        json_text(list_of(phase.length)));
  }
  return text + "\n]\n";
}

Weights weights_for(const Ruleset& rules) {
  const auto weights = read_weights(shipped_weights_text(), rules);
  TOPTILE_ASSERT(weights.has_value());
  return weights.value();
}

}  // namespace toptile::champion
