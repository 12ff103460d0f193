#include "league/intake/new_folder.h"

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>

#include "tests/folder.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(new_folder)

namespace {

namespace fs = std::filesystem;

std::string told(const auto& result) {
  return result ? "done" : result.error().message;
}

BOOST_AUTO_TEST_CASE(nothing_is_written_through_a_link_that_comes_into_the_folder) {
  const Folder place;
  fs::create_directory(place / "outside");
  auto folder = NewFolder::make(place / "to", 10);
  BOOST_REQUIRE(folder);
  BOOST_TEST(told(folder.value().add_folder({"a"})) == "done");
  fs::remove(place / "to/a");
  fs::create_directory_symlink(place / "outside", place / "to/a");
  fs::create_symlink(place / "outside/new", place / "to/b");
  BOOST_TEST(told(folder.value().add_file({"a", "x"})).ends_with("this cannot be written: Not a directory"));
  BOOST_TEST(
      told(folder.value().add_folder({"a", "x"})).ends_with("this cannot be written: Not a directory"));
  BOOST_TEST(told(folder.value().add_link({"a", "x"}, "y")).ends_with(": Not a directory"));
  BOOST_TEST(told(folder.value().add_file({"b"})).ends_with("this cannot be written: File exists"));
  BOOST_TEST(fs::is_empty(place / "outside"));
}

BOOST_AUTO_TEST_CASE(it_is_closed_to_others_until_it_is_complete) {
  const Folder place;
  const auto before = ::umask(077);
  auto folder = NewFolder::make(place / "to", 10);
  BOOST_REQUIRE(folder);
  BOOST_TEST((fs::status(place / "to").permissions() == fs::perms(0700)));
  BOOST_TEST(told(folder.value().add_folder({"a", "b"})) == "done");
  BOOST_TEST(told(folder.value().open_to_all()) == "done");
  ::umask(before);
  for (const char* name : {"to", "to/a", "to/a/b"})
    BOOST_TEST((fs::status(place / name).permissions() == fs::perms(0755)), name);
}

BOOST_AUTO_TEST_CASE(a_place_that_is_taken_stays_as_it_is) {
  const Folder place;
  place.write("file", "kept");
  fs::create_directory(place / "folder");
  fs::create_symlink("nowhere", place / "link");
  for (const char* name : {"file", "folder", "link"})
    BOOST_TEST(told(NewFolder::make(place / name, 10)).ends_with("this folder cannot be made: File exists"),
               name);
  BOOST_TEST((place.names() == std::vector<std::string>{"file", "folder", "link"}));
}

BOOST_AUTO_TEST_CASE(names_are_refused_alike_whether_they_are_written_or_not) {
  const Folder place;
  auto written = NewFolder::make(place / "to", 4);
  BOOST_REQUIRE(written);
  NewFolder unwritten = NewFolder::unwritten(4);
  const auto both = [&](const auto& add) {
    const std::string told_written = told(add(written.value()));
    BOOST_TEST(told(add(unwritten)) == told_written);
    return told_written;
  };
  BOOST_TEST(both([](NewFolder& folder) { return folder.add_file({"a", "b"}); }) == "done");
  BOOST_TEST(both([](NewFolder& folder) { return folder.add_folder({"a"}); }) == "done");
  BOOST_TEST(both([](NewFolder& folder) { return folder.add_folder({"a"}); }) != "done");
  BOOST_TEST(both([](NewFolder& folder) { return folder.add_file({"a", "b", "c"}); }) != "done");
  BOOST_TEST(both([](NewFolder& folder) { return folder.add_link({"l"}, "a"); }) == "done");
  BOOST_TEST(both([](NewFolder& folder) { return folder.add_file({"l", "x"}); }) != "done");
  BOOST_TEST(both([](NewFolder& folder) { return folder.add_file({"d"}); }) == "done");
  BOOST_TEST(both([](NewFolder& folder) { return folder.add_file({"e"}); }) != "done");
  BOOST_TEST(!unwritten.is_empty());
}

BOOST_AUTO_TEST_CASE(folders_that_a_name_goes_through_count) {
  const Folder place;
  auto folder = NewFolder::make(place / "to", 3);
  BOOST_REQUIRE(folder);
  BOOST_TEST(told(folder.value().add_file({"a", "b", "c"})) == "done");
  BOOST_TEST(told(folder.value().add_folder({"a"})) == "done");
  BOOST_TEST(told(folder.value().add_file({"d"})) ==
             "this archive holds more than 3 files and folders; pack only what the bot needs");
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
