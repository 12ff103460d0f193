// StoredSets: the records of games, in the database packed with the first ones as dictionary, or in files.
#include <fmt/format.h>

#include "base/utf8.h"
#include "base/words.h"
#include "league/store/league_rows.h"
#include "league/store/stored_sets.h"
#include "protocol/record_log.h"
#include "tournaments/report/deflate.h"

namespace toptile {

namespace {

constexpr std::size_t kMaxDictionary = 32 << 10;  // deflate looks no further back.

bool is_dictionary(const std::string& records) {
  return records.size() <= kMaxDictionary && is_utf8(records);
}

}  // namespace

Result<void> StoredSets::find_dictionary() {
  if (dictionary_ && !dictionary_->empty()) return success();
  TOPTILE_TRY(auto kept, find_setting(database(), "record_dictionary"));
  dictionary_ = std::move(kept).value_or("");
  return dictionary_->empty() ? restore_dictionary() : success();
}

// A lost dictionary can be restored from the set whose records it consists of, because that set is packed
// without it.
Result<void> StoredSets::restore_dictionary() {
  return database().query("SELECT packed FROM records WHERE is_plain <> 0 ORDER BY set_number", {},
                          [&](const SqlRow& row) {
                            if (!dictionary_->empty()) return;
                            auto both = inflated(row.bytes(0), kMaxDictionary, "");
                            if (both && is_dictionary(both.value())) dictionary_ = std::move(both).value();
                          });
}

namespace {

std::string both_records(const RecordedSet& set) {
  return set.records[0] + "\n" + set.records[1];
}

}  // namespace

std::string StoredSets::packed_records(const RecordedSet& set) const {
  return dictionary_->empty() ? "" : deflated(both_records(set), *dictionary_);
}

// The records of the first set are the dictionary for all others, because records are similar.
Result<RowsToInsert> StoredSets::record_rows(std::span<const NewSet> sets) {
  RowsToInsert rows("INSERT INTO records (set_number, is_plain, packed) VALUES", 3);
  for (const NewSet& set : sets) {
    TOPTILE_TRY_TO(find_dictionary());  // Another worker may have stored the first set.
    const bool is_plain = dictionary_->empty();
    const std::string both = set.packed.empty() ? both_records(*set.set) : "";
    TOPTILE_TRY_TO(
        rows.add(database(), {sql_number(set.set->set), sql_number(is_plain ? 1 : 0),
                              Bytes{set.packed.empty() ? deflated(both, *dictionary_) : set.packed}}));
    if (!is_plain || !is_dictionary(both)) continue;
    dictionary_ = both;
    TOPTILE_TRY_TO(set_setting(database(), "record_dictionary", both));
  }
  return rows;
}

namespace {

struct PackedRecords {
  bool is_plain = false;  // Packed without the dictionary.
  std::string packed;
};

PackedRecords packed_records_of(const SqlRow& row, int column) {
  return {row.integer(column) != 0, std::string(row.bytes(column + 1))};
}

Result<std::array<std::string, 2>> unpacked_records(const PackedRecords& records,
                                                    const std::string& dictionary) {
  TOPTILE_TRY(const auto both,
              inflated(records.packed, 2 * kMaxRecordBytes + 1, records.is_plain ? "" : dictionary));
  const std::size_t end = both.find('\n');
  if (end == std::string::npos) return Error{"two records are expected here, but there is one"};
  return std::array{both.substr(0, end), both.substr(end + 1)};
}

Error records_are_missing() {
  return {"its records are missing"};
}

}  // namespace

Result<RecordedSet> StoredSets::recorded(SetNumber set) {
  TOPTILE_TRY(auto found, look_up(set));
  if (found) return *std::move(found);
  return Error{fmt::format("{}: set {}: there is no such set; it was not played", name(), set)};
}

Result<std::optional<RecordedSet>> StoredSets::look_up(SetNumber set) {
  TOPTILE_TRY_TO(find_dictionary());
  std::optional<Result<PlayedSet>> found;
  std::optional<PackedRecords> packed;
  std::optional<std::int64_t> file;
  TOPTILE_TRY_TO(database().query(
      fmt::format(
          "SELECT {}, is_plain, packed, record_file FROM played LEFT JOIN records USING (set_number) WHERE "
          "set_number = $1",
          kPlayedColumns),
      {sql_number(set)}, [&](const SqlRow& row) {
        found = played_of(row);
        if (!row.is_null(kPlayedColumnCount + 1)) packed = packed_records_of(row, kPlayedColumnCount);
        if (!row.is_null(kPlayedColumnCount + 2)) file = row.integer(kPlayedColumnCount + 2);
      }));
  if (!found) return std::optional<RecordedSet>();
  if (!*found) return in_context(name(), found->error());
  auto records = packed  ? unpacked_records(*packed, *dictionary_)
                 : !file ? Result<std::array<std::string, 2>>(records_are_missing())
                         : files_.find(*file, set);
  if (!records) return in_context(fmt::format("{}: set {}", name(), set), records.error());
  std::optional<RecordedSet> recorded = RecordedSet();
  static_cast<PlayedSet&>(*recorded) = found->value();
  recorded->records = std::move(records).value();
  return recorded;
}

// A row of kKeptColumns, still packed, so that for_each_records can read a batch before its visitor uses the
// connection.
struct StoredSets::KeptRow {
  std::int64_t order = 0;
  SetNumber set{};
  VersionId one{}, other{};
  std::optional<std::uint64_t> seed;
  std::optional<PackedRecords> packed;  // Empty if there are none.
  std::optional<std::int64_t> file;     // Where they are then.
};

namespace {

constexpr const char* kKeptColumns =
    "SELECT seq, set_number, one, other, is_plain, packed, seed, record_file FROM played LEFT JOIN records "
    "USING "
    "(set_number) LEFT JOIN entered USING (set_number)";

template <class KeptRow>
KeptRow kept_row_of(const SqlRow& row) {
  KeptRow kept{row.integer(0),
               SetNumber{static_cast<std::uint64_t>(row.integer(1))},
               VersionId{row.integer(2)},
               VersionId{row.integer(3)},
               {},
               {},
               {}};
  if (!row.is_null(5)) kept.packed = packed_records_of(row, 4);
  // An invalid seed becomes 0, which does not fit the records.
  if (!row.is_null(6)) kept.seed = parse_number<std::uint64_t>(row.text(6)).value_or(0);
  if (!row.is_null(7)) kept.file = row.integer(7);
  return kept;
}

}  // namespace

// An error if the record files are not there; any other error is about these records.
Result<KeptRecords> StoredSets::records_of(const KeptRow& row) {
  KeptRecords kept{row.set, row.one, row.other, row.seed, records_are_missing(), {}};
  if (row.packed) {
    kept.records = unpacked_records(*row.packed, *dictionary_);
    kept.packed = row.packed->packed;
  } else if (row.file) {
    kept.records = files_.find(*row.file, row.set);
    kept.is_file_unreadable = !kept.records.has_value();
    if (kept.is_file_unreadable) {
      TOPTILE_TRY_TO(files_.existing_folder());
    }
  }
  return kept;
}

Result<std::vector<KeptRecords>> StoredSets::records_between(SetNumber first, SetNumber last) {
  TOPTILE_TRY_TO(find_dictionary());
  std::vector<KeptRow> rows;
  TOPTILE_TRY_TO(
      database().query(fmt::format("{} WHERE set_number BETWEEN $1 AND $2 ORDER BY set_number", kKeptColumns),
                       {sql_number(first), sql_number(last)},
                       [&](const SqlRow& row) { rows.push_back(kept_row_of<KeptRow>(row)); }));
  std::vector<KeptRecords> records;
  for (const KeptRow& row : rows) {
    TOPTILE_TRY(auto kept, records_of(row));
    records.push_back(std::move(kept));
  }
  return records;
}

Result<void> StoredSets::for_each_records(const std::function<Result<void>(KeptRecords&&)>& visit) {
  constexpr int kBatch = 500;  // A visitor may use the connection, so rows are read in batches.
  TOPTILE_TRY_TO(find_dictionary());
  for (std::int64_t last = 0;;) {
    std::vector<KeptRow> rows;
    TOPTILE_TRY_TO(database().query(
        fmt::format("{} WHERE seq > $1 ORDER BY seq LIMIT {}", kKeptColumns, kBatch), {sql_number(last)},
        [&](const SqlRow& row) { rows.push_back(kept_row_of<KeptRow>(row)); }));
    if (rows.empty()) return success();
    last = rows.back().order;
    for (const KeptRow& row : rows) {
      TOPTILE_TRY(auto kept, records_of(row));
      TOPTILE_TRY_TO(visit(std::move(kept)));
    }
  }
}

// ---- Moving records to files ------------------------------------------------------

Result<std::vector<PackedSet>> StoredSets::packed_after(std::uint64_t after, int most) {
  std::vector<PackedSet> sets;
  TOPTILE_TRY_TO(database().query(
      fmt::format(
          "SELECT seq, set_number, is_plain, packed FROM played JOIN records USING (set_number) WHERE "
          "seq > $1 ORDER BY seq LIMIT {}",
          most),
      {sql_number(static_cast<std::int64_t>(after))}, [&](const SqlRow& row) {
        sets.push_back({static_cast<std::uint64_t>(row.integer(0)),
                        SetNumber{static_cast<std::uint64_t>(row.integer(1))}, row.integer(2) != 0,
                        std::string(row.bytes(3))});
      }));
  return sets;
}

Result<std::optional<std::array<std::string, 2>>> StoredSets::unpack_to_move(const PackedSet& set) {
  TOPTILE_TRY_TO(find_dictionary());
  auto records = unpacked_records({set.is_plain, set.packed}, *dictionary_);
  // The dictionary stays, so that it can be restored.
  if (!records || (set.is_plain && records.value()[0] + "\n" + records.value()[1] == *dictionary_))
    return std::optional<std::array<std::string, 2>>();
  return std::optional(std::move(records).value());
}

Result<bool> StoredSets::move_records(const RecordFile& file, const std::function<void()>& before_commit) {
  bool is_moved = true;
  const auto done = change([&](std::int64_t now) -> Result<void> {
    TOPTILE_TRY(is_moved, files_.add(file, now));
    if (!is_moved) return Error{"another process has moved or removed some of these sets"};
    before_commit();
    return success();
  });
  if (!done && is_moved) return done.error();
  return is_moved;
}

}  // namespace toptile
