// Input: a ruleset's number, the meaning of capitals, the longest word allowed, then the lines of a word
// list. The words of the lexicon that is built give the same lexicon again.
#include <set>

#include "base/sha256.h"
#include "engine/lexicon.h"
#include "tests/fuzz/rulesets.h"
#include "tests/fuzz/sentence.h"

using namespace toptile;

namespace {

void check_words(const Lexicon& lexicon) {
  Word previous;
  int words = 0;
  lexicon.for_each_word([&](const Word& word) {
    TOPTILE_ASSERT(word.size() >= 2 && word.size() <= lexicon.max_length());
    TOPTILE_ASSERT(std::ranges::lexicographical_compare(previous, word));
    TOPTILE_ASSERT(lexicon.contains(word));
    previous = word;
    ++words;
  });
  TOPTILE_ASSERT(words == lexicon.words() && words > 0);
  const std::string text = lexicon.text();
  TOPTILE_ASSERT(std::ranges::count(text, '\n') == words);
  TOPTILE_ASSERT(lexicon.sha256() == sha256(text));
}

void check_same(const Lexicon& a, const Lexicon& b) {
  TOPTILE_ASSERT(a.sha256() == b.sha256() && a.words() == b.words());
  TOPTILE_ASSERT(a.max_length() == b.max_length() && a.alphabet() == b.alphabet());
  TOPTILE_ASSERT(a.text() == b.text());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view list = fuzz::text_of(bytes, size);
  const Alphabet& alphabet = fuzz::take_words(list).rules.alphabet();
  const auto capitals = static_cast<Capitals>(fuzz::take_choice(list, 3));
  const int max_length = static_cast<int>(fuzz::take_choice(list, kMaxBoardSize + 2));
  const auto built = build_lexicon("list", list, alphabet, max_length, capitals);
  if (!built) {
    TOPTILE_ASSERT(fuzz::is_one_sentence(built.error().message));
    return 0;
  }
  const Lexicon& lexicon = built.value().lexicon;
  check_words(lexicon);
  for (const Capitals meaning : {Capitals::automatic, Capitals::mean_nothing}) {
    const auto again = build_lexicon("list", lexicon.text(), alphabet, max_length, meaning);
    TOPTILE_ASSERT(again);
    const DroppedWords& dropped = again.value().dropped;
    TOPTILE_ASSERT(dropped.capital + dropped.sign + dropped.unspellable + dropped.one_letter +
                       dropped.too_long + dropped.repeated ==
                   0);
    check_same(again.value().lexicon, lexicon);
    TOPTILE_ASSERT(std::ranges::equal(again.value().lexicon.image(), lexicon.image()));
  }
  const auto mapped = Lexicon::from_image(lexicon.image(), nullptr);
  TOPTILE_ASSERT(mapped);
  check_same(mapped.value(), lexicon);
  return 0;
}
