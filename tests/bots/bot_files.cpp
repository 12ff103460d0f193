#include "bots/bot_files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>

#include "base/files.h"
#include "tests/failing_readdir.h"
#include "tests/folder.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(bot_files)

namespace {

namespace fs = std::filesystem;

struct Place : Folder {
  Place() {
    fs::create_directories(path() + "/bot/data");
    write_program("bot/run", "#!/bin/sh\n");
    write("bot/data/words", "NOT");
    write("secret", "key");
  }
  BotFiles files(Strangeness strangeness = Strangeness::refused) const {
    BotFiles files;
    files.source = path() + "/bot";
    files.strangeness = strangeness;
    return files;
  }
  std::string copy(const BotFiles& files) const {
    const auto copied = copy_files(files, path() + "/copy");
    return copied ? "copied" : copied.error().message;
  }
  std::string copied(const std::string& name) const {
    const auto text = read_file(path() + "/copy/" + name);
    return text ? text.value() : "none";
  }
};

std::string hash(const BotFiles& files) {
  const auto hash = hash_of_files(files);
  BOOST_REQUIRE_MESSAGE(hash, (hash ? "" : hash.error().message));
  return hash.value();
}

fs::perms permissions_of(const fs::path& file) {
  return fs::symlink_status(file).permissions();
}

BOOST_AUTO_TEST_CASE(a_folder_that_cannot_be_listed_to_its_end_is_no_bot) {
  const Place place;
  for (const Strangeness strangeness : {Strangeness::refused, Strangeness::left_out}) {
    readdir_entries_left = 3;
    const auto hash = hash_of_files(place.files(strangeness));
    readdir_entries_left = -1;
    BOOST_REQUIRE(!hash);
    BOOST_TEST(hash.error().message.ends_with(": Input/output error"));
  }
}

BOOST_AUTO_TEST_CASE(a_copy_has_the_same_files_open_to_all_and_the_same_hash) {
  const Place place;
  fs::permissions(place / "bot/data/words", fs::perms::owner_read);
  fs::permissions(place / "bot/data", fs::perms::owner_all);
  fs::create_symlink("data/words", place / "bot/link");
  fs::create_symlink(place / "bot/data/words", place / "bot/whole-link");
  fs::create_symlink("/usr/bin/env", place / "bot/env");
  BOOST_TEST(place.copy(place.files()) == "copied");
  BOOST_TEST(place.copied("data/words") == "NOT");
  BOOST_TEST(place.copied("link") == "NOT");
  BOOST_TEST(fs::read_symlink(place / "copy/whole-link").string() == "data/words");
  BOOST_TEST(fs::read_symlink(place / "copy/env").string() == "/usr/bin/env");
  BOOST_TEST((permissions_of(place / "copy/run") == fs::perms(0755)));
  BOOST_TEST((permissions_of(place / "copy/data") == fs::perms(0755)));
  BOOST_TEST((permissions_of(place / "copy/data/words") == fs::perms(0644)));
  BotFiles copy;
  copy.source = place / "copy";
  BOOST_TEST(hash(copy) == hash(place.files()));
}

BOOST_AUTO_TEST_CASE(the_hash_changes_with_a_name_a_byte_a_right_and_a_link) {
  const Place place;
  std::vector<std::string> hashes = {hash(place.files())};
  const auto add = [&] { hashes.push_back(hash(place.files())); };
  place.write("bot/data/words", "ON");
  add();
  fs::rename(place / "bot/data/words", place / "bot/data/list");
  add();
  fs::permissions(place / "bot/data/list", fs::perms::owner_all);
  add();
  fs::create_symlink("run", place / "bot/link");
  add();
  fs::remove(place / "bot/link");
  fs::create_symlink("data", place / "bot/link");
  add();
  std::ranges::sort(hashes);
  BOOST_TEST((std::ranges::adjacent_find(hashes) == hashes.end()));
}

BOOST_AUTO_TEST_CASE(what_is_left_behind_and_runs_do_not_belong) {
  const Place place;
  const std::string before = hash(place.files());
  for (const char* folder : {"bot/__pycache__", "bot/runs", "bot/.git", "bot/data/old"})
    fs::create_directories(place / folder);
  for (const char* file : {"bot/.hidden", "bot/build.log", "bot/__pycache__/x", "bot/runs/seed", "bot/.git/x",
                           "bot/data/old/run.json", "bot/data/old/lock"})
    place.write(file, "x");
  BOOST_TEST(hash(place.files()) == before);
  BOOST_TEST(place.copy(place.files()) == "copied");
  for (const char* file : {".hidden", "runs", "data/old", "__pycache__"})
    BOOST_TEST(!fs::exists(place / ("copy/" + std::string(file))), file);
}

BOOST_AUTO_TEST_CASE(links_that_lead_out_are_refused_or_do_not_belong) {
  for (const auto& [target, name] :
       std::vector<std::pair<std::string, std::string>>{{"SECRET", "absolute"},
                                                        {"../secret", "relative"},
                                                        {"data/../../secret", "roundabout"},
                                                        {"/", "root"}}) {
    const Place place;
    const std::string to = target == "SECRET" ? place / "secret" : target;
    fs::create_symlink(to, place / ("bot/" + name));
    const std::string refused = place.copy(place.files());
    BOOST_TEST(refused.find("bot/" + name + ": this is a link to " + to) != std::string::npos, refused);
    fs::remove_all(place / "copy");
    BOOST_TEST(place.copy(place.files(Strangeness::left_out)) == "copied");
    BOOST_TEST(!fs::exists(fs::symlink_status(place / ("copy/" + name))));
  }
}

// The text of the second link stays inside the folder, but it leads out through the first link.
BOOST_AUTO_TEST_CASE(a_link_that_climbs_after_it_went_down_is_refused) {
  const Place place;
  fs::create_directory_symlink("../", place / "bot/data/up");
  fs::create_symlink("up/../../secret", place / "bot/data/two-steps");
  const std::string refused = place.copy(place.files());
  BOOST_TEST(refused.find("two-steps: this is a link to up/../../secret") != std::string::npos, refused);
}

BOOST_AUTO_TEST_CASE(a_link_to_what_the_organizer_shows_stays) {
  const Place place;
  fs::create_symlink(place / "secret", place / "bot/link");
  BotFiles files = place.files();
  files.may_link_to = {place / "secret"};
  BOOST_TEST(place.copy(files) == "copied");
  BOOST_TEST(fs::read_symlink(place / "copy/link").string() == place / "secret");
}

BOOST_AUTO_TEST_CASE(a_link_in_the_place_of_a_folder_is_not_followed) {
  const Place place;
  fs::create_directories(place / "elsewhere");
  place.write("elsewhere/file", "key");
  fs::create_directory_symlink(place / "elsewhere", place / "bot/data/deep");
  BOOST_TEST(place.copy(place.files(Strangeness::left_out)) == "copied");
  BOOST_TEST(place.copied("data/deep/file") == "none");
}

BOOST_AUTO_TEST_CASE(fifos_and_sparse_giants_are_refused_at_once) {
  const Place place;
  BOOST_REQUIRE(::mkfifo((place / "bot/fifo").c_str(), 0666) == 0);
  BOOST_TEST(place.copy(place.files()).find("bot/fifo: this is neither a file nor a folder") !=
             std::string::npos);
  fs::remove(place / "bot/fifo");
  place.write("bot/sparse", "");
  fs::resize_file(place / "bot/sparse", kMaxBotBytes + 1);
  fs::remove_all(place / "copy");
  BOOST_TEST(place.copy(place.files()).find("give the bot a folder of its own") != std::string::npos);
}

std::uint64_t bytes_on_disk(const fs::path& file) {
  struct stat status {};
  BOOST_REQUIRE(::stat(file.c_str(), &status) == 0);
  return static_cast<std::uint64_t>(status.st_blocks) * 512;
}

BOOST_AUTO_TEST_CASE(a_copy_keeps_the_holes_of_a_file) {
  const Place place;
  const std::string file = place / "bot/sparse";
  constexpr std::uint64_t kSize = 100'000'000;
  place.write("bot/sparse", "begins");
  fs::resize_file(file, kSize / 2);
  std::ofstream(file, std::ios::app) << "in the middle";
  fs::resize_file(file, kSize);
  if (bytes_on_disk(file) > kSize / 2) {
    BOOST_TEST_MESSAGE("skipped: this file system has no files with holes");
    return;
  }
  BOOST_REQUIRE(place.copy(place.files()) == "copied");
  BOOST_TEST(fs::file_size(place / "copy/sparse") == kSize);
  BOOST_TEST(bytes_on_disk(place / "copy/sparse") < 1'000'000U);
  BOOST_TEST(hash(place.files()) == hash({place / "copy", false, Strangeness::refused}));
}

BOOST_AUTO_TEST_CASE(empty_folders_belong_to_a_copy_and_are_hashed_on_demand) {
  const Place place;
  const std::string before = hash(place.files());
  const auto with_folders = [&] { return hash_of_files(place.files(), Folders::counted).value(); };
  const std::string whole = with_folders();
  fs::create_directory(place / "bot/empty");
  BOOST_TEST(hash(place.files()) == before);
  BOOST_TEST(with_folders() != whole);
}

BOOST_AUTO_TEST_CASE(a_single_file_is_copied_alone) {
  const Place place;
  BotFiles files = place.files();
  files.source = place / "bot/run";
  BOOST_TEST(place.copy(files) == "copied");
  BOOST_TEST(place.copied("run") == "#!/bin/sh\n");
  BOOST_TEST(!fs::exists(place / "copy/data"));
}

BOOST_AUTO_TEST_CASE(differences_name_the_files) {
  const Place place;
  BOOST_TEST(place.copy(place.files()) == "copied");
  BotFiles copy;
  copy.source = place / "copy";
  BOOST_TEST(differences_of_files(copy, place.files(), 4).value().empty());
  place.write("bot/data/words", "ON");
  place.write("bot/more", "");
  fs::remove(place / "bot/run");
  BOOST_TEST(differences_of_files(copy, place.files(), 4).value() ==
                 (std::vector<std::string>{"data/words has changed", "more is new", "run is gone"}),
             boost::test_tools::per_element());
  BOOST_TEST(differences_of_files(copy, place.files(), 1).value().size() == 1U);
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
