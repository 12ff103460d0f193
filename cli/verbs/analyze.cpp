// toptile analyze: a bot's view of a position, or of every turn of a recorded game.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/flags/bot_argument.h"
#include "cli/flags/flag.h"
#include "cli/flags/sandbox_flag.h"
#include "cli/flags/words_and_rules.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/terminal.h"
#include "protocol/lexicon_file.h"
#include "protocol/replay.h"
#include "protocol/temporary_folder.h"
#include "tournaments/run/analysis.h"
#include "tournaments/run/run_files.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

using std::chrono::milliseconds;

struct AnalyzeArguments {
  std::string bot, run, position;
  WordsAndRules words_and_rules;
  GameNumber game{1};
  std::optional<int> turn;
  std::optional<std::string> sandbox;
  std::int64_t move_ms = 1000;
  bool json = false;
};

constexpr int kWidestName = 14;

std::string cut(const std::string& text, std::size_t width) {
  return text.size() <= width ? text : text.substr(0, width - 1) + "~";
}

Json opinion_to_json(const Opinion& opinion) {
  Json json{{"move", opinion.move}};
  json["points"] = opinion.points ? Json(*opinion.points) : Json(nullptr);
  json["words"] = opinion.words;
  json["refusal"] = opinion.refusal.empty() ? Json(nullptr) : Json(opinion.refusal);
  json["ms"] = opinion.time.count();
  json["infos"] = opinion.infos;
  return json;
}

std::string position_text(const Opinion& opinion) {
  std::string text;
  for (const std::string& info : opinion.infos) text += "info " + info + "\n";
  text += opinion.move;
  if (!opinion.words.empty())
    text += fmt::format(" for {} ({})", *opinion.points, fmt::join(opinion.words, ", "));
  if (!opinion.refusal.empty()) text += fmt::format(" is illegal: {}", opinion.refusal);
  return text + fmt::format("\n  {} ms\n", opinion.time.count());
}

// Sums over the turns of one side.
struct SideTotal {
  int turns = 0;
  int same = 0;
  int illegal = 0;
  int points_lost = 0, turns_with_points = 0;
  double score_lost = 0;
  int turns_with_score = 0;

  void add(const TurnOpinion& turn) {
    ++turns;
    if (turn.is_same) ++same;
    if (!turn.opinion.refusal.empty()) ++illegal;
    if (const auto lost = turn.points_lost()) points_lost += *lost, ++turns_with_points;
    if (const auto lost = turn.score_lost()) score_lost += *lost, ++turns_with_score;
  }
};

std::string heading_line() {
  return fmt::format("{:>4}  {:<{}} {:<15} {:>6}  {:<15} {:>6} {:>5}\n", "turn", "player", kWidestName,
                     "played", "points", "its move", "points", "lost");
}

std::string turn_line(const TurnOpinion& turn, const std::string& player) {
  std::string text = fmt::format("{:>4}  {:<{}} {:<15} {:>6}  ", turn.turn, cut(player, kWidestName),
                                 kWidestName, turn.played, turn.points);
  if (turn.is_same) {
    text += "the same";
  } else {
    const auto lost = turn.points_lost();
    text += fmt::format("{:<15} {:>6} {:>5}", cut(turn.opinion.move, 15),
                        turn.opinion.points ? std::to_string(*turn.opinion.points) : "",
                        lost ? fmt::format("{:+}", *lost) : "");
  }
  while (text.ends_with(' ')) text.pop_back();
  text += "\n";
  if (!turn.opinion.refusal.empty()) text += "      its move is illegal: " + turn.opinion.refusal + "\n";
  if (!turn.opinion.infos.empty()) text += "      " + turn.opinion.infos.back() + "\n";
  if (const auto lost = turn.score_lost(); lost && !turn.is_same)
    text += fmt::format("      by the bot's own score, the move played loses {:.2f}\n", *lost);
  return text;
}

std::string total_text(const SideTotal& total, const std::string& player) {
  std::string text = fmt::format("{}: {} of {} moves the same", player, total.same, total.turns);
  if (total.turns_with_points > 0) {
    const double a_turn = static_cast<double>(total.points_lost) / total.turns_with_points;
    text += total.points_lost < 0 ? fmt::format("; {} points more than the bot's moves, {:.1f} a turn",
                                                -total.points_lost, -a_turn)
                                  : fmt::format("; {} points lost, {:.1f} a turn", total.points_lost, a_turn);
  }
  if (total.turns_with_score > 0) {
    text += fmt::format("\n  by the bot's own score, {:.2f} lost a turn, in {} turns for which it gave one",
                        total.score_lost / total.turns_with_score, total.turns_with_score);
  }
  if (total.illegal > 0) text += fmt::format("\n  {} of the bot's moves were illegal", total.illegal);
  return text + "\n";
}

Json turn_to_json(const TurnOpinion& turn, const std::string& player) {
  Json json{{"turn", turn.turn}, {"player", player}, {"played", turn.played}, {"points", turn.points}};
  json["same"] = turn.is_same;
  json["lost"] = turn.points_lost() ? Json(*turn.points_lost()) : Json(nullptr);
  json["score_lost"] = turn.score_lost() ? Json(*turn.score_lost()) : Json(nullptr);
  json["opinion"] = opinion_to_json(turn.opinion);
  return json;
}

// The bot reads this copy. The file in a run may be anything.
Result<std::filesystem::path> save_list(const Lexicon& lexicon, const TemporaryFolder& folder) {
  const std::filesystem::path list = folder.path() / "lexicon.txt";
  TOPTILE_TRY_TO(save_for_bots(lexicon, list));
  return list;
}

Result<void> view_position(const AnalyzeArguments& arguments, const AnalysisRequest& request) {
  TOPTILE_TRY(auto loaded, load(arguments.words_and_rules));
  const auto& [rules, words] = loaded;
  TOPTILE_TRY(auto position, read_position(arguments.position, rules));
  TOPTILE_TRY(const auto folder, TemporaryFolder::make());
  TOPTILE_TRY(const auto list, save_list(words.lexicon, folder));
  TOPTILE_TRY(const auto opinion, analyze_position(request, {rules, words.lexicon, list}, position));
  print(arguments.json ? json_line(opinion_to_json(opinion)) : position_text(opinion));
  return success();
}

Result<void> view_game(const AnalyzeArguments& arguments, const AnalysisRequest& request) {
  const RunPaths paths{arguments.run};
  TOPTILE_TRY(auto plan, read_run_plan(paths));
  TOPTILE_TRY(auto found, find_game(paths, arguments.game));
  const GameRecord& record = found;
  TOPTILE_TRY(auto words, load_graph_of(paths, plan.rules));
  const auto difference = find_difference(record, plan.rules, words.lexicon);
  if (difference) {
    return Error{
        fmt::format("{}: game {}: {}; see: toptile verify", paths.games().string(), record.id, *difference)};
  }
  TOPTILE_TRY(const auto folder, TemporaryFolder::make());
  TOPTILE_TRY(const auto list, save_list(words.lexicon, folder));
  const int turns = static_cast<int>(record.turns.size());
  if (arguments.turn && *arguments.turn > turns)
    return Error{fmt::format("--turn {}: the game has turns 1 to {}", *arguments.turn, turns)};

  std::vector<SideTotal> totals(record.players.size());
  if (!arguments.json) {
    print(fmt::format("Game {}: {}, as {} sees it in {} ms a move\n\n{}", record.id,
                      fmt::join(record.players, " against "), request.bot.name(), arguments.move_ms,
                      heading_line()));
  }
  const auto show = [&](const TurnOpinion& turn) {
    const auto seat = static_cast<std::size_t>(turn.seat);
    totals[seat].add(turn);
    print(arguments.json ? json_line(turn_to_json(turn, record.players[seat]))
                         : turn_line(turn, record.players[seat]));
  };
  TOPTILE_TRY_TO(analyze_game(request, {plan.rules, words.lexicon, list}, record, arguments.turn.value_or(1),
                              arguments.turn.value_or(turns), show));
  if (arguments.json) return success();
  print("\n");
  for (const Seat seat : each<Seat>(totals.size())) {
    if (totals[seat].turns > 0) print(total_text(totals[seat], record.players[seat]));
  }
  return success();
}

Result<int> analyze(const AnalyzeArguments& arguments) {
  const InterruptWatch interrupts;
  if (arguments.run.empty() == arguments.position.empty())
    return Error{
        "either a run's folder or --position is needed, as in: toptile analyze greedy runs/cup --game 3"};
  TOPTILE_TRY(auto sandbox, open_sandbox(arguments.sandbox));
  auto bot = ready_bot_argument(arguments.bot, sandbox, interrupts.token());
  if (!bot) return interrupts.stopped_or(bot.error());
  const AnalysisRequest request{bot.value().frozen, std::move(sandbox), milliseconds(arguments.move_ms),
                                interrupts.token()};
  const auto viewed =
      arguments.run.empty() ? view_position(arguments, request) : view_game(arguments, request);
  if (!viewed) return interrupts.stopped_or(viewed.error());
  return kDone;
}

}  // namespace

std::function<int()> declare_analyze(CLI::App& command) {
  auto arguments = std::make_shared<AnalyzeArguments>();
  command.add_option("bot", arguments->bot, "The bot to ask, as toptile tournament --bot takes it")
      ->required()
      ->type_name("BOT");
  auto* run = command.add_option("run", arguments->run, "The run's folder")->type_name("RUN");
  command.add_option("--game", arguments->game, "The game's number")
      ->capture_default_str()
      ->type_name("N")
      ->needs(run);
  command.add_option("--turn", arguments->turn, "Only this turn")
      ->check(in_range(1, 1'000'000))
      ->type_name("N")
      ->needs(run);
  command
      .add_option("--position", arguments->position,
                  "Instead of a run: a position line, board B rack R …; - reads it from standard input")
      ->type_name("P")
      ->excludes(run);
  arguments->words_and_rules.declare(command);
  for (const char* of_position : {"--rules", "--lexicon"}) command.get_option(of_position)->excludes(run);
  command.add_option("--movetime", arguments->move_ms, "Milliseconds for a move, as the bot is told")
      ->check(milliseconds_in_range(1, 86'400'000))
      ->type_name("MS")
      ->capture_default_str();
  declare_sandbox(command, arguments->sandbox);
  command.add_flag("--json", arguments->json, "Print JSON, one line per turn");
  return [arguments] {
    const auto code = analyze(*arguments);
    return code ? code.value() : complain(code.error());
  };
}

}  // namespace toptile
