// Records that are as small as possible, for tests of the files that keep them.
#pragma once

#include <cstdint>
#include <string>

#include "protocol/game_record.h"
#include "protocol/lexicon_file.h"
#include "protocol/ruleset_json.h"

namespace toptile {

inline const Lexicon& few_words() {
  static const Lexicon lexicon =
      build_lexicon("few", "cat\ndog\n", shipped_ruleset("hasbro").value().alphabet(), 10).value().lexicon;
  return lexicon;
}

// A game that ended, without turns.
inline GameRecord small_record(std::uint64_t id) {
  GameRecord record;
  record.id = GameNumber{id};
  record.set = (id + 1) / 2;
  record.players = {"a", "b"};
  record.racks = {"", ""};
  record.scores = {static_cast<int>(id), 0};
  record.ranks = {1, 2};
  record.end = GameEnd::out;
  return record;
}

inline std::string record_line(std::uint64_t id) {
  return format_record(small_record(id));
}

}  // namespace toptile
