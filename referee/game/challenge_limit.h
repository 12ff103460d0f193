// A limit of the harness that is in no printed rule. A program whose plays are challenged away again and
// again would hold up a game for ever, so after some of them its turn is a pass (docs/rules.md, "Words in
// doubt"). The rules and the engine know nothing of the limit; the code that runs the game plays the pass.
#pragma once

#include <string>
#include <string_view>

#include "engine/game.h"

namespace toptile {

inline constexpr int kChallengeLimit = 3;        // After this many plays challenged away, the turn is a pass.
inline constexpr int kMostChallengeLimit = 100;  // The highest limit that may be asked for.

// The word for the reason, in `refused` and in the record. It is no Reason of the rules.
inline constexpr std::string_view kChallenged = "challenged";

// Whether so many plays were challenged away in the present turn that the limit ends it. 0: no limit.
bool is_challenge_limit_reached(const Game& game, int limit);

// One sentence for the bot's author.
std::string challenge_limit_text(int limit);

// What the record says in `refused` of the pass, with the last play that was taken back: "5d.LUC: challenged:
// …".
std::string challenge_limit_record(const Game& game, int limit);

}  // namespace toptile
