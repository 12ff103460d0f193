#include "league/intake/unpacked_bots.h"

#include <fmt/format.h>

#include "engine/utf8.h"
#include "league/intake/submission_files.h"
#include "protocol/files.h"
#include "protocol/json_fields.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

Result<void> unpack_all(LeagueStore& store, const std::vector<BotVersion>& versions, const fs::path& to) {
  Json list = Json::array();
  for (const BotVersion& version : versions) {
    const std::string label = version.label();
    const auto packed = store.packed_files(version.sha256);
    if (!packed) return in_context(label, packed.error());
    const auto unpacked = unpack_packed(packed.value(), to / label, kKeptLimits);
    if (!unpacked) return in_context(label, unpacked.error());
    list.push_back({{"manifest", label}, {"name", label}});
  }
  return replace_file(to / "bots.json", list.dump(2) + "\n");
}

}  // namespace

Result<void> unpack_bots(LeagueStore& store, const std::vector<BotVersion>& versions, const fs::path& to) {
  std::error_code error;
  if (!fs::create_directory(to, error)) {
    return Error{fmt::format("{}: this folder cannot be made: {}", printable(to.string()),
                             error ? error.message() : "there is something of this name already")};
  }
  // Submissions are for the organizer alone. The umask may only take away more.
  fs::permissions(to, fs::perms::group_all | fs::perms::others_all, fs::perm_options::remove, error);
  if (error)
    return Error{fmt::format("{}: this folder cannot be closed to others: {}", printable(to.string()),
                             error.message())};
  auto unpacked = unpack_all(store, versions, to);
  if (!unpacked) fs::remove_all(to, error);
  return unpacked;
}

}  // namespace toptile
