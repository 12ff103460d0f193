#include "bots/bot_build.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <set>

#include "base/files.h"
#include "bots/bot_files.h"
#include "tests/folder.h"
#include "tests/timeout.h"
#include "tests/variable.h"

namespace toptile {
namespace {

namespace fs = std::filesystem;
using Commands = std::vector<std::vector<std::string>>;

std::shared_ptr<const Sandbox> a_sandbox(SandboxMode mode = SandboxMode::automatic) {
  return Sandbox::open(mode).value();
}

boost::test_tools::assertion_result has_sandbox(boost::unit_test::test_unit_id) {
  static const auto sandbox = a_sandbox();
  boost::test_tools::assertion_result answer(sandbox->host().is_enough());
  answer.message() << "this machine has no sandbox: " << sandbox->host().first_missing().why_not;
  return answer;
}

// Whether the process has ended, and waits for its parent to ask.
bool is_zombie(pid_t pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  const std::string text(std::istreambuf_iterator<char>(stat), {});
  const std::size_t name_end = text.rfind(')');
  return name_end != std::string::npos && text.substr(name_end, 3) == ") Z";
}

// A bot's folder, and a cache of its own.
struct Workplace : Folder {
  Workplace() {
    fs::create_directories(path() + "/mine");
    write("mine/source", "made of this");
    write("secret", "key");
    ::setenv("XDG_CACHE_HOME", (path() + "/cache").c_str(), 1);
  }
  ~Workplace() { ::unsetenv("XDG_CACHE_HOME"); }

  BuildRequest request(const Commands& commands, SandboxMode mode = SandboxMode::automatic) const {
    BuildRequest request;
    request.folder = path() + "/mine";
    request.sha256 = hash_of_files({request.folder, true}).value();
    request.commands = commands;
    request.sandbox = a_sandbox(mode);
    request.on_build = [this] { ++builds; };
    return request;
  }
  std::string fault(const Commands& commands) const {
    const auto built = build_bot(request(commands));
    return built ? "none" : built.error().message;
  }
  std::string text_of(const BuiltBot& built, const std::string& file) const {
    const auto text = read_file(built.folder / file);
    return text ? text.value() : "none";
  }

  mutable std::atomic<int> builds = 0;
};

BuiltBot must_build(const BuildRequest& request) {
  auto built = build_bot(request);
  BOOST_REQUIRE_MESSAGE(built, (built ? "" : built.error().message));
  return std::move(built).value();
}

void has(const std::string& text, const std::string& part) {
  BOOST_TEST(text.find(part) != std::string::npos, "\"" + text + "\" should say: " + part);
  BOOST_TEST(text.find('\n') == std::string::npos);
}

BOOST_FIXTURE_TEST_SUITE(bot_build, Workplace)

BOOST_AUTO_TEST_CASE(a_bot_is_built_beside_its_folder_and_once_for_the_same_files) {
  const Commands commands = {{"cp", "source", "bot"},
                             {"sh", "-c", "echo $toptile_DIR > said; echo done >&2"}};
  BuildRequest wanted = request(commands);
  wanted.package = "/somewhere/toptile";
  const BuiltBot built = must_build(wanted);
  BOOST_TEST(text_of(built, "bot") == "made of this");
  BOOST_TEST(text_of(built, "said") == "/somewhere/toptile\n");
  BOOST_TEST(!fs::exists(path() + "/mine/bot"));
  BOOST_TEST(!fs::exists(path() + "/mine/build.log"));
  BOOST_TEST(must_build(wanted).folder == built.folder);
  BOOST_TEST(builds == 1);
  write("mine/source", "made of that");
  BuildRequest changed = request(commands);
  changed.package = wanted.package;
  BOOST_TEST(text_of(must_build(changed), "bot") == "made of that");
  BOOST_TEST(text_of(built, "bot") == "made of this");
  BOOST_TEST(builds == 2);
}

BOOST_AUTO_TEST_CASE(the_cache_is_its_users_alone) {
  const BuiltBot built = must_build(request({{"true"}}));
  BOOST_TEST((fs::status(path() + "/cache/toptile").permissions() == fs::perms::owner_all));
  fs::remove_all(path() + "/cache");
  fs::create_directories(path() + "/cache");
  fs::create_directory_symlink(path(), path() + "/cache/toptile");
  ::setenv("HOME", path().c_str(), 1);
  BOOST_TEST(must_build(request({{"true"}})).folder.string().find("/.cache/toptile/") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(several_who_build_the_same_at_once_build_it_once) {
  const BuildRequest wanted = request({{"sleep", "0.2"}, {"cp", "source", "bot"}});
  std::vector<std::future<Result<BuiltBot>>> all;
  for (int i = 0; i < 4; ++i)
    all.push_back(std::async(std::launch::async, [&] { return build_bot(wanted); }));
  for (auto& one : all) {
    const auto built = one.get();
    BOOST_REQUIRE(built);
    BOOST_TEST(text_of(built.value(), "bot") == "made of this");
  }
  BOOST_TEST(builds == 1);
}

BOOST_AUTO_TEST_CASE(a_build_sees_its_folder_and_no_others, *boost::unit_test::precondition(has_sandbox)) {
  const std::string secret = path() + "/secret";
  const BuiltBot built = must_build(request(
      {{"sh", "-c",
        "pwd > where; cat " + secret + " " + path() + "/mine/source > stolen 2>&1; ls / > root; true"}}));
  BOOST_TEST(text_of(built, "where") == "/bot\n");
  BOOST_TEST(text_of(built, "stolen").find("key") == std::string::npos);
  BOOST_TEST(text_of(built, "stolen").find("made of this") == std::string::npos);
  BOOST_TEST(text_of(built, "stolen").find("No such file") != std::string::npos);
  BOOST_TEST(text_of(built, "root").find("home") == std::string::npos);
  const BuiltBot open = must_build(request({{"sh", "-c", "cat " + secret + " > stolen"}}, SandboxMode::off));
  BOOST_TEST(text_of(open, "stolen") == "key");
}

BOOST_AUTO_TEST_CASE(a_build_has_no_network_and_writes_nowhere_else,
                     *boost::unit_test::precondition(has_sandbox)) {
  const BuiltBot built =
      must_build(request({{"sh", "-c",
                           "(touch /usr/mine || touch " + path() +
                               "/mine/mine) 2>/dev/null && echo wrote > wrote; "
                               "python3 -c 'import socket; socket.create_connection((\"127.0.0.1\", 1), 1)' "
                               "2> network; true"}}));
  BOOST_TEST(text_of(built, "wrote") == "none");
  has(text_of(built, "network")
          .substr(text_of(built, "network").rfind("OSError") == std::string::npos
                      ? 0
                      : text_of(built, "network").rfind("OSError"),
                  40)
          .substr(0, 7),
      "OSError");
}

// The command is over before anybody looks at the disk, and its files take hardly any of it.
BOOST_AUTO_TEST_CASE(a_quick_command_cannot_leave_more_than_its_folder_may_hold) {
  for (const char* make : {"for i in 1 2 3 4 5 6 7 8; do truncate -s 190000000 $i; done",
                           "head -c 250000000 /dev/zero > file"}) {
    BuildRequest wanted = request({{"sh", "-c", make}});
    wanted.limits.disk_bytes = 200 << 20;
    const auto built = build_bot(wanted);
    BOOST_REQUIRE(!built);
    has(built.error().message, "it made files of more than 200 MiB together");
  }
}

BOOST_AUTO_TEST_CASE(steps_follow_each_other_in_one_folder) {
  const BuiltBot built = must_build(
      request({{"mkdir", "made"}, {"sh", "-c", "echo one > made/file"}, {"cp", "made/file", "made/two"}}));
  BOOST_TEST(text_of(built, "made/two") == "one\n");
}

BOOST_AUTO_TEST_CASE(a_build_that_fails_says_which_command_and_what_it_said) {
  const std::string failed = fault({{"sh", "-c", "echo one; echo 'bot.cpp:3: error: no'; echo two; exit 4"}});
  has(failed, "its build failed: sh -c echo one");
  has(failed, "ended with exit code 4: bot.cpp:3: error: no; see " + path() + "/cache/toptile/builds/");
  const std::string log = failed.substr(failed.find("see ") + 4);
  BOOST_TEST(fs::exists(log));
  BOOST_TEST(!fs::exists(fs::path(log).parent_path() / "bot"));
  has(fault({{"no-such-compiler"}}), "\"no-such-compiler\" cannot be started: is it installed?");
  has(fault({{"sh", "-c", "echo 'CMake Error at x (message):'; echo; echo '  no Boost'; exit 1"}}),
      "CMake Error at x (message): no Boost; see");
}

BOOST_AUTO_TEST_CASE(a_failed_build_is_tried_again) {
  has(fault({{"false"}}), "its build failed");
  has(fault({{"false"}}), "its build failed");
  BOOST_TEST(builds == 2);
}

BOOST_AUTO_TEST_CASE(a_build_is_stopped_before_it_begins_and_in_the_middle) {
  for (const bool is_begun : {false, true}) {
    BuildRequest wanted = request({{"sleep", "60"}});
    std::stop_source stop;
    wanted.stop = stop.get_token();
    if (!is_begun) stop.request_stop();
    wanted.on_build = [&] {
      BOOST_TEST(is_begun);
      stop.request_stop();
    };
    const auto built = build_bot(wanted);
    BOOST_REQUIRE(!built);
    has(built.error().message, "its build was stopped");
  }
}

BOOST_AUTO_TEST_CASE(a_build_that_says_too_much_is_ended) {
  has(fault({{"yes"}}), "it printed more than 16 MiB");
}

BOOST_AUTO_TEST_CASE(what_a_build_leaves_running_is_ended) {
  const BuiltBot built = must_build(request({{"sh", "-c", "sleep 77 & echo $! > child"}}, SandboxMode::off));
  pid_t child = 0;
  std::ifstream written(built.folder / "child");
  BOOST_REQUIRE(written >> child);
  BOOST_TEST(comes_true([&] { return ::kill(child, 0) != 0 || is_zombie(child); }));
}

BOOST_AUTO_TEST_CASE(what_a_build_closes_can_be_built_again) {
  has(fault({{"sh", "-c", "mkdir closed; touch closed/file; chmod 0 closed; exit 1"}}), "its build failed");
  has(fault({{"sh", "-c", "mkdir closed; touch closed/file; chmod 0 closed; exit 1"}}), "its build failed");
}

// The folders in the cache.
std::set<fs::path> places_in(const std::string& cache) {
  std::set<fs::path> places;
  for (const auto& entry : fs::directory_iterator(cache)) places.insert(entry.path());
  return places;
}

BOOST_AUTO_TEST_CASE(builds_that_failed_are_forgotten_like_others) {
  const auto built = must_build(request({{"true"}})).folder.parent_path();
  for (int edit = 0; edit < 4; ++edit) {
    write("mine/source", std::to_string(edit));
    BuildRequest wanted = request({{"false"}});
    wanted.cache.places = 2;
    BOOST_TEST(!build_bot(wanted));
  }
  const auto left = places_in(path() + "/cache/toptile/builds");
  BOOST_TEST(left.size() == 2U);
  BOOST_TEST(!left.contains(built));
}

BOOST_AUTO_TEST_CASE(what_a_killed_build_leaves_goes_before_the_next_one) {
  const std::string cache = path() + "/cache/toptile/builds";
  must_build(request({{"true"}}));
  fs::create_directories(cache + "/killed/bot");
  write("cache/toptile/builds/killed/lock", "");
  write("cache/toptile/builds/killed/bot/half", "made");
  fs::create_directories(cache + "/held/bot");
  write("cache/toptile/builds/held/lock", "");
  const UniqueDescriptor held(::open((cache + "/held/lock").c_str(), O_RDWR | O_CLOEXEC));
  BOOST_REQUIRE(::flock(held.number(), LOCK_EX | LOCK_NB) == 0);
  write("mine/source", "another");
  BuildRequest wanted = request({{"true"}});
  wanted.on_build = [&] {
    BOOST_TEST(!fs::exists(cache + "/killed/bot"));
    BOOST_TEST(fs::exists(cache + "/held/bot"));
  };
  must_build(wanted);
  write("mine/source", "one more");
  wanted = request({{"true"}});
  wanted.cache.places = 0;
  const BuiltBot kept = must_build(wanted);
  BOOST_TEST((places_in(cache) == std::set<fs::path>{cache + "/held", kept.folder.parent_path()}));
}

BOOST_AUTO_TEST_CASE(so_many_bytes_are_kept_and_no_more) {
  const Commands commands = {{"sh", "-c", "head -c 3000000 /dev/urandom > bot"}};
  std::vector<fs::path> built;
  for (int edit = 0; edit < 3; ++edit) {
    write("mine/source", std::to_string(edit));
    BuildRequest wanted = request(commands);
    wanted.cache.bytes = 7'000'000;
    built.push_back(must_build(wanted).folder);
  }
  BOOST_TEST(!fs::exists(built[0]));
  BOOST_TEST(fs::exists(built[1]));
  BOOST_TEST(fs::exists(built[2]));
}

BOOST_AUTO_TEST_CASE(a_kit_whose_headers_differ_is_another_kit) {
  BuildRequest wanted = request({{"true"}});
  fs::create_directories(path() + "/include/toptile");
  wanted.package_files = {path() + "/include"};
  for (const char* text : {"int one;", "int one;", "int two;"}) {
    write("include/toptile/header.h", text);
    must_build(wanted);
  }
  BOOST_TEST(builds == 2);
}

BOOST_AUTO_TEST_CASE(another_compiler_builds_anew) {
  fs::create_directories(path() + "/tools");
  const Variable search("PATH", path() + "/tools:" + std::getenv("PATH"));
  for (const char* text : {"#!/bin/sh\n", "#!/bin/sh\n", "#!/bin/sh\n# Newer.\n"}) {
    const auto before = read_file(path() + "/tools/c++");
    if (!before || before.value() != text) write_program("tools/c++", text);
    must_build(request({{"true"}}));
  }
  BOOST_TEST(builds == 2);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace toptile
