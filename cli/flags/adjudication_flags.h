// The flags for adjudication: they end games before their rules do.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "tournaments/plan/plan.h"

namespace toptile {

class Command;

struct AdjudicationFlags {
  std::optional<std::string> max_turns, hopeless, agreed, resign;
};

// Declares the flags in the current section of the help.
void declare_adjudication_flags(Command& command, AdjudicationFlags& flags);

// Applies the flags to the request. What they do not mention stays.
Result<void> apply(const AdjudicationFlags& flags, TournamentRequest& request);

}  // namespace toptile
