// toptile submit: hands bots in to a league.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "cli/flags/bot_argument.h"
#include "cli/flags/words_and_rules.h"
#include "cli/league/league_place.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/terminal.h"
#include "engine/utf8.h"
#include "league/intake/submission_files.h"
#include "league/work/league_worker.h"
#include "protocol/text_columns.h"
#include "tournaments/bots/bot_entry.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

struct SubmitArguments {
  std::vector<std::string> bots;
  std::string league, name, author;
  bool only_queue = false, json = false;
};

std::string author_of(const SubmitArguments& arguments) {
  if (!arguments.author.empty()) return arguments.author;
  for (const char* variable : {"TOPTILE_AUTHOR", "USER", "LOGNAME"}) {
    const char* value = std::getenv(variable);
    if (value != nullptr && *value != '\0') return value;
  }
  return "organizer";
}

Result<Submission> read_bot(const std::string& bot, const SubmitArguments& arguments,
                            const SubmissionLimits& limits, const std::stop_token& stop) {
  std::error_code ignored;
  const std::string author = author_of(arguments);
  if (fs::is_regular_file(bot, ignored) && is_archive(bot))
    return submission_of_archive(bot, arguments.name, author, limits);
  if (fs::is_directory(bot, ignored)) {
    if (const auto fault = folder_fault(bot)) return in_context(shown_path(bot), *fault);
  }
  TOPTILE_TRY(const auto entry, find_bot_argument(bot, stop));
  return submission_of(entry, arguments.name, author, limits);
}

// Whether all that was handed in plays now.
Result<bool> report(LeagueStore& store, const std::vector<HandedIn>& all, bool json) {
  bool is_good = true;
  for (const HandedIn& handed_in : all) {
    TOPTILE_TRY(const auto version, store.find(handed_in.version.label()));
    is_good = is_good && version.state != VersionState::refused;
    if (json) {
      print(json_line(Json{{"label", version.label()},
                           {"is_new", handed_in.is_new},
                           {"state", name_of(version.state)},
                           {"reason", version.reason}}));
    } else if (!handed_in.is_new) {
      print(wrapped(fmt::format("{} has the same files, so nothing was handed in; it is {}", version.label(),
                                name_of(version.state)),
                    kColumns) +
            "\n");
    } else if (version.state == VersionState::refused) {
      print(wrapped(fmt::format("{} is refused: {}", version.label(), printable(version.reason, 1000)),
                    kColumns) +
            fmt::format("\ntoptile league show {} --log has its whole log\n", version.label()));
    } else if (version.state == VersionState::active) {
      print(fmt::format("{} plays in the league now\n", version.label()));
    } else {
      print(fmt::format("{} waits: toptile league queue says how far it is\n", version.label()));
    }
  }
  return is_good;
}

Result<int> submit(const SubmitArguments& arguments) {
  const InterruptWatch interrupts;
  TOPTILE_TRY(auto store, open_league(arguments.league));
  if (!arguments.name.empty() && arguments.bots.size() > 1)
    return Error{"--name: this is for one bot, and several are handed in"};
  std::vector<HandedIn> all;
  for (const std::string& bot : arguments.bots) {
    auto submission = read_bot(bot, arguments, store.terms().submissions, interrupts.token());
    if (!submission) return interrupts.stopped_or(submission.error());
    auto received = store.receive(submission.value());
    if (!received) return in_context(shown_path(bot), received.error());
    if (!arguments.json && received.value().is_new)
      fmt::print(stderr, "{} is handed in\n", received.value().version.label());
    all.push_back(std::move(received).value());
  }
  if (!arguments.only_queue) {
    const WorkRequest request{.league = store_address(arguments.league),
                              .shipped = shipped_files(),
                              .threads = 1,
                              .limits = {.games = {}, .time = {}, .elo = {}, .only_examine = true}};
    const WorkListener listener{
        .on_step =
            [&](const BotVersion& version) {
              if (!arguments.json && is_queued(version.state))
                fmt::print(stderr, "{}: {}\n", version.label(), name_of(version.state));
            },
        .on_set = [](const RecordedSet&) {},
        .on_trouble = [](const std::string& what) { fmt::print(stderr, "toptile: {}\n", what); }};
    const auto done = work(request, listener, interrupts.token());
    if (!done) return interrupts.stopped_or(done.error());
  }
  TOPTILE_TRY(const auto is_good, report(store, all, arguments.json));
  if (interrupts.token().stop_requested()) return kInterrupted;
  return is_good ? kDone : kNo;
}

}  // namespace

std::function<int()> declare_submit(CLI::App& command) {
  auto arguments = std::make_shared<SubmitArguments>();
  command
      .add_option(
          "bots", arguments->bots,
          "Bots to hand in: folders with a bot.json, archives of such folders (.tar.gz, .zip), programs, or "
          "shipped bots")
      ->required()
      ->type_name("BOT");
  declare_league(command, arguments->league);
  command.add_option("--name", arguments->name, "The bot's name in the league (default: its own)")
      ->type_name("NAME");
  command
      .add_option("--author", arguments->author,
                  "Whose bot it is (default: TOPTILE_AUTHOR, or the name of the user)")
      ->type_name("NAME");
  command.add_flag("--queue", arguments->only_queue, "Only hand it in; toptile league run examines it later");
  command.add_flag("--json", arguments->json, "Print JSON, a line for each bot");
  return [arguments] {
    const auto code = submit(*arguments);
    return code ? code.value() : complain(code.error());
  };
}

}  // namespace toptile
