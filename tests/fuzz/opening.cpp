// Input: a ruleset's number, a number of players, then the line of an opening. An opening that was read is
// written, and read as the same. If nothing is wrong with it, a game on its bag has all of its turns, and is
// not over; otherwise the moves before the wrong one are an opening.
#include "tournaments/plan/openings.h"

#include <algorithm>

#include "base/json_place.h"
#include "engine/game.h"
#include "tests/fuzz/rulesets.h"
#include "tests/fuzz/sentence.h"

using namespace toptile;

namespace {

constexpr std::uint64_t kSeed = 7;

void check_game(const fuzz::Words& words, int players, const Opening& opening) {
  Game game(words.rules, words.lexicon, kSeed, players, opening);
  for (const Move& move : turns_of_opening(words.rules, players, opening)) {
    TOPTILE_ASSERT(!game.is_over());
    TOPTILE_ASSERT(game.play(move));
  }
  TOPTILE_ASSERT(!game.is_over() && !game.is_question() && !game.bag().empty());
  TOPTILE_ASSERT(game.moves() == opening);
}

void check_bag(const fuzz::Words& words, int players, const Opening& opening) {
  const auto bag = arranged_bag(words.rules, words.lexicon, kSeed, players, opening);
  const auto all = arranged_bag(words.rules, words.lexicon, kSeed, players, {});
  TOPTILE_ASSERT(std::ranges::is_permutation(bag, all));
}

void check_opening(const fuzz::Words& words, int players, Opening opening) {
  check_bag(words, players, opening);
  const auto fault = opening_fault(words.rules, words.lexicon, players, opening);
  if (fault) {
    TOPTILE_ASSERT(fault->move < opening.size() && fuzz::is_one_sentence(fault->text));
    opening.resize(fault->move);
    TOPTILE_ASSERT(!opening_fault(words.rules, words.lexicon, players, opening));
  }
  const OpeningTable table{.rules = words.rules, .lexicon = words.lexicon, .players = players};
  const Openings openings{.list = {opening}};
  if (const auto wrong = openings_fault(openings, table, JsonPlace("openings"))) {
    TOPTILE_ASSERT(fuzz::is_one_sentence(wrong->message));
  } else {
    check_game(words, players, opening);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view line = fuzz::text_of(bytes, size);
  const fuzz::Words& words = fuzz::take_words(line);
  if (words.rules.players_max < 2) return 0;
  const int players =
      2 + static_cast<int>(fuzz::take_choice(line, static_cast<std::size_t>(words.rules.players_max) - 1));
  const auto opening = parse_opening(line, words.rules);
  if (!opening) {
    TOPTILE_ASSERT(fuzz::is_one_sentence(opening.error().message));
    return 0;
  }
  const std::string written = format_opening(opening.value(), words.rules.alphabet());
  const auto again = parse_opening(written, words.rules);
  TOPTILE_ASSERT(again && again.value() == opening.value());
  check_opening(words, players, opening.value());
  return 0;
}
