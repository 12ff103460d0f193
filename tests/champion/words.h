// What the champion's tests share: words that people know, for each ruleset.
#pragma once

#include <fmt/format.h>

#include <boost/test/unit_test.hpp>
#include <map>

#include "champion/weights.h"
#include "protocol/lexicon_file.h"
#include "protocol/ruleset_json.h"
#include "tests/engine/scenario.h"
#include "tests/places.h"

namespace toptile {

template <class T>
T must(Result<T> result) {
  BOOST_REQUIRE_MESSAGE(result, (result ? "" : result.error().message));
  return std::move(result).value();
}

inline const Lexicon& common_words(const Ruleset& rules) {
  static std::map<std::string, Lexicon> built;
  const auto found = built.find(rules.name);
  if (found != built.end()) return found->second;
  return built.emplace(rules.name, must(load_lexicon(source_file("lexicons/common.txt"), rules)).lexicon)
      .first->second;
}

}  // namespace toptile
