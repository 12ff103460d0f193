// Input: a scene of a small game as text, in which every byte means something:
//   size, full rack, height and switches of the ruleset, one character each
//   words, separated by blanks
//   the board, row by row: a dot is an empty square, a letter a tile, a digit before it the stack's height
//   racks, separated by blanks: the plays of each are searched, and one of them is laid
// The generator finds the plays that the judge accepts and that its slow twin finds, for the same points.
#include "engine/movegen.h"

#include <map>
#include <set>

#include "engine/judge.h"
#include "tests/engine/slow_twin.h"
#include "tests/fuzz/rulesets.h"

using namespace toptile;

namespace {

constexpr std::string_view kSymbols = "ABCEQS";  // Q spells QU.

Face face_of(char character) {
  const std::size_t place = kSymbols.find(character);
  return static_cast<Face>(
      place != std::string_view::npos ? place : static_cast<unsigned char>(character) % kSymbols.size());
}

Ruleset take_ruleset(std::string_view line) {
  RulesetFields fields;
  fields.name = "scene";
  fields.size = 2 + static_cast<int>(fuzz::take_choice(line, 8));
  fields.rack = 1 + static_cast<int>(fuzz::take_choice(line, 7));
  fields.height = 1 + static_cast<int>(fuzz::take_choice(line, 5));
  const std::size_t switches = fuzz::take_choice(line, 8);
  fields.plural_s = switches % 2 == 0 ? PluralS::forbid : PluralS::allow;
  fields.lexicon = switches / 2 % 2 == 0 ? LexiconRule::refuse : LexiconRule::challenge;
  if (switches >= 4) fields.stacked_points = 7;
  std::vector<TileKind> tiles;
  for (const char symbol : kSymbols)
    tiles.push_back({{std::string(1, symbol), symbol == 'Q' ? "QU" : std::string(1, symbol)}, 20});
  return fuzz::own(fields, tiles);
}

std::optional<Lexicon> take_lexicon(std::string_view line, const Ruleset& rules) {
  std::string list;
  for (const char character : line.substr(0, 120))
    list += character == ' ' ? "\n" : rules.alphabet().text(face_of(character));
  auto built = build_lexicon("scene", list, rules.alphabet(), rules.size, Capitals::mean_nothing);
  return built ? std::optional(std::move(built).value().lexicon) : std::nullopt;
}

Board take_board(std::string_view line, const Ruleset& rules) {
  Board board(rules.size);
  int square = 0, height = 1;
  for (const char character : line) {
    if (square == rules.size * rules.size) break;
    if (character >= '1' && character <= '9') {
      height = std::min(character - '0', rules.height);
      continue;
    }
    const Square place{static_cast<std::int8_t>(square / rules.size),
                       static_cast<std::int8_t>(square % rules.size)};
    for (int i = 0; character != '.' && i < height; ++i) board.lay({place, face_of(character)});
    height = 1;
    ++square;
  }
  return board;
}

Tiles take_rack(std::string_view& line, const Ruleset& rules) {
  Tiles rack;
  while (!line.empty()) {
    const char character = line.front();
    line.remove_prefix(1);
    if (character == ' ') break;
    if (rack.size() < rules.rack) rack.add(face_of(character));
  }
  return rack;
}

bool is_same(const ScoredPlay& a, const ScoredPlay& b) {
  return a.placement == b.placement && a.points == b.points && a.tiles_laid == b.tiles_laid;
}

struct Scene {
  const Ruleset& rules;
  const Lexicon& lexicon;
  Judge judge{rules, lexicon};
  MoveGenerator generator{rules, lexicon};  // It is kept from board to board, as in a game.
  Board board;

  // Every play by its notation.
  std::map<std::string, ScoredPlay> found(const Tiles& rack) {
    std::vector<ScoredPlay> plays;
    generator.generate(board, rack, plays);
    std::map<std::string, ScoredPlay> named;
    for (const ScoredPlay& play : plays) {
      std::string name;
      append_placement(name, play.placement, rules.alphabet());
      TOPTILE_ASSERT(named.emplace(name, play).second);  // Each play is found once.
    }
    sort_best_first(plays, rules.alphabet());
    ScoredPlay best;
    TOPTILE_ASSERT(generator.find_best(board, rack, best) == !plays.empty());
    TOPTILE_ASSERT(plays.empty() || is_same(best, plays.front()));
    TOPTILE_ASSERT(generator.has_play(board, rack) == !plays.empty());
    return named;
  }

  void check_against_judge(const std::map<std::string, ScoredPlay>& plays, const Tiles& rack) const {
    for (const auto& [name, play] : plays) {
      const auto judged = judge.judge(board, rack, play.placement);
      TOPTILE_ASSERT(judged && judged.value().is_all_known);
      TOPTILE_ASSERT(judged.value().placement == play.placement && judged.value().points == play.points);
      TOPTILE_ASSERT(static_cast<int>(judged.value().laid.size()) == play.tiles_laid);
    }
    lexicon.for_each_word([&](const Word& word) {
      for (int i = 0; i < 2 * rules.size * rules.size; ++i) {
        const int square = i / 2;
        const Placement placement{
            {static_cast<std::int8_t>(square / rules.size), static_cast<std::int8_t>(square % rules.size)},
            i % 2 == 0 ? Direction::across : Direction::down,
            word};
        const auto judged = judge.judge(board, rack, placement);
        if (!judged || !judged.value().is_all_known) continue;
        std::string name;
        append_placement(name, judged.value().placement, rules.alphabet());
        TOPTILE_ASSERT(plays.contains(name));
      }
    });
  }

  void check_against_twin(const std::map<std::string, ScoredPlay>& plays, const Tiles& rack) const {
    const SlowTwin::Plays expected = SlowTwin(rules, lexicon).plays(board, rack);
    TOPTILE_ASSERT(expected.size() == plays.size());
    for (const auto& [name, points] : expected) {
      const auto play = plays.find(name);
      TOPTILE_ASSERT(play != plays.end() && play->second.points == points);
    }
  }

  void check(const Tiles& rack) {
    const auto plays = found(rack);
    check_against_judge(plays, rack);
    check_against_twin(plays, rack);
    // A play from the middle of the list is laid, for the next rack.
    if (!plays.empty())
      lay(board,
          tiles_laid_by(
              board,
              std::next(plays.begin(), static_cast<std::ptrdiff_t>(plays.size() / 2))->second.placement));
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view text = fuzz::text_of(bytes, size);
  const Ruleset rules = take_ruleset(fuzz::take_line(text));
  const auto lexicon = take_lexicon(fuzz::take_line(text), rules);
  if (!lexicon) return 0;
  Scene scene{rules, *lexicon, Judge(rules, *lexicon), MoveGenerator(rules, *lexicon),
              take_board(fuzz::take_line(text), rules)};
  std::string_view racks = fuzz::take_line(text);
  for (int turn = 0; turn < 4 && !racks.empty(); ++turn) scene.check(take_rack(racks, rules));
  return 0;
}
