// The parts of a report's data (report_data.h), each with a source file of its own.
#pragma once

#include <span>

#include "base/json_fields.h"
#include "ratings/results/game_result.h"
#include "tournaments/report/report_field.h"
#include "tournaments/report/report_run.h"
#include "tournaments/standings/standings.h"

namespace toptile {

// The highlights of all runs. A key is left out if no game has such a highlight. All runs must have details.
Json highlights_to_json(std::span<const ReportRun> runs, const ReportField& field);

// Adds the columns about single turns to the game columns. All runs must have details.
void add_turns_of_games(Json& columns, std::span<const ReportRun> runs);

// The column of forfeits, for any runs: for each game, the seats that forfeited or were not started, in seat
// order, each with the reason if it is known.
Json forfeits_of_games(std::span<const ReportRun> runs, const ReportField& field);

inline constexpr std::size_t kMaxCheckpoints = 60;

// The ratings at kMaxCheckpoints checkpoints or fewer: {"games": the number of games up to there that count,
// "elo", "low", "high": a list for each bot, with null before its first game}. `games` are in the order of
// their numbers. The last checkpoint is after all games. With many bots there are fewer checkpoints, because
// the time to compute ratings grows with bots³.
//
// All checkpoints have the zero of the last one, from those of its bots that have met by then. If `planned`
// is given, intervals are anytime-valid for a tournament of that many games.
Json rating_history(int bots, int players, std::span<const GameResult> games, const JoinedSets& joined = {},
                    const std::optional<LooksPlan>& looks = {});

// A list with an entry for each of the field's bots. All runs must have details.
Json turns_to_json(std::span<const ReportRun> runs, const ReportField& field);
Json times_to_json(std::span<const ReportRun> runs, const ReportField& field);

// The faults of any runs, with the evidence if a run has details. If a bot was withdrawn from games, only the
// first of them in each run is included.
Json faults_to_json(std::span<const ReportRun> runs, const ReportField& field);

// A list of all pairings of bots that met: the number of their games, the distribution of the points of the
// one less those of the other, and for games of two how the pairs ended. It is sorted by entrants, the lower
// one first.
Json pairings_to_json(const ReportField& field);

// The results of each seat. For games of two also how pairs ended for the bot that is higher in the
// standings, and what playing in pairs saved.
Json seats_to_json(const ReportField& field, const Standings& standings);

// {"commands", "configuration", "notes"}. `toptile tournament FILE` can read the configuration, which is
// complete. If the plan allows it, the first command is a short one that needs no configuration.
Json reproduction_of(const ReportRun& run);

// The maximum number of a bot's mistakes in a report.
inline constexpr std::size_t kMaxMistakesTold = 50;

// Null if no game of the runs was reviewed.
Json reviews_to_json(std::span<const ReportRun> runs, const ReportField& field);

// The review lines of a chunk's games, each with its line end; empty if none of them was reviewed.
std::string reviews_of(const GameReviews& reviews, const GameChunk& chunk);

}  // namespace toptile
