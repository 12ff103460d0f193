// What the sandbox does on a machine that lacks some of its parts, and what the referee can still do to a bot
// that is inside. escapes.cpp tests what a whole sandbox prevents.
#include "referee/sandbox/sandbox.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <set>
#include <sstream>

#include "referee/processes/process_tree.h"
#include "tests/folder.h"
#include "tests/places.h"
#include "tests/referee/puppet.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(sandbox)

namespace {

namespace fs = std::filesystem;
using fs::perms;

constexpr perms kOpen =
    perms::owner_all | perms::group_read | perms::group_exec | perms::others_read | perms::others_exec;
constexpr perms kClosed = perms::owner_all;

bool is_root() {
  return ::geteuid() == 0;
}

const HostAbilities& this_host() {
  static const HostAbilities host = look_at_host();
  return host;
}

boost::test_tools::assertion_result has_namespaces(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result answer(static_cast<bool>(this_host().namespaces));
  answer.message() << "this machine has no namespaces: " << this_host().namespaces.why_not;
  return answer;
}

boost::test_tools::assertion_result has_filter(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result answer(static_cast<bool>(this_host().system_calls));
  answer.message() << "this machine has no filter: " << this_host().system_calls.why_not;
  return answer;
}

// A sandbox as it is on a machine without bubblewrap where nobody may make control groups either.
std::shared_ptr<const Sandbox> sandbox_without_namespaces() {
  HostAbilities host = this_host();
  const Ability none{"", "taken away by the test", ""};
  host.namespaces = host.memory = host.processes = none;
  host.groups = {};
  return must(Sandbox::on(std::move(host), SandboxMode::automatic));
}

// A bot's program in a folder of its own, and the attempts that it makes.
class Bot {
 public:
  explicit Bot(const std::string& program, perms folder = kOpen, perms file = kOpen) {
    fs::copy_file(built_file("tests/hostile_bots/") + program, folder_ / "bot");
    fs::permissions(folder_ / "bot", file);
    fs::permissions(folder_.path(), folder);
  }

  Launch launch(const std::vector<std::string>& words) const {
    Launch launch;
    launch.argv = words;
    launch.argv.insert(launch.argv.begin(), folder_ / "bot");
    return launch;
  }

  Launch attempt(const std::string& deed, const std::string& argument) const {
    Launch launch = this->launch({deed});
    launch.environment = {"ARGUMENT=" + argument};
    return launch;
  }

  std::string path() const { return folder_.path(); }

 private:
  const Folder folder_;
};

Confinement confinement_by(std::shared_ptr<const Sandbox> sandbox) {
  Confinement confinement;
  confinement.sandbox = std::move(sandbox);
  confinement.limits = {.memory_mb = 128, .processes = 24, .files = 48, .file_mb = 4, .tmp_mb = 8};
  confinement.processors = Processors::kept;
  return confinement;
}

std::string answer_of(const Launch& launch) {
  Stage stage(launch);
  return stage.line();
}

std::string inside(const Bot& bot, const std::string& deed, const std::string& argument) {
  return answer_of(must(confine(bot.attempt(deed, argument), confinement_by(sandbox_without_namespaces()))));
}

uid_t user_of(pid_t pid) {
  std::istringstream lines(text_of("/proc/" + std::to_string(pid) + "/status"));
  for (std::string word; lines >> word;) {
    uid_t user = 0;
    if (word == "Uid:" && lines >> user) return user;
  }
  BOOST_FAIL("no user in the status of " << pid);
  return 0;
}

uid_t user_inside(const Bot& bot, const std::string& word = "") {
  const Launch launch = bot.launch({"say:ready", "hang", word});
  Stage stage(must(confine(launch, confinement_by(sandbox_without_namespaces()))));
  BOOST_TEST(stage.line() == "ready");
  return user_of(stage.child.pid());
}

struct Deed {
  const char* name;
  std::string argument = {};
};

void check_kept(const Bot& bot, const std::vector<Deed>& deeds) {
  for (const auto& [name, argument] : deeds) {
    BOOST_TEST_CONTEXT(name) {
      BOOST_TEST(answer_of(bot.attempt(name, argument)) == "escaped");
      BOOST_TEST(inside(bot, name, argument).starts_with("kept: "));
    }
  }
}

Launch confined_puppet(const Bot& bot, const std::vector<std::string>& acts) {
  const auto sandbox = must(Sandbox::on(this_host(), SandboxMode::automatic));
  return must(confine(bot.launch(acts), confinement_by(sandbox)));
}

bool are_all_stopped(const std::vector<pid_t>& processes) {
  return std::ranges::all_of(processes, [](pid_t pid) {
    const std::string stat = text_of("/proc/" + std::to_string(pid) + "/stat");
    const std::size_t name_end = stat.rfind(')');
    return name_end != std::string::npos && stat.at(name_end + 2) == 'T';
  });
}

}  // namespace

BOOST_AUTO_TEST_CASE(without_namespaces_the_filter_still_refuses,
                     *boost::unit_test::precondition(has_filter)) {
  check_kept(Bot("escapee"),
             {{"listen"}, {"key"}, {"unshare"}, {"clone"}, {"userfaultfd"}, {"handle"}, {"affinity"}});
}

// A bot whose program is closed to others stays root: nothing but the filter stands in its way.
BOOST_AUTO_TEST_CASE(without_namespaces_the_filter_holds_root_too,
                     *boost::unit_test::precondition(has_filter)) {
  if (!is_root()) return;
  const Bot bot("escapee", kClosed);
  check_kept(
      bot, {{"mount", bot.path()}, {"chroot", "/"}, {"clock"}, {"hostname"}, {"syslog"}, {"bpf"}, {"perf"}});
}

BOOST_AUTO_TEST_CASE(without_namespaces_each_process_is_limited) {
  const Bot bot("escapee");
  check_kept(bot, {{"memory", "512"}, {"many-files", "100"}, {"long-file", "/tmp"}});
  for (const auto& [name, argument] : {Deed{"memory", "64"}, {"forks", "8"}, {"many-files", "20"}})
    BOOST_TEST(inside(bot, name, argument) == "escaped", name);
}

BOOST_AUTO_TEST_CASE(without_namespaces_roots_bots_have_so_many_processes_and_no_more) {
  if (!is_root()) return;
  check_kept(Bot("escapee"), {{"forks", "60"}});
}

BOOST_AUTO_TEST_CASE(without_namespaces_roots_bots_are_users_of_their_own_where_their_files_are_open) {
  const Bot open("puppet");
  const std::set<uid_t> users = {user_inside(open), user_inside(open), ::geteuid()};
  BOOST_TEST(users.size() == (is_root() ? 3U : 1U));
  BOOST_TEST(user_inside(Bot("puppet", kClosed)) == ::geteuid());
  BOOST_TEST(user_inside(Bot("puppet", kOpen, kClosed)) == ::geteuid());
  const Folder elsewhere;
  const std::string secret = elsewhere.write("secret", "key", perms::owner_read);
  BOOST_TEST((user_inside(open, secret) == ::geteuid()) == !is_root());
}

// Somebody else may have put another kind of file where the words of a run should be.
BOOST_AUTO_TEST_CASE(what_is_copied_for_a_bot_is_a_regular_file,
                     *boost::unit_test::precondition(has_namespaces)) {
  const Bot bot("puppet");
  const Folder words;
  words.write("secret", "the key");
  fs::create_symlink(words / "secret", words / "link");
  BOOST_REQUIRE(::mkfifo((words / "fifo").c_str(), 0600) == 0);
  fs::create_directory(words / "folder");
  const auto confined = [&](const char* name) {
    Confinement confinement = confinement_by(must(Sandbox::on(this_host(), SandboxMode::automatic)));
    confinement.copied.push_back({words / name, fs::path("/words") / name});
    return confine(bot.launch({"hang"}), confinement);
  };
  BOOST_TEST(confined("secret").has_value());
  for (const char* name : {"link", "fifo", "folder"}) {
    const auto launch = confined(name);
    BOOST_REQUIRE_MESSAGE(!launch, name);
    BOOST_TEST(launch.error().message.starts_with((words / name) + ": "), launch.error().message);
    BOOST_TEST(launch.error().is_hosts);
  }
}

BOOST_AUTO_TEST_CASE(a_bot_in_namespaces_can_be_stopped_and_go_on,
                     *boost::unit_test::precondition(has_namespaces)) {
  const Bot bot("puppet");
  Stage stage(confined_puppet(bot, {"orphan", "ticks"}));
  stage.line();
  stage.line();
  const std::vector<pid_t> tree = descendants_of(stage.child.keeper());
  BOOST_TEST(tree.size() >= 3U);  // They are the wrapper's processes, the bot, and its orphan.
  signal_descendants(stage.child.keeper(), SIGSTOP);
  BOOST_REQUIRE(comes_true([&] { return are_all_stopped(tree); }));
  while (stage.channel.receive(in(50ms)).outcome == Received::line) continue;
  signal_descendants(stage.child.keeper(), SIGCONT);
  BOOST_TEST(stage.line() == "tick");
}

BOOST_AUTO_TEST_CASE(processor_time_in_namespaces_is_seen_from_outside,
                     *boost::unit_test::precondition(has_namespaces)) {
  const Bot bot("puppet");
  for (const char* act : {"burn:150", "burn-in-thread:150", "burn-in-child:150"}) {
    BOOST_TEST_CONTEXT(act) {
      Stage stage(confined_puppet(bot, {"say:ready", "swallow:1", act, "say:burnt", "hang"}));
      stage.line();
      const auto before = processor_time_of_descendants(stage.child.keeper());
      stage.channel.send("\n", in(kTimeout));
      for (std::string line; line != "burnt";) line = stage.line();
      const auto burnt = processor_time_of_descendants(stage.child.keeper()) - before;
      BOOST_TEST((burnt >= 130ms));
      BOOST_TEST((burnt < 300ms));
    }
  }
}

BOOST_AUTO_TEST_CASE(running_out_of_descriptors_is_an_error_of_the_host) {
  const Bot bot("puppet");
  const Confinement confinement = confinement_by(must(Sandbox::on(this_host(), SandboxMode::automatic)));
  for (int free = 0; free < 12; ++free) {
    const bool holds = holds_in_a_fork([&] {
      std::vector<int> taken;
      for (int number; (number = ::open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0;) taken.push_back(number);
      for (int i = 0; i < free; ++i) ::close(taken[static_cast<std::size_t>(i)]);
      const auto launch = confine(bot.launch({"hang"}), confinement);
      return launch
                 ? free > 4
                 : launch.error().is_hosts && launch.error().message.find("ulimit -n") != std::string::npos;
    });
    BOOST_TEST(holds, "with " << free << " descriptors");
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
