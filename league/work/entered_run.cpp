#include "league/work/entered_run.h"

#include <fmt/format.h>

#include <array>
#include <numeric>
#include <optional>
#include <vector>

#include "base/utf8.h"
#include "protocol/ruleset_json.h"
#include "tournaments/plan/terms_json.h"
#include "tournaments/run/verified_run.h"

namespace toptile {

namespace {

constexpr std::size_t kSetsAtOnce = 200;  // In one transaction.

// The terms that affect games: two plans with the same ones play the same kind of games.
Json terms_of_games(const Plan& plan) {
  Json all = Json::object();
  add_terms(all, plan);
  Json terms = {{"rules", ruleset_to_json(plan.rules)}, {"lexicon", plan.lexicon_sha256}};
  for (const char* key : {"clock", "adjudicate", "patience", "restart", "illegal", "lanes", "ponder"}) {
    if (all.contains(key)) terms[key] = all[key];
  }
  return terms;
}

std::optional<Error> terms_fault(const Plan& run, const Plan& league) {
  if (run.format.players != 2)
    return Error{
        fmt::format("its games have {} players, and those of a league have two", run.format.players)};
  if (!run.openings.list.empty()) return Error{"its games begin with openings, and those of a league do not"};
  const auto difference = compare_plans(terms_of_games(run), terms_of_games(league));
  if (!difference) return std::nullopt;
  return Error{
      fmt::format("{}: the run has {}, and the league has {}, so that its games are others than the "
                  "league's",
                  difference->field, difference->in_first, difference->in_second)};
}

// The version that has the files of a bot of the run.
Result<BotVersion> version_with_files(const BotEntry& bot, const std::vector<BotVersion>& versions) {
  std::optional<BotVersion> found;
  for (const BotVersion& version : versions) {
    if (version.sha256 != bot.sha256 || !is_rated(version.state)) continue;
    if (!found || version.label() == bot.name) found = version;
  }
  if (found && bot.options.empty()) return *std::move(found);
  return Error{
      fmt::format("bot {}: {}; say which version it is, as in --as {}={}", bot.name,
                  found ? fmt::format("it played with options of its own, and {} has others", found->label())
                        : "no version in the league has the same files",
                  bot.name, found ? found->label() : bot.name + "-v1")};
}

// The versions of the run's bots, in the run's order.
Result<std::vector<BotVersion>> versions_of(LeagueStore& store, const Plan& plan,
                                            const std::map<std::string, std::string>& as) {
  for (const auto& [name, label] : as) {
    if (std::ranges::find(plan.bots, name, &BotEntry::name) == plan.bots.end())
      return Error{fmt::format("--as: there is no bot {} in this run", printable(name))};
  }
  TOPTILE_TRY(const auto all, store.versions().list());
  std::vector<BotVersion> versions;
  std::map<VersionId, std::string> taken;
  for (const BotEntry& bot : plan.bots) {
    const auto named = as.find(bot.name);
    auto version = named == as.end() ? version_with_files(bot, all) : store.versions().find(named->second);
    if (!version) return version.error();
    if (!is_rated(version.value().state)) {
      return Error{fmt::format("bot {}: {} is {}, so its games cannot count", bot.name,
                               version.value().label(), name_of(version.value().state))};
    }
    const auto [other, is_new] = taken.emplace(version.value().id, bot.name);
    if (!is_new) {
      return Error{
          fmt::format("{} and {} would both be {}; a version does not play against itself in a league",
                      other->second, bot.name, version.value().label())};
    }
    versions.push_back(std::move(version).value());
  }
  return versions;
}

std::int64_t time_of(const GameRecord& record) {
  return std::accumulate(record.turns.begin(), record.turns.end(), std::int64_t{0},
                         [](std::int64_t sum, const auto& turn) { return sum + turn.time.count(); });
}

bool was_played(const GameResult& result) {
  return result.seats().size() == 2 && !result.is_void() &&
         std::ranges::none_of(
             result.seats(), [](const SeatResult& seat) { return seat.fate == SeatResult::Fate::withdrawn; });
}

// Pairs up consecutive games of a run into sets, and enters these into the league.
class Entering {
 public:
  Entering(LeagueStore& store, const std::vector<BotVersion>& versions, std::string run, EnteredRun& done)
      : store_(store), versions_(versions), run_(std::move(run)), done_(done) {}

  Result<void> add(GameRecord&& record, const GameResult& result) {
    if (!first_) {
      first_ = Game{std::move(record), result};
      return success();
    }
    auto set = set_of(*std::exchange(first_, std::nullopt), Game{std::move(record), result});
    if (!set) {
      ++done_.left_out;
      return success();
    }
    sets_.push_back(*std::move(set));
    return sets_.size() < kSetsAtOnce ? success() : hand_in();
  }
  Result<void> finish() {
    done_.left_out += first_ ? 1 : 0;  // The set's second game was not played.
    return hand_in();
  }

 private:
  struct Game {
    GameRecord record;
    GameResult result;
  };

  // Returns nullopt if a bot was withdrawn, or if the two did not swap their seats.
  std::optional<EnteredSet> set_of(Game&& first, Game&& second) const {
    if (!was_played(first.result) || !was_played(second.result)) return std::nullopt;
    const std::uint16_t one = first.result.by_seat[0].entrant, other = first.result.by_seat[1].entrant;
    if (second.result.by_seat[0].entrant != other || second.result.by_seat[1].entrant != one)
      return std::nullopt;
    EnteredSet set{.one = versions_[one].id,
                   .other = versions_[other].id,
                   .games = {},
                   .results = {first.result, second.result},
                   .took = time_of(first.record) + time_of(second.record)};
    for (GameResult& result : set.results) {
      for (SeatResult& seat : result.by_seat) seat.entrant = seat.entrant == one ? 0 : 1;
    }
    set.games = {std::move(first.record), std::move(second.record)};
    return set;
  }
  Result<void> hand_in() {
    TOPTILE_TRY(const auto entered, store_.sets().enter(sets_, run_));
    done_.entered += static_cast<std::uint64_t>(entered);
    done_.known += sets_.size() - static_cast<std::uint64_t>(entered);
    sets_.clear();
    return success();
  }

  LeagueStore& store_;
  const std::vector<BotVersion>& versions_;
  const std::string run_;
  EnteredRun& done_;
  std::optional<Game> first_;
  std::vector<EnteredSet> sets_;
};

}  // namespace

Result<EnteredRun> enter_run(LeagueStore& store, const RunPaths& paths,
                             const std::map<std::string, std::string>& as, const std::stop_token& stop) {
  const std::string run = printable(folder_name(paths.folder.string()), 100);
  TOPTILE_TRY(const auto plan, read_run_plan(paths));
  if (auto fault = terms_fault(plan, store.terms().plan)) return in_context(run, *fault);
  const auto versions = versions_of(store, plan, as);
  if (!versions) return in_context(run, versions.error());
  EnteredRun done;
  for (std::size_t i = 0; i < plan.bots.size(); ++i)
    done.labels[plan.bots[i].name] = versions.value()[i].label();

  const Error stopped{"it was stopped; what was entered stays, and the same command resumes it"};
  std::string told;
  RunVisitor reading;
  reading.on_game = [&](GameRecord&&, const GameResult&) -> Result<void> {
    if (stop.stop_requested()) return stopped;
    return success();
  };
  reading.on_fault = [&](std::uint64_t line, const std::string& what) {
    if (told.empty()) told = fmt::format("line {}: {}", line, what);
  };
  TOPTILE_TRY_TO(verify_run(paths, plan, reading));
  if (!told.empty()) {
    return Error{fmt::format("{}: {}: {}; nothing was entered", run, paths.games().filename().string(),
                             printable(told, 1000))};
  }
  Entering entering(store, versions.value(), run, done);
  reading.on_game = [&](GameRecord&& record, const GameResult& result) -> Result<void> {
    if (stop.stop_requested()) return stopped;
    return entering.add(std::move(record), result);
  };
  TOPTILE_TRY_TO(verify_run(paths, plan, reading));
  TOPTILE_TRY_TO(entering.finish());
  return done;
}

}  // namespace toptile
