#include "league/site/written_site.h"

#include <fmt/format.h>
#include <sys/stat.h>

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
#include "base/sha256.h"
#include "base/utf8.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxListBytes = 64 << 20;
constexpr std::size_t kFilesAtOnce = 2000;  // After this many, the list is written.
constexpr const char* kFolders[] = {"assets", "bots", "games"};

constexpr std::string_view kPages[] = {"enter.html", "feed.xml",  "game.html",
                                       "index.html", "play.html", "standings.json"};

// The size, time and hash of a file when it was written, to notice that something else changed it. If only
// the time differs, as in a copy of the folder, the hash decides.
struct Stamp {
  std::int64_t bytes = -1;  // -1: unknown.
  std::int64_t time = 0;    // When it last changed, in nanoseconds.
  std::string sha256;
  bool operator==(const Stamp&) const = default;
};

// A file in the list.
struct SiteEntry {
  std::string tag;  // LeagueSite::tag of what the file shows; empty if that is not certain.
  Stamp stamp;
  bool operator==(const SiteEntry&) const = default;
};
using SiteList = std::map<std::string, SiteEntry>;  // By file name.

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

// An entry of the list. Whatever is not one, such as those of older versions, is a file without certainty.
SiteEntry listed_entry(const Json& json) {
  SiteEntry listed;
  if (!json.is_object()) return listed;
  const auto number = [&](const char* key, std::int64_t& value) {
    if (json.contains(key) && json[key].is_number_integer()) value = json[key].get<std::int64_t>();
  };
  const auto text = [&](const char* key, std::string& value) {
    if (json.contains(key) && json[key].is_string()) value = json[key].get<std::string>();
  };
  number("bytes", listed.stamp.bytes);
  number("time", listed.stamp.time);
  text("sha256", listed.stamp.sha256);
  text("tag", listed.tag);
  return listed;
}

// The files of the existing site; empty if there is none. It is an error if something else is there.
Result<SiteList> list_there(const fs::path& to) {
  const auto fault = [&](std::string_view why) {
    return Error{fmt::format("{}: {}", printable(to.string(), 200), why)};
  };
  std::error_code error;
  const fs::file_status status = fs::status(to, error);
  if (status.type() == fs::file_type::not_found) return SiteList();
  if (error || status.type() != fs::file_type::directory) return fault("expected a folder");
  const ForeignFolder folder(to);
  TOPTILE_TRY(const auto names, folder.names("", 100'000));
  if (names.empty()) return SiteList();
  if (!folder.has(kSiteList))
    return fault("there are other files here; name a new folder, or one that has an earlier site");
  for (const char* part : kFolders) {
    const auto type = fs::symlink_status(to / part, error).type();
    if (type != fs::file_type::directory && type != fs::file_type::not_found)
      return fault(fmt::format("{} is not a folder; remove it", part));
  }
  TOPTILE_TRY(const auto text, folder.read(kSiteList, kMaxListBytes));
  TOPTILE_TRY(const auto json, parse_json(text, (to / kSiteList).string()));
  SiteList list;
  if (!json.is_object() || !json.contains("files") || !json["files"].is_object())
    return fault(fmt::format("{} is not the list of a site", kSiteList));
  for (const auto& [name, listed] : json["files"].items())
    if (may_be_of_site(name)) list[name] = listed_entry(listed);
  return list;
}

Result<void> write_list(const fs::path& to, const SiteList& list) {
  Json files = Json::object();
  for (const auto& [name, listed] : list) {
    const Stamp& stamp = listed.stamp;
    files[name] = {
        {"tag", listed.tag}, {"bytes", stamp.bytes}, {"time", stamp.time}, {"sha256", stamp.sha256}};
  }
  return replace_file(to / kSiteList, json_text(Json{{"site", 1}, {"files", std::move(files)}}) + "\n");
}

// Files in the order in which they are written. If that is interrupted, no page leads to a file that is still
// to come: scripts and records are there before bots, and these before the other pages.
int stage_of(const std::string& name) {
  constexpr std::array kStages = {"assets/", "games/", "bots/"};
  return static_cast<int>(std::ranges::find_if(kStages, [&](const char* s) { return name.starts_with(s); }) -
                          kStages.begin());
}

// The size and the time of a file, without its hash; nullopt if it is not a file.
std::optional<Stamp> stamp_of(const fs::path& file) {
  struct stat found {};
  if (::lstat(file.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return std::nullopt;
  return Stamp{found.st_size, found.st_mtim.tv_sec * 1'000'000'000 + found.st_mtim.tv_nsec, ""};
}

// Compares a file with the list. The listed time is set to that of the file if its content is the listed one.
bool is_as_listed(const fs::path& file, SiteEntry& listed) {
  const auto there = stamp_of(file);
  if (!there || there->bytes != listed.stamp.bytes) return false;
  if (there->time == listed.stamp.time) return true;
  const auto content = read_file(file);
  if (!content || sha256_hexadecimal(content.value()) != listed.stamp.sha256) return false;
  listed.stamp.time = there->time;
  return true;
}

// Files of one stage, which threads make and write. Each thread has a store.
class Batch {
 public:
  Batch(const LeagueSite& site, const fs::path& to, std::span<const std::string> names)
      : site_(site), to_(to), names_(names), stamps_(names.size()) {}

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
  // The stamp of each file after that.
  const std::vector<Stamp>& stamps() const { return stamps_; }

 private:
  void write_some(LeagueStore& store) {
    while (!is_over_) {
      const std::size_t next = next_++;
      if (next >= names_.size()) return;
      const auto written = write_one(store, names_[next], stamps_[next]);
      if (written) {
        changed_ += written.value() ? 1 : 0;
        continue;
      }
      is_over_ = true;
      const std::scoped_lock lock(mutex_);
      if (!error_) error_ = written.error();
    }
  }

  Result<bool> write_one(LeagueStore& store, const std::string& name, Stamp& stamp) const {
    TOPTILE_TRY(const auto file, site_.file(store, name));
    if (!file) return Error{fmt::format("{}: this file of the site cannot be made", name)};
    const std::string& content = file->content;
    const fs::path path = to_ / name;
    bool is_same = false;
    if (const auto there = stamp_of(path);
        there && there->bytes == static_cast<std::int64_t>(content.size())) {
      const auto before = read_file(path);
      is_same = before && before.value() == content;
    }
    if (!is_same) {
      TOPTILE_TRY_TO(replace_file(path, content, Readers::all, Sync::later));
    }
    stamp = stamp_of(path).value_or(Stamp());
    stamp.sha256 = sha256_hexadecimal(content);
    return !is_same;
  }

  const LeagueSite& site_;
  const fs::path& to_;
  const std::span<const std::string> names_;
  std::vector<Stamp> stamps_;  // By the index of the name.
  std::atomic<std::size_t> next_ = 0, changed_ = 0;
  std::atomic<bool> is_over_ = false;
  std::mutex mutex_;
  std::optional<Error> error_;
};

}  // namespace

Result<WrittenSite> write_site(const LeagueSite& site, std::span<LeagueStore> stores, const fs::path& to) {
  TOPTILE_TRY(const auto before, list_there(to));
  std::error_code error;
  for (const char* folder : kFolders) {
    fs::create_directories(to / folder, error);
    if (error) return Error{fmt::format("{}: {}", printable((to / folder).string(), 200), error.message())};
  }
  const std::vector<std::string> names = site.names();
  // From now on, the list names every file that may exist, but gives a tag only where it is certain.
  SiteList sure = before;
  std::vector<std::string> wanted;
  for (const std::string& name : names) {
    SiteEntry& listed = sure[name];
    if (listed.tag == site.tag(name) && is_as_listed(to / name, listed)) continue;
    listed = {};
    wanted.push_back(name);
  }
  WrittenSite written{.files = names.size()};
  std::ranges::stable_sort(wanted, {}, stage_of);
  if (wanted.empty() && before == sure && before.size() == names.size()) return written;
  TOPTILE_TRY_TO(write_list(to, sure));
  for (std::size_t first = 0; first < wanted.size();) {
    std::size_t end = first;
    while (end < wanted.size() && end < first + kFilesAtOnce &&
           stage_of(wanted[end]) == stage_of(wanted[first]))
      ++end;
    const std::span<const std::string> some(&wanted[first], end - first);
    Batch batch(site, to, some);
    TOPTILE_TRY(const auto changed, batch.write(stores));
    written.changed += changed;
    TOPTILE_TRY_TO(sync_file_system(to));
    for (std::size_t i = 0; i < some.size(); ++i) sure[some[i]] = {site.tag(some[i]), batch.stamps()[i]};
    first = end;
    if (first < wanted.size()) {
      TOPTILE_TRY_TO(write_list(to, sure));
    }
  }
  const std::set<std::string> kept(names.begin(), names.end());
  for (auto listed = sure.begin(); listed != sure.end();) {
    if (kept.contains(listed->first)) {
      ++listed;
      continue;
    }
    if (fs::remove(to / listed->first, error)) ++written.removed;
    listed = sure.erase(listed);
  }
  TOPTILE_TRY_TO(write_list(to, sure));
  return written;
}

}  // namespace toptile
