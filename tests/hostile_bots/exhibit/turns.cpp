// Deeds with messages: out of turn, twice, of the wrong kind, or declared wrongly.
#include "tests/hostile_bots/exhibit/exhibit.h"

namespace toptile {

namespace {

auto say_first(const std::string& line) {
  return [line](Exhibit&) {
    say(line);
    return Then::goes_on;
  };
}

auto say_instead(const std::string& line) {
  return [line](Exhibit&) {
    say(line);
    return Then::is_done;
  };
}

// Both lines are said in one write; otherwise the next question may come in between, and the second line
// would answer it.
Then answer_before_asked(Exhibit&) {
  say("readyok\nbestmove pass");
  return Then::is_done;
}

Then answer_twice(Exhibit& bot) {
  const std::string answer = bot.best_answer();
  say(answer + "\n" + answer);
  return Then::is_done;
}

Then declare_wrongly(Exhibit&) {
  say("id name Exhibit");
  for (const char* line :
       {"option name Depth type slider default 3", "option name Depth",
        "option name Depth type spin min x max 9", "option name Style type combo default calm", "option"}) {
    say(line);
  }
  say("uwiok");
  return Then::is_done;
}

Then speak_before_uwi(Exhibit&) {
  say("uwiok");
  return Then::goes_on;
}

Then say_uwiok_twice(Exhibit&) {
  say("id name Exhibit");
  say("uwiok");
  say("uwiok");
  return Then::is_done;
}

Then say_readyok_twice(Exhibit&) {
  say("readyok");
  say("readyok");
  return Then::is_done;
}

}  // namespace

Deeds turns() {
  return {
      {"uwiok-before-uwi", Moment::start, speak_before_uwi},
      {"uwiok-twice", Moment::uwi, say_uwiok_twice},
      {"wrong-options", Moment::uwi, declare_wrongly},
      {"readyok-twice", Moment::isready, say_readyok_twice},
      {"readyok-in-thought", Moment::go, say_first("readyok")},
      {"answer-before-asked", Moment::isready, answer_before_asked},
      {"answer-twice", Moment::go, answer_twice},
      {"answer-between-games", Moment::result, say_first("bestmove pass")},
      {"answer-at-quit", Moment::quit, say_first("bestmove pass")},
      {"empty-answer", Moment::go, say_instead("bestmove")},
      {"gibberish", Moment::go, say_instead("bestmove ©§")},
      {"new-name-between-games", Moment::result, say_first("id name Somebody Else")},
      {"option-between-games", Moment::result, say_first("option name Late type check default true")},
  };
}

}  // namespace toptile
