#include "referee/sandbox/forbidden.h"

#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>

#include "tests/folder.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(forbidden)

namespace {

namespace fs = std::filesystem;

struct Bots : Folder {
  Bots() { fs::create_directories(*this / "mine/parts"); }

  std::string fifo(const std::string& name) const {
    BOOST_REQUIRE(::mkfifo((*this / name).c_str(), 0600) == 0);
    return *this / name;
  }
};

Forbidden all_forbidden(const std::vector<fs::path>& readable, const std::vector<fs::path>& hidden = {}) {
  auto found = find_forbidden(readable, hidden);
  if (!found) BOOST_FAIL(found.error().message);
  return std::move(found).value();
}

std::set<fs::path> found(const std::vector<fs::path>& readable, const std::vector<fs::path>& hidden = {}) {
  return all_forbidden(readable, hidden).points;
}

std::string refusal(const fs::path& readable) {
  const auto found = find_forbidden({readable}, {});
  BOOST_TEST((found || !found.error().is_hosts));
  return found ? "none" : found.error().message;
}

}  // namespace

BOOST_AUTO_TEST_CASE(they_are_found_at_any_depth_and_by_themselves) {
  const Bots bots;
  bots.write("mine/bot", "");
  const fs::path first = bots.fifo("mine/.fifo"), second = bots.fifo("mine/parts/fifo"),
                 alone = bots.fifo("alone");
  BOOST_TEST((found({bots / "mine", bots / "mine/bot"}) == std::set{first, second}));
  BOOST_TEST((found({alone}) == std::set{alone}));
  BOOST_TEST(found({bots / "nowhere"}).empty());
}

BOOST_AUTO_TEST_CASE(what_is_hidden_is_passed_over_but_for_what_is_shown_in_it) {
  const Bots bots;
  const fs::path outer = bots.fifo("fifo"), inner = bots.fifo("mine/parts/fifo");
  bots.fifo("mine/fifo");
  BOOST_TEST((found({bots.path()}, {bots / "mine"}) == std::set{outer}));
  BOOST_TEST((found({bots.path(), bots / "mine/parts"}, {bots / "mine"}) == std::set{outer, inner}));
  BOOST_TEST((found({bots / "mine/parts"}, {bots / "mine"}) == std::set{inner}));
  BOOST_TEST(found({bots.path()}, {bots / "mine", outer}).empty());
}

BOOST_AUTO_TEST_CASE(links_are_not_followed) {
  const Bots bots;
  bots.fifo("fifo");
  fs::create_symlink(bots / "fifo", bots / "mine/fifo");
  fs::create_directory_symlink(bots.path(), bots / "mine/above");
  BOOST_TEST(found({bots / "mine"}).empty());
}

BOOST_AUTO_TEST_CASE(a_folder_that_hides_what_it_holds_is_refused) {
  if (::geteuid() == 0) return;  // Root may list every folder.
  const Bots bots;
  bots.fifo("mine/parts/fifo");
  fs::permissions(bots / "mine/parts", fs::perms::owner_exec);
  BOOST_TEST(refusal(bots / "mine").find("chmod u+r " + (bots / "mine/parts")) != std::string::npos);
  fs::permissions(bots / "mine/parts", fs::perms::none);
  BOOST_TEST(found({bots / "mine"}).empty());  // The bot may not enter it either.
  fs::permissions(bots / "mine/parts", fs::perms::owner_all);
}

BOOST_AUTO_TEST_CASE(so_many_that_they_cannot_be_named_are_refused) {
  const Bots bots;
  for (int i = 0; i <= 1000; ++i) bots.fifo("mine/" + std::to_string(i));
  BOOST_TEST(refusal(bots / "mine").find("the sandbox cannot check so many") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_bots_are_looked_for_once) {
  const Bots bots;
  const fs::path first = bots.fifo("mine/fifo");
  ForbiddenCache points;
  BOOST_TEST((points.find({bots / "mine"}, {}).value().points == std::set{first}));
  const fs::path later = bots.fifo("mine/later");
  BOOST_TEST((points.find({bots / "mine"}, {}).value().points == std::set{first}));
  BOOST_TEST((points.find({bots / "mine"}, {first}).value().points == std::set{later}));
  BOOST_TEST((points.find({bots / "mine"}, {}).value().points == std::set{first, later}));
}

BOOST_AUTO_TEST_CASE(runs_are_found_whatever_they_are_called) {
  const Bots bots;
  for (const char* run : {"mine/old", "mine/parts/shard-2"}) {
    fs::create_directories(bots / run);
    bots.write(std::string(run) + "/run.json", "{}");
  }
  bots.write("mine/old/games.jsonl", "");
  bots.write("mine/parts/shard-2/lock", "");
  bots.fifo("mine/old/fifo");
  fs::create_directories(bots / "mine/none");
  bots.write("mine/none/run.json", "{}");
  const Forbidden forbidden = all_forbidden({bots.path()});
  BOOST_TEST((forbidden.runs == std::set<fs::path>{bots / "mine/old", bots / "mine/parts/shard-2"}));
  BOOST_TEST(forbidden.points.empty());  // The search does not look into a run.
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
