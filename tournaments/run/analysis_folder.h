// The temporary folder of an analysis: the words as the bot reads them, and what its processes write on
// stderr as long as they live.
#pragma once

#include <filesystem>
#include <string>

#include "base/temporary_folder.h"
#include "engine/lexicon.h"
#include "referee/sandbox/sandbox.h"

namespace toptile {

class AnalysisFolder {
 public:
  static Result<AnalysisFolder> make(const Lexicon& lexicon, const Sandbox& sandbox);

  std::filesystem::path list() const { return folder_.path() / "lexicon.txt"; }
  std::filesystem::path stderr_of(const std::string& process) const {
    return folder_.path() / (process + ".stderr");
  }

 private:
  explicit AnalysisFolder(TemporaryFolder folder) : folder_(std::move(folder)) {}

  TemporaryFolder folder_;
};

}  // namespace toptile
