#include "tournaments/review/review_log.h"

#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>

#include "base/files.h"
#include "protocol/record_log.h"
#include "tournaments/run/run_files.h"
#include "tournaments/run/run_folder.h"

namespace toptile {

Result<std::vector<MarkedRecord>> read_marks(const RunPaths& paths) {
  std::vector<MarkedRecord> records;
  TOPTILE_TRY_TO(for_each_log_line(paths.games(), [&](std::uint64_t, std::string_view line) -> Result<void> {
    TOPTILE_TRY(auto record, parse_record_without_turns(line));
    records.push_back({record.id, mark_of(line), std::move(record.players)});
    return success();
  }));
  std::ranges::sort(records, {}, &MarkedRecord::id);
  return records;
}

Result<GameReviews> read_reviews(const RunPaths& paths, const std::vector<MarkedRecord>& records) {
  GameReviews reviews;
  TOPTILE_TRY(const auto found, files_of(paths).look_for(paths.reviews().filename()));
  if (!found) return reviews;
  const auto read =
      for_each_log_line(paths.reviews(), [&](std::uint64_t, std::string_view line) -> Result<void> {
        TOPTILE_TRY(auto review, parse_review(line));
        const auto record = std::ranges::lower_bound(records, review.game, {}, &MarkedRecord::id);
        if (record == records.end() || record->id != review.game || record->mark != review.record)
          return success();
        for (const ReviewedTurn& turn : review.turns) {
          if (static_cast<std::size_t>(turn.seat) >= record->players.size())
            return Error{fmt::format("turn {}: the game has no seat {}", turn.turn, turn.seat)};
        }
        const GameNumber game = review.game;
        reviews.insert_or_assign(game, std::move(review));
        return success();
      });
  if (!read) return Error{read.error().message + "; no game depends on this file, so you may remove it"};
  return reviews;
}

Result<GameReviews> read_reviews(const RunPaths& paths) {
  TOPTILE_TRY(const auto found, files_of(paths).look_for(paths.reviews().filename()));
  if (!found) return GameReviews();
  TOPTILE_TRY(const auto records, read_marks(paths));
  return read_reviews(paths, records);
}

Result<ReviewLog> ReviewLog::open(const RunPaths& paths) {
  const std::filesystem::path file = paths.reviews();
  TOPTILE_TRY(auto log, open_for_append(file));
  if (::flock(log.number(), LOCK_EX | LOCK_NB) != 0)
    return Error{fmt::format("{}: another program is reviewing this run now; wait for it", file.string())};
  // A killed program may leave an incomplete line.
  TOPTILE_TRY(const auto whole, for_each_log_line(file, [](std::uint64_t, std::string_view) {
                return Result<void>(success());
              }));
  if (::ftruncate(log.number(), static_cast<off_t>(whole)) != 0)
    return system_error(file, "this file cannot be written");
  return ReviewLog(file, std::move(log));
}

Result<void> ReviewLog::append(const GameReview& review) {
  return write_bytes(log_.number(), file_, format_review(review) + "\n");
}

}  // namespace toptile
