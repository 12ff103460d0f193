// Tournaments without a process: every seat plays greedily in this program, and a script says which bots do
// not start. What is around the games is tested with it in milliseconds.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/sha256.h"
#include "engine/greedy_game.h"
#include "protocol/adjudication.h"
#include "tests/folder.h"
#include "tests/protocol/small_records.h"
#include "tournaments/run/tournament.h"

namespace toptile {

struct QuickScript {
  // Whether a bot fails to start in a game.
  std::function<bool(int entrant, const ScheduledGame& game)> fails = [](int, const ScheduledGame&) {
    return false;
  };
  // Called in the worker's thread when a game is over and its record is not handed in yet.
  std::function<void(const ScheduledGame& game)> at_end = [](const ScheduledGame&) {};
};

class QuickPlayer final : public SingleGamePlayer {
 public:
  QuickPlayer(const Plan& plan, const Lexicon& lexicon, const QuickScript& script, std::stop_token stop)
      : plan_(plan), lexicon_(lexicon), script_(script), stop_(std::move(stop)) {}

  Result<GameRecord> play(const ScheduledGame& scheduled, const Absences& absent) override {
    const GameSetup setup = setup_of(plan_, scheduled);
    const int players = static_cast<int>(setup.names.size());
    Game game(plan_.rules, lexicon_, setup.seed, players, setup.opening);
    Adjudicator adjudicator(plan_.adjudicate);
    GameRecord record;
    for (const Move& move : turns_of_opening(plan_.rules, players, setup.opening)) {
      BOOST_REQUIRE(game.play(move));
      adjudicator.follow(game);
      ++record.opening;
    }
    for (const Seat seat : each<Seat>(absent.size())) {
      if (game.is_over()) break;
      const bool fails = script_.fails(scheduled.entrants[seat], scheduled);
      if (!absent[seat] && !fails) continue;
      const Fault fault = absent[seat] ? *absent[seat] : Fault{FaultKind::crash, "it did not start"};
      record.forfeits.push_back({seat, record.opening, fault.kind, fault.text, {}});
      game.forfeit(seat);
      adjudicator.follow(game);
    }
    MoveGenerator generator(plan_.rules, lexicon_);
    while (!game.is_over()) {
      play_greedy_turn(game, generator);
      adjudicator.follow(game);
    }
    record.id = setup.id;
    record.set = setup.set;
    record.seed = setup.seed;
    record.players = setup.names;
    record.adjudicate = plan_.adjudicate;
    fill_from_game(record, game);
    script_.at_end(scheduled);
    if (stop_.stop_requested()) return cancelled();
    return record;
  }

 private:
  const Plan& plan_;
  const Lexicon& lexicon_;
  const QuickScript& script_;
  const std::stop_token stop_;
};

// The plan and the script must outlive the players.
inline GamePlayers quick_players(const Plan& plan, const QuickScript& script) {
  return [&plan, &script](int, std::stop_token stop) {
    return std::make_unique<QuickPlayer>(plan, few_words(), script, std::move(stop));
  };
}

// The players are called a, b, c, …. They are persons to the plan, as they have no program.
inline ResolvedPlan quick_plan(int bots, int games) {
  Plan plan(shipped_ruleset("hasbro").value());
  plan.games = games;
  plan.seed = 5;
  plan.lexicon_sha256 = hexadecimal(few_words().sha256());
  plan.lexicon_name = few_words().name();
  plan.lexicon_words = few_words().words();
  for (int bot = 0; bot < bots; ++bot)
    plan.bots.push_back({.name = std::string(1, static_cast<char>('a' + bot))});
  return {std::move(plan), few_words(), Sandbox::open(SandboxMode::off).value()};
}

// Two openings, of one and of two turns.
inline Openings some_openings(const Ruleset& rules, OpeningOrder order = OpeningOrder::sequential) {
  return {order, {parse_opening("5d.CAT", rules).value(), parse_opening("5e.DOG pass", rules).value()}};
}

inline Result<TournamentEnd> play_quickly(const ResolvedPlan& resolved, const std::string& folder,
                                          const QuickScript& script = {}, int concurrency = 1,
                                          const TournamentWatch& watch = {}) {
  const Execution execution{.concurrency = concurrency,
                            .try_bots = true,
                            .transcripts = false,
                            .build = {},
                            .players = quick_players(resolved.plan, script)};
  return run_tournament(resolved, {folder}, execution, watch);
}

inline std::string games_of(const std::string& folder) {
  return read_file(RunPaths{folder}.games()).value();
}

}  // namespace toptile
