#include "engine/ruleset.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"

namespace toptile {

namespace {

struct Range {
  const char* field;
  int RulesetFields::*value;
  int least, most;
};

constexpr std::array<Range, 13> kRanges = {{
    {"size", &RulesetFields::size, 2, kMaxBoardSize},
    {"rack", &RulesetFields::rack, 1, 15},
    {"height", &RulesetFields::height, 1, kMaxHeight},
    {"flat", &RulesetFields::flat_points, 0, 100},
    {"stacked", &RulesetFields::stacked_points, 0, 100},
    {"qu", &RulesetFields::qu_bonus, 0, 100},
    {"all", &RulesetFields::all_tiles_bonus, 0, 1000},
    {"left", &RulesetFields::left_over, 0, 100},
    {"pass_rounds", &RulesetFields::pass_rounds, 1, 100},
    {"scoreless_rounds", &RulesetFields::scoreless_rounds, 0, 100},
    {"free_exchanges", &RulesetFields::free_exchanges, 0, 100},
    {"players_min", &RulesetFields::players_min, 1, kMaxPlayers},
    {"players_max", &RulesetFields::players_max, 1, kMaxPlayers},
}};

Result<void> check_fields(const RulesetFields& fields) {
  constexpr std::string_view kNameCharacters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  if (fields.name.empty() || fields.name.find_first_not_of(kNameCharacters) != std::string::npos) {
    return Error{
        fmt::format("name: \"{}\" is not one word of letters, digits, - and _", printable(fields.name))};
  }
  for (const Range& range : kRanges) {
    const int value = fields.*range.value;
    if (value < range.least || value > range.most) {
      return Error{fmt::format("{}: {} is out of range; it can be {} to {}", range.field, value, range.least,
                               range.most)};
    }
  }
  if (fields.players_max < fields.players_min) {
    return Error{fmt::format("players_max: {} is below players_min, which is {}", fields.players_max,
                             fields.players_min)};
  }
  return success();
}

}  // namespace

Result<Ruleset> Ruleset::make(RulesetFields fields, std::vector<TileKind> tiles) {
  TOPTILE_TRY_TO(check_fields(fields));
  std::vector<FaceText> faces;
  for (const TileKind& kind : tiles) {
    if (kind.count < 1 || kind.count > 99) {
      return Error{fmt::format("tiles: {} has the count {}; it can be 1 to 99", printable(kind.face.symbol),
                               kind.count)};
    }
    faces.push_back(kind.face);
  }
  auto alphabet = Alphabet::make(std::move(faces));
  if (!alphabet) return in_context("tiles", alphabet.error());

  Ruleset ruleset;
  static_cast<RulesetFields&>(ruleset) = std::move(fields);
  ruleset.alphabet_ = std::move(alphabet).value();
  for (const TileKind& kind : tiles) {
    std::string_view symbol = kind.face.symbol;
    const Face face = *ruleset.alphabet_.take_symbol(symbol);
    for (int i = 0; i < kind.count; ++i) ruleset.tiles_.add(face);
  }
  const int needed = ruleset.rack * ruleset.players_max;
  if (ruleset.tiles_.size() < needed) {
    return Error{fmt::format("tiles: {} tiles are too few for {} racks of {}", ruleset.tiles_.size(),
                             ruleset.players_max, ruleset.rack)};
  }
  ruleset.qu_ = ruleset.alphabet_.face_spelling("QU");
  if (ruleset.plural_s == PluralS::forbid) ruleset.plural_ = ruleset.alphabet_.face_spelling("S");
  return ruleset;
}

}  // namespace toptile
