// Input: a ruleset's number, then a position line. A position that was read is written, and read as the same.
#include "protocol/position_line.h"

#include "tests/fuzz/rulesets.h"
#include "tests/fuzz/sentence.h"

using namespace toptile;

namespace {

void check_ranges(const Position& position, const Ruleset& rules) {
  TOPTILE_ASSERT(position.board.size() == rules.size);
  TOPTILE_ASSERT(position.rack.size() <= rules.rack);
  for (std::int8_t row = 0; row < rules.size; ++row) {
    for (std::int8_t column = 0; column < rules.size; ++column)
      TOPTILE_ASSERT(position.board.height({row, column}) <= rules.height);
  }
  TOPTILE_ASSERT(position.scores.size() <= kMaxPlayers && position.racks.size() <= kMaxPlayers);
  for (int tiles : position.racks) TOPTILE_ASSERT(tiles >= 0);
  TOPTILE_ASSERT(position.bag.value_or(0) >= 0);
}

void check_same(const Position& a, const Position& b) {
  TOPTILE_ASSERT(a.board == b.board && a.rack == b.rack);
  TOPTILE_ASSERT(a.scores == b.scores && a.racks == b.racks && a.bag == b.bag);
  TOPTILE_ASSERT(a.unseen == b.unseen && a.moves == b.moves);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view line = fuzz::text_of(bytes, size);
  const Ruleset& rules = fuzz::take_words(line).rules;
  const auto strict = parse_position(line, rules, UnknownKeys::refuse);
  const auto position = parse_position(line, rules, UnknownKeys::ignore);
  if (!strict) TOPTILE_ASSERT(fuzz::is_one_sentence(strict.error().message));
  if (!position) {
    TOPTILE_ASSERT(!strict && fuzz::is_one_sentence(position.error().message));
    return 0;
  }
  if (strict) check_same(strict.value(), position.value());
  check_ranges(position.value(), rules);
  const std::string written = format_position(position.value(), rules.alphabet());
  const auto again = parse_position(written, rules, UnknownKeys::refuse);
  TOPTILE_ASSERT(again);
  check_same(again.value(), position.value());
  TOPTILE_ASSERT(format_position(again.value(), rules.alphabet()) == written);
  return 0;
}
