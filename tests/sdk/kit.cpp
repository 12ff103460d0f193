// Bots made with the C++ kit: the sample bots, as processes, speak their transcripts to the byte, and small
// bots in this test show what the kit does while a bot thinks.
#include "protocol/sdk/cpp/bot.h"

#include "tests/protocol/transcript.h"
#include "tests/sdk/own_bot.h"
#include "tests/sdk/sample_bot.h"

using namespace toptile;

BOOST_AUTO_TEST_SUITE(kit)

namespace {

using Mark = TranscriptLine::Mark;
using Side = TranscriptLine::Side;

const BotDescription kNameless{.name = "Own", .author = "Test"};

Move pass(Thinking&) {
  return Pass{};
}

// Thinks until it is told to stop.
Move think_until_stopped(Thinking& thinking) {
  thinking.tell("string thinking");
  if (!comes_true([&] { return thinking.should_stop(); })) thinking.tell("string never stopped");
  return Pass{};
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_sample_bots_speak_their_transcripts_to_the_byte) {
  int spoken = 0;
  for (const RecordedTalk& transcript : all_transcripts()) {
    if (transcript.bot.empty()) continue;
    ++spoken;
    BOOST_TEST_CONTEXT(transcript.name) {
      SampleBot bot(transcript.bot);
      std::string notes;
      for (const TranscriptLine& line : transcript.lines) {
        if (line.side == Side::referee) {
          bot.talk.send(line.text + "\n");
          if (line.mark == Mark::refused) notes += "ignored: " + line.sentence + "\n";
        } else {
          BOOST_REQUIRE_MESSAGE(line.mark == Mark::none, line.place << ": the kit says nothing out of turn");
          const std::string said = bot.talk.line();
          BOOST_REQUIRE_MESSAGE(said == line.text,
                                line.place << ": it said \"" << said << "\", not \"" << line.text << '"');
        }
      }
      BOOST_TEST(bot.talk.line() == "(nothing)");
      BOOST_TEST(bot.exit() == "exit code 0");
      BOOST_TEST(text_of(bot.folder / "stderr") == notes);
    }
  }
  BOOST_TEST(spoken >= 4);
}

BOOST_AUTO_TEST_CASE(it_answers_isready_while_it_thinks_and_moves_when_stopped) {
  OwnBot bot(kNameless, think_until_stopped);
  bot.begin_game();
  bot.talk.send(position("AEILNST") + "go infinite\n");
  BOOST_TEST(bot.talk.line() == "info string thinking");
  bot.talk.send("isready\n");
  BOOST_TEST(bot.talk.line() == "readyok");
  bot.talk.send("isready\nisready\n");
  BOOST_TEST(bot.talk.line() == "readyok");
  BOOST_TEST(bot.talk.line() == "readyok");
  bot.talk.send("what?\nsetoption name Depth value 3\nstop\n");
  BOOST_TEST(bot.talk.line() == "bestmove pass");
  bot.talk.send("stop\nisready\nquit\n");
  BOOST_TEST(bot.talk.line() == "readyok");
  BOOST_TEST(bot.exit_code() == 0);
  BOOST_TEST(bot.notes() ==
             "ignored: \"what?\" is not a line of UWI 1\n"
             "ignored: setoption came during a game; options are set before one\n");
}

// The seat shows in which game the bot believes to be: it must be the one in which the question was asked.
BOOST_AUTO_TEST_CASE(a_game_broken_off_does_not_change_under_a_thinking_bot) {
  for (const std::string result : {"", "result scores 0,0 ranks 1,1 reason forfeit\n"}) {
    OwnBot bot(kNameless, [](Thinking& thinking) -> Move {
      const std::string before = std::to_string(thinking.seat()) + thinking.rules().name;
      if (thinking.seat() == 0) think_until_stopped(thinking);
      const std::string after = std::to_string(thinking.seat()) + thinking.rules().name;
      thinking.tell("string " + before + " " + after + " of " + std::to_string(thinking.players()));
      return Pass{};
    });
    bot.begin_game();
    bot.talk.send(position("AEILNST") + "go infinite\n");
    BOOST_TEST(bot.talk.line() == "info string thinking");
    bot.talk.send(result + "newgame id 18 players 3 seat 2 seed 7\nisready\n");
    BOOST_TEST(bot.talk.line() == "info string 0hasbro 0hasbro of 2");
    BOOST_TEST(bot.talk.line() == "bestmove pass");
    BOOST_TEST(bot.talk.line() == "readyok");
    bot.talk.send(position("AEILNST") + "go infinite\n");
    BOOST_TEST(bot.talk.line() == "info string 2hasbro 2hasbro of 3");
    BOOST_TEST(bot.talk.line() == "bestmove pass");
    bot.talk.send("quit\n");
    BOOST_TEST(bot.exit_code() == 0);
    BOOST_TEST(bot.notes() == "");
  }
}

BOOST_AUTO_TEST_CASE(quit_and_the_end_of_input_end_a_thinking_bot) {
  for (const bool is_told : {true, false}) {
    OwnBot bot(kNameless, think_until_stopped);
    bot.begin_game();
    bot.talk.send(position("AEILNST") + "go infinite\n");
    BOOST_TEST(bot.talk.line() == "info string thinking");
    if (is_told) {
      bot.talk.send("quit\n");
    } else {
      bot.talk.close_input();
    }
    BOOST_TEST(bot.exit_code() == 0);
  }
}

BOOST_AUTO_TEST_CASE(options_are_declared_set_and_read) {
  BotDescription described = kNameless;
  described.options = {{"Style of play", "combo", "calm", {}, {}, {"calm", "off the wall"}},
                       {"Depth", "spin", "3", 1, 9, {}},
                       {"Clear hash", "button", {}, {}, {}, {}}};
  OwnBot bot(described, [](Thinking& thinking) -> Move {
    thinking.tell("string " + thinking.option("Style of play") + "," + thinking.option("Depth") + "," +
                  thinking.option("Clear hash") + "," + thinking.option("Unknown"));
    return Pass{};
  });
  BOOST_TEST(bot.shake_hands() ==
             "id name Own\n"
             "id author Test\n"
             "id kit toptile/sdk/bot.h 1.1\n"
             "option name Style of play type combo default calm var calm var off the wall\n"
             "option name Depth type spin default 3 min 1 max 9\n"
             "option name Clear hash type button\n"
             "uwiok\n");
  bot.talk.send("setoption name Style of play value off the wall\nsetoption name Speed value 3\n" + kSetup +
                "newgame id 1 players 2 seat 1 seed 1\n" + position("AEILNST") + "go infinite\nquit\n");
  BOOST_TEST(bot.talk.line() == "info string off the wall,3,,");
  BOOST_TEST(bot.talk.line() == "bestmove pass");
  BOOST_TEST(bot.exit_code() == 0);
  BOOST_TEST(bot.notes() == "ignored: unknown option Speed\n");
}

BOOST_AUTO_TEST_CASE(a_value_that_an_option_does_not_take_is_left_out_and_a_button_is_pressed) {
  BotDescription described = kNameless;
  described.options = {{"Style", "combo", "calm", {}, {}, {"calm", "bold"}},
                       {"Depth", "spin", "3", 1, 9, {}},
                       {"Fast", "check", "true", {}, {}, {}},
                       {"Book", "string", "none", {}, {}, {}},
                       {"Clear", "button", {}, {}, {}, {}}};
  int pressed = 0;
  described.pressed = [&](const std::string& button) { pressed += button == "Clear"; };
  OwnBot bot(described, [&](Thinking& thinking) -> Move {
    std::string told = "string " + std::to_string(pressed);
    for (const char* name : {"Style", "Depth", "Fast", "Book"}) told += " " + thinking.option(name);
    thinking.tell(told);
    return Pass{};
  });
  bot.shake_hands();
  bot.talk.send(
      "setoption name Style value mad\nsetoption name Depth value 10\nsetoption name Depth value x\n"
      "setoption name Fast value maybe\nsetoption name Clear\nsetoption name Clear\n"
      "setoption name Book value\n" +
      kSetup + "newgame id 1 players 2 seat 0 seed 1\n" + position("AEILNST") + "go infinite\nquit\n");
  BOOST_TEST(bot.talk.line() == "info string 2 calm 3 true ");
  BOOST_TEST(bot.talk.line() == "bestmove pass");
  BOOST_TEST(bot.exit_code() == 0);
  BOOST_TEST(bot.notes() ==
             "ignored: option Style has no value \"mad\"\n"
             "ignored: option Depth has no value \"10\"\n"
             "ignored: option Depth has no value \"x\"\n"
             "ignored: option Fast has no value \"maybe\"\n");
}

BOOST_AUTO_TEST_CASE(the_end_of_a_game_reaches_the_bot) {
  BotDescription described = kNameless;
  std::string ended = "nothing";
  described.game_over = [&](const uwi::GameResult& result) {
    ended =
        result.reason + " " + std::to_string(result.scores.at(1)) + " " + std::to_string(result.ranks.at(1));
  };
  OwnBot bot(described, [&](Thinking& thinking) -> Move {
    thinking.tell("string " + ended);
    return Pass{};
  });
  bot.begin_game();
  bot.talk.send("result scores 312,-2 ranks 1,2 reason out\nnewgame id 18 players 2 seat 0 seed 1\n" +
                position("AEILNST") + "go infinite\nquit\n");
  BOOST_TEST(bot.talk.line() == "info string out -2 2");
  BOOST_TEST(bot.exit_code() == 0);
}

BOOST_AUTO_TEST_CASE(the_beginning_of_a_game_reaches_the_bot_also_if_the_one_before_was_broken_off) {
  BotDescription described = kNameless;
  int begun = 0;
  described.new_game = [&] { ++begun; };
  OwnBot bot(described, [&](Thinking& thinking) -> Move {
    thinking.tell("string " + std::to_string(begun));
    return Pass{};
  });
  bot.begin_game();
  bot.talk.send(position("AEILNST") + "go infinite\n");
  BOOST_TEST(bot.talk.line() == "info string 1");
  BOOST_TEST(bot.talk.line() == "bestmove pass");
  bot.talk.send("newgame id 18 players 2 seat 0 seed 1\n" + position("AEILNST") + "go infinite\nquit\n");
  BOOST_TEST(bot.talk.line() == "info string 2");
  BOOST_TEST(bot.exit_code() == 0);
}

BOOST_AUTO_TEST_CASE(the_clock_stops_a_bot_that_looks) {
  OwnBot bot(kNameless, think_until_stopped);
  bot.begin_game();
  for (const std::string go : {"go movetime 300", "go clock 300,90000 inc 100,100"}) {
    const auto begun = std::chrono::steady_clock::now();
    bot.talk.send(position("AEILNST") + go + "\n");
    BOOST_TEST(bot.talk.line() == "info string thinking");
    BOOST_TEST(bot.talk.line() == "bestmove pass");
    BOOST_TEST((std::chrono::steady_clock::now() - begun > 200ms));
  }
}

BOOST_AUTO_TEST_CASE(it_knows_how_much_time_is_left) {
  OwnBot bot(kNameless, [](Thinking& thinking) -> Move {
    const auto left = thinking.time_left();
    thinking.tell(!left            ? "none"
                  : *left <= 0ms   ? "over"
                  : *left <= 500s  ? "half"
                  : *left <= 9000s ? "nine"
                                   : "ten");
    return Pass{};
  });
  bot.begin_game("newgame id 1 players 2 seat 1 seed 1\n");
  const auto told = [&](const std::string& go) {
    bot.talk.send(position("AEILNST") + go + "\n");
    const std::string said = bot.talk.line();
    BOOST_TEST(bot.talk.line() == "bestmove pass");
    return said;
  };
  BOOST_TEST(told("go infinite") == "info none");
  BOOST_TEST(told("go movetime 500000") == "info half");
  BOOST_TEST(told("go clock 10000000,9000000 inc 100,100") == "info nine");
  BOOST_TEST(told("go clock 10000000,-1") == "info over");
  BOOST_TEST(told("go clock 10000000") == "info none");
  BOOST_TEST(told("go clock -200,-1500 inc 0,0") == "info over");
  BOOST_TEST(told("go movetime 500000 bank 30000000,28000000") == "info half");
}

BOOST_AUTO_TEST_CASE(it_knows_its_time_bank) {
  OwnBot bot(kNameless, [](Thinking& thinking) -> Move {
    thinking.tell(std::to_string(thinking.bank().count()));
    return Pass{};
  });
  bot.begin_game("newgame id 1 players 2 seat 1 seed 1\n");
  const std::vector<std::pair<std::string, std::string>> banks = {
      {"go movetime 500 bank 30000,28000", "info 28000"},
      {"go movetime 500", "info 0"},
      {"go movetime 500 bank 30000", "info 0"}};
  for (const auto& [go, info] : banks) {
    bot.talk.send(position("AEILNST") + go + "\n");
    BOOST_TEST(bot.talk.line() == info);
    bot.talk.line();
  }
}

BOOST_AUTO_TEST_CASE(it_tells_a_clock_for_the_game_from_a_limit_for_the_move) {
  const auto joined = [](const std::vector<std::chrono::milliseconds>& seats) {
    std::string text = "[";
    for (const auto left : seats) text += std::to_string(left.count()) + ",";
    return text + "]";
  };
  OwnBot bot(kNameless, [&](Thinking& thinking) -> Move {
    thinking.tell(joined(thinking.clocks()) + " " + std::to_string(thinking.increment().count()) + " " +
                  joined(thinking.banks()));
    return Pass{};
  });
  bot.begin_game("newgame id 1 players 2 seat 1 seed 1\n");
  const std::vector<std::pair<std::string, std::string>> limits = {
      {"go clock 10000,-9000 inc 100,300", "info [10000,-9000,] 300 []"},
      {"go clock 10000,9000", "info [10000,9000,] 0 []"},
      {"go clock 10000,9000 inc 100", "info [10000,9000,] 0 []"},
      {"go movetime 500", "info [] 0 []"},
      {"go movetime 500 bank 30000,28000", "info [] 0 [30000,28000,]"},
      {"go infinite", "info [] 0 []"}};
  for (const auto& [go, info] : limits) {
    bot.talk.send(position("AEILNST") + go + "\n");
    BOOST_TEST(bot.talk.line() == info);
    bot.talk.line();
  }
}

BOOST_AUTO_TEST_CASE(it_knows_an_endgame_as_the_solver_takes_it) {
  OwnBot bot(kNameless, [](Thinking& thinking) -> Move {
    const auto endgame = endgame_of(thinking);
    std::string told = "no endgame";
    if (endgame) {
      told = thinking.rules().alphabet().symbols(endgame->racks[0]) + " " +
             thinking.rules().alphabet().symbols(endgame->racks[1]) + " " + std::to_string(endgame->spread);
      for (const std::size_t i : {0U, 1U})
        told += " " + std::to_string(endgame->passes_in_a_row[i]) + "," +
                std::to_string(endgame->scoreless_in_a_row[i]);
    }
    thinking.tell(told);
    return Pass{};
  });
  bot.begin_game("newgame id 1 players 2 seat 1 seed 1\n");
  const auto told = [&](const std::string& moves, const std::string& bag, const std::string& rest) {
    std::string line = position("AEI", moves);
    line.replace(line.find("bag 80"), 6, bag + rest);
    line.replace(line.find("scores 0,0"), 10, "scores 12,20");
    bot.talk.send(line + "go infinite\n");
    const std::string said = bot.talk.line();
    BOOST_TEST(bot.talk.line() == "bestmove pass");
    return said;
  };
  BOOST_TEST(told("5d.MOOD", "bag 0", " unseen QT") == "info AEI QT 8 0,0 0,0");
  BOOST_TEST(told("5d.MOOD,pass,pass,pass", "bag 0", " unseen QT") == "info AEI QT 8 1,1 2,2");
  BOOST_TEST(told("5d.MOOD,ex.?,ex.A,pass", "bag 0", " unseen QT") == "info AEI QT 8 0,1 1,2");
  BOOST_TEST(told("5d.MOOD", "bag 1", " unseen QT") == "info no endgame");
  BOOST_TEST(told("5d.MOOD", "bag 0", "") == "info no endgame");
  bot.talk.send("result scores 0,0 ranks 1,1 reason passed\nnewgame id 2 players 3 seat 1 seed 1\n");
  BOOST_TEST(told("5d.MOOD", "bag 0", " unseen QT") == "info no endgame");
  std::string free = kSetup;
  free.replace(free.find("exchanges 0"), 11, "exchanges 3");
  bot.talk.send("result scores 0,0 ranks 1,1 reason passed\n" + free +
                "newgame id 3 players 2 seat 1 seed 1\n");
  BOOST_TEST(told("5d.MOOD,pass,ex.A,pass,ex.?,pass", "bag 0", " unseen QT") == "info AEI QT 8 1,1 2,2");
}

BOOST_AUTO_TEST_CASE(it_knows_how_many_nodes_to_look_at) {
  OwnBot bot(kNameless, [](Thinking& thinking) -> Move {
    thinking.tell(thinking.nodes() ? std::to_string(*thinking.nodes()) : "any");
    return Pass{};
  });
  bot.begin_game("newgame id 1 players 2 seat 1 seed 1\n");
  for (const auto& [go, told] :
       {std::pair("go clock 10000,9000 inc 100,50 nodes 7", "info 7"),
        std::pair("go movetime 500", "info any"), std::pair("go infinite nodes 5000", "info 5000")}) {
    bot.talk.send(position("AEILNST") + go + "\n");
    BOOST_TEST(bot.talk.line() == told);
    bot.talk.line();
  }
}

BOOST_AUTO_TEST_CASE(it_challenges_exactly_what_is_not_in_the_lexicon) {
  OwnBot bot(kNameless, pass);
  bot.begin_game();
  const auto answer = [&](const std::string& moves) {
    bot.talk.send(position("AEILNST", moves) + "go challenge infinite\n");
    return bot.talk.line();
  };
  BOOST_TEST(answer("5d.MOOD") == "bestmove accept");
  BOOST_TEST(answer("5d.MOODX") == "bestmove challenge");
  BOOST_TEST(answer("5d.MOOD,g5.DOX") == "bestmove challenge");
  BOOST_TEST(answer("5d.MOOD,g5.DEAR") == "bestmove accept");
  BOOST_TEST(answer("2a.XYX,5d.MOOD") == "bestmove accept");
  BOOST_TEST(answer("5d.MOOD,6d.ON") == "bestmove challenge");  // Some of the words down are in no lexicon.
  BOOST_TEST(answer("5d.MOOD,pass") == "bestmove accept");
  BOOST_TEST(answer("5j.MOOD") == "bestmove accept");  // Off the board, there are no words to look up.
  bot.talk.send(position("AEILNST").substr(0, position("AEILNST").find(" moves")) +
                "\ngo challenge infinite\n");
  BOOST_TEST(bot.talk.line() == "bestmove accept");
}

BOOST_AUTO_TEST_CASE(a_bot_may_decide_itself_what_it_challenges) {
  OwnBot bot(kNameless, pass, [](Thinking& thinking) { return thinking.position().rack.size() == 7; });
  bot.begin_game();
  bot.talk.send(position("AEILNST", "5d.MOOD") + "go challenge infinite\n" + position("AEI", "5d.MOOD") +
                "go challenge infinite\nquit\n");
  BOOST_TEST(bot.talk.line() == "bestmove challenge");
  BOOST_TEST(bot.talk.line() == "bestmove accept");
}

BOOST_AUTO_TEST_CASE(it_prepares_once_for_rules_and_words_and_before_it_is_ready) {
  int prepared = 0;
  OwnBot bot(
      kNameless,
      [&](Thinking& thinking) -> Move {
        thinking.tell("string " + std::to_string(prepared));
        return Pass{};
      },
      {},
      [&](const Ruleset& rules, const Lexicon& lexicon) {
        prepared += rules.size == 10 && lexicon.words() > 4000 ? 1 : 100;
        std::fputs("prepared\n", stderr);
      });
  bot.begin_game();
  BOOST_TEST(bot.notes() == "prepared\n");
  bot.talk.send("newgame id 18 players 2 seat 0 seed 1\n" + position("AEILNST") + "go infinite\n");
  BOOST_TEST(bot.talk.line() == "info string 1");
}

BOOST_AUTO_TEST_CASE(it_counts_the_plays_of_the_turn_that_were_challenged_away) {
  OwnBot bot(kNameless, [](Thinking& thinking) -> Move {
    thinking.tell("string " + std::to_string(thinking.challenged_away()) +
                  (thinking.may_exchange() ? " exchange" : ""));
    return Pass{};
  });
  bot.begin_game();
  const auto asked = [&](const std::string& lines) {
    bot.talk.send(lines + "go infinite\n");
    const std::string said = bot.talk.line();
    BOOST_TEST(bot.talk.line() == "bestmove pass");
    return said;
  };
  BOOST_TEST(asked(position("AEILNST")) == "info string 0 exchange");
  BOOST_TEST(asked(position("AEILNST")) == "info string 1");
  bot.talk.send(position("AEILNST", "5d.MOOD") + "go challenge infinite\n");
  BOOST_TEST(bot.talk.line() == "bestmove accept");
  BOOST_TEST(asked(position("AEILNST")) == "info string 2");
  BOOST_TEST(asked(position("AEILNST", "5d.MOOD")) == "info string 0 exchange");
  BOOST_TEST(asked("newgame id 18 players 2 seat 0 seed 1\n" + position("AEILNST", "5d.MOOD")) ==
             "info string 0 exchange");
}

BOOST_AUTO_TEST_CASE(it_knows_when_an_exchange_is_allowed) {
  OwnBot bot(kNameless, [](Thinking& thinking) -> Move {
    thinking.tell(thinking.may_exchange() ? "yes" : "no");
    return Pass{};
  });
  bot.begin_game();
  const auto told = [&](std::string line, const std::string& from, const std::string& to) {
    const std::size_t at = line.find(from);
    BOOST_REQUIRE(at != std::string::npos);
    bot.talk.send(line.replace(at, from.size(), to) + "go infinite\n");
    const std::string said = bot.talk.line();
    BOOST_TEST(bot.talk.line() == "bestmove pass");
    return said;
  };
  const std::string three = "5d.MOOD,ex.A,ex.?,ex.B,ex.?";
  BOOST_TEST(told(position("AEI"), "bag 80", "bag 1") == "info yes");
  BOOST_TEST(told(position("AEI", "pass"), "bag 80", "bag 0") == "info no");
  BOOST_TEST(told(position("-", "pass,pass"), "bag 80", "bag 1") == "info no");
  BOOST_TEST(told(position("AEI", three), "bag 80", "bag 1") == "info yes");
  std::string free = kSetup;
  free.replace(free.find("exchanges 0"), 11, "exchanges 3");
  bot.talk.send("result scores 0,0 ranks 1,1 reason passed\n" + free +
                "newgame id 18 players 2 seat 0 seed 1\n");
  BOOST_TEST(told(position("AEI", three), "bag 80", "bag 1") == "info yes");
  BOOST_TEST(told(position("AEI", three + ",ex.C"), "bag 80", "bag 1") == "info no");
}

BOOST_AUTO_TEST_CASE(an_author_is_told_when_an_answer_does_not_fit) {
  OwnBot bot(kNameless, [](Thinking&) -> Move { return Challenge{}; });
  bot.begin_game();
  bot.talk.send(position("AEILNST") + "go infinite\nisready\nquit\n");
  BOOST_TEST(bot.talk.line() == "bestmove challenge");
  BOOST_TEST(bot.talk.line() == "readyok");
  BOOST_TEST(bot.exit_code() == 0);
  BOOST_TEST(
      bot.notes() ==
      "bestmove challenge: challenge and accept are answers to go challenge, but a move was asked for\n");
}

BOOST_AUTO_TEST_CASE(an_unreadable_position_is_answered_with_pass_or_accept) {
  OwnBot bot(kNameless, think_until_stopped);
  bot.begin_game();
  bot.talk.send(
      "position board ../.. rack A\ngo infinite\nposition rack A\ngo challenge infinite\nisready\n");
  BOOST_TEST(bot.talk.line() == "bestmove pass");
  BOOST_TEST(bot.talk.line() == "bestmove accept");
  BOOST_TEST(bot.talk.line() == "readyok");
  bot.talk.send(position("AEILNST") + "go infinite\nstop\nquit\n");
  BOOST_TEST(bot.talk.line() == "info string thinking");
  BOOST_TEST(bot.talk.line() == "bestmove pass");
  BOOST_TEST(bot.exit_code() == 0);
  BOOST_TEST(bot.notes().find("ignored: position: board: row 1: ") == 0U, bot.notes());
  for (const std::string answer : {"pass", "accept"}) {
    const std::string note = "answered " + answer + ": the lexicon or the position could not be read\n";
    BOOST_TEST(bot.notes().find(note) != std::string::npos, bot.notes());
  }
}

BOOST_AUTO_TEST_CASE(an_unreadable_lexicon_is_named_on_stderr_and_every_go_is_answered) {
  OwnBot bot(kNameless, think_until_stopped);
  bot.shake_hands();
  const std::string missing = kSetup.substr(0, kSetup.find(" path ")) + " path /nowhere/at/all.txt\n";
  bot.talk.send(missing + "newgame id 1 players 2 seat 0 seed 1\nisready\n" + position("A") +
                "go infinite\n" + position("A", "5d.MOOD") + "go challenge infinite\nquit\n");
  BOOST_TEST(bot.talk.line() == "readyok");
  BOOST_TEST(bot.talk.line() == "bestmove pass");
  BOOST_TEST(bot.talk.line() == "bestmove accept");
  BOOST_TEST(bot.talk.line() == "(nothing)");
  BOOST_TEST(bot.exit_code() == 0);
  BOOST_TEST(bot.notes().find("/nowhere/at/all.txt: this file cannot be read") != std::string::npos,
             bot.notes());
}

BOOST_AUTO_TEST_CASE(the_same_seed_gives_the_same_chance_in_every_game) {
  OwnBot bot(kNameless, [](Thinking& thinking) -> Move {
    thinking.tell("string " + std::to_string(thinking.random().below(1'000'000'000)));
    return Pass{};
  });
  bot.begin_game();
  std::vector<std::string> said;
  for (const std::string seed : {"42", "43", "42"}) {
    bot.talk.send("newgame id 1 players 2 seat 0 seed " + seed + "\n" + position("AEILNST") +
                  "go infinite\n");
    said.push_back(bot.talk.line());
    BOOST_TEST(bot.talk.line() == "bestmove pass");
  }
  BOOST_TEST(said[0] == said[2]);
  BOOST_TEST(said[0] != said[1]);
}

BOOST_AUTO_TEST_SUITE_END()
