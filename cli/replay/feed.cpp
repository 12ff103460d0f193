#include "cli/replay/feed.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>

#include "base/temporary_folder.h"
#include "base/utf8.h"
#include "base/words.h"
#include "bots/copies/copied_bot.h"
#include "bots/git_bot.h"
#include "cli/flags/bot_argument.h"
#include "cli/flags/sandbox_flag.h"
#include "cli/replay/recorded_game.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/terminal.h"
#include "engine/legal_neighbour.h"
#include "protocol/lexicon_file.h"
#include "protocol/replay.h"
#include "referee/game/play_game.h"
#include "tournaments/analysis/asked_questions.h"
#include "tournaments/analysis/fed_bot.h"
#include "tournaments/run/run_files.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

// The width of a move in the table, and the maximum number of characters shown.
constexpr std::size_t kMoveWidth = 16;
constexpr int kMaxOfMove = 60;

// A checked recorded game with its run and all of its questions.
struct AskedGame {
  Plan plan;
  GameRecord record;
  Lexicon lexicon;
  std::vector<AskedQuestion> questions;

  const std::string& player(Seat seat) const { return record.players[static_cast<std::size_t>(seat)]; }
};

// The game's address must not change, because its questions refer to it.
Result<std::unique_ptr<AskedGame>> read_game(const AskAgainArguments& arguments) {
  const RunPaths paths{arguments.run};
  TOPTILE_TRY(auto plan, read_run_plan(paths));
  TOPTILE_TRY(auto record, find_game(paths, arguments.game));
  TOPTILE_TRY(auto words, load_graph_of(paths, plan.rules));
  if (const auto difference = find_difference(record, plan.rules, words.lexicon)) {
    return Error{
        fmt::format("{}: game {}: {}; see: toptile verify", paths.games().string(), record.id, *difference)};
  }
  auto game = std::make_unique<AskedGame>(
      AskedGame{std::move(plan), std::move(record), std::move(words.lexicon), {}});
  std::vector<OwnClock> own;
  for (const std::string& player : game->record.players) {
    const auto bot = std::ranges::find(game->plan.bots, player, &BotEntry::name);
    own.push_back(bot == game->plan.bots.end() ? OwnClock() : bot->clock);
  }
  game->questions =
      asked_questions(game->record, game->plan.time_control, own, game->plan.rules, game->lexicon);
  return game;
}

bool is_wanted(const AskedQuestion& question, const AskAgainArguments& arguments) {
  return (!arguments.turn || question.turn == *arguments.turn) &&
         (!arguments.seat || question.seat == *arguments.seat);
}

Result<void> check_turn(const AskedGame& game, const AskAgainArguments& arguments) {
  const int players = static_cast<int>(game.record.players.size());
  if (arguments.seat && *arguments.seat >= players)
    return Error{fmt::format("--seat {}: the game has seats 0 to {}", *arguments.seat, players - 1)};
  const auto is_asked = [&](const AskedQuestion& question) { return is_wanted(question, arguments); };
  if (std::ranges::any_of(game.questions, is_asked)) return success();
  if (!arguments.turn) return Error{"nobody was asked for a move in this game"};
  const auto found = std::ranges::find(game.questions, *arguments.turn, &AskedQuestion::turn);
  if (found != game.questions.end()) {
    return Error{fmt::format("--turn {}: in this turn seat {} was asked", *arguments.turn, found->seat)};
  }
  if (auto fault = opening_turn_fault(game.record, *arguments.turn)) return *std::move(fault);
  const int last = game.questions.empty() ? 0 : game.questions.back().turn;
  return Error{fmt::format("--turn {}: the game has turns 1 to {}", *arguments.turn, last)};
}

// The arguments with a seat: that of the turn, or the one that forfeited, or the first.
Result<AskAgainArguments> with_seat(const AskedGame& game, AskAgainArguments arguments) {
  TOPTILE_TRY_TO(check_turn(game, arguments));
  if (arguments.seat) return arguments;
  Seat seat{0};
  if (!game.record.forfeits.empty()) seat = game.record.forfeits.back().seat;
  if (arguments.turn) seat = std::ranges::find(game.questions, *arguments.turn, &AskedQuestion::turn)->seat;
  arguments.seat = static_cast<int>(seat);
  TOPTILE_TRY_TO(check_turn(game, arguments));
  return arguments;
}

std::map<std::string, std::string> options_of(const AskedGame& game, Seat seat) {
  const auto bot = std::ranges::find(game.plan.bots, game.player(seat), &BotEntry::name);
  return bot == game.plan.bots.end() ? std::map<std::string, std::string>() : bot->options;
}

std::string lines_before(const AskedGame& game, Seat seat, const std::map<std::string, std::string>& options,
                         const std::string& list) {
  std::vector<uwi::SetOption> settings;
  for (const auto& [name, value] : options) settings.push_back({name, value});
  return lines_before_game(game.record, seat, settings, setup_lines(game.plan.rules, game.lexicon, list));
}

// Passes on a bot's standard error as it arrives.
class PassedOn {
 public:
  explicit PassedOn(fs::path file) : file_(std::move(file)) {}

  void pass_on() {
    std::ifstream stream(file_);
    stream.seekg(static_cast<std::streamoff>(told_));
    for (std::string line; std::getline(stream, line) && !stream.eof(); told_ += line.size() + 1) warn(line);
  }

 private:
  static void warn(const std::string& line) {
    constexpr int kMost = 2000;
    std::fputs(("  ! " + printable(line, kMost) + "\n").c_str(), stderr);
  }

  fs::path file_;
  std::size_t told_ = 0;
};

struct Tally {
  int asked = 0, same = 0, illegal = 0;
};

std::string verdict_on(const AskedQuestion& question, const std::string& move, Tally& tally) {
  Game game = question.before;
  const auto played = play_text(game, move);
  if (question.played == move) {
    ++tally.same;
    return "the same";
  }
  std::string text = printable(move, kMaxOfMove);
  if (played) return text;
  ++tally.illegal;
  return fmt::format("{} is refused: {}: {}{}", text, name_of(played.error().reason), played.error().text,
                     neighbour_hint(question.before, move));
}

std::string heading_of(const AskedGame& game, Seat seat, const std::string& bot) {
  return fmt::format("Game {}: what {} was asked on seat {}, and {} answers\n\nturn  {:<{}}  {}\n",
                     game.record.id, game.player(seat), seat, bot, "played", kMoveWidth, "it answers");
}

std::string ending_of(const Tally& tally) {
  std::string text = fmt::format("\n{} of {} answers the same", tally.same, tally.asked);
  if (tally.illegal > 0) text += fmt::format(", {} illegal", tally.illegal);
  return text + "\n";
}

// The growing table: a turn is printed before it is answered, and other lines of the bot may come between.
class Table {
 public:
  void begin_turn(const AskedQuestion& question) {
    row_ = fmt::format("{:>4}  {:<{}}  ", question.turn, question.played.value_or("(forfeit)"), kMoveWidth);
    print(row_);
    is_in_row_ = true;
  }
  void add_line(const std::string& line) {
    constexpr int kMost = 2000;
    const bool is_introduction = line.starts_with("id ") || line.starts_with("option ");
    if (is_introduction) return;
    print(fmt::format("{}  < {}\n", is_in_row_ ? "\n" : "", printable(line, kMost)));
    is_in_row_ = false;
  }
  void end_turn(const std::string& text) {
    print((is_in_row_ ? std::string() : std::string(row_.size(), ' ')) + text + "\n");
    is_in_row_ = false;
  }

 private:
  std::string row_;
  bool is_in_row_ = false;
};

// Asks all wanted questions. Returns what ended this early, or nullopt.
std::optional<std::string> ask_all(FedBot& bot, const AskedGame& game, const AskAgainArguments& wanted,
                                   const std::string& before, Table& table, PassedOn& errors, Tally& tally) {
  // The handshake ends with uwiok; the rest may be sent only after that.
  const std::size_t hello = before.find('\n') + 1;
  for (const auto& [lines, awaited] :
       {std::pair(before.substr(0, hello), "uwiok"), std::pair(before.substr(hello), "readyok")}) {
    if (const auto answered = bot.ask(lines, awaited); !answered) return answered.error().message;
  }
  for (const AskedQuestion& question : game.questions) {
    if (!is_wanted(question, wanted)) continue;
    const auto begin = steady_clock::now();
    table.begin_turn(question);
    ++tally.asked;
    const auto answer = bot.ask(lines_of(question), "bestmove");
    const auto taken = std::chrono::duration_cast<std::chrono::milliseconds>(steady_clock::now() - begin);
    table.end_turn(
        answer ? fmt::format("{}  ({} ms)", verdict_on(question, answer.value(), tally), taken.count())
               : "no answer");
    errors.pass_on();
    if (!answer) return answer.error().message;
  }
  return std::nullopt;
}

// Whether the bot runs in its own folder, so that a debugger's output is found there. Built bots exist only
// as a copy, and the files of a git revision are kept for other calls.
bool runs_in_place(const BotEntry& bot) {
  return bot.build.empty() && !parse_git_name(bot.named);
}

}  // namespace

Result<int> print_positions(const AskAgainArguments& arguments) {
  TOPTILE_TRY(const auto game, read_game(arguments));
  TOPTILE_TRY_TO(check_turn(*game, arguments));
  for (const AskedQuestion& question : game->questions) {
    if (is_wanted(question, arguments)) print(question.position + "\n");
  }
  return kDone;
}

Result<int> print_lines(const AskAgainArguments& arguments) {
  TOPTILE_TRY(const auto game, read_game(arguments));
  TOPTILE_TRY(const auto wanted, with_seat(*game, arguments));
  const Seat seat{*wanted.seat};
  const fs::path list = fs::absolute(RunPaths{arguments.run}.lexicon_list()).lexically_normal();
  print(lines_before(*game, seat, options_of(*game, seat), list));
  for (const AskedQuestion& question : game->questions) {
    if (is_wanted(question, wanted)) print(lines_of(question));
  }
  return kDone;
}

Result<int> feed(const AskAgainArguments& arguments, const std::string& bot) {
  const InterruptWatch interrupts;
  TOPTILE_TRY(const auto game, read_game(arguments));
  TOPTILE_TRY(const auto wanted, with_seat(*game, arguments));
  const Seat seat{*wanted.seat};
  // A debugger does not work in a sandbox.
  TOPTILE_TRY(const auto sandbox, Sandbox::open(SandboxMode::off));
  auto ready = ready_bot_argument(bot, sandbox, interrupts.token());
  if (!ready) return interrupts.stopped_or(ready.error());
  // The run's word list may belong to another user, so the bot reads a copy of it.
  const fs::path list = ready.value().folder.path() / "lexicon.txt";
  TOPTILE_TRY_TO(save_for_bots(game->lexicon, list));
  BotSpec spec = ready.value().frozen.spec_of(Entrant{0}, 0, sandbox, {}, list);
  spec.launch.stderr_file = ready.value().folder.path() / "stderr";
  const BotEntry& entry = ready.value().entry;
  const bool is_in_place = runs_in_place(entry);
  if (is_in_place) {
    spec.launch.argv = entry.command;
    spec.launch.directory = entry.directory;
  }
  const CopiedBot copy(entry, 0, ready.value().folder.path() / "frozen");
  const auto before = copy.hash_of_homes();
  const auto options = spec.options.empty() ? options_of(*game, seat) : spec.options;
  PassedOn errors(spec.launch.stderr_file);
  Table table;
  const auto say = [&](const std::string& line) { table.add_line(line); };
  print(heading_of(*game, seat, spec.name));
  TOPTILE_TRY(const auto fed, FedBot::start(spec, interrupts.token(), say));
  Tally tally;
  const auto broken =
      ask_all(*fed, *game, wanted, lines_before(*game, seat, options, list), table, errors, tally);
  if (interrupts.token().stop_requested()) return kInterrupted;
  const std::string left = broken ? *broken : fed->quit();
  errors.pass_on();
  print(ending_of(tally) + left + "\n");
  if (const auto after = copy.hash_of_homes();
      !is_in_place && before && after && before.value() != after.value()) {
    const fs::path kept = ready.value().folder.path().string() + "-kept";
    std::error_code error;
    fs::rename(copy.home(0), kept, error);
    if (!error)
      fmt::print(stderr, "toptile: the bot's copy stays, with what was written into it: {}\n", kept.string());
  }
  return broken || tally.illegal > 0 ? kNo : kDone;
}

}  // namespace toptile
