// The best scores of games played alone: a file of the user's, $XDG_DATA_HOME/toptile/best_scores.json, or
// ~/.local/share in the place of $XDG_DATA_HOME (docs/play.md).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/result.h"

namespace toptile {

struct BestScore {
  std::string name;
  int score = 0;
  std::string rules, lexicon;  // Their names; scores are compared under the same two.
  std::string date;            // 2026-11-22
  int hints = 0;
};

inline constexpr std::size_t kBestScoresKept = 10;  // Of each ruleset with each lexicon.

// Where they are kept; an error where the user has no home.
Result<std::filesystem::path> best_scores_file();

struct BestScores {
  std::vector<BestScore> list;  // Those of the same ruleset and lexicon, best first.
  int place = 0;                // Of the one added, from 1; 0: it is not among them.
  std::string remark;           // A file that could not be read was set aside; empty where all was well.
};
// Adds one and writes the file: whole, old or new, whatever happens. What cannot be read is kept under
// another name.
Result<BestScores> add_best_score(const std::filesystem::path& file, const BestScore& score);

std::vector<std::string> best_score_lines(const BestScores& scores);

}  // namespace toptile
