// What the games of a check are played by: a ruleset with its words, and the words as files that the bot can
// read. One table has the ruleset and all the words that the user chose. The others have short lists, which
// every bot reads quickly: that ruleset again, and each one that ships.
#pragma once

#include <filesystem>
#include <list>
#include <string>

#include "engine/lexicon.h"
#include "engine/result.h"
#include "engine/ruleset.h"

namespace toptile::conformance {

struct Table {
  Ruleset rules;
  Lexicon lexicon;
  std::string setup;  // The ruleset and lexicon lines, each with its line end.

  // Two, or as near as the ruleset allows.
  int players() const;
};

class Tables {
 public:
  // Writes the lists below `folder`, which has to stay as long as a bot may read them. The bot finds that
  // folder at `place`.
  static Result<Tables> make(const Ruleset& rules, const Lexicon& lexicon,
                             const std::filesystem::path& folder, const std::filesystem::path& place);

  const Table& whole() const { return whole_; }
  const Table& brief() const { return shipped_.front(); }
  // brief(), then the shipped rulesets but for that one.
  const std::list<Table>& all_brief() const { return shipped_; }

 private:
  explicit Tables(Table whole) : whole_(std::move(whole)) {}

  Table whole_;
  std::list<Table> shipped_;
};

// So many words of the tiles of a ruleset as chance puts them together, for rulesets whose tiles a list does
// not use. The same each time.
std::string made_up_words(const Ruleset& rules, int words);

}  // namespace toptile::conformance
