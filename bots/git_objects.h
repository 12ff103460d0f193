// The objects of a repository of git: commits, trees and blobs, each under the hash of its content.
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

// Reads objects through one process of git. Nothing is trusted that git says: what comes is compared with the
// hash that was asked for, and an object that is another one is an error. Filters, attributes and
// replacements do not count, since these are the bytes that were committed. After an error nothing more can
// be read.
class GitObjects {
 public:
  static Result<GitObjects> open(const GitProgram& git);

  // The bytes of the object, as git says; it is not read for this.
  Result<std::uint64_t> find_size(const std::string& hash, GitKind kind);
  // An error if it has more than `most` bytes.
  Result<std::string> read(const std::string& hash, GitKind kind, std::uint64_t most);
  // Gives the object to `use` in parts. If the result is an error, the parts may be wrong.
  Result<void> read_parts(const std::string& hash, GitKind kind,
                          const std::function<Result<void>(std::string_view)>& use);

 private:
  GitObjects(const GitProgram& git, KeptProcess process, UniqueDescriptor questions, UniqueDescriptor answers)
      : git_(&git),
        process_(std::move(process)),
        questions_(std::move(questions)),
        answers_(std::move(answers)) {}

  Result<std::uint64_t> ask(std::string_view question, const std::string& hash, GitKind kind);
  // Waits until something is read. Nothing is left to read if it returns an error.
  Result<void> fill();
  Result<std::string> take_line();

  const GitProgram* git_;
  KeptProcess process_;
  UniqueDescriptor questions_, answers_;
  std::string read_;  // What was read and is not used yet.
};

}  // namespace toptile
