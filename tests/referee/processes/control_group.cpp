#include "referee/processes/control_group.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <tuple>

#include "tests/folder.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(control_group)

namespace {

namespace fs = std::filesystem;

// Files that look like those of Linux. In a new group, Linux would make some files itself; here nobody does.
class FakeGroups {
 public:
  void version_1(const std::string& controller, const std::string& group) { add_group(controller + group); }
  void version_2(const std::string& group, const std::string& handed_down,
                 const std::string& memory_max = "max") {
    folder_.write("cgroup.controllers", "cpu memory pids\n");
    add_group(group);
    folder_.write(group + "/cgroup.subtree_control", handed_down + "\n");
    folder_.write(group + "/memory.max", memory_max + "\n");
    folder_.write(group + "/pids.max", "max\n");
  }
  void close(const std::string& group) { fs::remove(folder_ / (group + "/cgroup.procs")); }
  fs::path root() const { return folder_.path(); }

 private:
  void add_group(const std::string& group) {
    fs::create_directories(folder_ / group);
    folder_.write(group + "/cgroup.procs", "");
  }

  const Folder folder_;
};

boost::test_tools::assertion_result can_make_groups(boost::unit_test::test_unit_id) {
  const auto groups = ControlGroups::look();
  boost::test_tools::assertion_result answer(groups.limits_processes());
  answer.message() << "no groups can be made here: " << groups.why_not();
  return answer;
}

}  // namespace

BOOST_AUTO_TEST_CASE(version_1_has_a_tree_for_each_controller) {
  FakeGroups fake;
  fake.version_1("memory", "/a");
  fake.version_1("pids", "/");
  const auto both = ControlGroups::look(fake.root(), "8:pids:/\n4:memory:/a\n0::/\n");
  BOOST_TEST(both.limits_memory());
  BOOST_TEST(both.limits_processes());
  BOOST_TEST(both.why_not() == "");
  fake.close("memory/a");
  const auto one = ControlGroups::look(fake.root(), "8:pids:/\n4:memory:/a\n0::/\n");
  BOOST_TEST(!one.limits_memory());
  BOOST_TEST(one.limits_processes());
  BOOST_TEST(one.why_not() == "this user is not allowed to make control groups");
}

BOOST_AUTO_TEST_CASE(version_2_goes_up_to_a_group_that_hands_down_what_is_needed) {
  FakeGroups fake;
  fake.version_2("user", "cpu memory pids");
  fake.version_2("user/terminal", "");
  const auto groups = ControlGroups::look(fake.root(), "0::/user/terminal\n");
  BOOST_TEST(groups.limits_memory());
  BOOST_TEST(groups.limits_processes());
}

BOOST_AUTO_TEST_CASE(a_limit_of_its_own_is_not_left_behind) {
  FakeGroups fake;
  fake.version_2("user", "cpu memory pids");
  fake.version_2("user/terminal", "", "1000000");
  BOOST_TEST(!ControlGroups::look(fake.root(), "0::/user/terminal\n").limits_memory());
}

BOOST_AUTO_TEST_CASE(what_is_not_delegated_is_said) {
  FakeGroups fake;
  fake.version_2("user", "cpu");
  const auto groups = ControlGroups::look(fake.root(), "0::/user\n");
  BOOST_TEST(!groups.limits_memory());
  BOOST_TEST(groups.why_not() ==
             "no control group with the controllers memory and pids is delegated to this user");
  BOOST_TEST(groups.cure().find("Delegate=yes") != std::string::npos);
  BOOST_TEST((groups.make(1 << 20, 8).value() == nullptr));
}

BOOST_AUTO_TEST_CASE(processor_time_is_read_as_either_version_writes_it) {
  const Folder folder;
  for (const char* name : {"memory", "cpuacct", "2"}) fs::create_directory(folder / name);
  folder.write("cpuacct/cpuacct.usage", "1234567\n");
  folder.write("2/cpu.stat", "usage_usec 89\nuser_usec 80\nsystem_usec 9\n");
  const auto time_of = [&](const std::vector<fs::path>& folders) {
    return ControlGroup(folders).processor_time();
  };
  BOOST_TEST((time_of({folder / "memory", folder / "cpuacct"}) == std::chrono::nanoseconds(1234567)));
  BOOST_TEST((time_of({folder / "2"}) == std::chrono::microseconds(89)));
  BOOST_TEST(!time_of({folder / "memory"}));
  folder.write("2/cpu.stat", "nr_periods 0\n");  // Version 1 writes it so.
  BOOST_TEST(!time_of({folder / "2"}));
}

BOOST_AUTO_TEST_CASE(a_group_is_frozen_as_either_version_wants_it_and_thawed_when_it_goes) {
  const Folder folder;
  for (const char* name : {"memory", "freezer", "2"}) fs::create_directory(folder / name);
  folder.write("freezer/freezer.state", "......");
  folder.write("2/cgroup.freeze", ".");
  const auto text_of = [&](const std::string& name) {
    std::ifstream file(folder / name);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  BOOST_TEST(!ControlGroup({folder / "memory"}).can_freeze());
  for (const auto& [group, file, frozen, thawed] :
       {std::tuple("freezer", "freezer/freezer.state", "FROZEN", "THAWED"),
        std::tuple("2", "2/cgroup.freeze", "1", "0")}) {
    {
      const ControlGroup frozen_group({folder / "memory", folder / group});
      BOOST_TEST(frozen_group.can_freeze());
      BOOST_TEST(frozen_group.freeze());
      BOOST_TEST(text_of(file) == frozen);
      BOOST_TEST(frozen_group.thaw());
      BOOST_TEST(text_of(file) == thawed);
      BOOST_TEST(frozen_group.freeze());
    }
    BOOST_TEST(text_of(file) == thawed);
  }
}

BOOST_AUTO_TEST_CASE(a_system_without_groups_is_no_error) {
  const Folder nothing;
  BOOST_TEST(!ControlGroups::look(nothing.path(), "").limits_processes());
}

BOOST_AUTO_TEST_CASE(
    a_group_of_a_dead_referee_is_removed_and_that_of_a_living_one_or_of_another_container_is_not) {
  FakeGroups fake;
  fake.version_1("memory", "/a");
  fake.version_1("pids", "/a");
  struct stat numbering {};
  BOOST_REQUIRE(::stat("/proc/self/ns/pid", &numbering) == 0);
  const auto group = [&](ino_t where, int pid) { return fmt::format("toptile-{}-{}-1", where, pid); };
  const std::string dead = group(numbering.st_ino, 2147483646), living = group(numbering.st_ino, 1),
                    elsewhere = group(numbering.st_ino + 1, 2147483646);
  for (const std::string& name : {dead, living, elsewhere})
    fs::create_directory(fake.root() / "pids/a" / name);
  (void)ControlGroups::look(fake.root(), "8:pids:/a\n4:memory:/a\n");
  BOOST_TEST(!fs::exists(fake.root() / "pids/a" / dead));
  BOOST_TEST(fs::exists(fake.root() / "pids/a" / living));
  BOOST_TEST(fs::exists(fake.root() / "pids/a" / elsewhere));
}

BOOST_AUTO_TEST_CASE(this_machines_groups_go_with_their_owner,
                     *boost::unit_test::precondition(can_make_groups)) {
  const auto groups = ControlGroups::look();
  auto group = groups.make(64 << 20, 8);
  BOOST_REQUIRE(group.has_value());
  const auto members = group.value()->open_members();
  BOOST_REQUIRE(members.has_value());
  BOOST_TEST(!members.value().empty());
  const fs::path file = fs::read_symlink("/proc/self/fd/" + std::to_string(members.value()[0].number()));
  BOOST_TEST(fs::exists(file));
  group.value().reset();
  BOOST_TEST(!fs::exists(file));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
