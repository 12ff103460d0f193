// The program git, asked about a repository that may be a stranger's.
#pragma once

#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "referee/processes/launch.h"

namespace toptile {

// How long git may take for one answer.
inline constexpr std::chrono::minutes kLongestGitWait{10};

struct GitAnswer {
  bool is_good = false;
  std::string text;   // What it printed, without the last line's end.
  std::string fault;  // The first line of what it wrote on stderr.
};

// Runs git in a folder of the repository. A repository's configuration may name programs. These commands must
// start none of them: only those are asked for that read objects and names, nothing is fetched, and no
// variable GIT_… of the caller counts.
class GitProgram {
 public:
  // `folder` is for what git prints.
  GitProgram(std::filesystem::path directory, std::filesystem::path folder, std::stop_token stop)
      : directory_(std::move(directory)), folder_(std::move(folder)), stop_(std::move(stop)) {}

  // Waits for the answer.
  Result<GitAnswer> ask(const std::vector<std::string>& arguments) const;
  // Leaves it running. Its stderr goes to fault_file().
  Result<KeptProcess> start(const std::vector<std::string>& arguments, int input, int output) const;

  std::filesystem::path fault_file() const { return folder_ / "errors"; }
  const std::stop_token& stop() const { return stop_; }

 private:
  const std::filesystem::path directory_, folder_;
  const std::stop_token stop_;
};

// What git wrote on stderr, as an error.
Error git_fault(std::string_view fault);

}  // namespace toptile
