// Lines of UWI are read as messages and written again. Messages are compared by their canonical lines.
#include "protocol/uwi.h"

#include <fmt/format.h>

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "engine/random.h"
#include "protocol/ruleset_json.h"
#include "tests/engine/scenario.h"
#include "tests/protocol/transcript.h"

using namespace toptile;
using namespace std::chrono_literals;

namespace {

// The canonical line of a message that was read, or "error: …".
template <class Parsed>
std::string reading(const Parsed& parsed) {
  return parsed ? uwi::format(parsed.value()) : "error: " + parsed.error().message;
}
std::string referee(std::string_view line) {
  return reading(uwi::parse_referee_line(line));
}
std::string bot(std::string_view line) {
  return reading(uwi::parse_bot_line(line));
}

template <class Message>
Message told(std::string_view line) {
  const auto parsed = uwi::parse_referee_line(line);
  BOOST_REQUIRE_MESSAGE(parsed, reading(parsed));
  BOOST_REQUIRE(std::holds_alternative<Message>(parsed.value()));
  return std::get<Message>(parsed.value());
}
template <class Message>
Message answered(std::string_view line) {
  const auto parsed = uwi::parse_bot_line(line);
  BOOST_REQUIRE_MESSAGE(parsed, reading(parsed));
  BOOST_REQUIRE(std::holds_alternative<Message>(parsed.value()));
  return std::get<Message>(parsed.value());
}

struct Case {
  std::string line;
  std::string reading;  // Empty if it is the line itself.
};

const std::string kHasbro =
    "ruleset name hasbro size 10 rack 7 height 5 flat 2 stacked 1 qu 2 all 20 left 5 plural forbid end "
    "first_out "
    "lexicon void passes 1 scoreless 3 exchanges 0 faces Q=QU tiles "
    "A7B3C4D5E8F3G3H3I7J1K2L5M5N5O7P3Q1R5S6T5U5V1W2X1Y2Z1";

const std::vector<Case> kRefereeLines = {
    {"uwi 1", ""},
    {"uwi 2", ""},
    {"  uwi\t1  ", "uwi 1"},
    {"uwi 1 and more", "uwi 1"},
    {"uwi", "error: uwi: \"\" is not a whole number"},
    {"uwi one", "error: uwi: \"one\" is not a whole number"},
    {"uwi 99999999999999999999", "error: uwi: \"99999999999999999999\" is not a whole number"},
    {"UWI 1", "error: \"UWI 1\" is not a line of UWI 1"},
    {"", "error: \"\" is not a line of UWI 1"},
    {" \t ", "error: \" \\x09 \" is not a line of UWI 1"},

    {"setoption name Depth value 3", ""},
    {"setoption name Clear hash", ""},
    {"setoption name Style of play value off the wall", ""},
    {"setoption name Style of play value a value of values", ""},
    {"setoption name Depth   value 3", "setoption name Depth value 3"},
    {"setoption name valued value 3", ""},
    {"setoption name Depth value", "setoption name Depth value "},
    {"setoption name Depth value ", ""},
    {"setoption name Depth  ", "setoption name Depth"},
    {"setoption", "error: setoption: the form is: setoption name N [value V]"},
    {"setoption name", "error: setoption: the form is: setoption name N [value V]"},
    {"setoption name value 3", "error: setoption: the form is: setoption name N [value V]"},
    {"setoption Depth 3", "error: setoption: the form is: setoption name N [value V]"},

    {"isready", ""},
    {"isready now", "isready"},
    {"isready ", "isready"},

    {"lexicon name english words 172823 sha256 00ff path /a/b c/words.txt", ""},
    {"lexicon path /words.txt", "lexicon name - words 0 sha256 - path /words.txt"},
    {"lexicon name e language en words 5 sha256 0 path p", "lexicon name e words 5 sha256 0 path p"},
    {"lexicon name e words 5 sha256 0 path  p name q", "lexicon name e words 5 sha256 0 path p name q"},
    {"lexicon name e words 5 sha256 0", "error: lexicon: path: this key is missing"},
    {"lexicon name e words 5 sha256 0 path", "error: lexicon: path: this key is missing"},
    {"lexicon name e words many path p", "error: words: \"many\" is not a whole number"},
    {"lexicon words 2147483648 path p", "error: words: \"2147483648\" is not a whole number"},

    {"newgame id 17 players 2 seat 0 seed 42", ""},
    {"newgame id 17 players 4 seat 3 seed 18446744073709551615", ""},
    {"newgame seed 5 seat 1 round 3 id try", "newgame id try players 2 seat 1 seed 5"},
    {"newgame id 17 players 2 seat 0 seed 18446744073709551616",
     "error: seed: \"18446744073709551616\" is not a whole number"},
    {"newgame id 17 players 2 seat 0 seed -1", "error: seed: \"-1\" is not a whole number"},
    {"newgame id 17 players 2 seat 2 seed 1", "error: newgame: there is no seat 2 among 2 players"},
    {"newgame id 17 players 2 seat -1 seed 1", "error: newgame: there is no seat -1 among 2 players"},
    {"newgame id 17 players 5 seat 0 seed 1", "error: newgame: there is no seat 0 among 5 players"},
    {"newgame id 17 players 0 seat 0 seed 1", "error: newgame: there is no seat 0 among 0 players"},
    {"newgame id 17 players two", "error: players: \"two\" is not a whole number"},
    {"newgame id 17 seat", "error: seat: \"\" is not a whole number"},

    {"position board ../.. rack -", ""},
    {"position   board ../..  rack A", "position board ../..  rack A"},

    {"go clock 10000,9000 inc 100,100", ""},
    {"go movetime 500", ""},
    {"go infinite", ""},
    {"go", "go infinite"},
    {"go challenge clock 10000,9000 inc 100,100", ""},
    {"go challenge", "go challenge infinite"},
    {"go challenge movetime 5", ""},
    {"go challenger 5", "go infinite"},
    {"go  inc 1,2   clock 3,4", "go clock 3,4 inc 1,2"},
    {"go clock 0,-5", ""},
    {"go clock -1500,20 inc 0,0", ""},
    {"go movetime 2000 bank 30000,28000", ""},
    {"go infinite nodes 5000", ""},
    {"go challenge clock 5,6 inc 0,0 nodes 1", ""},
    {"go nodes 7 movetime 20", "go movetime 20 nodes 7"},
    {"go nodes", "error: nodes: \"\" is not a whole number"},
    {"go nodes many", "error: nodes: \"many\" is not a whole number"},
    {"go challenge bank 5,0 movetime 20", "go challenge movetime 20 bank 5,0"},
    {"go movetime 20 bank", "error: bank: \"\" is not a list of milliseconds"},
    {"go clock 1,2,3,4", ""},
    {"go clock 1,2,3,4,5", "error: clock: \"1,2,3,4,5\" is not a list of milliseconds"},
    {"go clock 1,,2", "error: clock: \"1,,2\" is not a list of milliseconds"},
    {"go clock ,", "error: clock: \",\" is not a list of milliseconds"},
    {"go clock", "error: clock: \"\" is not a list of milliseconds"},
    {"go clock 99999999999999999999", "error: clock: \"99999999999999999999\" is not a list of milliseconds"},
    {"go movetime", "error: movetime: \"\" is not a whole number"},
    {"go movetime 1.5", "error: movetime: \"1.5\" is not a whole number"},

    {"batch 32", ""},
    {"batch  2 and more", "batch 2"},
    {"batch", "error: batch: \"\" is not a whole number"},
    {"batch 0", "error: batch: \"0\" is not a number of questions, from 1"},

    {"stop", ""},
    {"refused lexicon 5d.XYZ: XYZ is not in the lexicon", ""},
    {"refused syntax", "refused syntax "},
    {"result scores 312,280 ranks 1,2 reason out", ""},
    {"result reason forfeit ranks 2,1 scores -5,0", "result scores -5,0 ranks 2,1 reason forfeit"},
    {"result", ""},
    {"result reason out", ""},
    {"result ranks 1,2", ""},
    {"result reason", "result"},
    {"result scores 1;2", "error: scores: \"1;2\" is not a list of numbers"},
    {"result ranks 99999999999", "error: ranks: \"99999999999\" is not a list of numbers"},
    {"quit", ""},
    {"bestmove pass", "error: \"bestmove pass\" is not a line of UWI 1"},

    {kHasbro, ""},
    {"ruleset", "error: ruleset: name: "},
    {"ruleset name x tiles A",
     "error: ruleset: tiles: \"A\" is not a list of symbols and counts, as in A7B3"},
    {"ruleset name x tiles 7A", "error: "},
    {"ruleset name x tiles A99999999999B2", "error: ruleset: tiles: \"A99999999999B2\" is not a list"},
    {"ruleset name x tiles A2147483647B2147483647C2147483647",
     "error: ruleset: tiles: A has the count 2147483647; it can be 1 to 99"},
    {"ruleset name x tiles \x01"
     "2",
     "error: ruleset: tiles: \"\\x01\" cannot be a symbol"},
    {"ruleset name x size 17 tiles A7B7C7", "error: ruleset: size: "},
    {"ruleset name x size ten tiles A7B7C7", "error: ruleset: size: \"ten\" is not a whole number"},
    {"ruleset name x plural never tiles A7B7C7",
     "error: ruleset: plural: \"never\" is not a forbid or allow"},
    {"ruleset name x end soon tiles A7B7C7", "error: ruleset: end: \"soon\" is not a first_out or all_out"},
    {"ruleset name x lexicon english tiles A7B7C7",
     "error: ruleset: lexicon: \"english\" is not a void or challenge"},
    {"ruleset name x faces QU tiles A7B7C7",
     "error: ruleset: faces: \"QU\" is not a symbol with what it spells"},
    {"ruleset name x tiles A7A7", "error: ruleset: "},
    {"ruleset name x tiles A7\xff", "error: ruleset: tiles: \"\\xff\" is not a list of symbols"},
};

const std::vector<Case> kBotLines = {
    {"id name Greedy", ""},
    {"id author Jane Doe, John Doe", ""},
    {"id   name   A  bot", "id name A  bot"},
    {"id kit toptile.py 1.1", ""},
    {"games 64", ""},
    {"games 1025", "games 1024"},
    {"games 0", "error: games: \"0\" is not a number of games at once, from 1"},
    {"games many", "error: games: \"many\" is not a whole number"},
    {"games 99999999999", "games 1024"},
    {"games -99999999999", "error: games: \"-99999999999\" is not a whole number"},
    {"id name", "error: id: the form is: id name … or id author … or id kit …"},
    {"id version 3", "error: id: the form is: id name … or id author … or id kit …"},
    {"id", "error: id: the form is: id name … or id author … or id kit …"},

    {"option name Ponder type check default false", ""},
    {"option name Depth type spin default 3 min 1 max 9", ""},
    {"option name Depth type spin max 9 min 1 default 3",
     "option name Depth type spin default 3 min 1 max 9"},
    {"option name Style of play type combo default very calm var very calm var wild", ""},
    {"option name Style   type  combo   var  very   calm", "option name Style type combo var very calm"},
    {"option name Book type string default", "option name Book type string default "},
    {"option name Clear type button", ""},
    {"option name type type check", ""},
    {"option name Größe type string default ß", ""},
    {"option name Depth type spin min -9223372036854775808 max 9223372036854775807", ""},
    {"option name Depth type spin max 9223372036854775808",
     "error: max: \"9223372036854775808\" is not a whole number"},
    {"option name Depth type spin min", "error: min: \"\" is not a whole number"},
    {"option name Depth type slider",
     "error: option: type: \"slider\" is not a type; the types are check, spin, combo, string, button"},
    {"option name Depth type spin step 2",
     "error: option: \"step\" is not a key; the keys are default, min, max, var"},
    {"option name Depth", "error: option: the form is: option name N type check|spin|combo|string|button …"},
    {"option name  type check",
     "error: option: the form is: option name N type check|spin|combo|string|button …"},
    {"option type check", "error: option: the form is: option name N type check|spin|combo|string|button …"},
    {"option name X type ", "error: option: type: \"\" is not a type"},
    {"option", "error: option: the form is: option name N type check|spin|combo|string|button …"},

    {"uwiok", ""},
    {"uwiok !", "uwiok"},
    {"readyok", ""},
    {"info depth 3 nodes 1200 time 5 score 14 pv 5d.MOOD g5.DEAR string as far as I see", ""},
    {"info", "info "},
    {"bestmove 5d.MOOD", ""},
    {"bestmove   pass  ponder 5d.MOOD", "bestmove pass"},
    {"bestmove ex.QU", ""},
    {"bestmove 5d.GRÖßE", ""},
    {"bestmove", "error: bestmove: a move should follow"},
    {"bestmove \t", "error: bestmove: a move should follow"},
    {"hello?", "error: \"hello?\" is not a line of UWI 1"},
    {"go infinite", "error: \"go infinite\" is not a line of UWI 1"},
};

// An expected error may be only the beginning of the error.
void check(const std::vector<Case>& cases, std::string (*read)(std::string_view)) {
  for (const Case& each : cases) {
    const std::string expected = each.reading.empty() ? each.line : each.reading;
    const std::string found = read(each.line);
    BOOST_TEST((found == expected || (expected.starts_with("error: ") && found.starts_with(expected))),
               '"' << each.line << "\" is read as \"" << found << "\", not \"" << expected << '"');
    if (!found.starts_with("error: ")) BOOST_TEST(read(found) == found, "what is written is read the same");
  }
}

Ruleset german() {
  return own_ruleset("deutsch", "A5 Ä2 B3 C1 D4 E12 Q2 ß1 Š2=SCH",
                     [](RulesetFields& fields) { fields.size = 16; });
}

// The text that tells a bot the ruleset.
std::string told_fields(const Ruleset& rules) {
  return uwi::format_ruleset(rules);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(uwi)

BOOST_AUTO_TEST_CASE(every_line_of_a_referee_is_read_for_what_it_is) {
  check(kRefereeLines, referee);
}

BOOST_AUTO_TEST_CASE(every_line_of_a_bot_is_read_for_what_it_is) {
  check(kBotLines, bot);
}

BOOST_AUTO_TEST_CASE(the_parts_of_a_line_come_where_they_belong) {
  BOOST_TEST(told<toptile::uwi::Hello>("uwi 7").version == 7);
  const auto option = told<toptile::uwi::SetOption>("setoption name Style of play value off the wall");
  BOOST_TEST(option.name == "Style of play");
  BOOST_TEST(option.value.value() == "off the wall");
  BOOST_TEST(!told<toptile::uwi::SetOption>("setoption name Clear hash").value);
  const auto lexicon = told<toptile::uwi::LexiconLine>("lexicon sha256 00ff name e words 5 path /a b/c d");
  BOOST_TEST(lexicon.name == "e");
  BOOST_TEST(lexicon.words == 5);
  BOOST_TEST(lexicon.sha256 == "00ff");
  BOOST_TEST(lexicon.path == "/a b/c d");
  const auto game = told<toptile::uwi::NewGame>("newgame id 17 players 3 seat 2 seed 18446744073709551615");
  BOOST_TEST(game.id == "17");
  BOOST_TEST(game.players == 3);
  BOOST_TEST(game.seat == 2);
  BOOST_TEST(game.seed == UINT64_MAX);
  const auto go = told<toptile::uwi::Go>("go challenge clock 10000,9000 inc 100,50");
  BOOST_TEST(go.is_question);
  BOOST_TEST((go.clock == std::vector{10000ms, 9000ms}));
  BOOST_TEST((go.increment == std::vector{100ms, 50ms}));
  BOOST_TEST(!go.move_time.has_value());
  BOOST_TEST((told<toptile::uwi::Go>("go movetime 500").move_time == 500ms));
  BOOST_TEST(!told<toptile::uwi::Go>("go movetime 500").is_question);
  const auto refused = told<toptile::uwi::Refused>("refused lexicon XYZ is not a word");
  BOOST_TEST(refused.reason == "lexicon");
  BOOST_TEST(refused.text == "XYZ is not a word");
  const auto result = told<toptile::uwi::GameResult>("result scores 312,-280 ranks 1,2 reason out");
  BOOST_TEST(result.scores == (std::vector{312, -280}), boost::test_tools::per_element());
  BOOST_TEST(result.ranks == (std::vector{1, 2}), boost::test_tools::per_element());
  BOOST_TEST(result.reason == "out");

  const auto id = answered<toptile::uwi::Id>("id author Jane Doe");
  BOOST_TEST(id.key == "author");
  BOOST_TEST(id.value == "Jane Doe");
  const auto spin =
      answered<toptile::uwi::OptionLine>("option name Look ahead type spin default 3 min 1 max 9");
  BOOST_TEST(spin.name == "Look ahead");
  BOOST_TEST(spin.type == "spin");
  BOOST_TEST(spin.default_value.value() == "3");
  BOOST_TEST(spin.min.value() == 1);
  BOOST_TEST(spin.max.value() == 9);
  const auto combo =
      answered<toptile::uwi::OptionLine>("option name Style type combo var very calm var wild");
  BOOST_TEST(combo.choices == (std::vector<std::string>{"very calm", "wild"}),
             boost::test_tools::per_element());
  BOOST_TEST(answered<toptile::uwi::BestMove>("bestmove 5d.MOOD").move == "5d.MOOD");
  BOOST_TEST(answered<toptile::uwi::Info>("info depth 3 pv a b").text == "depth 3 pv a b");
}

BOOST_AUTO_TEST_CASE(every_shipped_ruleset_comes_through_the_wire) {
  for (const std::string& name : shipped_ruleset_names()) {
    const Ruleset& rules = shipped(name);
    const auto read = toptile::uwi::parse_ruleset(toptile::uwi::format_ruleset(rules));
    BOOST_REQUIRE_MESSAGE(read, name);
    BOOST_TEST(told_fields(read.value()) == told_fields(rules), name);
    BOOST_TEST((read.value().alphabet() == rules.alphabet()), name);
    BOOST_TEST((read.value().tiles() == rules.tiles()), name);
    BOOST_TEST((read.value().qu() == rules.qu()), name);
    BOOST_TEST((read.value().plural_face() == rules.plural_face()), name);
    BOOST_TEST(read.value().plays_with(rules.players_min), name);
  }
}

BOOST_AUTO_TEST_CASE(a_ruleset_of_other_faces_comes_through_the_wire) {
  const Ruleset rules = german();
  const std::string line = toptile::uwi::format_ruleset(rules);
  BOOST_TEST(line.find("Ä2") != std::string::npos, line);
  const auto read = toptile::uwi::parse_ruleset(line);
  BOOST_REQUIRE_MESSAGE(read, line);
  BOOST_TEST((read.value().alphabet() == rules.alphabet()), line);
  BOOST_TEST((read.value().tiles() == rules.tiles()), line);
  BOOST_TEST(read.value().size == 16);
}

BOOST_AUTO_TEST_CASE(q_is_the_qu_tile_unless_the_line_says_otherwise) {
  const auto spelling = [](std::string_view line) {
    const auto read = toptile::uwi::parse_ruleset(line);
    BOOST_REQUIRE(read);
    std::string_view q = "Q";
    return read.value().alphabet().text(*read.value().alphabet().take_symbol(q));
  };
  BOOST_TEST(spelling("name x tiles A7E7Q1U3") == "QU");
  BOOST_TEST(spelling("name x faces Q=QU tiles A7E7Q1U3") == "QU");
  BOOST_TEST(spelling("name x tiles A7E7Q1U3 faces Q=Q") == "Q");
}

// A line end in a path or a text must not begin a second message.
BOOST_AUTO_TEST_CASE(every_message_is_written_as_one_line) {
  const std::string nasty = "a\nquit\r\nb";
  const std::string zero("a\0b", 3);
  using namespace toptile::uwi;
  const std::vector<RefereeMessage> of_referee = {
      SetOption{nasty, nasty},          SetOption{zero, std::nullopt}, LexiconLine{nasty, 1, nasty, nasty},
      NewGame{nasty, 2, Seat{0}, 1},    PositionLine{nasty},           Refused{nasty, nasty},
      GameResult{{1, 2}, {2, 1}, nasty}};
  for (const RefereeMessage& message : of_referee) {
    BOOST_TEST(format(message).find_first_of(std::string("\n\r\0", 3)) == std::string::npos, format(message));
  }
  const std::vector<BotMessage> of_bot = {Id{"name", nasty},
                                          OptionLine{nasty, "string", nasty, {}, {}, {nasty}}, Info{nasty},
                                          BestMove{nasty}, Info{zero}};
  for (const BotMessage& message : of_bot) {
    BOOST_TEST(format(message).find_first_of(std::string("\n\r\0", 3)) == std::string::npos, format(message));
  }
}

BOOST_AUTO_TEST_CASE(a_lexicon_named_with_blanks_is_still_a_line_that_bots_can_read) {
  using namespace toptile::uwi;
  const LexiconLine line{"my own words 5", 12, "00", "/my words.txt"};
  const auto read = told<LexiconLine>(format(RefereeMessage(line)));
  BOOST_TEST(read.name == "my_own_words_5");
  BOOST_TEST(read.words == 12);
  BOOST_TEST(read.path == "/my words.txt");
}

// In good lines, bytes are changed, dropped, doubled and swapped. Such a line is refused, or it is read as a
// message whose own line is read the same.
BOOST_AUTO_TEST_CASE(no_line_however_garbled_is_more_than_an_error) {
  std::vector<std::string> lines;
  for (const Case& each : kRefereeLines) lines.push_back(each.line);
  for (const Case& each : kBotLines) lines.push_back(each.line);
  Random random(1);
  const std::string pieces[] = {
      " ", "  ", "\t", "name", " value ", " type ", "\xff", "Ä", ",", "-", "=", "99999999999999999999", "0"};
  int readable = 0;
  for (int round = 0; round < 40'000; ++round) {
    std::string line = lines[random.below(lines.size())];
    for (std::uint64_t changes = 1 + random.below(4); changes > 0; --changes) {
      const std::size_t at = random.below(line.size() + 1);
      switch (random.below(4)) {
        case 0:
          line.insert(at, pieces[random.below(std::size(pieces))]);
          break;
        case 1:
          line.erase(at, random.below(8));
          break;
        case 2:
          if (at < line.size()) line[at] = static_cast<char>(random.below(256));
          break;
        default:
          line += line.substr(at);
      }
    }
    for (const auto& read : {referee(line), bot(line)}) {
      const bool is_one_line = read.starts_with("error: ") || read.find_first_of("\n\r") == std::string::npos;
      if (!is_one_line) BOOST_TEST(is_one_line, read);
      readable += !read.starts_with("error: ");
    }
  }
  BOOST_TEST(readable > 1000);
}

BOOST_AUTO_TEST_CASE(info_line_gives_its_last_score_and_first_move) {
  const auto shown = [](std::string_view text) {
    const toptile::uwi::InfoValues values = toptile::uwi::values_of_info(text);
    return (values.score ? fmt::format("{}", *values.score) : "none") + " " + std::string(values.move);
  };
  for (const auto& [text, told] : std::initializer_list<std::pair<const char*, const char*>>{
           {"", "none "},
           {"depth 3 nodes 20 time 4 score 3.5 pv 5d.SALE a3.ON", "3.5 5d.SALE"},
           {"pv 5d.SALE a3.ON score -400", "-400 5d.SALE"},
           {"score 5 score -6", "-6 "},
           {"score 5 score six", "none "},
           {"score 1e3", "1000 "},
           {"score +5", "none "},
           {"score 5x", "none "},
           {"score nan", "none "},
           {"score inf", "none "},
           {"score -infinity", "none "},
           {"score 1e999", "none "},
           {"score", "none "},
           {"pv", "none "},
           {"  score   7  ", "7 "},
           {"string score 5", "none "},
           {"score 4 string score 5 pv pass", "4 "},
           {"Score 5", "none "},
           {"score5", "none "},
           {"not UWI: score 5 pv pass", "none "},
           {"not UWI score 5", "5 "}})
    BOOST_TEST(shown(text) == told, text);
}

BOOST_AUTO_TEST_CASE(an_option_accepts_what_it_declares) {
  struct Case {
    const char* line;
    std::vector<std::string> taken, refused;
  };
  const Case cases[] = {
      {"option name A type check default true", {"true", "false"}, {"", "yes", "TRUE"}},
      {"option name A type spin default 1 min -2 max 9", {"-2", "0", "9"}, {"-3", "10", "", "1.5", "9 "}},
      {"option name A type spin", {"-99999", "99999"}, {"much"}},
      {"option name A type combo default calm var calm var very bold", {"calm", "very bold"}, {"bold", ""}},
      {"option name A type string", {"", "any text"}, {}},
      {"option name A type button", {""}, {}},
  };
  for (const Case& each : cases) {
    const auto message = toptile::uwi::parse_bot_line(each.line);
    BOOST_REQUIRE(message);
    const auto& option = std::get<toptile::uwi::OptionLine>(message.value());
    for (const std::string& value : each.taken)
      BOOST_TEST(toptile::uwi::accepts(option, value), each.line << ": " << value);
    for (const std::string& value : each.refused)
      BOOST_TEST(!toptile::uwi::accepts(option, value), each.line << ": " << value);
  }
}

BOOST_AUTO_TEST_CASE(a_mark_is_taken_off_the_line) {
  const auto taken = [](std::string_view line) {
    const std::string game(toptile::uwi::take_game(line));
    return game + "|" + std::string(line);
  };
  BOOST_TEST(taken("game 17 bestmove pass") == "17|bestmove pass");
  BOOST_TEST(taken("game  a-b   info  x") == "a-b|info  x");
  BOOST_TEST(taken("game 17") == "17|");
  for (const char* unmarked : {"game", "game ", "games 64", "bestmove pass", " game 17 bestmove pass", ""})
    BOOST_TEST(taken(unmarked) == "|" + std::string(unmarked));
  std::string line;
  toptile::uwi::append_game(line, "");
  BOOST_TEST(line == "");
  toptile::uwi::append_game(line, "17");
  BOOST_TEST(line == "game 17 ");
}

BOOST_AUTO_TEST_SUITE_END()
