#include "bots/git_bot.h"

#include <fmt/format.h>

#include <utility>

#include "base/temporary_folder.h"
#include "base/utf8.h"
#include "bots/git_objects.h"
#include "bots/git_program.h"
#include "bots/git_tree.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

constexpr std::string_view kPrefix = "git:";

// The folder's path relative to the top of the repository.
std::string path_from_top(const std::string& asked, const std::string& prefix) {
  const fs::path path = asked.empty() || asked.starts_with("./") ? fs::path(prefix) / asked : fs::path(asked);
  std::string plain = path.lexically_normal().string();
  while (plain.ends_with('/')) plain.pop_back();
  return plain == "." ? "" : plain;
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
  const GitProgram git(directory, temporary.path(), stop);
  TOPTILE_TRY(const auto prefix, git.ask({"rev-parse", "--show-prefix"}));
  if (!prefix.is_good)
    return Error{fmt::format("{}: this folder is in no repository of git that can be read ({})",
                             directory.string(), printable(prefix.fault, 300))};
  TOPTILE_TRY(const auto commit,
              git.ask({"rev-parse", "--verify", "--quiet", "--end-of-options", name.revision + "^{commit}"}));
  if (!commit.is_good)
    return Error{fmt::format("git:{}: the repository of {} has no such revision", printable(name.revision),
                             directory.string())};
  const auto in_revision = [&](const Error& error) {
    return in_context(fmt::format("git:{}", printable(name.revision)), error);
  };
  auto objects = GitObjects::open(git);
  if (!objects) return objects.error();
  const std::string path = path_from_top(name.path, prefix.text);
  const auto tree = find_tree(objects.value(), commit.text, path);
  if (!tree) return in_revision(tree.error());
  if (tree.value().empty())
    return Error{fmt::format("git:{}: there is no folder {} in this revision, {}", printable(name.revision),
                             path.empty() ? "." : printable(path, 200), commit.text.substr(0, 7))};
  const auto write = [&](const fs::path& folder) -> Result<void> {
    TOPTILE_TRY(const auto items, list_tree(objects.value(), tree.value()));
    return write_tree(objects.value(), items, folder);
  };
  auto kept = keep_revision(tree.value(), write, stop);
  if (!kept) return in_revision(kept.error());
  return GitFolder{std::move(kept).value(), commit.text};
}

}  // namespace toptile
