#include "bots/git_tree.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

#include "base/descriptor.h"
#include "base/files.h"
#include "base/utf8.h"
#include "base/words.h"
#include "bots/bot_files.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxObjectBytes = 32 << 20;  // The maximum size of a tree or a commit.
constexpr std::size_t kMaxTreePathBytes = 1024;
constexpr int kMaxNested = 64;

struct TreeEntry {
  GitItem::Kind kind;
  std::string name;
  std::string hash;
};

GitItem::Kind kind_of(unsigned mode) {
  switch (mode & S_IFMT) {
    case S_IFDIR:
      return GitItem::Kind::folder;
    case S_IFREG:
      return (mode & S_IXUSR) != 0 ? GitItem::Kind::program : GitItem::Kind::file;
    case S_IFLNK:
      return GitItem::Kind::link;
    default:
      return GitItem::Kind::module;
  }
}

// Whether this can be the name of a file in its folder, and is not that of a git repository.
bool is_file_name(std::string_view name) {
  const auto is_letter = [](char letter, char other) { return (letter | 0x20) == other; };
  return !name.empty() && name.find('/') == name.npos && name != "." && name != ".." &&
         !(name.size() == 4 && name[0] == '.' &&
           std::ranges::equal(name.substr(1), std::string_view("git"), is_letter));
}

// Takes the next entry, "MODE NAME" with a NUL and the hash in bytes, off a tree. nullopt if there is none.
std::optional<TreeEntry> take_entry(std::string_view& rest, std::size_t hash_bytes) {
  const std::size_t blank = rest.find(' '), nul = rest.find('\0');
  if (nul == rest.npos || blank > nul || rest.size() - nul - 1 < hash_bytes) return std::nullopt;
  unsigned mode = 0;
  for (const char digit : rest.substr(0, blank)) {
    if (digit < '0' || digit > '7' || mode > 0777777) return std::nullopt;
    mode = mode * 8 + static_cast<unsigned>(digit - '0');
  }
  TreeEntry entry{kind_of(mode), std::string(rest.substr(blank + 1, nul - blank - 1)), {}};
  for (const char byte : rest.substr(nul + 1, hash_bytes))
    entry.hash += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  rest.remove_prefix(nul + 1 + hash_bytes);
  return entry;
}

Result<std::vector<TreeEntry>> entries_of(GitObjects& objects, const std::string& tree) {
  TOPTILE_TRY(const auto content, objects.read(tree, GitKind::tree, kMaxObjectBytes));
  std::vector<TreeEntry> entries;
  std::string_view rest = content;
  while (!rest.empty()) {
    auto entry = take_entry(rest, tree.size() / 2);
    if (!entry) return Error{fmt::format("the tree {} is damaged; see: git fsck", tree)};
    entries.push_back(*std::move(entry));
  }
  return entries;
}

class Listing {
 public:
  explicit Listing(GitObjects& objects) : objects_(objects) {}

  Result<void> look_through(const std::string& tree, const std::string& path, int depth) {
    if (depth > kMaxNested)
      return Error{fmt::format("{}: folders are nested more than {} deep here, which is too deep for a bot",
                               printable(path, 200), kMaxNested)};
    TOPTILE_TRY(const auto entries, entries_of(objects_, tree));
    count_ += entries.size();
    if (count_ > static_cast<std::size_t>(kMaxBotFiles)) return too_much();
    std::set<std::string_view> names;
    for (const TreeEntry& entry : entries) {
      const std::string place = path.empty() ? entry.name : path + "/" + entry.name;
      if (!is_file_name(entry.name) || !names.insert(entry.name).second || place.size() > kMaxTreePathBytes)
        return Error{fmt::format("{}: no file can have this name, or two have it", printable(place, 200))};
      TOPTILE_TRY_TO(add({entry.kind, place, entry.hash}));
      if (entry.kind != GitItem::Kind::folder) continue;
      TOPTILE_TRY_TO(look_through(entry.hash, place, depth + 1));
    }
    return success();
  }

  GitTree items;

 private:
  Result<void> add(GitItem item) {
    if (item.kind != GitItem::Kind::folder && item.kind != GitItem::Kind::module) {
      TOPTILE_TRY(item.size, objects_.find_size(item.hash, GitKind::blob));
    }
    if (item.kind == GitItem::Kind::link && item.size >= PATH_MAX)
      return Error{fmt::format("{}: this link is too long", printable(item.path, 200))};
    bytes_ += std::min(item.size, kMaxBotBytes + 1);
    if (bytes_ > kMaxBotBytes) return too_much();
    items.push_back(std::move(item));
    return success();
  }

  static Error too_much() {
    return {fmt::format("this folder has more than {} files or {} GiB, which is too much for a bot",
                        kMaxBotFiles, kMaxBotBytes >> 30)};
  }

  GitObjects& objects_;
  std::size_t count_ = 0;  // The number of items, including those that have yet to be listed.
  std::uint64_t bytes_ = 0;
};

Result<void> write_file(GitObjects& objects, const GitItem& item, const fs::path& to) {
  const mode_t mode = item.kind == GitItem::Kind::program ? 0777 : 0666;
  const UniqueDescriptor file(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
  if (!file.is_open()) return system_error(to, "this file cannot be written");
  std::uint64_t left = item.size;
  return objects.read_parts(item.hash, GitKind::blob, [&](std::string_view part) -> Result<void> {
    if (part.size() > left) return Error{fmt::format("git says two sizes of the blob {}", item.hash)};
    left -= part.size();
    return write_bytes(file.number(), to, part);
  });
}

Result<void> write_link(GitObjects& objects, const GitItem& item, const fs::path& to) {
  TOPTILE_TRY(const auto target, objects.read(item.hash, GitKind::blob, PATH_MAX - 1));
  if (target.find('\0') != target.npos || ::symlink(target.c_str(), to.c_str()) != 0)
    return Error{fmt::format("{}: this link cannot be made", printable(item.path, 200))};
  return success();
}

}  // namespace

Result<std::string> find_tree(GitObjects& objects, const std::string& commit, const fs::path& path) {
  TOPTILE_TRY(const auto content, objects.read(commit, GitKind::commit, kMaxObjectBytes));
  std::string_view rest = content;
  std::string_view line = take_line(rest);
  if (take_word(line) != "tree" || line.size() != commit.size())
    return Error{fmt::format("the commit {} is damaged; see: git fsck", commit)};
  std::string tree(line);
  for (const fs::path& part : path) {
    TOPTILE_TRY(const auto entries, entries_of(objects, tree));
    const auto found = std::ranges::find(entries, part.string(), &TreeEntry::name);
    if (found == entries.end() || found->kind != GitItem::Kind::folder) return std::string();
    tree = found->hash;
  }
  return tree;
}

Result<GitTree> list_tree(GitObjects& objects, const std::string& tree) {
  Listing listing(objects);
  TOPTILE_TRY_TO(listing.look_through(tree, "", 0));
  return std::move(listing.items);
}

// The links come last, so that nothing is written through one, even if the file system treats two different
// names as the same.
Result<void> write_tree(GitObjects& objects, const GitTree& tree, const fs::path& folder) {
  for (const GitItem& item : tree) {
    const fs::path to = folder / item.path;
    switch (item.kind) {
      case GitItem::Kind::folder:
      case GitItem::Kind::module:
        if (::mkdir(to.c_str(), 0777) != 0) return system_error(to, "this folder cannot be made");
        break;
      case GitItem::Kind::file:
      case GitItem::Kind::program:
        TOPTILE_TRY_TO(write_file(objects, item, to));
        break;
      case GitItem::Kind::link:
        break;
    }
  }
  for (const GitItem& item : tree) {
    if (item.kind != GitItem::Kind::link) continue;
    TOPTILE_TRY_TO(write_link(objects, item, folder / item.path));
  }
  return success();
}

}  // namespace toptile
