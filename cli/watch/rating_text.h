// Ratings as `toptile ratings` prints them: in columns of text, CSV, Markdown or LaTeX.
#pragma once

#include <span>
#include <string>

#include "tournaments/ratings/rating_table.h"
#include "tournaments/standings/standings.h"

namespace toptile {

enum class TableFormat { plain, csv, markdown, latex };

// The ratings and the extras; in plain text what else there is to say, in 80 columns, with `notes` at the
// end. CSV has full precision, and the extras as more columns of the one table.
std::string rating_text(const RatingTable& table, TableFormat format, const RatingExtras& extras,
                        std::span<const std::string> notes);

// The tables of standings, and the notes below them in 80 columns.
std::string standings_text(const Standings& standings);

}  // namespace toptile
