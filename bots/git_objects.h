// The objects of a git repository: commits, trees and blobs, each under the hash of its content.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "bots/git_program.h"

namespace toptile {

enum class GitKind { commit, tree, blob };

// Reads objects through one git process. Its output is not trusted: each object is compared with the hash
// that was asked for, and a different object is an error. Filters, attributes and replacements are ignored:
// these are the bytes that were committed. After an error nothing more can be read.
class GitObjects {
 public:
  static Result<GitObjects> open(const GitProgram& git);

  // The size of the object in bytes, as git reports it; the object is not read for this.
  Result<std::uint64_t> find_size(const std::string& hash, GitKind kind);
  // Fails if it has more than `most` bytes.
  Result<std::string> read(const std::string& hash, GitKind kind, std::uint64_t most);
  // Passes the object to `use` in parts. If the result is an error, the parts may be wrong.
  Result<void> read_parts(const std::string& hash, GitKind kind,
                          const std::function<Result<void>(std::string_view)>& use);

 private:
  GitObjects(const GitProgram& git, KeptProcess process, UniqueDescriptor questions, UniqueDescriptor answers)
      : git_(&git),
        process_(std::move(process)),
        questions_(std::move(questions)),
        answers_(std::move(answers)) {}

  Result<std::uint64_t> ask(std::string_view question, const std::string& hash, GitKind kind);
  // Waits until more was read. After an error there is nothing left to read.
  Result<void> fill();
  Result<std::string> take_line();

  const GitProgram* git_;
  KeptProcess process_;
  UniqueDescriptor questions_, answers_;
  std::string read_;  // Bytes that were read and not used yet.
};

}  // namespace toptile
