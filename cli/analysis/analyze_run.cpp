#include "cli/analysis/analyze_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>

#include "base/parallel.h"
#include "base/utf8.h"
#include "base/words.h"
#include "cli/analysis/opinion_text.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/table.h"
#include "cli/terminal/terminal.h"
#include "cli/watch/plain_view.h"
#include "cli/watch/tournament_text.h"
#include "protocol/lexicon_file.h"
#include "tournaments/analysis/run_analysis.h"
#include "tournaments/run/run_files.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

using std::chrono::steady_clock;

// A bot that answers nothing in so many games, one after the other, will not answer in the others.
constexpr int kMaxSilentGames = 5;
constexpr std::size_t kMaxFaultsTold = 20;
constexpr int kMaxOfSentence = 300;
constexpr std::size_t kMaxFaultBytes = 2000;

// A game that the bot did not answer to its end.
struct BrokenGame {
  GameNumber game{};
  std::string player;
  int turn = 0;
  FaultKind kind{};
  std::string text, position;
};

std::string fault_text(const BrokenGame& broken) {
  return fmt::format("game {}, turn {} ({} to move): {}: {}", broken.game, broken.turn,
                     printable(broken.player), name_of(broken.kind), printable(broken.text, kMaxOfSentence));
}

// Collects the results of one game after the other, and prints the progress on stderr.
class Findings {
 public:
  Findings(const RunView& view, const std::string& bot, const CheckedGames& checked, FaultLog& log)
      : view_(view), bot_(bot), checked_(checked), log_(log), costly_(view.most, view.measure) {}

  Result<void> add(AnalyzedGame&& game) {
    ++games_;
    for (const TurnOpinion& turn : game.turns) {
      const std::string& player = game.players[turn.seat];
      ++turns_;
      totals_[player].add(turn);
      costly_.add(game.id, player, turn);
    }
    if (game.fault) return add_fault(game);
    silent_ = 0;
    return success();
  }

  void tell_progress() {
    const auto elapsed = steady_clock::now() - begin_;
    if (view_.quiet || elapsed < next_) return;
    std::string text = fmt::format("{} of {} games", games_, checked_.chosen);
    if (games_ > 0) {
      const double left = static_cast<double>(checked_.chosen - games_) / static_cast<double>(games_);
      const auto seconds = std::chrono::duration<double>(elapsed).count() * left;
      text += fmt::format(", {} to go", clock_text(static_cast<long>(seconds)));
    }
    if (!broken_.empty()) text += fmt::format(", {} broken off", broken_.size());
    fmt::print(stderr, "{}\n", text);
    next_ = elapsed + pause_after(elapsed);
  }

  // The error if the bot gave no opinion at all.
  Result<void> outcome() const {
    if (turns_ > 0 || broken_.empty()) return success();
    return silence();
  }

  void print_text(const Plan& plan, const AnalysisRequest& request) {
    print(fmt::format("{}: {} game{}, as {} sees {} in {} ms a move\n\n",
                      shown_path(view_.paths.folder.string()), games_, games_ == 1 ? "" : "s", bot_,
                      games_ == 1 ? "it" : "them", request.move_time.count()));
    print(moves_text() + "\n" + totals_text(plan) + broken_text());
  }

  void print_json(const Plan& plan, bool is_finished) {
    for (const CostlyMove& move : costly_.take()) {
      Json json{{"event", "move"}};
      json.update(turn_to_json(move.turn, move.game, move.player));
      json["opinion"].erase("ms");
      print(json_line(json));
    }
    for (const BrokenGame& broken : broken_) {
      print(json_line({{"event", "fault"},
                       {"game", static_cast<std::uint64_t>(broken.game)},
                       {"turn", broken.turn},
                       {"player", broken.player},
                       {"position", broken.position},
                       {"fault", name_of(broken.kind)},
                       {"text", broken.text}}));
    }
    for (const auto& [player, total] : totals_of(plan)) {
      print(json_line({{"event", "total"},
                       {"player", player},
                       {"turns", total.turns},
                       {"same", total.same},
                       {"illegal", total.illegal},
                       {"lost", total.points_lost},
                       {"turns_with_points", total.turns_with_points},
                       {"score_lost", total.score_lost},
                       {"turns_with_score", total.turns_with_score}}));
    }
    print(json_line({{"event", "end"},
                     {"finished", is_finished},
                     {"games", games_},
                     {"games_chosen", checked_.chosen},
                     {"turns", turns_},
                     {"costly", costly_.lossy()},
                     {"broken_off", broken_.size()},
                     {"stderr", log_.has_sections() ? Json(log_.file().string()) : Json(nullptr)}}));
  }

  std::uint64_t games() const { return games_; }
  bool has_broken() const { return !broken_.empty(); }

 private:
  Result<void> add_fault(const AnalyzedGame& game) {
    const AnalysisFault& fault = game.fault->fault;
    broken_.push_back({game.id, game.players[game.fault->seat], game.fault->turn, fault.kind,
                       clean_text(fault.text, kMaxFaultBytes), fault.position});
    const BrokenGame& broken = broken_.back();
    const std::string where = fmt::format("game {}, turn {}, seat {} ({})", broken.game, broken.turn,
                                          game.fault->seat, broken.player);
    if (!is_log_lost_) {
      if (const auto kept = log_.add(where, fault); !kept) {
        complain(in_context("what the bot wrote on stderr is lost", kept.error()));
        is_log_lost_ = true;
      }
    }
    if (!view_.quiet && broken_.size() <= kMaxFaultsTold) fmt::print(stderr, "{}\n", fault_text(broken));
    if (!view_.quiet && broken_.size() == kMaxFaultsTold + 1)
      fmt::print(stderr, "more games that break off are counted, and listed at the end\n");
    silent_ = game.turns.empty() ? silent_ + 1 : 0;
    if (silent_ < kMaxSilentGames) return success();
    return silence();
  }

  Error silence() const {
    const BrokenGame& last = broken_.back();
    std::string text = fmt::format("bot {}: {}: {}; it answered nothing in {} games in a row", bot_,
                                   name_of(last.kind), printable(last.text, kMaxOfSentence), silent_);
    if (silent_ == 1) text = fmt::format("bot {}: {}: {}", bot_, name_of(last.kind), last.text);
    if (log_.has_sections()) text += fmt::format("; what it wrote on stderr is in {}", log_.file().string());
    return {text};
  }

  std::string moves_text() {
    const bool is_points = view_.measure == LossMeasure::points;
    const std::string_view what = is_points ? "points" : "of the bot's own score";
    if (costly_.lossy() == 0 && is_points) return "No move lost points.\n";
    const auto has_score = [](const auto& total) { return total.second.turns_with_score > 0; };
    if (costly_.lossy() == 0 && !std::ranges::any_of(totals_, has_score))
      return "The bot told no score of its own for both moves in any turn; a longer --movetime may help.\n";
    if (costly_.lossy() == 0)
      return "No move lost any of the bot's own score, as far as it told one for both moves.\n";
    const std::vector<CostlyMove> moves = costly_.take();
    if (moves.empty()) return fmt::format("Moves that lost {}: {}\n", what, costly_.lossy());
    std::string text = fmt::format("The {} that lost most {}, of {}:\n\n",
                                   moves.size() == 1 ? "move" : fmt::format("{} moves", moves.size()), what,
                                   costly_.lossy());
    text += " game turn  " + turn_cells_text({});
    for (const CostlyMove& move : moves) {
      const Opinion& opinion = move.turn.opinion;
      text += fmt::format("{:>5} {:>4}  ", move.game, move.turn.turn);
      text += turn_cells_text({.player = move.player,
                               .played = move.turn.played,
                               .points = std::to_string(move.turn.points),
                               .its_move = opinion.move,
                               .its_points = opinion.points ? std::to_string(*opinion.points) : "",
                               .lost = fmt::format("{:+.{}f}", move.loss, is_points ? 0 : 2)});
    }
    return text;
  }

  // The players in the plan's order.
  std::vector<std::pair<std::string, LossTotal>> totals_of(const Plan& plan) const {
    std::vector<std::pair<std::string, LossTotal>> totals;
    for (const BotEntry& bot : plan.bots)
      if (const auto found = totals_.find(bot.name); found != totals_.end()) totals.emplace_back(*found);
    return totals;
  }

  std::string totals_text(const Plan& plan) const {
    const auto totals = totals_of(plan);
    const auto has = [&](std::uint64_t LossTotal::*count) {
      return std::ranges::any_of(totals, [&](const auto& total) { return total.second.*count > 0; });
    };
    const auto mean = [](double sum, std::uint64_t count, int digits) {
      return count == 0 ? std::string() : fmt::format("{:.{}f}", sum / static_cast<double>(count), digits);
    };
    const bool has_illegal = has(&LossTotal::illegal), has_score = has(&LossTotal::turns_with_score);
    TextTable table{{{"player", Align::left}, {"moves"}, {"the same"}, {"points lost"}, {"a move"}}, {}};
    if (has_illegal) table.columns.push_back({"bot illegal"});
    if (has_score) table.columns.insert(table.columns.end(), {{"score lost a move"}, {"in moves"}});
    for (const auto& [player, total] : totals) {
      table.rows.push_back({player, std::to_string(total.turns), std::to_string(total.same),
                            std::to_string(total.points_lost),
                            mean(static_cast<double>(total.points_lost), total.turns_with_points, 1)});
      std::vector<std::string>& row = table.rows.back();
      if (has_illegal) row.push_back(std::to_string(total.illegal));
      if (!has_score) continue;
      row.push_back(mean(total.score_lost, total.turns_with_score, 2));
      row.push_back(std::to_string(total.turns_with_score));
    }
    return plain_table(table, kColumns);
  }

  std::string broken_text() const {
    if (broken_.empty()) return "";
    std::string text =
        fmt::format("\nBroken off, because the bot did not answer: {} of {} games\n", broken_.size(), games_);
    for (std::size_t i = 0; i < std::min(broken_.size(), kMaxFaultsTold); ++i)
      text += "  " + fault_text(broken_[i]) + "\n";
    if (broken_.size() > kMaxFaultsTold)
      text += fmt::format("  … and {} more\n", broken_.size() - kMaxFaultsTold);
    if (log_.has_sections())
      text += fmt::format("stderr and positions  {}\n", shown_path(log_.file().string()));
    const BrokenGame& first = broken_.front();
    return text + fmt::format("one position          toptile replay {} --game {} --turn {} --position\n",
                              shown_path(shell_word(view_.paths.folder.string())), first.game, first.turn);
  }

  const RunView& view_;
  const std::string bot_;
  const CheckedGames checked_;
  FaultLog& log_;
  bool is_log_lost_ = false;
  CostlyMoves costly_;
  std::map<std::string, LossTotal> totals_;
  std::vector<BrokenGame> broken_;
  std::uint64_t games_ = 0, turns_ = 0;
  int silent_ = 0;  // The current number of games in a row without an answer.
  const steady_clock::time_point begin_ = steady_clock::now();
  steady_clock::duration next_ = pause_after({});
};

}  // namespace

Result<void> check_players(const std::vector<std::string>& players, const Plan& plan) {
  const std::vector<std::string> names = bot_names(plan.bots);
  for (const std::string& player : players)
    if (std::ranges::find(names, player) == names.end())
      return Error{"--player: " + no_such_word(fmt::format("\"{}\"", printable(player)), player, names)};
  return success();
}

Result<int> view_run(const RunView& view, const AnalysisRequest& request, FaultLog& log) {
  TOPTILE_TRY(const auto plan, read_run_plan(view.paths));
  print_notes_on_run(view.paths, plan);
  TOPTILE_TRY_TO(check_players(view.players, plan));
  TOPTILE_TRY(const auto words, load_graph_of(view.paths, plan.rules));
  const RunSelection selection{view.players};
  TOPTILE_TRY(const auto checked, check_games(view.paths, plan, words.lexicon, selection));
  const std::string folder = view.paths.folder.string();
  if (checked.chosen == 0)
    return Error{
        fmt::format("{}: {} no games yet", folder, checked.records == 0 ? "the run has" : "these bots have")};
  TOPTILE_TRY(const auto processes, AnalysisFolder::make(words.lexicon, *request.sandbox));
  Findings findings(view, request.bot.name(), checked, log);
  const RunAnalysis analysis{
      .paths = view.paths,
      .selection = selection,
      .games = checked,
      .concurrency = view.concurrency > 0 ? view.concurrency : static_cast<int>(usable_processors().size()),
      .visit = [&](AnalyzedGame&& game) { return findings.add(std::move(game)); },
      .pause = [&] { findings.tell_progress(); }};
  TOPTILE_TRY(const bool is_finished, analyze_run(request, {plan.rules, words.lexicon, processes}, analysis));
  if (is_finished) {
    TOPTILE_TRY_TO(findings.outcome());
  }
  if (view.json) {
    findings.print_json(plan, is_finished);
  } else if (findings.games() > 0) {
    findings.print_text(plan, request);
  }
  if (!is_finished) {
    fmt::print(stderr, "toptile: stopped after {} of {} games\n", findings.games(), checked.chosen);
    return kInterrupted;
  }
  return findings.has_broken() ? kNo : kDone;
}

}  // namespace toptile
