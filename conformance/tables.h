// The tables at which the games of a check are played. Each has a ruleset with its lexicon, and the words as
// a file that the bot can read. One table has the ruleset and the whole lexicon that the user chose. The
// others have short lists, which every bot reads quickly: one has the same ruleset, and there is one for each
// shipped ruleset.
#pragma once

#include <filesystem>
#include <list>
#include <string>

#include "base/result.h"
#include "engine/lexicon.h"
#include "engine/ruleset.h"

namespace toptile::conformance {

struct Table {
  Ruleset rules;
  Lexicon lexicon;
  std::string setup;  // The ruleset and lexicon lines, each with its line end.

  // Two, or the nearest number of players that the ruleset allows.
  int players() const;
};

class Tables {
 public:
  // Writes the lists below `folder`, which must exist as long as a bot may read them. The bot sees that
  // folder at `place`.
  static Result<Tables> make(const Ruleset& rules, const Lexicon& lexicon,
                             const std::filesystem::path& folder, const std::filesystem::path& place);

  const Table& whole() const { return whole_; }
  const Table& brief() const { return shipped_.front(); }
  // brief(), and then the tables of the other shipped rulesets.
  const std::list<Table>& all_brief() const { return shipped_; }

 private:
  explicit Tables(Table whole) : whole_(std::move(whole)) {}

  Table whole_;
  std::list<Table> shipped_;
};

// Words put together from a ruleset's tiles at random, but the same each time. They are for a ruleset with
// tiles that the word list does not use.
std::string made_up_words(const Ruleset& rules, int words);

}  // namespace toptile::conformance
