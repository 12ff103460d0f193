#include "league/site/league_site.h"

#include <fmt/format.h>

#include <boost/test/unit_test.hpp>
#include <regex>
#include <set>

#include "base/utf8.h"
#include "base/words.h"
#include "bots/levels.h"
#include "engine/lexicon.h"
#include "engine/lexicon_image.h"
#include "league/site/feed.h"
#include "league/site/markup.h"
#include "league/tables/league_views.h"
#include "tests/json_of.h"
#include "tests/league/played_league.h"
#include "tournaments/report/deflate.h"
#include "tournaments/report/report_data.h"
#include "tournaments/report/report_page.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(league_site)

namespace {

LeagueSite site_of(LeagueStore& store, const SiteOptions& options = {}) {
  auto site = LeagueSite::read(store, options);
  BOOST_REQUIRE_MESSAGE(site, message(site));
  return std::move(site).value();
}

std::string content(const LeagueSite& site, LeagueStore& store, const std::string& name) {
  auto file = site.file(store, name);
  BOOST_REQUIRE_MESSAGE((file && file.value()), name + ": " + message(file));
  return file.value()->content;
}

// The data of a page.
Json data_of(const std::string& page) {
  const std::string begin = "id=\"toptile-data\">";
  const std::size_t at = page.find(begin) + begin.size();
  return json_of(page.substr(at, page.find("</script>", at) - at));
}

void forfeit_with_evidence(GameRecord& record) {
  record.forfeits.push_back(
      {Seat{0}, 0, FaultKind::crash, "it crashed", {{"> secret line"}, "secret stderr"}});
}

// All files of the site, one after the other.
std::string everything(const LeagueSite& site, LeagueStore& store) {
  std::string all;
  for (const std::string& name : site.names()) all += content(site, store, name);
  return all;
}

// The records of a file of records, unpacked by the reverse of what the program does.
std::string records_of(const std::string& script) {
  const std::size_t begin = script.find('"') + 1;
  const std::string base64 = script.substr(begin, script.rfind('"') - begin);
  static const std::string kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char digit : base64) {
    if (digit == '=') break;
    bits = bits << 6 | static_cast<unsigned>(kDigits.find(digit));
    count += 6;
    if (count >= 8) bytes += static_cast<char>(bits >> (count -= 8) & 0xff);
  }
  return inflated(bytes, 100'000'000).value();
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_league_without_bots_has_a_site) {
  ScriptedLeague<> league;
  const LeagueSite site = site_of(league.store);
  BOOST_TEST(site.names().size() == 9U);
  BOOST_TEST(data_of(content(site, league.store, "index.html"))["report"]["standings"].empty());
  BOOST_TEST(!site.file(league.store, "bots/nobody.html").value().has_value());
}

BOOST_AUTO_TEST_CASE(there_is_a_page_for_each_bot_and_a_file_for_each_32_sets) {
  PlayedLeague played;
  for (int i = 0; i < 33; ++i) played.keep();
  LeagueStore& store = played.league.store;
  const LeagueSite site = site_of(store);
  const std::vector<std::string> names = site.names();
  for (const char* name : {"bots/one.html", "bots/other.html", "games/1.js", "games/2.js", "index.html",
                           "game.html", "feed.xml", "standings.json"})
    BOOST_TEST((std::ranges::find(names, name) != names.end()), name);
  BOOST_TEST(names.size() == 13U);
  const Json index = data_of(content(site, store, "index.html"));
  BOOST_TEST(index["games"] == 66);
  BOOST_TEST(index["latest"].size() == 50U);
  BOOST_TEST(index["latest"][0]["game"] == 65);
  BOOST_TEST(data_of(content(site, store, "game.html"))["last_game"] == 66);
  const Json bot = data_of(content(site, store, "bots/one.html"));
  BOOST_TEST(bot["games_in_all"] == 66);
  BOOST_TEST(bot["versions"][0]["opponents"][0]["label"] == "other-v1");
  const std::string records = records_of(content(site, store, "games/2.js"));
  BOOST_TEST(std::ranges::count(records, '\n') == 2);
  BOOST_TEST(records.find("\"id\":65,") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(no_other_name_is_a_file) {
  PlayedLeague played;
  played.keep();
  const LeagueSite site = site_of(played.league.store);
  for (const char* name : {"",
                           "/",
                           "/index.html",
                           "index.html/",
                           "../index.html",
                           "bots/../index.html",
                           "bots/one",
                           "bots/.html",
                           "bots/ONE.html",
                           "games/0.js",
                           "games/2.js",
                           "games/-1.js",
                           "games/1",
                           "games/01x.js",
                           "games/.js",
                           "games/18446744073709551617.js",
                           "assets/",
                           "assets/site.js",
                           "league.db",
                           "bots/one.html\n"})
    BOOST_TEST(!site.file(played.league.store, name).value().has_value(), name);
}

BOOST_AUTO_TEST_CASE(info_lines_are_shown_as_the_configuration_says) {
  PlayedLeague played;
  played.keep([](GameRecord& record) {
    record.turns.at(0).info = "depth 2 score 7 pv 5d.SALE string secret plan";
    record.digest = digest_of(record);
  });
  LeagueStore& store = played.league.store;
  LeagueTerms terms = store.terms();
  std::set<std::string> tags;
  for (const auto& [shown, info] :
       {std::pair(PublicInfo::scores, "score 7 pv 5d.SALE"),
        std::pair(PublicInfo::all, "depth 2 score 7 pv 5d.SALE string secret plan"),
        std::pair(PublicInfo::none, "")}) {
    terms.public_info = shown;
    BOOST_REQUIRE(store.change_terms(terms));
    const LeagueSite site = site_of(store);
    const std::string records = records_of(content(site, store, "games/1.js"));
    std::string_view lines = records;
    take_line(lines);
    const GameRecord record = parse_record(take_line(lines)).value();
    BOOST_TEST(record.turns.at(0).info == info);
    BOOST_TEST(record.digest == digest_of(record));
    const std::string all = everything(site, store) + records;
    BOOST_TEST((all.find("secret") != std::string::npos) == (shown == PublicInfo::all));
    tags.insert(site.tag("games/1.js"));
  }
  BOOST_TEST(tags.size() == 3U);
  // The copy that is not for everybody has all of it.
  const LeagueSite closed = site_of(store, {.has_evidence = true});
  BOOST_TEST(records_of(content(closed, store, "games/1.js")).find("secret plan") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_engine_is_in_one_script_with_the_leagues_lexicon) {
  ScriptedLeague<> league;
  const LeagueSite site = site_of(league.store);
  const std::string name = data_of(content(site, league.store, "game.html"))["engine"];
  BOOST_TEST(name.starts_with("assets/engine-"));
  BOOST_TEST(site.tag(name) == name);
  const std::string script = content(site, league.store, name);
  BOOST_TEST(script.starts_with(fmt::format("toptileEngine(\"{}\",\"", built_engine())));
  const std::string packed = records_of(script.substr(script.find(',') + 1));
  const auto bytes = std::as_bytes(std::span(packed));
  const auto image =
      std::make_shared<const std::vector<std::byte>>(image_in_order({bytes.begin(), bytes.end()}).value());
  const auto lexicon = Lexicon::from_image(*image, image);
  BOOST_REQUIRE(lexicon);
  BOOST_TEST(hexadecimal(lexicon.value().sha256()) == league.store.terms().plan.lexicon_sha256);
  const LeagueSite without = site_of(league.store, {.has_no_engine = true});
  BOOST_TEST(without.names().size() == site.names().size() - 2);
  BOOST_TEST((data_of(content(without, league.store, "game.html"))["engine"] == nullptr));
  BOOST_TEST(!without.file(league.store, name).value().has_value());
}

BOOST_AUTO_TEST_CASE(entrants_are_told_how_to_enter) {
  ScriptedLeague<> league;
  const LeagueSite copy = site_of(league.store, {.bot_template = {{"bot.py", "</script>", true}}});
  const Json data = data_of(content(copy, league.store, "enter.html"));
  BOOST_TEST(data["page"] == "enter");
  BOOST_TEST(data["has_api"] == false);
  BOOST_TEST(data["submissions"]["packed_mb"] == league.store.terms().submissions.packed_mb);
  BOOST_TEST(json_text(data["template"]) == R"([{"name":"bot.py","text":"</script>","is_program":true}])");
  const LeagueSite served = site_of(league.store, {.has_api = true});
  BOOST_TEST(data_of(content(served, league.store, "enter.html"))["has_api"] == true);
  BOOST_TEST(copy.tag("enter.html") != served.tag("enter.html"));
}

// The page has the league's words and rules, and shares the engine of the others.
BOOST_AUTO_TEST_CASE(site_has_a_page_to_play_on_unless_it_has_no_engine) {
  PlayedLeague played;
  played.keep();
  LeagueStore& store = played.league.store;
  const LeagueSite site = site_of(store);
  const Json data = data_of(content(site, store, "play.html"));
  BOOST_TEST(data["table"]["lexicon"]["sha256"] == store.terms().plan.lexicon_sha256);
  BOOST_TEST(data["table"]["rules"][0]["name"] == store.terms().plan.rules.name);
  BOOST_TEST(data["engine"] == data_of(content(site, store, "game.html"))["engine"]);
  BOOST_TEST(data_of(content(site, store, "index.html"))["has_play"] == true);
  const LeagueSite without = site_of(store, {.has_no_engine = true});
  BOOST_TEST(!without.file(store, "play.html").value().has_value());
  BOOST_TEST(data_of(content(without, store, "index.html"))["has_play"] == false);
  BOOST_TEST((data_of(content(without, store, "bots/one.html"))["champion_elo"] == nullptr));
}

// Where greedy plays, the champion's scale is known.
BOOST_AUTO_TEST_CASE(a_bot_of_a_league_with_greedy_has_a_champion_of_its_strength) {
  ScriptedLeague<> league;
  const BotVersion greedy = league.entered("greedy", "a"), other = league.entered("other", "b");
  for (int i = 0; i < 20; ++i)
    league.played(greedy, other, {Ended{100, 90}, Ended{i % 2 == 0 ? 90 : 100, 95}});
  const LeagueSite site = site_of(league.store);
  const auto level_of = [&](const char* page) {
    return data_of(content(site, league.store, page))["champion_elo"];
  };
  BOOST_TEST(level_of("bots/greedy.html") == *elo_on_scale_of_levels("greedy"));
  BOOST_TEST(level_of("bots/other.html").get<int>() < *elo_on_scale_of_levels("greedy"));
  BOOST_TEST(level_of("bots/other.html").get<int>() > 0);
}

BOOST_AUTO_TEST_CASE(what_is_an_authors_alone_is_left_out) {
  PlayedLeague played;
  played.keep(forfeit_with_evidence);
  auto& league = played.league;
  BOOST_REQUIRE(league.store.versions().receive(submission("bad", "bad")));
  const auto claimed = league.store.versions().claim({"w"}).value();
  BOOST_REQUIRE(league.store.versions().refuse(claimed->id, "w", "secret reason", "secret log").value());
  const std::string seed = std::to_string(league.store.terms().plan.seed);
  const LeagueSite open = site_of(league.store);
  const std::string all =
      everything(open, league.store) + records_of(content(open, league.store, "games/1.js"));
  BOOST_TEST(all.find("it crashed") != std::string::npos);
  BOOST_TEST(all.find("secret") == std::string::npos);
  BOOST_TEST(all.find("\"seed\":\"" + seed + "\"") == std::string::npos);
  BOOST_TEST(
      !data_of(content(open, league.store, "game.html"))["report"]["runs"][0]["plan"].contains("seed"));
  const LeagueSite closed = site_of(league.store, {.has_evidence = true});
  const Json bot = data_of(content(closed, league.store, "bots/one.html"));
  const Json other = data_of(content(closed, league.store, "bots/other.html"));
  BOOST_TEST((bot["has_evidence"] == true));
  BOOST_TEST(records_of(content(closed, league.store, "games/1.js")).find("secret stderr") !=
             std::string::npos);
  BOOST_TEST(everything(closed, league.store).find("secret log") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(faults_are_on_the_page_of_the_bot) {
  PlayedLeague played;
  auto& league = played.league;
  const LeasedSets leased =
      league.store.leases().lease_sets(played.one.id, played.other.id, 1, {"w"}).value().value();
  RecordedSet set = league.recorded(leased, 0, {{{0, 50, true}, {60, 50}}});
  auto records = played.records_of(leased.sets[0]);
  for (std::size_t i = 0; i < 2; ++i) {
    if (i == 0) {
      const auto seat = records[0].players[0] == "one-v1" ? Seat{0} : Seat{1};
      records[0].forfeits.push_back({seat, 3, FaultKind::time, "too late", {{"> go"}, "trace"}});
    }
    set.records[i] = format_record(records[i]);
  }
  BOOST_REQUIRE(league.store.sets().keep(std::span(&set, 1), "w").value() == 1);
  const LeagueSite site = site_of(league.store);
  const Json bot = data_of(content(site, league.store, "bots/one.html"));
  BOOST_REQUIRE(bot["faults"].size() == 1U);
  BOOST_TEST(bot["faults"][0]["reason"] == "time");
  BOOST_TEST(bot["faults"][0]["after"] == 3);
  BOOST_TEST(!bot["faults"][0].contains("lines"));
  BOOST_TEST(bot["faults_in_all"] == 1);
  BOOST_TEST(data_of(content(site, league.store, "bots/other.html"))["faults"].empty());
  const LeagueSite closed = site_of(league.store, {.has_evidence = true});
  BOOST_TEST(data_of(content(closed, league.store, "bots/one.html"))["faults"][0]["stderr"] == "trace");
}

BOOST_AUTO_TEST_CASE(nothing_of_a_removed_bot_is_shown) {
  PlayedLeague played;
  played.keep();
  BOOST_REQUIRE(played.league.store.versions().remove(played.other.id, "it cheated"));
  const LeagueSite site = site_of(played.league.store);
  const auto names = site.names();
  BOOST_TEST((std::ranges::find(names, "bots/other.html") == names.end()));
  BOOST_TEST((std::ranges::find(names, "games/1.js") == names.end()));
  BOOST_TEST(
      data_of(content(site, played.league.store, "bots/one.html"))["versions"][0]["opponents"].empty());
  BOOST_TEST(data_of(content(site, played.league.store, "index.html"))["latest"].empty());
}

BOOST_AUTO_TEST_CASE(the_same_state_gives_the_same_bytes_and_tags) {
  PlayedLeague played;
  for (int i = 0; i < 33; ++i) played.keep();
  LeagueStore again = played.league.home.open();
  const LeagueSite one = site_of(played.league.store), other = site_of(again);
  BOOST_TEST(one.names() == other.names());
  for (const std::string& name : one.names()) {
    BOOST_TEST(content(one, played.league.store, name) == content(other, again, name), name);
    BOOST_TEST(one.tag(name) == other.tag(name), name);
  }
  played.keep();
  const LeagueSite later = site_of(again);
  BOOST_TEST(later.tag("games/1.js") == one.tag("games/1.js"));
  BOOST_TEST(later.tag("games/2.js") != one.tag("games/2.js"));
  BOOST_TEST(later.tag("index.html") != one.tag("index.html"));
  BOOST_TEST(site_of(again, {.has_evidence = true}).tag("games/1.js") != later.tag("games/1.js"));
}

BOOST_AUTO_TEST_CASE(a_new_deadline_is_on_the_page_and_changes_its_tag) {
  ScriptedLeague<> league;
  const std::string before = site_of(league.store).tag("index.html");
  LeagueTerms terms = league.store.terms();
  terms.submissions.until = 1797634740000;
  BOOST_REQUIRE(league.store.change_terms(terms));
  const LeagueSite site = site_of(league.store);
  BOOST_TEST(site.tag("index.html") != before);
  const std::string page = content(site, league.store, "index.html");
  BOOST_TEST(data_of(page)["terms"]["until"] == 1797634740000);
  BOOST_TEST(page.find("<p>Bots can be submitted until 2026-12-18 22:59:00 UTC.</p>") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(no_name_becomes_markup) {
  ScriptedLeague<> league;
  const std::string evil = "</script><img src=x onerror=alert(1)>&\"'";
  const BotVersion one = league.entered("one", "1", evil), other = league.entered("other", "2");
  league.played(one, other, {{{1, 0}, {1, 0}}});
  BOOST_REQUIRE(league.store.versions().retire(other.id, evil + "\xE2\x80\xAE"));
  const LeagueSite site = site_of(league.store, {.title = evil});
  for (const char* name : {"index.html", "bots/one.html", "bots/other.html", "game.html", "feed.xml"}) {
    const std::string text = content(site, league.store, name);
    BOOST_TEST(text.find("<img") == std::string::npos, name);
    BOOST_TEST(text.find("</script><img") == std::string::npos, name);
  }
  BOOST_TEST(content(site, league.store, "feed.xml").find("\xE2\x80\xAE") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(texts_are_made_harmless) {
  BOOST_TEST(markup_text("a<b>&\"'") == "a&lt;b&gt;&amp;&quot;&#39;");
  BOOST_TEST(markup_text(std::string("a\x01\x1b\0z", 5)) == "a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDz");
  BOOST_TEST(markup_text("\xEF\xBF\xBE\xEF\xBF\xBF") == "\xEF\xBF\xBD\xEF\xBF\xBD");
  BOOST_TEST(markup_text("\xff") == "\xEF\xBF\xBD");
  BOOST_TEST(is_utf8(markup_text(std::string(kMaxMarkup - 1, 'x') + "\xC3\xA4\xC3\xA4")));
  BOOST_TEST(markup_text("Jürgen – ok") == "Jürgen – ok");
}

BOOST_AUTO_TEST_CASE(news_are_what_everybody_may_know) {
  ScriptedLeague<> league;
  ++league.now;
  const BotVersion one = league.entered("one", "1");
  ++league.now;
  BOOST_REQUIRE(league.store.versions().retire(one.id, "a new term"));
  BOOST_REQUIRE(league.store.versions().receive(submission("new", "n")));
  LeagueGames games;
  BOOST_REQUIRE(games.read(league.store));
  const auto news = news_of(games, 10);
  BOOST_REQUIRE(news.size() == 2U);
  BOOST_TEST((news[0].state == VersionState::retired));
  BOOST_TEST((news[1].state == VersionState::active));
  BOOST_TEST(news_of(games, 1).size() == 1U);
  const std::string feed = feed_of(games, {"A & B", "https://example.org/l/", "key", 1'000'000});
  BOOST_TEST(feed.find("<title>A &amp; B</title>") != std::string::npos);
  BOOST_TEST(feed.find("<updated>1970-01-01T00:16:40Z</updated>") != std::string::npos);
  BOOST_TEST(feed.find("href=\"https://example.org/l/bots/one.html\"") != std::string::npos);
  BOOST_TEST(feed.find("one-v1 by ann retired: a new term") != std::string::npos);
  BOOST_TEST(feed.find("rel=\"self\"") != std::string::npos);
  const std::regex id("<id>urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}</id>");
  BOOST_TEST(std::distance(std::sregex_iterator(feed.begin(), feed.end(), id), std::sregex_iterator()) == 3);
}

BOOST_AUTO_TEST_CASE(an_address_that_is_none_is_refused) {
  ScriptedLeague<> league;
  for (const char* url :
       {"example.org", "javascript:alert(1)", "https://a b/", "https://a\"b", "https://a<b"})
    BOOST_TEST(
        message(LeagueSite::read(league.store, {.url = url})).find("this is not an address of a site") !=
            std::string::npos,
        url);
  const LeagueSite site = site_of(league.store, {.url = "https://example.org/league"});
  BOOST_TEST(content(site, league.store, "feed.xml").find("https://example.org/league/feed.xml") !=
             std::string::npos);
}

// The page of a bot is written as text; it has what the library would put together.
BOOST_AUTO_TEST_CASE(page_of_a_bot_has_the_games_and_opponents_of_the_views) {
  ScriptedLeague<> league;
  const BotVersion one = league.entered("one", "1"), other = league.entered("other", "2");
  const BotVersion third = league.entered("third", "3");
  league.played(one, other, {{{120, 90}, {80, 85}}});
  league.played(third, one, {{{0, 10, true}, {90, 90}}});
  league.played(other, third, {{{70, 60}, {60, 71, false, true}}});
  const BotVersion second = league.entered("one", "1b");
  league.played(second, third, {{{100, 93}, {90, 60}}});
  const LeagueSite site = site_of(league.store);
  const LeagueSnapshot& snapshot = site.snapshot();
  for (const BotVersion& bot : {second, other, third}) {
    Json games = Json::array();
    for (const PlayedSet* set : latest_sets(snapshot.games(), {.bot = bot.bot}))
      for (const Json& game : games_to_json(snapshot.games(), *set)) games.push_back(game);
    // Its faults would be looked for in records, which these games do not have.
    if (!snapshot.forfeited(bot.id).empty()) continue;
    const Json page = data_of(content(site, league.store, "bots/" + bot.bot + ".html"));
    BOOST_TEST(page["games"] == games);
    for (const Json& part : page["versions"]) {
      const BotVersion version = league.store.versions().find(part["label"].get<std::string>()).value();
      Json view = to_json(snapshot, version_view(snapshot, league.store, version).value());
      BOOST_REQUIRE(part["opponents"].size() == view["opponents"].size());
      for (std::size_t i = 0; i < view["opponents"].size(); ++i) {
        Json shown = part["opponents"][i], expected = view["opponents"][i];
        BOOST_TEST(shown["apart"].is_null() == expected["apart"].is_null());
        for (Json* opponent : {&shown, &expected}) opponent->erase("apart");
        round_numbers(expected);
        BOOST_TEST(shown == expected);
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
