// Ratings as `toptile ratings` prints them: in columns of text, CSV, Markdown or LaTeX.
#pragma once

#include <span>
#include <string>

#include "ratings/tables/rating_table.h"
#include "tournaments/standings/standings.h"

namespace toptile {

enum class TableFormat { plain, csv, markdown, latex };

// The ratings and the extras. Plain text has 80 columns and includes all notes, with `notes` at the end. CSV
// has full precision, and the extras are further columns of its single table.
std::string rating_text(const RatingTable& table, TableFormat format, const RatingExtras& extras,
                        std::span<const std::string> notes);

// The tables of standings, and the notes below them in 80 columns.
std::string standings_text(const Standings& standings);
// The results of a match, without ratings.
std::string results_text(const Standings& standings);

}  // namespace toptile
