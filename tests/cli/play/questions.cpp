#include "cli/play/questions.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <deque>

#include "play/players.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(questions)

namespace {

using Answers = std::deque<std::string>;

// The players that the answers choose, or "nothing" if the answers end too early.
std::string players_of(Answers answers, std::string* said = nullptr) {
  const Asking asking{[&]() -> std::optional<std::string> {
                        if (answers.empty()) return std::nullopt;
                        std::string answer = answers.front();
                        answers.pop_front();
                        return answer;
                      },
                      [&](std::string_view text) {
                        if (said != nullptr) *said += text;
                      }};
  const Opponents opponents{{{"easy", "600"}}, {{"greedy", "0"}, {"random", "-1428"}}, "easy"};
  const auto players = ask_for_players(asking, opponents, [](const std::string& text) -> Result<void> {
    if (text == "bad") return Error{"bad is not a name"};
    return success();
  });
  if (!players) return "nothing";
  std::string text;
  for (const std::string& player : *players) text += (text.empty() ? "" : "|") + player;
  return text;
}

BOOST_AUTO_TEST_CASE(a_person_and_a_computer_are_the_usual) {
  ::setenv("USER", "anna", 1);
  BOOST_TEST(players_of({"", "", "", "", ""}) == "anna|bot:easy");
}

BOOST_AUTO_TEST_CASE(one_to_four_are_named) {
  BOOST_TEST(players_of({"1", "p", "Anna"}) == "Anna");
  BOOST_TEST(players_of({"4", "p", "Anna", "c", "random", "p", "Ben", "computer", "./mine --deep"}) ==
             "Anna|bot:random|Ben|bot:./mine --deep");
}

BOOST_AUTO_TEST_CASE(what_is_no_answer_is_asked_again) {
  std::string said;
  BOOST_TEST(players_of({"0", "5", "two", "1", "?", "p", "bad", "Anna"}, &said) == "Anna");
  BOOST_TEST(said.find("bad is not a name") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(levels_and_bots_are_two_lists_with_their_scales) {
  std::string said;
  players_of({"1", "c", ""}, &said);
  BOOST_TEST(
      said.find("  Levels, in Elo above random (greedy has about 1570):\n    easy    600\n"
                "  Bots, on another scale, in Elo above greedy:\n    greedy  0\n    random  -1428\n") !=
          std::string::npos,
      said);
}

BOOST_AUTO_TEST_CASE(the_end_of_input_is_no_answer) {
  for (const Answers& answers : {Answers{}, Answers{"2"}, Answers{"2", "p"}, Answers{"2", "p", "Anna"},
                                 Answers{"2", "p", "Anna", "c"}})
    BOOST_TEST(players_of(answers) == "nothing");
}

BOOST_AUTO_TEST_CASE(in_a_small_window_the_bots_are_on_it_and_no_word_is_broken) {
  Opponents opponents{{{"easy", "600", "sees few of the plays"}}, {}, "easy"};
  for (int i = 1; i <= 8; ++i)
    opponents.bots.push_back(
        {"bot-" + std::to_string(i), "+181", "weighs what a play opens to the others and what it keeps"});
  for (const auto& [columns, rows] : {std::pair<std::size_t, std::size_t>{60, 14}, {60, 40}, {80, 24}}) {
    std::string said;
    std::deque<std::string> answers = {"1", "c", ""};
    const Asking asking{[&]() -> std::optional<std::string> {
                          std::string answer = answers.front();
                          answers.pop_front();
                          return answer;
                        },
                        [&](std::string_view text) { said += text; }, columns, rows};
    BOOST_TEST(ask_for_players(asking, opponents, [](const std::string&) { return success(); }).has_value());
    const std::string list = said.substr(said.find("    easy"));
    BOOST_TEST(static_cast<std::size_t>(std::ranges::count(list, '\n')) < rows);
    for (std::size_t begin = 0, end = 0; (end = list.find('\n', begin)) != list.npos; begin = end + 1)
      BOOST_TEST(end - begin < columns);
    BOOST_TEST((list.find("keeps") != list.npos) == (rows > 14));
  }
}

BOOST_AUTO_TEST_CASE(a_tiny_window_names_the_bots_in_one_paragraph) {
  Opponents opponents;
  for (int i = 1; i <= 30; ++i) opponents.bots.push_back({"bot-" + std::to_string(i), "0", "plays"});
  std::string said;
  std::deque<std::string> answers = {"1", "c", "bot-7"};
  const Asking asking{[&]() -> std::optional<std::string> {
                        std::string answer = answers.front();
                        answers.pop_front();
                        return answer;
                      },
                      [&](std::string_view text) { said += text; }, 60, 14};
  const auto players = ask_for_players(asking, opponents, [](const std::string&) { return success(); });
  BOOST_REQUIRE(players.has_value());
  BOOST_TEST(players->front() == "bot:bot-7");
  BOOST_TEST(said.find("bot-30\n") != std::string::npos);
  BOOST_TEST(std::ranges::count(said, '\n') < 14);
}

BOOST_AUTO_TEST_CASE(yes_and_no_are_the_only_answers) {
  const auto ask = [](Answers answers, bool usual) {
    std::string said;
    const Asking asking{[&]() -> std::optional<std::string> {
                          if (answers.empty()) return std::nullopt;
                          std::string answer = answers.front();
                          answers.pop_front();
                          return answer;
                        },
                        [&](std::string_view text) { said += text; }};
    const auto answer = ask_whether(asking, "Go on?", usual);
    const auto again = static_cast<int>(said.size() - said.find(": ")) > 3 ? " after a hint" : "";
    return (answer ? *answer ? "yes" : "no" : "nothing") + std::string(again);
  };
  BOOST_TEST(ask({""}, true) == "yes");
  BOOST_TEST(ask({" "}, false) == "no");
  BOOST_TEST(ask({"Y"}, false) == "yes");
  BOOST_TEST(ask({"No"}, true) == "no");
  BOOST_TEST(ask({"2", "never", "n"}, true) == "no after a hint");
  BOOST_TEST(ask({"2"}, true) == "nothing after a hint");
  BOOST_TEST(ask({}, true) == "nothing");
}

BOOST_AUTO_TEST_CASE(names_are_what_can_be_shown) {
  BOOST_TEST(check_person_name("  Anna B  ").value() == "Anna B");
  BOOST_TEST(check_person_name("Ännchen").value() == "Ännchen");
  for (const char* name : {"", " ", "a\tb", "a\x1b[2J", "\xff", "123456789012345678901"})
    BOOST_TEST(!check_person_name(name));
  std::vector<BotEntry> players(3);
  for (BotEntry& player : players) player.name = "greedy";
  tell_apart(players);
  BOOST_TEST(players[1].name == "greedy-2");
  BOOST_TEST(players[2].name == "greedy-3");
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
