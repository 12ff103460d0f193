#include "league/site/written_site.h"

#include <fmt/format.h>

#include <map>

#include "base/files.h"
#include "base/foreign_folder.h"
#include "base/json_fields.h"
#include "base/utf8.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxListBytes = 64 << 20;
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

}  // namespace

Result<WrittenSite> write_site(const LeagueSite& site, LeagueStore& store, const fs::path& to) {
  TOPTILE_TRY(const auto before, tags_there(to));
  std::error_code error;
  for (const char* folder : kFolders) {
    fs::create_directories(to / folder, error);
    if (error) return Error{fmt::format("{}: {}", printable((to / folder).string(), 200), error.message())};
  }
  const std::vector<std::string> names = site.names();
  // From now on, the list names every file that may exist, but gives a state only where it is certain.
  Tags sure = before;
  for (const std::string& name : names)
    if (!before.contains(name) || before.at(name) != site.tag(name)) sure[name] = "";
  TOPTILE_TRY_TO(write_list(to, sure));
  WrittenSite written{.files = names.size()};
  Tags after;
  for (const std::string& name : names) {
    const std::string tag = site.tag(name);
    after[name] = tag;
    if (sure.at(name) == tag && fs::is_regular_file(fs::symlink_status(to / name, error))) continue;
    TOPTILE_TRY(const auto file, site.file(store, name));
    if (!file) return Error{fmt::format("{}: this file of the site cannot be made", name)};
    TOPTILE_TRY_TO(replace_file(to / name, file->content));
    ++written.changed;
  }
  for (const auto& [name, tag] : sure) {
    if (after.contains(name)) continue;
    if (fs::remove(to / name, error)) ++written.removed;
  }
  TOPTILE_TRY_TO(write_list(to, after));
  return written;
}

}  // namespace toptile
