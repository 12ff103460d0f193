#include "league/site/written_site.h"

#include <fmt/format.h>

#include <array>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <map>

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

// The content of each file by its name, without the list of the site.
std::map<std::string, std::string> files_in(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& file : fs::recursive_directory_iterator(folder)) {
    const std::string name = file.path().lexically_relative(folder).string();
    if (file.is_regular_file() && name != kSiteList) files[name] = read_file(file).value();
  }
  return files;
}

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
  const auto grown = files_in(site.to);
  site.to = fs::path(site.folder / "again");
  site.good();
  BOOST_TEST((files_in(site.to) == grown));
}

// Whatever happens to a league or to its site, the next call leaves what it would write into an empty folder.
BOOST_AUTO_TEST_CASE(no_change_leaves_a_stale_file) {
  Written site;
  ScriptedLeague<>& league = site.played.league;
  LeagueStore& store = league.store;
  SiteOptions options;
  const fs::path grown = site.to;
  int twins = 0;
  const auto check = [&](std::string_view after) {
    site.good(options);
    site.to = fs::path(site.folder / fmt::format("twin{}", ++twins));
    site.good(options);
    const auto expected = files_in(site.to), there = files_in(grown);
    site.to = grown;
    for (const auto& [name, content] : expected)
      BOOST_TEST((there.contains(name) && there.at(name) == content), name << " after " << after);
    BOOST_TEST(there.size() == expected.size(), after);
    BOOST_TEST(site.good(options).changed == 0U, after);
  };
  const auto change = [&](std::string_view name, auto doing) {
    doing();
    ++league.now;
    check(name);
  };
  const auto damage = [&](const std::string& name, auto doing) {
    std::string content = read_file(grown / name).value();
    doing(content);
    BOOST_REQUIRE(replace_file(grown / name, content));
    check(name);
  };
  change("nothing", [] {});
  change("sets", [&] { site.played.keep(); });
  for (int i = 0; i < 34; ++i) site.played.keep();
  check("many sets");
  change("a forfeit", [&] {
    site.played.keep([](GameRecord& record) {
      record.forfeits.push_back({Seat{0}, 0, FaultKind::crash, "it crashed", {{"> line"}, "error"}});
    });
  });
  const std::array points = {RatingPoint{10, site.played.one.id, 20, 12.5, 30, 31}};
  change("a point of the history", [&] { BOOST_REQUIRE(store.ratings().keep_points(points)); });
  const std::array others = {RatingPoint{10, site.played.one.id, 20, 99, 30, 31}};
  change("a rebuilt history", [&] { BOOST_REQUIRE(store.ratings().replace_points(others)); });
  const BotVersion old = site.played.one;
  change("a new version", [&] { site.played.one = league.entered("one", "1b"); });
  change("sets of the new version", [&] { site.played.keep(); });
  change("a new bot", [&] { league.entered("third", "3"); });
  change("a version that waits", [&] { BOOST_REQUIRE(store.versions().receive(submission("late", "4"))); });
  change("a refusal", [&] {
    const auto claimed = store.versions().claim({"w"}).value();
    BOOST_REQUIRE(store.versions().refuse(claimed->id, "w", "it does not build", "log").value());
  });
  change("retired", [&] { BOOST_REQUIRE(store.versions().retire(site.played.one.id, "tired")); });
  change("restored", [&] { BOOST_REQUIRE(store.versions().restore(site.played.one.id)); });
  change("an old one restored", [&] { BOOST_REQUIRE(store.versions().restore(old.id)); });
  change("a dropped set", [&] { BOOST_REQUIRE(store.sets().drop_set(SetNumber{2})); });
  change("a title", [&] { options.title = "Another <title>"; });
  change("an address", [&] { options.url = "https://example.org/league/"; });
  change("evidence", [&] { options.has_evidence = true; });
  change("no engine", [&] { options.has_no_engine = true; });
  change("a server", [&] { options.has_api = true; });
  change("a template", [&] { options.bot_template = {{"bot.py", "print()", true}}; });
  change("the template's text", [&] { options.bot_template[0].text = "exit()"; });
  change("all at once back", [&] { options = {}; });
  LeagueTerms terms = store.terms();
  const auto configure = [&](std::string_view name, auto doing) {
    doing(terms);
    BOOST_REQUIRE(store.change_terms(terms));
    store = league.home.open();
    store.use_clock([&] { return league.now; });
    check(name);
  };
  configure("another name", [](LeagueTerms& changed) { changed.name = "renamed"; });
  configure("limits", [](LeagueTerms& changed) { changed.submissions.packed_mb += 1; });
  configure("a deadline", [](LeagueTerms& changed) { changed.submissions.until = 2'000'000'000'000; });
  configure("public info", [](LeagueTerms& changed) { changed.public_info = PublicInfo::all; });
  configure("an anchor", [](LeagueTerms& changed) { changed.anchors = {{"other-v1", 1500}}; });
  for (const char* name : {"index.html", "bots/one.html", "games/1.js", "enter.html", "feed.xml"}) {
    damage(name, [](std::string& content) { content.resize(content.size() / 2); });
    damage(name, [](std::string& content) { content.back() ^= 1; });
    damage(name, [](std::string& content) { content.clear(); });
    fs::remove(grown / name);
    check("a removed file");
    fs::remove(grown / name);
    fs::create_symlink("/dev/null", grown / name);
    check("a link");
  }
  change("a removed bot", [&] { BOOST_REQUIRE(store.versions().remove(site.played.other.id, "cheat")); });
  change("a bot without versions", [&] { BOOST_REQUIRE(store.versions().remove(old.id, "")); });
}

// A call that was stopped has written some files, and its list names the others without a tag. An older list
// knows nothing of newer files.
BOOST_AUTO_TEST_CASE(stopped_writing_leaves_no_stale_file) {
  Written site;
  site.played.keep();
  site.good();
  const std::string list = read_file(site.to / kSiteList).value();
  const auto before = files_in(site.to);
  for (int i = 0; i < 40; ++i) site.played.keep();
  site.good();
  const auto after = files_in(site.to);
  for (std::size_t written = 0; written <= after.size(); ++written) {
    std::size_t number = 0;
    for (const auto& [name, content] : after) {
      const bool is_old = number++ >= written && before.contains(name);
      BOOST_REQUIRE(replace_file(site.to / name, is_old ? before.at(name) : content));
    }
    BOOST_REQUIRE(replace_file(site.to / kSiteList, list));
    site.good();
    BOOST_TEST((files_in(site.to) == after), written);
    BOOST_TEST(site.good().changed == 0U);
  }
}

// As in a copy of the folder that keeps no times.
BOOST_AUTO_TEST_CASE(other_times_alone_write_no_file) {
  Written site;
  site.played.keep();
  site.good();
  for (const auto& file : fs::recursive_directory_iterator(site.to))
    if (file.is_regular_file())
      fs::last_write_time(file.path(), fs::file_time_type::clock::now() - std::chrono::hours(24));
  BOOST_TEST(site.good().changed == 0U);
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
