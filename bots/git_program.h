// Runs the program git on an untrusted repository.
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

// The maximum time for one answer of git.
inline constexpr std::chrono::minutes kMaxGitWait{10};

struct GitAnswer {
  bool is_good = false;
  std::string text;   // Its output, without the last line end.
  std::string fault;  // The first line of its stderr.
};

// Runs git in a folder of the repository. A repository's configuration may name programs, and no command may
// start them: use only commands that read objects and names, and fetch nothing. The caller's GIT_… variables
// are ignored.
class GitProgram {
 public:
  // `folder` is for the files with git's output.
  GitProgram(std::filesystem::path directory, std::filesystem::path folder, std::stop_token stop)
      : directory_(std::move(directory)), folder_(std::move(folder)), stop_(std::move(stop)) {}

  // Waits for the answer.
  Result<GitAnswer> ask(const std::vector<std::string>& arguments) const;
  // Returns while git is running. Its stderr goes to fault_file().
  Result<KeptProcess> start(const std::vector<std::string>& arguments, int input, int output) const;

  std::filesystem::path fault_file() const { return folder_ / "errors"; }
  const std::stop_token& stop() const { return stop_; }

 private:
  const std::filesystem::path directory_, folder_;
  const std::stop_token stop_;
};

// An error with git's stderr.
Error git_fault(std::string_view fault);

}  // namespace toptile
