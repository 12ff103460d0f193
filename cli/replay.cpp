// toptile replay: steps through a recorded game; all of it at once where there is no terminal.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <termios.h>
#include <unistd.h>

#include <cstdlib>

#include "cli/board_text.h"
#include "cli/report_file.h"
#include "cli/terminal.h"
#include "cli/verb.h"
#include "engine/game.h"
#include "engine/utf8.h"
#include "protocol/lexicon_file.h"
#include "protocol/words.h"
#include "tournaments/report_data.h"
#include "tournaments/report_page.h"
#include "tournaments/report_records.h"
#include "tournaments/tournament.h"

namespace toptile {

namespace {

struct Arguments {
  std::string run;
  std::uint64_t game = 1;
  std::optional<int> turn;
  bool is_plain = false;
  bool wants_page = false;
  std::string out;
};

// The terminal without line editing and echo, until the end.
class RawKeys {
 public:
  RawKeys() {
    ::tcgetattr(STDIN_FILENO, &before_);
    termios raw = before_;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    ::tcsetattr(STDIN_FILENO, TCSANOW, &raw);
  }
  ~RawKeys() { ::tcsetattr(STDIN_FILENO, TCSANOW, &before_); }
  RawKeys(const RawKeys&) = delete;
  RawKeys& operator=(const RawKeys&) = delete;

  // A character, or an arrow as the letter that does the same: l right, h left. 'q' at the end of input.
  static char read_key() {
    const char key = read_byte();
    if (key != '\x1b' || read_byte() != '[') return key;
    const char arrow = read_byte();
    return arrow == 'C' || arrow == 'B'   ? 'l'
           : arrow == 'D' || arrow == 'A' ? 'h'
           : arrow == 'H'                 ? '0'
           : arrow == 'F'                 ? '$'
                                          : ' ';
  }

 private:
  static char read_byte() {
    char byte = 'q';
    return ::read(STDIN_FILENO, &byte, 1) == 1 ? byte : 'q';
  }

  termios before_{};
};

constexpr int kMostShown = 1000;  // Characters of a line of evidence.

// Who forfeited and why, with what was last heard of the bot.
std::string forfeits_text(const GameRecord& record) {
  std::string text;
  for (const ForfeitRecord& forfeit : record.forfeits) {
    text += fmt::format("{}{} forfeited: {}: {}", text.empty() ? "" : "\n",
                        record.players[static_cast<std::size_t>(forfeit.seat)], forfeit.reason, forfeit.text);
    if (!forfeit.evidence.lines.empty()) text += "\n  The last lines, > to the bot and < from it:";
    for (const std::string& line : forfeit.evidence.lines) text += "\n    " + printable(line, kMostShown);
    if (!forfeit.evidence.stderr_tail.empty()) text += "\n  The end of its standard error:";
    for (std::string_view rest = forfeit.evidence.stderr_tail; !rest.empty();)
      text += "\n    " + printable(take_line(rest), kMostShown);
    if (!forfeit.evidence.lines.empty() || !forfeit.evidence.stderr_tail.empty()) text += "\n";
  }
  return text;
}

// A game that can be shown after any of its turns; what the record says is shown even where the rules
// disagree.
class Replay {
 public:
  Replay(const GameRecord& record, const Ruleset& rules, const Lexicon& lexicon)
      : record_(record), alphabet_(rules.alphabet()) {
    Game game(rules, lexicon, record.seed, static_cast<int>(record.players.size()));
    boards_.push_back(game.board());
    laid_.emplace_back();
    for (const TurnRecord& turn : record.turns) {
      const auto move = parse_move(turn.move, alphabet_);
      if (game.is_over() || !move || !game.play(move.value())) break;
      const Board before = boards_.back();
      boards_.push_back(game.board());
      const auto* placement = std::get_if<Placement>(&move.value());
      laid_.push_back(placement != nullptr ? tiles_laid_by(before, *placement) : LaidTiles{});
    }
    is_broken_ = boards_.size() <= record.turns.size();
  }

  // 0: before the first turn.
  int turns() const { return static_cast<int>(boards_.size()) - 1; }

  std::string text_after(int turn, Colour colour) const {
    const auto lines = board_lines(boards_[static_cast<std::size_t>(turn)],
                                   laid_[static_cast<std::size_t>(turn)], alphabet_, colour);
    std::string text = heading(turn) + "\n\n";
    for (const std::string& line : lines) text += line + "\n";
    text += "\n" + seats_after(turn);
    if (turn == turns()) text += ending();
    return text;
  }

 private:
  std::string heading(int turn) const {
    if (turn == 0)
      return fmt::format("Game {}: {}. Before the first turn.", record_.id,
                         fmt::join(record_.players, " against "));
    const TurnRecord& played = record_.turns[static_cast<std::size_t>(turn - 1)];
    std::string text = fmt::format("Turn {} of {}: {} {}", turn, record_.turns.size(),
                                   record_.players[static_cast<std::size_t>(played.seat)], played.move);
    if (!played.words.empty())
      text += fmt::format(" for {} ({})", played.points, fmt::join(played.words, ", "));
    text += fmt::format("\n  {} ms", played.time.count());
    if (played.clock)
      text += fmt::format(", {:.1f} s left", static_cast<double>(played.clock->count()) / 1000);
    if (!played.info.empty()) text += "\n  " + played.info;
    return text;
  }

  std::string seats_after(int turn) const {
    std::string text;
    for (std::size_t seat = 0; seat < record_.players.size(); ++seat) {
      int total = 0;
      for (int i = 0; i < turn; ++i) {
        const TurnRecord& played = record_.turns[static_cast<std::size_t>(i)];
        if (played.seat == static_cast<int>(seat)) total = played.total;
      }
      text += fmt::format("  {:<20} {:>4}  rack {}\n", record_.players[seat], total,
                          rack_after(static_cast<int>(seat), turn));
    }
    return text;
  }

  // A rack shows in the seat's next turn, or in what was left.
  std::string rack_after(int seat, int turn) const {
    for (std::size_t i = static_cast<std::size_t>(turn); i < record_.turns.size(); ++i) {
      if (record_.turns[i].seat == seat) return record_.turns[i].rack;
    }
    return record_.racks[static_cast<std::size_t>(seat)];
  }

  std::string ending() const {
    if (is_broken_)
      return fmt::format("\nThe rules do not allow turn {}; see: toptile verify\n", turns() + 1);
    std::string text = record_.forfeits.empty() ? "" : "\n" + forfeits_text(record_);
    if (record_.end != name_of(GameEnd::forfeit)) text += fmt::format("\nThe game ended: {}.", record_.end);
    text += " Final scores:";
    for (std::size_t seat = 0; seat < record_.players.size(); ++seat) {
      text += fmt::format("{} {} {}", seat == 0 ? "" : ",", record_.players[seat], record_.scores[seat]);
    }
    return text + ".\n";
  }

  const GameRecord& record_;
  const Alphabet& alphabet_;
  std::vector<Board> boards_;    // Before the first turn, after each.
  std::vector<LaidTiles> laid_;  // Likewise: the tiles of the turn before.
  bool is_broken_ = false;
};

int asked_turn(int now) {
  fmt::print("turn: ");
  std::fflush(stdout);
  std::string digits;
  for (char key = RawKeys::read_key(); key != '\n'; key = RawKeys::read_key()) {
    if (key < '0' || key > '9') return now;
    digits += key;
    fmt::print("{}", key);
    std::fflush(stdout);
  }
  return parse_number<int>(digits).value_or(now);
}

void step_through(const Replay& replay, int turn) {
  const RawKeys keys;
  const Colour colour = wants_colour() ? Colour::yes : Colour::no;
  while (true) {
    turn = std::clamp(turn, 0, replay.turns());
    print("\x1b[H\x1b[2J" + replay.text_after(turn, colour) +
          "\nnext: → or space   back: ←   first: 0   last: $   turn: g   leave: q\n");
    switch (RawKeys::read_key()) {
      case 'q':
      case '\x04':  // Ctrl-D
        return;
      case 'h':
      case 'b':
      case 'p':
        --turn;
        break;
      case '0':
        turn = 0;
        break;
      case '$':
        turn = replay.turns();
        break;
      case 'g':
        turn = asked_turn(turn);
        break;
      default:
        ++turn;
    }
  }
}

Result<void> write_page(const Arguments& arguments) {
  const auto run = read_report_game(RunPaths{arguments.run}, arguments.run, arguments.game);
  if (!run) return run.error();
  const std::string name = folder_name(arguments.run);
  const std::string title = fmt::format("Game {} of {}", arguments.game, name);
  const std::string page = report_page(game_data(run.value(), title), std::span(&run.value(), 1));
  return write_report(
      arguments.out.empty() ? fmt::format("{}-game-{}.html", name, arguments.game) : arguments.out, page);
}

Result<void> replay_game(const Arguments& arguments) {
  const RunPaths paths{arguments.run};
  auto plan = read_run_plan(paths);
  if (!plan) return plan.error();
  auto record = find_game(paths, arguments.game);
  if (!record) return record.error();
  if (!plan.value().rules.plays_with(static_cast<int>(record.value().players.size()))) {
    return Error{fmt::format("{}: game {}: the ruleset {} is not for {} players", paths.games().string(),
                             arguments.game, plan.value().rules.name, record.value().players.size())};
  }
  auto words = load_lexicon(paths.lexicon(), plan.value().rules);
  if (!words) return words.error();
  const Replay replay(record.value(), plan.value().rules, words.value().lexicon);
  if (arguments.turn && *arguments.turn > replay.turns()) {
    return Error{fmt::format("--turn {}: the game has turns 1 to {}", *arguments.turn, replay.turns())};
  }
  if (is_terminal(STDIN_FILENO) && is_terminal(STDOUT_FILENO) && !arguments.is_plain) {
    step_through(replay, arguments.turn.value_or(0));
    return success();
  }
  const int first = arguments.turn.value_or(0), last = arguments.turn.value_or(replay.turns());
  for (int turn = first; turn <= last; ++turn)
    print(replay.text_after(turn, Colour::no) + (turn < last ? "\n" : ""));
  return success();
}

}  // namespace

std::function<int()> declare_replay(CLI::App& command) {
  auto arguments = std::make_shared<Arguments>();
  command.add_option("run", arguments->run, "The run's folder")->required()->type_name("RUN");
  command.add_option("--game", arguments->game, "The game's number")->capture_default_str()->type_name("N");
  command
      .add_option("--turn", arguments->turn, "Begin after this turn; without a terminal, show this one alone")
      ->check(in_range(0, 1'000'000))
      ->type_name("N");
  command.add_flag("--plain", arguments->is_plain, "Print the whole game, also in a terminal");
  auto* page = command.add_flag("--html", arguments->wants_page,
                                "Write a page in which the game is played, for any browser");
  page->excludes("--turn")->excludes("--plain");
  command
      .add_option("--out", arguments->out,
                  "The page's file, or - for standard output (default: RUN-game-N.html, here)")
      ->needs(page)
      ->type_name("FILE");
  return [arguments] {
    const auto done = arguments->wants_page ? write_page(*arguments) : replay_game(*arguments);
    return done ? kDone : complain(done.error());
  };
}

}  // namespace toptile
