// The record files of a league (league/store/record_file.h): where they are, and what the database knows of
// them.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "league/store/league_connection.h"
#include "league/store/record_file.h"

namespace toptile {

// The folder with the record files of a league in this SQLite file.
std::filesystem::path record_folder_of(const std::filesystem::path& database);

class RecordFiles : StoredPart {
 public:
  explicit RecordFiles(LeagueConnection& connection) : StoredPart(connection) {}

  // Where the files are: beside an SQLite file, or where a league in PostgreSQL was told to keep them, as it
  // is called on the computer where they were written; nullopt if it was not told.
  Result<std::optional<std::filesystem::path>> folder();
  // An error if the folder is not there. On another computer, it is not known whether the files are still
  // there.
  Result<std::filesystem::path> existing_folder();
  // Tells a league in PostgreSQL where its files are, or where they were moved to. The folder is created if
  // necessary. An error if files of the league are missing there.
  Result<void> use_folder(const std::filesystem::path& folder);

  // All that the database knows of, in their order.
  Result<std::vector<RecordFile>> list();
  // The records of a set in this file. The files that were read last stay in memory.
  Result<std::array<std::string, 2>> find(std::int64_t number, SetNumber set);

  // In a write transaction: moves the records of the file's sets out of the database, and returns whether it
  // did. It changes nothing if they are not all in the database any more; then the transaction must fail.
  Result<bool> add(RecordFile file, std::int64_t now);
  // In a write transaction: forgets the file if it has no records of a set any more.
  Result<void> forget_unused(std::int64_t number);

 private:
  Result<std::vector<RecordFile>> list(const std::string& condition);

  std::deque<std::pair<std::int64_t, std::shared_ptr<const RecordLines>>> read_;  // The latest one last.
};

}  // namespace toptile
