// The table of a game that people play, and the dialogue in lines around it.
#include "play/play_table.h"

#include <boost/test/unit_test.hpp>
#include <deque>
#include <random>

#include "base/files.h"
#include "base/utf8.h"
#include "cli/play/plain_dialogue.h"
#include "cli/play/words.h"
#include "play/saved_game.h"
#include "protocol/replay.h"
#include "tests/engine/scenario.h"
#include "tests/folder.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(play_table)

namespace {

constexpr const char* kWords = "no not on ton to too toot onto";

Result<ResolvedPlan> plan_of(const std::vector<std::string>& people, const Ruleset& rules) {
  Lexicon lexicon = lexicon_of(rules, kWords);
  Plan plan(rules);
  plan.games = static_cast<int>(people.size());
  plan.seed = 5;
  plan.lexicon_sha256 = hexadecimal(lexicon.sha256());
  plan.lexicon_name = lexicon.name();
  plan.lexicon_words = lexicon.words();
  plan.format.players = static_cast<int>(people.size());
  plan.time_control.kind = TimeControl::Kind::none;
  for (const std::string& name : people) plan.bots.emplace_back().name = name;
  TOPTILE_TRY(auto sandbox, Sandbox::open(SandboxMode::off));
  return ResolvedPlan{std::move(plan), std::move(lexicon), std::move(sandbox)};
}

Ruleset small_rules(int least_players = 2, LexiconRule lexicon = LexiconRule::refuse) {
  return own_ruleset("small", "N8 O8 T8", [&](RulesetFields& fields) {
    fields.size = 6;
    fields.rack = 4;
    fields.players_min = least_players;
    fields.lexicon = lexicon;
    if (least_players == 1) fields.free_exchanges = 2;
  });
}

std::unique_ptr<PlayTable> begin(const std::vector<std::string>& people, const Ruleset& rules,
                                 const std::string& folder, int challenge_limit = 0) {
  auto plan = plan_of(people, rules);
  BOOST_REQUIRE_MESSAGE(plan, (plan ? "" : plan.error().message));
  auto table =
      PlayTable::begin(std::move(plan).value(), BuiltBots(people.size()), RunPaths{folder}, challenge_limit);
  BOOST_REQUIRE_MESSAGE(table, (table ? "" : table.error().message));
  return std::move(table).value();
}

std::unique_ptr<PlayTable> resume(const std::string& folder) {
  auto table = PlayTable::resume(RunPaths{folder}, SandboxMode::off);
  BOOST_REQUIRE_MESSAGE(table, (table ? "" : table.error().message));
  return std::move(table).value();
}

void play_best(PlayTable& table) {
  const auto plays = table.best_plays(1);
  BOOST_REQUIRE(table.play(plays.empty() ? Move(Pass{}) : Move(plays[0].placement)));
}

// Plays with lines as if somebody typed them; returns what was said.
std::string talk(PlayTable& table, std::deque<std::string> lines, Hints hints = Hints::shown) {
  std::string said;
  PlainDialogue dialogue(table, hints,
                         {[&]() -> std::optional<std::string> {
                            if (lines.empty()) return std::nullopt;
                            std::string line = lines.front();
                            lines.pop_front();
                            return line;
                          },
                          [&](std::string_view text) { said += text; }},
                         "", [] { return BotSeats::Outcome{}; });
  BOOST_TEST(dialogue.run().has_value());
  return said;
}

BOOST_AUTO_TEST_CASE(a_game_to_its_end_is_a_record_that_the_rules_confirm) {
  for (const int players : {1, 2, 3, 4}) {
    const Folder folder;
    const Ruleset rules = small_rules(players == 1 ? 1 : 2);
    std::vector<std::string> people = {"Anna", "Ben", "Cy", "Dora"};
    people.resize(static_cast<std::size_t>(players));
    auto table = begin(people, rules, folder / "run");
    while (!table->game().is_over()) play_best(*table);
    BOOST_TEST(!table->save_fault());
    BOOST_TEST(!std::filesystem::exists(unfinished_file(table->paths())));
    const auto record = find_game(table->paths(), GameNumber{1});
    BOOST_REQUIRE(record);
    const auto difference = find_difference(record.value(), rules, table->game().lexicon());
    BOOST_TEST(difference.value_or("") == "");
    table.reset();
    const auto run = read_run(RunPaths{folder / "run"});
    BOOST_REQUIRE_MESSAGE(run, (run ? "" : run.error().message));
    BOOST_TEST(run.value().results.size() == 1U);
    BOOST_TEST(!PlayTable::resume(RunPaths{folder / "run"}, SandboxMode::off));
  }
}

BOOST_AUTO_TEST_CASE(after_every_move_the_game_can_be_taken_up_again) {
  const Folder folder;
  auto table = begin({"Anna", "Ben", "Cy"}, small_rules(), folder / "run");
  std::string line = format_saved_game({});
  for (int turn = 0; !table->game().is_over(); ++turn) {
    const Game& game = table->game();
    const auto state = [&](const Game& of) {
      std::string text =
          format_move(of.turns().empty() ? Move(Pass{}) : of.turns().back().move, of.rules().alphabet());
      for (const Seat seat : each<Seat>(of.players()))
        text += " " + of.rules().alphabet().symbols(of.rack(seat)) + " " + std::to_string(of.score(seat));
      return text + " " + std::to_string(of.seat_to_move()) + of.rules().alphabet().symbols(of.bag());
    };
    const std::string before = state(game);
    const int hints = table->hints();
    table.reset();
    table = resume(folder / "run");
    BOOST_TEST(state(table->game()) == before);
    BOOST_TEST(table->hints() == hints);
    if (turn == 2) {
      const Seat seat = table->game().seat_to_move();
      const int after = static_cast<int>(table->game().turns().size());
      table->forfeit(seat, {seat, after, FaultKind::crash, "it ended", {{"> go"}, "x"}});
    } else {
      play_best(*table);
    }
  }
  const auto record = find_game(RunPaths{folder / "run"}, GameNumber{1});
  BOOST_REQUIRE(record);
  BOOST_REQUIRE(record.value().forfeits.size() == 1U);
  BOOST_TEST(record.value().forfeits[0].evidence.stderr_tail == "x");
  BOOST_TEST(find_difference(record.value(), table->plan().rules, table->game().lexicon()).value_or("") ==
             "");
}

BOOST_AUTO_TEST_CASE(a_kill_between_the_record_and_the_end_leaves_one_record) {
  const Folder folder;
  auto table = begin({"Anna", "Ben"}, small_rules(), folder / "run");
  std::string last;
  while (!table->game().is_over()) {
    last = read_file(unfinished_file(table->paths())).value();
    play_best(*table);
  }
  table.reset();
  folder.write("run/unfinished.json", last);
  const auto again = PlayTable::resume(RunPaths{folder / "run"}, SandboxMode::off);
  BOOST_REQUIRE(!again);
  BOOST_TEST(again.error().message.find("this game is over") != std::string::npos);
  BOOST_TEST(!std::filesystem::exists(folder / "run/unfinished.json"));
}

BOOST_AUTO_TEST_CASE(a_refused_move_changes_nothing_that_is_saved) {
  const Folder folder;
  auto table = begin({"Anna", "Ben"}, small_rules(), folder / "run");
  const std::string before = read_file(unfinished_file(table->paths())).value();
  BOOST_TEST(!table->play(move_of(table->plan().rules, "1a.NOT")));
  BOOST_TEST(read_file(unfinished_file(table->paths())).value() == before);
}

BOOST_AUTO_TEST_CASE(a_move_that_cannot_be_saved_is_told) {
  const Folder folder;
  auto table = begin({"Anna", "Ben"}, small_rules(), folder / "run");
  std::filesystem::rename(folder / "run", folder / "elsewhere");
  BOOST_TEST(table->play(Pass{}).has_value());
  BOOST_TEST(table->save_fault().has_value());
}

BOOST_AUTO_TEST_CASE(what_an_unfinished_game_of_a_stranger_says_is_told_in_plain) {
  const auto parsed = [](const std::string& clock, const std::string& reason) {
    return parse_saved_game(
        R"({"unfinished": 1, "hints": 0, "turns": [{"move": "pass", "info": "\u001b[2J", "clock": )" + clock +
            R"(}], "forfeits": [{"seat": 0, "after": 1, "reason": ")" + reason + R"(", "text": "\u202eb"}]})",
        "unfinished.json");
  };
  const auto saved = parsed("5", "time");
  BOOST_REQUIRE(saved);
  for (const std::string& text : {saved.value().turns[0].info, saved.value().forfeits[0].text})
    BOOST_TEST(text.find("\uFFFD") != std::string::npos, printable(text));
  BOOST_TEST(!parsed("-9223372036854775808", "time"));
  const auto wrong = parsed("5", "a\\u0007");
  BOOST_REQUIRE(!wrong);
  BOOST_TEST(wrong.error().message.find("reason: ") != std::string::npos, wrong.error().message);
  BOOST_TEST(wrong.error().message == printable(wrong.error().message, 1000));
}

BOOST_AUTO_TEST_CASE(the_last_one_left_unfinished_is_found) {
  const Folder folder;
  BOOST_TEST(!find_unfinished(folder.path()));
  begin({"Anna", "Ben"}, small_rules(), folder / "one");
  begin({"Anna", "Ben"}, small_rules(), folder / "two");
  using Clock = std::filesystem::file_time_type::clock;
  std::filesystem::last_write_time(folder / "one/unfinished.json", Clock::now() + std::chrono::hours(1));
  BOOST_TEST(find_unfinished(folder.path())->folder.filename() == "one");
}

BOOST_AUTO_TEST_CASE(folders_are_named_after_players_and_never_used_twice) {
  const Folder folder;
  std::vector<BotEntry> players(2);
  players[0].name = "Anna B/../x";
  players[1].name = "greedy";
  const auto name = [&] { return new_play_folder(folder.path(), players).folder.filename().string(); };
  BOOST_TEST(name() == "Anna-B-..-x-greedy");
  std::filesystem::create_directory(folder / name());
  BOOST_TEST(name() == "Anna-B-..-x-greedy-2");
}

BOOST_AUTO_TEST_CASE(people_are_asked_whether_they_challenge) {
  const Folder folder;
  auto table = begin({"Anna", "Ben"}, small_rules(2, LexiconRule::challenge), folder / "run");
  const std::string rack = table->alphabet().symbols(table->game().rack(Seat{0}));
  const std::string said = talk(*table, {"move 3b." + rack, "rack", "pass", "challenge"});
  BOOST_TEST(said.find("Ben, do you challenge it?") != std::string::npos);
  BOOST_TEST(said.find("There is a question to answer first.") != std::string::npos);
  BOOST_TEST(said.find("is right: " + rack + " is not a word, the play is taken back") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(people_are_challenged_as_often_as_they_are_wrong) {
  const Folder folder;
  auto table = begin({"Anna", "Ben"}, small_rules(2, LexiconRule::challenge), folder / "run");
  const std::string rack = table->alphabet().symbols(table->game().rack(Seat{0}));
  for (int i = 0; i < 5; ++i) {
    const std::string said = talk(*table, {"move 3b." + rack, "challenge"});
    BOOST_TEST(said.find("is right: " + rack + " is not a word") != std::string::npos);
    BOOST_TEST(said.find("limit of the harness") == std::string::npos);
    BOOST_TEST(table->game().seat_to_move() == 0);
  }
}

BOOST_AUTO_TEST_CASE(a_limit_that_people_ask_for_is_told_recorded_and_kept) {
  const Folder folder;
  const Ruleset rules = small_rules(2, LexiconRule::challenge);
  auto table = begin({"Anna", "Ben"}, rules, folder / "run", 2);
  const std::string rack = table->alphabet().symbols(table->game().rack(Seat{0}));
  talk(*table, {"move 3b." + rack, "challenge"});
  table.reset();
  table = resume(folder / "run");
  const std::string said = talk(*table, {"move 3b." + rack, "challenge"});
  BOOST_TEST(said.find("Anna passes: 2 plays were challenged away in this turn; a limit of the harness\n"
                       "makes the turn a pass") != std::string::npos,
             said);
  BOOST_TEST(table->game().turns().size() == 5U);
  BOOST_TEST(table->game().seat_to_move() == 1);
  table.reset();
  table = resume(folder / "run");
  BOOST_REQUIRE(table->play(Pass{}));
  const auto record = find_game(table->paths(), GameNumber{1});
  BOOST_REQUIRE(record);
  BOOST_REQUIRE(record.value().turns.size() == 6U);
  const TurnRecord& pass = record.value().turns[4];
  BOOST_TEST(pass.seat == 0);
  BOOST_TEST(pass.move == "pass");
  BOOST_REQUIRE(pass.refused.size() == 1U);
  BOOST_TEST(pass.refused[0].find("3b." + rack + ": challenged: 2 plays were challenged away in this turn") ==
             0U);
  BOOST_TEST(record.value().turns[5].refused.empty());
  BOOST_TEST(find_difference(record.value(), rules, table->game().lexicon()).value_or("") == "");
}

BOOST_AUTO_TEST_CASE(a_play_in_doubt_is_told_with_the_points_that_it_scores) {
  const Folder folder;
  auto table = begin({"Anna", "Ben"}, small_rules(2, LexiconRule::challenge), folder / "run");
  const std::string rack = table->alphabet().symbols(table->game().rack(Seat{0}));
  const std::string said = talk(*table, {"move 3b." + rack, "accept", "score"});
  BOOST_TEST(said.find("Anna plays 3b." + rack + " for 28: " + rack + " 8 + 20 for the whole rack = 28") !=
             std::string::npos);
  BOOST_TEST(said.find("Anna 28, Ben 0") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(hints_that_would_tell_real_words_are_not_given) {
  const Folder folder;
  auto table = begin({"Anna", "Ben"}, small_rules(2, LexiconRule::challenge), folder / "run");
  const std::string said = talk(*table, {"hint"}, Hints::would_tell_all);
  BOOST_TEST(said.find("There are no hints where words can be challenged") != std::string::npos);
  BOOST_TEST(table->hints() == 0);
}

BOOST_AUTO_TEST_CASE(free_exchanges_are_counted_down) {
  const Folder folder;
  auto table = begin({"Anna"}, small_rules(1), folder / "run");
  BOOST_TEST(free_exchanges_left(table->game()).value() == 2);
  const Face face = lowest(table->game().rack(Seat{0}).faces());
  BOOST_REQUIRE(table->play(Exchange{face}));
  BOOST_TEST(free_exchanges_left(table->game()).value() == 1);
}

// Random lines do no harm: after them a game goes on, or its record is right.
BOOST_AUTO_TEST_CASE(any_lines_come_to_a_game_that_the_rules_confirm) {
  std::mt19937 chance(5);
  const std::vector<std::string> words = {"move",    "exchange",  "N",      "O",      "T",      "pass",
                                          "hint",    "challenge", "accept", "3b.NOT", "c3.NOT", "3b.TON",
                                          "c2.ONTO", "3c.TOO",    "board",  "score",  "help",   "\xff",
                                          "",        "x.y",       "ex.N"};
  for (int game = 0; game < 40; ++game) {
    const Folder folder;
    const auto kind = game % 2 == 0 ? LexiconRule::refuse : LexiconRule::challenge;
    auto table = begin({"Anna", "Ben", "Cy"}, small_rules(2, kind), folder / "run");
    std::deque<std::string> lines;
    for (int i = 0; i < 400; ++i) {
      std::string line;
      for (unsigned word = 0; word <= chance() % 3; ++word)
        line += (word == 0 ? "" : " ") + words[chance() % words.size()];
      lines.push_back(line);
    }
    talk(*table, lines, game % 3 == 0 ? Hints::shown : Hints::switched_off);
    const std::size_t turns = table->game().turns().size();
    if (table->game().is_over()) {
      const auto record = find_game(table->paths(), GameNumber{1});
      BOOST_REQUIRE(record);
      BOOST_TEST(find_difference(record.value(), table->plan().rules, table->game().lexicon()).value_or("") ==
                 "");
    } else {
      table.reset();
      BOOST_TEST(resume(folder / "run")->game().turns().size() == turns);
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
