#include "server/live/run.h"

#include <boost/test/unit_test.hpp>

#include "protocol/ruleset_json.h"
#include "tests/folder.h"
#include "tests/json_of.h"
#include "tests/protocol/small_records.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(run)

namespace {

using namespace std::chrono_literals;

LiveNews news_of(std::vector<LiveEvent> events) {
  LiveNews news;
  news.events = std::move(events);
  return news;
}

LiveEvent game(std::uint64_t id) {
  return {"game", "{\"id\":" + std::to_string(id) + "}", GameNumber{id}};
}

LiveEvent started(std::uint64_t id) {
  return {"started", "{\"in_play\":" + std::to_string(id) + "}", GameNumber{id}};
}

HttpHead get(const std::string& target) {
  HttpHead head;
  head.method_string("GET");
  head.target(target);
  head.set("Host", "localhost");
  return head;
}

std::string stream(LiveRun& run, const std::optional<std::string>& last_event_id = {}) {
  HttpHead request = get("/key/events");
  if (last_event_id) request.set("Last-Event-ID", *last_event_id);
  const HttpAnswer answer = run.answer(request);
  BOOST_REQUIRE(answer.is_stream);
  return answer.body;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string id_in(const std::string& text) {
  const std::size_t begin = text.find("id: ") + 4;
  return text.substr(begin, text.find('\n', begin) - begin);
}

struct Scene {
  Folder folder;
  static Plan small_plan() {
    Plan plan(shipped_ruleset("hasbro").value());
    plan.games = 2;
    plan.seed = 5;
    plan.lexicon_name = "few";
    plan.lexicon_words = 2;
    return plan;
  }

  Plan plan = small_plan();
  OpenTables tables;
  LiveRun run{plan, RunPaths{folder.path()}, tables, "key"};
};

BOOST_AUTO_TEST_CASE(events_are_sent_as_they_are_with_numbers_that_grow) {
  Scene scene;
  const auto texts = scene.run.take(news_of({{"start", "{}"}, started(1), game(1)}));
  BOOST_REQUIRE_EQUAL(texts.size(), 3U);
  BOOST_TEST(texts[0].starts_with("id: "));
  BOOST_TEST(texts[0].ends_with("\nevent: start\ndata: {}\n\n"));
  BOOST_TEST(texts[2].ends_with("\nevent: game\ndata: {\"id\":1}\n\n"));
  BOOST_TEST(id_in(texts[0]) != id_in(texts[1]));
  BOOST_TEST(scene.run.take(news_of({game(2)}))[0] != texts[2]);
}

BOOST_AUTO_TEST_CASE(who_comes_has_the_start_what_holds_and_the_games_in_play) {
  Scene scene;
  scene.run.take(news_of({{"start", "{\"start\":1}"},
                          started(1),
                          started(2),
                          {"round", "{\"round\":1}"},
                          {"withdrawn", "{\"bot\":1}"},
                          game(1),
                          {"withdrawn", "{\"bot\":2}"},
                          {"round", "{\"round\":2}"},
                          started(3)}));
  const std::string text = stream(scene.run);
  BOOST_TEST(text.starts_with("retry: "));
  BOOST_TEST(has(text, "{\"start\":1}"));
  BOOST_TEST(has(text, "{\"round\":2}"));
  BOOST_TEST(!has(text, "{\"round\":1}"));
  BOOST_TEST(!has(text, "\"in_play\":1}"));
  BOOST_TEST(has(text, "\"in_play\":2}"));
  BOOST_TEST(has(text, "\"in_play\":3}"));
  BOOST_TEST(!has(text, "\"id\":1}"));
  BOOST_TEST(has(text, "{\"bot\":1}"));
  BOOST_TEST(has(text, "{\"bot\":2}"));
}

// Numbers never go back: a reader that loses the connection within this text comes back with the number that
// it had before.
BOOST_AUTO_TEST_CASE(how_things_stand_ends_with_the_one_number_in_it) {
  Scene scene;
  const auto texts = scene.run.take(news_of({{"start", "{}"}, {"round", "{}"}, started(1)}));
  const std::string text = stream(scene.run);
  BOOST_TEST(text.ends_with("\n\nid: " + id_in(texts[2]) + "\n\n"));
  BOOST_TEST(text.find("id: ") == text.rfind("id: "));
  BOOST_TEST(stream(scene.run, id_in(text)) == "retry: 2000\n\n");
  const auto next = scene.run.take(news_of({game(1)}));
  BOOST_TEST(stream(scene.run, id_in(text)) == "retry: 2000\n\n" + next[0]);
}

BOOST_AUTO_TEST_CASE(before_the_start_nothing_is_read) {
  Scene scene;
  const std::string opening = stream(scene.run);
  scene.folder.write("games.jsonl", "no record\n");  // It is being repaired, for example.
  BOOST_TEST(scene.run.answer(get("/key/games/1")).status == 404);
  scene.folder.write("games.jsonl", "");
  const auto texts = scene.run.take(news_of({{"start", "{}"}}));
  BOOST_TEST(scene.run.answer(get("/key/games/1")).status == 404);
  BOOST_TEST(stream(scene.run, id_in(opening)) == "retry: 2000\n\n" + texts[0]);
}

BOOST_AUTO_TEST_CASE(a_record_is_told_when_all_games_on_its_bag_have_ended) {
  Scene scene;
  const auto status_of = [&](int id) {
    return scene.run.answer(get("/key/games/" + std::to_string(id))).status;
  };
  scene.folder.write("games.jsonl", record_line(1) + "\n");
  scene.run.take(news_of({{"start", "{}"}, game(1)}));
  BOOST_TEST(status_of(1) == 404);
  // If the second game is in the log of games ahead, both have ended.
  scene.folder.write("games.ahead.jsonl", record_line(2) + "\n" + record_line(3) + "\n");
  BOOST_TEST(status_of(1) == 200);
  BOOST_TEST(status_of(2) == 200);
  BOOST_TEST(status_of(3) == 404);
  LiveNews end;
  end.planned = 3;
  end.is_over = true;
  scene.run.take(std::move(end));
  BOOST_TEST(status_of(3) == 404);  // The run was stopped, and goes on another time.
  LiveNews finish;
  finish.planned = 3;
  finish.is_over = finish.is_finished = true;
  scene.run.take(std::move(finish));
  BOOST_TEST(status_of(3) == 200);
}

BOOST_AUTO_TEST_CASE(who_comes_back_has_what_was_missed) {
  Scene scene;
  const auto texts = scene.run.take(news_of({{"start", "{}"}, game(1), game(2), game(3)}));
  BOOST_TEST(stream(scene.run, id_in(texts[1])) == "retry: 2000\n\n" + texts[2] + texts[3]);
  BOOST_TEST(stream(scene.run, id_in(texts[3])) == "retry: 2000\n\n");
}

BOOST_AUTO_TEST_CASE(who_missed_too_much_or_comes_from_elsewhere_begins_anew) {
  Scene scene;
  const auto texts = scene.run.take(news_of({{"start", "{}"}, game(1)}));
  const std::string id = id_in(texts[1]);
  for (const std::string& wrong :
       {std::string("x-1"), std::string(""), std::string("1"), id + "0000", id + "x", "-" + id})
    BOOST_TEST(has(stream(scene.run, wrong), "event: start"), wrong);
  for (std::uint64_t number = 2; number < 2000; ++number) scene.run.take(news_of({game(number)}));
  const std::string text = stream(scene.run, id);
  BOOST_TEST(has(text, "event: start"));
  BOOST_TEST(!has(text, "event: game"));
}

BOOST_AUTO_TEST_CASE(after_the_end_the_end_is_told) {
  Scene scene;
  LiveNews news = news_of({{"start", "{}"}, game(1), {"end", "{\"finished\":true}"}});
  news.is_over = true;
  scene.run.take(std::move(news));
  BOOST_TEST(has(stream(scene.run), "data: {\"finished\":true}\n\nid: "));
}

BOOST_AUTO_TEST_CASE(boards_are_those_of_the_tables_and_of_the_records) {
  Scene scene;
  const auto ask = [&](const std::string& target) { return scene.run.answer(get("/key/boards" + target)); };
  const auto board = [&](const std::string& target) { return json_of(ask(target).body)["board"]; };
  BOOST_TEST(board("").is_null());
  BOOST_TEST(ask("/1").status == 404);
  const Game in_play(scene.plan.rules, few_words(), 5, 2);
  scene.tables.table(0).begin(GameNumber{2}, {"a", "b"}, in_play);
  BOOST_TEST(board("")["game"] == 2);
  BOOST_TEST(board("/2")["over"].is_null());
  scene.folder.write("games.jsonl", record_line(1) + "\n");
  BOOST_TEST(ask("/1").status == 404);  // The run has not begun, and its files may be being repaired.
  scene.run.take(news_of({{"start", "{}"}, game(1)}));
  BOOST_TEST(board("/1")["over"]["scores"] == Json({1, 0}));
  LiveNews end;
  end.is_over = true;
  end.progress.played = end.progress.games = 2;
  scene.run.take(std::move(end));
  const Json answer = json_of(ask("").body);
  BOOST_TEST(answer["games"].empty());
  BOOST_TEST(answer["board"].is_null());
  BOOST_TEST(answer["pace"]["is_over"] == true);
  BOOST_TEST(answer["pace"]["seconds_left"].is_null());
}

BOOST_AUTO_TEST_CASE(what_is_expensive_is_made_seldom) {
  Instant now{};
  int made = 0;
  Instant::duration cost = 100ms;
  KeptText kept(
      [&] {
        now += cost;
        return std::to_string(++made);
      },
      [&] { return now; });
  BOOST_TEST(kept.text(0, false) == "1");
  BOOST_TEST(kept.text(1, false) == "1");
  now += 4s;
  BOOST_TEST(kept.text(1, false) == "1");  // 50 times 100 ms have not passed.
  now += 2s;
  BOOST_TEST(kept.text(0, false) == "1");  // There is nothing new.
  BOOST_TEST(kept.text(1, false) == "2");
  BOOST_TEST(kept.text(2, true) == "3");  // The end is told at once.
  BOOST_TEST(kept.text(2, true) == "3");  // It is made only once.
  cost = 0ms;
  now += 6s;
  BOOST_TEST(kept.text(3, false) == "4");
  now += 500ms;
  BOOST_TEST(kept.text(4, false) == "4");
  now += 600ms;
  BOOST_TEST(kept.text(4, false) == "5");
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
