// The flags by which an organizer ends games before their rules do.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "tournaments/plan/plan.h"

namespace CLI {
class App;
}

namespace toptile {

struct AdjudicationFlags {
  std::optional<std::string> max_turns, hopeless, agreed, resign;
};

// Declares the flags in the section that is open.
void declare_adjudication_flags(CLI::App& command, AdjudicationFlags& flags);

// Changes the request to what the flags say. What they do not mention stays.
Result<void> apply(const AdjudicationFlags& flags, TournamentRequest& request);

}  // namespace toptile
