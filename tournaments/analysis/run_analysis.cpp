#include "tournaments/analysis/run_analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "protocol/record_log.h"
#include "protocol/replay.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

// The other games may not get so far ahead of a slow one that their results fill the memory.
constexpr std::uint64_t kMaxAhead = 16;
constexpr std::chrono::seconds kPause{1};

Error in_game(const RunPaths& paths, GameNumber id, const std::string& what) {
  return {fmt::format("{}: game {}: {}; see: toptile verify", paths.games().string(), id, what)};
}

// The outcome of a record: the game if it is selected.
using Outcome = Result<std::optional<AnalyzedGame>>;

class Analysts {
 public:
  Analysts(const AnalysisRequest& request, const AnalysisTable& table, const RunAnalysis& analysis,
           LogReader log)
      : request_(request),
        table_(table),
        analysis_(analysis),
        log_(std::move(log)),
        follow_(request.stop, [this] { stop_.request_stop(); }) {
    request_.stop = stop_.get_token();
  }
  ~Analysts() { stop_.request_stop(); }  // Makes the threads end.
  Analysts(const Analysts&) = delete;
  Analysts& operator=(const Analysts&) = delete;

  Result<bool> work() {
    for (int i = 0; i < analysis_.concurrency; ++i) workers_.emplace_back([this] { ask_on(); });
    for (std::uint64_t number = 0; number < analysis_.games.records; ++number) {
      auto outcome = await(number);
      if (!outcome) return false;
      if (!*outcome) {
        if (request_.stop.stop_requested()) return false;
        return outcome->error();
      }
      auto& game = outcome->value();
      if (!game) continue;
      TOPTILE_TRY_TO(analysis_.visit(std::move(*game)));
      analysis_.pause();
    }
    return true;
  }

 private:
  // The outcome of the record with this number, from 0; nullopt if the analysis is stopped.
  std::optional<Outcome> await(std::uint64_t number) {
    std::unique_lock lock(mutex_);
    taken_ = number;
    changed_.notify_all();
    while (true) {
      if (const auto found = done_.find(number); found != done_.end()) {
        std::optional<Outcome> outcome(std::move(found->second));
        done_.erase(found);
        return outcome;
      }
      if (request_.stop.stop_requested()) return std::nullopt;
      if (changed_.wait_for(lock, request_.stop, kPause, [&] { return done_.contains(number); })) continue;
      lock.unlock();
      analysis_.pause();
      lock.lock();
    }
  }

  void ask_on() {
    while (true) {
      std::uint64_t number = 0;
      const auto line = next_line(number);
      if (!line) return;
      Outcome outcome = *line ? ask_about(line->value()) : Outcome(line->error());
      const std::lock_guard lock(mutex_);
      done_.emplace(number, std::move(outcome));
      changed_.notify_all();
    }
  }

  // The next record's line and its number, from 0, or why it cannot be read. nullopt if there are no more
  // records, or if the analysis is stopped.
  std::optional<Result<std::string>> next_line(std::uint64_t& number) {
    std::unique_lock lock(mutex_);
    const std::uint64_t ahead = kMaxAhead * static_cast<std::uint64_t>(analysis_.concurrency);
    changed_.wait(lock, request_.stop, [&] { return given_ < taken_ + ahead; });
    if (request_.stop.stop_requested() || given_ == analysis_.games.records) return std::nullopt;
    number = given_++;
    const auto line = log_.next();
    if (!line) return line.error();
    if (!line.value()) {
      const std::string file = analysis_.paths.games().string();
      return Error{fmt::format("{}: the file was changed while it was read", file)};
    }
    return Result<std::string>(std::string(*line.value()));
  }

  Outcome ask_about(const std::string& line) {
    auto parsed = parse_record(line);
    if (!parsed) return in_context(analysis_.paths.games().string(), parsed.error());
    const GameRecord& record = parsed.value();
    if (!analysis_.selection.has_one_of(record.players)) return std::optional<AnalyzedGame>();
    if (const auto difference = find_difference(record, table_.rules, table_.lexicon))
      return in_game(analysis_.paths, record.id, *difference);
    AnalyzedGame game{.id = record.id, .players = record.players, .turns = {}, .fault = {}};
    const auto wants = [&](int, Seat seat) { return analysis_.selection.has(record.players[seat]); };
    const auto keep = [&](TurnOpinion&& turn) {
      turn.keep_telling_infos();
      game.turns.push_back(std::move(turn));
    };
    TOPTILE_TRY(game.fault, analyze_game(request_, table_, record, wants, keep));
    return std::optional(std::move(game));
  }

  AnalysisRequest request_;
  const AnalysisTable& table_;
  const RunAnalysis& analysis_;
  std::stop_source stop_;

  std::mutex mutex_;  // Guards the members up to the next empty line.
  std::condition_variable_any changed_;
  LogReader log_;
  // The number of records that workers have got, and of those that are no longer awaited.
  std::uint64_t given_ = 0, taken_ = 0;
  std::map<std::uint64_t, Outcome> done_;

  const std::stop_callback<std::function<void()>> follow_;
  std::vector<std::jthread> workers_;  // The last member, because the threads use all of the above.
};

}  // namespace

bool RunSelection::has(const std::string& player) const {
  return players.empty() || std::ranges::find(players, player) != players.end();
}

bool RunSelection::has_one_of(const std::vector<std::string>& in_seat_order) const {
  return std::ranges::any_of(in_seat_order, [&](const std::string& player) { return has(player); });
}

Result<CheckedGames> check_games(const RunPaths& paths, const Plan& plan, const Lexicon& lexicon,
                                 const RunSelection& selection) {
  CheckedGames games;
  RunReading reading(plan);
  TOPTILE_TRY_TO(for_each_record(paths.games(), [&](std::uint64_t, GameRecord&& record) -> Result<void> {
    TOPTILE_TRY_TO(reading.tell(record));
    if (const auto difference = find_difference(record, plan.rules, lexicon))
      return Error{fmt::format("game {}: {}; see: toptile verify", record.id, *difference)};
    ++games.records;
    if (selection.has_one_of(record.players)) ++games.chosen;
    return success();
  }));
  return games;
}

Result<bool> analyze_run(const AnalysisRequest& request, const AnalysisTable& table,
                         const RunAnalysis& analysis) {
  TOPTILE_TRY(auto log, LogReader::open(analysis.paths.games()));
  Analysts analysts(request, table, analysis, std::move(log));
  return analysts.work();
}

}  // namespace toptile
