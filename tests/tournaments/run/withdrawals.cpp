#include "tournaments/run/withdrawals.h"

#include <boost/test/unit_test.hpp>
namespace toptile {
BOOST_AUTO_TEST_SUITE(withdrawals)

namespace {

Withdrawals withdrawals_of(Restart restart, int withdraw_after) {
  return {{.restart = restart, .illegal = {}, .withdraw_after = withdraw_after, .lanes = true}, 2};
}

GameRecord game(std::uint64_t id, std::vector<ForfeitRecord> forfeits = {}, int turns = 0) {
  GameRecord record;
  record.id = GameNumber{id};
  record.forfeits = std::move(forfeits);
  for (int i = 0; i < turns; ++i) record.turns.emplace_back().seat = Seat{i % 2};
  return record;
}

ForfeitRecord forfeit(int seat, int after, FaultKind kind, const std::string& text = "") {
  return {Seat{seat}, after, kind, text, {}};
}

// A game of bots 0 and 1 in these seats.
ScheduledGame scheduled(std::uint64_t id) {
  ScheduledGame scheduled;
  scheduled.id = GameNumber{id};
  scheduled.entrants = {Entrant{0}, Entrant{1}};
  return scheduled;
}

BOOST_AUTO_TEST_CASE(three_failures_in_a_row_withdraw_a_bot_from_the_next_game_on) {
  Withdrawals withdrawals = withdrawals_of(Restart::on_fault, 3);
  for (const std::uint64_t id : {4, 5, 6}) {
    BOOST_TEST(!withdrawals.reason(Entrant{1}, GameNumber{id}));
    withdrawals.note(scheduled(id), game(id, {forfeit(1, 0, FaultKind::crash, "it ended")}));
  }
  BOOST_TEST(!withdrawals.reason(Entrant{1}, GameNumber{6}));
  BOOST_TEST(!withdrawals.reason(Entrant{0}, GameNumber{7}));
  BOOST_TEST(withdrawals.reason(Entrant{1}, GameNumber{7}).value() ==
             "it made no move in 3 games in a row, the last time in game 6: crash: it ended");
}

BOOST_AUTO_TEST_CASE(a_game_begun_well_or_a_fault_later_on_ends_the_row) {
  for (const GameRecord& between : {game(3, {}, 20), game(3, {forfeit(1, 3, FaultKind::crash)}, 3),
                                    game(3, {forfeit(1, 0, FaultKind::illegal)})}) {
    Withdrawals withdrawals = withdrawals_of(Restart::on_fault, 3);
    for (const std::uint64_t id : {1, 2})
      withdrawals.note(scheduled(id), game(id, {forfeit(1, 0, FaultKind::hang)}));
    withdrawals.note(scheduled(3), between);
    for (const std::uint64_t id : {4, 5})
      withdrawals.note(scheduled(id), game(id, {forfeit(1, 0, FaultKind::hang)}));
    BOOST_TEST(!withdrawals.reason(Entrant{1}, GameNumber{6}));
    withdrawals.note(scheduled(6), game(6, {forfeit(1, 1, FaultKind::hang)}, 1));
    BOOST_TEST(withdrawals.reason(Entrant{1}, GameNumber{7}).has_value());
  }
}

BOOST_AUTO_TEST_CASE(the_turns_of_an_opening_are_no_sign_that_a_bot_has_started) {
  GameRecord opened = game(1, {forfeit(1, 4, FaultKind::crash)}, 4);
  opened.opening = 4;
  BOOST_TEST(has_failed_to_start(opened, Seat{1}));
  opened.opening = 3;
  BOOST_TEST(!has_failed_to_start(opened, Seat{1}));
}

BOOST_AUTO_TEST_CASE(games_that_one_process_lost_together_count_once) {
  Withdrawals withdrawals = withdrawals_of(Restart::on_fault, 3);
  const auto note = [&](std::uint64_t id, bool is_shared, int turns = 0) {
    ForfeitRecord lost = forfeit(1, turns, FaultKind::crash, "it ended");
    lost.is_shared = is_shared;
    withdrawals.note(scheduled(id), game(id, {lost}, turns));
    return withdrawals.reason(Entrant{1}, GameNumber{id + 1}).has_value();
  };
  for (const std::uint64_t id : {1, 2}) BOOST_TEST(!note(id, false));
  BOOST_TEST(!note(3, true, 2));  // A move is a move, whatever ended the game.
  for (const std::uint64_t id : {4, 5}) BOOST_TEST(!note(id, false));
  for (const std::uint64_t id : {6, 7, 8, 9}) BOOST_TEST(!note(id, true));
  BOOST_TEST(note(10, false));
}

BOOST_AUTO_TEST_CASE(games_that_were_not_played_change_nothing) {
  Withdrawals withdrawals = withdrawals_of(Restart::on_fault, 2);
  withdrawals.note(scheduled(1), game(1, {forfeit(1, 0, FaultKind::crash)}));
  withdrawals.note(scheduled(2), game(2, {forfeit(0, 0, FaultKind::withdrawn)}));
  withdrawals.note(scheduled(3), game(3, {forfeit(1, 0, FaultKind::crash)}));
  BOOST_TEST(withdrawals.reason(Entrant{1}, GameNumber{4}).has_value());
}

BOOST_AUTO_TEST_CASE(a_failure_that_is_told_after_a_later_good_game_is_in_no_row) {
  Withdrawals withdrawals = withdrawals_of(Restart::on_fault, 2);
  withdrawals.note(scheduled(2), game(2, {}, 20));  // It ended before game 1.
  withdrawals.note(scheduled(1), game(1, {forfeit(1, 0, FaultKind::crash)}));
  withdrawals.note(scheduled(3), game(3, {forfeit(1, 0, FaultKind::crash)}));
  BOOST_TEST(!withdrawals.reason(Entrant{1}, GameNumber{4}));
  withdrawals.note(scheduled(4), game(4, {forfeit(1, 0, FaultKind::crash)}));
  BOOST_TEST(withdrawals.reason(Entrant{1}, GameNumber{5}).has_value());
}

BOOST_AUTO_TEST_CASE(a_game_of_three_goes_on_without_a_withdrawn_bot_and_counts) {
  Withdrawals withdrawals({.restart = Restart::on_fault, .illegal = {}, .withdraw_after = 2, .lanes = true},
                          3);
  const auto of_three = [](std::uint64_t id) {
    return ScheduledGame{GameNumber{id}, (id + 2) / 3, {Entrant{0}, Entrant{1}, Entrant{2}}};
  };
  withdrawals.note(of_three(1), game(1, {forfeit(1, 0, FaultKind::crash), forfeit(2, 0, FaultKind::crash)}));
  withdrawals.note(of_three(2), game(2, {forfeit(1, 0, FaultKind::crash)}));
  BOOST_TEST(withdrawals.reason(Entrant{1}, GameNumber{3}).has_value());
  BOOST_TEST(!withdrawals.reason(Entrant{2}, GameNumber{3}));
  // In these games, 2 fails while 1 is withdrawn.
  withdrawals.note(of_three(3),
                   game(3, {forfeit(1, 0, FaultKind::withdrawn), forfeit(2, 0, FaultKind::crash)}));
  withdrawals.note(of_three(4),
                   game(4, {forfeit(1, 0, FaultKind::withdrawn), forfeit(2, 0, FaultKind::crash)}));
  BOOST_TEST(withdrawals.reason(Entrant{2}, GameNumber{5}).has_value());
}

BOOST_AUTO_TEST_CASE(who_is_never_restarted_is_withdrawn_by_any_fault) {
  for (const auto& [kind, word] : {std::pair(FaultKind::illegal, "illegal"),
                                   {FaultKind::time, "time"},
                                   {FaultKind::crash, "crash"},
                                   {FaultKind::protocol, "protocol"},
                                   {FaultKind::hang, "hang"}}) {
    Withdrawals withdrawals = withdrawals_of(Restart::never, 0);
    withdrawals.note(scheduled(1), game(1, {forfeit(0, 5, kind, "so it was")}, 5));
    BOOST_TEST(withdrawals.reason(Entrant{0}, GameNumber{2}).value() ==
               "it is never restarted, and in game 1 it forfeited: " + std::string(word) + ": so it was");
    BOOST_TEST(!withdrawals.reason(Entrant{1}, GameNumber{2}));
  }
}

BOOST_AUTO_TEST_CASE(zero_never_withdraws) {
  Withdrawals withdrawals = withdrawals_of(Restart::on_fault, 0);
  for (std::uint64_t id = 1; id < 50; ++id)
    withdrawals.note(scheduled(id), game(id, {forfeit(1, 0, FaultKind::crash)}));
  BOOST_TEST(!withdrawals.reason(Entrant{1}, GameNumber{50}));
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
