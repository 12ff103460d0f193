#include "base/temporary_folder.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "tests/folder.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(temporary_folder)

namespace {

namespace fs = std::filesystem;

// The system's temporary folder, for one test.
class TestTmpdir : public Folder {
 public:
  TestTmpdir() {
    if (const char* given = ::getenv("TMPDIR")) before_ = given;
    ::setenv("TMPDIR", path().c_str(), 1);
  }
  ~TestTmpdir() { before_ ? ::setenv("TMPDIR", before_->c_str(), 1) : ::unsetenv("TMPDIR"); }

 private:
  std::optional<std::string> before_;
};

// Another process, which makes a folder with a file in it and then lives until it is killed.
class FolderOwner {
 public:
  FolderOwner() {
    int ends[2];
    BOOST_REQUIRE(::pipe(ends) == 0);
    process_ = ::fork();
    BOOST_REQUIRE(process_ >= 0);
    if (process_ == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      const auto folder = TemporaryFolder::make();
      if (!folder) ::_exit(1);
      std::ofstream(folder.value().path() / "file") << "bytes";
      fs::create_directory_symlink("/", folder.value().path() / "link");
      if (::write(ends[1], "x", 1) != 1) ::_exit(1);
      while (true) ::pause();
    }
    ::close(ends[1]);
    char byte = 0;
    BOOST_REQUIRE(::read(ends[0], &byte, 1) == 1);
    ::close(ends[0]);
  }
  FolderOwner(const FolderOwner&) = delete;
  FolderOwner& operator=(const FolderOwner&) = delete;
  ~FolderOwner() { kill(); }

  void kill() {
    if (process_ <= 0) return;
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
    process_ = -1;
  }

 private:
  pid_t process_ = -1;
};

BOOST_AUTO_TEST_CASE(folders_of_killed_processes_are_removed_by_the_next_one) {
  const TestTmpdir tmpdir;
  FolderOwner killed, alive;
  BOOST_TEST(tmpdir.names().size() == 2U);
  killed.kill();
  {
    const auto mine = TemporaryFolder::make();
    BOOST_REQUIRE(mine);
    BOOST_TEST(tmpdir.names().size() == 2U);
    const auto second = TemporaryFolder::make();  // It is no reason to remove those that this process has.
    BOOST_REQUIRE(second);
    BOOST_TEST(fs::is_directory(mine.value().path()));
    BOOST_TEST(tmpdir.names().size() == 3U);
  }
  BOOST_TEST(tmpdir.names().size() == 1U);
  alive.kill();
  { const auto mine = TemporaryFolder::make(); }
  BOOST_TEST(tmpdir.names().empty());
}

BOOST_AUTO_TEST_CASE(only_folders_that_were_locked_by_their_owner_are_removed) {
  const TestTmpdir tmpdir;
  fs::create_directory(tmpdir / "elsewhere");
  tmpdir.write("elsewhere/kept", "");
  // Versions before this one made folders of the first kind, and locked none.
  for (const char* name : {"toptile-a1B2c3", "toptile-e2e-a1B2c3", "toptile-12", "toptile-12-a1B2c",
                           "toptile-12-a1B2c3x", "toptile--a1B2c3", "other-12-a1B2c3"})
    fs::create_directory(tmpdir / name);
  fs::create_directory_symlink(tmpdir / "elsewhere", tmpdir / "toptile-12-a1B2c3");
  tmpdir.write("toptile-13-a1B2c3", "a file");
  const auto before = tmpdir.names();
  { const auto mine = TemporaryFolder::make(); }
  BOOST_TEST(tmpdir.names() == before, boost::test_tools::per_element());
  BOOST_TEST(fs::exists(tmpdir / "elsewhere/kept"));
}

BOOST_AUTO_TEST_CASE(folder_is_locked_until_it_is_removed_and_moves_with_its_lock) {
  const TestTmpdir tmpdir;
  auto made = TemporaryFolder::make();
  BOOST_REQUIRE(made);
  BOOST_TEST((fs::status(made.value().path()).permissions() == fs::perms::owner_all));
  const TemporaryFolder moved = std::move(made).value();
  const auto other = TemporaryFolder::make();
  BOOST_TEST(fs::is_directory(moved.path()));
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
