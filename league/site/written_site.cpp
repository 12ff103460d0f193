#include "league/site/written_site.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <vector>

#include "base/files.h"
#include "base/foreign_folder.h"
#include "base/json_fields.h"
#include "base/utf8.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxListBytes = 64 << 20;
constexpr std::size_t kFilesAtOnce = 2000;  // After so many, the list is written.
constexpr const char* kFolders[] = {"assets", "bots", "games"};

constexpr std::string_view kPages[] = {"enter.html", "feed.xml",  "game.html",
                                       "index.html", "play.html", "standings.json"};

using Tags = std::map<std::string, std::string>;  // By file name.

// Whether a site may have a file of this name. A forged list could name any file.
bool may_be_of_site(const std::string& name) {
  const fs::path path(name);
  if (name.empty() || path.is_absolute() || path.lexically_normal() != path) return false;
  const auto parts = std::distance(path.begin(), path.end());
  if (parts == 1) return std::ranges::find(kPages, name) != std::end(kPages);
  return parts == 2 && path.filename() != ".." &&
         std::ranges::find(kFolders, *path.begin(), [](const char* folder) { return fs::path(folder); }) !=
             std::end(kFolders);
}

// The files of the existing site; empty if there is none. It is an error if something else is there.
Result<Tags> tags_there(const fs::path& to) {
  const auto fault = [&](std::string_view why) {
    return Error{fmt::format("{}: {}", printable(to.string(), 200), why)};
  };
  std::error_code error;
  const fs::file_status status = fs::status(to, error);
  if (status.type() == fs::file_type::not_found) return Tags();
  if (error || status.type() != fs::file_type::directory) return fault("expected a folder");
  const ForeignFolder folder(to);
  TOPTILE_TRY(const auto names, folder.names("", 100'000));
  if (names.empty()) return Tags();
  if (!folder.has(kSiteList))
    return fault("there are other files here; name a new folder, or one that has an earlier site");
  for (const char* part : kFolders) {
    const auto type = fs::symlink_status(to / part, error).type();
    if (type != fs::file_type::directory && type != fs::file_type::not_found)
      return fault(fmt::format("{} is not a folder; remove it", part));
  }
  TOPTILE_TRY(const auto text, folder.read(kSiteList, kMaxListBytes));
  TOPTILE_TRY(const auto list, parse_json(text, (to / kSiteList).string()));
  Tags tags;
  if (!list.is_object() || !list.contains("files") || !list["files"].is_object())
    return fault(fmt::format("{} is not the list of a site", kSiteList));
  for (const auto& [name, tag] : list["files"].items())
    if (may_be_of_site(name)) tags[name] = tag.is_string() ? tag.get<std::string>() : "";
  return tags;
}

Result<void> write_list(const fs::path& to, const Tags& tags) {
  return replace_file(to / kSiteList, json_text(Json{{"site", 1}, {"files", tags}}, 1) + "\n");
}

// Files in the order in which they are written. If that is interrupted, no page leads to a file that is still
// to come: scripts and records are there before bots, and these before the other pages.
int stage_of(const std::string& name) {
  constexpr std::array kStages = {"assets/", "games/", "bots/"};
  return static_cast<int>(std::ranges::find_if(kStages, [&](const char* s) { return name.starts_with(s); }) -
                          kStages.begin());
}

bool is_there(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(fs::symlink_status(file, error));
}

// Files of one stage, which threads make and write. Each thread has a store.
class Batch {
 public:
  Batch(const LeagueSite& site, const fs::path& to, std::span<const std::string> names)
      : site_(site), to_(to), names_(names) {}

  // Returns how many files were not there with the same content.
  Result<std::size_t> write(std::span<LeagueStore> stores) {
    {
      std::vector<std::jthread> others;
      for (std::size_t i = 1; i < std::min(stores.size(), names_.size()); ++i)
        others.emplace_back([this, &store = stores[i]] { write_some(store); });
      write_some(stores[0]);
    }
    if (error_) return *error_;
    return changed_.load();
  }

 private:
  void write_some(LeagueStore& store) {
    while (!is_over_) {
      const std::size_t next = next_++;
      if (next >= names_.size()) return;
      const auto written = write_one(store, names_[next]);
      if (written) {
        changed_ += written.value() ? 1 : 0;
        continue;
      }
      is_over_ = true;
      const std::scoped_lock lock(mutex_);
      if (!error_) error_ = written.error();
    }
  }

  Result<bool> write_one(LeagueStore& store, const std::string& name) const {
    TOPTILE_TRY(const auto file, site_.file(store, name));
    if (!file) return Error{fmt::format("{}: this file of the site cannot be made", name)};
    if (is_there(to_ / name)) {
      const auto before = read_file(to_ / name);
      if (before && before.value() == file->content) return false;
    }
    TOPTILE_TRY_TO(replace_file(to_ / name, file->content, Readers::all, Sync::later));
    return true;
  }

  const LeagueSite& site_;
  const fs::path& to_;
  const std::span<const std::string> names_;
  std::atomic<std::size_t> next_ = 0, changed_ = 0;
  std::atomic<bool> is_over_ = false;
  std::mutex mutex_;
  std::optional<Error> error_;
};

}  // namespace

Result<WrittenSite> write_site(const LeagueSite& site, std::span<LeagueStore> stores, const fs::path& to) {
  TOPTILE_TRY(const auto before, tags_there(to));
  std::error_code error;
  for (const char* folder : kFolders) {
    fs::create_directories(to / folder, error);
    if (error) return Error{fmt::format("{}: {}", printable((to / folder).string(), 200), error.message())};
  }
  const std::vector<std::string> names = site.names();
  // From now on, the list names every file that may exist, but gives a tag only where it is certain.
  Tags sure = before;
  std::vector<std::string> wanted;
  for (const std::string& name : names) {
    const auto tag = sure.find(name);
    if (tag != sure.end() && tag->second == site.tag(name) && is_there(to / name)) continue;
    sure[name] = "";
    wanted.push_back(name);
  }
  WrittenSite written{.files = names.size()};
  std::ranges::stable_sort(wanted, {}, stage_of);
  if (wanted.empty() && before.size() == names.size()) return written;
  TOPTILE_TRY_TO(write_list(to, sure));
  for (std::size_t first = 0; first < wanted.size();) {
    std::size_t end = first;
    while (end < wanted.size() && end < first + kFilesAtOnce &&
           stage_of(wanted[end]) == stage_of(wanted[first]))
      ++end;
    const std::span<const std::string> some(&wanted[first], end - first);
    TOPTILE_TRY(const auto changed, Batch(site, to, some).write(stores));
    written.changed += changed;
    TOPTILE_TRY_TO(sync_file_system(to));
    for (const std::string& name : some) sure[name] = site.tag(name);
    first = end;
    if (first < wanted.size()) {
      TOPTILE_TRY_TO(write_list(to, sure));
    }
  }
  const std::set<std::string> kept(names.begin(), names.end());
  for (auto tag = sure.begin(); tag != sure.end();) {
    if (kept.contains(tag->first)) {
      ++tag;
      continue;
    }
    if (fs::remove(to / tag->first, error)) ++written.removed;
    tag = sure.erase(tag);
  }
  TOPTILE_TRY_TO(write_list(to, sure));
  return written;
}

}  // namespace toptile
