#include "cli/play/request.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/words.h"
#include "cli/flags/bot_argument.h"
#include "cli/flags/words_and_rules.h"
#include "play/players.h"
#include "protocol/ruleset_json.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

// Seats the players so that they move in the order in which they are named, from the one that starts. The
// schedule alone would seat four players in a different order.
void sit_as_named(Plan& plan) {
  const std::vector<BotEntry> named = plan.bots;
  const int players = static_cast<int>(named.size());
  const bool is_drawn = plan.rules.first == FirstSeat::draw;
  const ScheduledGame game = schedule_of(plan).game(GameNumber{1});
  const int first = is_drawn ? draw_for_first(plan.rules, game.seed, players).first : 0;
  for (const Seat seat : each<Seat>(players)) {
    plan.bots[game.entrants[seat]] = named[(first + seat) % players];
  }
}

// If people play, only the printed rules end a game, unless the request says otherwise.
void settle_rules(const PlayRequest& request, Ruleset& rules) {
  rules.first = request.is_drawn ? FirstSeat::draw : FirstSeat::schedule;
  if (std::ranges::any_of(request.players, is_person)) rules.scoreless_rounds = 0;
  if (request.scoreless_rounds) rules.scoreless_rounds = *request.scoreless_rounds;
}

}  // namespace

Result<BotEntry> find_player(const std::string& text) {
  if (text.starts_with(kBotPrefix)) {
    const std::string bot = text.substr(kBotPrefix.size());
    const auto level = std::ranges::find(levels(), bot, &Level::name);
    if (level != levels().end()) return find_bot_argument(fmt::format("{}={}", level->name, level->bot), {});
    auto found = find_bot_argument(bot, {});
    if (found) return found;
    std::vector<std::string> names;
    for (const Level& one : levels()) names.emplace_back(one.name);
    return Error{fmt::format("{}; the levels are {}{}", found.error().message, fmt::join(names, ", "),
                             meant_name(bot, names))};
  }
  TOPTILE_TRY(auto name, check_person_name(text));
  BotEntry person;
  person.name = std::move(name);
  return person;
}

Result<ResolvedPlan> resolve_play(PlayRequest request) {
  const int players = static_cast<int>(request.players.size());
  if (players < 1 || players > kMaxPlayers)
    return Error{fmt::format("--player: one to four can play, not {}", players)};
  TournamentRequest terms;
  terms.directory = std::filesystem::current_path();
  terms.flags = {{"rules", "--rules"}, {"lexicon", "--lexicon"}};
  const std::string rules = !request.rules.empty() ? request.rules : players == 1 ? "solo" : "hasbro";
  auto found = find_ruleset(rules, terms.directory);
  if (!found) return in_context("--rules", found.error());
  if (!found.value().plays_with(players)) {
    return Error{fmt::format("--rules: {} is for {}, and there {} {}; choose another ruleset",
                             found.value().name, players_of(found.value()), players == 1 ? "is" : "are",
                             players)};
  }
  terms.rules = rules;
  terms.lexicon = request.lexicon;
  terms.seed = request.seed;
  terms.sandbox = request.sandbox;
  terms.format.players = players;
  terms.games = players;
  terms.time_control.kind = request.move_time ? TimeControl::Kind::move_time : TimeControl::Kind::none;
  if (request.move_time) terms.time_control.time = *request.move_time;
  tell_apart(request.players);
  auto resolved = resolve_around(terms, request.players, shipped_files());
  if (!resolved) return resolved.error();
  Plan& plan = resolved.value().plan;
  settle_rules(request, plan.rules);
  for (BotEntry& player : plan.bots)
    if (is_person(player)) player.sandbox = {};
  sit_as_named(plan);
  return resolved;
}

Result<ResolvedPlan> resolve_next(const Plan& played, const Lexicon& lexicon, std::vector<BotEntry> players,
                                  SandboxMode mode) {
  TOPTILE_TRY(auto sandbox, Sandbox::open(mode));
  for (BotEntry& player : players) {
    player.sandbox = {};
    if (!is_person(player)) player.sandbox = sandbox->enforcement();
  }
  Plan plan = played;
  plan.bots = std::move(players);
  plan.seed = system_seed();
  sit_as_named(plan);
  return ResolvedPlan{std::move(plan), lexicon, std::move(sandbox)};
}

}  // namespace toptile
