#include "referee/processes/process_tree.h"

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "referee/sandbox/wrapping.h"
#include "tests/referee/puppet.h"

using namespace toptile;

BOOST_AUTO_TEST_SUITE(process_tree)

BOOST_AUTO_TEST_CASE(a_process_and_its_grandchild_are_both_counted_until_they_are_gone) {
  Stage stage({"grandchild", "say:ready", "hang"});
  stage.line();
  BOOST_TEST(stage.line() == "ready");
  const pid_t root = stage.child.keeper();
  BOOST_TEST(descendants_of(root).size() == 2U);
  const TreeUse use = use_of_descendants(root);
  BOOST_TEST(use.processes == 2);
  BOOST_TEST(use.threads == 2);
  BOOST_TEST(use.descriptors >= 6);
  stage.child.kill();
  stage.exit();
  BOOST_REQUIRE(comes_true([&] { return descendants_of(root).empty(); }));
  BOOST_TEST(use_of_descendants(root).resident_bytes == 0U);
}

BOOST_AUTO_TEST_CASE(memory_that_is_used_is_resident) {
  Stage small({"say:ready", "hang"});
  Stage large({"allocate:64", "say:ready", "hang"});
  small.line();
  large.line();
  const auto difference = use_of_descendants(large.child.keeper()).resident_bytes -
                          use_of_descendants(small.child.keeper()).resident_bytes;
  BOOST_TEST(difference > std::uint64_t{60} << 20);
  BOOST_TEST(difference < std::uint64_t{80} << 20);
}

BOOST_AUTO_TEST_CASE(what_left_its_group_and_session_is_in_the_tree) {
  Stage stage({"orphan", "say:ready", "hang"});
  const pid_t orphan = std::stoi(stage.line());
  stage.line();
  const std::vector<pid_t> tree = descendants_of(stage.child.keeper());
  BOOST_TEST(tree.size() == 2U);
  BOOST_TEST((std::ranges::find(tree, orphan) != tree.end()));
}

BOOST_AUTO_TEST_CASE(who_lives_is_told_from_the_sandbox_and_from_the_dead) {
  Stage stage({"say:ready", "hang"});
  stage.line();
  const pid_t root = stage.child.keeper();
  constexpr const char* puppets[] = {"nobody", "puppet"};
  BOOST_TEST(has_living_descendant(root, kWrapperNames));
  BOOST_TEST(!has_living_descendant(root, puppets));
  stage.child.kill();
  stage.exit();
  BOOST_TEST(!has_living_descendant(root, kWrapperNames));
}

// The sandbox is a child and a grandchild; a bot below it may give itself the same name.
BOOST_AUTO_TEST_CASE(who_takes_the_sandboxs_name_is_no_part_of_it) {
  constexpr const char* kShellInShell =
      R"(echo $$; if [ $1 -gt 0 ]; then sh -c "$0" "$0" $(($1 - 1)); else kill -STOP $$; fi; :)";
  ::setenv("SHELL_IN_SHELL", kShellInShell, 1);
  FILE* shells = ::popen(R"(sh -c "$SHELL_IN_SHELL" "$SHELL_IN_SHELL" 3 2>/dev/null; :)", "r");
  BOOST_REQUIRE(shells != nullptr);
  std::array<pid_t, 4> generations{};
  for (pid_t& pid : generations) BOOST_REQUIRE(std::fscanf(shells, "%d", &pid) == 1);
  constexpr const char* shells_name[] = {"sh"};
  BOOST_TEST(has_living_descendant(generations[0], shells_name));
  BOOST_TEST(!has_living_descendant(generations[1], shells_name));
  ::kill(generations.back(), SIGKILL);
  ::pclose(shells);
}

BOOST_AUTO_TEST_CASE(a_signal_reaches_the_whole_tree) {
  Stage stage({"orphan", "ticks"});
  const pid_t orphan = std::stoi(stage.line());
  stage.line();
  signal_descendants(stage.child.keeper(), SIGSTOP);
  const auto state_of = [](pid_t pid) {
    const std::string stat = text_of("/proc/" + std::to_string(pid) + "/stat");
    return stat.at(stat.rfind(')') + 2);
  };
  BOOST_REQUIRE(comes_true([&] { return state_of(orphan) == 'T' && state_of(stage.child.pid()) == 'T'; }));
  while (stage.channel.receive(in(50ms)).outcome == Received::line) continue;
  signal_descendants(stage.child.keeper(), SIGCONT);
  BOOST_TEST(stage.line() == "tick");
  BOOST_TEST(state_of(orphan) != 'T');
}

BOOST_AUTO_TEST_CASE(who_is_buried_alive_is_told_of_with_what_it_used) {
  for (const char* act : {"burn:150", "burn-in-thread:150"}) {
    Stage stage({act, "say:burnt", "hang"});
    while (stage.line() != "burnt") continue;
    const auto exit = stage.child.bury();
    BOOST_REQUIRE(exit);
    BOOST_TEST(std::chrono::floor<std::chrono::milliseconds>(exit->processor_time).count() >= 150);
    BOOST_TEST(stage.child.bury()->wait_status == exit->wait_status);
  }
}

BOOST_AUTO_TEST_CASE(processor_time_counts_threads_children_and_the_dead_among_them) {
  for (const char* act : {"burn:150", "burn-in-thread:150", "burn-in-child:150"}) {
    Stage stage({"say:ready", "swallow:1", act, "say:burnt", "hang"});
    stage.line();
    const auto before = processor_time_of_descendants(stage.child.keeper());
    stage.channel.send("\n", in(kTimeout));
    stage.line();
    BOOST_TEST(stage.line() == "burnt");
    const auto burnt = processor_time_of_descendants(stage.child.keeper()) - before;
    BOOST_TEST((burnt >= 130ms));
    BOOST_TEST((burnt < 300ms));
  }
}

BOOST_AUTO_TEST_SUITE_END()
