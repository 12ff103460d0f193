// Games between real processes: healthy bots play the same games as the engine alone. Bots that do wrong are
// tested in museum.cpp.
#include "referee/game/play_game.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <functional>
#include <thread>

#include "engine/game.h"
#include "protocol/lexicon_file.h"
#include "protocol/replay.h"
#include "protocol/ruleset_json.h"
#include "referee/processes/event_loop.h"
#include "referee/processes/process_tree.h"
#include "tests/places.h"
#include "tests/referee/puppet.h"

namespace toptile {
namespace {

using std::chrono::milliseconds;

const std::string kExhibit = built_file("tests/hostile_bots/exhibit");

struct Table {
  Ruleset rules = must(shipped_ruleset("hasbro"));
  std::string list = source_file("tests/data/words/plain.txt");
  Lexicon lexicon = must(load_lexicon(list, rules)).lexicon;
  EventLoop loop;
  Patience patience{kTimeout, kTimeout, kTimeout};
  TimeControl control{
      .kind = TimeControl::Kind::move_time, .time = kTimeout, .margin = 50ms, .hang = kTimeout};

  // `move` is the number of the bot's own move at which it does its deed; if it is "", the usual one.
  std::unique_ptr<BotSession> start(const std::string& deed, const std::string& move = "") {
    BotSpec spec;
    spec.name = deed;
    spec.launch.argv = {kExhibit, deed, move};
    auto started = BotSession::start(loop, spec, patience, stop.get_token());
    if (const auto* fault = fault_in(started)) BOOST_FAIL(fault->text);
    return std::move(started).value();
  }
  // A bot that passes, and reports the score that this shell command writes as its info line.
  std::unique_ptr<BotSession> start_passer(const std::string& info) {
    BotSpec spec;
    spec.name = "passer";
    spec.launch.argv = {"/bin/sh", "-c",
                        "while read -r word rest; do case $word in uwi) echo uwiok;; isready) echo readyok;; "
                        "go) " +
                            info + "; echo bestmove pass;; quit) exit;; esac; done"};
    auto started = BotSession::start(loop, spec, patience, stop.get_token());
    if (const auto* fault = fault_in(started)) BOOST_FAIL(fault->text);
    return std::move(started).value();
  }
  Result<PlayedGame> play(std::vector<SeatedBot> seats) {
    std::vector<std::string> names = {"first", "second", "third", "fourth"};
    names.resize(seats.size());
    const GameTable table = make_table(
        rules, lexicon, list, {.time_control = control, .illegal = illegal, .adjudicate = adjudicate});
    return play_game(table, {GameNumber{7}, 4, 99, names, clocks, opening}, seats, {}, &open);
  }

  IllegalPolicy illegal;
  std::optional<AdjudicationTerms> adjudicate;
  std::vector<OwnClock> clocks;
  Opening opening;
  std::stop_source stop;
  OpenTable open;
};

Opening opening_of(const Ruleset& rules, const std::vector<std::string>& moves) {
  Opening opening;
  for (const std::string& move : moves) opening.push_back(parse_move(move, rules.alphabet()).value());
  return opening;
}

// The record of the game that two greedy players play without processes.
GameRecord expected_record(const Table& table) {
  Game game(table.rules, table.lexicon, 99, 2);
  MoveGenerator generator(table.rules, table.lexicon);
  while (!game.is_over()) {
    ScoredPlay best;
    const bool has_one = generator.find_best(game.board(), game.rack(game.seat_to_move()), best);
    BOOST_REQUIRE(game.play(has_one ? Move(best.placement) : Move(Pass{})));
  }
  GameRecord record;
  record.id = GameNumber{7};
  record.set = 4;
  record.seed = 99;
  record.players = {"first", "second"};
  fill_from_game(record, game);
  return record;
}

BOOST_AUTO_TEST_SUITE(play_game)

BOOST_AUTO_TEST_CASE(the_open_table_has_every_turn_and_the_end) {
  Table table;
  const auto first = table.start("behave"), second = table.start("behave");
  const GameRecord record = table.play({first.get(), second.get()}).value().record;
  const auto seen = table.open.take();
  BOOST_REQUIRE(seen);
  BOOST_TEST(seen->id == 7U);
  BOOST_REQUIRE_EQUAL(seen->turns.size(), record.turns.size());
  for (std::size_t i = 0; i < record.turns.size(); ++i) {
    BOOST_TEST(seen->turns[i].points == record.turns[i].points);
    BOOST_TEST((seen->turns[i].time == record.turns[i].time));
  }
  BOOST_REQUIRE(seen->end);
  BOOST_TEST(seen->end->scores == record.scores, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(lines_without_end_do_not_stretch_a_deadline) {
  Table table;
  table.control = {.kind = TimeControl::Kind::move_time, .time = 20ms, .margin = 0ms};
  table.clocks = {{.time = kTimeout}, {}};
  const auto healthy = table.start("behave"), late = table.start("blank-lines-then-answer");
  const auto played = table.play({healthy.get(), late.get()});
  for (const TurnRecord& turn : played.value().record.turns)
    BOOST_TEST((turn.seat == 0 || turn.time <= 20ms));
  BOOST_REQUIRE(played.value().record.forfeits.size() == 1U);
  BOOST_TEST(played.value().record.forfeits.front().seat == 1);
  BOOST_TEST(name_of(played.value().record.forfeits.front().kind) == "time");
}

BOOST_AUTO_TEST_CASE(a_bot_plays_game_after_game_and_leaves_when_asked) {
  Table table;
  const auto first = table.start("behave"), second = table.start("behave");
  const std::string digest = digest_of(expected_record(table));
  for (int i = 0; i < 5; ++i)
    BOOST_TEST(digest_of(table.play({first.get(), second.get()}).value().record) == digest);
  const Deadline deadline = in(kTimeout);
  first->quit();
  BOOST_TEST((std::chrono::steady_clock::now() < deadline));
}

BOOST_AUTO_TEST_CASE(a_bot_that_does_not_leave_is_killed_after_its_grace) {
  Table table;
  table.patience.quit = 200ms;
  auto stubborn = table.start("ignores-signals-and-quit");
  const Watchdog watchdog;
  const Deadline grace = in(table.patience.quit);
  stubborn->quit();
  BOOST_TEST((std::chrono::steady_clock::now() >= grace));
  BOOST_TEST(!descendants_of(::getpid()).empty());
  stubborn.reset();
  BOOST_TEST(descendants_of(::getpid()).empty());
}

BOOST_AUTO_TEST_CASE(options_are_checked_against_what_the_bot_declares) {
  Table table;
  const auto start_with = [&](const std::string& name, const std::string& value) {
    BotSpec spec;
    spec.name = "exhibit";
    spec.launch.argv = {kExhibit};
    spec.options = {{name, value}};
    auto started = BotSession::start(table.loop, spec, table.patience, {});
    const auto* fault = fault_in(started);
    return fault == nullptr ? std::string() : fault->text;
  };
  BOOST_TEST(start_with("Depth", "5") == "");
  BOOST_TEST(start_with("Depth", "10").find("cannot be \"10\"") != std::string::npos);
  BOOST_TEST(start_with("Depth", "deep").find("cannot be \"deep\"") != std::string::npos);
  BOOST_TEST(start_with("Hash", "64").find("no such option") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_stop_from_another_thread_gives_the_game_up_at_once) {
  Table table;
  table.control.kind = TimeControl::Kind::none;
  const auto first = table.start("behave"), second = table.start("never-moves");
  std::jthread stopper([&] {
    std::this_thread::sleep_for(100ms);
    table.stop.request_stop();
    table.loop.wake();
  });
  const Deadline deadline = in(kTimeout);
  BOOST_TEST(!table.play({first.get(), second.get()}));
  BOOST_TEST((std::chrono::steady_clock::now() < deadline));
}

BOOST_AUTO_TEST_CASE(an_illegal_move_is_tried_again_as_often_as_the_table_says) {
  Table table;
  table.illegal = {IllegalPolicy::Kind::retry, 2};
  const auto healthy = table.start("behave"), once = table.start("illegal-rack", "2");
  const auto played = table.play({healthy.get(), once.get()});
  BOOST_TEST(played.value().record.forfeits.empty());
  BOOST_TEST(digest_of(played.value().record) != digest_of(expected_record(table)));
  BOOST_REQUIRE(played.value().record.turns[3].refused.size() == 1U);
  BOOST_TEST(played.value().record.turns[3].refused[0].starts_with("5d.ZZZ: "));
  GameRecord without = played.value().record;
  without.turns[3].refused.clear();
  BOOST_TEST(digest_of(without) == digest_of(expected_record(table)));
  BOOST_TEST(
      !find_difference(must(parse_record(format_record(played.value().record))), table.rules, table.lexicon));

  const auto always = table.start("illegal-rack", "0");
  const auto forfeited = table.play({healthy.get(), always.get()});
  BOOST_REQUIRE(forfeited.value().record.forfeits.size() == 1U);
  BOOST_TEST(name_of(forfeited.value().record.forfeits[0].kind) == "illegal");
  const std::vector<std::string>& lines = forfeited.value().record.forfeits[0].evidence.lines;
  BOOST_TEST(std::ranges::count_if(lines, [](const auto& line) { return line.starts_with("> refused "); }) ==
             3);
}

BOOST_AUTO_TEST_CASE(an_illegal_move_may_count_as_a_pass) {
  Table table;
  table.illegal = {IllegalPolicy::Kind::pass};
  const auto healthy = table.start("behave"), wrong = table.start("illegal-rack", "2");
  const auto played = table.play({healthy.get(), wrong.get()});
  BOOST_TEST(played.value().record.forfeits.empty());
  BOOST_TEST(played.value().record.turns[3].move == "pass");
  BOOST_TEST(played.value().record.turns[3].refused.size() == 1U);
  BOOST_TEST(
      !find_difference(must(parse_record(format_record(played.value().record))), table.rules, table.lexicon));
}

// The clocks of each seat, in the order of its turns.
std::vector<std::vector<std::chrono::milliseconds>> clocks_of(const GameRecord& record) {
  std::vector<std::vector<std::chrono::milliseconds>> clocks(record.players.size());
  for (const TurnRecord& turn : record.turns) clocks[turn.seat].push_back(turn.clock.value());
  return clocks;
}

// Bots that behave, except for the one on the second seat.
struct Company {
  Company(Table& table, int players, const std::string& deed, const std::string& argument) {
    for (int seat = 0; seat < players; ++seat) {
      sessions.push_back(seat == 1 ? table.start(deed, argument) : table.start("behave"));
      seats.emplace_back(sessions.back().get());
    }
  }

  std::vector<std::unique_ptr<BotSession>> sessions;
  std::vector<SeatedBot> seats;
};

// Plays games of two to four, in which the second seat's second move is refused once.
template <class Check>
void play_with_refusals(const TimeControl& control, Check check) {
  for (const IllegalPolicy policy :
       {IllegalPolicy{IllegalPolicy::Kind::retry, 2}, IllegalPolicy{IllegalPolicy::Kind::pass}}) {
    for (int players = 2; players <= 4; ++players) {
      Table table;
      table.control = control;
      table.illegal = policy;
      const Company company(table, players, "illegal-rack", "2");
      const auto played = table.play(company.seats);
      const GameRecord& record = played.value().record;
      const TurnRecord& refused = record.turns[static_cast<std::size_t>(players) + 1];
      BOOST_TEST(record.forfeits.empty());
      BOOST_TEST(refused.refused.size() == 1U);
      BOOST_TEST((refused.move == "pass") == (policy.kind == IllegalPolicy::Kind::pass));
      check(record);
      BOOST_TEST(!find_difference(must(parse_record(format_record(record))), table.rules, table.lexicon)
                      .has_value());
    }
  }
}

BOOST_AUTO_TEST_CASE(overtime_is_paid_where_moves_are_refused_too) {
  TimeControl control{.kind = TimeControl::Kind::game_clock, .time = 0ms, .margin = 0ms, .hang = kTimeout};
  control.overtime = {{.points = 7, .period = kTimeout}, 2};
  play_with_refusals(control, [](const GameRecord& record) {
    for (const auto& of_seat : clocks_of(record)) BOOST_TEST(std::ranges::is_sorted(of_seat, std::greater()));
    for (const int lost : record.overtime.value().lost) BOOST_TEST(lost == 7);
  });
}

BOOST_AUTO_TEST_CASE(a_bank_is_never_filled_by_moves_that_are_refused) {
  const TimeControl control{
      .kind = TimeControl::Kind::move_time, .time = 1ms, .margin = 0ms, .hang = kTimeout, .bank = kTimeout};
  play_with_refusals(control, [](const GameRecord& record) {
    for (const auto& of_seat : clocks_of(record)) {
      BOOST_TEST(std::ranges::is_sorted(of_seat, std::greater()));
      BOOST_TEST((of_seat.front() <= kTimeout));
    }
  });
}

BOOST_AUTO_TEST_CASE(an_increment_is_earned_by_a_turn_and_not_by_a_move_that_is_refused) {
  const TimeControl control{
      .kind = TimeControl::Kind::game_clock, .time = kTimeout, .increment = kTimeout, .hang = kTimeout};
  play_with_refusals(control, [](const GameRecord& record) {
    for (const auto& of_seat : clocks_of(record)) {
      for (std::size_t turn = 0; turn < of_seat.size(); ++turn)
        BOOST_TEST((of_seat[turn] <= kTimeout + (turn + 1) * kTimeout));
      BOOST_TEST((of_seat.back() > of_seat.size() * kTimeout));
    }
  });
}

BOOST_AUTO_TEST_CASE(a_fault_takes_a_seat_out_of_a_bigger_game_and_the_others_play_on) {
  for (const int players : {3, 4}) {
    Table table;
    const Company company(table, players, "crash-at-first-move", "3");
    const auto played = table.play(company.seats);
    const GameRecord& record = played.value().record;
    BOOST_REQUIRE(record.forfeits.size() == 1U);
    BOOST_TEST(record.forfeits[0].seat == 1);
    BOOST_TEST(record.forfeits[0].after == 2 * players + 1);
    BOOST_TEST(name_of(record.forfeits[0].kind) == "crash");
    BOOST_TEST(name_of(record.end) != "forfeit");
    BOOST_TEST(record.ranks[1] == players);
    BOOST_TEST(record.racks[1].size() == 7U);
    BOOST_TEST(record.turns.size() > 20U);
    BOOST_TEST(played.value().faulted_seats == std::vector{Seat{1}}, boost::test_tools::per_element());
    BOOST_TEST(!find_difference(must(parse_record(format_record(record))), table.rules, table.lexicon));
  }
}

BOOST_AUTO_TEST_CASE(who_never_answers_is_out_of_time_only_where_the_time_that_passes_is_charged) {
  using Kind = TimeControl::Kind;
  using Measure = TimeControl::Measure;
  struct Case {
    Kind kind;
    Measure measure;
    std::string reason;
  };
  const Case cases[] = {{Kind::game_clock, Measure::wall, "time"},
                        {Kind::move_time, Measure::wall, "time"},
                        {Kind::game_clock, Measure::processor, "hang"},
                        {Kind::move_time, Measure::processor, "hang"},
                        {Kind::none, Measure::wall, "hang"}};
  for (const auto& [kind, measure, reason] : cases) {
    Table table;
    table.control = {.kind = kind,
                     .time = reason == "time" ? 200ms : milliseconds(kTimeout),
                     .hang = reason == "time" ? milliseconds(kTimeout) : 200ms,
                     .measure = measure};
    const auto silent = table.start("never-moves"), other = table.start("behave");
    const GameRecord record = table.play({silent.get(), other.get()}).value().record;
    BOOST_REQUIRE(record.forfeits.size() == 1U);
    BOOST_TEST(record.forfeits[0].seat == 0);
    BOOST_TEST(name_of(record.forfeits[0].kind) == reason);
  }
}

BOOST_AUTO_TEST_CASE(who_comes_after_a_seat_that_failed_has_its_own_retries_and_its_own_time) {
  // There are so many retries that together they take milliseconds.
  const IllegalPolicy many{IllegalPolicy::Kind::retry, 500};
  Table table;
  table.control = {.kind = TimeControl::Kind::game_clock, .time = 1000s, .hang = kTimeout};
  table.illegal = many;
  const auto healthy = table.start("behave"), always = table.start("illegal-rack", "0"),
             once = table.start("illegal-rack", "1");
  const GameRecord record = table.play({healthy.get(), always.get(), once.get()}).value().record;
  BOOST_REQUIRE(record.forfeits.size() == 1U);
  BOOST_TEST(record.forfeits[0].seat == 1);
  const TurnRecord& next = record.turns.at(1);
  BOOST_TEST(next.seat == 2);
  BOOST_TEST(next.refused.size() == 1U);
  // Each of the two is rounded down.
  const auto together = next.time + next.clock.value();
  BOOST_TEST((together == 1000s || together == 1000s - 1ms));
  BOOST_TEST(!find_difference(must(parse_record(format_record(record))), table.rules, table.lexicon));
}

BOOST_AUTO_TEST_CASE(who_comes_after_a_seat_that_failed_is_told_its_whole_limit) {
  Table table;
  table.control = {.kind = TimeControl::Kind::move_time, .time = kTimeout};
  table.illegal = {IllegalPolicy::Kind::retry, 1};
  const auto healthy = table.start("behave"), second = table.start("illegal-rack", "0"),
             third = table.start("illegal-rack", "0");
  const GameRecord record = table.play({healthy.get(), second.get(), third.get()}).value().record;
  BOOST_REQUIRE(record.forfeits.size() == 2U);
  for (const ForfeitRecord& forfeit : record.forfeits) {
    const std::vector<std::string>& lines = forfeit.evidence.lines;
    BOOST_TEST(std::ranges::count(lines, "> go movetime 300000") == 1);
    BOOST_TEST(std::ranges::count_if(lines, [](const auto& line) { return line.starts_with("> go "); }) == 2);
  }
}

BOOST_AUTO_TEST_CASE(of_four_seats_three_may_fail_in_turn_and_the_last_wins) {
  Table table;
  const auto healthy = table.start("behave"), late = table.start("never-moves", "2");
  table.clocks.assign(4, {});
  table.clocks[2].time = 200ms;
  table.patience.ready = 200ms;
  const auto unready = table.start("never-ready");
  const auto played =
      table.play({unready.get(), Fault{FaultKind::crash, "it did not start", {{"> uwi 1"}, "why"}},
                  late.get(), healthy.get()});
  const GameRecord& record = played.value().record;
  BOOST_REQUIRE(record.forfeits.size() == 3U);
  BOOST_TEST(record.forfeits[0].seat == 1);
  BOOST_TEST(record.forfeits[0].evidence.stderr_tail == "why");
  BOOST_TEST(record.forfeits[1].seat == 0);
  BOOST_TEST(name_of(record.forfeits[1].kind) == "hang");
  BOOST_TEST(record.forfeits[2].seat == 2);
  BOOST_TEST(name_of(record.forfeits[2].kind) == "time");
  BOOST_TEST(name_of(record.end) == "forfeit");
  BOOST_TEST(record.ranks == (std::vector{2, 2, 2, 1}), boost::test_tools::per_element());
  BOOST_TEST(!find_difference(must(parse_record(format_record(record))), table.rules, table.lexicon));
}

BOOST_AUTO_TEST_CASE(a_game_is_adjudicated_after_so_many_turns_and_the_bots_play_on) {
  Table table;
  const GameRecord whole = expected_record(table);
  table.adjudicate = AdjudicationTerms{7, {}};
  const auto first = table.start("behave"), second = table.start("behave");
  for (int i = 0; i < 3; ++i) {
    const GameRecord record = table.play({first.get(), second.get()}).value().record;
    BOOST_TEST(name_of(record.end) == "adjudicated");
    BOOST_TEST(record.forfeits.empty());
    BOOST_REQUIRE(record.turns.size() == 7U);
    BOOST_TEST(record.turns.back().move == whole.turns[6].move);
    BOOST_TEST(record.scores == (std::vector{record.turns[6].total, record.turns[5].total}),
               boost::test_tools::per_element());
    BOOST_TEST(!find_difference(must(parse_record(format_record(record))), table.rules, table.lexicon));
  }
}

BOOST_AUTO_TEST_CASE(moves_that_became_passes_and_seats_that_failed_count_for_adjudication_as_they_stand) {
  for (const int players : {2, 3, 4}) {
    Table table;
    table.illegal = {IllegalPolicy::Kind::pass};
    table.adjudicate = AdjudicationTerms{players + 2, {}};  // The last of them is the refused move.
    const Company company(table, players, "illegal-rack", "2");
    const GameRecord record = table.play(company.seats).value().record;
    BOOST_TEST(name_of(record.end) == "adjudicated");
    BOOST_REQUIRE(record.turns.size() == static_cast<std::size_t>(players) + 2);
    BOOST_TEST(record.turns.back().refused.size() == 1U);
    BOOST_TEST(!find_difference(must(parse_record(format_record(record))), table.rules, table.lexicon));
  }
  Table table;
  table.adjudicate = AdjudicationTerms{12, {}};
  const Company company(table, 4, "crash-at-first-move", "2");
  const GameRecord record = table.play(company.seats).value().record;
  BOOST_TEST(name_of(record.end) == "adjudicated");
  BOOST_TEST(record.turns.size() == 12U);
  BOOST_TEST(record.forfeits.size() == 1U);
  BOOST_TEST(record.ranks[1] == 4);
  BOOST_TEST(!find_difference(must(parse_record(format_record(record))), table.rules, table.lexicon));
}

BOOST_AUTO_TEST_CASE(game_ends_by_the_scores_that_the_record_has) {
  using Agreed = AdjudicationTerms::Agreed;
  using Resign = AdjudicationTerms::Resign;
  const AdjudicationTerms agreed{{}, {}, Agreed{5, 4}, {}}, resign{{}, {}, {}, Resign{5, 3}};
  struct Case {
    AdjudicationTerms terms;
    std::string info;
    std::string end;
    std::size_t turns;
  };
  const std::string long_line = "printf 'info pv'; printf ' pass%.0s' $(seq 500); echo ' score -9'";
  for (const auto& [terms, info, end, turns] : std::initializer_list<Case>{
           {resign, "echo info score -9 pv pass", "resigned", 6},
           {resign, "echo info score 9; echo info score -9", "resigned", 6},  // The last line counts.
           {agreed, "echo info depth 2 score -9.5", "agreed", 5},
           {resign, "echo info score -9; echo info depth 3", "", 0},
           {resign, "echo info score -9; echo score -9", "", 0},  // The record has the line that is not UWI.
           {resign, long_line, "", 0}}) {                         // The record has less of it.
    BOOST_TEST_CONTEXT(info) {
      Table table;
      table.adjudicate = terms;
      const auto first = table.start("behave"), second = table.start_passer(info);
      for (int i = 0; i < 2; ++i) {
        const GameRecord record = table.play({first.get(), second.get()}).value().record;
        BOOST_TEST(record.forfeits.empty());
        if (end.empty()) {
          BOOST_TEST((record.end < GameEnd::adjudicated));
        } else {
          BOOST_TEST(name_of(record.end) == end);
          BOOST_TEST(record.turns.size() == turns);
        }
        BOOST_TEST(record.ranks == (std::vector{1, 2}), boost::test_tools::per_element());
        BOOST_TEST(!find_difference(must(parse_record(format_record(record))), table.rules, table.lexicon));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(the_opening_is_played_before_anybody_is_asked_and_costs_no_time) {
  for (const char* ruleset : {"hasbro", "hasbro-challenge"}) {
    for (const int players : {2, 3}) {
      Table table;
      table.rules = must(shipped_ruleset(ruleset));
      table.lexicon = must(load_lexicon(table.list, table.rules)).lexicon;
      table.control = {.kind = TimeControl::Kind::game_clock, .time = kTimeout, .hang = kTimeout};
      table.opening = opening_of(table.rules, {"5d.MOOD", "g5.DEAR", "pass", "5d.WOOD"});
      std::vector<std::unique_ptr<BotSession>> bots;
      std::vector<SeatedBot> seats;
      for (int seat = 0; seat < players; ++seat) {
        bots.push_back(table.start("behave"));
        seats.emplace_back(bots.back().get());
      }
      const GameRecord record = table.play(seats).value().record;
      const std::vector<Move> turns = turns_of_opening(table.rules, players, table.opening);
      BOOST_TEST_REQUIRE(record.opening == static_cast<int>(turns.size()));
      for (std::size_t turn = 0; turn < turns.size(); ++turn) {
        BOOST_TEST(record.turns[turn].move == format_move(turns[turn], table.rules.alphabet()));
        BOOST_TEST(record.turns[turn].time.count() == 0);
        BOOST_TEST((record.turns[turn].clock == milliseconds(kTimeout)));
      }
      BOOST_TEST(record.forfeits.empty());
      BOOST_TEST(record.turns.size() > turns.size() + 10);
      BOOST_TEST(!find_difference(must(parse_record(format_record(record))), table.rules, table.lexicon));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_bot_that_does_not_come_is_out_after_the_opening) {
  Table table;
  table.opening = opening_of(table.rules, {"5d.MOOD", "g5.DEAR", "5d.WOOD"});
  const auto first = table.start("behave");
  const auto played = table.play({first.get(), Fault{FaultKind::crash, "it did not start", {}}});
  const GameRecord& record = played.value().record;
  BOOST_TEST(record.opening == 3);
  BOOST_TEST(record.turns.size() == 3U);
  BOOST_TEST_REQUIRE(record.forfeits.size() == 1U);
  BOOST_TEST(record.forfeits.front().after == 3);
  BOOST_TEST(!find_difference(must(parse_record(format_record(record))), table.rules, table.lexicon));
}

BOOST_AUTO_TEST_CASE(what_was_no_uwi_stands_in_the_record) {
  Table table;
  const auto first = table.start("not-uwi"), second = table.start("behave");
  const auto played = table.play({first.get(), second.get()});
  BOOST_TEST(played.value().record.turns.front().info == "not UWI: what?");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace toptile
