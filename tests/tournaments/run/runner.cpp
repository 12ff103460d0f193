#include "tournaments/run/runner.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <mutex>
#include <vector>

#include "tests/tournaments/run/quick_player.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(runner)

namespace {

// Takes as many games as it gets before it plays any.
class HoardingPlayer final : public GamePlayer {
 public:
  HoardingPlayer(std::unique_ptr<SingleGamePlayer> player, const std::function<void(std::size_t)>& on_hoard)
      : player_(std::move(player)), on_hoard_(on_hoard) {}

  void play_all(GameSource& source) override {
    while (true) {
      std::vector<GameSource::Next> games;
      while (auto next = source.next(games.empty() ? GameSource::Wait::yes : GameSource::Wait::no))
        games.push_back(*std::move(next));
      if (games.empty()) return;
      on_hoard_(games.size());
      for (const GameSource::Next& next : games)
        if (!source.take(next.game, player_->play(next.game, next.absent))) return;
    }
  }

 private:
  const std::unique_ptr<SingleGamePlayer> player_;
  const std::function<void(std::size_t)>& on_hoard_;
};

BOOST_AUTO_TEST_CASE(workers_that_could_take_all_games_share_them) {
  for (const int workers : {1, 2, 3}) {
    const Folder folder;
    const ResolvedPlan resolved = quick_plan(2, 12);
    const QuickScript script;
    std::mutex mutex;
    std::vector<std::size_t> hoards;
    const std::function<void(std::size_t)> on_hoard = [&](std::size_t games) {
      const std::lock_guard lock(mutex);
      hoards.push_back(games);
    };
    Execution execution;
    execution.concurrency = workers;
    execution.players = [&](int, std::stop_token stop) {
      return std::make_unique<HoardingPlayer>(
          std::make_unique<QuickPlayer>(resolved.plan, few_words(), script, std::move(stop)), on_hoard);
    };
    const auto end = run_tournament(resolved, {folder / "run"}, execution, {});
    BOOST_REQUIRE_MESSAGE(end, (end ? "" : end.error().message));
    BOOST_TEST(end.value().is_finished());
    // A worker that begins late finds as many as are left for it.
    BOOST_TEST(std::ranges::max(hoards) == 12u / static_cast<std::size_t>(workers));
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
