// What the champion's reviews say in a report.
#pragma once

#include <span>

#include "base/json_fields.h"
#include "tournaments/report/report_field.h"
#include "tournaments/report/report_run.h"

namespace toptile {

// The most mistakes of a bot that a report names.
inline constexpr std::size_t kMostMistakesTold = 50;

// Null if no game of the runs was reviewed.
Json reviews_to_json(std::span<const ReportRun> runs, const ReportField& field);

// The lines of the reviews of a chunk's games, each with its end; empty if none of them was reviewed.
std::string reviews_of(const GameReviews& reviews, const GameChunk& chunk);

}  // namespace toptile
