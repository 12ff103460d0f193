// Plays and verdicts as JSON, the same in every command and in pages.
#pragma once

#include <optional>
#include <vector>

#include "base/json_fields.h"
#include "engine/position_judge.h"

namespace toptile {

// {"move","points","words","tiles"}: `words` has the one in the line of play first, `tiles` the symbols laid.
Json play_to_json(const Play& play, const Alphabet& alphabet);

// All legal plays of the position's rack, best first, each as play_to_json(); only the first `most`, if
// given.
std::vector<Json> legal_plays_to_json(const Position& position, const Ruleset& rules, const Lexicon& lexicon,
                                      std::optional<std::size_t> most = {});

// {"legal","points","words","reason","text"}: the last two are null if the move is legal.
Json verdict_to_json(const MoveVerdict& verdict);

// Reads the fields `position`, a position line, and `move`, and judges the move. One that cannot be read is
// refused as `syntax`. It is an error if a field is missing or unknown, or if the position cannot be read.
Result<MoveVerdict> judge_asked(FieldReader& question, const Judge& judge, const Ruleset& rules);

}  // namespace toptile
