// The best scores of games that were played alone. They are in a user's file,
// $XDG_DATA_HOME/toptile/best_scores.json, where XDG_DATA_HOME defaults to ~/.local/share (docs/play.md).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace toptile {

struct BestScore {
  std::string name;
  int score = 0;
  std::string rules, lexicon;  // Names. Only scores with the same ruleset and lexicon are compared.
  std::string date;            // The date, such as 2026-11-22.
  int hints = 0;
};

inline constexpr std::size_t kBestScoresKept = 10;  // Scores kept for each ruleset with each lexicon.

// The file with the scores; an error if the user has no home.
Result<std::filesystem::path> best_scores_file();

struct BestScores {
  std::vector<BestScore> list;  // The scores with the same ruleset and lexicon, best first.
  int place = 0;                // The rank of the added score, from 1; 0: it is not in the list.
  std::string remark;           // Says that an unreadable file was set aside; empty if all was well.
};
// Adds a score and writes the file. Whatever happens, the file is either the old one or the new one,
// complete. A file that cannot be read is kept under another name.
Result<BestScores> add_best_score(const std::filesystem::path& file, const BestScore& score);

std::vector<std::string> best_score_lines(const BestScores& scores);

}  // namespace toptile
