// toptile league run: a process that examines bots and plays games.
#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "base/descriptor.h"
#include "base/parallel.h"
#include "base/text_columns.h"
#include "base/utf8.h"
#include "base/words.h"
#include "cli/flags/command.h"
#include "cli/flags/words_and_rules.h"
#include "cli/league/league_place.h"
#include "cli/league/league_text.h"
#include "cli/league/parts.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/terminal.h"
#include "league/choice/game_choice.h"
#include "league/work/league_worker.h"
#include "server/league/client.h"
#include "server/league/remote_desk.h"
#include "tournaments/plan/terms_json.h"

namespace toptile {

namespace {

using std::chrono::steady_clock;

struct RunArguments {
  std::string league, token_file;
  std::optional<std::int64_t> games;
  std::optional<double> minutes;
  std::optional<double> elo;
  int concurrency = 0, batch = 1;
  bool only_examine = false, quiet = false, json = false;
};

// A progress line that is repainted in place, or where that is not possible, a new line from time to time.
class ProgressLine {
 public:
  explicit ProgressLine(bool is_quiet)
      : is_quiet_(is_quiet), repaints_(!is_quiet && can_repaint(STDERR_FILENO)) {}

  // Prints a line above the progress line.
  void say(const std::string& text) {
    if (is_quiet_) return;
    fmt::print(stderr, "{}{}\n", repaints_ ? "\r\x1b[K" : "", text);
    paint();
  }
  // Changes the progress line. It is painted five times a second, or printed twice a minute.
  void show(std::string text) {
    line_ = std::move(text);
    const auto now = steady_clock::now();
    const auto interval = repaints_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(30'000);
    if (is_quiet_ || now - painted_ < interval) return;
    painted_ = now;
    if (repaints_) return paint();
    fmt::print(stderr, "{}\n", line_);
  }
  void end() {
    if (repaints_) fmt::print(stderr, "\r\x1b[K");
  }

 private:
  void paint() {
    if (!repaints_ || line_.empty()) return;
    fmt::print(stderr, "\r\x1b[K{}", cut_to_columns(line_, terminal_size(STDERR_FILENO).columns - 1));
    std::fflush(stderr);
  }

  const bool is_quiet_, repaints_;
  std::string line_;
  steady_clock::time_point painted_ = steady_clock::now();
};

// The help does not show this range.
Check positive_number() {
  return [](const std::string& argument) {
    const auto number = parse_written_number<double>(argument);
    return number && *number > 0 && *number < 1e9
               ? std::string()
               : printable(argument) + " is not a number above 0 and below 1000000000";
  };
}

std::string step_text(const BotVersion& version) {
  switch (version.state) {
    case VersionState::building:
      return version.label() + ": is built";
    case VersionState::checking:
      return version.label() + ": is tested";
    case VersionState::trying:
      return version.label() + ": plays a match with itself";
    case VersionState::active:
      return version.label() + ": plays in the league now";
    case VersionState::refused:
      return fmt::format("{}: is refused: {}; toptile league show {} has its log", version.label(),
                         printable(version.reason, 1000), version.label());
    case VersionState::paused:
      return fmt::format("{}: is paused: {}; to let it play: toptile league restore {}", version.label(),
                         printable(version.reason, 1000), version.label());
    default:
      return fmt::format("{}: is {}", version.label(), name_of(version.state));
  }
}

Json to_json(const WorkDone& done) {
  return {{"games", done.games},
          {"lost", done.lost},
          {"entered", done.entered},
          {"refused", done.refused},
          {"stopped", done.is_stopped},
          {"seconds_in_store", done.seconds_in_store},
          {"seconds_choosing", done.seconds_choosing},
          {"seconds_playing", done.seconds_playing}};
}

std::string summary_of(const WorkDone& done, double seconds) {
  std::string text = fmt::format("{} in {:.1f} s", counted(done.games, "game"), seconds);
  if (done.lost > 0) text += fmt::format("; {} more were taken over by others and do not count", done.lost);
  if (done.entered + done.refused > 0)
    text += fmt::format("; {} entered, {} {} refused", counted(done.entered, "bot"), done.refused,
                        done.refused == 1 ? "was" : "were");
  return text + "\n";
}

// A league that is served over the network, and the token for it.
struct ServedLeague {
  LeagueAddress address;
  std::string token;
};

// nullopt if the league's store can be opened here.
Result<std::optional<ServedLeague>> find_served_league(const RunArguments& arguments) {
  if (!is_web_address(arguments.league)) {
    if (!arguments.token_file.empty())
      return Error{
          "--token-file: this is for a league that is served, as in --league https://league.example"};
    TOPTILE_TRY_TO(open_league(arguments.league));
    return std::optional<ServedLeague>();
  }
  if (arguments.only_examine)
    return Error{
        "--examine: only workers with access to the league's database examine bots; leave this out, or run "
        "it where the database is"};
  if (arguments.elo)
    return Error{
        "--until: only workers with access to the league's database know how wide the intervals are; give "
        "--games or --minutes instead"};
  ServedLeague served;
  TOPTILE_TRY(served.address, parse_league_address(arguments.league));
  TOPTILE_TRY(served.token, read_league_token(arguments.token_file));
  return std::optional(std::move(served));
}

Result<int> run(const RunArguments& arguments) {
  allow_all_files();
  const InterruptWatch interrupts;
  // A server has few connections, so a process has one: this one is closed before the work begins.
  TOPTILE_TRY(const auto served, find_served_league(arguments));
  WorkRequest request;
  if (!served) request.league = store_address(arguments.league);
  request.shipped = shipped_files();
  request.threads =
      arguments.concurrency > 0 ? arguments.concurrency : static_cast<int>(usable_processors().size());
  request.batch = arguments.batch;
  request.limits.games = arguments.games;
  request.limits.elo = arguments.elo;
  request.limits.only_examine = arguments.only_examine;
  if (arguments.minutes) {
    request.limits.time = std::chrono::milliseconds(static_cast<std::int64_t>(*arguments.minutes * 60'000));
  }
  ProgressLine progress(arguments.quiet);
  const auto begin = steady_clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(steady_clock::now() - begin).count(); };
  std::int64_t games = 0;
  const WorkListener listener{
      .on_step = [&](const BotVersion& version) { progress.say(step_text(version)); },
      .on_set =
          [&](const RecordedSet& set) {
            games += 2;
            progress.show(fmt::format("{} games, {:.1f} a second; the last: {}", games,
                                      static_cast<double>(games) / seconds(), set_text(set)));
          },
      .on_trouble = [&](const std::string& what) { fmt::print(stderr, "toptile: {}\n", what); }};
  const auto done = served
                        ? work_remotely(request, served->address, served->token, listener, interrupts.token())
                        : work(request, listener, interrupts.token());
  progress.end();
  if (!done) return interrupts.stopped_or(done.error());
  if (arguments.json) {
    print(json_line(to_json(done.value())));
  } else {
    if (!served) {
      TOPTILE_TRY(auto store, open_league(arguments.league));
      if (const auto printed = print_league_standings(store); !printed)
        return interrupts.stopped_or(printed.error());
    }
    print(summary_of(done.value(), seconds()));
  }
  if (done.value().has_too_few)
    return Error{
        "fewer than two bots play in this league, so there are no games; submit another one: toptile "
        "submit greedy"};
  return done.value().is_stopped ? kInterrupted : kDone;
}

}  // namespace

Action declare_league_run(Command& command) {
  auto arguments = std::make_shared<RunArguments>();
  declare_league(command, arguments->league, true);
  command.add_option("--token-file FILE", arguments->token_file,
                     "A file with the token for a league that is served, https://… (default: TOPTILE_TOKEN)");
  command
      .add_option("--games N", arguments->games,
                  "Stop after so many games, in whole pairs (default: go on until Ctrl-C)")
      .check(in_range(2, kMaxGames));
  command.add_option("--minutes M", arguments->minutes, "Stop after so many minutes")
      .check(positive_number());
  command
      .add_option("--until ELO", arguments->elo,
                  "Stop when the 95 % interval of each bot is this narrow on either side, in Elo; a bot that "
                  "lost or won all games counts when it is 400 Elo beyond the others")
      .check(positive_number());
  command
      .add_option("--concurrency N", arguments->concurrency,
                  "Games at once, or examinations (0, the default: one for each processor)")
      .check(in_range(0, 1024));
  command
      .add_option(
          "--batch N", arguments->batch,
          "Games at once in one process, if its bot offers them (1, the default: one after the other); two "
          "bots play up to 4 pairs in a row, and one process has one game of each")
      .check(in_range(1, kMaxSetsABlock));
  command.add_flag("--examine", arguments->only_examine,
                   "Only examine the bots that wait, and play no games");
  command.add_flag("--json", arguments->json, "Print JSON at the end, and not the standings");
  command.add_flag("--quiet", arguments->quiet, "Print nothing during the run");
  return [arguments] { return run(*arguments); };
}

}  // namespace toptile
