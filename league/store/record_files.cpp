#include "league/store/record_files.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>

#include "base/files.h"
#include "base/utf8.h"
#include "base/words.h"
#include "league/store/league_rows.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

constexpr const char* kFolderSetting = "record_folder";
// Sets with numbers that follow each other may have been stored before and after the beginning of a file.
constexpr std::size_t kFilesInMemory = 2;

}  // namespace

fs::path record_folder_of(const fs::path& database) {
  std::error_code ignored;
  // SQLite keeps its log beside the file that a link leads to, and so does this.
  fs::path folder = fs::weakly_canonical(database, ignored);
  if (ignored) folder = database;
  return folder += ".records";
}

Result<std::optional<fs::path>> RecordFiles::folder() {
  if (const fs::path file = database().file(); !file.empty()) return std::optional(record_folder_of(file));
  TOPTILE_TRY(const auto kept, find_setting(database(), kFolderSetting));
  return kept ? std::optional<fs::path>(*kept) : std::nullopt;
}

Result<fs::path> RecordFiles::existing_folder() {
  TOPTILE_TRY(const auto folder, this->folder());
  if (!folder)
    return Error{
        name() +
        ": nothing says where the record files of this league are: tell it with toptile league compact"};
  struct stat status {};
  if (::stat(folder->c_str(), &status) == 0 && S_ISDIR(status.st_mode)) return *folder;
  const std::string shown = printable(folder->string(), 1000);
  if (database().file().empty())
    return Error{
        fmt::format("{}: the records of finished sets are in this folder, which is not on this computer: run "
                    "the command where it is, or mount it here under the same name",
                    shown)};
  return Error{
      fmt::format("{}: this folder with the records of finished sets is missing: put it back beside the "
                  "database, or from a backup of the league",
                  shown)};
}

Result<void> RecordFiles::use_folder(const fs::path& folder) {
  if (!database().file().empty())
    return Error{fmt::format("a league in a file keeps its record files beside it, in {}",
                             printable(record_folder_of(database().file()).string(), 1000))};
  std::error_code error;
  const fs::path path = fs::weakly_canonical(fs::absolute(folder, error), error);
  const std::string shown = printable(folder.string(), 1000);
  if (error || !is_utf8(path.string()))
    return Error{shown + ": this cannot be the name of a folder for record files"};
  const bool is_new = fs::create_directories(path, error);
  if (error) return Error{fmt::format("{}: this folder cannot be made: {}", shown, error.message())};
  // Records have what only the authors of the bots shall see.
  if (is_new) fs::permissions(path, fs::perms::owner_all, error);
  TOPTILE_TRY(const auto files, list());
  for (const RecordFile& file : files) {
    const auto there = read_record_file(path, file);
    if (!there) return there.error();
  }
  return change([&](std::int64_t) { return set_setting(database(), kFolderSetting, path.string()); });
}

Result<std::vector<RecordFile>> RecordFiles::list() {
  return list("");
}

Result<std::vector<RecordFile>> RecordFiles::list(const std::string& condition) {
  std::vector<RecordFile> files;
  std::optional<Error> fault;
  TOPTILE_TRY_TO(database().query(
      fmt::format(
          "SELECT number, name, sha256, bytes, unpacked, first_seq, last_seq, sets FROM record_files {} "
          "ORDER BY number",
          condition),
      {}, [&](const SqlRow& row) {
        auto sets = parse_sets(row.text(7));
        if (!sets)
          fault = Error{fmt::format("{}: record file {}: {}", name(), row.integer(0), sets.error().message)};
        if (!sets) return;
        files.push_back({row.integer(0), std::string(row.text(1)), std::string(row.text(2)),
                         static_cast<std::uint64_t>(row.integer(3)),
                         static_cast<std::uint64_t>(row.integer(4)),
                         static_cast<std::uint64_t>(row.integer(5)),
                         static_cast<std::uint64_t>(row.integer(6)), std::move(sets).value()});
      }));
  if (fault) return *fault;
  return files;
}

Result<std::array<std::string, 2>> RecordFiles::find(std::int64_t number, SetNumber set) {
  const auto there =
      std::ranges::find(read_, number, &std::pair<std::int64_t, std::shared_ptr<const RecordLines>>::first);
  if (there != read_.end()) return there->second->find(set);
  TOPTILE_TRY(const auto folder, existing_folder());
  TOPTILE_TRY(const auto files, list(fmt::format("WHERE number = {}", number)));
  if (files.empty())
    return Error{fmt::format("{}: there is no record file {}: restore a backup", name(), number)};
  TOPTILE_TRY(auto lines, RecordLines::read(folder, files[0]));
  while (read_.size() >= kFilesInMemory) read_.pop_front();
  read_.emplace_back(number, std::make_shared<const RecordLines>(std::move(lines)));
  return read_.back().second->find(set);
}

Result<bool> RecordFiles::add(RecordFile file, std::int64_t now) {
  TOPTILE_TRY(const auto number, next_number(database(), "record_files", "number"));
  // The sets are written into the statements, because the databases have no lists of values in common.
  const std::string sets = fmt::format("({})", fmt::join(file.sets, ", "));
  const auto count = static_cast<std::int64_t>(file.sets.size());
  TOPTILE_TRY(const auto removed,
              database().execute(fmt::format("DELETE FROM records WHERE set_number IN {}", sets)));
  if (removed != count) return false;
  TOPTILE_TRY_TO(database().execute(
      "INSERT INTO record_files (number, name, sha256, bytes, unpacked, first_seq, last_seq, sets, made) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
      {sql_number(number), sql_text(file.name), sql_text(file.sha256),
       sql_number(static_cast<std::int64_t>(file.bytes)),
       sql_number(static_cast<std::int64_t>(file.unpacked)),
       sql_number(static_cast<std::int64_t>(file.first_order)),
       sql_number(static_cast<std::int64_t>(file.last_order)), sql_text(format_sets(file.sets)),
       sql_number(now)}));
  TOPTILE_TRY(const auto noted,
              database().execute(
                  fmt::format("UPDATE played SET record_file = {} WHERE set_number IN {}", number, sets)));
  return noted == count;
}

Result<void> RecordFiles::forget_unused(std::int64_t number) {
  TOPTILE_TRY_TO(database().execute(
      "DELETE FROM record_files WHERE number = $1 AND NOT EXISTS (SELECT 1 FROM played WHERE record_file = "
      "record_files.number AND seq BETWEEN first_seq AND last_seq)",
      {sql_number(number)}));
  return success();
}

}  // namespace toptile
