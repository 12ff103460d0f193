#include "cli/flags/tournament_flags.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files.h"
#include "base/utf8.h"
#include "base/words.h"
#include "bots/bot_manifest.h"
#include "cli/flags/command.h"
#include "cli/flags/sandbox_flag.h"
#include "cli/flags/words_and_rules.h"
#include "protocol/uwi.h"
#include "tournaments/plan/terms_json.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kAnyPort = "auto";
const std::vector<std::string> kViews = {"live", "lines", "games"};

Restart restart_of(const std::string& word) {
  return static_cast<Restart>(std::ranges::find(kRestartWords, word) - kRestartWords.begin());
}

template <class Value, class Held>
void take(const std::optional<Value>& flag, Held& held) {
  if (flag) held = *flag;
}

// The text is "forfeit", "pass", "retry" or "retry:N".
Result<IllegalPolicy> illegal_policy_of(std::string_view text) {
  if (text == "forfeit") return IllegalPolicy{IllegalPolicy::Kind::forfeit};
  if (text == "pass") return IllegalPolicy{IllegalPolicy::Kind::pass};
  if (text == "retry") return IllegalPolicy{IllegalPolicy::Kind::retry};
  constexpr std::string_view kRetry = "retry:";
  if (text.starts_with(kRetry)) {
    const auto times = parse_number<int>(text.substr(kRetry.size()));
    if (times && *times >= 1 && *times <= 100) return IllegalPolicy{IllegalPolicy::Kind::retry, *times};
  }
  return Error{
      fmt::format("--illegal: it should be forfeit, pass, retry or retry:N with N from 1 to 100, not {}",
                  printable(text))};
}

// The text is "I/N".
Result<Shard> shard_of(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string_view::npos) {
    const auto index = parse_number<int>(text.substr(0, slash));
    const auto of = parse_number<int>(text.substr(slash + 1));
    if (index && of && *index >= 1 && *index <= *of && *of <= kMaxShards) return Shard{*index, *of};
  }
  return Error{
      fmt::format("--shard: \"{}\" should be like 2/8, the second of eight shards; there can be {} at most",
                  printable(text), kMaxShards)};
}

Result<TournamentRequest> configured(const TournamentFlags& flags) {
  if (!flags.config.empty()) {
    TOPTILE_TRY(auto text, read_file(flags.config, kMaxWrittenBytes));
    return parse_request(text, flags.config);
  }
  if (!flags.resume.empty()) return request_of_run({flags.resume});
  TournamentRequest request;
  request.directory = fs::current_path();
  return request;
}

// Catches a configuration after a flag with several values, which would take it for one of them.
std::optional<Error> configuration_fault(const std::string& flag) {
  std::error_code ignored;
  if (!flag.ends_with(".json") || !fs::is_regular_file(flag, ignored) || is_program(flag))
    return std::nullopt;
  if (fs::path(flag).filename() == kManifestFile) {
    return Error{fmt::format("--bot {0}: this describes a bot; give its folder: --bot {1}", printable(flag),
                             printable((fs::path(".") / fs::path(flag).parent_path()).string()))};
  }
  return Error{fmt::format(
      "--bot {0}: this is a file of JSON and no bot; if it is the configuration, give it before the "
      "first flag: toptile tournament {0} --bot …",
      printable(flag))};
}

// Paths in a flag begin at the current folder, not at the configuration's.
Result<std::vector<BotRequest>> bots_of(const std::vector<std::string>& flags) {
  std::vector<BotRequest> bots;
  for (const std::string& flag : flags) {
    if (auto other = configuration_fault(flag)) return *std::move(other);
    const auto bot = parse_bot_flag(flag);
    if (!bot) return in_context("--bot", bot.error());
    TOPTILE_TRY(const auto entries, read_bots(Json::array({bot.value()}), "--bot", fs::current_path()));
    const bool is_include = bot.value().contains("include");
    for (BotRequest entry : entries) {
      if (const auto cut = cut_name_fault(entry.source, shipped_files()); cut && !is_include)
        return in_context("--bot", *cut);
      if (!is_include) entry.where = "";
      bots.push_back(std::move(entry));
    }
  }
  return bots;
}

Result<void> take_bots(const std::vector<std::string>& flags, TournamentRequest& request) {
  if (flags.empty()) return success();
  request.flags["bots"] = "--bot";
  TOPTILE_TRY(auto bots, bots_of(flags));
  request.bots = std::move(bots);
  return success();
}

void take_games(const TournamentFlags& flags, TournamentRequest& request) {
  take(flags.name, request.name);
  // Drops the file's settings for its own format.
  if (flags.format) request.format = {format_kind(*flags.format)};
  take(flags.players, request.format.players);
  take(flags.rounds, request.format.rounds);
  take(flags.leaders, request.format.leaders);
  take(flags.games, request.games);
  take(flags.seed, request.seed);
  take(flags.rules, request.rules);
  take(flags.lexicon, request.lexicon);
  if (flags.lexicon) request.words.reset();
  if (flags.format) request.flags["format"] = "--format";
  if (flags.players) request.flags["format.players"] = "--players";
  if (flags.rounds) request.flags["format.rounds"] = "--rounds";
  if (flags.leaders) request.flags["format.leaders"] = "--leaders";
  if (flags.name) request.flags["name"] = "--name";
  if (flags.games) request.flags["games"] = "--games";
  if (flags.rules) request.flags["rules"] = "--rules";
  if (flags.lexicon) request.flags["lexicon"] = "--lexicon";
}

// Paths in a flag begin at the current folder, not at the configuration's.
Result<void> take_openings(const TournamentFlags& flags, OpeningsRequest& openings) {
  if (flags.openings) {
    openings.file = fs::absolute(*flags.openings).lexically_normal().string();
    openings.lines.clear();
  }
  if (!flags.openings_order) return success();
  if (!openings.are_wanted())
    return Error{"--openings-order: there are no openings to be put in order; give a file: --openings FILE"};
  const auto word = std::ranges::find(kOpeningOrderWords, *flags.openings_order);
  openings.order = static_cast<OpeningOrder>(word - kOpeningOrderWords.begin());
  return success();
}

Result<void> take_part(const TournamentFlags& flags, TournamentRequest& request) {
  if (flags.sprt || flags.spread_test) {
    TOPTILE_TRY(auto test, flags.sprt ? test_from_text("results", *flags.sprt, "--sprt")
                                      : test_from_text("spread", *flags.spread_test, "--spread-test"));
    request.test = test;
    request.flags["test"] = flags.sprt ? "--sprt" : "--spread-test";
  }
  if (!flags.shard) return success();
  TOPTILE_TRY(const auto shard, shard_of(*flags.shard));
  request.shard = shard;
  return success();
}

Result<void> take_referee_settings(const TournamentFlags& flags, RefereeSettings& referee) {
  if (flags.restart) referee.restart = restart_of(*flags.restart);
  take(flags.withdraw_after, referee.withdraw_after);
  take(flags.lanes, referee.lanes);
  if (!flags.illegal) return success();
  TOPTILE_TRY(const auto policy, illegal_policy_of(*flags.illegal));
  referee.illegal = policy;
  return success();
}

void take_limits(const TournamentFlags& flags, SandboxLimits& limits) {
  take(flags.memory_mb, limits.memory_mb);
  take(flags.processes, limits.processes);
  take(flags.files, limits.files);
  take(flags.file_mb, limits.file_mb);
  take(flags.tmp_mb, limits.tmp_mb);
}

void declare_limit(Command& command, const std::string& name, std::optional<int>& flag, int most,
                   const std::string& type, const std::string& text) {
  command.add_option(name + " " + type, flag, text).check(in_range(0, most));
}

void declare_referee_settings(Command& command, TournamentFlags& flags) {
  const Section section(command, "What the referee does about bots");
  command
      .add_option("--restart WHEN", flags.restart,
                  "When a bot's process is replaced: on_fault (default), each_game, never")
      .check(one_of(kRestartWords));
  command.add_option("--illegal WHAT", flags.illegal,
                     "What happens after an illegal move: forfeit (default), retry:N, pass");
  command
      .add_option("--withdraw-after N", flags.withdraw_after,
                  "Withdraw a bot that fails to start this many times in a row (default 3; 0: never)")
      .check(in_range(0, kMaxGames));
  command.add_switch("--no-lanes{false},--lanes", flags.lanes,
                     "Use one process per bot for both games of a pair, so it can know the other's tiles");
}

void declare_limits(Command& command, TournamentFlags& flags) {
  const Section section(command, "Sandbox");
  declare_sandbox(command, flags.sandbox);
  declare_limit(command, "--memory", flags.memory_mb, 16 << 20, "MB",
                "Memory of a bot (default 2048; 0: no limit)");
  declare_limit(command, "--processes", flags.processes, 1 << 20, "N",
                "Processes and threads of a bot (default 64; 0: no limit)");
  declare_limit(command, "--files", flags.files, 1 << 20, "N",
                "Files that a bot has open (default 256; 0: no limit)");
  declare_limit(command, "--file-size", flags.file_mb, 16 << 20, "MB",
                "Size of a file that a bot writes (default 16; 0: no limit)");
  declare_limit(command, "--tmp-size", flags.tmp_mb, 16 << 20, "MB",
                "Size of a bot's /tmp (default 64; 0: no limit)");
}

Check port_or_auto() {
  return [](const std::string& word) {
    const bool is_port = parse_number<std::uint16_t>(word).has_value();
    return is_port || word == kAnyPort
               ? std::string()
               : fmt::format("a port is a number from 0 (any free port) to 65535, not {}", printable(word));
  };
}

}  // namespace

std::optional<int> TournamentFlags::live_port() const {
  return parse_number<int>(live);
}

Result<TournamentRequest> request_of(const TournamentFlags& flags) {
  TOPTILE_TRY(auto read, configured(flags));
  TournamentRequest request = std::move(read);
  TOPTILE_TRY_TO(apply(flags, request));
  return request;
}

Result<BotChanges> bot_changes_of(const TournamentFlags& flags) {
  TOPTILE_TRY(auto more, bots_of(flags.bots));
  return BotChanges{std::move(more), flags.without};
}

Result<void> apply(const TournamentFlags& flags, TournamentRequest& request) {
  if (!flags.is_resumed_alone() && !flags.is_repeated()) {
    TOPTILE_TRY_TO(take_bots(flags.bots, request));
  }
  take_games(flags, request);
  TOPTILE_TRY_TO(take_openings(flags, request.openings));
  TOPTILE_TRY_TO(take_part(flags, request));
  TOPTILE_TRY_TO(apply(flags.clock, request.time_control, request.patience));
  TOPTILE_TRY_TO(apply(flags.adjudication, request));
  TOPTILE_TRY_TO(take_referee_settings(flags, request.referee));
  if (flags.sandbox) request.sandbox = sandbox_mode(*flags.sandbox);
  take_limits(flags, request.limits);
  take(flags.pin, request.pin);
  take(flags.ponder, request.ponder);
  take(flags.every_look, request.every_look);
  take(flags.concurrency, request.concurrency);
  take(flags.batch, request.batch);
  take(flags.try_bots, request.try_bots);
  take(flags.transcripts, request.transcripts);
  return success();
}

void declare_field_flags(Command& command, TournamentFlags& flags) {
  const Section section(command, "Bots");
  command
      .add_option("--bot BOT", flags.bots,
                  "A shipped bot, a bot's folder, a program, \"name=program arguments\", or an object as in "
                  "the configuration file; two or more")
      .repeated();
  command.add_flag("--leave-out-broken", flags.leaves_out_broken,
                   "Play without the bots that cannot be found, built or started, and name them");
  command
      .add_option("--format FORMAT", flags.format,
                  "round_robin (default), gauntlet, swiss, knock_out or king: who meets whom")
      .check(one_of(kFormatWords));
  command.add_option("--players N", flags.players, "Players of a game, 2 to 4 (default 2)")
      .check(in_range(2, kMaxPlayers));
  command.add_option("--rounds N", flags.rounds, "Rounds of a swiss tournament or of king")
      .check(in_range(1, kMaxRounds));
  command
      .add_option("--leaders N", flags.leaders,
                  "In a gauntlet: how many of the first bots meet the others (default 1)")
      .check(in_range(1, kMaxLeaders));
  command.add_option("--shard I/N", flags.shard,
                     "Play only this part of the schedule, as in 2/8; toptile merge joins the parts");
}

void declare_plan_flags(Command& command, TournamentFlags& flags) {
  {
    const Section section(command, "Games");
    command
        .add_option(
            "--games N", flags.games,
            "Games per pairing, match or group, in whole sets (default 20; with a test at most 1000000)")
        .check(in_range(1, kMaxGames));
    const Option sprt =
        command.add_option("--sprt KEY=VALUE,...", flags.sprt,
                           "Between two bots: play until a test of results ends, as in elo0=0,elo1=10");
    command
        .add_option("--spread-test KEY=VALUE,...", flags.spread_test,
                    "The same with a test of the mean spread, as in spread0=0,spread1=5")
        .excludes(sprt);
    command.add_option("--seed N", flags.seed, "The tournament's seed (default: drawn from the system)")
        .check(seed_number());
    command.add_switch("--every-look,!--no-every-look", flags.every_look,
                       "Give wider intervals, which hold at every look at the standings, whenever you stop");
  }
  declare_opening_flags(command, flags);
  declare_terms_flags(command, flags);
}

void declare_opening_flags(Command& command, TournamentFlags& flags) {
  const Section section(command, "Games");
  command.add_option(
      "--openings FILE", flags.openings,
      "Begin games with the moves of this file, one opening a line; each is played from every seat");
  command
      .add_option("--openings-order ORDER", flags.openings_order,
                  "Which opening comes next: sequential (default), as in the file, or random, by the seed")
      .check(one_of(kOpeningOrderWords));
}

void declare_terms_flags(Command& command, TournamentFlags& flags) {
  {
    const Section section(command, "Games");
    command.add_option("--rules NAME|FILE", flags.rules, "A shipped ruleset or a JSON file (default hasbro)");
    command.add_option("--lexicon NAME|FILE", flags.lexicon,
                       "A shipped word list, a text list or a built lexicon (default english)");
    declare_adjudication_flags(command, flags.adjudication);
  }
  declare_clock_flags(command, flags.clock);
  declare_referee_settings(command, flags);
  declare_limits(command, flags);
  const Section section(command, "Processors");
  command.add_switch("--ponder,!--no-ponder", flags.ponder,
                     "Let a bot compute while another one thinks; otherwise it is stopped (default)");
  command.add_switch("--no-pin{false},--pin", flags.pin,
                     "Let the system choose processors, for bots with threads of their own");
}

void declare_resume_flags(Command& command, TournamentFlags& flags) {
  const Section section(command, "The run");
  command.add_option(
      "--resume RUN", flags.resume,
      "Go on with this run, and with more --games, more --rounds or another --bot if you name them; "
      "nothing is played again");
  command
      .add_option("--without NAME", flags.without,
                  "Leave out this bot of the configuration; with --resume its games are kept aside")
      .repeated();
}

void declare_execution_flags(Command& command, TournamentFlags& flags) {
  {
    const Section section(command, "Processors");
    command
        .add_option("--concurrency N", flags.concurrency,
                    "Games at once (0, the default: one for each processor)")
        .check(in_range(0, kMaxGamesAtOnce));
    command
        .add_option(
            "--batch N", flags.batch,
            "Games at once in one process, if its bot offers them (1, the default: one after the other)")
        .check(in_range(1, uwi::kMaxGamesOfBot));
  }
  const Section section(command, "The run");
  command.add_switch("--no-try{false},--try", flags.try_bots,
                     "Do not start every bot once before the first game");
  command.add_switch(
      "--transcript,!--no-transcript", flags.transcripts,
      "Write all lines to and from the bots, one file per game, to transcripts/ in the run's folder");
  const Option name =
      command.add_option("--name NAME", flags.name, "The name of the run's folder below runs/");
  const Option out = command.add_option(
      "--out DIR", flags.out,
      "The run's folder (default: a new one below runs/, or the unfinished one of the same plan)");
  name.excludes(out);
  if (const auto resume = command.find_option("--resume")) resume->excludes(name).excludes(out);
  command.add_flag("--json", flags.json,
                   "Print events as they come, one line of JSON each; the result is last");
  const Option quiet = command.add_flag("--quiet", flags.quiet, "Print only the result");
  command
      .add_option("--view HOW", flags.view,
                  "What to show on standard error: live (default in a terminal), lines (default elsewhere), "
                  "or games, one line for each")
      .check(one_of(kViews))
      .excludes(quiet);
  command.add_flag("--live{auto}", flags.live, "Serve a page on this machine that follows the games")
      .check(port_or_auto())
      .takes_last();
  command.add_flag(
      "--check", flags.is_check,
      "Play no game of it: say what would be played, start every bot, let it play a few turns, and say how "
      "each answers; with --no-try, look at the configuration alone");
}

}  // namespace toptile
