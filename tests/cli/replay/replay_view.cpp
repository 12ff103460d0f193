#include "cli/replay/replay_view.h"

#include <boost/test/unit_test.hpp>

namespace toptile {
BOOST_AUTO_TEST_SUITE(replay_view)

namespace {

using Name = Key::Name;

constexpr int kTurns = 36;

Key key_of(Name name) {
  return {name, 0};
}

// Presses each character; '\r' is Enter, '\x1b' Esc, '\b' Backspace.
ReplayAction type(ReplayView& view, std::string_view text) {
  auto action = ReplayAction::none;
  for (const char character : text) {
    const Key key = character == '\r'     ? key_of(Name::enter)
                    : character == '\x1b' ? key_of(Name::escape)
                    : character == '\b'   ? key_of(Name::backspace)
                    : character == '\x04' ? Key{Name::control, 'D'}
                                          : Key{Name::character, static_cast<char32_t>(character)};
    action = press(key, kTurns, view);
  }
  return action;
}

BOOST_AUTO_TEST_CASE(steps_end_at_the_ends_of_the_game) {
  ReplayView view;
  press(key_of(Name::left), kTurns, view);
  BOOST_TEST(view.turn == 0);
  press(key_of(Name::right), kTurns, view);
  BOOST_TEST(view.turn == 1);
  press(key_of(Name::page_down), kTurns, view);
  BOOST_TEST(view.turn == 11);
  press(key_of(Name::end), kTurns, view);
  BOOST_TEST(view.turn == kTurns);
  press(key_of(Name::down), kTurns, view);
  BOOST_TEST(view.turn == kTurns);
  press(key_of(Name::page_up), kTurns, view);
  BOOST_TEST(view.turn == kTurns - 10);
  press(key_of(Name::home), kTurns, view);
  BOOST_TEST(view.turn == 0);
  press(key_of(Name::page_up), kTurns, view);
  BOOST_TEST(view.turn == 0);
}

BOOST_AUTO_TEST_CASE(a_turn_is_gone_to_by_its_number) {
  ReplayView view;
  type(view, "g12\r");
  BOOST_TEST(view.turn == 12);
  BOOST_TEST(!view.asked);
  type(view, "g3x\b25\r");
  BOOST_TEST(view.turn == 25);
  type(view, "g36\r");
  BOOST_TEST(view.turn == kTurns);
}

BOOST_AUTO_TEST_CASE(a_wrong_number_is_told_and_changes_nothing) {
  ReplayView view;
  type(view, "g5\rg37\r");
  BOOST_TEST(view.turn == 5);
  BOOST_TEST(view.note == "There is no turn 37: the game has turns 0 to 36.");
  press(key_of(Name::unknown), kTurns, view);
  BOOST_TEST(view.note == "");
  type(view, "g999999999999\r");
  BOOST_TEST(view.turn == 5);
  BOOST_TEST(!view.note.empty());
}

BOOST_AUTO_TEST_CASE(the_question_is_left_by_esc_and_by_no_number) {
  ReplayView view;
  type(view, "g5\rg12\x1b");
  BOOST_TEST(view.turn == 5);
  BOOST_TEST(!view.asked);
  type(view, "g\r");
  BOOST_TEST(view.turn == 5);
  // The keys of the game do nothing while the question is open.
  BOOST_TEST((type(view, "gqn") == ReplayAction::none));
  BOOST_TEST(*view.asked == "");
}

BOOST_AUTO_TEST_CASE(playing_goes_to_the_end_and_any_step_ends_it) {
  ReplayView view;
  view.turn = kTurns - 2;
  type(view, " ");
  BOOST_TEST(view.is_playing);
  play_on(kTurns, view);
  BOOST_TEST(view.is_playing);
  play_on(kTurns, view);
  BOOST_TEST(view.turn == kTurns);
  BOOST_TEST(!view.is_playing);
  type(view, " ");  // At the end it begins again from the start.
  BOOST_TEST(view.turn == 0);
  BOOST_TEST(view.is_playing);
  press(key_of(Name::right), kTurns, view);
  BOOST_TEST(!view.is_playing);
  type(view, " ");
  type(view, " ");
  BOOST_TEST(!view.is_playing);
}

BOOST_AUTO_TEST_CASE(the_pace_has_ends) {
  ReplayView view;
  type(view, "+++++++");
  const int fastest = view.pace;
  type(view, "+");
  BOOST_TEST(view.pace == fastest);
  type(view, "--------------------");
  const int slowest = view.pace;
  type(view, "-");
  BOOST_TEST(view.pace == slowest);
  BOOST_TEST(slowest < 0);
  BOOST_TEST(fastest > 0);
}

BOOST_AUTO_TEST_CASE(any_key_goes_back_from_help_and_does_nothing_else) {
  ReplayView view;
  for (const char page : {'?', 'e'}) {
    type(view, std::string(1, page));
    BOOST_TEST((view.page != ReplayView::Page::game));
    BOOST_TEST((type(view, "n") == ReplayAction::none));
    BOOST_TEST((view.page == ReplayView::Page::game));
    BOOST_TEST(view.turn == 0);
  }
  BOOST_TEST((type(view, "?q") == ReplayAction::leave));
}

BOOST_AUTO_TEST_CASE(a_page_is_moved_through) {
  ReplayView view;
  type(view, "e");
  BOOST_TEST(!view.top);
  view.top = 5;
  press(key_of(Name::down), kTurns, view);
  BOOST_TEST(*view.top == 6U);
  press(key_of(Name::page_up), kTurns, view);
  BOOST_TEST(*view.top == 0U);
  press(key_of(Name::up), kTurns, view);
  BOOST_TEST(*view.top == 0U);
  BOOST_TEST((view.page == ReplayView::Page::evidence));
  BOOST_TEST(view.turn == 0);
}

BOOST_AUTO_TEST_CASE(other_games_and_leaving_are_the_callers) {
  ReplayView view;
  BOOST_TEST((type(view, "n") == ReplayAction::next_game));
  BOOST_TEST((type(view, "p") == ReplayAction::previous_game));
  BOOST_TEST((type(view, "q") == ReplayAction::leave));
  BOOST_TEST((type(view, "\x04") == ReplayAction::leave));
}

BOOST_AUTO_TEST_CASE(a_game_without_turns_stays_where_it_is) {
  ReplayView view;
  for (const Name name : {Name::right, Name::end, Name::page_down, Name::left}) {
    press(key_of(name), 0, view);
    BOOST_TEST(view.turn == 0);
  }
  press({Name::character, ' '}, 0, view);
  play_on(0, view);
  BOOST_TEST(view.turn == 0);
  BOOST_TEST(!view.is_playing);
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
