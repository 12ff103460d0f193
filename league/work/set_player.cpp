#include "league/work/set_player.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "engine/random.h"
#include "league/intake/own_paths.h"
#include "league/store/packed_result.h"
#include "protocol/lexicon_file.h"
#include "protocol/replay.h"
#include "tournaments/plan/terms_json.h"
#include "tournaments/run/bot_player.h"
#include "tournaments/run/launchpad.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

constexpr int kLanes = 2;  // One for each game of a set, so that no process plays both.

// A plan for the two without an end, because the league numbers its sets.
Plan plan_of(const LeagueTerms& terms, const std::array<std::string, 2>& labels) {
  Plan plan = terms.plan;
  plan.referee.lanes = true;
  for (const std::string& label : labels) plan.bots.push_back({.name = label});
  plan.games = kMaxGames;
  return plan;
}

// The bots of the table, from their own copies, with what they write on stderr in this folder.
Launchpad launchpad_of(const std::array<TableBot, 2>& bots, const LeagueTerms& terms,
                       const std::shared_ptr<const Sandbox>& sandbox, const RunPaths& paths,
                       const fs::path& list) {
  std::vector<std::vector<BotSpec>> specs(kLanes);
  for (int lane = 0; lane < kLanes; ++lane) {
    for (const TableBot& bot : bots) {
      BotSpec spec = bot.bot->frozen.spec_of(Entrant{0}, lane, sandbox, terms.plan.limits, list);
      spec.name = bot.label;
      spec.launch.stderr_file = paths.stderr_of(bot.label);
      spec.confinement.processors = terms.plan.pin ? Processors::kept : Processors::free;
      specs[static_cast<std::size_t>(lane)].push_back(std::move(spec));
    }
  }
  return Launchpad(std::move(specs));
}

// A record is for everybody, and the evidence in it for the bot's author.
void hide_own_paths(GameRecord& record, const ScheduledGame& game, const std::array<TableBot, 2>& bots) {
  for (ForfeitRecord& forfeit : record.forfeits) {
    const auto& folders = bots[game.entrants[forfeit.seat]].bot->folders;
    forfeit.text = without_own_paths(std::move(forfeit.text), folders);
    for (std::string& line : forfeit.evidence.lines) line = without_own_paths(std::move(line), folders);
    forfeit.evidence.stderr_tail = without_own_paths(std::move(forfeit.evidence.stderr_tail), folders);
  }
}

// The games of some sets. A set is delivered when both of its games are over.
class SetGames final : public GameSource {
 public:
  using Judge = std::function<Result<void>(const ScheduledGame&, GameRecord&)>;
  using Deliver = std::function<bool(SetNumber, SetRecords&&)>;

  SetGames(const Ruleset& rules, const std::vector<SeededSet>& sets, Judge judge, Deliver deliver)
      : judge_(std::move(judge)), deliver_(std::move(deliver)) {
    for (const SeededSet& set : sets)
      for (ScheduledGame& game : games_of_set(rules, set)) games_.push_back(std::move(game));
  }

  std::optional<Next> next(Wait) override {
    if (is_over_ || begun_ == games_.size()) return std::nullopt;
    return Next{games_[begun_++], Absences(2)};
  }

  bool take(const ScheduledGame& game, Result<GameRecord> record) override {
    if (record) {
      if (const auto judged = judge_(game, record.value()); !judged) record = judged.error();
    }
    if (!record) {
      if (!record.error().is_cancelled) outcome_ = record.error();
      return end();
    }
    const auto [found, is_first] = halves_.try_emplace(game.set);
    SetRecords& records = found->second;
    records.results[static_cast<std::size_t>(game.lane())] = result_of(record.value(), game.entrants);
    records.games[static_cast<std::size_t>(game.lane())] = std::move(record).value();
    if (is_first) return true;
    SetRecords whole = std::move(records);
    halves_.erase(found);
    const auto now = steady_clock::now();
    whole.took = std::chrono::duration_cast<std::chrono::milliseconds>(now - std::exchange(last_, now));
    return deliver_(SetNumber{game.set}, std::move(whole)) || end();
  }

  const Result<void>& outcome() const { return outcome_; }

 private:
  bool end() {
    is_over_ = true;
    return false;
  }

  const Judge judge_;
  const Deliver deliver_;
  std::vector<ScheduledGame> games_;
  std::size_t begun_ = 0;
  std::map<std::uint64_t, SetRecords> halves_;  // Sets of which one game is over.
  steady_clock::time_point last_ = steady_clock::now();
  Result<void> outcome_ = success();
  bool is_over_ = false;
};

}  // namespace

std::uint64_t seed_of_set(const LeagueTerms& terms, SetNumber set) {
  return game_seed(terms.plan.seed, static_cast<std::uint64_t>(set));
}

std::array<ScheduledGame, 2> games_of_set(const Ruleset& rules, const SeededSet& set) {
  const GameNumber first = first_game_of(set.set);
  const auto game = [&](GameNumber id) {
    return game_of_meeting({Entrant{0}, Entrant{1}}, id, set.seed, rules);
  };
  return {game(first), game(GameNumber{first + 1})};
}

std::array<ScheduledGame, 2> games_of_set(const LeagueTerms& terms, SetNumber set) {
  return games_of_set(terms.plan.rules, SeededSet{set, seed_of_set(terms, set)});
}

std::array<ScheduledGame, 2> games_of_entered_set(SetNumber set, std::uint64_t seed) {
  const GameNumber first = first_game_of(set);
  return {ScheduledGame{first, set, {Entrant{0}, Entrant{1}}, seed},
          ScheduledGame{GameNumber{first + 1}, set, {Entrant{1}, Entrant{0}}, seed}};
}

std::optional<std::string> record_fault(const LeagueTerms& terms, const Lexicon& lexicon,
                                        const ScheduledGame& scheduled,
                                        const std::array<std::string, 2>& labels, const GameRecord& record) {
  if (record.id != scheduled.id) return fmt::format("id: it should be {}", scheduled.id);
  if (record.set != scheduled.set) return fmt::format("pair: it should be {}", scheduled.set);
  if (record.seed != scheduled.seed) return "seed: it is not the one that the league's seed gives";
  if (record.players.size() != 2) return "players: a game of a league has two";
  for (const Seat seat : each<Seat>(2)) {
    const std::string& label = labels[scheduled.entrants[seat]];
    if (record.players[seat] != label) return fmt::format("players: {} should have seat {}", label, seat);
    if (std::abs(record.scores.at(seat)) > kMaxPackedPoints)
      return fmt::format("scores: {} are more points than a game has", record.scores[seat]);
  }
  const std::optional<Overtime> wanted = terms.plan.time_control.overtime;
  const bool is_other = record.overtime ? record.overtime->terms != wanted : wanted.has_value();
  if (is_other) return "overtime: it has other terms than the league";
  if (record.adjudicate != terms.plan.adjudicate) return "adjudicate: it has other terms than the league";
  if (auto fault = toptile::record_fault(record)) return fault->message;
  return find_difference(record, terms.plan.rules, lexicon);
}

Result<std::unique_ptr<SetPlayer>> SetPlayer::open(const LeagueTerms& terms, const std::string& words,
                                                   std::shared_ptr<const Sandbox> sandbox) {
  const Ruleset& rules = terms.plan.rules;
  TOPTILE_TRY(auto building, build_lexicon(terms.plan.lexicon_name, words, rules.alphabet(), rules.size));
  if (hexadecimal(building.lexicon.sha256()) != terms.plan.lexicon_sha256)
    return Error{"the league's words are not those that it began with"};
  TOPTILE_TRY(auto folder, TemporaryFolder::make());
  const RunPaths paths{folder.path()};
  std::error_code error;
  fs::create_directory(folder.path() / "bots", error);
  if (error) return Error{fmt::format("{}: {}", (folder.path() / "bots").string(), error.message())};
  TOPTILE_TRY_TO(save_for_bots(building.lexicon, paths.lexicon_list(), Readers::owner));
  TOPTILE_TRY_TO(let_users_through(*sandbox, folder.path(), {paths.lexicon_list(), paths.lexicon()}));
  return std::unique_ptr<SetPlayer>(
      new SetPlayer(terms, std::move(building.lexicon), std::move(sandbox), std::move(folder)));
}

Result<void> SetPlayer::play(const std::array<TableBot, 2>& bots, const std::vector<SeededSet>& sets,
                             const Place& place, const std::stop_token& stop,
                             const std::function<bool(SetNumber, SetRecords&&)>& use) const {
  const std::array<std::string, 2> labels = {bots[0].label, bots[1].label};
  const Plan plan = plan_of(terms_, labels);
  if (auto fault = batch_fault(plan, place.batch)) return *std::move(fault);
  const RunPaths paths{folder_.path()};
  const GameTable table = table_of(plan, lexicon_, place_of_words(*sandbox_, paths.lexicon_list()));
  const Launchpad launchpad = launchpad_of(bots, terms_, sandbox_, paths, paths.lexicon_list());
  const std::unique_ptr<GamePlayer> player =
      bot_players(plan, table, paths, launchpad, {.batch = place.batch})(place.lane, stop);
  const std::stop_callback wake(stop, [&] { player->wake(); });
  const auto judge = [&](const ScheduledGame& game, GameRecord& record) -> Result<void> {
    hide_own_paths(record, game, bots);
    record.digest = digest_of(record);
    if (auto fault = record_fault(terms_, lexicon_, game, labels, record))
      return Error{fmt::format("set {}: game {}: {}", game.set, game.lane() + 1, *fault)};
    return success();
  };
  const auto deliver = [&](SetNumber set, SetRecords&& records) {
    if (!plan.ponder) player->rest();
    return use(set, std::move(records));
  };
  SetGames games(terms_.plan.rules, sets, judge, deliver);
  player->play_all(games);
  player->finish();
  return games.outcome();
}

}  // namespace toptile
