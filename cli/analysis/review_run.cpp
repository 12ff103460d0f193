#include "cli/analysis/review_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "base/parallel.h"
#include "base/text_columns.h"
#include "base/utf8.h"
#include "base/words.h"
#include "champion/review.h"
#include "cli/analysis/analyze_run.h"
#include "cli/replay/recorded_game.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/table.h"
#include "cli/terminal/terminal.h"
#include "cli/watch/plain_view.h"
#include "cli/watch/tournament_text.h"
#include "tournaments/report/report_data.h"
#include "tournaments/review/review_summary.h"
#include "tournaments/run/run_files.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

using std::chrono::steady_clock;

constexpr double kNormal95 = 1.96;

std::string without_end_blanks(std::string text) {
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

std::string percent(double share, int digits = 1) {
  return fmt::format("{:.{}f}", 100 * share, digits);
}

// "53.4 ±2.4 %", without the interval if nothing was left to chance.
std::string chance_text(const ReviewEstimate& chance) {
  const std::string mean = percent(chance.mean);
  return chance.error == 0 ? mean + " %" : fmt::format("{} ±{} %", mean, percent(kNormal95 * chance.error));
}
std::string points_text(const ReviewEstimate& points, bool is_signed = true) {
  const std::string mean =
      is_signed ? fmt::format("{:+.1f}", points.mean) : fmt::format("{:.1f}", points.mean);
  return points.error == 0 ? mean : fmt::format("{} ±{:.1f}", mean, kNormal95 * points.error);
}

std::string mean_text(const MeanWithInterval& mean, double factor, int digits, bool is_signed = false) {
  const double value = factor * mean.mean;
  std::string text =
      is_signed ? fmt::format("{:+.{}f}", value, digits) : fmt::format("{:.{}f}", value, digits);
  if (mean.half) text += fmt::format(" ±{:.{}f}", factor * *mean.half, digits);
  return text;
}

std::string games_text(std::uint64_t games) {
  return counted(games, "game");
}

// Prints the progress of a review on stderr, less and less often.
class Progress {
 public:
  void tell(const ReviewProgress& progress) {
    const auto elapsed = steady_clock::now() - begin_;
    const std::uint64_t done = progress.before + progress.reviewed;
    if (done == progress.chosen || elapsed < (progress.chosen == 1 ? next_turns_ : next_)) return;
    const std::string turns = fmt::format("{} of {} turns", progress.turns_done, progress.turns_now);
    std::string text = fmt::format("{} of {} games reviewed", done, progress.chosen);
    if (progress.chosen == 1) {
      text = turns + " reviewed";
    } else if (progress.turns_now > 0) {
      text += fmt::format(", and {} of the next", turns);
    }
    if (const double games = games_reviewed(progress); games > 0) {
      const double all = static_cast<double>(progress.chosen - progress.before);
      const double seconds = std::chrono::duration<double>(elapsed).count() * (all - games) / games;
      text += fmt::format(", {} to go", clock_text(static_cast<long>(seconds)));
    }
    fmt::print(stderr, "{}\n", text);
    next_ = elapsed + pause_after(elapsed);
    next_turns_ = elapsed + std::max<steady_clock::duration>(kTurnsPause, elapsed / 5);
  }

 private:
  // A person who has just played a game waits for this.
  static constexpr std::chrono::seconds kTurnsPause{2};

  // The number of games reviewed since the start. If there is only one game, its reviewed turns count as a
  // fraction.
  static double games_reviewed(const ReviewProgress& progress) {
    if (progress.chosen - progress.before > 1 || progress.turns_now == 0)
      return static_cast<double>(progress.reviewed);
    return static_cast<double>(progress.turns_done) / static_cast<double>(progress.turns_now);
  }

  const steady_clock::time_point begin_ = steady_clock::now();
  steady_clock::duration next_ = pause_after({}), next_turns_ = kTurnsPause;
};

// The command that completes a review.
std::string command_of(const ReviewView& view) {
  std::string command = "toptile analyze " + shown_path(shell_word(view.paths.folder.string()));
  if (view.game) command += fmt::format(" --game {}", *view.game);
  if (view.turn) command += fmt::format(" --turn {}", *view.turn);
  for (const std::string& player : view.players)
    command += fmt::format(" --player {}", shell_word(printable(player)));
  const ReviewView usual{.paths = view.paths};
  if (view.most != usual.most) command += fmt::format(" --most {}", view.most);
  if (view.nodes != usual.nodes) command += fmt::format(" --nodes {}", view.nodes);
  if (view.concurrency != usual.concurrency) command += fmt::format(" --concurrency {}", view.concurrency);
  if (view.json) command += " --json";
  if (view.quiet) command += " --quiet";
  return command;
}

std::string move_line(const ReviewedMove& move, char mark) {
  return without_end_blanks(fmt::format("    {} {} {:>4}   {}  {}\n", mark, fitted_to(move.move, 20),
                                        move.points, padded_before(chance_text(move.chance), 14),
                                        padded_before(points_text(move.spread), 15)));
}

std::string turn_text(const ReviewedTurn& turn, const std::string& player) {
  std::string text = fmt::format("{:>4}  {}: {} for {}: {}", turn.turn, cut_to_columns(printable(player), 24),
                                 turn.played.move, turn.played.points, name_of(turn.grade));
  if (turn.is_exact) text += " (exact)";
  text += "\n";
  const bool is_best = turn.grade == Grade::best;
  if (!is_best)
    text += fmt::format("      loses {} and {} points\n", chance_text(turn.loss_of_chance),
                        points_text(turn.loss_of_spread, false));
  if (turn.luck) text += fmt::format("      luck of the draw {} points\n", points_text(*turn.luck));
  bool is_listed = is_best;
  for (std::size_t i = 0; i < turn.best.size(); ++i) {
    const bool is_played = turn.best[i].move == turn.played.move;
    is_listed = is_listed || is_played;
    text += move_line(is_played ? turn.played : turn.best[i], is_played ? '>' : ' ');
  }
  if (!is_listed) text += move_line(turn.played, '>');
  return text;
}

// The game to show. An error if it, or the requested part of it, does not exist.
Result<GameRecord> chosen_game(const ReviewView& view) {
  TOPTILE_TRY(auto record, find_game(view.paths, GameNumber{*view.game}));
  const RunSelection selection{view.players};
  if (!selection.has_one_of(record.players))
    return Error{fmt::format("--player {}: this game is {}", fmt::join(view.players, ", "),
                             fmt::join(record.players, " against "))};
  const int turns = static_cast<int>(record.turns.size());
  if (view.turn && *view.turn > turns)
    return Error{fmt::format("--turn {}: the game has turns 1 to {}", *view.turn, turns)};
  if (auto fault = opening_turn_fault(record, view.turn.value_or(0))) return *std::move(fault);
  return record;
}

// The text in place of a review for games with one seat.
std::string of_one_seat(const RunPaths& paths) {
  return fmt::format(
      "A review says what each move lost in chance to win, and a single player has\nno opponent. To compare "
      "the moves with those of a bot:\n  toptile analyze champion {}\n",
      shown_path(shell_word(paths.folder.string())));
}

Result<int> view_one_game(const ReviewView& view, const GameRecord& record, const GameReviews& reviews) {
  const GameNumber id = record.id;
  const auto found = reviews.find(id);
  if (found == reviews.end())
    return Error{fmt::format("{}: its review is gone", view.paths.reviews().string())};
  const GameReview& review = found->second;
  if (!view.json && record.players.size() < 2) {
    print(of_one_seat(view.paths));
    return kDone;
  }
  if (!view.json) {
    print(fmt::format("Game {}: {}, reviewed with {} nodes a turn\n", id,
                      fmt::join(record.players, " against "), review.nodes));
    print(
        "For each turn the best moves: points, chance to win, spread at the end of the\n"
        "game (±: 95 % intervals). The move that was played has a >.\n\n");
  }
  const RunSelection selection{view.players};
  std::uint64_t shown = 0;
  for (const ReviewedTurn& turn : review.turns) {
    const std::string& player = record.players[static_cast<std::size_t>(turn.seat)];
    if ((view.turn && turn.turn != *view.turn) || !selection.has(player)) continue;
    ++shown;
    if (view.json) {
      Json json{{"event", "turn"}, {"game", static_cast<std::uint64_t>(id)}, {"player", player}};
      json.update(reviewed_turn_to_json(turn));
      print(json_line(json));
    } else {
      print(turn_text(turn, player));
    }
  }
  if (shown == 0 && !view.json)
    print(view.turn ? "This turn has no review: it answers a challenge, was taken back, or its endgame\n"
                      "was not solved.\n"
                    : "No turn of this game has a review.\n");
  return kDone;
}

// The reviewed games of a run that the view covers.
class ReviewedRun {
 public:
  ReviewedRun(const ReviewView& view, const ReadRun& run)
      : view_(view), run_(run), selection_{view.players}, summary_(run.plan.bots.size(), view.most) {}

  void add(const GameReviews& reviews) {
    for (const GameResult& result : run_.results) {
      const auto review = reviews.find(GameNumber{result.id});
      if (review == reviews.end()) continue;
      const bool is_chosen = std::ranges::any_of(result.seats(), [&](const SeatResult& seat) {
        return selection_.has(run_.plan.bots[seat.entrant].name);
      });
      if (is_chosen) summary_.add(0, review->second, result);
    }
    for (std::size_t i = 0; i < run_.plan.bots.size(); ++i) {
      if (!selection_.has(run_.plan.bots[i].name)) continue;
      BotReview bot = summary_.bot(i);
      if (bot.games > 0) bots_.emplace_back(i, std::move(bot));
    }
    for (const auto& [entrant, bot] : bots_) {
      clear_mistakes_ += bot.grades[2] + bot.grades[3] + bot.grades[4];
      for (const ClearMistake& mistake : bot.mistakes) mistakes_.emplace_back(name(entrant), mistake);
    }
    std::ranges::stable_sort(
        mistakes_, [](const auto& one, const auto& other) { return is_costlier(one.second, other.second); });
    if (mistakes_.size() > view_.most) mistakes_.resize(view_.most);
  }
  std::uint64_t games() const { return summary_.games(); }

  void print_text() const {
    if (bots_.empty()) {
      const bool is_alone =
          std::ranges::all_of(run_.results, [](const auto& game) { return game.players == 1; });
      print(is_alone ? of_one_seat(view_.paths) : "No turn of these games has a review.\n");
      return;
    }
    print(fmt::format("{}: {}, reviewed with {} nodes a turn\n\n", shown_path(view_.paths.folder.string()),
                      games_text(games()), summary_.nodes()));
    print(bots_text());
    if (const auto share = summary_.luck_share(); share && view_.players.empty())
      print(fmt::format("\nThe luck of the draw explains {} % of the variance of the final spread.\n",
                        percent(*share, 0)));
    print("\n" + mistakes_text());
  }

  void print_json(const ReviewProgress& progress) const {
    for (const auto& [player, mistake] : mistakes_) {
      Json json{{"event", "move"}, {"player", player}};
      json.update(mistake_to_json(mistake));
      print_rounded(json);
    }
    for (const auto& [entrant, bot] : bots_) {
      Json json{{"event", "bot"}, {"player", name(entrant)}};
      json.update(bot_review_to_json(bot));
      json.erase("mistakes");
      print_rounded(json);
    }
    const auto share = summary_.luck_share();
    print_rounded({{"event", "end"},
                   {"finished", progress.is_finished()},
                   {"games", games()},
                   {"games_chosen", progress.chosen},
                   {"nodes", summary_.nodes()},
                   {"luck_share", share ? Json(*share) : Json(nullptr)}});
  }

 private:
  const std::string& name(std::size_t entrant) const { return run_.plan.bots[entrant].name; }

  static void print_rounded(Json json) {
    round_numbers(json);
    print(json_line(json));
  }

  std::string bots_text() const {
    TextTable losses{{{"bot", Align::left},
                      {"accuracy"},
                      {"% of a win lost a move"},
                      {"points lost a move"},
                      {"luck a game"}},
                     {}};
    TextTable grades{
        {{"bot", Align::left}, {"moves"}, {"best"}, {"good"}, {"inaccurate"}, {"mistakes"}, {"blunders"}},
        {}};
    for (const auto& [entrant, bot] : bots_) {
      losses.rows.push_back({name(entrant), fmt::format("{:.1f}", bot.accuracy),
                             mean_text(bot.loss_of_chance, 100, 2), mean_text(bot.loss_of_spread, 1, 2),
                             mean_text(bot.luck, 1, 1, true)});
      grades.rows.push_back({name(entrant), std::to_string(bot.turns)});
      for (const std::uint64_t count : bot.grades) grades.rows.back().push_back(std::to_string(count));
    }
    return plain_table(losses, kColumns) + "\n" + plain_table(grades, kColumns);
  }

  std::string mistakes_text() const {
    if (clear_mistakes_ == 0) return "No move clearly lost 2 % of a win or more.\n";
    if (mistakes_.empty())
      return fmt::format("Moves that clearly lost 2 % of a win or more: {}\n", clear_mistakes_);
    constexpr std::size_t kName = 12, kMove = 14;
    const auto line = [](const std::string& game, const std::string& turn, const std::string& player,
                         const std::string& played, const std::string& best, const std::string& chance,
                         const std::string& points, std::string_view grade) {
      return without_end_blanks(fmt::format("{:>5} {:>4}  {} {} {} {:>6} {:>6}  {}", game, turn,
                                            fitted_to(player, kName), fitted_to(played, kMove),
                                            fitted_to(best, kMove), chance, points, grade)) +
             "\n";
    };
    std::string text = fmt::format("The {} that lost most, of {}:\n\n",
                                   mistakes_.size() == 1 ? "move" : fmt::format("{} moves", mistakes_.size()),
                                   clear_mistakes_);
    text += line("game", "turn", "player", "played", "best", "% lost", "points", "grade");
    for (const auto& [player, mistake] : mistakes_) {
      text += line(std::to_string(static_cast<std::uint64_t>(mistake.game)), std::to_string(mistake.turn),
                   player, mistake.played, mistake.best, percent(mistake.loss_of_chance),
                   fmt::format("{:.1f}", mistake.loss_of_spread), name_of(mistake.grade));
    }
    const ClearMistake& first = mistakes_.front().second;
    text += fmt::format("\none of them  toptile analyze {} --game {} --turn {}\n",
                        shown_path(shell_word(view_.paths.folder.string())), first.game, first.turn);
    return text;
  }

  const ReviewView& view_;
  const ReadRun& run_;
  const RunSelection selection_;
  ReviewSummary summary_;
  std::vector<std::pair<std::size_t, BotReview>> bots_;
  std::vector<std::pair<std::string, ClearMistake>> mistakes_;
  std::uint64_t clear_mistakes_ = 0;
};

GameReviewer champion_reviewer(const Ruleset& rules, const Lexicon& lexicon, std::uint64_t nodes) {
  const auto reviewer =
      std::make_shared<champion::Reviewer>(rules, lexicon, champion::ReviewSettings{.nodes = nodes});
  return [reviewer](const GameRecord& record, const std::function<bool()>& is_stopped,
                    const std::function<void(std::size_t)>& on_turn) {
    return reviewer->review(record, is_stopped, on_turn);
  };
}

}  // namespace

Result<ReviewProgress> review_missing(const ReviewView& view, const Plan& plan, std::stop_token stop) {
  TOPTILE_TRY(const auto words, load_graph_of(view.paths, plan.rules));
  Progress progress;
  RunReview request{
      .paths = view.paths,
      .make_reviewer = [&] { return champion_reviewer(plan.rules, words.lexicon, view.nodes); },
      .selection = {view.players},
      .nodes = view.nodes,
      .concurrency = view.concurrency > 0 ? view.concurrency : static_cast<int>(usable_processors().size()),
      .stop = std::move(stop)};
  if (view.game) request.game = GameNumber{*view.game};
  if (!view.quiet) request.tell = [&](const ReviewProgress& now) { progress.tell(now); };
  return review_run(request, plan, words.lexicon);
}

Result<int> view_reviews(const ReviewView& view, std::stop_token stop) {
  TOPTILE_TRY(const auto run, read_run(view.paths));
  print_notes_on_run(view.paths, run.plan);
  TOPTILE_TRY_TO(check_players(view.players, run.plan));
  std::optional<GameRecord> game;
  if (view.game) {
    TOPTILE_TRY(game, chosen_game(view));
  }
  TOPTILE_TRY(const auto progress, review_missing(view, run.plan, stop));
  const std::string folder = view.paths.folder.string();
  if (progress.chosen == 0 && !view.game)
    return Error{
        fmt::format("{}: {} no games yet", folder, run.results.empty() ? "the run has" : "these bots have")};
  TOPTILE_TRY(const auto reviews, read_reviews(view.paths));
  if (game && progress.is_finished()) return view_one_game(view, *game, reviews);
  if (!view.game) {
    ReviewedRun reviewed(view, run);
    reviewed.add(reviews);
    if (view.json) {
      reviewed.print_json(progress);
    } else if (reviewed.games() > 0) {
      reviewed.print_text();
    }
  }
  if (progress.is_finished()) return kDone;
  if (progress.chosen == 1) {
    fmt::print(stderr,
               "toptile: stopped before the review was finished; to review the game from its beginning:\n");
  } else {
    fmt::print(stderr, "toptile: stopped after {} of {} games; to review the others:\n",
               progress.before + progress.reviewed, progress.chosen);
  }
  fmt::print(stderr, "  {}\n", command_of(view));
  return kInterrupted;
}

}  // namespace toptile
