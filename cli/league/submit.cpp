// toptile submit: submits bots to a league.
#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <mutex>

#include "base/files.h"
#include "base/text_columns.h"
#include "base/utf8.h"
#include "bots/bot_entry.h"
#include "cli/flags/bot_argument.h"
#include "cli/flags/command.h"
#include "cli/flags/words_and_rules.h"
#include "cli/league/league_place.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/terminal.h"
#include "league/intake/submission_files.h"
#include "league/store/authors.h"
#include "league/work/league_worker.h"
#include "server/league/client.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

struct SubmitArguments {
  std::vector<std::string> bots;
  std::string league, name, author, token_file;
  bool only_queue = false, json = false;
};

std::string author_of(const SubmitArguments& arguments) {
  if (!arguments.author.empty()) return arguments.author;
  for (const char* variable : {"TOPTILE_AUTHOR", "USER", "LOGNAME"}) {
    const char* value = std::getenv(variable);
    if (value != nullptr && *value != '\0') return value;
  }
  const passwd* const user = ::getpwuid(::geteuid());  // Containers have no such variables.
  return user != nullptr && user->pw_name != nullptr && *user->pw_name != '\0' ? user->pw_name : "organizer";
}

Submitted<Submission> read_bot(const std::string& bot, const SubmitArguments& arguments,
                               const SubmissionLimits& limits, const std::stop_token& stop) {
  std::error_code ignored;
  const std::string author = author_of(arguments);
  if (fs::is_regular_file(bot, ignored) && is_archive(bot))
    return submission_of_archive(bot, arguments.name, author, limits);
  if (fs::is_directory(bot, ignored)) {
    if (const auto fault = folder_fault(bot)) return SubmissionFailure{in_context(shown_path(bot), *fault)};
  }
  const auto entry = find_bot_argument(bot, stop);
  if (!entry) return SubmissionFailure{entry.error()};
  auto submission = submission_of(entry.value(), arguments.name, author, limits);
  if (!submission) return SubmissionFailure{submission.error()};
  return std::move(submission).value();
}

// Submits a bot to a league on this machine. An archive without a bot becomes a refused version, because the
// organizer wants to see that its author submitted something.
Result<SubmittedBot> receive_bot(LeagueStore& store, const std::string& bot, const SubmitArguments& arguments,
                                 const std::stop_token& stop) {
  const auto submission = read_bot(bot, arguments, store.terms().submissions, stop);
  if (!submission && submission.error().is_authors_own) {
    const auto attempts =
        submissions_of_no_bot(bot, submission.error(), arguments.name, author_of(arguments));
    if (!attempts) return attempts.error();
    for (const Submission& attempt : attempts.value())
      if (auto received = store.versions().receive(attempt)) return std::move(received).value();
  }
  if (!submission) return Error{submission.error().message};
  auto received = store.versions().receive(submission.value());
  if (!received) return in_context(shown_path(bot), received.error());
  return std::move(received).value();
}

// The result of submitting a bot, from a local or a served league.
struct Outcome {
  std::string label, state, reason;
  bool is_new = true;
};

// Where the user finds more information.
struct Advice {
  std::string log;  // A command; LABEL stands for the version.
  std::string queue;
};

void report(const Outcome& outcome, const Advice& advice, bool json) {
  if (json) {
    print(json_line(Json{{"label", outcome.label},
                         {"is_new", outcome.is_new},
                         {"state", outcome.state},
                         {"reason", outcome.reason}}));
  } else if (!outcome.is_new) {
    print(wrapped(fmt::format("{} has the same files, so nothing was submitted; it is {}", outcome.label,
                              outcome.state),
                  kColumns) +
          "\n");
  } else if (outcome.state == name_of(VersionState::refused)) {
    std::string log = advice.log;
    log.replace(log.find("LABEL"), std::string_view("LABEL").size(), outcome.label);
    print(
        wrapped(fmt::format("{} is refused: {}", outcome.label, printable(outcome.reason, 1000)), kColumns) +
        fmt::format("\n{} has its whole log\n", log));
  } else if (outcome.state == name_of(VersionState::active)) {
    print(fmt::format("{} plays in the league now\n", outcome.label));
  } else {
    print(fmt::format("{} waits: {} says how far it is\n", outcome.label, advice.queue));
  }
}

// Prints all outcomes, and returns whether none was refused.
bool report_all(const std::vector<Outcome>& all, const Advice& advice, bool json) {
  bool is_good = true;
  for (const Outcome& outcome : all) {
    is_good = is_good && outcome.state != name_of(VersionState::refused);
    report(outcome, advice, json);
  }
  return is_good;
}

Result<std::vector<Outcome>> outcomes_of(LeagueStore& store, const std::vector<SubmittedBot>& all) {
  std::vector<Outcome> outcomes;
  for (const SubmittedBot& handed_in : all) {
    TOPTILE_TRY(const auto version, store.versions().find(handed_in.version.label()));
    outcomes.push_back(
        {version.label(), std::string(name_of(version.state)), version.reason, handed_in.is_new});
  }
  return outcomes;
}

// ---- A league that is served over the network --------------------------------

constexpr std::chrono::milliseconds kPollPause{500};

// The object that the server returns. An error contains the server's message.
Result<Json> ask_object(const LeagueAddress& address, const WebQuestion& question) {
  TOPTILE_TRY(const auto reply, ask_league(address, question));
  TOPTILE_TRY(auto object, parse_json(reply.body, "the league's answer"));
  if (reply.status < 300 && object.is_object()) return object;
  const Json error = object.is_object() ? object.value("error", Json()) : Json();
  const bool says_why = error.is_object() && error.contains("what") && error["what"].is_string();
  return Error{says_why ? printable(error["what"].get<std::string>(), 2000)
                        : fmt::format("the league answers with status {}", reply.status)};
}

Result<Outcome> outcome_in(const Json& object) {
  Outcome outcome;
  for (auto [key, text] : {std::pair("label", &outcome.label), std::pair("state", &outcome.state),
                           std::pair("reason", &outcome.reason)}) {
    if (!object.contains(key) || !object[key].is_string())
      return Error{fmt::format("the league's answer has no {}; is it another program?", key)};
    *text = printable(object[key].get<std::string>(), 2000);
  }
  outcome.is_new = object.value("is_new", Json(true)) != Json(false);
  return outcome;
}

bool is_waiting(const Outcome& outcome) {
  for (const VersionState state :
       {VersionState::received, VersionState::building, VersionState::checking, VersionState::trying}) {
    if (outcome.state == name_of(state)) return true;
  }
  return false;
}

Result<SubmissionLimits> limits_at(const LeagueAddress& address) {
  TOPTILE_TRY(const auto league, ask_object(address, {.target = "/api/v1/league"}));
  const Json told = league.value("submissions", Json::object());
  SubmissionLimits limits;
  const auto read = [&](const char* key, int& value, int most) {
    if (told.contains(key) && told[key].is_number_integer())
      value = static_cast<int>(std::clamp<std::int64_t>(told[key].get<std::int64_t>(), 1, most));
  };
  read("packed_mb", limits.packed_mb, kMaxPackedMb);
  read("unpacked_mb", limits.unpacked_mb, kMaxUnpackedMb);
  read("files", limits.files, kMaxFiles);
  return limits;
}

// Polls until the bot is examined, or a stop is requested. Only the author may read why it was refused.
Result<void> follow(const LeagueAddress& address, const std::string& token, Outcome& outcome,
                    const std::stop_token& stop, bool json) {
  std::mutex mutex;
  std::condition_variable_any stopped;
  while (is_waiting(outcome) && !stop.stop_requested()) {
    std::unique_lock lock(mutex);
    stopped.wait_for(lock, stop, kPollPause, [] { return false; });
    TOPTILE_TRY(const auto object,
                ask_object(address, {.target = "/api/v1/versions/" + outcome.label, .token = token}));
    TOPTILE_TRY(auto now, outcome_in(object));
    now.is_new = outcome.is_new;
    if (!json && now.state != outcome.state && is_waiting(now))
      fmt::print(stderr, "{}: {}\n", now.label, now.state);
    outcome = std::move(now);
  }
  return success();
}

Result<int> submit_to_server(const SubmitArguments& arguments) {
  TOPTILE_TRY(const auto address, parse_league_address(arguments.league));
  if (!arguments.author.empty())
    return Error{"--author: the token says whose bot it is; leave this out for a league that is served"};
  // The file may be a FIFO, so Ctrl-C must end the wait.
  TOPTILE_TRY(const auto token, read_league_token(arguments.token_file));
  const InterruptWatch interrupts;
  TOPTILE_TRY(const auto limits, limits_at(address));
  std::vector<Outcome> all;
  for (const std::string& bot : arguments.bots) {
    auto packed = read_bot(bot, arguments, limits, interrupts.token());
    if (!packed) return interrupts.stopped_or(packed.error());
    const auto object = ask_object(address, {.is_post = true,
                                             .target = "/api/v1/bots/" + packed.value().bot + "/versions",
                                             .token = token,
                                             .body = std::move(packed.value().packed)});
    if (!object) return in_context(shown_path(bot), object.error());
    TOPTILE_TRY(auto outcome, outcome_in(object.value()));
    if (!arguments.json && outcome.is_new) fmt::print(stderr, "{} is submitted\n", outcome.label);
    all.push_back(std::move(outcome));
  }
  for (Outcome& outcome : all) {
    if (arguments.only_queue) break;
    TOPTILE_TRY_TO(follow(address, token, outcome, interrupts.token(), arguments.json));
  }
  std::string base = arguments.league;
  if (base.ends_with('/')) base.pop_back();
  const Advice advice{
      fmt::format("curl -H \"Authorization: Bearer $TOPTILE_TOKEN\" {}/api/v1/versions/LABEL/log", base),
      fmt::format("curl {}/api/v1/queue", base)};
  const bool is_good = report_all(all, advice, arguments.json);
  if (interrupts.token().stop_requested()) return kInterrupted;
  return is_good ? kDone : kNo;
}

// ---- A league of this machine ------------------------------------------------

Result<int> submit(const SubmitArguments& arguments) {
  if (!arguments.name.empty() && arguments.bots.size() > 1)
    return Error{"--name: this is for one bot, and several are submitted"};
  if (is_web_address(arguments.league)) return submit_to_server(arguments);
  if (!arguments.token_file.empty())
    return Error{"--token-file: this is for a league that is served, as in --league http://127.0.0.1:8460"};
  const InterruptWatch interrupts;
  TOPTILE_TRY(auto store, open_league(arguments.league));
  std::vector<SubmittedBot> all;
  for (const std::string& bot : arguments.bots) {
    auto received = receive_bot(store, bot, arguments, interrupts.token());
    if (!received) return interrupts.stopped_or(received.error());
    if (!arguments.json && received.value().is_new)
      fmt::print(stderr, "{} is submitted; its author is {}\n", received.value().version.label(),
                 received.value().version.author);
    all.push_back(std::move(received).value());
  }
  if (!arguments.only_queue) {
    const WorkRequest request{.league = store_address(arguments.league),
                              .shipped = shipped_files(),
                              .threads = 1,
                              .limits = {.games = {}, .time = {}, .elo = {}, .only_examine = true},
                              .retries = {.patience = std::chrono::minutes(1)}};
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
  TOPTILE_TRY(const auto outcomes, outcomes_of(store, all));
  const bool is_good =
      report_all(outcomes, {"toptile league show LABEL --log", "toptile league queue"}, arguments.json);
  if (interrupts.token().stop_requested()) return kInterrupted;
  return is_good ? kDone : kNo;
}

}  // namespace

Action declare_submit(Command& command) {
  auto arguments = std::make_shared<SubmitArguments>();
  command
      .add_option(
          "bots BOT", arguments->bots,
          "Bots to submit: folders with a bot.json, archives of such folders (.tar.gz, .zip), programs, or "
          "shipped bots")
      .required();
  declare_league(command, arguments->league, true);
  command.add_option("--name NAME", arguments->name, "The bot's name in the league (default: its own)");
  command.add_option("--author NAME", arguments->author,
                     "Whose bot it is (default: TOPTILE_AUTHOR, or the name of the user)");
  command.add_option("--token-file FILE", arguments->token_file,
                     "A file with the token for a league that is served (default: TOPTILE_TOKEN)");
  command.add_flag("--queue", arguments->only_queue, "Only hand it in; toptile league run examines it later");
  command.add_flag("--json", arguments->json, "Print JSON, a line for each bot");
  return [arguments] { return submit(*arguments); };
}

}  // namespace toptile
