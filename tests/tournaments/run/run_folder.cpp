#include "tournaments/run/run_folder.h"

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>

#include "tests/folder.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(run_folder)

namespace {

namespace fs = std::filesystem;

std::string fault_of(const Result<UniqueDescriptor>& claimed) {
  return claimed ? "none" : claimed.error().message;
}

BOOST_AUTO_TEST_CASE(a_folder_is_of_a_run_or_of_a_tuning) {
  for (const auto& [own, other, fault] :
       {std::tuple{FolderOf::run, "tune.json", "something other than a run"},
        std::tuple{FolderOf::tuning, "run.json", "something other than a tuning"}}) {
    const Folder folder;
    const RunPaths paths{folder.path()};
    BOOST_TEST(fault_of(claim_folder(paths, own)) == "none");
    BOOST_TEST(fault_of(claim_folder(paths, own)) == "none");
    folder.write(other, "{}");
    BOOST_TEST(fault_of(claim_folder(paths, own)).find(fault) != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(one_program_has_it) {
  const Folder folder;
  const RunPaths paths{folder.path()};
  const auto claimed = claim_folder(paths, FolderOf::tuning);
  BOOST_REQUIRE(claimed);
  BOOST_TEST(fault_of(claim_folder(paths, FolderOf::tuning)).find("another program") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(nothing_is_written_through_a_link) {
  for (const char* name : {"bots", "lock", "transcripts", "games.jsonl", "games.ahead.jsonl"}) {
    const Folder folder, outside;
    folder.write("run.json", "{}");
    fs::create_symlink(outside / "new", folder / name);
    BOOST_TEST(fault_of(claim_folder({folder.path()}, FolderOf::run)).find("this must be a") !=
               std::string::npos);
    BOOST_TEST(outside.names().empty());
  }
}

BOOST_AUTO_TEST_CASE(a_log_is_a_regular_file) {
  const Folder folder;
  BOOST_REQUIRE(::mkfifo((folder / "fifo").c_str(), 0600) == 0);
  fs::create_symlink(folder / "nowhere", folder / "link");
  BOOST_TEST(fault_of(open_for_append(folder / "fifo")).find("this is a FIFO") != std::string::npos);
  BOOST_TEST(fault_of(open_for_append(folder / "link")) != "none");
  BOOST_TEST(fault_of(open_for_append(folder / "log")) == "none");
  BOOST_TEST(!fs::exists(folder / "nowhere"));
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
