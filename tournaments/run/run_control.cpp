#include "tournaments/run/run_control.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>

#include "base/files.h"
#include "base/json_fields.h"
#include "base/utf8.h"
#include "base/words.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/run_files.h"
#include "tournaments/run/run_folder.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kLookEvery{50};
constexpr std::uint64_t kMaxBytes = 64 << 10;
constexpr std::uint64_t kMaxWishes = 1'000'000'000;

fs::path wish_file(const RunPaths& paths) {
  return paths.folder / "control.json";
}

fs::path state_file(const RunPaths& paths) {
  return paths.folder / "state.json";
}

Json to_json(const RunWish& wish) {
  Json json = {{"number", wish.number}, {"mode", name_of(wish.mode)}};
  if (wish.concurrency) json["concurrency"] = *wish.concurrency;
  return json;
}

Json to_json(const RunState& state) {
  return {{"mode", name_of(state.mode)},
          {"concurrency", state.concurrency},
          {"games_in_play", state.in_play},
          {"follows", state.follows}};
}

Result<RunWish> wish_of(const std::string& text, const std::string& file) {
  TOPTILE_TRY(const Json object, parse_json(text, file));
  RunWish wish;
  int concurrency = 0;
  FieldReader reader(object, JsonPlace::of_text(text, file));
  reader.require("number").read("number", wish.number);
  reader.require("mode").read_name("mode", wish.mode, RunMode::stopping);
  reader.read("concurrency", concurrency, 1, kMaxGamesAtOnce);
  if (wish.number > kMaxWishes) reader.fail("number", "this is too large a number");
  TOPTILE_TRY_TO(reader.finish());
  if (concurrency > 0) wish.concurrency = concurrency;
  return wish;
}

Result<RunState> state_of(const std::string& text, const std::string& file) {
  TOPTILE_TRY(const Json object, parse_json(text, file));
  RunState state;
  FieldReader reader(object, JsonPlace::of_text(text, file));
  reader.require("mode").read_name("mode", state.mode, RunMode::stopping);
  reader.require("concurrency").read("concurrency", state.concurrency, 0, kMaxGamesAtOnce);
  reader.require("games_in_play").read("games_in_play", state.in_play, 0, INT32_MAX);
  reader.require("follows").read("follows", state.follows);
  TOPTILE_TRY_TO(reader.finish());
  return state;
}

// The content of the file; nullopt if it does not exist.
Result<std::optional<std::string>> content_of(const RunPaths& paths, const fs::path& file) {
  TOPTILE_TRY(const auto found, files_of(paths).look_for(file.filename()));
  if (!found) return std::optional<std::string>();
  TOPTILE_TRY(auto text, files_of(paths).read(file.filename(), kMaxBytes));
  return std::optional(std::move(text));
}

Result<std::optional<RunState>> read_state(const RunPaths& paths) {
  TOPTILE_TRY(const auto text, content_of(paths, state_file(paths)));
  if (!text) return std::optional<RunState>();
  TOPTILE_TRY(const auto state, state_of(*text, state_file(paths).string()));
  return std::optional(state);
}

std::string games_words(int games) {
  return games == 1 ? "the game in play is" : fmt::format("the {} games in play are", games);
}

std::string words_of(const RunState& state, const RunPaths& paths) {
  switch (state.mode) {
    case RunMode::playing:
      return fmt::format("{} game{} at once", state.concurrency, state.concurrency == 1 ? "" : "s");
    case RunMode::paused:
      return state.in_play > 0 ? fmt::format("pausing when {} over", games_words(state.in_play))
                               : fmt::format("paused; to resume it: toptile resume {}",
                                             printable(shell_word(paths.folder.string())));
    case RunMode::finishing:
      if (state.in_play == 0) break;
      return fmt::format("stopping when {} over; Ctrl-C stops at once", games_words(state.in_play));
    case RunMode::stopping:
      break;
  }
  return "stopping";
}

Error unplayed_fault(const RunPaths& paths) {
  const std::string folder = paths.folder.string();
  const auto run = read_run(paths);
  if (run && run.value().is_finished) {
    return {fmt::format("{}: this run is finished, with {}, and no program plays it", folder,
                        counted(run.value().results.size(), "game"))};
  }
  return {fmt::format("{}: this run is not being played; to resume it: toptile tournament --resume {}",
                      folder, shell_word(folder))};
}

}  // namespace

std::string_view name_of(RunMode mode) {
  constexpr std::array<std::string_view, 4> kNames = {"playing", "paused", "finishing", "stopping"};
  return kNames[static_cast<std::size_t>(mode)];
}

void forget_wishes(const RunPaths& paths) {
  std::error_code ignored;
  fs::remove(wish_file(paths), ignored);
  fs::remove(state_file(paths), ignored);
}

RunControl::RunControl(const RunPaths& paths, int concurrency) : paths_(paths) {
  state_.concurrency = concurrency;
  written_ = told_ = state_;
}

RunControl::~RunControl() {
  forget_wishes(paths_);
}

Result<std::optional<RunWish>> RunControl::new_wish() {
  TOPTILE_TRY(const auto text, content_of(paths_, wish_file(paths_)));
  if (!text || *text == read_) return std::optional<RunWish>();
  read_ = *text;
  TOPTILE_TRY(const auto wish, wish_of(*text, wish_file(paths_).string()));
  return std::optional(wish);
}

std::optional<Remark> RunControl::follow(Runner& runner, bool finishes) {
  const auto wish = new_wish();
  std::string fault = wish ? "" : wish.error().message;
  if (wish && wish.value() && wish.value()->number > state_.follows) {
    state_.follows = wish.value()->number;
    state_.mode =
        std::max(wish.value()->mode, state_.mode >= RunMode::finishing ? state_.mode : RunMode::playing);
    state_.concurrency = wish.value()->concurrency.value_or(state_.concurrency);
  }
  if (finishes) state_.mode = std::max(state_.mode, RunMode::finishing);
  if (state_.mode >= RunMode::finishing) runner.finish();
  runner.play_at_once(state_.mode == RunMode::paused ? 0 : state_.concurrency);
  state_.in_play = state_.mode == RunMode::playing ? 0 : runner.in_play();
  return news(std::move(fault));
}

std::optional<Remark> RunControl::news(std::string fault) {
  // If this fails, a waiting program waits longer, and the games continue.
  if (written_ != state_ && replace_file(state_file(paths_), json_line(to_json(state_)), Readers::owner))
    written_ = state_;
  if (fault != fault_ && !fault.empty()) {
    fault_ = fault;
    return Remark{"control", fault + "; nothing is changed", {{"fault", fault}}};
  }
  const bool is_as_told = state_.mode == told_.mode && state_.concurrency == told_.concurrency &&
                          state_.is_reached() == told_.is_reached();
  if (is_as_told) return std::nullopt;
  told_ = state_;
  Json facts = to_json(state_);
  facts.erase("follows");
  return Remark{"control", words_of(state_, paths_), std::move(facts)};
}

bool is_played(const RunPaths& paths) {
  const auto lock = files_of(paths).open("lock");
  return lock && ::flock(lock.value().number(), LOCK_SH | LOCK_NB) != 0;
}

Result<RunWish> wish(const RunPaths& paths, const std::function<void(RunWish&)>& change) {
  TOPTILE_TRY_TO(read_run_plan(paths));
  if (!is_played(paths)) return unplayed_fault(paths);
  TOPTILE_TRY(const auto state, read_state(paths));
  RunWish wish = state ? RunWish{state->follows, state->mode, std::nullopt} : RunWish();
  // A wish that the program has not read yet is still in force.
  if (const auto text = content_of(paths, wish_file(paths)); text && text.value()) {
    const auto last = wish_of(*text.value(), wish_file(paths).string());
    if (last && last.value().number > wish.number) wish = last.value();
  }
  ++wish.number;
  change(wish);
  TOPTILE_TRY_TO(replace_file(wish_file(paths), json_line(to_json(wish)), Readers::owner));
  return wish;
}

std::optional<RunState> wait_for(const RunPaths& paths, const RunWish& wish, const std::stop_token& stop,
                                 const std::function<void(const RunState&)>& tell) {
  std::mutex mutex;
  std::condition_variable_any stopped;
  std::unique_lock lock(mutex);
  std::optional<RunState> told;
  while (!stop.stop_requested() && is_played(paths)) {
    const auto state = read_state(paths);
    if (state && state.value() && state.value()->follows >= wish.number) {
      if (state.value()->is_reached()) return state.value();
      if (told != state.value()) tell(*state.value());
      told = state.value();
    }
    stopped.wait_for(lock, stop, kLookEvery, [] { return false; });
  }
  return std::nullopt;
}

}  // namespace toptile
