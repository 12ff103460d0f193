// A limit of the harness that no printed rule has. A bot whose plays are challenged away again and again
// would hold up a game forever, so after a few of them its turn becomes a pass (docs/rules.md, "Words in
// doubt"). The rules and the engine know nothing of the limit; the code that runs the game plays the pass.
#pragma once

#include <string>
#include <string_view>

#include "engine/game.h"

namespace toptile {

inline constexpr int kChallengeLimit = 3;       // After this many plays challenged away, the turn is a pass.
inline constexpr int kMaxChallengeLimit = 100;  // The highest limit that can be configured.

// The reason, as `refused` and the record give it. It is not a Reason of the rules.
inline constexpr std::string_view kChallenged = "challenged";

// Whether `limit` or more plays were challenged away in the present turn, which ends it. A limit of 0 means
// no limit.
bool is_challenge_limit_reached(const Game& game, int limit);

// One sentence for the bot's author.
std::string challenge_limit_text(int limit);

// The text in the record's `refused` for that pass, with the last play that was taken back: "5d.LUC:
// challenged: …".
std::string challenge_limit_record(const Game& game, int limit);

}  // namespace toptile
