#include "tournaments/resume/run_growth.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "base/assert.h"
#include "base/files.h"
#include "base/words.h"
#include "bots/bot_entry_json.h"
#include "bots/copies/frozen_bots.h"
#include "protocol/record_log.h"
#include "tournaments/run/kept_games.h"
#include "tournaments/run/launchpad.h"
#include "tournaments/run/run_files.h"
#include "tournaments/run/run_folder.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

using Names = std::vector<std::string>;

bool has(const Names& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

Names those_missing(const Names& names, const Names& in) {
  Names missing;
  std::ranges::copy_if(names, std::back_inserter(missing),
                       [&](const std::string& name) { return !has(in, name); });
  return missing;
}

// The entry in run.json, without the reasons for what a sandbox lacks.
Json entry_json(BotEntry bot) {
  bot.sandbox.why_not.clear();
  return bot_to_json(bot);
}

// The part of the plan that may not change. Bots are listed by name, and only those in `names`.
Json what_stays(const Plan& plan, const Names& names) {
  Json json = plan_to_json(plan);
  json.erase("run");
  json.erase("games");
  json.erase("first_plan");
  json["format"].erase("rounds");
  json["bots"] = Json::object();
  for (const BotEntry& bot : plan.bots)
    if (has(names, bot.name)) json["bots"][bot.name] = entry_json(bot);
  return json;
}

class Growth {
 public:
  Growth(const RunPaths& paths, const Plan& begun, const ResolvedPlan& resolved)
      : paths_(paths),
        begun_(begun),
        plan_(resolved.plan),
        sandbox_(resolved.sandbox.get()),
        names_(bot_names(plan_.bots)),
        names_then_(bot_names(begun.bots)),
        added_(those_missing(names_, names_then_)),
        left_(those_missing(names_then_, names_)) {}

  Result<void> check() {
    Plan kept = plan_;
    keep_first_plan(begun_, kept);
    TOPTILE_ASSERT(kept.first_plan == plan_.first_plan);
    const auto difference = find_plan_difference(what_stays(begun_, names_), what_stays(plan_, names_then_));
    if (difference) return other_plan_fault(paths_, *difference);
    if (auto unfit = format_fault()) return fault(*unfit);
    TOPTILE_TRY(auto left_out, read_left_out(paths_));
    left_out_ = std::move(left_out);
    for (const std::string& name : added_) {
      if (auto other = other_bot_fault(name)) return fault(*other);
    }
    if (are_bots_same()) {
      if (begun_.test) return check_test();
      return plan_.games < begun_.games || plan_.format.rounds < begun_.format.rounds ? check_fewer()
                                                                                      : success();
    }
    if (plan_.games < begun_.games)
      return fault("fewer games and other bots cannot be asked for at once; ask for one after the other");
    return success();
  }

  Result<void> apply(const BuildBots& build) const {
    if (!are_bots_same()) {
      TOPTILE_TRY_TO(freeze_added(build));
      TOPTILE_TRY_TO(keep_games(paths_));
      TOPTILE_TRY_TO(write_left_out({}));
      TOPTILE_TRY_TO(empty_logs());
    }
    TOPTILE_TRY_TO(replace_file(paths_.plan(), json_text(plan_to_json(plan_), 2) + "\n", Readers::owner));
    TOPTILE_TRY_TO(sync_folder(paths_.folder));
    // If the program is killed before this, there are more copies than needed.
    for (const std::string& name : left_) FrozenBots::remove(name, lanes_of(plan_), paths_.frozen());
    return write_left_out(names_);
  }

  RunGrowth growth() const { return {added_, left_, true}; }

 private:
  Error fault(const std::string& what) const { return {fmt::format("{}: {}", paths_.folder.string(), what)}; }

  bool are_bots_same() const { return names_ == names_then_; }

  // Why a run of this format cannot get the requested plan, or nullopt.
  std::optional<std::string> format_fault() const {
    const std::string kind = kFormatWords[static_cast<std::size_t>(plan_.format.kind)];
    if (begun_.every_look && !left_.empty()) {
      return fmt::format(
          "its intervals hold at every look only if no games are taken out because of what they show, so {} "
          "stays; begin a new run without it, or rate other players alone from an export",
          left_.front());
    }
    if (depends_on_results(plan_.format) && !are_bots_same()) {
      return fmt::format(
          "in {} who meets whom depends on the results of all bots, so the bots stay those that "
          "began; begin a new run",
          kind);
    }
    if (depends_on_results(plan_.format) && plan_.games != begun_.games) {
      return fmt::format(
          "in {} who meets whom depends on the matches before, so that a match stays one of {} games; "
          "begin a new run",
          kind, begun_.games);
    }
    if (plan_.shard && !are_bots_same()) {
      return "with other bots its pairs would belong to other shards; merge the shards, and change the bots "
             "of the merged run";
    }
    for (int leader = 0; leader < plan_.format.leaders; ++leader) {
      const auto place = static_cast<std::size_t>(leader);
      if (names_[place] == names_then_[place]) continue;
      return fmt::format("bot {} leads this gauntlet, and others would lead it otherwise; begin a new run",
                         names_then_[place]);
    }
    return std::nullopt;
  }

  // A bot that comes back must be the same as before, as its games count for it.
  std::optional<std::string> other_bot_fault(const std::string& name) const {
    const auto then = std::ranges::find(left_out_.bots, name, &BotEntry::name);
    if (then == left_out_.bots.end()) return std::nullopt;
    const BotEntry& now = *std::ranges::find(plan_.bots, name, &BotEntry::name);
    const auto difference = find_plan_difference(entry_json(*then), entry_json(now));
    if (!difference) return std::nullopt;
    return fmt::format(
        "bot {} has played for this run before, but it was another one: {}; give the new one "
        "another name, as in {}",
        name, *difference, shell_word(named_again(now, name + "-2")));
  }

  // Once the test has a result, it would ignore further games.
  Result<void> check_test() const {
    RunReading reading(begun_);
    TOPTILE_TRY_TO(for_each_record_without_turns(
        paths_.games(), [&](std::uint64_t, GameRecord&& record) { return reading.tell(record); }));
    const TestStatus status = *reading.schedule().test();
    if (status.end != TestEnd::none) {
      return fault(
          fmt::format("the test that ends this match has its answer after {} pairs; begin a new run to "
                      "test again",
                      status.pairs));
    }
    return plan_.games < begun_.games ? check_fewer() : success();
  }

  // Played games must remain part of the run.
  Result<void> check_fewer() const {
    std::uint64_t last = 0;
    for (const fs::path& log : {paths_.games(), paths_.ahead()}) {
      TOPTILE_TRY(const auto found, files_of(paths_).look_for(log.filename()));
      if (!found) continue;
      TOPTILE_TRY_TO(
          for_each_record_without_turns(log, [&](std::uint64_t, GameRecord&& record) -> Result<void> {
            last = std::max<std::uint64_t>(last, record.id);
            return success();
          }));
    }
    Plan whole = plan_;
    whole.shard.reset();
    const std::uint64_t end = schedule_of(whole).expected();
    if (last <= end) return success();
    return fault(
        fmt::format("game {} is played, but what is asked for ends with game {}; ask for no less than "
                    "was played",
                    last, end));
  }

  Result<void> freeze_added(const BuildBots& build) const {
    if (added_.empty() || !files_of(paths_).has(paths_.frozen().filename())) return success();
    std::vector<std::size_t> numbers;
    std::vector<BotEntry> more;
    for (std::size_t i = 0; i < plan_.bots.size(); ++i) {
      if (!has(added_, names_[i])) continue;
      numbers.push_back(i);
      more.push_back(plan_.bots[i]);
    }
    BuiltBots built(plan_.bots.size());
    TOPTILE_TRY(auto of_more, build(more));
    for (std::size_t i = 0; i < numbers.size(); ++i) built[numbers[i]] = std::move(of_more[i]);
    return FrozenBots::add(plan_.bots, numbers, built, lanes_of(plan_), paths_.frozen(), sandbox_);
  }

  // Records the bots that were left out before or are left out now, except those in `here`.
  Result<void> write_left_out(const Names& here) const {
    Names order = names_;
    for (const Names& earlier : {left_out_.order, names_then_}) order = merged(earlier, order);
    Json bots = Json::array();
    for (const BotEntry& bot : left_out_.bots)
      if (!has(names_then_, bot.name) && !has(here, bot.name)) bots.push_back(bot_to_json(bot));
    for (const BotEntry& bot : begun_.bots)
      if (has(left_, bot.name)) bots.push_back(bot_to_json(bot));
    if (bots.empty()) {
      std::error_code error;
      fs::remove(paths_.left_out(), error);
      return success();
    }
    return replace_file(paths_.left_out(), json_text(Json({{"order", order}, {"bots", bots}}), 2) + "\n",
                        Readers::owner);
  }

  // All names of both lists, where a name that only `earlier` has comes after the names that it came after
  // there.
  static Names merged(const Names& earlier, Names names) {
    for (std::size_t i = 0; i < earlier.size(); ++i) {
      if (has(names, earlier[i])) continue;
      auto place = names.begin();
      for (std::size_t before = 0; before < i; ++before) {
        const auto found = std::ranges::find(names, earlier[before]);
        if (found != names.end()) place = std::max(place, found + 1);
      }
      names.insert(place, earlier[i]);
    }
    return names;
  }

  // The games are in the file of kept games.
  Result<void> empty_logs() const {
    for (const fs::path& log : {paths_.ahead(), paths_.games()}) {
      const UniqueDescriptor file(
          ::open(log.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
      if (!file.is_open() || ::ftruncate(file.number(), 0) != 0 || ::fsync(file.number()) != 0)
        return system_error(log, "this file cannot be written");
    }
    std::error_code error;
    const fs::path transcripts = paths_.transcript_of(GameNumber{1}).parent_path();
    for (fs::directory_iterator entry(transcripts, error), end; !error && entry != end;
         entry.increment(error))
      if (entry->is_regular_file(error)) fs::remove(entry->path(), error);
    return success();
  }

  const RunPaths& paths_;
  const Plan &begun_, &plan_;
  const Sandbox* const sandbox_;  // Null if no program is started.
  const Names names_, names_then_, added_, left_;
  LeftOutBots left_out_;
};

// Calls `then` with a checked growth, unless nothing changes.
template <typename Then>
Result<RunGrowth> with_growth(const RunPaths& paths, const ResolvedPlan& resolved, const Then& then) {
  TOPTILE_TRY_TO(read_run_plan(paths));
  if (auto link = foreign_link_fault(paths)) return *std::move(link);
  TOPTILE_TRY(const auto lock, lock_run(paths));
  TOPTILE_TRY(const auto begun, read_run_plan(paths));
  const bool is_same = !compare_plans(plan_to_json(begun), plan_to_json(resolved.plan)).has_value();
  if (is_same || !has_games(paths)) return RunGrowth{};
  Growth growth(paths, begun, resolved);
  TOPTILE_TRY_TO(growth.check());
  TOPTILE_TRY_TO(then(growth));
  return growth.growth();
}

}  // namespace

Result<LeftOutBots> read_left_out(const RunPaths& paths) {
  LeftOutBots left_out;
  TOPTILE_TRY(const auto found, files_of(paths).look_for(paths.left_out().filename()));
  if (!found) return left_out;
  const std::string where = paths.left_out().string();
  TOPTILE_TRY(auto text, files_of(paths).read(paths.left_out().filename(), kMaxPlanBytes));
  TOPTILE_TRY(auto object, parse_json(text, where));
  FieldReader reader(object, where);
  reader.require("order").read("order", left_out.order);
  const Json* bots = reader.require("bots").read_any("bots");
  TOPTILE_TRY_TO(reader.finish());
  if (!bots->is_array()) return Error{where + ": bots: expected a list"};
  for (const Json& bot : *bots) {
    TOPTILE_TRY(auto entry, bot_from_json(bot, fmt::format("{}: bot {}", where, left_out.bots.size() + 1)));
    left_out.bots.push_back(std::move(entry));
  }
  return left_out;
}

Result<RunGrowth> grow_run(const RunPaths& paths, const ResolvedPlan& resolved, const BuildBots& build) {
  return with_growth(paths, resolved, [&](const Growth& growth) { return growth.apply(build); });
}

Result<RunGrowth> check_growth(const RunPaths& paths, const ResolvedPlan& resolved) {
  return with_growth(paths, resolved, [](const Growth&) -> Result<void> { return success(); });
}

}  // namespace toptile
