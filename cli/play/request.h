// Looks up the players, rules and lexicon that were requested for a game.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "bots/levels.h"
#include "tournaments/plan/plan.h"

namespace toptile {

// The player for a value of --player: "Anna", "bot:greedy", or "bot:easy" for a level. A bot in a folder is
// not built yet. A level takes precedence over a program of that name; "bot:./easy" is the program.
Result<BotEntry> find_player(const std::string& text);

// The requested game. Players without a command are people.
struct PlayRequest {
  std::vector<BotEntry> players;
  std::string rules;  // A shipped ruleset or a file. If empty: solo for one player, otherwise hasbro.
  std::string lexicon = "english";
  std::optional<std::uint64_t> seed;
  // A bot's time per move. Without it, only the hang limit applies.
  std::optional<std::chrono::milliseconds> move_time;
  bool is_drawn = true;  // A draw decides who starts; otherwise the first player does.
  // This many full rounds without points end the game; 0 means never. If it is missing, games with people do
  // not end this way, and games of bots alone follow the ruleset.
  std::optional<int> scoreless_rounds;
  SandboxMode sandbox = SandboxMode::automatic;
};
Result<ResolvedPlan> resolve_play(PlayRequest request);

// Another game with the same rules, lexicon and clock, and with these players in this order.
Result<ResolvedPlan> resolve_next(const Plan& played, const Lexicon& lexicon, std::vector<BotEntry> players,
                                  SandboxMode mode);

}  // namespace toptile
