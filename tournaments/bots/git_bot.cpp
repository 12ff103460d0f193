#include "tournaments/bots/git_bot.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <vector>

#include "engine/utf8.h"
#include "protocol/files.h"
#include "protocol/system_error.h"
#include "protocol/temporary_folder.h"
#include "protocol/words.h"
#include "referee/launch.h"
#include "tournaments/bots/cache_folder.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

constexpr std::string_view kPrefix = "git:";
constexpr std::size_t kLongestAnswer = 1 << 16;
constexpr std::chrono::milliseconds kGitLook{10};
constexpr std::chrono::hours kUnusedFor{24 * 30};

struct GitAnswer {
  bool is_good = false;
  std::string text;   // What it printed, without the line's end.
  std::string fault;  // The first line of what it wrote on stderr.
};

Result<UniqueDescriptor> open_for_git(const fs::path& file, int flags) {
  UniqueDescriptor opened = above_streams(UniqueDescriptor(::open(file.c_str(), flags | O_CLOEXEC, 0600)));
  if (!opened.is_open()) return system_error(file);
  return opened;
}

std::string first_line_of(const fs::path& file) {
  const auto text = read_beginning(file, kLongestAnswer);
  if (!text) return "";
  std::string_view rest = text.value();
  return std::string(take_line(rest));
}

// Runs git for one repository.
class Git {
 public:
  Git(fs::path directory, fs::path folder, std::stop_token stop)
      : directory_(std::move(directory)), folder_(std::move(folder)), stop_(std::move(stop)) {}

  Result<GitAnswer> ask(std::vector<std::string> arguments, std::vector<std::string> environment = {}) const {
    TOPTILE_TRY(const auto nothing, open_for_git("/dev/null", O_RDONLY));
    TOPTILE_TRY(const auto out, open_for_git(folder_ / "out", O_WRONLY | O_CREAT | O_TRUNC));
    TOPTILE_TRY(const auto errors, open_for_git(folder_ / "errors", O_WRONLY | O_CREAT | O_TRUNC));
    Launch launch;
    // These files only are wanted, so no hook of the repository and no monitor of its files is started.
    launch.argv = {"git", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"};
    launch.argv.insert(launch.argv.end(), arguments.begin(), arguments.end());
    launch.directory = directory_;
    launch.environment = std::move(environment);
    launch.environment.push_back("LC_ALL=C");
    auto process = start_process(launch, {nothing.number(), out.number(), errors.number()});
    if (!process)
      return Error{process.error().is_hosts ? process.error().message
                                            : "git cannot be started: is it installed?"};
    while (!process.value().wait_exit(steady_clock::now() + kGitLook))
      if (stop_.stop_requested()) return Error{"stopped"};
    return GitAnswer{process.value().exit()->is_success(), first_line_of(folder_ / "out"),
                     first_line_of(folder_ / "errors")};
  }

 private:
  const fs::path directory_, folder_;
  const std::stop_token stop_;
};

Error git_fault(const GitAnswer& answer) {
  return {fmt::format("git says: {}", printable(answer.fault, 300))};
}

// The folder's path from the top of the repository.
std::string path_from_top(const std::string& asked, const std::string& prefix) {
  const fs::path path = asked.empty() || asked.starts_with("./") ? fs::path(prefix) / asked : fs::path(asked);
  std::string plain = path.lexically_normal().string();
  while (plain.ends_with('/')) plain.pop_back();
  return plain == "." ? "" : plain;
}

void forget_unused(const fs::path& cache) {
  std::error_code error;
  const auto oldest = fs::file_time_type::clock::now() - kUnusedFor;
  std::vector<fs::path> unused;
  for (fs::directory_iterator entry(cache, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code gone;
    if (const auto used = entry->last_write_time(gone); !gone && used < oldest)
      unused.push_back(entry->path());
  }
  for (const fs::path& folder : unused) fs::remove_all(folder, error);
}

// Puts the files of a tree into the place, which appears when they are complete.
Result<void> write_tree(const Git& git, const std::string& tree, const fs::path& temporary,
                        const fs::path& place) {
  const fs::path aside = place.string() + fmt::format(".{}", ::getpid());
  std::error_code error;
  fs::remove_all(aside, error);
  const std::vector<std::string> index = {"GIT_INDEX_FILE=" + (temporary / "index").string()};
  TOPTILE_TRY(const auto read, git.ask({"read-tree", tree}, index));
  if (!read.is_good) return git_fault(read);
  TOPTILE_TRY(const auto written,
              git.ask({"checkout-index", "--all", "--prefix=" + aside.string() + "/"}, index));
  if (!written.is_good) {
    fs::remove_all(aside, error);
    return git_fault(written);
  }
  fs::create_directory(aside, error);  // A tree may have no files.
  fs::rename(aside, place, error);
  if (!error) return success();
  fs::remove_all(aside, error);
  if (fs::is_directory(place, error)) return success();  // Another program was first.
  return Error{fmt::format("{}: this folder cannot be made", place.string())};
}

}  // namespace

std::optional<GitName> parse_git_name(std::string_view text) {
  if (!text.starts_with(kPrefix)) return std::nullopt;
  text.remove_prefix(kPrefix.size());
  const std::size_t colon = text.find(':');
  return GitName{std::string(text.substr(0, colon)),
                 colon == text.npos ? "" : std::string(text.substr(colon + 1))};
}

Result<GitFolder> check_out(const GitName& name, const fs::path& directory, const std::stop_token& stop) {
  if (name.revision.empty()) return Error{"name a revision, as in git:HEAD~1 or git:v2:bots/mine"};
  TOPTILE_TRY(const auto temporary, TemporaryFolder::make());
  const Git git(directory, temporary.path(), stop);
  TOPTILE_TRY(const auto prefix, git.ask({"rev-parse", "--show-prefix"}));
  if (!prefix.is_good)
    return Error{fmt::format("{}: this folder is in no repository of git that can be read ({})",
                             directory.string(), printable(prefix.fault, 300))};
  TOPTILE_TRY(const auto commit,
              git.ask({"rev-parse", "--verify", "--quiet", "--end-of-options", name.revision + "^{commit}"}));
  if (!commit.is_good)
    return Error{fmt::format("git:{}: the repository of {} has no such revision", printable(name.revision),
                             directory.string())};
  const std::string path = path_from_top(name.path, prefix.text);
  TOPTILE_TRY(const auto tree,
              git.ask({"rev-parse", "--verify", "--quiet", "--end-of-options", commit.text + ":" + path}));
  TOPTILE_TRY(const auto kind, git.ask({"cat-file", "-t", tree.is_good ? tree.text : commit.text}));
  if (!tree.is_good || kind.text != "tree")
    return Error{fmt::format("git:{}: there is no folder {} in this revision, {}", printable(name.revision),
                             path.empty() ? "." : printable(path, 200), commit.text.substr(0, 7))};
  TOPTILE_TRY(const auto cache, cache_folder("revisions"));
  forget_unused(cache);
  const fs::path place = cache / tree.text;
  std::error_code error;
  if (!fs::is_directory(place, error)) {
    // Below the top git writes only what lies there.
    TOPTILE_TRY(const auto top, git.ask({"rev-parse", "--show-toplevel"}));
    if (!top.is_good) return git_fault(top);
    TOPTILE_TRY_TO(write_tree(Git(top.text, temporary.path(), stop), tree.text, temporary.path(), place));
  }
  fs::last_write_time(place, fs::file_time_type::clock::now(), error);
  return GitFolder{place, commit.text};
}

}  // namespace toptile
