#include "bots/cache_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <thread>

#include "tests/folder.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(disk_use)

namespace {

namespace fs = std::filesystem;

BOOST_AUTO_TEST_CASE(files_in_folders_count_and_what_links_lead_to_does_not) {
  const Folder folder;
  const std::uint64_t empty = bytes_below(folder.path());
  fs::create_directories(folder / "a/b");
  folder.write("a/b/file", std::string(100'000, 'x'));
  const std::uint64_t full = bytes_below(folder.path());
  BOOST_TEST(full >= empty + 100'000);
  BOOST_TEST(full < empty + 200'000);
  fs::create_directory_symlink(folder / "a", folder / "link");
  BOOST_TEST(bytes_below(folder.path()) < full + 10'000);
  BOOST_TEST(bytes_below(folder / "none") == 0U);
}

// Its holes take no space, but those of a copy may.
BOOST_AUTO_TEST_CASE(holes_count_and_sums_do_not_overflow) {
  const Folder folder;
  for (const char* file : {"one", "two"}) {
    folder.write(file, "");
    fs::resize_file(folder / file, 300'000'000);
  }
  BOOST_TEST(bytes_below(folder.path()) >= 600'000'000U);
  BOOST_TEST(bytes_below(folder.path()) < 601'000'000U);
  for (int i = 0; i < 5; ++i) {
    const std::string file = folder.write("giant" + std::to_string(i), "");
    // The largest file differs from file system to file system.
    for (off_t size = INT64_MAX; ::truncate(file.c_str(), size) != 0; size /= 2) BOOST_REQUIRE(size > 0);
  }
  BOOST_TEST(bytes_below(folder.path()) > 5'000'000'000U);
}

BOOST_AUTO_TEST_CASE(a_file_counts_under_each_of_its_names) {
  const Folder folder;
  folder.write("file", std::string(1'000'000, 'x'));
  fs::create_hard_link(folder / "file", folder / "again");
  BOOST_TEST(bytes_below(folder.path()) >= 2'000'000U);
}

// A folder may be removed while it is counted; all the others must still count.
BOOST_AUTO_TEST_CASE(folders_that_come_and_go_hide_nothing) {
  const Folder folder;
  constexpr int kFolders = 40;
  for (int i = 0; i < kFolders; ++i) {
    fs::create_directory(folder / ("keep" + std::to_string(i)));
    folder.write("keep" + std::to_string(i) + "/file", std::string(10'000, 'x'));
  }
  std::atomic<bool> is_over = false;
  std::jthread busy([&] {
    while (!is_over) {
      for (int i = 0; i < kFolders; ++i) ::mkdir((folder / ("gone" + std::to_string(i))).c_str(), 0700);
      for (int i = 0; i < kFolders; ++i) ::rmdir((folder / ("gone" + std::to_string(i))).c_str());
    }
  });
  for (int look = 0; look < 500; ++look) BOOST_REQUIRE(bytes_below(folder.path()) >= kFolders * 10'000U);
  is_over = true;
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
