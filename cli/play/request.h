// A game as it is asked for, looked up: players, rules, words.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "tournaments/plan/plan.h"

namespace toptile {

// A player as --player names one: "Anna", or "bot:greedy". A bot's folder is built first.
Result<BotEntry> find_player(const std::string& text);

// What is to be played: of the players those without a command are people.
struct PlayRequest {
  std::vector<BotEntry> players;
  std::string rules;  // A shipped ruleset or a file; empty: solo for one player, hasbro for more.
  std::string lexicon = "english";
  std::optional<std::uint64_t> seed;
  std::optional<std::chrono::milliseconds>
      move_time;         // Of a bot; else it has none but the limit against hanging.
  bool is_drawn = true;  // Who starts; else it is who is named first.
  // Full rounds without points that end the game, 0: none; without it none end a game of people, and in one
  // of bots alone the ruleset says.
  std::optional<int> scoreless_rounds;
  SandboxMode sandbox = SandboxMode::automatic;
};
Result<ResolvedPlan> resolve_play(PlayRequest request);

}  // namespace toptile
