#include "tournaments/plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <random>

#include "engine/utf8.h"
#include "protocol/files.h"
#include "protocol/ruleset_json.h"
#include "tournaments/sandbox_json.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr int kRunVersion = 5;
constexpr std::int64_t kMostMilliseconds = 1000LL * 60 * 60 * 24 * 7;
constexpr int kMostGames = 100'000'000;
// Their numbers fit into 32 bits, and those of the bots into 16.
constexpr std::uint64_t kMostGamesInAll = 4'000'000'000;
constexpr int kMostRetries = 100;
constexpr int kMostGamesAtOnce = 1024;
const std::vector<std::string> kClockKinds = {"game", "move", "none"};
const std::vector<std::string> kMeasures = {"wall", "cpu"};
const std::vector<std::string> kRestarts = {"on_fault", "each_game", "never"};
const std::vector<std::string> kIllegalWords = {"forfeit", "retry", "pass"};  // Of IllegalPolicy::Kind.

void read_time(FieldReader& reader, const std::string& name, milliseconds& time, std::int64_t least) {
  std::int64_t count = time.count();
  reader.read(name, count, least, kMostMilliseconds);
  time = milliseconds(count);
}

// Reads a part that is an object of its own, when it is there.
template <class Part, class Parse>
void read_part(FieldReader& reader, const std::string& name, Part& part, Parse parse) {
  const Json* object = reader.read_any(name);
  if (object == nullptr) return;
  auto parsed = parse(*object, reader.where().at(name));
  if (!parsed) return reader.fail(parsed.error());
  part = std::move(parsed).value();
}

// "forfeit", or what a period costs.
Result<std::optional<TimeControl::PaidOvertime>> overtime_from_json(const Json& json,
                                                                    const JsonPlace& where) {
  if (json == "forfeit") return std::optional<TimeControl::PaidOvertime>();
  if (!json.is_object())
    return Error{where.words() +
                 ": \"forfeit\" is expected here, or an object of points, period_ms and most"};
  TimeControl::PaidOvertime overtime;
  FieldReader reader(json, where);
  reader.read("points", overtime.points, 1, kMostOvertimePoints);
  read_time(reader, "period_ms", overtime.period, 1);
  reader.read("most", overtime.most_periods, 1, kMostOvertimePeriods);
  if (auto finished = reader.finish(); !finished) return finished.error();
  return std::optional(overtime);
}

Json overtime_to_json(const std::optional<TimeControl::PaidOvertime>& overtime) {
  if (!overtime) return "forfeit";
  return {{"points", overtime->points},
          {"period_ms", overtime->period.count()},
          {"most", overtime->most_periods}};
}

Result<TimeControl> time_control_from_json(const Json& object, const JsonPlace& where) {
  TimeControl control;
  FieldReader reader(object, where);
  reader.read_word("kind", control.kind, kClockKinds);
  read_time(reader, "time_ms", control.time, 1);
  read_time(reader, "increment_ms", control.increment, 0);
  read_time(reader, "margin_ms", control.margin, 0);
  read_time(reader, "hang_ms", control.hang, 1);
  read_part(reader, "overtime", control.overtime, overtime_from_json);
  read_time(reader, "bank_ms", control.bank, 0);
  reader.read_word("measure", control.measure, kMeasures);
  if (auto finished = reader.finish(); !finished) return finished.error();
  return control;
}

Json time_control_to_json(const TimeControl& control) {
  return {{"kind", kClockKinds[static_cast<std::size_t>(control.kind)]},
          {"time_ms", control.time.count()},
          {"increment_ms", control.increment.count()},
          {"margin_ms", control.margin.count()},
          {"hang_ms", control.hang.count()},
          {"overtime", overtime_to_json(control.overtime)},
          {"bank_ms", control.bank.count()},
          {"measure", kMeasures[static_cast<std::size_t>(control.measure)]}};
}

Result<Patience> patience_from_json(const Json& object, const JsonPlace& where) {
  Patience patience;
  FieldReader reader(object, where);
  read_time(reader, "start_ms", patience.start, 1);
  read_time(reader, "ready_ms", patience.ready, 1);
  read_time(reader, "quit_ms", patience.quit, 0);
  if (auto finished = reader.finish(); !finished) return finished.error();
  return patience;
}

Json patience_to_json(const Patience& patience) {
  return {{"start_ms", patience.start.count()},
          {"ready_ms", patience.ready.count()},
          {"quit_ms", patience.quit.count()}};
}

Json illegal_to_json(const IllegalPolicy& policy) {
  if (policy.kind == IllegalPolicy::Kind::retry) return {{"retry", policy.retries}};
  return kIllegalWords[static_cast<std::size_t>(policy.kind)];
}

void read_illegal(FieldReader& reader, IllegalPolicy& policy) {
  const Json* value = reader.read_any("illegal");
  if (value == nullptr) return;
  if (value->is_string() && *value == "forfeit") {
    policy.kind = IllegalPolicy::Kind::forfeit;
  } else if (value->is_string() && *value == "pass") {
    policy.kind = IllegalPolicy::Kind::pass;
  } else if (value->is_object() && value->size() == 1 && value->contains("retry") &&
             value->at("retry").is_number_integer() && value->at("retry") >= 1 &&
             value->at("retry") <= kMostRetries) {
    policy = {IllegalPolicy::Kind::retry, value->at("retry").get<int>()};
  } else {
    reader.fail("illegal",
                fmt::format("it is \"forfeit\", \"pass\" or {{\"retry\": N}} with N from 1 to {}, not {}",
                            kMostRetries, printable(value->dump())));
  }
}

void read_rules(FieldReader& reader, Json& rules) {
  const Json* value = reader.read_any("rules");
  if (value == nullptr) return;
  if (value->is_object()) {
    if (auto ruleset = ruleset_from_json(*value, reader.where().at("rules")); !ruleset)
      return reader.fail(ruleset.error());
  } else if (!value->is_string()) {
    return reader.fail("rules",
                       "a shipped ruleset, a file, or a ruleset itself as an object is expected here");
  }
  rules = *value;
}

void read_conduct(FieldReader& reader, Conduct& conduct) {
  reader.read_word("restart", conduct.restart, kRestarts)
      .read("withdraw_after", conduct.withdraw_after, 0, kMostGames)
      .read("lanes", conduct.lanes);
  read_illegal(reader, conduct.illegal);
}

JsonPlace place_of_bot(const TournamentRequest& request, std::size_t bot) {
  const JsonPlace& where = request.bots[bot].where;
  return where.is_nowhere() ? JsonPlace(fmt::format("bot {}", bot + 1)) : where;
}

Result<BotEntry> find_requested_bot(const TournamentRequest& request, std::size_t bot, BotSearch search) {
  const BotRequest& requested = request.bots[bot];
  search.directory = requested.directory.empty() ? request.directory : requested.directory;
  return find_bot(requested.bot, search, place_of_bot(request, bot));
}

std::optional<Error> find_unfit_bots(const TournamentRequest& request, const std::vector<BotEntry>& bots) {
  if (bots.size() < 2) {
    return in_context(
        request.where("bots").words(),
        {fmt::format(
            "a tournament needs two bots or more, and there {}; name them as in: --bot greedy --bot ./mine",
            bots.empty() ? "is none" : "is one")});
  }
  for (std::size_t i = 0; i < bots.size(); ++i) {
    const auto end = bots.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find_if(bots.begin(), end, [&](const BotEntry& other) { return other.name == bots[i].name; }) ==
        end)
      continue;
    return in_context(place_of_bot(request, i).words(),
                      {fmt::format("two bots are called {0}; name one of them, as in: --bot {0}-2={1}",
                                   bots[i].name, bots[i].command[0])});
  }
  return std::nullopt;
}

Result<Ruleset> resolve_rules(const TournamentRequest& request) {
  const JsonPlace where = request.where("rules");
  if (request.rules.is_object()) return ruleset_from_json(request.rules, where);
  auto found = find_ruleset(
      request.rules.is_string() ? request.rules.get<std::string>() : request.rules.dump(), request.directory);
  if (!found) return in_context(where.words(), found.error());
  return found;
}

// What a kind of clock has no use for would be an option without effect.
std::optional<Error> find_useless(const TimeControl& control, const JsonPlace& where) {
  const auto is = [&](TimeControl::Kind kind) { return control.kind == kind; };
  const auto fault = [&](const char* key, const char* why) {
    return Error{fmt::format("{}: {}", where.at(key).words(), why)};
  };
  if (control.overtime && !is(TimeControl::Kind::game_clock))
    return fault("overtime",
                 "only a clock for the whole game has overtime; a limit for each move has bank_ms");
  if (control.bank > milliseconds(0) && !is(TimeControl::Kind::move_time))
    return fault("bank_ms", "only a limit for each move has a bank; a clock for the whole game is one");
  if (control.measure == TimeControl::Measure::processor && is(TimeControl::Kind::none))
    return fault("measure", "there is no clock to charge processor time to; choose one for a game or a move");
  return std::nullopt;
}

// What a machine's sandbox lacks may be said in other words another time.
Json without_reasons(Json plan) {
  if (!plan.is_object() || !plan.contains("bots") || !plan["bots"].is_array()) return plan;
  for (Json& bot : plan["bots"]) {
    if (bot.is_object() && bot.contains("sandbox") && bot["sandbox"].is_object())
      bot["sandbox"].erase("why_not");
  }
  return plan;
}

// Shards are played where nobody knows the results of the others.
std::optional<Error> find_unshardable(const TournamentRequest& request) {
  if (!request.shard) return std::nullopt;
  if (depends_on_results(request.format)) {
    return Error{
        fmt::format("shard: who meets whom in {} depends on results that another shard has; only round_robin "
                    "and gauntlet are played in shards",
                    kFormatWords[static_cast<std::size_t>(request.format.kind)])};
  }
  if (request.test)
    return Error{"shard: a match that ends by a test is not played in shards; leave one of them out"};
  if (!request.seed)
    return Error{"shard: all shards need one seed, and none is given; add --seed N, or seed to the file"};
  if (request.conduct.restart == Restart::never) {
    return Error{
        "shard: with restart never, a fault ends a bot's games in all shards, which do not know of each "
        "other; choose on_fault or each_game"};
  }
  return std::nullopt;
}

Result<Shard> shard_from_json(const Json& object, const JsonPlace& where) {
  Shard shard;
  FieldReader reader(object, where);
  reader.require("of").read("of", shard.of, 1, kMostShards);
  reader.require("index").read("index", shard.index, 1, kMostShards);
  if (auto finished = reader.finish(); !finished) return finished.error();
  if (shard.index > shard.of)
    return Error{
        fmt::format("{}: there is no shard {} of {}", where.at("index").words(), shard.index, shard.of)};
  return shard;
}

// A test ends the match by itself, and mostly long before.
Result<int> games_of(std::optional<int> wanted, int players, bool is_tested) {
  constexpr int kGames = 20, kMostTested = 1'000'000;
  const int games = wanted.value_or(is_tested ? kMostTested : (kGames + players - 1) / players * players);
  if (games > 0 && games % players == 0) return games;
  if (players == 2) {
    return Error{
        fmt::format("{} is no even number from 2 on; games come in pairs, with the seats swapped", games)};
  }
  return Error{
      fmt::format("{0} is no multiple of {1} from {1} on; games come in sets in which everyone has each seat",
                  games, players)};
}

Result<int> games_of(const TournamentRequest& request) {
  return games_of(request.games, request.format.players, request.test.has_value());
}

// A test is of one bot against one other, looked at pair after pair.
std::optional<Error> find_untestable(const std::optional<TestTerms>& test, const TournamentFormat& format,
                                     std::size_t bots) {
  if (!test) return std::nullopt;
  if (format.kind == TournamentFormat::Kind::round_robin && format.players == 2 && bots == 2)
    return std::nullopt;
  return Error{
      fmt::format("a test is of a match between two bots, and this is {} of {} bots; name two, without a "
                  "format, or leave the test out",
                  words_of(format), bots)};
}

// The spread of a game that is cut short is smaller than what the test is of.
std::optional<Error> find_biased_test(const std::optional<TestTerms>& test,
                                      const std::optional<AdjudicationTerms>& adjudicate) {
  const bool is_of_spread = test && std::holds_alternative<SpreadParameters>(*test);
  if (!is_of_spread || !adjudicate || !adjudicate->hopeless) return std::nullopt;
  return Error{
      "a test of the mean spread needs games with their whole spread, and this cuts it; use a test of "
      "results, "
      "or leave one of them out"};
}

std::uint64_t system_seed() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

std::optional<Error> find_too_many_games(const TournamentFormat& format, std::size_t bots, int games) {
  const double meetings = count_meetings(format, static_cast<int>(bots));
  if (meetings * games <= static_cast<double>(kMostGamesInAll)) return std::nullopt;
  return Error{
      fmt::format("{} a pairing come to more than {} in all between {} bots; play fewer games a pairing",
                  games, kMostGamesInAll, bots)};
}

// What is wrong however many bots there are, and whoever they are.
std::optional<Error> find_wrong_terms(const TournamentRequest& request) {
  if (const auto games = games_of(request); !games)
    return in_context(request.where("games").words(), games.error());
  if (auto unshardable = find_unshardable(request)) return unshardable;
  if (auto biased = find_biased_test(request.test, request.adjudicate))
    return in_context(request.where("adjudicate").words(), *biased);
  return find_useless(request.time_control, request.where("clock"));
}

}  // namespace

Result<Ruleset> find_ruleset(const std::string& name_or_file, const fs::path& directory) {
  auto shipped = shipped_ruleset(name_or_file);
  const fs::path file = directory / name_or_file;
  std::error_code closed;  // A folder that its user may not enter has no file of that name.
  const bool is_file = name_or_file.find('/') != std::string::npos || name_or_file.ends_with(".json") ||
                       fs::is_regular_file(file, closed);
  if (shipped || !is_file) return shipped;
  auto text = read_file(file);
  if (!text) return text.error();
  return parse_ruleset_json(text.value(), file.string());
}

Result<LoadedLexicon> open_lexicon(const std::string& name_or_file, const Ruleset& rules,
                                   const fs::path& directory, const ShippedFiles& shipped) {
  if (name_or_file == "-") return load_lexicon("-", rules);
  const fs::path file = directory / name_or_file;
  std::error_code closed;
  if (fs::is_regular_file(file, closed)) return load_lexicon(file, rules);
  const fs::path list = shipped.lexicons / (name_or_file + ".txt");
  if (name_or_file.find('/') != std::string::npos || !fs::is_regular_file(list, closed)) {
    const auto names = shipped_lexicon_names(shipped);
    return Error{fmt::format("{}: there is no such word list, neither a file nor one that ships ({}){}",
                             printable(name_or_file), fmt::join(names, ", "),
                             meant_name(name_or_file, names))};
  }
  // The built one is only there to be quick; it may be for other tiles.
  auto built = load_lexicon(shipped.lexicons / fmt::format("{}.{}.lexicon", name_or_file, rules.size), rules);
  return built ? std::move(built) : load_lexicon(list, rules);
}

JsonPlace TournamentRequest::where(const std::string& key) const {
  const auto flag = flags.find(key);
  return flag == flags.end() ? configuration.at(key) : JsonPlace(flag->second);
}

Result<TournamentRequest> parse_request(std::string_view text, const fs::path& file) {
  auto object = parse_json(text, file.string());
  if (!object) return object.error();
  TournamentRequest request;
  request.name = file.stem().string();
  request.directory = fs::absolute(file).parent_path();
  request.configuration = JsonPlace::of_text(text, file.string());
  FieldReader reader(object.value(), request.configuration);
  const Json* bots = reader.require("bots").read_any("bots");
  reader.read("name", request.name);
  if (int games = 0; reader.has("games")) {
    reader.read("games", games, 2, kMostGames);
    request.games = games;
  }
  read_part(reader, "format", request.format, format_from_json);
  reader.read("pin", request.pin).read("ponder", request.ponder);
  reader.read("concurrency", request.concurrency, 0, kMostGamesAtOnce).read("lexicon", request.lexicon);
  reader.read("try_bots", request.try_bots).read("transcripts", request.transcripts);
  read_conduct(reader, request.conduct);
  std::uint64_t seed = 0;
  if (reader.has("seed")) {
    reader.read("seed", seed);
    request.seed = seed;
  }
  read_rules(reader, request.rules);
  read_part(reader, "clock", request.time_control, time_control_from_json);
  read_part(reader, "adjudicate", request.adjudicate, adjudication_from_json);
  read_part(reader, "patience", request.patience, patience_from_json);
  reader.read_word("sandbox", request.sandbox, kSandboxModes);
  read_part(reader, "limits", request.limits, limits_from_json);
  read_part(reader, "test", request.test, test_from_json);
  reader.pass_over("$schema");
  if (auto finished = reader.finish(); !finished) return finished.error();
  auto entries = read_bots(*bots, request.configuration.at("bots"), request.directory);
  if (!entries) return entries.error();
  request.bots = std::move(entries).value();
  return request;
}

std::vector<Result<BotEntry>> find_bots(const TournamentRequest& request, const BotSearch& search) {
  std::vector<Result<BotEntry>> found;
  for (std::size_t i = 0; i < request.bots.size() && !search.stop.stop_requested(); ++i)
    found.push_back(find_requested_bot(request, i, search));
  return found;
}

Result<ResolvedPlan> resolve_around(const TournamentRequest& request, std::vector<BotEntry> bots,
                                    const ShippedFiles& shipped) {
  if (auto wrong = find_wrong_terms(request)) return *std::move(wrong);
  auto sandbox = Sandbox::open(request.sandbox);
  if (!sandbox) return sandbox.error();
  for (BotEntry& bot : bots) bot.sandbox = sandbox.value()->enforcement();
  auto rules = resolve_rules(request);
  if (!rules) return rules.error();
  if (const int players = request.format.players; !rules.value().plays_with(players)) {
    return Error{fmt::format("{}: {} is for {} to {} players, and a game of this tournament has {}",
                             request.where("rules").words(), rules.value().name, rules.value().players_min,
                             rules.value().players_max, players)};
  }
  auto loaded = open_lexicon(request.lexicon, rules.value(), request.directory, shipped);
  if (!loaded) return in_context(request.where("lexicon").words(), loaded.error());
  Lexicon lexicon = std::move(loaded).value().lexicon;
  if (auto fault = find_no_text(request.where("lexicon").words(), lexicon.name())) return *std::move(fault);
  Plan plan{std::move(bots),
            request.format,
            games_of(request).value(),
            request.seed ? *request.seed : system_seed(),
            std::move(rules).value(),
            hexadecimal(lexicon.sha256()),
            lexicon.name(),
            lexicon.words(),
            request.time_control,
            request.patience,
            request.conduct,
            request.limits,
            request.pin,
            request.ponder,
            request.shard,
            request.test,
            request.adjudicate};
  if (plan.shard) plan.shard->games_a_set = plan.format.players;
  return ResolvedPlan{std::move(plan), std::move(lexicon), std::move(sandbox).value()};
}

Result<void> complete_plan(const TournamentRequest& request, Plan& plan) {
  if (auto unfit = find_unfit_bots(request, plan.bots)) return *std::move(unfit);
  const auto format =
      complete_format(request.format, static_cast<int>(plan.bots.size()), request.where("format"));
  if (!format) return format.error();
  plan.format = format.value();
  if (auto untestable = find_untestable(plan.test, plan.format, plan.bots.size()))
    return in_context(request.where("test").words(), *untestable);
  if (auto too_many = find_too_many_games(plan.format, plan.bots.size(), plan.games))
    return in_context(request.where("games").words(), *too_many);
  return success();
}

Result<ResolvedPlan> resolve(const TournamentRequest& request, const BotSearch& search) {
  // Before a bot is built, which can take long.
  if (auto wrong = find_wrong_terms(request)) return *std::move(wrong);
  std::vector<BotEntry> bots;
  for (std::size_t i = 0; i < request.bots.size(); ++i) {
    auto bot = find_requested_bot(request, i, search);
    if (!bot) return bot.error();
    bots.push_back(std::move(bot).value());
  }
  auto resolved = resolve_around(request, std::move(bots), search.shipped);
  if (!resolved) return resolved.error();
  if (auto complete = complete_plan(request, resolved.value().plan); !complete) return complete.error();
  return resolved;
}

Json plan_to_json(const Plan& plan) {
  Json bots = Json::array();
  for (const BotEntry& bot : plan.bots) bots.push_back(bot_to_json(bot));
  Json object = {
      {"run", kRunVersion},
      {"seed", std::to_string(plan.seed)},
      {"format", format_to_json(plan.format)},
      {"games", plan.games},
      {"bots", bots},
      {"clock", time_control_to_json(plan.time_control)},
      {"adjudicate", adjudication_to_json(plan.adjudicate)},
      {"patience", patience_to_json(plan.patience)},
      {"restart", kRestarts[static_cast<std::size_t>(plan.conduct.restart)]},
      {"illegal", illegal_to_json(plan.conduct.illegal)},
      {"withdraw_after", plan.conduct.withdraw_after},
      {"lanes", plan.conduct.lanes},
      {"limits", limits_to_json(plan.limits)},
      {"pin", plan.pin},
      {"ponder", plan.ponder},
      {"lexicon",
       {{"name", plan.lexicon_name}, {"words", plan.lexicon_words}, {"sha256", plan.lexicon_sha256}}},
      {"rules", ruleset_to_json(plan.rules)}};
  if (plan.test) object["test"] = test_to_json(*plan.test);
  if (plan.shard) object["shard"] = {{"index", plan.shard->index}, {"of", plan.shard->of}};
  return object;
}

Result<Plan> plan_from_json(const Json& object, const std::string& where) {
  FieldReader reader(object, where);
  int version = 0, games = 0;
  std::uint64_t seed = 0;
  bool pin = true, ponder = false;
  TimeControl time_control;
  Patience patience;
  Conduct conduct;
  reader.require("run").read("run", version, kRunVersion, kRunVersion);
  reader.require("seed")
      .read("seed", seed)
      .require("games")
      .read("games", games, 2, kMostGames)
      .read("pin", pin)
      .read("ponder", ponder);
  TournamentFormat format;
  reader.require("format");
  read_part(reader, "format", format, format_from_json);
  read_part(reader, "clock", time_control, time_control_from_json);
  std::optional<AdjudicationTerms> adjudicate;
  read_part(reader, "adjudicate", adjudicate, adjudication_from_json);
  read_part(reader, "patience", patience, patience_from_json);
  read_conduct(reader, conduct);
  SandboxLimits limits;
  read_part(reader, "limits", limits, limits_from_json);
  const Json* bots = reader.require("bots").read_any("bots");
  const Json* lexicon = reader.require("lexicon").read_any("lexicon");
  const Json* rules_object = reader.require("rules").read_any("rules");
  std::optional<Shard> shard;
  read_part(reader, "shard", shard, shard_from_json);
  std::optional<TestTerms> test;
  read_part(reader, "test", test, test_from_json);
  if (auto finished = reader.finish(); !finished) return finished.error();

  auto rules = ruleset_from_json(*rules_object, where + ": rules");
  if (!rules) return rules.error();
  Plan plan{{},      format,    games, seed,         std::move(rules).value(),
            {},      {},        0,     time_control, patience,
            conduct, limits,    pin,   ponder,       shard,
            test,    adjudicate};
  FieldReader lexicon_reader(*lexicon, where + ": lexicon");
  lexicon_reader.require("name")
      .read("name", plan.lexicon_name)
      .require("sha256")
      .read("sha256", plan.lexicon_sha256);
  lexicon_reader.require("words").read("words", plan.lexicon_words, 1, INT32_MAX);
  if (auto finished = lexicon_reader.finish(); !finished) return finished.error();
  if (!bots->is_array()) return Error{where + ": bots: a list is expected here"};
  for (const Json& bot_object : *bots) {
    auto bot = bot_from_json(bot_object, fmt::format("{}: bot {}", where, plan.bots.size() + 1));
    if (!bot) return bot.error();
    plan.bots.push_back(std::move(bot).value());
  }
  const auto complete = complete_format(format, static_cast<int>(plan.bots.size()));
  if (!complete) return in_context(where, complete.error());
  plan.format = complete.value();
  if (auto untestable = find_untestable(test, plan.format, plan.bots.size()))
    return in_context(where + ": test", *untestable);
  if (auto biased = find_biased_test(test, adjudicate)) return in_context(where + ": adjudicate", *biased);
  if (test && shard) return Error{where + ": shard: a match that ends by a test is not played in shards"};
  if (auto whole = games_of(games, plan.format.players, test.has_value()); !whole)
    return in_context(where + ": games", whole.error());
  if (plan.shard) plan.shard->games_a_set = plan.format.players;
  if (shard && depends_on_results(plan.format))
    return Error{where + ": shard: a tournament of this format is not played in shards"};
  if (auto too_many = find_too_many_games(plan.format, plan.bots.size(), games))
    return in_context(where + ": games", *too_many);
  return plan;
}

std::optional<PlanDifference> compare_plans(const Json& first, const Json& second) {
  const Json one = without_reasons(first), other = without_reasons(second);
  const auto differences = Json::diff(one, other);
  if (differences.empty()) return std::nullopt;
  const std::string path = differences[0].at("path").get<std::string>();
  const auto shown = [&](const Json& plan) {
    const Json::json_pointer pointer(path);
    return plan.contains(pointer) ? printable(plan.at(pointer).dump(), 200) : std::string("nothing");
  };
  std::string field = path.empty() ? "the plan" : path.substr(1);
  std::ranges::replace(field, '/', '.');
  return PlanDifference{printable(field), shown(one), shown(other)};
}

std::optional<std::string> find_plan_difference(const Json& frozen, const Json& wanted) {
  const auto difference = compare_plans(frozen, wanted);
  if (!difference) return std::nullopt;
  return fmt::format("{}: the run has {}, and now {} is asked for", difference->field, difference->in_first,
                     difference->in_second);
}

}  // namespace toptile
