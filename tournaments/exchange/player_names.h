// What the bots of several sources are called when their games are taken together: by their names, and where
// one name is that of different bots, by their hashes besides.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json_fields.h"
#include "tournaments/exchange/bot_identity.h"

namespace toptile {

// One of several players who have one name.
struct Namesake {
  std::string name;  // "greedy (1a2b3c4d)"
  BotIdentity identity;
  std::vector<std::size_t> sources;  // Those it plays in, in their order.
};

class PlayerNames {
 public:
  // The bots of each source; none of one that does not tell what its players are.
  explicit PlayerNames(std::span<const std::vector<BotEntry>> sources);

  // The numbers of the source's bots: all different, and the same for the same bot in two sources.
  const std::vector<std::string>& of(std::size_t source) const { return of_source_[source]; }

  // The names that are those of several players, with these players.
  const std::map<std::string, std::vector<Namesake>, std::less<>>& shared() const { return shared_; }

  // A sentence for each such name. `sources` are the names of the sources.
  std::vector<std::string> notes(std::span<const std::string> sources) const;
  // What to say to somebody who means one of several by their name: "is 2 players here, greedy (1a2b3c4d)
  // and greedy (5e6f7a8b); name one of them". Nothing where the name is no such one.
  std::optional<std::string> find_choice(std::string_view name) const;
  // [{"name", "players": [{"name", "sha256", "sources"}]}]
  Json to_json() const;

 private:
  std::map<std::string, std::vector<Namesake>, std::less<>> shared_;
  std::vector<std::vector<std::string>> of_source_;
};

}  // namespace toptile
