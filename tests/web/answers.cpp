// Answers questions as the engine for pages does (browser/page_engine.h), natively: the twin that the
// compiled engine is compared with. The argument is a built lexicon. The first line on standard input is a
// ruleset as JSON, each further line a question, and each line on standard output its answer.
#include <fmt/format.h>

#include <iostream>
#include <string>

#include "base/files.h"
#include "browser/page_engine.h"

using namespace toptile;

namespace {

Result<void> answer(const char* lexicon_file) {
  std::string line;
  std::getline(std::cin, line);
  TOPTILE_TRY(const auto lexicon, read_file(lexicon_file));
  const auto* bytes = reinterpret_cast<const std::byte*>(lexicon.data());
  PageEngine engine;
  TOPTILE_TRY_TO(engine.open(line, {bytes, bytes + lexicon.size()}));
  while (std::getline(std::cin, line)) std::cout << engine.ask(line) << '\n';
  return success();
}

}  // namespace

int main(int count, char** arguments) {
  const auto answered =
      count == 2 ? answer(arguments[1]) : Error{"usage: engine_answers LEXICON < QUESTIONS"};
  if (!answered) fmt::print(stderr, "{}\n", answered.error().message);
  return answered ? 0 : 1;
}
