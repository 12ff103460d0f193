// How a session asks a bot about several games at once. The bots are processes of a few lines of shell, which
// say for each batch what the test wrote down.
#include <boost/test/unit_test.hpp>

#include "base/words.h"
#include "protocol/ruleset_json.h"
#include "referee/game/bot_session.h"
#include "tests/folder.h"
#include "tests/referee/puppet.h"

using namespace toptile;

BOOST_AUTO_TEST_SUITE(question_batch)

namespace {

// The commands of the shell that answer the first batch, the second, and so on.
using Deeds = std::vector<std::string>;

std::string say(const std::string& lines) {
  return "printf '" + lines + "'";
}

std::string setup() {
  const Ruleset rules = must(shipped_ruleset("hasbro"));
  const uwi::LexiconLine lexicon{"plain", 1, "0", "/dev/null"};
  return uwi::format(uwi::RefereeMessage(uwi::RulesetLine{rules})) + "\n" +
         uwi::format(uwi::RefereeMessage(lexicon)) + "\n";
}

struct Crowd {
  explicit Crowd(const Deeds& deeds, const std::string& on_ready = say("readyok\\n")) {
    int number = 0;
    for (const std::string& deed : deeds) folder.write("batch" + std::to_string(++number), deed + "\n");
    BotSpec spec;
    spec.name = "crowd";
    spec.launch.directory = folder.path();
    spec.launch.argv = {"/bin/sh", folder.write_program("bot.sh",
                                                        "batches=0\n"
                                                        "while read -r line; do\n"
                                                        "  echo \"$line\" >> heard\n"
                                                        "  case \"$line\" in\n"
                                                        "    uwi*) printf 'games 8\\nuwiok\\n' ;;\n"
                                                        "    isready) " +
                                                            on_ready +
                                                            " ;;\n"
                                                            "    batch*) left=${line#batch } ;;\n"
                                                            "    'game '*' go'*) left=$((left - 1))\n"
                                                            "      if [ $left = 0 ]; then\n"
                                                            "        batches=$((batches + 1))\n"
                                                            "        . ./batch$batches\n"
                                                            "      fi ;;\n"
                                                            "    quit) exit 0 ;;\n"
                                                            "  esac\n"
                                                            "done\n")};
    auto started = BotSession::start(loop, spec, {kTimeout, kTimeout, kTimeout}, {});
    const auto* fault = fault_in(started);
    BOOST_REQUIRE_MESSAGE(fault == nullptr, (fault == nullptr ? "" : fault->text));
    bot = std::move(started).value();
    BOOST_TEST(bot->games_offered() == 8);
    bot->name_games();
  }

  std::string begin(const std::vector<std::string>& games) {
    std::vector<uwi::NewGame> lines;
    for (const std::string& game : games) lines.push_back({game, 2, Seat{0}, 1});
    return words(bot->begin_games(setup(), lines, while_slow));
  }

  // The move and the info for each game, or its fault.
  std::vector<std::string> ask(const std::vector<std::string>& games,
                               std::chrono::milliseconds last = kTimeout) {
    const Question question{"board ../.. rack -", {}};
    std::vector<BatchedQuestion> batch;
    for (const std::string& game : games)
      batch.push_back({game, &question, {game == games.back() ? last : kTimeout, FaultKind::time}});
    bot->ask_all(batch, while_slow);
    std::vector<std::string> told;
    for (const BatchedQuestion& asked : batch) {
      const auto* fault = fault_in(*asked.answer);
      if (fault != nullptr) evidence = fault->evidence.lines;
      if (!*asked.answer && fault == nullptr) {
        told.push_back(std::get<Error>(asked.answer->error()).message);
      } else if (fault != nullptr) {
        told.push_back(words(*fault));
      } else {
        const MoveAnswer& move = asked.answer->value();
        told.push_back(move.move + (move.info.empty() ? "" : " (" + move.info + ")"));
      }
    }
    return told;
  }

  static std::string words(const Fault& fault) {
    return std::string(name_of(fault.kind)) + ": " + fault.text;
  }
  static std::string words(const Answered<void>& ready) {
    const auto* fault = fault_in(ready);
    return fault == nullptr ? "ready" : words(*fault);
  }
  // The lines that the bot has read, without the lines before the first game.
  std::string heard() const {
    const std::string all = text_of(folder / "heard");
    return all.substr(all.find("game "));
  }

  Folder folder;
  EventLoop loop;
  std::unique_ptr<BotSession> bot;
  Meanwhile while_slow;
  std::vector<std::string> evidence;  // The lines before the last fault.
};

using Told = std::vector<std::string>;

void check(const Told& told, const Told& wanted) {
  BOOST_TEST(told == wanted, boost::test_tools::per_element());
}

}  // namespace

BOOST_AUTO_TEST_CASE(all_questions_go_out_together_and_answers_come_in_any_order) {
  Crowd crowd(
      {say("game 3 info score 4\\ngame 3 bestmove 5d.AT\\ngame 1 bestmove pass\\ngame 2 bestmove ex.J\\n")});
  BOOST_TEST(crowd.begin({"1", "2", "3"}) == "ready");
  check(crowd.ask({"1", "2", "3"}), {"pass", "ex.J", "5d.AT (score 4)"});
  crowd.bot->tell(uwi::GameResult{{1, 2}, {2, 1}, "out"}, "2");
  crowd.bot->tell(uwi::GameResult{{1, 2}, {2, 1}, "out"}, "2");  // It is over, so this is not sent.
  BOOST_TEST(crowd.begin({"4"}) == "ready");
  BOOST_TEST(crowd.heard() ==
             "game 1 newgame id 1 players 2 seat 0 seed 1\n"
             "game 2 newgame id 2 players 2 seat 0 seed 1\n"
             "game 3 newgame id 3 players 2 seat 0 seed 1\n"
             "isready\n"
             "batch 3\n"
             "game 1 position board ../.. rack -\n"
             "game 1 go infinite\n"
             "game 2 position board ../.. rack -\n"
             "game 2 go infinite\n"
             "game 3 position board ../.. rack -\n"
             "game 3 go infinite\n"
             "game 2 result scores 1,2 ranks 2,1 reason out\n"
             "game 4 newgame id 4 players 2 seat 0 seed 1\n"
             "isready\n");
}

BOOST_AUTO_TEST_CASE(an_answer_to_no_game_or_without_a_name_answers_nothing) {
  Crowd crowd({say("bestmove pass\\ngame 9 bestmove pass\\ngame 1 bestmove 5d.AT\\nreadyok\\nbestmove\\n"
                   "game 9 bestmove\\ngame 2 hello\\ngame 2 bestmove pass\\n"),
               say("game 1 bestmove pass\\ngame 2 bestmove pass\\n")});
  BOOST_TEST(crowd.begin({"1", "2"}) == "ready");
  check(crowd.ask({"1", "2"}), {"5d.AT", "pass (not UWI: hello)"});
  check(crowd.ask({"1", "2"}), {"pass", "pass"});
}

BOOST_AUTO_TEST_CASE(a_second_answer_is_a_fault_of_its_game_alone) {
  Crowd crowd({say("game 1 bestmove pass\\ngame 1 bestmove 5d.AT\\ngame 2 bestmove pass\\n"),
               say("game 2 bestmove ex.J\\n")});
  BOOST_TEST(crowd.begin({"1", "2"}) == "ready");
  check(crowd.ask({"1", "2"}), {"pass", "pass"});
  check(crowd.ask({"1", "2"}),
        {"protocol: crowd said \"bestmove 5d.AT\": a second bestmove came; each go has one answer", "ex.J"});
}

BOOST_AUTO_TEST_CASE(a_second_answer_that_comes_while_another_game_begins_is_one_too) {
  Crowd crowd({say("game 1 bestmove pass\\ngame 1 bestmove pass\\n"), say("game 2 bestmove pass\\n")});
  BOOST_TEST(crowd.begin({"1"}) == "ready");
  check(crowd.ask({"1"}), {"pass"});
  BOOST_TEST(crowd.begin({"2"}) == "ready");
  const auto told = crowd.ask({"1", "2"});
  BOOST_TEST(told[0].starts_with("protocol: crowd said \"bestmove pass\": a second bestmove came"), told[0]);
  BOOST_TEST(told[1] == "pass");
}

BOOST_AUTO_TEST_CASE(a_bestmove_without_a_move_is_a_fault_of_its_game_alone) {
  Crowd crowd({say("game 1 bestmove\\ngame 2 bestmove pass\\n")});
  BOOST_TEST(crowd.begin({"1", "2"}) == "ready");
  check(crowd.ask({"1", "2"}), {"protocol: bestmove: a move should follow", "pass"});
}

// The other games go on, and the answer that comes too late is ignored.
BOOST_AUTO_TEST_CASE(a_game_that_runs_out_of_time_is_lost_alone) {
  Crowd crowd({say("game 1 bestmove pass\\n"), say("game 2 bestmove pass\\ngame 1 bestmove 5d.AT\\n"),
               say("game 1 bestmove ex.J\\ngame 3 bestmove pass\\n")});
  BOOST_TEST(crowd.begin({"1", "2"}) == "ready");
  // A slow shell may not have answered for game 1 yet.
  const auto told = crowd.ask({"1", "2"}, 20ms);
  BOOST_TEST(told[0] == "pass");
  BOOST_TEST(told[1] == "time: crowd did not send bestmove in time: it had 20 ms, including the margin");
  BOOST_TEST(crowd.evidence.back().starts_with("> game 2 go"), crowd.evidence.back());
  crowd.bot->tell_forfeit(uwi::GameResult{{}, {}, "forfeit"}, "2");
  check(crowd.ask({"1"}), {"5d.AT"});
  BOOST_TEST(crowd.begin({"3"}) == "ready");
  check(crowd.ask({"1", "3"}), {"ex.J", "pass"});
}

// The bot computes until then, so it is not forgiven that this thread is late.
BOOST_AUTO_TEST_CASE(an_answer_that_is_read_when_another_game_has_run_out_of_time_counts) {
  const OnOneProcessor one;
  Crowd crowd({"i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done; " + say("game 1 bestmove pass\\n") +
               "; : > answered"});
  BOOST_TEST(crowd.begin({"1", "2"}) == "ready");
  crowd.while_slow = [&] {
    BOOST_TEST(comes_true([&] { return std::filesystem::exists(crowd.folder / "answered"); }));
  };
  check(crowd.ask({"1", "2"}, 20ms),
        {"pass", "time: crowd did not send bestmove in time: it had 20 ms, including the margin"});
}

BOOST_AUTO_TEST_CASE(a_crash_leaves_what_was_answered_and_loses_the_rest) {
  Crowd crowd({say("game 2 bestmove pass\\n") + "; exit 3"});
  BOOST_TEST(crowd.begin({"1", "2", "3"}) == "ready");
  const std::string crash = "crash: crowd ended (exit code 3) when bestmove was awaited";
  check(crowd.ask({"1", "2", "3"}), {crash, "pass", crash});
  for (const std::string& line : crowd.evidence) BOOST_TEST(line.find("game 1") == std::string::npos, line);
  check(crowd.ask({"2"}), {crash});
  BOOST_TEST(crowd.begin({"4"}) == crash);
}

BOOST_AUTO_TEST_CASE(a_result_that_no_bot_reads_leaves_the_words_of_the_crash) {
  Crowd crowd({say("game 1 bestmove pass\ngame 2 bestmove pass\n") + "; exit 3"});
  BOOST_TEST(crowd.begin({"1", "2", "3"}) == "ready");
  const std::string crash = "crash: crowd ended (exit code 3) when bestmove was awaited";
  check(crowd.ask({"1", "2", "3"}), {"pass", "pass", crash});
  crowd.bot->tell(uwi::GameResult{{1, 2}, {2, 1}, "out"}, "1");
  check(crowd.ask({"2"}), {crash});
  BOOST_TEST(crowd.begin({"4"}) == crash);
}

// The bot is dead before the result of its game is sent.
BOOST_AUTO_TEST_CASE(a_result_that_no_bot_reads_is_no_answer_awaited) {
  const Folder folder;
  EventLoop loop;
  BotSpec spec;
  spec.name = "mortal";
  spec.launch.directory = folder.path();
  spec.launch.argv = {"/bin/sh", "-c",
                      "echo $$ > pid; while read -r word rest; do case $word in uwi) echo uwiok;; "
                      "isready) echo readyok;; go) echo bestmove pass; exit 3;; esac; done"};
  auto bot = BotSession::start(loop, spec, {kTimeout, kTimeout, kTimeout}, {}).value();
  BOOST_TEST(!fault_in(bot->begin_game(setup(), {"1", 2, Seat{0}, 1})));
  const Question question{"board ../.. rack -", {}};
  BOOST_TEST(bot->ask(question, {kTimeout, FaultKind::time}).value().move == "pass");
  BOOST_TEST_REQUIRE(is_soon_gone(std::stoi(text_of(folder / "pid"))));
  bot->tell(uwi::GameResult{{1, 2}, {2, 1}, "out"}, "1");
  BOOST_TEST(Crowd::words(bot->begin_game(setup(), {"2", 2, Seat{0}, 1})) ==
             "crash: mortal ended (exit code 3) when readyok was awaited");
}

BOOST_AUTO_TEST_CASE(a_line_over_the_limit_loses_all_games) {
  Crowd crowd({"printf 'game 1 bestmove pass\\n'; head -c 70000 /dev/zero | tr '\\0' x; echo; sleep 1000"});
  BOOST_TEST(crowd.begin({"1", "2"}) == "ready");
  check(crowd.ask({"1", "2"}), {"pass", "protocol: crowd sent a line of more than 65536 bytes"});
  check(crowd.ask({"1"}), {"protocol: crowd sent a line of more than 65536 bytes"});
}

BOOST_AUTO_TEST_CASE(a_bot_that_does_not_get_ready_plays_none_of_its_games) {
  Crowd crowd({}, "exit 4");
  const std::string crash = "crash: crowd ended (exit code 4) when readyok was awaited";
  BOOST_TEST(crowd.begin({"1", "2"}) == crash);
  BOOST_TEST(crowd.begin({"3"}) == crash);
}

// As when the opponent does not start: its result ends the talk, and closes the transcript.
BOOST_AUTO_TEST_CASE(a_game_that_the_bot_was_not_told_of_leaves_nothing_behind) {
  Crowd crowd({});
  const auto transcript = must(Transcript::create(crowd.folder / "transcript"));
  crowd.bot->write_to(transcript, "1");
  BOOST_TEST(transcript.use_count() == 2);
  crowd.bot->tell(uwi::GameResult{{1, 2}, {2, 1}, "forfeit"}, "1");
  BOOST_TEST(transcript.use_count() == 1);
}

BOOST_AUTO_TEST_CASE(an_answer_to_a_game_that_has_not_begun_is_ignored) {
  Crowd crowd({say("game 1 bestmove pass\\n")}, say("game 1 bestmove 5d.AT\\ngame 1 bestmove\\nreadyok\\n"));
  crowd.bot->write_to(must(Transcript::create(crowd.folder / "transcript")), "1");
  BOOST_TEST(crowd.begin({"1"}) == "ready");
}

// While its first game waits, the bot computes for long before it is ready for the second.
BOOST_AUTO_TEST_CASE(what_is_computed_while_another_game_begins_is_charged) {
  Crowd crowd({say("game 1 bestmove pass\\n")},
              "[ -e busy ] && i=0 && while [ $i -lt 1000000 ]; do i=$((i + 1)); done; touch busy; printf "
              "'readyok\\n'");
  const auto charged = [&] {
    const Question question{"board ../.. rack -", {}};
    std::vector<BatchedQuestion> batch{{"1", &question, {kTimeout, FaultKind::time, {}, true}}};
    crowd.bot->ask_all(batch);
    return batch[0].answer->value().taken;
  };
  crowd.while_slow = [] {};
  BOOST_TEST(crowd.begin({"1"}) == "ready");
  BOOST_TEST(crowd.begin({"2"}) == "ready");
  BOOST_TEST((charged() > 50ms));
}

BOOST_AUTO_TEST_CASE(two_games_share_the_time) {
  // However long the bot takes, both games together pay no more than the time that passes.
  Crowd crowd({"sleep 0.03; printf 'game 1 bestmove pass\\ngame 2 bestmove pass\\n'"});
  BOOST_TEST(crowd.begin({"1", "2"}) == "ready");
  const Question question{"board ../.. rack -", {}};
  std::vector<BatchedQuestion> batch;
  for (const char* game : {"1", "2"})
    batch.push_back({game, &question, {kTimeout, FaultKind::time, {}, true}});
  const auto before = std::chrono::steady_clock::now();
  crowd.bot->ask_all(batch);
  const auto passed = std::chrono::steady_clock::now() - before;
  const auto first = batch[0].answer->value().taken, second = batch[1].answer->value().taken;
  BOOST_TEST((first + second <= passed));
  BOOST_TEST((second >= first));
}

BOOST_AUTO_TEST_SUITE_END()
