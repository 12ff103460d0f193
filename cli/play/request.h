// Looks up what a game was asked to have: players, rules, words.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tournaments/plan/plan.h"

namespace toptile {

// How well the computer plays, by a name that people know from other games. Each level is the champion, held
// back to an Elo of docs/champion.md, where random has about 0 and greedy about 1570.
struct Level {
  std::string_view name;
  std::string_view bot;       // As toptile tournament --bot takes it.
  std::string_view strength;  // Its Elo on that scale, such as "600".
  std::string_view about;
};
// The weakest first.
std::span<const Level> levels();

// The player for a text of --player: "Anna", "bot:greedy", or "bot:easy" for a level. A bot in a folder is
// not built yet. A level wins over a program of that name; "bot:./easy" is the program.
Result<BotEntry> find_player(const std::string& text);

// What is to be played. Players without a command are people.
struct PlayRequest {
  std::vector<BotEntry> players;
  std::string rules;  // A shipped ruleset or a file. If empty, solo for one player, else hasbro.
  std::string lexicon = "english";
  std::optional<std::uint64_t> seed;
  // What a bot has for a move. Without it, a bot has only the limit against hanging.
  std::optional<std::chrono::milliseconds> move_time;
  bool is_drawn = true;  // A draw decides who starts; else the player who is named first starts.
  // So many full rounds without points end the game; 0 means that none do. If it is missing, none end a game
  // with people, and the ruleset decides about a game of bots alone.
  std::optional<int> scoreless_rounds;
  SandboxMode sandbox = SandboxMode::automatic;
};
Result<ResolvedPlan> resolve_play(PlayRequest request);

// Another game by the same rules, with the same words and clock, and with these players in their order.
Result<ResolvedPlan> resolve_next(const Plan& played, const Lexicon& lexicon, std::vector<BotEntry> players,
                                  SandboxMode mode);

}  // namespace toptile
