// A limit of the harness, in no printed rule: a program whose plays are challenged away again and again would
// hold a game up for ever, and so the turn is a pass after some of them (docs/rules.md, "Words in doubt").
// The rules and the engine know nothing of it; whoever runs the game plays the pass.
#pragma once

#include <string>
#include <string_view>

#include "engine/game.h"

namespace toptile {

inline constexpr int kChallengeLimit = 3;  // After so many plays challenged away a program's turn is a pass.
inline constexpr int kMostChallengeLimit = 100;  // That may be asked for.

// The reason's word in `refused` and in the record; no Reason of the rules.
inline constexpr std::string_view kChallenged = "challenged";

// Whether the turn of whoever is to move is over by a limit of so many plays; 0 is no limit.
bool is_challenge_limit_reached(const Game& game, int limit);

// One sentence for the bot's author.
std::string challenge_limit_text(int limit);

// What the record's pass says in `refused`: "5d.LUC: challenged: …", with the last play that was taken back.
std::string challenge_limit_record(const Game& game, int limit);

}  // namespace toptile
