// How the referee's side of a conversation handles bots that speak out of turn. The bots are processes of a
// few lines of shell.
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>

#include "protocol/ruleset_json.h"
#include "referee/game/bot_session.h"
#include "referee/game/play_game.h"
#include "referee/processes/event_loop.h"
#include "tests/folder.h"
#include "tests/referee/puppet.h"

using namespace toptile;

BOOST_AUTO_TEST_SUITE(out_of_turn)

namespace {

// What the bot prints with printf after each command; the lines that it read are in the file `heard`.
struct Answers {
  std::string uwi = "uwiok\\n";
  std::string isready = "readyok\\n";
  std::string go = "bestmove pass\\n";
};

struct Session {
  explicit Session(const Answers& answers) {
    BotSpec spec;
    spec.name = "rude";
    spec.launch.directory = folder.path();
    spec.launch.argv = {"/bin/sh", folder.write_program("bot.sh",
                                                        "while read -r line; do\n"
                                                        "  echo \"$line\" >> '" +
                                                            heard() +
                                                            "'\n"
                                                            "  case \"$line\" in\n"
                                                            "    uwi*) printf '" +
                                                            answers.uwi +
                                                            "' ;;\n"
                                                            "    isready) printf '" +
                                                            answers.isready +
                                                            "' ;;\n"
                                                            "    go*) printf '" +
                                                            answers.go +
                                                            "' ;;\n"
                                                            "    quit) exit 0 ;;\n"
                                                            "  esac\n"
                                                            "done\n")};
    auto started = BotSession::start(loop, spec, {}, {});
    const auto* fault = fault_in(started);
    BOOST_REQUIRE_MESSAGE(fault == nullptr, (fault == nullptr ? "" : fault->text));
    bot = std::move(started).value();
  }

  std::string heard() const { return folder / "heard"; }

  // Returns "ready", or the fault.
  std::string begin_game() {
    const Ruleset rules = must(shipped_ruleset("hasbro"));
    const uwi::LexiconLine lexicon{"plain", 1, "0", "/dev/null"};
    const auto begun = bot->begin_game(uwi::format(uwi::RefereeMessage(uwi::RulesetLine{rules})) + "\n" +
                                           uwi::format(uwi::RefereeMessage(lexicon)) + "\n",
                                       {"1", 2, Seat{0}, 1});
    const auto* fault = fault_in(begun);
    return fault == nullptr ? "ready" : words(*fault);
  }
  // Returns the move and the info that the record keeps with it, or the fault.
  std::string ask(const uwi::Go& go = {}) {
    const auto answer = bot->ask({"board ../.. rack -", go}, {kTimeout, FaultKind::time});
    const auto* fault = fault_in(answer);
    if (fault != nullptr) return words(*fault);
    const auto& move = answer.value();
    return move.move + (move.info.empty() ? "" : " (" + move.info + ")");
  }

  static std::string words(const Fault& fault) {
    return std::string(name_of(fault.kind)) + ": " + fault.text;
  }

  Folder folder;
  EventLoop loop;
  std::unique_ptr<BotSession> bot;
};

const std::string kSecondMove =
    "protocol: rude said \"bestmove 5d.AT\": a second bestmove came; each go has one answer";
const std::string kUnaskedReady =
    "protocol: rude said \"readyok\": readyok came, but no isready waits for an answer";

}  // namespace

BOOST_AUTO_TEST_CASE(a_polite_bot_is_left_in_peace) {
  Session session({});
  BOOST_TEST(session.begin_game() == "ready");
  BOOST_TEST(session.ask() == "pass");
  BOOST_TEST(session.ask({.clock = {5ms, 5ms}}) == "pass");
  session.bot->tell(uwi::GameResult{{1, 2}, {2, 1}, "out"});
  BOOST_TEST(session.begin_game() == "ready");
}

BOOST_AUTO_TEST_CASE(a_second_bestmove_is_no_answer_to_the_next_question) {
  Session session({.go = "bestmove pass\\nbestmove 5d.AT\\n"});
  BOOST_TEST(session.begin_game() == "ready");
  BOOST_TEST(session.ask() == "pass");
  BOOST_TEST(session.ask() == kSecondMove);
}

BOOST_AUTO_TEST_CASE(a_second_bestmove_that_comes_before_the_next_question_is_no_answer_to_it) {
  Session session(
      {.go = "bestmove pass\\n'; sleep 0.1; printf 'bestmove 5d.AT\\n'; echo said >> said; printf '"});
  BOOST_TEST(session.begin_game() == "ready");
  BOOST_TEST(session.ask() == "pass");
  BOOST_REQUIRE(comes_true([&] { return std::filesystem::exists(session.folder / "said"); }));
  BOOST_TEST(session.ask() == kSecondMove);
}

BOOST_AUTO_TEST_CASE(a_second_bestmove_is_found_when_the_next_game_begins) {
  Session session({.go = "bestmove pass\\nbestmove 5d.AT\\n"});
  BOOST_TEST(session.begin_game() == "ready");
  BOOST_TEST(session.ask() == "pass");
  BOOST_TEST(session.begin_game() == kSecondMove);
}

BOOST_AUTO_TEST_CASE(a_readyok_that_nobody_asked_for_is_a_fault) {
  Session early({.uwi = "uwiok\\nreadyok\\n"});
  BOOST_TEST(early.begin_game() == kUnaskedReady);
  Session twice({.isready = "readyok\\nreadyok\\n"});
  BOOST_TEST(twice.begin_game() == "ready");
  BOOST_TEST(twice.ask() == kUnaskedReady);
}

BOOST_AUTO_TEST_CASE(a_second_uwiok_is_a_fault_and_a_late_declaration_is_noted) {
  Session twice({.uwi = "uwiok\\nuwiok\\n"});
  BOOST_TEST(twice.begin_game() ==
             "protocol: rude said \"uwiok\": uwiok came twice; it comes once, as the answer to uwi");
  Session late({.go = "id name Late\\ninfo depth 1\\nbestmove pass\\n"});
  BOOST_TEST(late.begin_game() == "ready");
  BOOST_TEST(late.ask() == "pass (not UWI: id name Late)");
}

// Later the rules refuse such an answer, with a reason of theirs.
BOOST_AUTO_TEST_CASE(an_answer_that_does_not_fit_its_question_is_handed_on) {
  Session session({.go = "bestmove challenge\\n"});
  BOOST_TEST(session.begin_game() == "ready");
  BOOST_TEST(session.ask({.is_question = true}) == "challenge");
  BOOST_TEST(session.ask() == "challenge");
  BOOST_TEST(session.ask({.is_question = true, .clock = {5ms, 5ms}}) == "challenge");
}

BOOST_AUTO_TEST_CASE(a_bot_is_not_told_the_result_of_a_game_it_never_heard_of) {
  Session session({});
  const uwi::GameResult result{{1, 2}, {2, 1}, "forfeit"};
  session.bot->tell(result);
  BOOST_TEST(session.begin_game() == "ready");
  session.bot->tell(result);
  session.bot->tell(result);
  BOOST_TEST(session.begin_game() == "ready");
  const std::string heard = text_of(session.heard());
  BOOST_TEST(heard.find("result") == heard.rfind("result"), heard);
  BOOST_TEST(heard.find("result") > heard.find("newgame"), heard);
}

BOOST_AUTO_TEST_SUITE_END()
