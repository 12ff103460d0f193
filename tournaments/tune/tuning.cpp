#include "tournaments/tune/tuning.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <thread>
#include <tuple>

#include "base/descriptor.h"
#include "base/files.h"
#include "base/parallel.h"
#include "base/utf8.h"
#include "engine/random.h"
#include "protocol/lexicon_file.h"
#include "protocol/record_log.h"
#include "tournaments/resume/begun_run.h"
#include "tournaments/run/bot_player.h"
#include "tournaments/run/run_files.h"
#include "tournaments/run/run_folder.h"
#include "tournaments/run/tournament.h"
#include "tournaments/run/withdrawals.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

constexpr int kTuneVersion = 1;
constexpr const char* kBatchesFile = "batches.jsonl";
constexpr Entrant kPlus{0};

// A tuning has begun when its terms are known and its batches have a file. Until then its terms may change.
bool is_begun(const RunPaths& paths) {
  return files_of(paths).has(kBatchesFile);
}

Result<Json> read_terms_file(const RunPaths& paths) {
  TOPTILE_TRY(const auto text, files_of(paths).read(paths.tuning().filename(), kMaxPlanBytes));
  return parse_json(text, paths.tuning().string());
}

// The plan and the terms of a tuning that has begun.
struct BegunTuning {
  Plan plan;
  SpsaTerms terms;
};

Result<BegunTuning> read_begun(const RunPaths& paths) {
  TOPTILE_TRY(const auto begun, read_terms_file(paths));
  if (!begun.is_object() || begun.value("tune", Json()) != kTuneVersion || !begun.contains("plan") ||
      !begun.contains("spsa"))
    return Error{
        fmt::format("{}: this tuning is of another version; choose another folder", paths.tuning().string())};
  TOPTILE_TRY(auto plan, plan_from_json(begun["plan"], paths.tuning().string() + ": plan"));
  TOPTILE_TRY(auto terms, spsa_terms_from_json(begun["spsa"], paths.tuning().string() + ": spsa"));
  return BegunTuning{std::move(plan), std::move(terms)};
}

// The number of games follows from the terms of the tuning.
Json plan_without_games(const Plan& plan) {
  Json json = plan_to_json(plan);
  json.erase("games");
  return json;
}

// How the tuning of an option differs from before: "min 2 for option Keep, and now 3 is asked for".
std::optional<std::string> other_option(const TunedOption& begun, const TunedOption& now) {
  for (const auto& [what, then, asked] :
       {std::tuple("start", begun.start, now.start), std::tuple("min", begun.least, now.least),
        std::tuple("max", begun.most, now.most), std::tuple("step", begun.last_step, now.last_step)}) {
    if (then != asked)
      return fmt::format("{} {} for option {}, and now {} is asked for", what, then, printable(begun.name),
                         asked);
  }
  return std::nullopt;
}

std::string names_of(const std::vector<TunedOption>& options) {
  std::vector<std::string> names;
  for (const TunedOption& option : options) names.push_back(printable(option.name));
  return fmt::format("{}", fmt::join(names, ", "));
}

// How the terms differ from those that the tuning began with.
std::optional<std::string> other_terms(const SpsaTerms& begun, const SpsaTerms& now) {
  if (begun.pairs != now.pairs)
    return fmt::format(
        "{} pairs, and now {} are asked for; its steps follow from their number, so it cannot "
        "grow",
        begun.pairs, now.pairs);
  if (!std::ranges::equal(begun.options, now.options, {}, &TunedOption::name, &TunedOption::name))
    return fmt::format("the options {}, and now {} are to be tuned", names_of(begun.options),
                       names_of(now.options));
  for (std::size_t i = 0; i < begun.options.size(); ++i)
    if (auto other = other_option(begun.options[i], now.options[i])) return other;
  if (begun.batch != now.batch)
    return fmt::format("batches of {} pairs, and now {} are asked for", begun.batch, now.batch);
  if (begun.last_rate != now.last_rate)
    return fmt::format("rate {}, and now {} is asked for", begun.last_rate, now.last_rate);
  if (begun != now) return "other terms";
  return std::nullopt;
}

Json values_to_json(const SpsaTerms& terms, const std::vector<double>& values) {
  Json object = Json::object();
  for (std::size_t i = 0; i < values.size(); ++i) object[terms.options[i].name] = values[i];
  return object;
}

Json batch_to_json(const Spsa& before, const TunedBatch& batch) {
  return {{"pair", before.pairs_played() + 1},
          {"pairs", batch.sides.pairs},
          {"plus", values_to_json(before.terms(), batch.sides.plus)},
          {"minus", values_to_json(before.terms(), batch.sides.minus)},
          {"wins", batch.wins},
          {"ties", batch.ties},
          {"losses", batch.losses},
          {"forfeits", batch.forfeits}};
}

// Reads the result of the next batch. The rest of its line must agree with the terms and the earlier batches.
Result<TunedBatch> batch_from_json(const Spsa& before, const Json& object, const JsonPlace& where) {
  TunedBatch batch{.sides = before.next()};
  const int games = 2 * batch.sides.pairs;
  FieldReader reader(object, where);
  reader.require("wins")
      .read("wins", batch.wins, 0, games)
      .require("ties")
      .read("ties", batch.ties, 0, games);
  reader.require("losses").read("losses", batch.losses, 0, games);
  reader.require("forfeits").read("forfeits", batch.forfeits, 0, games);
  for (const char* key : {"pair", "pairs", "plus", "minus"}) reader.require(key).read_any(key);
  TOPTILE_TRY_TO(reader.finish());
  const Json expected = batch_to_json(before, batch);
  for (const char* key : {"pair", "pairs", "plus", "minus"}) {
    if (object.at(key) != expected.at(key))
      return Error{fmt::format("{}: expected {}, not {}", where.at(key).words(), json_text(expected.at(key)),
                               printable(json_text(object.at(key)), 200))};
  }
  if (batch.wins + batch.ties + batch.losses != games)
    return Error{fmt::format("{}: wins, ties and losses should be {} games", where.words(), games)};
  return batch;
}

// The games of a batch, for players in any number of threads.
class BatchGames final : public GameSource {
 public:
  explicit BatchGames(std::vector<ScheduledGame> games) : games_(std::move(games)), records_(games_.size()) {}

  std::size_t size() const { return games_.size(); }

  std::optional<Next> next(Wait) override {
    const std::lock_guard lock(mutex_);
    if (!is_whole_ || next_ == games_.size()) return std::nullopt;
    return Next{games_[next_++], Absences(2)};
  }

  bool take(const ScheduledGame& game, Result<GameRecord> record) override {
    const std::lock_guard lock(mutex_);
    if (record) {
      records_[game.id - games_.front().id] = std::move(record).value();
    } else {
      if (!record.error().is_cancelled && !error_) error_ = record.error();
      is_whole_ = false;
    }
    return is_whole_;
  }

  const std::optional<Error>& error() const { return error_; }
  bool is_whole() const { return is_whole_; }

  TunedBatch count() const {
    TunedBatch batch;
    for (std::size_t game = 0; game < games_.size(); ++game) {
      const auto plus = static_cast<std::size_t>(std::ranges::find(games_[game].entrants, kPlus) -
                                                 games_[game].entrants.begin());
      const std::vector<int>& ranks = records_[game].ranks;
      batch.wins += ranks[plus] < ranks[1 - plus];
      batch.losses += ranks[plus] > ranks[1 - plus];
      batch.ties += ranks[plus] == ranks[1 - plus];
      batch.forfeits += !records_[game].forfeits.empty();
    }
    return batch;
  }
  // The fault of a bot that started before and does not start with these values, if it failed so in every
  // game.
  std::optional<Error> start_fault() const {
    for (const GameRecord& record : records_) {
      const bool has_failed =
          !record.forfeits.empty() && has_failed_to_start(record, record.forfeits.front().seat);
      if (!has_failed) return std::nullopt;
    }
    const ForfeitRecord& forfeit = records_.front().forfeits.front();
    return Error{fmt::format("bot {}: {}: {}", records_.front().players[forfeit.seat], name_of(forfeit.kind),
                             printable(forfeit.text, 500))};
  }

 private:
  const std::vector<ScheduledGame> games_;
  std::vector<GameRecord> records_;
  std::mutex mutex_;
  std::size_t next_ = 0;
  std::optional<Error> error_;
  bool is_whole_ = true;
};

std::vector<ScheduledGame> games_of_batch(const Plan& plan, const Spsa& spsa, int pairs) {
  std::vector<ScheduledGame> games;
  for (int pair = 1; pair <= pairs; ++pair) {
    const auto set = static_cast<std::uint64_t>(spsa.pairs_played() + pair);
    for (const std::uint64_t id : {2 * set - 1, 2 * set}) {
      games.push_back(game_of_meeting({kPlus, Entrant{1}}, GameNumber{id}, game_seed(spsa.terms().seed, set),
                                      plan.rules));
      games.back().meeting = set;
    }
  }
  return games;
}

}  // namespace

bool has_frozen_bot(const RunPaths& paths) {
  return is_begun(paths) && files_of(paths).has(paths.frozen().filename());
}

std::optional<std::string> keep_tuned_bot(const RunPaths& paths, Plan& plan) {
  if (!has_frozen_bot(paths)) return std::nullopt;
  const auto begun = read_begun(paths);
  if (!begun || begun.value().plan.bots.size() != plan.bots.size()) return std::nullopt;
  std::optional<std::string> change;
  for (std::size_t side = 0; side < plan.bots.size(); ++side)
    change = keep_frozen_bot(begun.value().plan.bots[side], paths, plan.bots[side]);
  if (!change) return change;
  return fmt::format("the bot's files were changed after this tuning began{}; it continues with the old ones",
                     *change);
}

std::vector<BotEntry> two_sides_of(const BotEntry& bot) {
  std::vector<BotEntry> sides(2, bot);
  sides[0].name += '+';
  sides[1].name += '-';
  return sides;
}

Result<std::unique_ptr<Tuning>> Tuning::open(ResolvedPlan resolved, const BuiltBots& built,
                                             const RunPaths& paths, const std::stop_token& stop) {
  std::unique_ptr<Tuning> tuning(new Tuning(std::move(resolved), paths));
  TOPTILE_TRY(tuning->lock_, claim_folder(paths, FolderOf::tuning));
  TOPTILE_TRY_TO(tuning->start(built, stop));
  return tuning;
}

Result<void> Tuning::start(const BuiltBots& built, const std::stop_token& stop) {
  const auto& [plan, lexicon, sandbox] = resolved_;
  if (is_begun(paths_)) {
    TOPTILE_TRY_TO(check_plan());
  } else {
    // From now on the folder is that of a tuning, and does not belong to a bot whose folder it is in.
    const Json wanted = {{"tune", kTuneVersion}, {"plan", plan_to_json(plan)}};
    TOPTILE_TRY_TO(replace_file(paths_.tuning(), json_text(wanted, 2) + "\n"));
  }
  const bool is_frozen = has_frozen_bot(paths_);
  auto bots = is_frozen ? FrozenBots::open(plan.bots, lanes_of(plan), paths_.frozen(), *sandbox)
                        : FrozenBots::freeze(plan.bots, built, lanes_of(plan), paths_.frozen(), *sandbox);
  if (!bots) return bots.error();
  if (is_frozen) {
    TOPTILE_TRY_TO(check_origin(plan.bots, built, paths_.frozen(), *sandbox));
  }
  TOPTILE_TRY_TO(save_for_bots(lexicon, paths_.lexicon_list(), Readers::owner));
  TOPTILE_TRY_TO(let_users_through(*sandbox, paths_.folder, {paths_.lexicon_list()}));
  launchpad_.emplace(plan, paths_, bots.value(), sandbox);
  table_.emplace(table_of(plan, lexicon, place_of_words(*sandbox, paths_.lexicon_list())));
  const BotSpec& spec = launchpad_->spec_of(kPlus);
  BotTrial trial = try_bot(spec, *table_, plan.format.players, plan.patience, stop);
  if (trial.error) return *trial.error;
  if (trial.fault)
    return Error{fmt::format("bot {}: {}: {}{}", spec.name, name_of(trial.fault->kind), trial.fault->text,
                             place_of_stderr(spec))};
  if (trial.is_stopped) return Error{"stopped before the first game", true};
  declared_ = std::move(trial.options);
  return success();
}

Result<void> Tuning::check_plan() const {
  TOPTILE_TRY(const auto begun, read_begun(paths_));
  const std::string& then = begun.plan.bots[kPlus].sha256;
  const BotEntry& bot = resolved_.plan.bots[kPlus];
  if (!has_frozen_bot(paths_) && bot.command == begun.plan.bots[kPlus].command && bot.sha256 != then) {
    return Error{
        fmt::format("{}: the bot's files were changed after this tuning began, and its copy is gone; "
                    "put the files back as they were, or begin another tuning in another folder",
                    paths_.folder.string())};
  }
  if (const auto other =
          find_plan_difference(plan_without_games(begun.plan), plan_without_games(resolved_.plan)))
    return other_plan_fault(paths_, *other);
  return success();
}

Result<Spsa> Tuning::begin(const SpsaTerms& terms) {
  TOPTILE_TRY_TO(check_terms(terms));
  if (is_begun(paths_)) {
    TOPTILE_TRY(const auto begun, read_begun(paths_));
    if (const auto other = other_terms(begun.terms, terms))
      return Error{
          fmt::format("{}: this tuning was begun with {}; choose another folder, or ask for the same",
                      paths_.folder.string(), *other)};
  } else {
    const Json wanted = {
        {"tune", kTuneVersion}, {"spsa", spsa_terms_to_json(terms)}, {"plan", plan_to_json(resolved_.plan)}};
    TOPTILE_TRY_TO(replace_file(paths_.tuning(), json_text(wanted, 2) + "\n"));
  }
  Spsa spsa(terms);
  TOPTILE_TRY_TO(read_batches(spsa));
  return spsa;
}

Result<void> Tuning::read_batches(Spsa& spsa) {
  const fs::path file = paths_.folder / kBatchesFile;
  TOPTILE_TRY(batches_, open_for_append(file));
  TOPTILE_TRY(const auto bytes,
              for_each_log_line(file, [&](std::uint64_t number, std::string_view line) -> Result<void> {
                const std::string where = fmt::format("{}: line {}", file.string(), number);
                if (spsa.is_over()) return Error{where + ": there are more batches than the tuning has"};
                TOPTILE_TRY(const auto object, parse_json(line, where));
                TOPTILE_TRY(const auto batch, batch_from_json(spsa, object, where));
                spsa.take(batch.score());
                return success();
              }));
  // A torn line is a batch that was being written when the program was killed.
  if (::ftruncate(batches_.number(), static_cast<off_t>(bytes)) != 0)
    return system_error(file, "this file cannot be written");
  return success();
}

Result<void> Tuning::write_batch(const Spsa& spsa, const TunedBatch& batch) {
  const std::string line = json_line(batch_to_json(spsa, batch));
  return write_bytes(batches_.number(), paths_.folder / kBatchesFile, line);
}

Result<std::optional<TunedBatch>> Tuning::play_batch(const Spsa& spsa, int concurrency,
                                                     const std::stop_token& stop) {
  const TwoSides sides = spsa.next();
  std::vector<std::vector<BotSpec>> specs;
  for (int lane = 0; lane < lanes_of(resolved_.plan); ++lane) {
    specs.push_back({launchpad_->spec_of(kPlus, lane), launchpad_->spec_of(Entrant{1}, lane)});
    for (std::size_t i = 0; i < spsa.terms().options.size(); ++i) {
      const TunedOption& option = spsa.terms().options[i];
      specs.back()[0].options[option.name] = option_text(option, sides.plus[i]);
      specs.back()[1].options[option.name] = option_text(option, sides.minus[i]);
    }
  }
  const Launchpad launchpad(std::move(specs));
  const GamePlayers players = bot_players(resolved_.plan, *table_, paths_, launchpad, {});
  BatchGames games(games_of_batch(resolved_.plan, spsa, sides.pairs));
  const std::size_t wanted =
      concurrency > 0 ? static_cast<std::size_t>(concurrency) : usable_processors().size();
  std::vector<std::jthread> workers;
  for (std::size_t worker = 0; worker < std::min(wanted, games.size()); ++worker) {
    workers.emplace_back([&, worker] {
      const std::unique_ptr<GamePlayer> player = players(static_cast<int>(worker), stop);
      const std::stop_callback wake(stop, [&] { player->wake(); });
      player->play_all(games);
      player->finish();
    });
  }
  workers.clear();
  if (games.error()) return *games.error();
  if (!games.is_whole()) return std::optional<TunedBatch>();
  if (auto fault = games.start_fault()) return *std::move(fault);
  TunedBatch batch = games.count();
  batch.sides = sides;
  return std::optional(batch);
}

Result<void> Tuning::play(Spsa& spsa, int concurrency, const std::stop_token& stop,
                          const std::function<void(const TunedBatch&)>& told) {
  while (!spsa.is_over() && !stop.stop_requested()) {
    TOPTILE_TRY(const auto batch, play_batch(spsa, concurrency, stop));
    if (!batch) return success();
    TOPTILE_TRY_TO(write_batch(spsa, *batch));
    spsa.take(batch->score());
    told(*batch);
  }
  return success();
}

std::optional<std::uint64_t> seed_of_tuning(const RunPaths& paths) {
  if (!is_begun(paths)) return std::nullopt;
  const auto begun = read_terms_file(paths);
  if (!begun || !begun.value().is_object() || !begun.value().contains("spsa")) return std::nullopt;
  const auto terms = spsa_terms_from_json(begun.value()["spsa"], "spsa");
  return terms ? std::optional(terms.value().seed) : std::nullopt;
}

}  // namespace toptile
