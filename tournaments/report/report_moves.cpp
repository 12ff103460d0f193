#include "tournaments/report/report_parts.h"

#include <algorithm>
#include <set>

#include "referee/game/fault.h"

namespace toptile {

namespace {

std::vector<BotMoves> moves_of(std::span<const ReportRun> runs, const ReportField& field) {
  std::vector<BotMoves> moves(field.names.size());
  for (std::size_t run = 0; run < runs.size(); ++run) {
    for (const auto& [entrant, of_bot] : runs[run].details->moves)
      moves[field.entrants_of[run][entrant]].add(of_bot);
  }
  return moves;
}

double mean(std::int64_t sum, std::uint64_t count) {
  return count > 0 ? static_cast<double>(sum) / static_cast<double>(count) : 0;
}

// The number of classes up to the last one in which any bot has a move.
std::size_t classes_of(std::span<const BotMoves> moves) {
  std::size_t classes = 1;
  for (const BotMoves& bot : moves) {
    for (std::size_t i = 0; i < bot.times.size(); ++i)
      if (bot.times[i] > 0) classes = std::max(classes, i + 1);
  }
  return classes;
}

}  // namespace

Json turns_to_json(std::span<const ReportRun> runs, const ReportField& field) {
  Json by_bot = Json::array();
  for (const BotMoves& bot : moves_of(runs, field)) {
    Json means = Json::array(), counts = Json::array();
    for (const BotMoves::Turn& turn : bot.turns) {
      means.push_back(mean(turn.points, turn.count));
      counts.push_back(turn.count);
    }
    by_bot.push_back({{"mean_points", means}, {"count", counts}});
  }
  return {{"by_bot", by_bot}};
}

Json times_to_json(std::span<const ReportRun> runs, const ReportField& field) {
  const std::vector<BotMoves> moves = moves_of(runs, field);
  const auto classes = static_cast<std::ptrdiff_t>(classes_of(moves));
  Json by_bot = Json::array();
  for (const BotMoves& bot : moves) {
    Json means = Json::array();
    for (const BotMoves::Turn& turn : bot.turns) means.push_back(mean(turn.ms, turn.count));
    const Json edges(std::vector(kMoveTimeEdges.begin(), kMoveTimeEdges.begin() + classes));
    const Json counts(std::vector(bot.times.begin(), bot.times.begin() + classes));
    by_bot.push_back({{"moves", bot.moves},
                      {"total_ms", bot.total_ms},
                      {"mean_ms", bot.moves > 0 ? Json(mean(bot.total_ms, bot.moves)) : Json()},
                      {"max_ms", bot.most_ms},
                      {"lost_on_time", bot.lost_on_time},
                      {"histogram", {{"edges_ms", edges}, {"counts", counts}}},
                      {"mean_ms_by_turn", means}});
  }
  return {{"by_bot", by_bot}, {"late_games", std::ranges::count_if(field.games, &GameResult::is_late)}};
}

namespace {

// A list of at most kMaxForfeitsTold faults. It has only the first withdrawal of each bot in each run.
class FaultList {
 public:
  explicit FaultList(const ReportField& field) : field_(field) {}

  void begin_run(std::size_t run) {
    run_ = run;
    withdrawn_.clear();
  }

  void add(GameNumber game, Entrant entrant, FaultKind kind, const std::string& text,
           const ForfeitRecord* forfeit) {
    if (told_.size() == kMaxForfeitsTold) return;
    if (kind == FaultKind::withdrawn && !withdrawn_.insert(entrant).second) return;
    Json fault = {{"run", run_},
                  {"game", game},
                  {"entrant", field_.entrants_of[run_][entrant]},
                  {"reason", name_of(kind)},
                  {"text", text}};
    if (forfeit != nullptr) {
      fault["after"] = forfeit->after;
      fault["lines"] = forfeit->evidence.lines;
      fault["stderr"] = forfeit->evidence.stderr_tail;
    }
    told_.push_back(std::move(fault));
  }

  Json take() { return std::move(told_); }

 private:
  const ReportField& field_;
  std::size_t run_ = 0;
  std::set<Entrant> withdrawn_;
  Json told_ = Json::array();
};

}  // namespace

Json faults_to_json(std::span<const ReportRun> runs, const ReportField& field) {
  FaultList list(field);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    list.begin_run(i);
    if (runs[i].details) {
      for (const RecordedForfeit& told : runs[i].details->forfeits)
        list.add(told.game, told.entrant, told.forfeit.kind, told.forfeit.text, &told.forfeit);
      continue;
    }
    for (const auto& [id, game] : runs[i].forfeited)
      list.add(id, game.entrant, game.kind, game.text, nullptr);
  }
  std::int64_t count = 0;
  for (const GameResult& game : field.games) {
    if (!game.is_void())
      count += std::ranges::count(game.seats(), SeatResult::Fate::forfeited, &SeatResult::fate);
  }
  return {{"count", count}, {"told", list.take()}};
}

}  // namespace toptile
