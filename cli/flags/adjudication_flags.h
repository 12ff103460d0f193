// The flags by which an organizer ends games before their rules do.
#pragma once

#include <optional>
#include <string>

#include "engine/result.h"
#include "tournaments/plan/plan.h"

namespace CLI {
class App;
}

namespace toptile {

struct AdjudicationFlags {
  std::optional<std::string> max_turns, hopeless;
};

// In the section that is open.
void declare_adjudication_flags(CLI::App& command, AdjudicationFlags& flags);

// What the flags say in place of what is there; what they do not speak of stays.
Result<void> apply(const AdjudicationFlags& flags, TournamentRequest& request);

}  // namespace toptile
