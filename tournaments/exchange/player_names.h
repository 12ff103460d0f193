// Names the bots of several sources whose games are combined. If different bots have the same name, their
// hashes are added to it.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "tournaments/exchange/bot_identity.h"

namespace toptile {

// One of several players that have the same name.
struct Namesake {
  std::string name;  // The name with its hash: "greedy (1a2b3c4d)".
  BotIdentity identity;
  std::vector<std::size_t> sources;  // The sources in which it plays, in order.
};

class PlayerNames {
 public:
  // `sources` has the bots of each source, or no bots for a source that does not identify its players.
  explicit PlayerNames(std::span<const std::vector<BotEntry>> sources);

  // The names of the source's bots. All are different, and the same bot has the same name in every source.
  const std::vector<std::string>& of(std::size_t source) const { return of_source_[source]; }

  // The names that several players share, with these players.
  const std::map<std::string, std::vector<Namesake>, std::less<>>& shared() const { return shared_; }

  // A sentence for each shared name. `sources` are the names of the sources.
  std::vector<std::string> notes(std::span<const std::string> sources) const;
  // The message if a user gives a shared name: "is 2 players here, greedy (1a2b3c4d) and greedy (5e6f7a8b);
  // name one of them". nullopt if the name is not shared.
  std::optional<std::string> find_choice(std::string_view name) const;
  // [{"name", "players": [{"name", "sha256", "sources"}]}]
  Json to_json() const;

 private:
  std::map<std::string, std::vector<Namesake>, std::less<>> shared_;
  std::vector<std::vector<std::string>> of_source_;
};

}  // namespace toptile
