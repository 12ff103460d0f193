// champion_train SEED GAMES ROUNDS FILE: learns the weights of the champion's static player
// (tools/champion/training.h) with the ruleset hasbro and the shipped lexicon, and writes them. The same seed
// gives the same bytes.
#include <fmt/format.h>

#include <thread>

#include "base/files.h"
#include "champion/weights.h"
#include "tools/arguments.h"
#include "tools/champion/training.h"
#include "tools/greedy_games.h"

int main(int count, char** arguments) {
  using namespace toptile;
  constexpr std::string_view kProgram = "champion_train";
  if (count != 5) {
    fmt::print(stderr, "usage: champion_train SEED GAMES ROUNDS FILE\n");
    return 2;
  }
  const champion::TrainingPlan plan{.seed = number_or_exit<std::uint64_t>(kProgram, arguments[1]),
                                    .rounds = number_or_exit<int>(kProgram, arguments[3]),
                                    .games = number_or_exit<int>(kProgram, arguments[2]),
                                    .threads = static_cast<int>(std::thread::hardware_concurrency())};
  const Ruleset& rules = bench_rules();
  const champion::Weights weights =
      champion::train(rules, bench_lexicon(), plan, [&](const champion::TrainingRound& round) {
        fmt::print(
            "round {} of {}: {} comparisons; two moves differed by ±{:.2f}, of which ±{:.2f} is left\n",
            round.round, plan.rounds, round.comparisons, round.spread_before, round.spread_after);
        std::fflush(stdout);
      });
  value_or_exit(replace_file(arguments[4], champion::write_weights(weights, rules)));
}
