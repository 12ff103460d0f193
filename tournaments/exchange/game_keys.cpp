#include "tournaments/exchange/game_keys.h"

#include "base/sha256.h"
#include "engine/random.h"
#include "protocol/ruleset_json.h"
#include "tournaments/exchange/bot_identity.h"

namespace toptile {

namespace {

// A NUL ends each part, so that parts cannot run into each other. The strings of a record contain no NUL.
void append(std::string& text, std::string_view part) {
  text.append(part).append(1, '\0');
}

}  // namespace

GameKeys::GameKeys(const Plan& plan) {
  Json rules = ruleset_to_json(plan.rules);
  tiles_ = seed_from_text(json_line(rules["tiles"]));
  for (const char* name : {"name", "edition"}) rules.erase(name);
  terms_ = sha256_hexadecimal(json_line(rules)) + plan.lexicon_sha256;
  for (const BotEntry& bot : plan.bots) bots_.emplace(bot.name, identity_of(bot).sha256());
}

std::uint64_t GameKeys::game(const GameRecord& record) const {
  std::string text;
  append(text, terms_);
  append(text, std::to_string(record.seed));
  for (const Seat seat : each<Seat>(record.players.size())) {
    append(text, record.players[seat]);
    if (const auto bot = bots_.find(record.players[seat]); bot != bots_.end()) append(text, bot->second);
    append(text, std::to_string(record.scores[seat]));
    append(text, std::to_string(record.ranks[seat]));
  }
  append(text, name_of(record.end));
  for (const ForfeitRecord& forfeit : record.forfeits) {
    append(text, std::to_string(forfeit.seat));
    append(text, std::to_string(forfeit.after));
    append(text, name_of(forfeit.kind));
  }
  return seed_from_text(text);
}

std::optional<std::size_t> KnownGames::find(std::uint64_t game) const {
  const auto known = first_.find(game);
  return known == first_.end() ? std::nullopt : std::optional<std::size_t>(known->second);
}

}  // namespace toptile
