#include "engine/signature.h"

#include <cstring>
#include <map>
#include <set>

#include "engine/lexicon_image.h"
#include "engine/random.h"
#include "tests/engine/scenario.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(signature)

namespace {

constexpr int kGames = 24;

Lexicon plain_words(const Ruleset& rules) {
  return lexicon_of(rules, word_list("plain.txt"));
}

std::uint64_t value_of(const Ruleset& rules, const Lexicon& lexicon) {
  return signature_of(rules, lexicon, kGames).value;
}

// The same graph with its nodes in another order; only the rule that children come before parents is kept.
Lexicon with_nodes_moved(const Lexicon& lexicon) {
  auto image = std::make_shared<std::vector<std::uint32_t>>(lexicon.image().size() / 4);
  std::memcpy(image->data(), lexicon.image().data(), lexicon.image().size());
  const std::size_t nodes_at = image->size() - lexicon.edges() - 3 * lexicon.nodes();
  std::vector<Lexicon::Node> nodes(lexicon.nodes());
  std::vector<std::uint32_t> edges(lexicon.edges());
  std::memcpy(nodes.data(), image->data() + nodes_at, nodes.size() * sizeof(Lexicon::Node));
  std::memcpy(edges.data(), image->data() + nodes_at + 3 * nodes.size(), edges.size() * 4);

  std::vector<std::vector<std::uint32_t>> parents(nodes.size());
  std::vector<int> waiting(nodes.size());
  std::vector<std::uint32_t> ready, place(nodes.size());
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    waiting[i] = std::popcount(nodes[i].children);
    if (waiting[i] == 0) ready.push_back(i);
    for (int child = 0; child < waiting[i]; ++child)
      parents[edges[nodes[i].first + static_cast<unsigned>(child)]].push_back(i);
  }
  Random random(1);
  std::vector<std::uint32_t> moved_nodes, moved_edges;
  for (std::uint32_t count = 0; !ready.empty(); ++count) {
    std::swap(ready[random.below(ready.size())], ready.back());
    const std::uint32_t id = ready.back();
    ready.pop_back();
    place[id] = count;
    moved_nodes.insert(moved_nodes.end(),
                       {nodes[id].children, nodes[id].ends, static_cast<std::uint32_t>(moved_edges.size())});
    for (int child = 0; child < std::popcount(nodes[id].children); ++child)
      moved_edges.push_back(place[edges[nodes[id].first + static_cast<unsigned>(child)]]);
    for (std::uint32_t parent : parents[id]) {
      if (--waiting[parent] == 0) ready.push_back(parent);
    }
  }
  BOOST_REQUIRE(moved_nodes.size() == 3 * nodes.size());
  std::ranges::copy(moved_nodes, image->begin() + static_cast<std::ptrdiff_t>(nodes_at));
  std::ranges::copy(moved_edges, image->end() - static_cast<std::ptrdiff_t>(edges.size()));
  const auto bytes = std::as_bytes(std::span(*image));
  LexiconHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  header.checksum = lexicon_checksum(header, bytes);
  std::memcpy(image->data(), &header, sizeof header);
  auto moved = Lexicon::from_image(bytes, image);
  BOOST_REQUIRE(moved);
  return std::move(moved).value();
}

}  // namespace

BOOST_AUTO_TEST_CASE(games_are_the_same_every_time_and_more_games_are_another_number) {
  const Ruleset& rules = shipped("hasbro");
  const Lexicon lexicon = plain_words(rules);
  const Signature first = signature_of(rules, lexicon, 5), second = signature_of(rules, lexicon, 5);
  BOOST_TEST(first.value == second.value);
  BOOST_TEST(first.positions == second.positions);
  BOOST_TEST(first.plays == second.plays);
  BOOST_TEST(first.positions > 100);
  BOOST_TEST(first.plays > 2000);
  BOOST_TEST(signature_of(rules, lexicon, 6).value != first.value);
}

BOOST_AUTO_TEST_CASE(every_field_of_a_ruleset_shows_in_it_but_its_names) {
  const Lexicon lexicon = plain_words(shipped("hasbro"));
  const std::uint64_t value = value_of(shipped("hasbro"), lexicon);
  const std::map<std::string, std::function<void(RulesetFields&)>> changes = {
      {"size", [](auto& rules) { rules.size = 11; }},
      {"rack", [](auto& rules) { rules.rack = 8; }},
      {"height", [](auto& rules) { rules.height = 4; }},
      {"flat", [](auto& rules) { rules.flat_points = 3; }},
      {"stacked", [](auto& rules) { rules.stacked_points = 2; }},
      {"qu", [](auto& rules) { rules.qu_bonus = 1; }},
      {"all", [](auto& rules) { rules.all_tiles_bonus = 19; }},
      {"left", [](auto& rules) { rules.left_over = 4; }},
      {"plural_s", [](auto& rules) { rules.plural_s = PluralS::allow; }},
      {"end", [](auto& rules) { rules.end = EndRule::all_out; }},
      {"lexicon", [](auto& rules) { rules.lexicon = LexiconRule::challenge; }},
      {"pass_rounds", [](auto& rules) { rules.pass_rounds = 2; }},
      {"scoreless_rounds", [](auto& rules) { rules.scoreless_rounds = 2; }},
      {"free_exchanges", [](auto& rules) { rules.free_exchanges = 1; }},
      {"players_min", [](auto& rules) { rules.players_min = 1; }},
      {"players_max", [](auto& rules) { rules.players_max = 3; }},
      {"first", [](auto& rules) { rules.first = FirstSeat::draw; }},
  };
  std::set<std::uint64_t> values = {value};
  for (const auto& [field, change] : changes)
    BOOST_TEST(values.insert(value_of(changed("hasbro", change), lexicon)).second, field << " shows");
  const Ruleset renamed =
      changed("hasbro", [](auto& rules) { rules.name = "other", rules.edition = "other"; });
  BOOST_TEST(value_of(renamed, lexicon) == value);
}

BOOST_AUTO_TEST_CASE(a_word_more_or_less_shows_in_it_and_neither_order_nor_nodes_do) {
  const Ruleset& rules = shipped("hasbro");
  const std::string list = word_list("plain.txt");
  std::istringstream stream(list);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  const auto joined = [](const std::vector<std::string>& each) {
    std::string text;
    for (const std::string& word : each) text += word + "\n";
    return text;
  };
  const Lexicon lexicon = lexicon_of(rules, list);
  const std::uint64_t value = value_of(rules, lexicon);
  std::vector<std::string> mixed = words;
  Random(2).shuffle(mixed);
  BOOST_TEST(value_of(rules, lexicon_of(rules, joined(mixed))) == value);
  const Lexicon moved = with_nodes_moved(lexicon);
  BOOST_TEST(!std::ranges::equal(moved.image(), lexicon.image()));
  BOOST_TEST(value_of(rules, moved) == value);

  std::vector<std::string> fewer = words;
  BOOST_REQUIRE(std::erase(fewer, "net") == 1U);
  BOOST_TEST(value_of(rules, lexicon_of(rules, joined(fewer))) != value);
  BOOST_TEST(value_of(rules, lexicon_of(rules, list + "\nnte\n")) != value);
}

BOOST_AUTO_TEST_CASE(every_reason_and_every_end_of_a_game_goes_into_it) {
  std::map<std::string, int> reasons, ends;
  for (const std::string& name : shipped_ruleset_names()) {
    const Ruleset& rules = shipped(name);
    const Signature signature = signature_of(rules, plain_words(rules), kGames);
    for (std::size_t i = 0; i < signature.reasons.size(); ++i)
      reasons[std::string(name_of(static_cast<Reason>(i)))] += signature.reasons[i];
    int games = 0;
    for (std::size_t i = 0; i < signature.ends.size(); ++i) {
      ends[std::string(name_of(static_cast<GameEnd>(i)))] += signature.ends[i];
      games += signature.ends[i];
    }
    BOOST_TEST(games == kGames);
  }
  BOOST_TEST(reasons.size() == 16U);
  BOOST_TEST(ends.size() == 5U);
  for (const auto& [reason, count] : reasons) BOOST_TEST(count >= 5, reason << " " << count << " times");
  for (const auto& [end, count] : ends) BOOST_TEST(count >= 2, end << " " << count << " times");
}

BOOST_AUTO_TEST_CASE(a_lexicon_without_a_play_still_has_one) {
  const Ruleset rules = changed("hasbro-challenge", [](auto&) {});
  const Signature signature = signature_of(rules, lexicon_of(rules, "zz"), 3);
  BOOST_TEST(signature.plays == 0);
  BOOST_TEST(signature.positions > 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
