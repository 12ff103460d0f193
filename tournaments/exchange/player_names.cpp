#include "tournaments/exchange/player_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>

#include "base/utf8.h"
#include "base/words.h"

namespace toptile {

namespace {

constexpr std::size_t kMinDigits = 8;
constexpr std::size_t kMaxTold = 4;  // The maximum number of players of one name in a sentence.
constexpr std::string_view kPerson = " (person)";

using PlayersByName = std::map<std::string, std::vector<Namesake>, std::less<>>;

PlayersByName players_of(std::span<const std::vector<BotEntry>> sources) {
  PlayersByName players;
  for (std::size_t source = 0; source < sources.size(); ++source) {
    for (const BotEntry& bot : sources[source]) {
      BotIdentity identity = identity_of(bot);
      std::vector<Namesake>& namesakes = players[bot.name];
      const auto known = std::ranges::find(namesakes, identity, &Namesake::identity);
      if (known != namesakes.end()) {
        known->sources.push_back(source);
      } else {
        namesakes.push_back({bot.name, std::move(identity), {source}});
      }
    }
  }
  return players;
}

bool are_different(std::vector<std::string> texts, std::size_t digits) {
  for (std::string& text : texts) text.resize(std::min(digits, text.size()));
  std::ranges::sort(texts);
  return std::ranges::adjacent_find(texts) == texts.end();
}

// The hash of each bot's files; for bots that have the same files, the hash of their whole identity.
std::vector<std::string> hashes_of(const std::vector<Namesake*>& bots) {
  std::vector<std::string> hashes, whole;
  for (const Namesake* bot : bots) {
    const auto same_files = std::ranges::count(bots, bot->identity.files,
                                               [](const Namesake* other) { return other->identity.files; });
    whole.push_back(bot->identity.sha256());
    hashes.push_back(same_files > 1 ? whole.back() : bot->identity.files);
  }
  // A run may be untrusted, and may have another bot's identity hash as its hash of files.
  return are_different(hashes, std::string::npos) ? hashes : whole;
}

void add_hashes(std::vector<Namesake>& namesakes) {
  std::vector<Namesake*> bots;
  for (Namesake& namesake : namesakes)
    if (!namesake.identity.is_person) bots.push_back(&namesake);
  const std::vector<std::string> hashes = hashes_of(bots);
  std::size_t digits = kMinDigits;
  while (!are_different(hashes, digits)) ++digits;
  for (std::size_t i = 0; i < bots.size(); ++i) bots[i]->name += " (" + hashes[i].substr(0, digits) + ")";
}

// Gives all players different names. A person may have any name, even that of a bot with its hash, so the
// bots are named first. A bot cannot have the name of another bot with its hash.
void part(PlayersByName& players) {
  std::set<std::string> taken;
  for (auto& [name, namesakes] : players) {
    if (namesakes.size() > 1) add_hashes(namesakes);
    for (const Namesake& namesake : namesakes)
      if (!namesake.identity.is_person) taken.insert(namesake.name);
  }
  for (auto& [name, namesakes] : players) {
    for (Namesake& namesake : namesakes) {
      if (!namesake.identity.is_person) continue;
      if (namesakes.size() > 1) namesake.name += kPerson;
      while (!taken.insert(namesake.name).second) namesake.name += kPerson;
    }
  }
}

std::string differences(const std::vector<Namesake>& namesakes) {
  std::vector<std::string> words;
  const BotIdentity& first = namesakes.front().identity;
  const auto differ = [&](auto BotIdentity::*part) {
    return std::ranges::any_of(namesakes,
                               [&](const Namesake& other) { return other.identity.*part != first.*part; });
  };
  if (differ(&BotIdentity::is_person)) return "one is a person";
  if (differ(&BotIdentity::files)) words.emplace_back("their files");
  if (differ(&BotIdentity::arguments)) words.emplace_back("their commands");
  if (differ(&BotIdentity::options)) words.emplace_back("their options");
  if (differ(&BotIdentity::readable)) words.emplace_back("what they may read");
  return "they differ in " + listed(words);
}

std::vector<std::string> names_of(const std::vector<Namesake>& namesakes) {
  std::vector<std::string> names;
  for (const Namesake& namesake : namesakes) names.push_back(namesake.name);
  return names;
}

}  // namespace

PlayerNames::PlayerNames(std::span<const std::vector<BotEntry>> sources) : of_source_(sources.size()) {
  PlayersByName players = players_of(sources);
  part(players);
  for (std::size_t source = 0; source < sources.size(); ++source) {
    for (const BotEntry& bot : sources[source]) {
      const std::vector<Namesake>& namesakes = players.find(bot.name)->second;
      const auto known = namesakes.size() == 1
                             ? namesakes.begin()
                             : std::ranges::find(namesakes, identity_of(bot), &Namesake::identity);
      of_source_[source].push_back(known->name);
    }
  }
  std::erase_if(players, [](const auto& name) { return name.second.size() == 1; });
  shared_ = std::move(players);
}

std::vector<std::string> PlayerNames::notes(std::span<const std::string> sources) const {
  std::vector<std::string> notes;
  for (const auto& [name, namesakes] : shared_) {
    std::string players;
    for (const Namesake& namesake : std::span(namesakes).first(std::min(namesakes.size(), kMaxTold))) {
      std::vector<std::string> places;
      for (const std::size_t source : namesake.sources) places.push_back(sources[source]);
      players += fmt::format("{}{} in {}", players.empty() ? "" : "; ", namesake.name, listed(places));
    }
    if (namesakes.size() > kMaxTold) players += fmt::format("; and {} more", namesakes.size() - kMaxTold);
    notes.push_back(fmt::format("{} players are called {}, and {}: {}.", namesakes.size(), name,
                                differences(namesakes), players));
  }
  return notes;
}

std::optional<std::string> PlayerNames::find_choice(std::string_view name) const {
  const auto found = shared_.find(name);
  if (found == shared_.end()) return std::nullopt;
  return fmt::format("is {} players here, {}; name one of them", found->second.size(),
                     listed(names_of(found->second)));
}

Json PlayerNames::to_json() const {
  Json names = Json::array();
  for (const auto& [name, namesakes] : shared_) {
    Json players = Json::array();
    for (const Namesake& namesake : namesakes) {
      players.push_back(
          {{"name", namesake.name}, {"sha256", namesake.identity.files}, {"sources", namesake.sources}});
    }
    names.push_back({{"name", name}, {"players", players}});
  }
  return names;
}

}  // namespace toptile
