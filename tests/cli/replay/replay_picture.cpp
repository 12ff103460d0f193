#include "cli/replay/replay_picture.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "base/text_columns.h"
#include "cli/replay/replay_parts.h"
#include "engine/greedy_game.h"
#include "tests/engine/scenario.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(replay_picture)

namespace {

using std::chrono::milliseconds;

const Lexicon& words_for(const Ruleset& rules) {
  static std::map<int, Lexicon> lexicons;
  const auto found = lexicons.find(rules.size);
  if (found != lexicons.end()) return found->second;
  return lexicons.emplace(rules.size, lexicon_of(rules, word_list("plain.txt"))).first->second;
}

// The record of a game of greedy players; one may forfeit after some turns, while the others go on.
GameRecord record_of(const Ruleset& rules, int players, std::optional<int> forfeit_after = {}) {
  Game game(rules, words_for(rules), 7, players);
  MoveGenerator generator(rules, words_for(rules));
  GameRecord record;
  while (!game.is_over()) {
    if (forfeit_after == static_cast<int>(record.turns.size()) && record.forfeits.empty()) {
      const Seat seat = game.seat_to_move();
      record.forfeits.push_back(
          {seat, *forfeit_after, FaultKind::time, "it did not answer", {{"> go", "< \x1b[2J"}, "a trace\n"}});
      game.forfeit(seat);
      continue;
    }
    play_greedy_turn(game, generator);
    record.turns.push_back({.time = milliseconds(12),
                            .clock = milliseconds(61'000 - 1000 * static_cast<int>(record.turns.size())),
                            .info = "depth 3 pv 5d.SALE"});
  }
  record.id = GameNumber{17};
  record.seed = 7;
  for (int seat = 0; seat < players; ++seat) record.players.push_back("bot-" + std::to_string(seat + 1));
  fill_from_game(record, game);
  return record;
}

RecordedGame game_of(int players = 2, std::optional<int> forfeit_after = {},
                     const std::string& ruleset = "hasbro") {
  const Ruleset& rules = shipped(ruleset);
  return RecordedGame(record_of(rules, players, forfeit_after), rules, words_for(rules));
}

std::string text_of(const std::vector<ScreenLine>& lines) {
  std::string text;
  for (const ScreenLine& line : lines) text += line.text() + "\n";
  return text;
}

std::string picture(const RecordedGame& game, const ReplayView& view, std::size_t columns, std::size_t rows) {
  return text_of(draw_replay(game, view, {columns, rows}));
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

ReplayView at(int turn) {
  ReplayView view;
  view.turn = turn;
  return view;
}

BOOST_AUTO_TEST_CASE(it_fits_any_terminal_and_says_where_it_cannot) {
  for (const int players : {2, 4}) {
    const RecordedGame game = game_of(players, 5);
    for (const auto page : {ReplayView::Page::game, ReplayView::Page::help, ReplayView::Page::evidence}) {
      for (const int turn : {0, 3, game.turns()}) {
        ReplayView view = at(turn);
        view.page = page;
        for (std::size_t columns = 1; columns <= 130; columns += columns < 60 ? 1 : 7) {
          for (std::size_t rows = 1; rows <= 50; ++rows) {
            const auto lines = draw_replay(game, view, {columns, rows});
            BOOST_REQUIRE(!lines.empty());
            BOOST_REQUIRE_LE(lines.size(), rows);
            for (const ScreenLine& line : lines) {
              BOOST_REQUIRE_LE(line.columns(), std::max<std::size_t>(columns, 2) - 1);
              BOOST_REQUIRE_EQUAL(line.columns(), columns_of(line.text()));
            }
          }
        }
      }
    }
  }
  BOOST_TEST(has(picture(game_of(), at(0), 40, 24), "too small"));
  BOOST_TEST(has(picture(game_of(), at(0), 80, 12), "too small"));
  BOOST_TEST(!has(picture(game_of(), at(0), 44, 16), "too small"));
  BOOST_TEST(!has(picture(game_of(), at(0), 60, 14), "too small"));
  BOOST_TEST(!has(picture(game_of(), at(0), 80, 24), "too small"));
}

BOOST_AUTO_TEST_CASE(a_usual_terminal_has_all_of_it) {
  const RecordedGame game = game_of();
  const std::string text = picture(game, at(3), 80, 24);
  const TurnRecord& played = game.turn(3);
  BOOST_TEST(has(text, "Game 17: bot-1 – bot-2"));
  BOOST_TEST(has(text, "turn 3 of " + std::to_string(game.turns())));
  BOOST_TEST(has(text, "bot-1 " + played.move + " for " + std::to_string(played.points)));
  BOOST_TEST(has(text, "▶ bot-1"));
  BOOST_TEST(has(text, played.rack + " → "));
  BOOST_TEST(has(text, "59.0 s"));  // This is the clock of the player who moved.
  BOOST_TEST(has(text, "1:00"));    // This is the other player's clock.
  BOOST_TEST(has(text, "in 12 ms, then drew " + played.drawn));
  BOOST_TEST(has(text, "» depth 3 pv 5d.SALE"));
  BOOST_TEST(has(text, ">  3 bot-1 " + played.move));
  BOOST_TEST(has(text, "▲"));
  for (int turn = 1; turn <= 10; ++turn) BOOST_TEST(has(text, " " + game.turn(turn).move + " "));
}

BOOST_AUTO_TEST_CASE(points_of_words_add_up_to_those_of_the_move) {
  const RecordedGame game = game_of();
  for (int turn = 1; turn <= game.turns(); ++turn) {
    int sum = 0;
    for (const int points : game.after(turn).word_points) sum += points;
    BOOST_TEST(game.after(turn).word_points.size() == game.turn(turn).words.size());
    if (!game.turn(turn).words.empty())
      BOOST_TEST((sum == game.turn(turn).points || sum + 20 == game.turn(turn).points));
  }
}

BOOST_AUTO_TEST_CASE(racks_and_scores_are_those_after_the_turn) {
  const RecordedGame game = game_of();
  const auto& record = game.record();
  for (std::size_t seat = 0; seat < 2; ++seat) {
    BOOST_TEST(game.after(0).seats[seat].rack == record.turns[seat].rack);
    BOOST_TEST(game.after(game.turns()).seats[seat].rack == record.racks[seat]);
  }
  BOOST_TEST(game.after(1).seats[0].rack == record.turns[2].rack);
  BOOST_TEST(game.after(1).seats[0].score == record.turns[0].total);
  BOOST_TEST(game.after(1).seats[1].score == 0);
  BOOST_TEST(!game.after(1).seats[1].clock.has_value());
}

BOOST_AUTO_TEST_CASE(heights_and_new_tiles_can_be_read_without_colour) {
  const RecordedGame game = game_of();
  for (int turn = 1; turn <= game.turns(); ++turn) {
    const auto& state = game.after(turn);
    for (const CellSize cell : kCellSizes) {
      const std::string text = text_of(board_after(state, cell, game.alphabet()));
      BOOST_TEST(std::ranges::count(text, '[') == static_cast<std::ptrdiff_t>(state.laid.size()));
    }
    const std::string text = text_of(board_after(state, CellSize{1, 4}, game.alphabet()));
    for (char height = '2'; height <= '9'; ++height) {
      int squares = 0;
      for (int row = 0; row < 10; ++row)
        for (int column = 0; column < 10; ++column)
          squares += state.board.height({static_cast<std::int8_t>(row), static_cast<std::int8_t>(column)}) ==
                     height - '0';
      int shown = 0;
      for (std::size_t i = 1; i < text.size(); ++i)
        shown += text[i] == height && text[i - 1] >= 'A' && text[i - 1] <= 'Z';
      BOOST_TEST(shown == squares);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_list_of_turns_always_has_the_present_one) {
  const RecordedGame game = game_of();
  for (int turn = 0; turn <= game.turns(); ++turn) {
    for (std::size_t rows = 1; rows < 50; rows += 6) {
      const ScreenLines lines = turn_list(game, turn, rows, 34);
      BOOST_TEST(lines.size() == std::min<std::size_t>(rows, static_cast<std::size_t>(game.turns())));
      const auto present =
          std::ranges::count_if(lines, [](const ScreenLine& line) { return line.text().starts_with('>'); });
      BOOST_TEST(present == (turn == 0 ? 0 : 1));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_game_of_four_goes_on_when_one_forfeits) {
  const RecordedGame game = game_of(4, 6);
  BOOST_TEST(!game.is_broken());
  BOOST_TEST(game.turns() == static_cast<int>(game.record().turns.size()));
  const std::string text = picture(game, at(6), 100, 40);
  BOOST_TEST(has(text, "forfeited: time: it did not answer"));
  for (int seat = 1; seat <= 4; ++seat) BOOST_TEST(has(text, "bot-" + std::to_string(seat)));
  BOOST_TEST(!has(picture(game, at(5), 100, 40), "forfeited"));
}

BOOST_AUTO_TEST_CASE(the_draw_and_what_came_of_challenges_are_told) {
  const Ruleset rules =
      changed("hasbro-challenge", [](RulesetFields& fields) { fields.first = FirstSeat::draw; });
  Game game(rules, words_for(rules), 7, 2);
  std::string rack = rules.alphabet().symbols(game.rack(Seat{0})).substr(0, 4);
  for (const std::string& move : {"5d." + rack, std::string("challenge")})
    BOOST_REQUIRE(game.play(parse_move(move, rules.alphabet()).value()));
  MoveGenerator generator(rules, words_for(rules));
  ScoredPlay best;
  BOOST_REQUIRE(generator.find_best(game.board(), game.rack(Seat{0}), best));
  for (const Move& move : {Move(best.placement), Move(Challenge{}), Move(Pass{}), Move(Pass{})})
    BOOST_REQUIRE(game.play(move));
  GameRecord record;
  record.id = GameNumber{1};
  record.seed = 7;
  record.players = {"Anna", "Ben"};
  record.turns.resize(game.turns().size());
  record.turns[4].refused = {"5d.XX: challenged: 3 plays of the turn were challenged away"};
  fill_from_game(record, game);
  const RecordedGame replay(record, rules, words_for(rules));
  const FirstDraw draw = draw_for_first(rules, 7, 2);
  BOOST_REQUIRE(draw.rounds.size() == 1U);
  const auto tile = [&](int seat) {
    return rules.alphabet().text(draw.rounds[0][static_cast<std::size_t>((draw.first + seat) % 2)].face);
  };
  const std::string drawn = draw.first == 0 ? "Draw: Anna " + tile(0) + ", Ben " + tile(1)
                                            : "Draw: Ben " + tile(1) + ", Anna " + tile(0);
  BOOST_TEST(has(picture(replay, at(0), 100, 40), drawn + ". Anna starts."));
  BOOST_TEST(has(replay.text_after(0), drawn + ". Anna starts."));
  BOOST_TEST(has(picture(replay, at(1), 100, 40), "It is challenged, and taken back."));
  BOOST_TEST(has(picture(replay, at(2), 100, 40), "The challenge is right: " + rack));
  BOOST_TEST(!has(picture(replay, at(3), 100, 40), "taken back"));
  BOOST_TEST(has(picture(replay, at(4), 100, 40), "The challenge is wrong: the play stands."));
  BOOST_TEST(has(picture(replay, at(5), 100, 40), "refused: 5d.XX: challenged"));
  BOOST_TEST(has(replay.text_after(5), "refused: 5d.XX: challenged"));
  BOOST_TEST(!has(picture(game_of(), at(0), 100, 40), "Draw"));
}

BOOST_AUTO_TEST_CASE(any_total_of_a_record_can_be_drawn) {
  const Ruleset rules = shipped_ruleset("hasbro").value();
  for (const int total : {INT32_MAX, INT32_MIN, 400'000'000}) {
    GameRecord record = record_of(rules, 2);
    for (TurnRecord& turn : record.turns) turn.total = total;
    const RecordedGame game(std::move(record), rules, words_for(rules));
    BOOST_TEST(!picture(game, ReplayView{}, 100, 40).empty());
  }
}

BOOST_AUTO_TEST_CASE(evidence_is_a_page_of_its_own_without_codes) {
  const RecordedGame game = game_of(2, 5);
  ReplayView view = at(2);
  view.page = ReplayView::Page::evidence;
  const std::string text = picture(game, view, 80, 24);
  BOOST_TEST(has(text, "< \\x1b[2J"));
  BOOST_TEST(has(text, "a trace"));
  BOOST_TEST(!has(text, "\x1b"));
  view.page = ReplayView::Page::evidence;
  BOOST_TEST(has(picture(game_of(), view, 80, 24), "Nobody forfeited"));
}

BOOST_AUTO_TEST_CASE(a_large_terminal_has_large_squares) {
  const RecordedGame game = game_of();
  const std::string text = picture(game, at(3), 140, 45);
  BOOST_TEST(has(text, "a     b     c"));
  BOOST_TEST(has(text, "bot-1 " + game.turn(3).move));
  BOOST_TEST(has(text, "▲"));
}

BOOST_AUTO_TEST_CASE(the_centre_is_marked_as_long_as_it_is_free) {
  const RecordedGame game = game_of();
  const Board& board = game.after(1).board;
  int free = 0;
  for (std::int8_t row = 0; row < 10; ++row)
    for (std::int8_t column = 0; column < 10; ++column)
      free += board.is_centre({row, column}) && board.height({row, column}) == 0;
  BOOST_TEST(free > 0);
  const std::string plain = game.text_after(1);
  BOOST_TEST(std::ranges::count(plain.substr(0, plain.find("rack")), '+') == free);
  BOOST_TEST(std::ranges::count(text_of(board_after(game.after(1), CellSize{}, game.alphabet())), '+') ==
             free);
}

BOOST_AUTO_TEST_CASE(control_characters_of_a_record_do_not_reach_the_terminal) {
  const Ruleset& rules = shipped("hasbro");
  GameRecord record = record_of(rules, 2);
  record.players[0] = "\x1b]0;title\a";
  record.turns[0].info = "\x1b[31mred";
  record.turns[0].words[0] =
      "\x9b"
      "2J";
  const RecordedGame game(std::move(record), rules, words_for(rules));
  for (int turn = 0; turn < 3; ++turn) {
    const std::string text = picture(game, at(turn), 80, 24) + game.text_after(turn);
    BOOST_TEST(!has(text, "\x1b"));
    BOOST_TEST(!has(text, "\a"));
  }
}

BOOST_AUTO_TEST_CASE(turns_that_the_rules_do_not_allow_are_left_out_and_told) {
  const Ruleset& rules = shipped("hasbro");
  GameRecord record = record_of(rules, 2);
  record.turns[4].move = "1a.ZZZ";
  const RecordedGame game(std::move(record), rules, words_for(rules));
  BOOST_TEST(game.turns() == 4);
  BOOST_TEST(has(picture(game, at(4), 80, 24), "The rules do not allow turn 5; see:"));
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
