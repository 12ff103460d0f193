// Bots of the C++ kit that play several games at once (docs/protocol.md).
#include <boost/test/unit_test.hpp>

#include "tests/sdk/own_bot.h"

using namespace toptile;

BOOST_AUTO_TEST_SUITE(kit_batches)

namespace {

std::string marked(int game, const std::string& line) {
  return "game " + std::to_string(game) + " " + line;
}

std::string new_game(int game, int seat = 0, int seed = 42) {
  return marked(game, "newgame id " + std::to_string(game) + " players 2 seat " + std::to_string(seat) +
                          " seed " + std::to_string(seed) + "\n");
}

std::string question(int game, const std::string& rack, const std::string& go = "go infinite",
                     const std::string& moves = "-") {
  return marked(game, position(rack, moves)) + marked(game, go + "\n");
}

// Passes in every game, and tells how many questions came together.
std::vector<Move> pass_in_all(std::span<Thinking> questions) {
  for (Thinking& thinking : questions)
    thinking.tell("string " + std::to_string(questions.size()) + " seat " + std::to_string(thinking.seat()));
  return std::vector<Move>(questions.size(), Pass{});
}

// The best play in a game, or an exchange drawn from the game's random numbers if there is none.
Move best_or_random(Thinking& thinking) {
  ScoredPlay best;
  if (thinking.generator().find_best(thinking.position().board, thinking.position().rack, best))
    return best.placement;
  return thinking.random().below(2) == 0 ? Move(Pass{})
                                         : Move(Exchange{lowest(thinking.position().rack.faces())});
}

const BotDescription kMany{.name = "Own", .author = "Test", .choose_many = pass_in_all};

// Begins these games.
void begin(OwnBot& bot, const std::vector<int>& games) {
  bot.shake_hands();
  std::string lines = kSetup;
  for (const int game : games) lines += new_game(game, game % 2, game);
  bot.talk.send(lines + "isready\n");
  BOOST_REQUIRE(bot.talk.line() == "readyok");
}

// The bot is another process, so what it hears is read there.
void note_on_stderr(const std::string& text) {
  std::fputs((text + "\n").c_str(), stderr);
}

std::string leave(OwnBot& bot) {
  bot.talk.send("quit\n");
  BOOST_TEST(bot.exit_code() == 0);
  return bot.notes();
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_bot_says_how_many_games_it_plays_at_once) {
  const auto said = [](int games, const ChooseMany& choose_many) {
    OwnBot bot({.name = "Own", .author = "Test", .games = games, .choose_many = choose_many},
               [](Thinking&) -> Move { return Pass{}; });
    const std::string all = bot.shake_hands();
    const std::string kit = "id kit toptile/sdk/bot.h 1.1\n";
    return all.substr(all.find(kit) + kit.size());
  };
  BOOST_TEST(said(0, {}) == "uwiok\n");
  BOOST_TEST(said(1, pass_in_all) == "uwiok\n");
  BOOST_TEST(said(0, pass_in_all) == "games 64\nuwiok\n");
  BOOST_TEST(said(7, {}) == "games 7\nuwiok\n");
}

BOOST_AUTO_TEST_CASE(the_questions_of_a_batch_come_together_and_each_answer_names_its_game) {
  OwnBot bot(kMany, {});
  begin(bot, {17, 19, 23});
  bot.talk.send("batch 2\n" + question(19, "AEILNST") + question(17, "AEILNST"));
  BOOST_TEST(bot.talk.line() == "game 19 info string 2 seat 1");
  BOOST_TEST(bot.talk.line() == "game 17 info string 2 seat 1");
  BOOST_TEST(bot.talk.line() == "game 19 bestmove pass");
  BOOST_TEST(bot.talk.line() == "game 17 bestmove pass");
  bot.talk.send("game 17 result scores 0,0 ranks 1,1 reason passed\n" + new_game(24) + "isready\nbatch 2\n" +
                question(24, "AEILNST") + question(23, "AEILNST"));
  BOOST_TEST(bot.talk.line() == "readyok");
  BOOST_TEST(bot.talk.line() == "game 24 info string 2 seat 0");
  BOOST_TEST(bot.talk.line() == "game 23 info string 2 seat 1");
  BOOST_TEST(bot.talk.line() == "game 24 bestmove pass");
  BOOST_TEST(bot.talk.line() == "game 23 bestmove pass");
  BOOST_TEST(leave(bot) == "");
}

BOOST_AUTO_TEST_CASE(choose_many_also_plays_a_game_alone) {
  OwnBot bot(kMany, {});
  bot.begin_game();
  bot.talk.send(position("AEILNST") + "go infinite\n");
  BOOST_TEST(bot.talk.line() == "info string 1 seat 0");
  BOOST_TEST(bot.talk.line() == "bestmove pass");
  BOOST_TEST(leave(bot) == "");
}

BOOST_AUTO_TEST_CASE(challenges_of_a_batch_are_decided_one_by_one) {
  OwnBot bot(kMany, {});
  begin(bot, {1, 2, 3});
  bot.talk.send("batch 3\n" + question(1, "AEILNST", "go challenge infinite", "5d.MOOD") +
                question(2, "AEILNST") + question(3, "AEILNST", "go challenge infinite", "5d.MOOD"));
  BOOST_TEST(bot.talk.line() == "game 2 info string 1 seat 0");
  BOOST_TEST(bot.talk.line() == "game 1 bestmove accept");
  BOOST_TEST(bot.talk.line() == "game 3 bestmove accept");
  BOOST_TEST(bot.talk.line() == "game 2 bestmove pass");
  BOOST_TEST(leave(bot) == "");
}

// Every game has its own board for the generator, its own random numbers and its own seat.
BOOST_AUTO_TEST_CASE(a_game_is_the_same_alone_and_in_batches) {
  const std::vector<std::string> racks = {"AEILNST", "VVVVVVV", "QITVVVV", "CDEORST", "WWWWWWW", "AEILNSS"};
  const std::vector<std::string> moves = {"-", "5d.MOOD"};
  std::map<int, std::vector<std::string>> alone;
  for (const int game : {5, 6, 7}) {
    OwnBot bot({.name = "Own", .author = "Test"}, best_or_random);
    bot.begin_game("newgame id x players 2 seat " + std::to_string(game % 2) + " seed " +
                   std::to_string(game) + "\n");
    for (std::size_t i = 0; i < racks.size(); ++i) {
      bot.talk.send(position(racks[(i + static_cast<std::size_t>(game)) % racks.size()], moves[i % 2]) +
                    "go infinite\n");
      alone[game].push_back(bot.talk.line());
    }
    leave(bot);
  }
  OwnBot bot({.name = "Own", .author = "Test", .games = 3}, best_or_random);
  begin(bot, {5, 6, 7});
  for (std::size_t i = 0; i < racks.size(); ++i) {
    std::string lines = "batch 3\n";
    for (const int game : {7, 5, 6})
      lines += question(game, racks[(i + static_cast<std::size_t>(game)) % racks.size()], "go infinite",
                        moves[i % 2]);
    bot.talk.send(lines);
    for (const int game : {7, 5, 6}) BOOST_TEST(bot.talk.line() == marked(game, alone[game][i]));
  }
  BOOST_TEST(leave(bot) == "");
}

BOOST_AUTO_TEST_CASE(a_stop_is_for_its_game_and_a_result_ends_its_thinking) {
  OwnBot bot({.name = "Own", .author = "Test", .games = 2}, [](Thinking& thinking) -> Move {
    thinking.tell("string thinking");
    if (!comes_true([&] { return thinking.should_stop(); })) thinking.tell("string never stopped");
    return Pass{};
  });
  begin(bot, {1, 2});
  bot.talk.send("batch 2\n" + question(1, "AEILNST") + question(2, "AEILNST"));
  BOOST_TEST(bot.talk.line() == "game 1 info string thinking");
  bot.talk.send("isready\ngame 1 stop\n");
  BOOST_TEST(bot.talk.line() == "readyok");
  BOOST_TEST(bot.talk.line() == "game 2 info string thinking");
  bot.talk.send("game 2 result scores 0,0 ranks 1,1 reason forfeit\n");
  BOOST_TEST(bot.talk.line() == "game 1 bestmove pass");
  BOOST_TEST(bot.talk.line() == "game 2 bestmove pass");
  // Game 2 is over now, and game 1 goes on.
  bot.talk.send("batch 1\n" + question(1, "AEILNST"));
  BOOST_TEST(bot.talk.line() == "game 1 info string thinking");
  bot.talk.send("game 1 stop\n");
  BOOST_TEST(bot.talk.line() == "game 1 bestmove pass");
  BOOST_TEST(leave(bot) == "");
}

BOOST_AUTO_TEST_CASE(the_time_of_a_batch_is_shared) {
  // In units of 1000 seconds, so that it does not matter how long the bot waits for a processor.
  const auto left = [](Thinking& thinking) {
    return std::to_string(thinking.time_left()->count() / 1'000'000) + " " +
           std::to_string(thinking.shared());
  };
  OwnBot many({.name = "Own",
               .author = "Test",
               .choose_many =
                   [&](std::span<Thinking> questions) {
                     for (Thinking& thinking : questions) thinking.tell("string " + left(thinking));
                     return std::vector<Move>(questions.size(), Pass{});
                   }},
              {});
  begin(many, {1, 2});
  many.talk.send("batch 2\n" + question(1, "AEILNST", "go clock 1000500000,2000500000 inc 0,0") +
                 question(2, "AEILNST", "go clock 3000500000,9000000000 inc 0,0"));
  BOOST_TEST(many.talk.line() == "game 1 info string 2000 2");
  BOOST_TEST(many.talk.line() == "game 2 info string 3000 2");
  BOOST_TEST(many.talk.line() == "game 1 bestmove pass");
  BOOST_TEST(many.talk.line() == "game 2 bestmove pass");
  leave(many);
  // One by one, a question has at most its part of the time in which none of them is late.
  OwnBot one_by_one({.name = "Own", .author = "Test", .games = 2}, [&](Thinking& thinking) -> Move {
    thinking.tell("string " + left(thinking));
    return Pass{};
  });
  begin(one_by_one, {1, 2});
  one_by_one.talk.send("batch 2\n" + question(1, "AEILNST", "go movetime 1000500000") +
                       question(2, "AEILNST", "go movetime 1000500000"));
  BOOST_TEST(one_by_one.talk.line() == "game 1 info string 500 1");
  BOOST_TEST(one_by_one.talk.line() == "game 2 info string 1000 1");
  BOOST_TEST(one_by_one.talk.line() == "game 1 bestmove pass");
  BOOST_TEST(one_by_one.talk.line() == "game 2 bestmove pass");
  one_by_one.talk.send("batch 2\n" + question(1, "AEILNST", "go clock 9000500000,3000500000 inc 0,0") +
                       question(2, "AEILNST", "go clock 2000500000,9000500000 inc 0,0"));
  BOOST_TEST(one_by_one.talk.line() == "game 1 info string 2000 1");
  BOOST_TEST(one_by_one.talk.line() == "game 2 info string 2000 1");
  leave(one_by_one);
  // A challenge has a part of its own, and those who choose for all have the rest.
  OwnBot doubting({.name = "Own",
                   .author = "Test",
                   .choose_many =
                       [&](std::span<Thinking> questions) {
                         for (Thinking& thinking : questions) thinking.tell("string " + left(thinking));
                         return std::vector<Move>(questions.size(), Pass{});
                       }},
                  {}, [&](Thinking& thinking) {
                    thinking.tell("string " + left(thinking));
                    return false;
                  });
  begin(doubting, {1, 2});
  doubting.talk.send("batch 2\n" +
                     question(1, "A", "go challenge clock 9000500000,9000500000 inc 0,0", "5d.MOOD") +
                     question(2, "A", "go clock 2000500000,9000500000 inc 0,0"));
  BOOST_TEST(doubting.talk.line() == "game 1 info string 2000 1");
  BOOST_TEST(doubting.talk.line() == "game 2 info string 2000 2");
  leave(doubting);
}

BOOST_AUTO_TEST_CASE(a_game_that_ends_no_longer_shares_the_time) {
  OwnBot bot({.name = "Own",
              .author = "Test",
              .choose_many =
                  [](std::span<Thinking> questions) {
                    const auto tell_shared = [&] {
                      questions[0].tell("string " + std::to_string(questions[0].shared()));
                    };
                    tell_shared();
                    comes_true([&] { return questions[0].should_stop() || questions[0].shared() == 1; });
                    tell_shared();
                    return std::vector<Move>(questions.size(), Pass{});
                  }},
             {});
  begin(bot, {1, 2});
  const std::string go = "go clock 1000000,1000000 inc 0,0";
  bot.talk.send("batch 2\n" + question(1, "AEILNST", go) + question(2, "AEILNST", go));
  BOOST_TEST(bot.talk.line() == "game 1 info string 2");
  bot.talk.send("game 2 result scores 0,0 ranks 1,1 reason forfeit\n");
  BOOST_TEST(bot.talk.line() == "game 1 info string 1");
  BOOST_TEST(bot.talk.line() == "game 1 bestmove pass");
  BOOST_TEST(bot.talk.line() == "game 2 bestmove pass");
  BOOST_TEST(leave(bot) == "");
}

BOOST_AUTO_TEST_CASE(lines_out_of_turn_are_noted_and_change_no_game) {
  OwnBot bot(kMany, {});
  begin(bot, {1, 2});
  bot.talk.send("batch 3\n" + marked(9, "go infinite\n") + marked(1, "isready\n") +
                marked(1, "go infinite\n") + "game 1\nbatch 2\n" + question(1, "AEILNST") +
                marked(1, "position board x\n") + "setoption name Depth value 1\n" + question(2, "AEILNST"));
  BOOST_TEST(bot.talk.line() == "game 1 info string 2 seat 1");
  BOOST_TEST(bot.talk.line() == "game 2 info string 2 seat 0");
  BOOST_TEST(bot.talk.line() == "game 1 bestmove pass");
  BOOST_TEST(bot.talk.line() == "game 2 bestmove pass");
  BOOST_TEST(leave(bot) ==
             "ignored: batch announces more questions than games are played\n"
             "ignored: no game of this name is being played\n"
             "ignored: this line is about no game, so it must not name one\n"
             "ignored: go came before position\n"
             "ignored: \"\" is not a line of UWI 1\n"
             "ignored: position came while the bot is thinking; it belongs to the next go\n"
             "ignored: setoption came during a game; options are set before one\n");
}

BOOST_AUTO_TEST_CASE(a_batch_of_a_wrong_size_leaves_no_game_hanging) {
  OwnBot bot({.name = "Own", .author = "Test", .games = 3}, best_or_random);
  begin(bot, {1, 2});
  for (const std::string size : {"batch 3\n", "batch 0\n", "batch many\n", ""}) {
    bot.talk.send(size + question(1, "QIT") + question(2, "DO"));
    BOOST_TEST(bot.talk.line() == "game 1 bestmove 5c.QUIT");
    BOOST_TEST(bot.talk.line() == "game 2 bestmove 5d.DO");
  }
  bot.talk.send("batch 2\n" + question(2, "QIT") + question(1, "DO"));
  BOOST_TEST(bot.talk.line() == "game 2 bestmove 5c.QUIT");
  BOOST_TEST(bot.talk.line() == "game 1 bestmove 5d.DO");
  leave(bot);
}

BOOST_AUTO_TEST_CASE(an_incomplete_batch_is_answered_when_the_referee_goes_on) {
  BotDescription described = kMany;
  described.game_ended = [](const uwi::NewGame& game, const uwi::GameResult&) {
    note_on_stderr("over " + game.id);
  };
  OwnBot bot(described, {});
  begin(bot, {1, 2, 3, 4});
  const auto expect_alone = [&](const std::string& game) {
    const std::string seat = game == "1" || game == "3" ? "1" : "0";
    BOOST_TEST(bot.talk.line() == "game " + game + " info string 1 seat " + seat);
    BOOST_TEST(bot.talk.line() == "game " + game + " bestmove pass");
  };
  bot.talk.send("batch 2\n" + question(1, "AEILNST") + "isready\nbatch 1\n" + question(2, "AEILNST"));
  BOOST_TEST(bot.talk.line() == "readyok");
  expect_alone("1");
  expect_alone("2");
  bot.talk.send("batch 2\n" + question(1, "AEILNST") + new_game(5) + "isready\n");
  expect_alone("1");
  BOOST_TEST(bot.talk.line() == "readyok");
  bot.talk.send("batch 3\n" + question(3, "AEILNST") +
                "game 1 refused lexicon no word\ngame 2 result scores 0,0 ranks 1,1 reason passed\n");
  expect_alone("3");
  // A game that is over has an answer, too, but the bot is not asked for it.
  bot.talk.send("batch 3\n" + question(3, "AEILNST") +
                question(4, "AEILNST", "go challenge infinite", "5d.MOOD") +
                "game 4 result scores 0,0 ranks 1,1 reason passed\n");
  BOOST_TEST(bot.talk.line() == "game 3 info string 1 seat 1");
  BOOST_TEST(bot.talk.line() == "game 4 bestmove accept");
  BOOST_TEST(bot.talk.line() == "game 3 bestmove pass");
  bot.talk.send("batch 2\n" + question(3, "AEILNST") + "game 3 result scores 0,0 ranks 1,1 reason passed\n");
  BOOST_TEST(bot.talk.line() == "game 3 bestmove pass");
  bot.talk.send("batch 2\n" + question(1, "AEILNST") + question(5, "AEILNST"));
  BOOST_TEST(bot.talk.line() == "game 1 info string 2 seat 1");
  BOOST_TEST(bot.talk.line() == "game 5 info string 2 seat 0");
  BOOST_TEST(bot.talk.line() == "game 1 bestmove pass");
  BOOST_TEST(bot.talk.line() == "game 5 bestmove pass");
  BOOST_TEST(leave(bot) == "refused: lexicon no word\nover 2\nover 4\nover 3\n");
}

BOOST_AUTO_TEST_CASE(an_unreadable_position_spoils_only_its_own_answer) {
  OwnBot bot(kMany, {});
  begin(bot, {1, 2, 3});
  bot.talk.send("batch 3\n" + marked(1, "position board x rack A\n") + marked(1, "go infinite\n") +
                question(2, "AEILNST") + marked(3, "position board x rack A\n") +
                marked(3, "go challenge infinite\n"));
  BOOST_TEST(bot.talk.line() == "game 2 info string 1 seat 0");
  BOOST_TEST(bot.talk.line() == "game 1 bestmove pass");
  BOOST_TEST(bot.talk.line() == "game 3 bestmove accept");
  BOOST_TEST(bot.talk.line() == "game 2 bestmove pass");
  leave(bot);
}

// The bot thinks about game 1 until it is stopped. What came since then is heard in the order in which it
// came.
BOOST_AUTO_TEST_CASE(lines_that_come_while_it_thinks_do_not_overtake_each_other) {
  BotDescription described{.name = "Own", .author = "Test", .games = 3};
  described.game_started = [](const uwi::NewGame& game) { note_on_stderr("started " + game.id); };
  described.game_ended = [](const uwi::NewGame& game, const uwi::GameResult&) {
    note_on_stderr("over " + game.id);
  };
  OwnBot bot(described, [](Thinking& thinking) -> Move {
    thinking.tell("string thinking");
    if (thinking.game().id == "1" && !comes_true([&] { return thinking.should_stop(); }))
      thinking.tell("string never stopped");
    return Pass{};
  });
  begin(bot, {1, 2, 3});
  bot.talk.send("batch 2\n" + question(1, "AEILNST") + question(2, "AEILNST"));
  BOOST_TEST(bot.talk.line() == "game 1 info string thinking");
  // The result of a game is nothing that a readyok would confirm.
  bot.talk.send("game 3 result scores 0,0 ranks 1,1 reason forfeit\nisready\n");
  BOOST_TEST(bot.talk.line() == "readyok");
  bot.talk.send(new_game(4) + "isready\nbatch 1\n" + question(4, "AEILNST") + "isready\ngame 1 stop\n");
  BOOST_TEST(bot.talk.line() == "game 2 info string thinking");
  BOOST_TEST(bot.talk.line() == "game 1 bestmove pass");
  BOOST_TEST(bot.talk.line() == "game 2 bestmove pass");
  BOOST_TEST(bot.talk.line() == "readyok");
  BOOST_TEST(bot.talk.line() == "game 4 info string thinking");
  BOOST_TEST(bot.talk.line() == "game 4 bestmove pass");
  BOOST_TEST(bot.talk.line() == "readyok");
  BOOST_TEST(leave(bot) == "started 1\nstarted 2\nstarted 3\nover 3\nstarted 4\n");
}

// A bot keeps something for each game; the name of a game stands for an id that is missing.
BOOST_AUTO_TEST_CASE(a_bot_knows_which_game_begins_is_asked_about_and_ends) {
  std::map<std::string, int> asked;
  BotDescription described{.name = "Own", .author = "Test", .games = 3};
  int begun = 0, over = 0;
  described.new_game = [&] { ++begun; };
  described.game_over = [&](const uwi::GameResult&) { ++over; };
  described.game_started = [&](const uwi::NewGame& game) {
    asked[game.id] = 10 * begun + static_cast<int>(game.seed);
  };
  described.game_ended = [&](const uwi::NewGame& game, const uwi::GameResult& result) {
    note_on_stderr(game.id + " " + std::to_string(asked.at(game.id)) + " " + result.reason + " " +
                   std::to_string(over));
    asked.erase(game.id);
  };
  OwnBot bot(described, [&](Thinking& thinking) -> Move {
    thinking.tell("string " + thinking.game().id + " " + std::to_string(++asked.at(thinking.game().id)));
    return Pass{};
  });
  bot.shake_hands();
  bot.talk.send(kSetup + new_game(7, 0, 3) + "game b newgame players 2 seat 1 seed 5\nbatch 2\n" +
                question(7, "A") + "game b " + position("A") + "game b go infinite\n");
  BOOST_TEST(bot.talk.line() == "game 7 info string 7 14");
  BOOST_TEST(bot.talk.line() == "game b info string b 26");
  BOOST_TEST(bot.talk.line() == "game 7 bestmove pass");
  BOOST_TEST(bot.talk.line() == "game b bestmove pass");
  bot.talk.send("game 7 result scores 0,0 ranks 1,1 reason passed\nbatch 1\ngame b " + position("A") +
                "game b go infinite\ngame b result scores 0,0 ranks 1,1 reason out\n"
                "newgame id x players 2 seat 0 seed 1\n" +
                position("A") + "go infinite\nresult reason stuck\n");
  BOOST_TEST(bot.talk.line() == "game b info string b 27");
  BOOST_TEST(bot.talk.line() == "game b bestmove pass");
  BOOST_TEST(bot.talk.line() == "info string x 32");
  BOOST_TEST(bot.talk.line() == "bestmove pass");
  BOOST_TEST(leave(bot) == "7 14 passed 1\nb 27 out 2\nx 32 stuck 3\n");
}

BOOST_AUTO_TEST_CASE(a_game_that_ends_before_its_turn_is_not_thought_about) {
  OwnBot bot({.name = "Own", .author = "Test", .games = 3}, [](Thinking& thinking) -> Move {
    thinking.tell("string thinking");
    if (thinking.game().id == "1" && !comes_true([&] { return thinking.should_stop(); }))
      thinking.tell("string never stopped");
    return Pass{};
  });
  begin(bot, {1, 2, 3});
  bot.talk.send("batch 3\n" + question(1, "AEILNST") + question(2, "AEILNST") + question(3, "AEILNST"));
  BOOST_TEST(bot.talk.line() == "game 1 info string thinking");
  bot.talk.send("game 2 result scores 0,0 ranks 1,1 reason forfeit\ngame 1 stop\n");
  BOOST_TEST(bot.talk.line() == "game 3 info string thinking");
  for (const std::string game : {"1", "2", "3"})
    BOOST_TEST(bot.talk.line() == "game " + game + " bestmove pass");
  leave(bot);
}

BOOST_AUTO_TEST_CASE(input_that_ends_within_a_batch_is_answered_as_far_as_it_came) {
  OwnBot bot(kMany, {});
  begin(bot, {1, 2});
  bot.talk.send("batch 2\n" + question(1, "AEILNST"));
  bot.talk.close_input();
  BOOST_TEST(bot.talk.line() == "game 1 info string 1 seat 1");
  BOOST_TEST(bot.talk.line() == "game 1 bestmove pass");
  BOOST_TEST(bot.exit_code() == 0);
}

BOOST_AUTO_TEST_CASE(a_bot_without_a_function_ends_with_a_sentence) {
  OwnBot bot({.name = "Own", .author = "Test"}, {});
  BOOST_TEST(bot.exit_code() == 1);
  BOOST_TEST(bot.notes() == "run_bot needs a function: choose, choose_many or both\n");
}

BOOST_AUTO_TEST_CASE(a_wrong_number_of_moves_ends_the_bot_with_a_sentence) {
  OwnBot bot({.name = "Own",
              .author = "Test",
              .choose_many = [](std::span<Thinking>) { return std::vector<Move>(1, Pass{}); }},
             {});
  begin(bot, {1, 2});
  bot.talk.send("batch 2\n" + question(1, "AEILNST") + question(2, "AEILNST"));
  BOOST_TEST(bot.exit_code() == 1);
  BOOST_TEST(bot.notes() == "choose_many chose 1 move for 2 questions\n");
}

BOOST_AUTO_TEST_SUITE_END()
