#include "tournaments/plan/plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <random>

#include "base/files.h"
#include "base/utf8.h"
#include "base/words.h"
#include "bots/settings_json.h"
#include "bots/shown_name.h"
#include "protocol/ruleset_json.h"
#include "protocol/uwi.h"
#include "tournaments/plan/plan_limits.h"
#include "tournaments/plan/terms_json.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

void read_rules(FieldReader& reader, Json& rules) {
  const Json* value = reader.read_any("rules");
  if (value == nullptr) return;
  if (value->is_object()) {
    if (auto ruleset = ruleset_from_json(*value, reader.where().at("rules")); !ruleset)
      return reader.fail(ruleset.error());
  } else if (!value->is_string()) {
    return reader.fail("rules",
                       "expected the name of a shipped ruleset, a file, or an object with a ruleset");
  }
  rules = *value;
}
// The bots of a resumed run are not in the request.
JsonPlace place_of_bot(const TournamentRequest& request, std::size_t bot) {
  const bool is_told = bot < request.bots.size() && !request.bots[bot].where.is_nowhere();
  return is_told ? request.bots[bot].where : JsonPlace(fmt::format("bot {}", bot + 1));
}

Result<BotEntry> find_requested_bot(const TournamentRequest& request, std::size_t bot, BotSearch search) {
  const BotRequest& requested = request.bots[bot];
  search.directory = requested.directory.empty() ? request.directory : requested.directory;
  return find_bot(requested.source, search, place_of_bot(request, bot));
}

// A bot's own clock settings must have an effect, too.
std::optional<Error> useless_clock_fault(const TimeControl& control, const OwnClock& own,
                                         const JsonPlace& where) {
  const auto fault = [&](const char* key, const char* why) {
    return Error{fmt::format("{}: {}", where.at("clock").at(key).words(), why)};
  };
  if (own.time && control.kind == TimeControl::Kind::none)
    return fault("time_ms", "the tournament has no clock, so a bot cannot have a time of its own");
  if (own.increment && control.kind != TimeControl::Kind::game_clock)
    return fault("increment_ms", "only a clock for the whole game has an increment");
  return std::nullopt;
}

std::optional<Error> bots_fault(const TournamentRequest& request, const std::vector<BotEntry>& bots) {
  if (bots.size() < 2) {
    return in_context(
        request.where("bots").words(),
        {fmt::format(
            "a tournament needs two bots or more, and there {}; name them, such as greedy and ./mine",
            bots.empty() ? "is none" : "is one")});
  }
  for (std::size_t i = 0; i < bots.size(); ++i) {
    if (auto fault = useless_clock_fault(request.time_control, bots[i].clock, place_of_bot(request, i)))
      return fault;
    const auto end = bots.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find_if(bots.begin(), end, [&](const BotEntry& other) { return other.name == bots[i].name; }) ==
        end)
      continue;
    return in_context(place_of_bot(request, i).words(),
                      {fmt::format("two bots are called {}; name one of them, as in {}", bots[i].name,
                                   shell_word(named_again(bots[i], bots[i].name + "-2")))});
  }
  return std::nullopt;
}

Result<Ruleset> resolve_rules(const TournamentRequest& request) {
  const JsonPlace where = request.where("rules");
  if (request.rules.is_object()) return ruleset_from_json(request.rules, where);
  auto found =
      find_ruleset(request.rules.is_string() ? request.rules.get<std::string>() : json_text(request.rules),
                   request.directory);
  if (!found) return in_context(where.words(), found.error());
  return found;
}

// A setting that this kind of clock does not use is an error, as it would have no effect.
std::optional<Error> useless_setting_fault(const TimeControl& control, const JsonPlace& where) {
  const auto is = [&](TimeControl::Kind kind) { return control.kind == kind; };
  const auto fault = [&](const char* key, const char* why) {
    return Error{fmt::format("{}: {}", where.at(key).words(), why)};
  };
  if (control.overtime && !is(TimeControl::Kind::game_clock))
    return fault("overtime",
                 "only a clock for the whole game has overtime; with a limit for each move, use bank_ms");
  if (control.bank > milliseconds(0) && !is(TimeControl::Kind::move_time))
    return fault("bank_ms", "only a limit for each move has a bank; a clock for the whole game needs none");
  if (control.measure == TimeControl::Measure::processor && is(TimeControl::Kind::none))
    return fault(
        "measure",
        "without a clock no processor time can be charged; choose a clock for the game or for each move");
  return std::nullopt;
}

// A shard is played without knowing the results of the others.
std::optional<Error> shard_fault(const TournamentRequest& request) {
  if (!request.shard) return std::nullopt;
  if (depends_on_results(request.format)) {
    return Error{
        fmt::format("shard: who meets whom in {} depends on results of other shards; only round_robin and "
                    "gauntlet can be played in shards",
                    kFormatWords[static_cast<std::size_t>(request.format.kind)])};
  }
  if (request.test)
    return Error{
        "shard: a match that ends by a test cannot be played in shards; leave out the test or the shard"};
  if (!request.seed) return Error{"shard: all shards need the same seed, but none is given; give a seed"};
  if (request.referee.restart == Restart::never) {
    return Error{
        "shard: with restart never, a fault ends a bot's games in all shards, which do not know of each "
        "other; choose on_fault or each_game"};
  }
  return std::nullopt;
}

Result<Lexicon> lexicon_of(const TournamentRequest& request, const Ruleset& rules,
                           const ShippedFiles& shipped) {
  if (request.words) return *request.words;
  auto loaded = open_lexicon(request.lexicon, rules, request.directory, shipped);
  if (!loaded) return in_context(request.where("lexicon").words(), loaded.error());
  return std::move(loaded).value().lexicon;
}

Result<int> games_of(const TournamentRequest& request) {
  return toptile::games_of(request.games, request.format.players, request.test.has_value());
}

// A bot receives a seed that is computed from the tournament's. By trying all small seeds it could find the
// tournament's, and know every rack.
std::optional<Error> open_seed_fault(const TournamentRequest& request) {
  if (request.sandbox != SandboxMode::require || !request.seed || *request.seed >= kMinSecretSeed)
    return std::nullopt;
  return Error{
      fmt::format("{}: {} is so small that a bot can find it by trying, and then it knows every rack; with "
                  "a required sandbox, give no seed, or one of {} or more",
                  request.where("seed").words(), *request.seed, kMinSecretSeed)};
}

// Returns a fault that does not depend on the bots.
std::optional<Error> terms_fault(const TournamentRequest& request) {
  if (request.name == "." || request.name == ".." || request.name.find('/') != std::string::npos) {
    return Error{fmt::format("{}: {} is not a name of a folder below runs/", request.where("name").words(),
                             printable(request.name))};
  }
  if (auto untestable = test_fault(request.test, request.format, 2))
    return in_context(request.where("test").words(), *untestable);
  if (const auto games = games_of(request); !games)
    return in_context(request.where("games").words(), games.error());
  if (auto unshardable = shard_fault(request)) return unshardable;
  if (auto open = open_seed_fault(request)) return open;
  if (const auto fault = adjudication_fault(request.adjudicate, request.format, request.test))
    return in_context(request.where("adjudicate", fault->key).words(), fault->error);
  return useless_setting_fault(request.time_control, request.where("clock"));
}

// Only a person plays a game of one (toptile play). Bots meet other bots.
Result<TournamentFormat> tournament_format_from_json(const Json& json, const JsonPlace& where) {
  auto format = format_from_json(json, where);
  if (!format || format.value().players > 1) return format;
  return Error{
      fmt::format("{}: 1 is out of range; it can be 2 to {}", where.at("players").words(), kMaxPlayers)};
}

}  // namespace

Result<Ruleset> find_ruleset(const std::string& name_or_file, const fs::path& directory) {
  auto shipped = shipped_ruleset(name_or_file);
  const fs::path file = directory / name_or_file;
  std::error_code closed;  // If the user may not enter the folder, the file does not exist.
  const bool is_file = name_or_file.find('/') != std::string::npos || name_or_file.ends_with(".json") ||
                       fs::is_regular_file(file, closed);
  if (shipped || !is_file) return shipped;
  TOPTILE_TRY(auto text, read_file(file, kMaxWrittenBytes));
  return parse_ruleset_json(text, file.string());
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
    return Error{fmt::format("{}: there is no such word list, neither a file nor a shipped one ({}){}",
                             printable(name_or_file), fmt::join(names, ", "),
                             meant_name(name_or_file, names))};
  }
  // The built lexicon only saves time. It may be for other tiles; then the list is loaded.
  auto built = load_lexicon(shipped.lexicons / fmt::format("{}.{}.lexicon", name_or_file, rules.size), rules);
  return built ? std::move(built) : load_lexicon(list, rules);
}

JsonPlace TournamentRequest::where(const std::string& key) const {
  const auto flag = flags.find(key);
  return flag == flags.end() ? configuration.at(key) : JsonPlace(flag->second);
}

JsonPlace TournamentRequest::where(const std::string& key, const std::string& part) const {
  const auto flag = flags.find(key + "." + part);
  return flag == flags.end() ? where(key).at(part) : JsonPlace(flag->second);
}

void read_settings(FieldReader& reader, TournamentRequest& request) {
  reader.read("name", request.name).read("lexicon", request.lexicon);
  std::uint64_t seed = 0;
  if (reader.has("seed")) {
    reader.read("seed", seed);
    request.seed = seed;
  }
  read_rules(reader, request.rules);
  read_terms(reader, request);
  reader.read_word("sandbox", request.sandbox, kSandboxModes);
  reader.pass_over("$schema");
}

Result<TournamentRequest> parse_request(std::string_view text, const fs::path& file) {
  TOPTILE_TRY(auto object, parse_json(text, file.string()));
  TournamentRequest request;
  request.name = file.stem().string();
  request.directory = fs::absolute(file).parent_path();
  request.configuration = JsonPlace::of_text(text, file.string());
  FieldReader reader(object, request.configuration);
  const Json* bots = reader.require("bots").read_any("bots");
  if (int games = 0; reader.has("games")) {
    reader.read("games", games, 2, kMaxGames);
    request.games = games;
  }
  read_part(reader, "format", request.format, tournament_format_from_json);
  reader.read("concurrency", request.concurrency, 0, kMaxGamesAtOnce);
  reader.read("batch", request.batch, 1, uwi::kMaxGamesOfBot);
  reader.read("try_bots", request.try_bots).read("transcripts", request.transcripts);
  read_part(reader, "openings", request.openings, openings_request_from_json);
  read_settings(reader, request);
  TOPTILE_TRY_TO(reader.finish());
  TOPTILE_TRY(auto entries, read_bots(*bots, request.configuration.at("bots"), request.directory));
  request.bots = std::move(entries);
  return request;
}

std::uint64_t system_seed() {
  std::random_device device;
  std::uint64_t seed = 0;
  while (seed < kMinSecretSeed) seed = std::uint64_t{device()} << 32 | device();
  return seed;
}

std::vector<Result<BotEntry>> find_bots(const TournamentRequest& request, const BotSearch& search) {
  std::vector<Result<BotEntry>> found;
  for (std::size_t i = 0; i < request.bots.size() && !search.stop.stop_requested(); ++i)
    found.push_back(find_requested_bot(request, i, search));
  return found;
}

Result<ResolvedPlan> resolve_around(const TournamentRequest& request, std::vector<BotEntry> bots,
                                    const ShippedFiles& shipped) {
  if (auto wrong = terms_fault(request)) return *std::move(wrong);
  TOPTILE_TRY(auto sandbox, Sandbox::open(request.sandbox));
  for (BotEntry& bot : bots) bot.sandbox = sandbox->enforcement();
  TOPTILE_TRY(auto rules, resolve_rules(request));
  if (const int players = request.format.players; !rules.plays_with(players)) {
    return Error{fmt::format("{}: {} is for {}, but a game of this tournament has {}",
                             request.where("rules").words(), rules.name, players_of(rules), players)};
  }
  TOPTILE_TRY(auto lexicon, lexicon_of(request, rules, shipped));
  if (auto fault = not_text_fault(request.where("lexicon").words(), lexicon.name())) return *std::move(fault);
  if (const auto fault = name_fault(lexicon.name()))
    return Error{fmt::format("{}: {}, because a word list is called after its file; rename the file",
                             request.where("lexicon").words(), *fault)};
  Plan plan(std::move(rules));
  static_cast<TournamentTerms&>(plan) = request;
  plan.bots = std::move(bots);
  plan.games = games_of(request).value();
  plan.seed = request.seed ? *request.seed : system_seed();
  plan.lexicon_sha256 = hexadecimal(lexicon.sha256());
  plan.lexicon_name = lexicon.name();
  plan.lexicon_words = lexicon.words();
  if (plan.shard) plan.shard->games_a_set = plan.format.players;
  if (request.openings.are_wanted()) {
    TOPTILE_TRY(plan.openings, find_openings(request.openings, opening_table_of(plan, lexicon),
                                             request.directory, request.where("openings")));
  }
  return ResolvedPlan{std::move(plan), std::move(lexicon), std::move(sandbox)};
}

Result<void> complete_plan(const TournamentRequest& request, Plan& plan) {
  if (auto unfit = bots_fault(request, plan.bots)) return *std::move(unfit);
  TOPTILE_TRY(const auto format,
              complete_format(request.format, static_cast<int>(plan.bots.size()),
                              [&](const std::string& key) { return request.where("format", key); }));
  plan.format = format;
  if (auto untestable = test_fault(plan.test, plan.format, plan.bots.size()))
    return in_context(request.where("test").words(), *untestable);
  if (auto too_many = games_fault(plan.format, plan.bots.size(), plan.games))
    return in_context(request.where("games").words(), *too_many);
  return success();
}

Result<ResolvedPlan> resolve_with(const TournamentRequest& request, std::vector<BotEntry> bots,
                                  const ShippedFiles& shipped) {
  auto resolved = resolve_around(request, std::move(bots), shipped);
  if (!resolved) return resolved;
  TOPTILE_TRY_TO(complete_plan(request, resolved.value().plan));
  return resolved;
}

OpeningTable opening_table_of(const Plan& plan, const Lexicon& lexicon) {
  return {plan.rules, lexicon, plan.format.players, plan.adjudicate};
}

GameTable table_of(const Plan& plan, const Lexicon& lexicon, const std::string& list) {
  return make_table(plan.rules, lexicon, list,
                    {.time_control = plan.time_control,
                     .illegal = plan.referee.illegal,
                     .adjudicate = plan.adjudicate,
                     .may_ponder = plan.ponder});
}

Result<ResolvedPlan> resolve(const TournamentRequest& request, const BotSearch& search) {
  // This is checked before bots are looked up, as their folders can be large.
  if (auto wrong = terms_fault(request)) return *std::move(wrong);
  std::vector<BotEntry> bots;
  for (std::size_t i = 0; i < request.bots.size(); ++i) {
    TOPTILE_TRY(auto bot, find_requested_bot(request, i, search));
    bots.push_back(std::move(bot));
  }
  return resolve_with(request, std::move(bots), search.shipped);
}

}  // namespace toptile
