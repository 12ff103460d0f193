// Anybody may have made the folder: only the regular files in it are read, and no read waits.
#include "base/foreign_folder.h"

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>

#include "tests/failing_readdir.h"
#include "tests/folder.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(foreign_folder)

namespace {

namespace fs = std::filesystem;

struct Scene : Folder {
  Scene() {
    fs::create_directories(path() + "/run/bots");
    write("run/run.json", "{}");
    write("run/bots/a.stderr", "hello");
    write("key", "secret");
    fs::create_symlink("/", path() + "/run/root");
    fs::create_symlink("../key", path() + "/run/link");
    fs::create_symlink("run.json", path() + "/run/near");
    fs::create_symlink("/dev/zero", path() + "/run/zero");
    fs::create_symlink("bots", path() + "/run/robots");
    BOOST_REQUIRE(::mkfifo((path() + "/run/pipe").c_str(), 0600) == 0);
  }
  std::string run() const { return *this / "run"; }
  std::string fault(const fs::path& name, std::uint64_t most = 100) const {
    const auto text = ForeignFolder(run()).read(name, most);
    return text ? "none" : text.error().message;
  }
};

BOOST_AUTO_TEST_CASE(regular_files_are_read_and_the_folder_itself_may_be_a_link) {
  const Scene scene;
  fs::create_symlink(scene.run(), scene / "latest");
  for (const std::string& folder :
       {scene.run(), scene.run() + "/", scene / "latest", scene / "latest/../latest"}) {
    const ForeignFolder run(folder);
    BOOST_TEST(run.read("run.json", 2).value() == "{}");
    BOOST_TEST(run.read("bots/a.stderr", 5).value() == "hello");
    BOOST_TEST((run.names("bots", 1).value() == std::vector<std::string>{"a.stderr"}));
    BOOST_TEST(run.names("transcripts", 1).value().empty());
    BOOST_TEST(run.has("link"));
    BOOST_TEST(!run.has("transcripts"));
  }
}

BOOST_AUTO_TEST_CASE(other_than_regular_files_are_refused_without_waiting) {
  const Scene scene;
  const std::string should = ", not a regular file";
  const auto at = [&](const std::string& name) { return scene.run() + "/" + name + ": this is "; };
  BOOST_TEST(scene.fault("link") == at("link") + "a symbolic link" + should);
  BOOST_TEST(scene.fault("near") == at("near") + "a symbolic link" + should);
  BOOST_TEST(scene.fault("zero") == at("zero") + "a symbolic link" + should);
  BOOST_TEST(scene.fault("pipe") == at("pipe") + "a FIFO" + should);
  BOOST_TEST(scene.fault("bots") == at("bots") + "a folder" + should);
  BOOST_TEST(ForeignFolder("/dev").open("null").error().message == "/dev/null: this is a device" + should);
  BOOST_TEST(scene.fault("robots/a.stderr") == at("robots") + "a symbolic link, not a folder");
  BOOST_TEST(scene.fault("run.json/a") == at("run.json") + "a file, not a folder");
  BOOST_TEST(ForeignFolder(scene.run()).names("robots", 9).error().message ==
             at("robots") + "a symbolic link, not a folder");
  BOOST_TEST(
      scene.fault("missing").ends_with("/missing: this file cannot be read: No such file or directory"));
}

BOOST_AUTO_TEST_CASE(names_that_lead_out_of_the_folder_are_refused) {
  const Scene scene;
  for (const char* name :
       {"../key", "bots/../../key", "/etc/hostname", "", "bots/", "..", "root/etc/hostname"})
    BOOST_TEST(scene.fault(name) != "none", name);
  BOOST_TEST(!ForeignFolder(scene.run()).names("..", 100));
  BOOST_TEST(!ForeignFolder(scene.run()).has("../key"));
}

BOOST_AUTO_TEST_CASE(files_and_lists_beyond_the_limit_are_refused) {
  const Scene scene;
  BOOST_TEST(scene.fault("bots/a.stderr", 4).ends_with("this file has 5 bytes, but it can have at most 4"));
  scene.write("run/giant", "");
  fs::resize_file(scene / "run/giant", std::uintmax_t{1} << 40);  // The file is sparse.
  BOOST_TEST(scene.fault("giant", 1 << 20).find("this file has 1099511627776 bytes") != std::string::npos);
  scene.write("run/bots/b.stderr", "");
  BOOST_TEST(!ForeignFolder(scene.run()).names("bots", 1));
  BOOST_TEST(ForeignFolder(scene.run()).names("bots", 2).value().size() == 2U);
}

BOOST_AUTO_TEST_CASE(errors_escape_control_characters_in_names) {
  const Folder folder;
  const auto text = ForeignFolder(folder.path()).read("a\x1b[2J", 1);
  BOOST_REQUIRE(!text);
  BOOST_TEST(text.error().message.find("a\\x1b[2J") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_listing_that_fails_midway_is_an_error) {
  const Scene scene;
  const ForeignFolder run(scene.run());
  readdir_entries_left = 3;
  const auto names = run.names(".", 100);
  readdir_entries_left = -1;
  BOOST_REQUIRE(!names);
  BOOST_TEST(names.error().message.ends_with("this file cannot be read: Input/output error"));
  BOOST_TEST(run.names(".", 100).has_value());
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
