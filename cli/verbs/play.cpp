// toptile play: people play, alone, with each other or with bots, on a screen or in plain lines.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <iostream>
#include <set>

#include "base/text_columns.h"
#include "cli/analysis/review_run.h"
#include "cli/flags/bot_argument.h"
#include "cli/flags/command.h"
#include "cli/flags/sample_bots.h"
#include "cli/flags/sandbox_flag.h"
#include "cli/flags/words_and_rules.h"
#include "cli/play/browser_page.h"
#include "cli/play/plain_dialogue.h"
#include "cli/play/questions.h"
#include "cli/play/request.h"
#include "cli/play/screen.h"
#include "cli/play/words.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/report_file.h"
#include "cli/terminal/terminal.h"
#include "play/best_scores.h"
#include "play/bot_seats.h"

namespace toptile {

namespace {

struct PlayArguments {
  std::vector<std::string> players;
  std::optional<std::string> rules, lexicon, out, resume, sandbox;
  std::optional<std::uint64_t> seed;
  std::optional<std::int64_t> move_ms;
  std::optional<int> scoreless_rounds, challenge_limit;
  bool is_plain = false, has_hints = false, has_no_hints = false, is_not_drawn = false, in_browser = false;
};

std::optional<std::string> read_line() {
  std::string line;
  if (!std::getline(std::cin, line)) return std::nullopt;
  return line;
}

Asking asking_here() {
  const TerminalSize size = terminal_size(STDOUT_FILENO);
  return {read_line, [](std::string_view text) { print(text); }, size.columns, size.rows};
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  char text[16];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%d", &local)};
}

Result<std::vector<BotEntry>> find_players(const std::vector<std::string>& texts) {
  std::vector<BotEntry> players;
  for (const std::string& text : texts) {
    auto player = find_player(text);
    if (!player) return in_context("--player", player.error());
    players.push_back(std::move(player).value());
  }
  return players;
}

Result<std::unique_ptr<PlayTable>> begin_resolved(ResolvedPlan resolved,
                                                  const std::optional<std::string>& out,
                                                  int challenge_limit) {
  const Plan& plan = resolved.plan;
  if (!std::ranges::all_of(plan.bots, toptile::is_person)) warn_of_sandbox(*resolved.sandbox);
  const RunPaths paths = out ? RunPaths{*out} : new_play_folder("runs", plan.bots);
  TOPTILE_TRY(const auto built, build_bots(plan.bots, bot_search({}), resolved.sandbox));
  return PlayTable::begin(std::move(resolved), built, paths, challenge_limit);
}

Result<std::unique_ptr<PlayTable>> begin(const PlayArguments& arguments, std::vector<BotEntry> players) {
  PlayRequest request;
  request.players = std::move(players);
  request.rules = arguments.rules.value_or("");
  request.lexicon = arguments.lexicon.value_or("english");
  request.seed = arguments.seed;
  if (arguments.move_ms) request.move_time = std::chrono::milliseconds(*arguments.move_ms);
  request.is_drawn = !arguments.is_not_drawn;
  request.scoreless_rounds = arguments.scoreless_rounds;
  if (arguments.sandbox) request.sandbox = sandbox_mode(*arguments.sandbox);
  TOPTILE_TRY(auto resolved, resolve_play(std::move(request)));
  return begin_resolved(std::move(resolved), arguments.out, arguments.challenge_limit.value_or(0));
}

SandboxMode mode_of(const PlayArguments& arguments) {
  return arguments.sandbox ? sandbox_mode(*arguments.sandbox) : SandboxMode::automatic;
}

Result<std::unique_ptr<PlayTable>> resume(const PlayArguments& arguments, const RunPaths& paths) {
  auto table = PlayTable::resume(paths, mode_of(arguments));
  if (table && !std::ranges::all_of(table.value()->plan().bots, toptile::is_person))
    warn_of_sandbox(*table.value()->sandbox());
  return table;
}

// Whether an argument is about a new game.
bool wants_new_game(const PlayArguments& arguments) {
  return arguments.out || arguments.rules || arguments.lexicon || arguments.seed || arguments.move_ms ||
         arguments.scoreless_rounds || arguments.challenge_limit || arguments.is_not_drawn;
}

// Levels are available if their bot is installed.
Opponents known_opponents() {
  Opponents known;
  for (const std::string& name : installed_bots()) {
    const SampleBot* const bot = find_sample_bot(name);
    known.bots.push_back(bot == nullptr ? Opponent{name, ""}
                                        : Opponent{name, elo_text(*bot), std::string(bot->idea)});
  }
  const auto is_known = [&](std::string_view name) {
    return std::ranges::find(known.bots, name, &Opponent::name) != known.bots.end();
  };
  if (is_known("champion")) {
    for (const Level& level : levels())
      known.levels.push_back({std::string(level.name), std::to_string(level.elo.value_or(kChampionElo)),
                              std::string(level.about)});
    known.usual = "easy";
  } else if (is_known("greedy")) {
    known.usual = "greedy";
  }
  return known;
}

// Empty if the user left without an answer.
using FoundTable = std::optional<std::unique_ptr<PlayTable>>;

Result<FoundTable> ask_for_table(const PlayArguments& arguments) {
  const Asking asking = asking_here();
  if (const auto unfinished = find_unfinished("runs"); unfinished && !wants_new_game(arguments)) {
    const auto answer =
        ask_whether(asking, fmt::format("Go on with the game in {}?", unfinished->folder.string()), true);
    if (!answer) return FoundTable();
    if (*answer) {
      TOPTILE_TRY(auto table, resume(arguments, *unfinished));
      return FoundTable(std::move(table));
    }
  }
  std::vector<BotEntry> players;
  const auto named = ask_for_players(asking, known_opponents(), [&](const std::string& text) -> Result<void> {
    TOPTILE_TRY(auto player, find_player(text));
    players.push_back(std::move(player));
    return success();
  });
  if (!named) return FoundTable();
  TOPTILE_TRY(auto table, begin(arguments, std::move(players)));
  return FoundTable(std::move(table));
}

Result<FoundTable> find_table(const PlayArguments& arguments) {
  if (arguments.resume) {
    RunPaths paths{*arguments.resume};
    if (arguments.resume->empty()) {
      const auto unfinished = find_unfinished("runs");
      if (!unfinished) return Error{"--resume: there is no unfinished game below runs/; name its folder"};
      paths = *unfinished;
    }
    TOPTILE_TRY(auto table, resume(arguments, paths));
    return FoundTable(std::move(table));
  }
  if (arguments.players.empty()) return ask_for_table(arguments);
  TOPTILE_TRY(auto players, find_players(arguments.players));
  TOPTILE_TRY(auto table, begin(arguments, std::move(players)));
  return FoundTable(std::move(table));
}

// If the game was played alone, adds it to the best scores. Returns the lines for the end of the game.
std::vector<std::string> keep_best_score(const PlayTable& table) {
  const Game& game = table.game();
  if (game.players() != 1 || !table.is_person(Seat{0})) return {};
  const auto file = best_scores_file();
  if (!file) return {file.error().message};
  const auto scores =
      add_best_score(file.value(), {table.name(Seat{0}), game.final_scores()[0], game.rules().name,
                                    game.lexicon().name(), today(), table.hints()});
  if (!scores) return {scores.error().message};
  return best_score_lines(scores.value());
}

Hints hints_of(const PlayTable& table, const PlayArguments& arguments) {
  if (arguments.has_no_hints) return Hints::switched_off;
  return table.plan().rules.has_challenges() && !arguments.has_hints ? Hints::would_tell_all : Hints::shown;
}

bool can_be_reviewed(const PlayTable& table) {
  return table.game().is_over() && table.game().players() > 1 && table.people() > 0;
}

// Shows the champion's review of the people's moves. A game that was reviewed before is not reviewed again.
Result<int> review(const PlayTable& table, std::stop_token stop) {
  ReviewView view{.paths = table.paths()};
  for (const Seat seat : each<Seat>(table.game().players()))
    if (table.is_person(seat)) view.players.push_back(table.name(seat));
  print("\n");
  return view_reviews(view, std::move(stop));
}

Result<int> play_in_lines(PlayTable& table, const PlayArguments& arguments) {
  BotSeats bots(table);
  const auto play_bot = [&] {
    while (true) {
      if (auto outcome = bots.play_turn(std::chrono::hours(1))) return *outcome;
    }
  };
  const std::string wipe = wiping_text(STDIN_FILENO, STDOUT_FILENO);
  PlainDialogue dialogue(table, hints_of(table, arguments), asking_here(), wipe, play_bot);
  TOPTILE_TRY_TO(dialogue.run());
  if (!table.game().is_over()) return kDone;
  bots.tell_end();
  for (const std::string& line : keep_best_score(table)) print(line + "\n");
  print(kept_text(table) + "\n");
  if (!can_be_reviewed(table)) return kDone;
  if (::isatty(STDIN_FILENO) == 1) {
    const auto answer = ask_whether(asking_here(), "Shall the champion review the people's moves?", false);
    if (!answer || !*answer) return kDone;
    const InterruptWatch interrupts;
    return review(table, interrupts.token());
  }
  print(review_text(table) + "\n");
  return kDone;
}

// Prints lines, wrapped between words to the terminal's width.
void print_lines(const std::vector<std::string>& lines) {
  const std::size_t columns = terminal_size(STDOUT_FILENO).columns;
  for (const std::string& line : lines) {
    const bool fits = columns_of(line) <= columns;
    print((fits ? line : wrapped(line, columns, 2)) + "\n");
  }
}

// If there is no room, the command gets a line of its own, so that it can be copied.
void print_with_command(std::string text) {
  const std::size_t command = text.find(": toptile ");
  if (command != std::string::npos && columns_of(text) > terminal_size(STDOUT_FILENO).columns)
    text.replace(command, 2, ":\n  ");
  print(text + "\n");
}

// The players for another game, in the order of their turns. The bots of a resumed game are looked up again;
// returns nullopt if one of them is gone or has changed, because then only its copy could be started.
std::optional<std::vector<BotEntry>> players_again(const PlayTable& table) {
  std::vector<BotEntry> players;
  for (const Seat seat : each<Seat>(table.game().players())) {
    const BotEntry& player = table.player(seat);
    if (!table.is_resumed() || table.is_person(seat)) {
      players.push_back(player);
      continue;
    }
    auto found = find_bot_again(player, bot_search({}), player.name);
    if (!found || found.value().sha256 != player.sha256) return std::nullopt;
    players.push_back(std::move(found).value());
  }
  return players;
}

int challenge_limit_of(const PlayTable& table) {
  for (const Seat seat : each<Seat>(table.game().players()))
    if (table.is_person(seat)) return table.challenge_limit(seat);
  return 0;
}

// The exit code, or nullopt if the players want another game.
Result<std::optional<int>> play_on_screen(PlayTable& table, const PlayArguments& arguments,
                                          bool offers_another, std::unique_ptr<Screen> screen,
                                          const InterruptWatch& interrupts) {
  std::set<Afterwards> offered;
  if (offers_another) offered.insert(Afterwards::another_game);
  if (table.game().players() > 1 && table.people() > 0) offered.insert(Afterwards::review);
  BotSeats bots(table);
  std::vector<std::string> end;
  const auto on_end = [&] {
    bots.tell_end();
    return end = keep_best_score(table);
  };
  PlayScreen play(table, bots, *screen, hints_of(table, arguments), std::move(offered), interrupts.token(),
                  on_end);
  const auto done = play.run();
  screen.reset();
  if (!done) return done.error();
  if (table.game().is_over()) print_lines(end_lines(table));
  print_lines(end);
  print_with_command(kept_text(table));
  if (play.wish() == Afterwards::another_game) return std::optional<int>();
  if (play.wish() == Afterwards::review) {
    TOPTILE_TRY(const int code, review(table, interrupts.token()));
    return std::optional(code);
  }
  if (can_be_reviewed(table)) print_with_command(review_text(table));
  return std::optional(interrupts.token().stop_requested() ? kInterrupted : kDone);
}

Result<int> play(const PlayArguments& arguments) {
  TOPTILE_TRY(auto table, find_table(arguments));
  if (!table) {
    print("\n");
    return kDone;
  }
  auto screen = arguments.is_plain ? nullptr : Screen::open();
  if (screen == nullptr) return play_in_lines(**table, arguments);
  const InterruptWatch interrupts;
  while (true) {
    auto players = players_again(**table);
    TOPTILE_TRY(const auto code,
                play_on_screen(**table, arguments, players.has_value(), std::move(screen), interrupts));
    if (code) return *code;
    const PlayTable& played = **table;
    const int challenge_limit = challenge_limit_of(played);
    TOPTILE_TRY(auto resolved, resolve_next(played.plan(), played.game().lexicon(), *std::move(players),
                                            mode_of(arguments)));
    table->reset();
    TOPTILE_TRY(auto next, begin_resolved(std::move(resolved), std::nullopt, challenge_limit));
    *table = std::move(next);
    screen = Screen::open();
    if (screen == nullptr) return kDone;
  }
}

Result<int> play_in_browser(const PlayArguments& arguments) {
  BrowserRequest request;
  request.players = arguments.players;
  request.rules = arguments.rules.value_or("");
  request.lexicon = arguments.lexicon.value_or("english");
  request.seed = arguments.seed;
  request.is_drawn = !arguments.is_not_drawn;
  request.hints = arguments.has_no_hints ? "hidden" : arguments.has_hints ? "shown" : "usual";
  request.challenge_limit = arguments.challenge_limit.value_or(0);
  request.scoreless_rounds = arguments.scoreless_rounds.value_or(0);
  TOPTILE_TRY(const auto page, browser_page(request));
  if (arguments.out) {
    TOPTILE_TRY_TO(write_report(*arguments.out, page));
    return kDone;
  }
  TOPTILE_TRY(const auto file, browser_page_file(request.lexicon));
  TOPTILE_TRY_TO(write_report(file.string(), page));
  if (!open_in_browser(file)) print("Open this file in a browser; the page works without a network.\n");
  return kDone;
}

}  // namespace

Action declare_play(Command& command) {
  auto arguments = std::make_shared<PlayArguments>();
  const Option player =
      command
          .add_option("--player NAME|bot:LEVEL|bot:BOT", arguments->players,
                      "A person's name; bot:LEVEL with beginner, easy, medium, hard, expert or "
                      "master; or bot:BOT with BOT "
                      "as in toptile tournament --bot; one to four players")
          .repeated();
  const Option rules =
      command.add_option("--rules NAME|FILE", arguments->rules,
                         "A shipped ruleset or a JSON file (default hasbro; solo for one player)");
  const Option lexicon = command.add_option("--lexicon NAME|FILE", arguments->lexicon,
                                            "A shipped word list or a list of your own (default english)");
  const Option seed =
      command.add_option("--seed N", arguments->seed, "Decides the order of the bag").check(seed_number());
  const Option time = command
                          .add_option("--movetime MS", arguments->move_ms,
                                      "Milliseconds that a bot has for each move (default: no clock)")
                          .check(milliseconds_in_range(1, 604'800'000));
  const Option out =
      command.add_option("--out DIR", arguments->out,
                         "The folder to keep the game in (default runs/ and the players' names); with "
                         "--browser, the file to write");
  const Option no_draw =
      command.add_flag("--no-draw", arguments->is_not_drawn,
                       "The player named first starts (default: a draw for the tile nearest to A)");
  const Option scoreless =
      command
          .add_option(
              "--scoreless-rounds N", arguments->scoreless_rounds,
              "End the game after this many full rounds without points; 0: never (default with people: 0)")
          .check(in_range(0, 100));
  const Option challenges =
      command
          .add_option("--challenge-limit N", arguments->challenge_limit,
                      "After this many right challenges in a person's turn, it is a pass (default: no limit)")
          .check(in_range(1, kMaxChallengeLimit));
  declare_sandbox(command, arguments->sandbox);
  const Option resume =
      command
          .add_option("--resume DIR", arguments->resume,
                      "Continue the game in this folder, or without a folder the last one below runs/")
          .expected(0, 1);
  for (const Option other : {player, rules, lexicon, seed, time, out, no_draw, scoreless, challenges})
    resume.excludes(other);
  const Option no_hints = command.add_flag("--no-hints", arguments->has_no_hints, "No hints in this game");
  command.add_flag("--hints", arguments->has_hints, "Give hints even if words can be challenged")
      .excludes(no_hints);
  const Option plain = command.add_flag("--plain", arguments->is_plain, "Plain lines, also in a terminal");
  const Option browser =
      command.add_flag("--browser", arguments->in_browser,
                       "Write a page to play in, and open it: one file that needs no network, for people and "
                       "levels at one screen");
  for (const Option& other : {resume, time, plain, command.option("--sandbox")}) browser.excludes(other);
  return [arguments] { return arguments->in_browser ? play_in_browser(*arguments) : play(*arguments); };
}

}  // namespace toptile
