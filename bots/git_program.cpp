#include "bots/git_program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>

#include "base/files.h"
#include "base/utf8.h"
#include "base/words.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

constexpr std::size_t kMaxAnswer = 1 << 16;
constexpr std::chrono::milliseconds kGitLook{10};

Result<UniqueDescriptor> open_for_git(const fs::path& file, int flags) {
  UniqueDescriptor opened = above_streams(UniqueDescriptor(::open(file.c_str(), flags | O_CLOEXEC, 0600)));
  if (!opened.is_open()) return system_error(file);
  return opened;
}

std::string beginning_of(const fs::path& file) {
  const auto text = read_beginning(file, kMaxAnswer);
  return text ? text.value() : "";
}

// A lazy fetch would run programs that the repository's remote names; an older git does not know the variable
// against it, but then has no allowed protocol. A replaced object would differ from the one that is named.
std::vector<std::string> git_environment() {
  std::vector<std::string> variables = {"LC_ALL=C",
                                        "GIT_NO_LAZY_FETCH=1",
                                        "GIT_ALLOW_PROTOCOL=none",
                                        "GIT_TERMINAL_PROMPT=0",
                                        "GIT_NO_REPLACE_OBJECTS=1",
                                        "GIT_OPTIONAL_LOCKS=0"};
  for (char** variable = ::environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if (!text.starts_with("GIT_") && !text.starts_with("LC_ALL=")) variables.emplace_back(text);
  }
  return variables;
}

}  // namespace

Error git_fault(std::string_view fault) {
  return {fmt::format("git says: {}", printable(fault, 300))};
}

Result<KeptProcess> GitProgram::start(const std::vector<std::string>& arguments, int input,
                                      int output) const {
  TOPTILE_TRY(const auto errors, open_for_git(fault_file(), O_WRONLY | O_CREAT | O_TRUNC));
  Launch launch;
  launch.argv = {"git", "--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"};
  launch.argv.insert(launch.argv.end(), arguments.begin(), arguments.end());
  launch.directory = directory_;
  launch.environment = git_environment();
  launch.environment_is = Environment::whole;
  auto process = start_process(launch, {input, output, errors.number()});
  if (!process)
    return Error{process.error().is_hosts ? process.error().message
                                          : "git cannot be started: is it installed?"};
  return std::move(process).value();
}

Result<GitAnswer> GitProgram::ask(const std::vector<std::string>& arguments) const {
  TOPTILE_TRY(const auto nothing, open_for_git("/dev/null", O_RDONLY));
  TOPTILE_TRY(const auto out, open_for_git(folder_ / "out", O_WRONLY | O_CREAT | O_TRUNC));
  TOPTILE_TRY(auto process, start(arguments, nothing.number(), out.number()));
  const Deadline deadline = steady_clock::now() + kMaxGitWait;
  while (!process.wait_exit(steady_clock::now() + kGitLook)) {
    if (stop_.stop_requested()) return cancelled();
    if (steady_clock::now() >= deadline)
      return Error{fmt::format("git did not answer in {} minutes", kMaxGitWait.count())};
  }
  std::string text = beginning_of(folder_ / "out");
  if (text.ends_with('\n')) text.pop_back();
  const std::string told = beginning_of(fault_file());
  std::string_view rest = told;
  return GitAnswer{process.exit()->is_success(), std::move(text), std::string(take_line(rest))};
}

}  // namespace toptile
