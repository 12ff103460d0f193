#include "protocol/ruleset_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/utf8.h"
#include "base/words.h"

namespace toptile {

namespace {

const std::vector<std::string> kPluralWords = {"forbid", "allow"};
const std::vector<std::string> kEndWords = {"first_out", "all_out"};
const std::vector<std::string> kLexiconWords = {"void", "challenge"};
const std::vector<std::string> kFirstWords = {"schedule", "draw"};

// Ruleset::make checks the ranges; these limits only let a number fit an int.
constexpr std::int64_t kLeast = -1'000'000, kMost = 1'000'000;

std::vector<TileKind> tiles_of(const Ruleset& rules) {
  std::vector<TileKind> tiles;
  for (Face face = 0; face < rules.alphabet().size(); ++face) {
    tiles.push_back(
        {{rules.alphabet().symbol(face), rules.alphabet().text(face)}, rules.tiles().count(face)});
  }
  return tiles;
}

// {"A": 7, "Q": {"count": 1, "text": "QU"}}
Result<std::vector<TileKind>> read_tiles(const Json& object, const JsonPlace& where) {
  if (!object.is_object())
    return Error{where.words() + ": expected an object, with a count for each tile's symbol"};
  std::vector<TileKind> tiles;
  for (const auto& [symbol, value] : object.items()) {
    Json spelled = value.is_object() ? value : Json{{"count", value}};
    TileKind kind{{symbol, symbol}, 0};
    FieldReader reader(spelled, where.at(symbol));
    reader.require("count").read("count", kind.count, 1, 99).read("text", kind.face.text);
    TOPTILE_TRY_TO(reader.finish());
    tiles.push_back(std::move(kind));
  }
  return tiles;
}

// An error of Ruleset::make begins with the field's name, which leads to its place.
Error at_field(const Json& object, const JsonPlace& where, const Error& error) {
  const std::string field = error.message.substr(0, error.message.find(": "));
  if (!object.contains(field)) return in_context(where.words(), error);
  return {where.at(field).words() + error.message.substr(field.size())};
}

}  // namespace

Result<Ruleset> ruleset_from_json(const Json& object, const JsonPlace& where) {
  FieldReader reader(object, where);
  RulesetFields fields;
  std::vector<TileKind> tiles;
  std::string base;
  reader.read("based_on", base);
  const bool has_base = reader.has("based_on");  // False, too, if it is not a text.
  if (has_base) {
    auto shipped = shipped_ruleset(base);
    if (!shipped) return in_context(where.at("based_on").words(), shipped.error());
    fields = shipped.value();
    tiles = tiles_of(shipped.value());
  }
  reader.require("name").read("name", fields.name).read("edition", fields.edition);
  reader.read("size", fields.size, kLeast, kMost).read("rack", fields.rack, kLeast, kMost);
  reader.read("height", fields.height, kLeast, kMost).read("flat", fields.flat_points, kLeast, kMost);
  reader.read("stacked", fields.stacked_points, kLeast, kMost).read("qu", fields.qu_bonus, kLeast, kMost);
  reader.read("all", fields.all_tiles_bonus, kLeast, kMost).read("left", fields.left_over, kLeast, kMost);
  reader.read_word("plural_s", fields.plural_s, kPluralWords).read_word("end", fields.end, kEndWords);
  reader.read_word("lexicon", fields.lexicon, kLexiconWords).read_word("first", fields.first, kFirstWords);
  reader.read("pass_rounds", fields.pass_rounds, kLeast, kMost);
  reader.read("scoreless_rounds", fields.scoreless_rounds, kLeast, kMost);
  reader.read("free_exchanges", fields.free_exchanges, kLeast, kMost);
  reader.read("players_min", fields.players_min, kLeast, kMost)
      .read("players_max", fields.players_max, kLeast, kMost);
  if (!has_base) reader.require("tiles");
  const Json* given_tiles = reader.read_any("tiles");
  TOPTILE_TRY_TO(reader.finish());
  if (given_tiles != nullptr) {
    TOPTILE_TRY(auto read, read_tiles(*given_tiles, where.at("tiles")));
    tiles = std::move(read);
  }
  auto rules = Ruleset::make(std::move(fields), std::move(tiles));
  if (!rules) return at_field(object, where, rules.error());
  return rules;
}

Result<Ruleset> parse_ruleset_json(std::string_view text, const std::string& where) {
  TOPTILE_TRY(auto object, parse_json(text, where));
  return ruleset_from_json(object, JsonPlace::of_text(text, where));
}

std::string players_of(const RulesetFields& rules) {
  return rules.players_min == rules.players_max
             ? counted(rules.players_min, "player")
             : fmt::format("{} to {} players", rules.players_min, rules.players_max);
}

Json ruleset_to_json(const Ruleset& rules) {
  Json tiles = Json::object();
  for (const TileKind& kind : tiles_of(rules)) {
    tiles[kind.face.symbol] = kind.face.symbol == kind.face.text
                                  ? Json(kind.count)
                                  : Json{{"count", kind.count}, {"text", kind.face.text}};
  }
  const auto word = [](const std::vector<std::string>& words, auto value) {
    return words[static_cast<std::size_t>(value)];
  };
  return {{"name", rules.name},
          {"edition", rules.edition},
          {"size", rules.size},
          {"rack", rules.rack},
          {"height", rules.height},
          {"flat", rules.flat_points},
          {"stacked", rules.stacked_points},
          {"qu", rules.qu_bonus},
          {"all", rules.all_tiles_bonus},
          {"left", rules.left_over},
          {"plural_s", word(kPluralWords, rules.plural_s)},
          {"end", word(kEndWords, rules.end)},
          {"lexicon", word(kLexiconWords, rules.lexicon)},
          {"first", word(kFirstWords, rules.first)},
          {"pass_rounds", rules.pass_rounds},
          {"scoreless_rounds", rules.scoreless_rounds},
          {"free_exchanges", rules.free_exchanges},
          {"players_min", rules.players_min},
          {"players_max", rules.players_max},
          {"tiles", tiles}};
}

std::vector<std::string> shipped_ruleset_names() {
  std::vector<std::string> names;
  for (const ShippedRuleset& shipped : shipped_rulesets()) names.emplace_back(shipped.name);
  std::ranges::sort(names);  // The files are sorted by names that end in ".json".
  return names;
}

Result<Ruleset> shipped_ruleset(std::string_view name) {
  for (const ShippedRuleset& shipped : shipped_rulesets()) {
    if (shipped.name == name) return parse_ruleset_json(shipped.json, fmt::format("{}.json", name));
  }
  const auto names = shipped_ruleset_names();
  return Error{fmt::format("there is no ruleset \"{}\"; the shipped ones are: {}{}", printable(name),
                           fmt::join(names, ", "), meant_name(name, names))};
}

}  // namespace toptile
