#include "conformance/tests.h"

#include <array>

namespace toptile::conformance {

Finding test_start(Examination& examination);
Finding test_options(Examination& examination);
Finding test_ready(Examination& examination);
Finding test_strange_lines(Examination& examination);
Finding test_stop(Examination& examination);
Finding test_clocks(Examination& examination);
Finding test_rulesets(Examination& examination);
Finding test_players(Examination& examination);
Finding test_challenge(Examination& examination);
Finding test_result(Examination& examination);
Finding test_games(Examination& examination);
Finding test_seed(Examination& examination);
Finding test_pace(Examination& examination);
Finding test_memory(Examination& examination);
Finding test_batch(Examination& examination);
Finding test_batch_clocks(Examination& examination);
Finding test_batch_stop(Examination& examination);
Finding test_batch_games(Examination& examination);
Finding test_batch_seed(Examination& examination);
Finding test_quit(Examination& examination);
Finding test_children(Examination& examination);
Finding test_stdout(Examination& examination);
Finding test_stderr(Examination& examination);

std::span<const Test> tests() {
  static constexpr std::array<Test, 23> kTests = {{
      {"start", "Does it answer uwi with its name, its author and uwiok, and say nothing before?",
       test_start},
      {"options", "Is every option well declared, and does it take every kind of value?", test_options},
      {"ready", "Does every isready get its readyok: at once, twice in a row, while it thinks?", test_ready},
      {"strange-lines", "Are unknown lines and keys, blank lines and \\r ignored without a word?",
       test_strange_lines},
      {"stop", "Does it answer within 100 ms of stop, and ignore a stop without a search?", test_stop},
      {"clocks", "Does it keep its clock, also with little time and on either seat?", test_clocks},
      {"players", "Does it play with as many players as the ruleset allows, on each seat?", test_players},
      {"challenge", "Does it answer go challenge correctly, with challenge or accept?", test_challenge},
      {"result", "Are refused and result taken without a reply?", test_result},
      {"seed", "Does the same seed give the same moves?", test_seed},
      {"batch", "Is each question of a batch answered once, with its game's name and a legal move?",
       test_batch},
      {"batch-clocks", "Does it answer a batch within the time that its games share?", test_batch_clocks},
      {"batch-stop", "Does stop end its thinking about that game only, and isready none of it?",
       test_batch_stop},
      {"batch-games", "Does it play on when other games begin, end and are broken off?", test_batch_games},
      {"batch-seed", "Does it make the same moves in a batch as in a game alone?", test_batch_seed},
      {"quit", "Does it leave at quit and at the end of input, also while it thinks?", test_quit},
      {"children", "Has every process of its group gone when it leaves?", test_children},
      {"rulesets", "Are its moves legal under every ruleset that ships?", test_rulesets, true},
      {"games", "Does it play whole games on both seats, one after the other?", test_games, true},
      {"pace", "Does it keep up with 200 questions in a row, the last as quick as the first?", test_pace,
       true},
      {"memory", "Does it need no more memory after many games than after a few?", test_memory, true},
      {"stdout", "Was nothing else said on standard output in all these tests?", test_stdout, false, true},
      {"stderr", "Was little written on standard error?", test_stderr, false, true},
  }};
  return kTests;
}

}  // namespace toptile::conformance
