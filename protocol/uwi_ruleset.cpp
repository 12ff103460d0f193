// The wire form of a ruleset: format_ruleset and parse_ruleset of uwi.h.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "base/words.h"
#include "protocol/uwi.h"
#include "protocol/uwi_fields.h"

namespace toptile::uwi {

namespace {

// Reads counts such as "A7B3": each symbol, which is not a digit, is followed by its count.
Result<std::vector<TileKind>> parse_tile_counts(std::string_view text) {
  std::vector<TileKind> tiles;
  while (!text.empty()) {
    const std::string_view whole = text;
    if (!take_character(text)) return bad("tiles", whole, "list of symbols and counts, as in A7B3");
    TileKind kind;
    kind.face.symbol = whole.substr(0, whole.size() - text.size());
    const std::string_view digits = text.substr(0, text.find_first_not_of("0123456789"));
    const auto count = parse_number<int>(digits);
    if (!count) return bad("tiles", whole, "list of symbols and counts, as in A7B3");
    kind.count = *count;
    text.remove_prefix(digits.size());
    tiles.push_back(std::move(kind));
  }
  return tiles;
}

// Reads the texts of symbols that do not spell themselves, such as "Q=QU".
Result<void> spell_faces(std::string_view text, std::vector<TileKind>& tiles) {
  for (TileKind& kind : tiles) kind.face.text = kind.face.symbol;
  while (!text.empty()) {
    const std::string_view item = text.substr(0, text.find(','));
    text.remove_prefix(std::min(item.size() + 1, text.size()));
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos) return bad("faces", item, "symbol with what it spells, as in Q=QU");
    for (TileKind& kind : tiles) {
      if (kind.face.symbol == item.substr(0, equals)) kind.face.text = item.substr(equals + 1);
    }
  }
  return success();
}

template <class Enum>
Result<void> read_choice(std::string_view key, std::string_view value, Enum& choice, std::string_view first,
                         std::string_view second) {
  if (value != first && value != second) return bad(key, value, fmt::format("{} or {}", first, second));
  choice = static_cast<Enum>(value == second);
  return success();
}

}  // namespace

std::string format_ruleset(const Ruleset& rules) {
  std::string line = fmt::format(
      "name {} size {} rack {} height {} flat {} stacked {} qu {} all {} left {} plural {} end {} lexicon {} "
      "passes {} scoreless {} exchanges {}",
      rules.name, rules.size, rules.rack, rules.height, rules.flat_points, rules.stacked_points,
      rules.qu_bonus, rules.all_tiles_bonus, rules.left_over,
      rules.plural_s == PluralS::forbid ? "forbid" : "allow",
      rules.end == EndRule::first_out ? "first_out" : "all_out",
      rules.has_challenges() ? "challenge" : "void", rules.pass_rounds, rules.scoreless_rounds,
      rules.free_exchanges);
  std::string faces, tiles;
  for (Face face = 0; face < rules.alphabet().size(); ++face) {
    const std::string& symbol = rules.alphabet().symbol(face);
    const std::string& text = rules.alphabet().text(face);
    tiles += symbol + std::to_string(rules.tiles().count(face));
    // A reader that is not told otherwise takes Q for the tile that spells QU.
    if (symbol != text || symbol == "Q") faces += (faces.empty() ? "" : ",") + symbol + "=" + text;
  }
  if (!faces.empty()) line += " faces " + faces;
  return line + " tiles " + tiles;
}

Result<Ruleset> parse_ruleset(std::string_view text) {
  RulesetFields fields;
  fields.players_min = 1;  // The line does not tell this; newgame does.
  std::vector<TileKind> tiles;
  std::string faces = "Q=QU";
  const std::array<std::pair<std::string_view, int RulesetFields::*>, 11> numbers = {{
      {"size", &RulesetFields::size},
      {"rack", &RulesetFields::rack},
      {"height", &RulesetFields::height},
      {"flat", &RulesetFields::flat_points},
      {"stacked", &RulesetFields::stacked_points},
      {"qu", &RulesetFields::qu_bonus},
      {"all", &RulesetFields::all_tiles_bonus},
      {"left", &RulesetFields::left_over},
      {"passes", &RulesetFields::pass_rounds},
      {"scoreless", &RulesetFields::scoreless_rounds},
      {"exchanges", &RulesetFields::free_exchanges},
  }};
  auto read = for_each_pair(text, {}, [&](std::string_view key, std::string_view value) -> Result<void> {
    for (const auto& [name, field] : numbers) {
      if (name == key) return read_number(key, value, fields.*field);
    }
    if (key == "name") fields.name = value;
    if (key == "faces") faces = value;
    if (key == "plural") return read_choice(key, value, fields.plural_s, "forbid", "allow");
    if (key == "end") return read_choice(key, value, fields.end, "first_out", "all_out");
    if (key == "lexicon") return read_choice(key, value, fields.lexicon, "void", "challenge");
    if (key == "tiles") {
      TOPTILE_TRY(auto parsed, parse_tile_counts(value));
      tiles = std::move(parsed);
    }
    return success();
  });
  if (!read) return in_context("ruleset", read.error());
  if (auto spelled = spell_faces(faces, tiles); !spelled) return in_context("ruleset", spelled.error());
  // The line does not tell how many may play either. This allows as many as the tiles can give full racks.
  std::int64_t all = 0;  // The counts are not checked yet, so the sum may be large.
  for (const TileKind& kind : tiles) all += kind.count;
  fields.players_max =
      static_cast<int>(std::clamp<std::int64_t>(all / std::max(fields.rack, 1), 1, kMaxPlayers));
  auto rules = Ruleset::make(std::move(fields), std::move(tiles));
  if (!rules) return in_context("ruleset", rules.error());
  return rules;
}

}  // namespace toptile::uwi
