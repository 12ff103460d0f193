// What the processes of a bot use, seen from outside: the puppet of tests/bots shows it.
#include "conformance/process_group.h"

#include <boost/test/unit_test.hpp>

#include "tests/referee/puppet.h"

namespace toptile::conformance {

BOOST_AUTO_TEST_SUITE(process_group)

BOOST_AUTO_TEST_CASE(a_process_and_its_grandchild_are_both_counted_until_they_are_gone) {
  Stage stage({"grandchild", "say:ready", "hang"});
  stage.line();
  BOOST_TEST(stage.line() == "ready");
  const pid_t group = stage.child.pid();
  BOOST_TEST(members_of(group).size() == 2U);
  const GroupUse use = use_of(group);
  BOOST_TEST(use.processes == 2);
  BOOST_TEST(use.threads == 2);
  BOOST_TEST(use.descriptors >= 6);
  stage.child.kill_group();
  stage.exit();
  for (const Deadline deadline = in(kPlenty); !members_of(group).empty();)
    BOOST_REQUIRE(std::chrono::steady_clock::now() < deadline);
  BOOST_TEST(use_of(group).resident_bytes == 0U);
}

BOOST_AUTO_TEST_CASE(memory_that_is_used_is_resident) {
  Stage small({"say:ready", "hang"});
  Stage large({"allocate:64", "say:ready", "hang"});
  small.line();
  large.line();
  const auto difference = use_of(large.child.pid()).resident_bytes - use_of(small.child.pid()).resident_bytes;
  BOOST_TEST(difference > std::uint64_t{60} << 20);
  BOOST_TEST(difference < std::uint64_t{80} << 20);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile::conformance
