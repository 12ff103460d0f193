// toptile analyze: a bot's opinion of all games of a run, of one game, or of a position; without a bot, the
// champion's review of a run's games.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/descriptor.h"
#include "base/utf8.h"
#include "cli/analysis/analyze_run.h"
#include "cli/analysis/opinion_text.h"
#include "cli/analysis/review_run.h"
#include "cli/flags/bot_argument.h"
#include "cli/flags/command.h"
#include "cli/flags/sandbox_flag.h"
#include "cli/flags/words_and_rules.h"
#include "cli/replay/recorded_game.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/terminal.h"
#include "protocol/replay.h"
#include "tournaments/analysis/analysis.h"
#include "tournaments/analysis/run_analysis.h"
#include "tournaments/plan/terms_json.h"
#include "tournaments/run/run_files.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

using std::chrono::milliseconds;

// A list of more moves than this would be read by nobody, and every one of them is kept in memory.
constexpr int kMaxListed = 1'000'000;

struct AnalyzeArguments {
  std::string bot, run, position;
  WordsAndRules words_and_rules;
  std::optional<std::uint64_t> game;
  std::optional<int> turn;
  std::vector<std::string> players;
  std::size_t most = 20;
  std::string measure;
  int concurrency = 0;
  bool quiet = false;
  std::string stderr_file;
  std::optional<std::string> sandbox;
  std::int64_t move_ms = 1000;
  std::optional<std::uint64_t> nodes;
  bool json = false;
};

std::string position_text(const Opinion& opinion) {
  std::string text;
  for (const std::string& info : opinion.infos) text += "info " + info + "\n";
  text += opinion.move;
  if (!opinion.words.empty())
    text += fmt::format(" for {} ({})", *opinion.points, fmt::join(opinion.words, ", "));
  if (!opinion.refusal.empty()) text += fmt::format(" is illegal: {}", opinion.refusal);
  return text + fmt::format("\n  {} ms\n", opinion.time.count());
}

std::string turn_line(const TurnOpinion& turn, const std::string& player) {
  TurnCells cells{.player = player,
                  .played = turn.played,
                  .points = std::to_string(turn.points),
                  .its_move = "the same",
                  .its_points = "",
                  .lost = ""};
  if (!turn.is_same) {
    const auto lost = turn.points_lost();
    cells.its_move = turn.opinion.move;
    cells.its_points = turn.opinion.points ? std::to_string(*turn.opinion.points) : "";
    cells.lost = lost ? fmt::format("{:+}", *lost) : "";
  }
  std::string text = fmt::format("{:>4}  ", turn.turn) + turn_cells_text(cells);
  if (!turn.opinion.refusal.empty()) text += "      its move is illegal: " + turn.opinion.refusal + "\n";
  if (!turn.opinion.infos.empty()) text += "      " + turn.opinion.infos.back() + "\n";
  if (const auto lost = turn.score_lost(); lost && !turn.is_same)
    text += fmt::format("      by the bot's own score, the move played loses {:.2f}\n", *lost);
  return text;
}

std::string total_text(const LossTotal& total, const std::string& player) {
  std::string text = fmt::format("{}: {} of {} moves the same", player, total.same, total.turns);
  if (total.turns_with_points > 0) {
    const double a_turn =
        static_cast<double>(total.points_lost) / static_cast<double>(total.turns_with_points);
    text += total.points_lost < 0 ? fmt::format("; {} points more than the bot's moves, {:.1f} a turn",
                                                -total.points_lost, -a_turn)
                                  : fmt::format("; {} points lost, {:.1f} a turn", total.points_lost, a_turn);
  }
  if (total.turns_with_score > 0) {
    text +=
        fmt::format("\n  by the bot's own score, {:.2f} lost a turn, in {} turns for which it gave one",
                    total.score_lost / static_cast<double>(total.turns_with_score), total.turns_with_score);
  }
  if (total.illegal > 0) text += fmt::format("\n  {} of the bot's moves were illegal", total.illegal);
  return text + "\n";
}

Result<int> view_position(const AnalyzeArguments& arguments, const AnalysisRequest& request, FaultLog& log) {
  TOPTILE_TRY(auto loaded, load(arguments.words_and_rules));
  const auto& [rules, words] = loaded;
  TOPTILE_TRY(auto position, read_position(arguments.position, rules));
  TOPTILE_TRY(const auto folder, AnalysisFolder::make(words.lexicon, *request.sandbox));
  TOPTILE_TRY(const auto asked, analyze_position(request, {rules, words.lexicon, folder}, position));
  if (const auto* fault = std::get_if<AnalysisFault>(&asked))
    return error_of(*fault, request.bot.name(), "--position", log);
  const auto& opinion = std::get<Opinion>(asked);
  print(arguments.json ? json_line(opinion_to_json(opinion)) : position_text(opinion));
  return kDone;
}

Result<int> view_game(const AnalyzeArguments& arguments, const AnalysisRequest& request, FaultLog& log) {
  const RunPaths paths{arguments.run};
  TOPTILE_TRY(auto plan, read_run_plan(paths));
  TOPTILE_TRY_TO(check_players(arguments.players, plan));
  TOPTILE_TRY(auto found, find_game(paths, GameNumber{*arguments.game}));
  const GameRecord& record = found;
  TOPTILE_TRY(auto words, load_graph_of(paths, plan.rules));
  const auto difference = find_difference(record, plan.rules, words.lexicon);
  if (difference) {
    return Error{
        fmt::format("{}: game {}: {}; see: toptile verify", paths.games().string(), record.id, *difference)};
  }
  const int turns = static_cast<int>(record.turns.size());
  if (arguments.turn && *arguments.turn > turns)
    return Error{fmt::format("--turn {}: the game has turns 1 to {}", *arguments.turn, turns)};
  if (auto fault = opening_turn_fault(record, arguments.turn.value_or(0))) return *std::move(fault);
  const RunSelection selection{arguments.players};
  if (!selection.has_one_of(record.players))
    return Error{fmt::format("--player {}: this game is {}", fmt::join(arguments.players, ", "),
                             fmt::join(record.players, " against "))};
  TOPTILE_TRY(const auto folder, AnalysisFolder::make(words.lexicon, *request.sandbox));

  std::vector<LossTotal> totals(record.players.size());
  if (!arguments.json) {
    print(fmt::format("Game {}: {}, as {} sees it in {} ms a move\n\n{}", record.id,
                      fmt::join(record.players, " against "), request.bot.name(), arguments.move_ms,
                      "turn  " + turn_cells_text({})));
  }
  const auto wants = [&](int turn, Seat seat) {
    return (!arguments.turn || turn == *arguments.turn) && selection.has(record.players[seat]);
  };
  const auto show = [&](TurnOpinion&& turn) {
    const std::string& player = record.players[turn.seat];
    totals[turn.seat].add(turn);
    print(arguments.json ? json_line(turn_to_json(turn, record.id, player)) : turn_line(turn, player));
  };
  TOPTILE_TRY(const auto fault,
              analyze_game(request, {plan.rules, words.lexicon, folder}, record, wants, show));
  if (fault) {
    const std::string where = fmt::format("game {}, turn {}, seat {} ({})", record.id, fault->turn,
                                          fault->seat, record.players[fault->seat]);
    return in_context(fmt::format("turn {}", fault->turn),
                      error_of(fault->fault, request.bot.name(), where, log));
  }
  if (arguments.json) return kDone;
  print("\n");
  for (const Seat seat : each<Seat>(totals.size())) {
    if (totals[seat].turns > 0) print(total_text(totals[seat], record.players[seat]));
  }
  return kDone;
}

Result<int> view(const AnalyzeArguments& arguments, const AnalysisRequest& request) {
  FaultLog log(arguments.stderr_file.empty() ? "analyze-" + request.bot.name() + ".stderr"
                                             : arguments.stderr_file);
  if (arguments.run.empty()) return view_position(arguments, request, log);
  if (arguments.game) return view_game(arguments, request, log);
  return view_run({.paths = {arguments.run},
                   .players = arguments.players,
                   .most = arguments.most,
                   .measure = arguments.measure == "score" ? LossMeasure::score : LossMeasure::points,
                   .concurrency = arguments.concurrency,
                   .json = arguments.json,
                   .quiet = arguments.quiet},
                  request, log);
}

// `toptile analyze RUN`, with a run and no bot.
Result<int> review(const AnalyzeArguments& arguments, const Command& command) {
  const RunPaths paths{arguments.bot};
  if (!files_of(paths).has(paths.plan().filename())) {
    return Error{
        fmt::format("{}: this is not a run's folder; after a bot, either a run's folder or --position is "
                    "needed, as in: toptile analyze greedy runs/cup",
                    printable(arguments.bot))};
  }
  for (const char* of_bots : {"--movetime", "--by", "--stderr", "--sandbox", "--rules", "--lexicon"}) {
    if (command.option(of_bots).is_given())
      return Error{
          fmt::format("{}: this is for a bot's view; a review has --nodes, and the champion makes it in "
                      "this process",
                      of_bots)};
  }
  const InterruptWatch interrupts;
  ReviewView view{.paths = paths,
                  .players = arguments.players,
                  .game = arguments.game,
                  .turn = arguments.turn,
                  .most = arguments.most,
                  .concurrency = arguments.concurrency,
                  .json = arguments.json,
                  .quiet = arguments.quiet};
  if (arguments.nodes) view.nodes = *arguments.nodes;
  const auto code = view_reviews(view, interrupts.token());
  if (!code) return interrupts.stopped_or(code.error());
  return code;
}

Result<int> analyze(const AnalyzeArguments& arguments, const Command& command) {
  if (arguments.run.empty() && arguments.position.empty()) return review(arguments, command);
  if (arguments.nodes)
    return Error{"--nodes: this is for a review, as in: toptile analyze runs/cup; a bot has --movetime"};
  allow_all_files();
  const InterruptWatch interrupts;
  TOPTILE_TRY(auto sandbox, open_sandbox(arguments.sandbox));
  auto bot = ready_bot_argument(arguments.bot, sandbox, interrupts.token());
  if (!bot) return interrupts.stopped_or(bot.error());
  const AnalysisRequest request{bot.value().frozen, std::move(sandbox), milliseconds(arguments.move_ms),
                                interrupts.token()};
  const auto code = view(arguments, request);
  if (!code) return interrupts.stopped_or(code.error());
  return code;
}

void declare_run_options(Command& command, AnalyzeArguments& arguments) {
  command.add_option("--most N", arguments.most, "List at most this many moves")
      .check(in_range(0, kMaxListed))
      .shows_default();
  command
      .add_option("--by points|score", arguments.measure,
                  "Order the moves by points on the board (the default) or by the score that the bot gives")
      .check(one_of({"points", "score"}));
  command
      .add_option("--concurrency N", arguments.concurrency,
                  "Games at once (0, the default: one for each processor)")
      .check(in_range(0, 1024));
  command.add_flag("--quiet", arguments.quiet, "Do not print progress on standard error");
}

}  // namespace

Action declare_analyze(Command& command) {
  auto arguments = std::make_shared<AnalyzeArguments>();
  command
      .add_option("bot BOT", arguments->bot,
                  "The bot to ask, in any form that toptile tournament --bot takes; or, without RUN and "
                  "--position, a "
                  "run folder that the champion reviews")
      .required();
  const Option run = command.add_option("run RUN", arguments->run, "The run folder");
  const Option game =
      command
          .add_option("--game N", arguments->game,
                      "Show every turn of this game (default: the moves that lost most, of all games)")
          .check(in_range(1, kMaxGames));
  command.add_option("--turn N", arguments->turn, "Only this turn of the game")
      .check(in_range(1, 1'000'000))
      .needs(game);
  command.add_option("--player NAME", arguments->players, "Only the moves of this bot; repeat for several")
      .repeated();
  declare_run_options(command, *arguments);
  for (const char* of_all_games : {"--most", "--by"}) command.option(of_all_games).excludes(game);
  command
      .add_option("--nodes N", arguments->nodes,
                  "Without a bot: turns that the champion simulates for each move (default: 2000)")
      .check(in_range(1, kMaxReviewNodes));
  command
      .add_option("--position P", arguments->position,
                  "Instead of a run: a position line (board B rack R …), or - for standard input")
      .excludes(run);
  for (const char* of_games : {"--game", "--player", "--most", "--by", "--concurrency", "--quiet", "--nodes"})
    command.option("--position").excludes(command.option(of_games));
  arguments->words_and_rules.declare(command);
  for (const char* of_position : {"--rules", "--lexicon"}) command.option(of_position).excludes(run);
  command
      .add_option("--movetime MS", arguments->move_ms,
                  "Time for a move in milliseconds, which the bot receives")
      .check(milliseconds_in_range(1, 86'400'000))
      .shows_default();
  command.add_option("--stderr FILE", arguments->stderr_file,
                     "Where to keep what the bot wrote on standard error if it fails (default: "
                     "analyze-BOT.stderr)");
  declare_sandbox(command, arguments->sandbox);
  command.add_flag("--json", arguments->json, "Print JSON, one object per line");
  return [arguments, command] { return analyze(*arguments, command); };
}

}  // namespace toptile
