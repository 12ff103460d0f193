// Ratings as `toptile ratings` prints them: in columns of text, CSV, Markdown or LaTeX.
#pragma once

#include <string>

#include "tournaments/rating_table.h"

namespace toptile {

enum class TableFormat { plain, csv, markdown, latex };

// The ratings, and the matrix of superiority where it is wanted; in plain text what else there is to say, in
// 80 columns. CSV has full precision, and the matrix as more columns of the one table.
std::string rating_text(const RatingTable& table, TableFormat format, WithSuperiority los);

}  // namespace toptile
