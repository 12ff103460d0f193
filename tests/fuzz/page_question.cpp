// The input is a question to the engine for pages (browser/page_engine.h). Whatever it is, the answer is a
// JSON object; an error in it is one visible line. Searches, reviews and the champion's moves are cut short,
// as they may be told to take millions of nodes.
#include "browser/page_engine.h"

#include <string>

#include "base/assert.h"
#include "engine/lexicon.h"
#include "protocol/ruleset_json.h"
#include "tests/fuzz/sentence.h"
#include "tests/fuzz/target.h"

using namespace toptile;

namespace {

PageEngine& engine() {
  static PageEngine* const made = [] {
    const Ruleset rules = shipped_ruleset("hasbro").value();
    const char* const words = "NOT\nTON\nNOTE\nTONE\nSTONE\nON\nNO\nTO\nONE\nSET\nTEN\nNET\nQUIZ\n";
    const auto built = build_lexicon("words", words, rules.alphabet(), rules.size);
    const auto image = built.value().lexicon.image();
    auto* page = new PageEngine();
    TOPTILE_ASSERT(page->open(json_text(ruleset_to_json(rules)), {image.begin(), image.end()}));
    return page;
  }();
  return *made;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string question(fuzz::text_of(bytes, size));
  // A number of three digits or more, as in "nodes":5000.
  const std::size_t nodes = question.find("\"nodes\"");
  if (nodes != question.npos && question.find_first_of("0123456789", nodes) != question.npos) {
    const std::size_t first = question.find_first_of("0123456789", nodes);
    const std::size_t end = question.find_first_not_of("0123456789", first);
    if (end - first > 2) return 0;
  } else if (question.find("choose") != question.npos) {
    return 0;  // The champion's own number of nodes takes long.
  }
  const auto answer = parse_json(engine().ask(question), "answer");
  TOPTILE_ASSERT(answer && answer.value().is_object());
  if (answer.value().contains("error")) {
    TOPTILE_ASSERT(fuzz::is_one_sentence(answer.value()["error"].get<std::string>()));
  }
  return 0;
}
