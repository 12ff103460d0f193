// What `toptile tournament --check` found, as text and as JSON.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "bots/bot_trial.h"
#include "cli/flags/tournament_flags.h"
#include "tournaments/plan/plan.h"
#include "tournaments/resume/run_growth.h"

namespace toptile {

// A run to resume.
struct ResumedRun {
  Plan plan;  // With all bots.
  RunGrowth growth;
  std::size_t played = 0;  // Games, including those of bots that leave.
};

// The findings of a check, as complete as possible.
struct TournamentFindings {
  std::optional<ResolvedPlan> resolved;  // The plan with the bots that were found.
  std::vector<std::size_t> requested;    // Their numbers among the requested bots.
  std::vector<BotTrial> trials;          // The trials of these bots.
  std::vector<std::string> sights;       // What these bots may see (words_of_sight).
  std::vector<std::string> faults;       // All errors.
  std::vector<std::string> warnings;     // Not errors, but likely problems.
  std::optional<ResumedRun> run;         // The run to resume.

  // The whole plan; requires `resolved`. The bots that a run already has are not tried again.
  const Plan& plan() const { return run ? run->plan : resolved->plan; }
};

enum class BotsAre { tried, left_alone };

// Texts for the terminal; empty if the request could not be resolved.
std::string findings_text(const TournamentFindings& findings, const TournamentFlags& flags,
                          const TournamentRequest& request, BotsAre bots_are);
Json findings_to_json(const TournamentFindings& findings, const TournamentRequest& request);

}  // namespace toptile
