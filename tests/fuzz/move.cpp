// Input: a ruleset's number, then a line with a position, then moves, one a line. If the first line is no
// position, a board with a few plays on it is used. A move has one spelling, and the judge accepts the
// placements that the generator finds, for the same points, and no others with known words.
#include "engine/move.h"

#include <map>

#include "engine/judge.h"
#include "engine/movegen.h"
#include "protocol/position_line.h"
#include "tests/fuzz/rulesets.h"
#include "tests/fuzz/sentence.h"

using namespace toptile;

namespace {

// A position after the best plays of a game's first turns.
Position played_position(const fuzz::Words& words) {
  Position position(words.rules.size);
  MoveGenerator generator(words.rules, words.lexicon);
  for (int turn = 0; turn < 4; ++turn) {
    position.rack = Tiles{};
    for (Face face = 0; position.rack.size() < words.rules.rack; ++face)
      position.rack.add(static_cast<Face>((face * 5 + turn) % words.rules.alphabet().size()));
    ScoredPlay best;
    if (generator.find_best(position.board, position.rack, best))
      lay(position.board, tiles_laid_by(position.board, best.placement));
  }
  return position;
}

void check_judged(const fuzz::Words& words, const Position& position, const Placement& placement,
                  const std::vector<ScoredPlay>& plays) {
  const Judge judge(words.rules, words.lexicon);
  const auto judged = judge.judge(position.board, position.rack, placement);
  const auto find = [&](const Placement& wanted) {
    return std::ranges::find(plays, wanted, &ScoredPlay::placement);
  };
  if (!judged || !judged.value().is_all_known) {
    if (!judged) TOPTILE_ASSERT(fuzz::is_one_sentence(judged.error().text));
    TOPTILE_ASSERT(find(placement) == plays.end());
    return;
  }
  const auto found = find(judged.value().placement);
  TOPTILE_ASSERT(found != plays.end() && found->points == judged.value().points);
  TOPTILE_ASSERT(found->tiles_laid == static_cast<int>(judged.value().laid.size()));
  const LaidTiles& laid = judged.value().laid;
  const auto by_tiles = judge.judge_tiles(position.board, position.rack, {laid.data(), laid.size()});
  TOPTILE_ASSERT(by_tiles && by_tiles.value().placement == judged.value().placement);
  TOPTILE_ASSERT(by_tiles.value().points == judged.value().points);
}

// Spells, reads and judges some of the plays that the generator finds.
void check_found(const fuzz::Words& words, const Position& position, const std::vector<ScoredPlay>& plays) {
  constexpr std::size_t kMaxPlays = 20;
  for (std::size_t i = 0; i < plays.size(); i += 1 + plays.size() / kMaxPlays) {
    const Move play = plays[i].placement;
    const auto read = parse_move(format_move(play, words.rules.alphabet()), words.rules.alphabet());
    TOPTILE_ASSERT(read && read.value() == play);
    const auto judged =
        Judge(words.rules, words.lexicon).judge(position.board, position.rack, plays[i].placement);
    TOPTILE_ASSERT(judged && judged.value().is_all_known);
    check_judged(words, position, plays[i].placement, plays);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view text = fuzz::text_of(bytes, size);
  const fuzz::Words& words = fuzz::take_words(text);
  const Alphabet& alphabet = words.rules.alphabet();
  const auto told = parse_position(fuzz::take_line(text), words.rules, UnknownKeys::ignore);
  const Position position = told ? told.value() : played_position(words);
  std::optional<std::vector<ScoredPlay>> plays;
  while (!text.empty()) {
    const std::string_view line = fuzz::take_line(text);
    const auto move = parse_move(line, alphabet);
    if (!move) {
      TOPTILE_ASSERT(fuzz::is_one_sentence(move.error().text));
      continue;
    }
    TOPTILE_ASSERT(format_move(move.value(), alphabet) == line);
    const auto* placement = std::get_if<Placement>(&move.value());
    if (placement == nullptr) continue;
    if (!plays) {
      MoveGenerator(words.rules, words.lexicon).generate(position.board, position.rack, plays.emplace());
      check_found(words, position, *plays);
    }
    check_judged(words, position, *placement, *plays);
  }
  return 0;
}
