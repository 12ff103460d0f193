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
  fs::path to = fs::path(folder / "site");

  Result<WrittenSite> write(const SiteOptions& options = {}) {
    auto site = LeagueSite::read(played.league.store, options);
    BOOST_REQUIRE_MESSAGE(site, message(site));
    return write_site(site.value(), std::span(&played.league.store, 1), to);
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
  // The pages of both bots, three others, and the new file of records.
  BOOST_TEST(second.changed == 6U);
  BOOST_TEST(second.removed == 0U);
  fs::remove(site.to / "feed.xml");
  BOOST_TEST(site.good().changed == 1U);
  BOOST_TEST(fs::exists(site.to / "feed.xml"));
}

// A page of a bot that does not play stays as it is, whatever others do, as long as no shown digit changes.
BOOST_AUTO_TEST_CASE(pages_without_changes_keep_their_files) {
  Written site;
  ScriptedLeague<>& league = site.played.league;
  const BotVersion third = league.entered("third", "3"), fourth = league.entered("fourth", "4");
  site.good();
  const auto old = fs::file_time_type::clock::now() - std::chrono::hours(24);
  for (const auto& file : fs::recursive_directory_iterator(site.to))
    if (file.is_regular_file()) fs::last_write_time(file.path(), old);
  site.played.keep();
  site.good();
  for (const char* name : {"bots/third.html", "bots/fourth.html", "enter.html", "play.html", "feed.xml"})
    BOOST_TEST((fs::last_write_time(site.to / name) == old), name);
  for (const char* name : {"bots/one.html", "bots/other.html", "index.html", "standings.json"})
    BOOST_TEST((fs::last_write_time(site.to / name) != old), name);
}

BOOST_AUTO_TEST_CASE(changed_limits_are_on_the_site) {
  Written site;
  site.good();
  LeagueTerms terms = site.played.league.store.terms();
  terms.submissions.packed_mb += 1;
  BOOST_REQUIRE(site.played.league.store.change_terms(terms));
  LeagueStore again = site.played.league.home.open();
  const auto read = LeagueSite::read(again, {});
  BOOST_REQUIRE_MESSAGE(read, message(read));
  const auto written = write_site(read.value(), std::span(&again, 1), site.to);
  BOOST_REQUIRE_MESSAGE(written, message(written));
  BOOST_TEST(written.value().changed == 1U);
}

// The same league gives the same files, whether they are written at once or again and again.
BOOST_AUTO_TEST_CASE(site_that_grew_is_the_same_as_a_new_one) {
  Written site;
  for (int i = 0; i < 40; ++i) {
    site.played.keep();
    if (i % 8 == 0) site.good();
  }
  site.good();
  const fs::path grown = site.to;
  site.to = fs::path(site.folder / "again");
  site.good();
  for (const auto& file : fs::recursive_directory_iterator(site.to)) {
    if (!file.is_regular_file()) continue;
    const fs::path other = grown / file.path().lexically_relative(site.to);
    BOOST_TEST((read_file(other).value() == read_file(file.path()).value()), other);
  }
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
  BOOST_REQUIRE(replace_file(site.to / "index.html", "half of"));
  const WrittenSite written = site.good();
  BOOST_TEST(written.changed == 1U);
  BOOST_TEST(written.removed == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
