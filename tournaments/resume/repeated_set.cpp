#include "tournaments/resume/repeated_set.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "base/words.h"
#include "tournaments/formats/schedule.h"
#include "tournaments/resume/resumed_plan.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

// The schedule up to where the run's results decide it.
Result<Schedule> schedule_so_far(const RunPaths& paths, const Plan& plan) {
  Schedule schedule = schedule_of(plan);
  if (!depends_on_results(plan.format)) return schedule;
  TOPTILE_TRY(const auto run, read_run(paths));
  for (const GameResult& result : run.results) schedule.tell(result);
  return schedule;
}

Result<RepeatedSet> set_with(const RunPaths& paths, const Plan& plan, const Schedule& schedule,
                             GameNumber game) {
  const auto players = static_cast<std::uint64_t>(plan.format.players);
  const ScheduledGame scheduled = schedule.game(game);
  const std::uint64_t times = schedule.time_of_meeting(game);
  if (times > static_cast<std::uint64_t>(kMaxShards)) {
    return Error{
        fmt::format("{}: these players have met {} times before, and a set after more than {} meetings "
                    "cannot be played again",
                    paths.folder.string(), times - 1, kMaxShards)};
  }
  RepeatedSet repeated;
  repeated.set = scheduled.set;
  repeated.first_then = GameNumber{(scheduled.set - 1) * players + 1};
  repeated.first_now = GameNumber{(times - 1) * players + 1};
  TOPTILE_TRY(repeated.request, request_of_run(paths));
  TournamentRequest& request = repeated.request;
  request.format = {.players = plan.format.players};
  request.games = static_cast<int>(times * players);
  request.test.reset();
  request.shard.reset();
  if (times > 1) request.shard = Shard{static_cast<int>(times), static_cast<int>(times), plan.format.players};
  Entrants entrants = scheduled.entrants;
  std::ranges::sort(entrants);
  for (const Entrant entrant : entrants) repeated.bots.push_back(plan.bots[entrant]);
  return repeated;
}

}  // namespace

Result<RepeatedSet> find_set_of(const RunPaths& paths, GameNumber game) {
  TOPTILE_TRY(const auto plan, read_run_plan(paths));
  TOPTILE_TRY(const auto schedule, schedule_so_far(paths, plan));
  if (game < 1 || game > schedule.known())
    return Error{fmt::format("{}: there is no game {}; the games are 1 to {}", paths.folder.string(), game,
                             schedule.known())};
  return set_with(paths, plan, schedule, game);
}

Result<RepeatedSet> find_set(const RunPaths& paths, std::uint64_t set) {
  TOPTILE_TRY(const auto plan, read_run_plan(paths));
  TOPTILE_TRY(const auto schedule, schedule_so_far(paths, plan));
  const auto players = static_cast<std::uint64_t>(plan.format.players);
  const std::uint64_t sets = schedule.known() / players;
  if (set < 1 || set > sets)
    return Error{
        fmt::format("{}: there is no pair {}; the pairs are 1 to {}", paths.folder.string(), set, sets)};
  return set_with(paths, plan, schedule, GameNumber{(set - 1) * players + 1});
}

Result<ResolvedPlan> resolve_repeated(const RepeatedSet& repeated, const TournamentRequest& request,
                                      const std::vector<BotRequest>& instead, const BotSearch& search) {
  TournamentRequest asked = request;
  asked.bots = instead;
  std::vector<BotEntry> others;
  for (auto& found : find_bots(asked, search)) {
    if (!found) return found.error();
    const std::string& name = found.value().name;
    if (std::ranges::find(repeated.bots, name, &BotEntry::name) == repeated.bots.end()) {
      const std::vector<std::string> names = bot_names(repeated.bots);
      return Error{
          fmt::format("--bot: {} plays in none of these games; name the new program after the bot whose "
                      "place it takes, as in {}=./mine",
                      name, names.front())};
    }
    others.push_back(std::move(found).value());
  }
  std::vector<BotEntry> bots;
  for (const BotEntry& bot : repeated.bots) {
    const auto other = std::ranges::find(others, bot.name, &BotEntry::name);
    if (other != others.end()) {
      bots.push_back(*other);
      continue;
    }
    TOPTILE_TRY(auto same, find_bot_again(bot, search, "bot " + bot.name));
    bots.push_back(std::move(same));
  }
  return resolve_with(request, std::move(bots), search.shipped);
}

std::optional<std::string> difference_of_games(const GameRecord& then, const GameRecord& now) {
  const std::size_t both = std::min(then.turns.size(), now.turns.size());
  for (std::size_t turn = 0; turn < both; ++turn) {
    if (then.turns[turn].move == now.turns[turn].move) continue;
    return fmt::format("other than recorded from turn {} on: {} played {}, and now {}", turn + 1,
                       printable(then.players[then.turns[turn].seat]), printable(then.turns[turn].move),
                       printable(now.turns[turn].move));
  }
  const auto end_of = [](const GameRecord& game) {
    if (game.forfeits.empty()) return "ended after " + counted(game.turns.size(), "turn");
    const ForfeitRecord& forfeit = game.forfeits.front();
    return fmt::format("was forfeited by {} after {} ({})", printable(game.players[forfeit.seat]),
                       counted(forfeit.after, "turn"), name_of(forfeit.kind));
  };
  if (then.turns.size() == now.turns.size() && end_of(then) == end_of(now)) return std::nullopt;
  return fmt::format("other than recorded: it {}, and now it {}", end_of(then), end_of(now));
}

}  // namespace toptile
