#include "play/best_scores.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <functional>

#include "base/descriptor.h"
#include "base/files.h"
#include "base/json_fields.h"
#include "base/utf8.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

constexpr int kVersion = 1;

Json to_json(const BestScore& score) {
  return {{"name", score.name},       {"score", score.score}, {"rules", score.rules},
          {"lexicon", score.lexicon}, {"date", score.date},   {"hints", score.hints}};
}

Result<std::vector<BestScore>> parse_scores(const std::string& text, const std::string& where) {
  TOPTILE_TRY(auto object, parse_json(text, where));
  int version = 0;
  FieldReader reader(object, where);
  reader.require("best_scores").read("best_scores", version, kVersion, kVersion);
  const Json* list = reader.require("scores").read_any("scores");
  TOPTILE_TRY_TO(reader.finish());
  if (!list->is_array()) return Error{where + ": scores: expected a list"};
  std::vector<BestScore> scores;
  for (const Json& item : *list) {
    BestScore score;
    FieldReader item_reader(item, fmt::format("{}: score {}", where, scores.size() + 1));
    item_reader.require("name").read("name", score.name).require("rules").read("rules", score.rules);
    item_reader.require("score").read("score", score.score, INT32_MIN, INT32_MAX);
    item_reader.require("lexicon").read("lexicon", score.lexicon).require("date").read("date", score.date);
    item_reader.require("hints").read("hints", score.hints, 0, INT32_MAX);
    TOPTILE_TRY_TO(item_reader.finish());
    scores.push_back(std::move(score));
  }
  return scores;
}

bool is_of_same_game(const BestScore& a, const BestScore& b) {
  return a.rules == b.rules && a.lexicon == b.lexicon;
}

// Gives the file a name that is not in use: best_scores.json.unreadable, ….unreadable-2, …
Result<fs::path> set_aside(const fs::path& file) {
  for (int number = 1;; ++number) {
    fs::path aside = file;
    aside += number == 1 ? ".unreadable" : fmt::format(".unreadable-{}", number);
    if (fs::exists(aside)) continue;
    std::error_code error;
    fs::rename(file, aside, error);
    if (error)
      return Error{fmt::format("{}: this file cannot be renamed: {}", file.string(), error.message())};
    return aside;
  }
}

}  // namespace

Result<fs::path> best_scores_file() {
  if (const auto folder = user_data_folder()) return *folder / "best_scores.json";
  return Error{"best scores are not kept: neither XDG_DATA_HOME nor HOME names a folder"};
}

Result<BestScores> add_best_score(const fs::path& file, const BestScore& score) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  if (error)
    return Error{
        fmt::format("{}: this folder cannot be made: {}", file.parent_path().string(), error.message())};
  // The lock keeps both scores of two games that end at the same time.
  const fs::path lock_file = file.string() + ".lock";
  const UniqueDescriptor lock(::open(lock_file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!lock.is_open() || ::flock(lock.number(), LOCK_EX) != 0)
    return Error{
        fmt::format("{}: this file cannot be written: {}", lock_file.string(), std::strerror(errno))};

  BestScores result;
  std::vector<BestScore> all;
  if (fs::exists(file)) {
    TOPTILE_TRY(auto text, read_file(file));
    auto parsed = parse_scores(text, file.string());
    if (parsed) {
      all = std::move(parsed).value();
    } else {
      TOPTILE_TRY(auto aside, set_aside(file));
      result.remark = fmt::format("the best scores so far cannot be read, and are kept in {}: {}",
                                  aside.string(), parsed.error().message);
    }
  }
  std::ranges::stable_sort(all, std::greater(), &BestScore::score);
  // The score comes after earlier ones with the same points.
  const auto is_not_better = [&](const BestScore& other) { return other.score < score.score; };
  const auto inserted = all.insert(std::ranges::find_if(all, is_not_better), score);
  const auto place = inserted - all.begin();
  std::vector<BestScore> kept;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto before =
        std::ranges::count_if(kept, [&](const BestScore& other) { return is_of_same_game(other, all[i]); });
    if (static_cast<std::size_t>(before) == kBestScoresKept) continue;
    kept.push_back(all[i]);
    if (!is_of_same_game(all[i], score)) continue;
    result.list.push_back(all[i]);
    if (static_cast<std::ptrdiff_t>(i) == place) result.place = static_cast<int>(result.list.size());
  }
  Json scores = Json::array();
  for (const BestScore& each : kept) scores.push_back(to_json(each));
  if (auto written =
          replace_file(file, json_text(Json{{"best_scores", kVersion}, {"scores", scores}}, 2) + "\n");
      !written)
    return written.error();
  return result;
}

std::vector<std::string> best_score_lines(const BestScores& scores) {
  std::vector<std::string> lines = {"Best scores:"};
  for (std::size_t i = 0; i < scores.list.size(); ++i) {
    const BestScore& score = scores.list[i];
    lines.push_back(fmt::format("{}{:>2}. {:>4}  {}  {}{}",
                                static_cast<int>(i) + 1 == scores.place ? ">" : " ", i + 1, score.score,
                                printable(score.date), printable(score.name),
                                score.hints > 0 ? fmt::format(", hints: {}", score.hints) : ""));
  }
  if (!scores.remark.empty()) lines.push_back(scores.remark);
  return lines;
}

}  // namespace toptile
