#include "league/site/written_site.h"

#include <boost/test/unit_test.hpp>
#include <filesystem>

#include "base/files.h"
#include "tests/folder.h"
#include "tests/json_of.h"
#include "tests/league/played_league.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(written_site)

namespace {

namespace fs = std::filesystem;

struct Written {
  PlayedLeague played;
  const Folder folder;
  const fs::path to = fs::path(folder / "site");

  Result<WrittenSite> write(const SiteOptions& options = {}) {
    auto site = LeagueSite::read(played.league.store, options);
    BOOST_REQUIRE_MESSAGE(site, message(site));
    return write_site(site.value(), played.league.store, to);
  }
  WrittenSite good(const SiteOptions& options = {}) {
    auto written = write(options);
    BOOST_REQUIRE_MESSAGE(written, message(written));
    return written.value();
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(only_what_changed_is_written) {
  Written site;
  for (int i = 0; i < 33; ++i) site.played.keep();
  BOOST_TEST(site.good().changed == 13U);
  BOOST_TEST(site.good().changed == 0U);
  site.played.keep();
  const WrittenSite second = site.good();
  BOOST_TEST(second.changed == 9U);  // The first file of records and the three shared files stay.
  BOOST_TEST(second.removed == 0U);
  fs::remove(site.to / "feed.xml");
  BOOST_TEST(site.good().changed == 1U);
  BOOST_TEST(fs::exists(site.to / "feed.xml"));
}

BOOST_AUTO_TEST_CASE(files_that_are_not_wanted_any_more_go_and_others_stay) {
  Written site;
  site.played.keep();
  site.good();
  BOOST_REQUIRE(replace_file(site.to / "CNAME", "example.org"));
  BOOST_REQUIRE(site.played.league.store.versions().remove(site.played.other.id, ""));
  BOOST_TEST(site.good().removed == 2U);
  BOOST_TEST(!fs::exists(site.to / "bots/other.html"));
  BOOST_TEST(!fs::exists(site.to / "games/1.js"));
  BOOST_TEST(fs::exists(site.to / "CNAME"));
}

BOOST_AUTO_TEST_CASE(a_folder_with_other_things_is_refused) {
  Written site;
  fs::create_directory(site.to);
  BOOST_REQUIRE(replace_file(site.to / "thesis.tex", "x"));
  BOOST_TEST(message(site.write()).find("there are other files here") != std::string::npos);
  fs::remove(site.to / "thesis.tex");
  BOOST_TEST(site.good().files == 11U);
  const fs::path elsewhere = fs::path(site.folder / "elsewhere");
  fs::create_directory(elsewhere);
  fs::remove_all(site.to / "bots");
  fs::create_directory_symlink(elsewhere, site.to / "bots");
  BOOST_TEST(message(site.write()).find("bots is not a folder; remove it") != std::string::npos);
  BOOST_TEST(fs::is_empty(elsewhere));
  fs::remove_all(site.to);
  BOOST_REQUIRE(replace_file(site.to, "a file"));
  BOOST_TEST(message(site.write()).find("expected a folder") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_list_that_names_other_files_removes_none_of_them) {
  Written site;
  site.good();
  const fs::path precious = fs::path(site.folder / "precious");
  BOOST_REQUIRE(replace_file(precious, "x"));
  for (const std::string& name : {std::string("../precious"), std::string("bots/../../precious"),
                                  precious.string(), std::string("notes.txt"), std::string("bots/..")}) {
    BOOST_REQUIRE(replace_file(site.to / "notes.txt", "mine"));
    BOOST_REQUIRE(replace_file(site.to / kSiteList, json_text(Json{{"site", 1}, {"files", {{name, "x"}}}})));
    BOOST_TEST(site.good().removed == 0U, name);
    BOOST_TEST(fs::exists(precious));
    BOOST_TEST(fs::exists(site.to / "notes.txt"));
  }
  for (const char* list : {"", "[]", "{\"files\": 7}", "{\"files\": {\"index.html\": 7}}"}) {
    BOOST_REQUIRE(replace_file(site.to / kSiteList, list));
    const auto written = site.write();
    BOOST_TEST((written.has_value() || !message(written).empty()), list);
  }
}

BOOST_AUTO_TEST_CASE(a_site_that_was_not_finished_is_finished) {
  Written site;
  site.played.keep();
  site.good();
  // As after a stop: the list names files that are not there, or not in the state that they should have.
  Json list = json_of(read_file(site.to / kSiteList).value());
  list["files"]["index.html"] = "";
  list["files"]["bots/gone.html"] = "";
  BOOST_REQUIRE(replace_file(site.to / kSiteList, json_text(list)));
  BOOST_REQUIRE(replace_file(site.to / "bots/gone.html", "x"));
  const WrittenSite written = site.good();
  BOOST_TEST(written.changed == 1U);
  BOOST_TEST(written.removed == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
