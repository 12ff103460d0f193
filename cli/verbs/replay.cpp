// toptile replay: steps through a recorded game. Without a terminal it prints the whole game.
#include <fmt/format.h>

#include <span>

#include "cli/flags/command.h"
#include "cli/replay/feed.h"
#include "cli/replay/replay_screen.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/report_file.h"
#include "cli/terminal/terminal.h"
#include "cli/watch/tournament_text.h"
#include "tournaments/plan/terms_json.h"
#include "tournaments/report/report_data.h"
#include "tournaments/report/report_page.h"
#include "tournaments/report/report_records.h"
#include "tournaments/run/run_files.h"
#include "tournaments/run/run_store.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

struct ReplayArguments {
  std::string run;
  std::uint64_t game = 1;
  std::optional<int> turn;
  bool is_plain = false;
  bool wants_page = false, has_no_engine = false;
  std::string out;
  bool wants_positions = false;
  bool wants_lines = false;
  std::optional<std::string> fed_bot;
  std::optional<int> seat;
};

Result<int> write_page(const ReplayArguments& arguments) {
  TOPTILE_TRY(auto run, read_report_game(RunPaths{arguments.run}, arguments.run, GameNumber{arguments.game}));
  if (!arguments.has_no_engine) add_engine(run, RunPaths{arguments.run});
  const std::string name = folder_name(arguments.run);
  const std::string title = fmt::format("Game {} of {}", arguments.game, name);
  const std::string page = report_page(game_data(run, title), std::span(&run, 1));
  TOPTILE_TRY_TO(write_report(
      arguments.out.empty() ? fmt::format("{}-game-{}.html", name, arguments.game) : arguments.out, page));
  return kDone;
}

Result<int> replay_game(const ReplayArguments& arguments) {
  const RunPaths paths{arguments.run};
  TOPTILE_TRY(auto plan, read_run_plan(paths));
  print_notes_on_run(paths, plan);
  TOPTILE_TRY(auto record, find_game(paths, GameNumber{arguments.game}));
  TOPTILE_TRY(auto words, load_graph_of(paths, plan.rules));
  TOPTILE_TRY(auto game, recorded_game(std::move(record), paths, plan.rules, words.lexicon));
  const RecordedGame& replay = game;
  if (arguments.turn && *arguments.turn > replay.turns())
    return Error{fmt::format("--turn {}: the game has turns 0 to {}", *arguments.turn, replay.turns())};
  if (const auto screen = arguments.is_plain ? nullptr : Screen::open())
    return step_through(*screen, {paths, plan.rules, words.lexicon}, replay, arguments.turn.value_or(0));
  const int first = arguments.turn.value_or(0), last = arguments.turn.value_or(replay.turns());
  for (int turn = first; turn <= last; ++turn) print(replay.text_after(turn) + (turn < last ? "\n" : ""));
  return kDone;
}

Result<int> run_verb(const ReplayArguments& arguments) {
  if (arguments.wants_page) return write_page(arguments);
  const AskAgainArguments again{arguments.run, GameNumber{arguments.game}, arguments.turn, arguments.seat};
  if (arguments.wants_positions) return print_positions(again);
  if (arguments.wants_lines) return print_lines(again);
  if (arguments.fed_bot) return feed(again, *arguments.fed_bot);
  return replay_game(arguments);
}

void declare_asking_again(Command& command, ReplayArguments& arguments) {
  const Option positions = command.add_flag(
      "--position", arguments.wants_positions,
      "Print the position of each turn, or of this turn, as toptile moves and toptile analyze take it");
  const Option lines = command.add_flag("--lines", arguments.wants_lines,
                                        "Print the lines that a bot was sent in the game, for BOT < FILE");
  const Option feed =
      command.add_option("--feed BOT", arguments.fed_bot,
                         "Send this bot what a bot was sent in the game, in step and without a clock, and "
                         "show what it answers");
  command
      .add_option("--seat S", arguments.seat,
                  "With these three: the seat, from 0 (default: all positions; the one that forfeited, or 0)")
      .check(in_range(0, kMaxPlayers - 1));
  positions.excludes(lines).excludes(feed);
  lines.excludes(feed);
  for (const Option& one : {positions, lines, feed}) one.excludes("--html").excludes("--plain");
}

}  // namespace

Action declare_replay(Command& command) {
  auto arguments = std::make_shared<ReplayArguments>();
  command.add_option("run RUN", arguments->run, "The run's folder").required();
  command.add_option("--game N", arguments->game, "The game's number")
      .check(in_range(1, kMaxGames))
      .shows_default();
  command
      .add_option("--turn N", arguments->turn,
                  "Begin after this turn; without a terminal, show only this turn")
      .check(in_range(0, 1'000'000));
  command.add_flag("--plain", arguments->is_plain, "Print the whole game, also in a terminal");
  const Option page = command.add_flag("--html", arguments->wants_page,
                                       "Write a page that replays the game, for any browser");
  page.excludes("--turn").excludes("--plain");
  command
      .add_option("--out FILE", arguments->out,
                  "The page's file, or - for standard output (default: RUN-game-N.html, here)")
      .needs(page);
  command
      .add_flag("--no-engine", arguments->has_no_engine,
                "Leave out the engine that analyzes positions in the page, and with it the lexicon")
      .needs(page);
  declare_asking_again(command, *arguments);
  return [arguments]() -> Result<int> {
    const bool asks_again = arguments->wants_positions || arguments->wants_lines || arguments->fed_bot;
    if (arguments->seat && !asks_again)
      return Error{
          "--seat goes with --position, --lines or --feed, as in: toptile replay RUN --game 3 --lines"};
    return run_verb(*arguments);
  };
}

}  // namespace toptile
