#include "engine/lexicon.h"

#include <cstring>
#include <map>
#include <set>

#include "engine/lexicon_image.h"
#include "engine/random.h"
#include "tests/engine/scenario.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(lexicon)

namespace {

const Alphabet& letters() {
  return shipped("hasbro").alphabet();
}

LexiconBuilding build(std::string_view list, Capitals capitals = Capitals::automatic) {
  auto built = build_lexicon("test", list, letters(), 10, capitals);
  BOOST_REQUIRE_MESSAGE(built, "the list builds: " << (built ? "" : built.error().message));
  return std::move(built).value();
}

// The numbers in the order "capital sign unspellable one_letter too_long repeated".
std::string shown(const DroppedWords& dropped) {
  std::string text;
  for (int count : {dropped.capital, dropped.sign, dropped.unspellable, dropped.one_letter, dropped.too_long,
                    dropped.repeated}) {
    text += (text.empty() ? "" : " ") + std::to_string(count);
  }
  return text;
}

Word word_of(std::string_view text) {
  Word word;
  while (const auto face = letters().take_text(text)) word.push_back(*face);
  BOOST_REQUIRE(text.empty());
  return word;
}

std::set<std::string> lines_of(const std::string& text) {
  std::set<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.insert(line);
  return lines;
}

std::string upper(std::string text) {
  for (char& letter : text) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  return text;
}

// A copy of an image that a test may spoil, aligned as a mapped file is.
struct Copy {
  std::vector<std::uint32_t> words;
  std::size_t size;

  explicit Copy(std::span<const std::byte> image) : words(image.size() / 4 + 1), size(image.size()) {
    if (size > 0) std::memcpy(words.data(), image.data(), image.size());
  }
  std::byte* bytes() { return reinterpret_cast<std::byte*>(words.data()); }
  LexiconHeader& header() { return *reinterpret_cast<LexiconHeader*>(bytes()); }
  Result<Lexicon> read() { return Lexicon::from_image({bytes(), size}, nullptr); }
  void put_graph(const std::vector<Lexicon::Node>& nodes, const std::vector<std::uint32_t>& edges) {
    std::vector<std::uint32_t> graph;
    for (const Lexicon::Node& node : nodes) graph.insert(graph.end(), {node.children, node.ends, node.first});
    graph.insert(graph.end(), edges.begin(), edges.end());
    words.resize((sizeof(LexiconHeader) + header().name_bytes + header().faces_bytes) / 4);
    words.insert(words.end(), graph.begin(), graph.end());
    size = words.size() * 4;
    header().nodes = static_cast<std::uint32_t>(nodes.size());
    header().edges = static_cast<std::uint32_t>(edges.size());
  }
  // Makes the checksum right, so that the reader has to find the fault itself.
  void sign() {
    if (size >= sizeof(LexiconHeader)) header().checksum = lexicon_checksum(header(), {bytes(), size});
  }
};

// The number of different sets of words by which a beginning can go on: a minimal graph has so many nodes.
std::size_t different_continuations(const std::vector<std::string>& words) {
  std::set<std::string> prefixes = {""};
  for (const std::string& word : words) {
    for (std::size_t length = 1; length <= word.size(); ++length) prefixes.insert(word.substr(0, length));
  }
  std::set<std::set<std::string>> continuations;
  for (const std::string& prefix : prefixes) {
    std::set<std::string> rest;
    for (const std::string& word : words) {
      // The end of a word is marked on the edge to this node, so it is not part of the node itself.
      if (word.size() > prefix.size() && word.starts_with(prefix)) rest.insert(word.substr(prefix.size()));
    }
    continuations.insert(rest);
  }
  return continuations.size();
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_no_lexicon_takes_is_counted_by_reason) {
  const LexiconBuilding built = build(
      "net\nParis\nO'Brien\nre-do\ndon't\netc.\nc3po\ntwo "
      "words\na\nI\nqu\nqat\nniqab\nnaïve\nabcdefghijk\nquabcdefghi\n"
      "quabcdefghij\nnet\nNET\nnets\n");
  BOOST_TEST(shown(built.dropped) == "4 5 3 2 2 1");
  BOOST_TEST(built.lexicon.text() == "NET\nNETS\nQUABCDEFGHI\n");
  BOOST_TEST(built.lexicon.words() == 3);
  BOOST_TEST(built.lexicon.name() == "test");
  BOOST_TEST(built.lexicon.max_length() == 10);
}

BOOST_AUTO_TEST_CASE(capitals_mark_names_where_the_list_has_small_words) {
  BOOST_TEST(build("net\nNets\nON").lexicon.text() == "NET\n");
  BOOST_TEST(build("NET\nNETS\nON").lexicon.text() == "NET\nNETS\nON\n");
  BOOST_TEST(build("Net\nNets\nOn").lexicon.text() == "NET\nNETS\nON\n");
  BOOST_TEST(build("it's\nNET").lexicon.text() == "NET\n");
  BOOST_TEST(build("net\nNets", Capitals::mean_nothing).lexicon.text() == "NET\nNETS\n");
  BOOST_TEST(build("net\nNets", Capitals::mark_names).lexicon.text() == "NET\n");
  BOOST_TEST(!build_lexicon("test", "NET\nNETS", letters(), 10, Capitals::mark_names));
}

BOOST_AUTO_TEST_CASE(line_ends_blanks_and_a_byte_order_mark_do_not_matter) {
  for (const char* list : {"net\non\n", "net\non", "net\r\non\r\n", "\xEF\xBB\xBFnet\non",
                           "\n\n net \n\t\non\t\n \n", "on\nnet\n\r\n"}) {
    const LexiconBuilding built = build(list);
    BOOST_TEST(built.lexicon.text() == "NET\nON\n");
    BOOST_TEST(shown(built.dropped) == "0 0 0 0 0 0");
  }
  BOOST_TEST(shown(build("on\nnet\n\xEF\xBB\xBFno\nn\rt\nn\xFFt\nn\xC3").dropped) == "0 4 0 0 0 0");
}

BOOST_AUTO_TEST_CASE(words_beyond_ascii_are_read) {
  const Ruleset rules = own_ruleset("own", "Ä9 ß9 Ж9=CH Q9=QU A9 S9", [](RulesetFields&) {});
  const auto built = build_lexicon("own", "saß\nÄSS\näss\nachä\nquä\nsoo\nsäc\nПетр\n", rules.alphabet(), 10,
                                   Capitals::mean_nothing);
  BOOST_REQUIRE(built);
  BOOST_TEST(built.value().lexicon.text() == "ACHÄ\nQUÄ\nSAß\nÄSS\n");
  BOOST_TEST(shown(built.value().dropped) == "0 0 3 0 0 1");
}

BOOST_AUTO_TEST_CASE(german_words_are_read_with_sharp_s_as_a_letter_of_its_own) {
  const Ruleset& rules = shipped("german");
  const auto built = [&](const std::string& list) {
    auto building = build_lexicon("german", list, rules.alphabet(), rules.size);
    BOOST_REQUIRE_MESSAGE(building, list << ": " << (building ? "" : building.error().message));
    return std::move(building).value();
  };
  // The capital ẞ (U+1E9E) makes the same word as ß; SS, which others write for it, makes another word.
  BOOST_TEST(built("straße\n").lexicon.text() == "STRAßE\n");
  BOOST_TEST(built("STRAẞE\nSTRAßE\n").lexicon.text() == "STRAßE\n");
  BOOST_TEST(shown(built("STRAẞE\nSTRAßE\n").dropped) == "0 0 0 0 0 1");
  BOOST_TEST(built("straße\nstrasse\n").lexicon.text() == "STRASSE\nSTRAßE\n");
  // A word in small letters shows that words in capitals are names, even if it has an ß, but not if it has no
  // other letters.
  BOOST_TEST(shown(built("maß\nStraße\nMAẞE\n").dropped) == "2 0 0 0 0 0");
  BOOST_TEST(shown(built("ßß\nMAẞE\nÄSTE\n").dropped) == "0 0 0 0 0 0");
  BOOST_TEST(shown(built("ßß\nßä\nÄSTE\n").dropped) == "1 0 0 0 0 0");
  BOOST_TEST(shown(built("MAß\nÄSTE\n").dropped) == "0 0 0 0 0 0");
  const LexiconBuilding all = built("äste\nöl\nquäle\nqat\ncafé\nübermäßigkeit\nä\na\u0308rzte\n");
  BOOST_TEST(all.lexicon.text() == "QUÄLE\nÄSTE\nÖL\n");
  BOOST_TEST(shown(all.dropped) == "0 1 2 1 1 0");  // An Ä written as A and a dieresis counts as a sign.
  const LexiconBuilding shipped_words = built(word_list("german.txt"));
  BOOST_TEST(shown(shipped_words.dropped) == "0 0 0 0 0 0");
  BOOST_TEST(shipped_words.lexicon.words() > 150);
}

BOOST_AUTO_TEST_CASE(a_list_without_words_is_an_error) {
  for (const char* list : {"", "\n", "\xEF\xBB\xBF", "a\nb\n", "Paris\nnot-one\n", "\0\0"}) {
    BOOST_TEST(!build_lexicon("test", list, letters(), 10, Capitals::mark_names), list);
  }
  for (int length : {-1, 0, 1, 17}) BOOST_TEST(!build_lexicon("test", "net", letters(), length));
  for (int length : {2, 16}) BOOST_TEST(build_lexicon("test", "on", letters(), length).has_value());
}

BOOST_AUTO_TEST_CASE(words_of_the_longest_boards_are_kept) {
  const std::string sixteen(16, 'a'), seventeen(17, 'a');
  const auto built = build_lexicon("test", sixteen + "\n" + seventeen + "\n", letters(), 16);
  BOOST_REQUIRE(built);
  BOOST_TEST(built.value().lexicon.text() == upper(sixteen) + "\n");
  BOOST_TEST(built.value().dropped.too_long == 1);
}

BOOST_AUTO_TEST_CASE(the_same_words_are_the_same_lexicon_in_any_order_and_case) {
  const std::string expected = sha256_hexadecimal("AD\nADS\nNET\nQUIT\n");
  for (const char* list : {"ad\nads\nnet\nquit\n", "quit\nnet\nads\nad", "QUIT\nAD\nNET\nADS",
                           "net\nnet\nad\nquit\nads\nParis\nx\n"}) {
    BOOST_TEST(hexadecimal(build(list).lexicon.sha256()) == expected);
  }
  BOOST_TEST(hexadecimal(build("ad\nads\nnet\nquits").lexicon.sha256()) != expected);
}

BOOST_AUTO_TEST_CASE(the_canonical_text_is_sorted_by_bytes_not_by_faces) {
  // The faces are in another order than the bytes that they spell.
  const Ruleset rules = own_ruleset("odd", "A9=Z B9=A C9=M D9=BA", [](RulesetFields&) {});
  const auto built = build_lexicon("odd", "za\nam\nmaz\nbam\nzba\n", rules.alphabet(), 10);
  BOOST_REQUIRE(built);
  BOOST_TEST(built.value().lexicon.text() == "AM\nBAM\nMAZ\nZA\nZBA\n");
  BOOST_TEST(hexadecimal(built.value().lexicon.sha256()) == sha256_hexadecimal("AM\nBAM\nMAZ\nZA\nZBA\n"));
}

BOOST_AUTO_TEST_CASE(it_contains_the_words_of_its_list_and_no_others) {
  const std::string list = word_list("plain.txt");
  const LexiconBuilding built = build(list);
  BOOST_TEST(shown(built.dropped) == "0 0 0 0 0 0");
  const std::set<std::string> words = lines_of(upper(list));
  BOOST_TEST(built.lexicon.words() == static_cast<int>(words.size()));
  BOOST_TEST(words.size() > 4000u);
  BOOST_TEST((lines_of(built.lexicon.text()) == words));
  Random random(3);
  int known = 0, unknown = 0;
  for (const std::string& word : words) {
    BOOST_REQUIRE(built.lexicon.contains(word_of(word)));
    for (int i = 0; i < 5; ++i) {
      std::string other = word;
      const auto place = random.below(other.size());
      if (random.below(3) == 0)
        other.erase(place, 1);
      else if (random.below(2) == 0 && other.size() < 12)
        other.insert(place, 1, static_cast<char>('A' + random.below(26)));
      else
        other[place] = static_cast<char>('A' + random.below(26));
      Word faces;
      std::string_view rest = other;
      while (const auto face = letters().take_text(rest)) faces.push_back(*face);
      if (!rest.empty()) continue;
      BOOST_REQUIRE(built.lexicon.contains(faces) == words.contains(other));
      ++(words.contains(other) ? known : unknown);
    }
  }
  BOOST_TEST(known > 500);
  BOOST_TEST(unknown > 5000);
  BOOST_TEST(!built.lexicon.contains(Word{}));
}

BOOST_AUTO_TEST_CASE(words_are_visited_in_the_order_of_the_faces_each_once) {
  const LexiconBuilding built = build(word_list("few.txt"));
  Word previous;
  int visited = 0;
  built.lexicon.for_each_word([&](const Word& word) {
    BOOST_REQUIRE(std::ranges::lexicographical_compare(previous, word));
    previous = word;
    ++visited;
  });
  BOOST_TEST(visited == built.lexicon.words());
}

BOOST_AUTO_TEST_CASE(the_graph_is_minimal) {
  Random random(6);
  std::vector<std::vector<std::string>> lists = {
      {"AD"}, {"AD", "AS"}, {"AD", "ADS", "BAD", "BADS"}, {"AT", "BAT", "BATS", "CAT", "CATS"}};
  for (int i = 0; i < 60; ++i) {
    std::set<std::string> words;
    for (auto count = 1 + random.below(40); count > 0; --count) {
      std::string word;
      for (auto length = 2 + random.below(5); length > 0; --length)
        word += static_cast<char>('A' + random.below(3));
      words.insert(word);
    }
    lists.emplace_back(words.begin(), words.end());
  }
  for (const std::vector<std::string>& words : lists) {
    std::string list;
    for (const std::string& word : words) list += word + "\n";
    const Lexicon built = build(list).lexicon;
    BOOST_TEST(built.nodes() == different_continuations(words));
    BOOST_TEST(built.text() == list);
  }
}

BOOST_AUTO_TEST_CASE(an_image_is_read_back_whole) {
  const Ruleset rules = own_ruleset("own", "Ä9 ß9 Ж9=CH Q9=QU A9 S9", [](RulesetFields&) {});
  const auto built = build_lexicon("a name of its own", "saß\näss\nachä\nquä\n", rules.alphabet(), 7);
  BOOST_REQUIRE(built);
  const Lexicon& first = built.value().lexicon;
  Copy copy(first.image());
  const auto second = copy.read();
  BOOST_REQUIRE(second);
  BOOST_TEST(second.value().name() == "a name of its own");
  BOOST_TEST(second.value().text() == first.text());
  BOOST_TEST(second.value().words() == 4);
  BOOST_TEST(second.value().max_length() == 7);
  BOOST_TEST((second.value().sha256() == first.sha256()));
  BOOST_TEST((second.value().alphabet() == rules.alphabet()));
  BOOST_TEST(second.value().nodes() == first.nodes());
  BOOST_TEST(second.value().edges() == first.edges());
}

BOOST_AUTO_TEST_CASE(a_lexicon_keeps_its_image_alive) {
  std::optional<Lexicon> kept;
  {
    const LexiconBuilding built = build("net\nnets\n");
    kept = built.lexicon;
  }
  BOOST_TEST(kept->text() == "NET\nNETS\n");
}

BOOST_AUTO_TEST_CASE(every_changed_byte_is_noticed) {
  const Lexicon lexicon = build("net\nnets\nquit\nten\ntens\n").lexicon;
  for (std::size_t place = 0; place < lexicon.image().size(); ++place) {
    for (int change : {0x01, 0x10, 0x80, 0xFF}) {
      Copy copy(lexicon.image());
      copy.bytes()[place] ^= static_cast<std::byte>(change);
      const auto read = copy.read();
      BOOST_REQUIRE_MESSAGE(!read, "the change of byte " << place << " by " << change << " is noticed");
      BOOST_REQUIRE(read.error().message.find("toptile lexicon build") != std::string::npos);
    }
  }
}

BOOST_AUTO_TEST_CASE(every_image_cut_short_or_lengthened_is_refused) {
  const Lexicon lexicon = build("net\nnets\nquit\nten\ntens\n").lexicon;
  for (std::size_t size = 0; size < lexicon.image().size(); ++size) {
    Copy copy(lexicon.image().first(size));
    BOOST_REQUIRE_MESSAGE(!copy.read(), size << " bytes are refused");
    copy.sign();
    BOOST_REQUIRE_MESSAGE(!copy.read(), size << " bytes are refused though the sum is right");
  }
  Copy longer(lexicon.image());
  longer.words.push_back(0);
  longer.size += 4;
  BOOST_TEST(!longer.read());
  BOOST_TEST(!Lexicon::from_image({}, nullptr));
  Copy askew(lexicon.image());
  std::memmove(askew.bytes() + 1, askew.bytes(), lexicon.image().size());
  BOOST_TEST(!Lexicon::from_image({askew.bytes() + 1, lexicon.image().size()}, nullptr));
}

BOOST_AUTO_TEST_CASE(an_image_in_the_order_for_packing_gives_the_same_image) {
  const Lexicon lexicon = build("net\nnets\nquit\nten\ntens\n").lexicon;
  const std::vector<std::byte> image(lexicon.image().begin(), lexicon.image().end());
  const std::vector<std::byte> packed = reordered_image(image);
  BOOST_TEST(packed.size() == image.size() - 4 * lexicon.nodes());
  BOOST_TEST((image_in_order(packed).value() == image));
  BOOST_TEST((image_in_order(image).value() == image));
  // An image whose nodes have their edges in another order is valid, too: here the root's edges come first.
  Copy other(lexicon.image());
  auto* const nodes = reinterpret_cast<Lexicon::Node*>(other.bytes() + image.size() - 4 * lexicon.edges() -
                                                       sizeof(Lexicon::Node) * lexicon.nodes());
  nodes[0].first = 1;
  const std::vector<std::byte> odd(other.bytes(), other.bytes() + other.size);
  BOOST_TEST((reordered_image(odd) == odd));
}

BOOST_AUTO_TEST_CASE(a_packed_image_cut_short_lengthened_or_altered_is_refused) {
  const Lexicon lexicon = build("net\nnets\nquit\nten\ntens\n").lexicon;
  const std::vector<std::byte> packed = reordered_image(lexicon.image());
  const auto is_read = [](std::vector<std::byte> bytes) {
    const auto image = image_in_order(std::move(bytes));
    return image && Copy(image.value()).read();
  };
  BOOST_TEST(is_read(packed));
  for (std::size_t size = 0; size < packed.size(); ++size)
    BOOST_REQUIRE(!is_read({packed.begin(), packed.begin() + static_cast<std::ptrdiff_t>(size)}));
  auto longer = packed;
  longer.push_back(std::byte{0});
  BOOST_TEST(!is_read(longer));
  for (std::size_t place = 0; place < packed.size(); ++place) {
    for (const int change : {0x01, 0x80, 0xFF}) {
      auto altered = packed;
      altered[place] ^= static_cast<std::byte>(change);
      BOOST_REQUIRE_MESSAGE(!is_read(altered), "byte " << place << " changed by " << change);
    }
  }
}

BOOST_AUTO_TEST_CASE(another_version_says_so) {
  Copy copy(build("net\n").lexicon.image());
  copy.header().version = 2;
  copy.sign();
  const auto read = copy.read();
  BOOST_REQUIRE(!read);
  BOOST_TEST(read.error().message.find("has format 2, but this program reads format 1") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_image_altered_with_its_sum_made_right_is_refused_or_harmless) {
  const Lexicon lexicon = build("net\nnets\nquit\nten\ntens\nno\nnot\n").lexicon;
  Random random(2);
  int accepted = 0, refused = 0;
  const auto try_one = [&](Copy& copy) {
    copy.sign();
    const auto read = copy.read();
    ++(read ? accepted : refused);
    if (!read) return;
    int words = 0;
    read.value().for_each_word([&](const Word& word) {
      BOOST_REQUIRE(word.size() <= read.value().max_length());
      ++words;
    });
    BOOST_REQUIRE(words == read.value().words());
    BOOST_REQUIRE(lines_of(read.value().text()).size() <= static_cast<std::size_t>(words));
    static_cast<void>(read.value().contains(Word{0, 1, 2, 25}));
  };
  for (std::size_t place = 0; place < lexicon.image().size(); ++place) {
    for (int value : {0x00, 0x01, 0x02, 0x03, 0x04, 0x7F, 0x80, 0xFF}) {
      Copy copy(lexicon.image());
      copy.bytes()[place] = static_cast<std::byte>(value);
      try_one(copy);
    }
  }
  for (int i = 0; i < 20000; ++i) {
    Copy copy(lexicon.image());
    for (auto changes = 1 + random.below(3); changes > 0; --changes) {
      const auto place = sizeof(LexiconHeader) + random.below(copy.size - sizeof(LexiconHeader));
      copy.bytes()[place] = static_cast<std::byte>(random.below(random.below(2) == 0 ? 256 : 8));
    }
    try_one(copy);
  }
  BOOST_TEST(accepted > 100);
  BOOST_TEST(refused > 10000);
}

BOOST_AUTO_TEST_CASE(a_count_of_words_that_the_graph_does_not_hold_is_refused) {
  for (std::uint32_t words : {0u, 1u, 3u, 0x80000000u, 0xFFFFFFFFu}) {
    Copy copy(build("net\nnets\n").lexicon.image());
    copy.header().words = words;
    copy.sign();
    BOOST_TEST(!copy.read(), words << " words");
  }
  for (const auto& [length, is_accepted] : std::map<std::uint32_t, bool>{{0, false},
                                                                         {3, false},
                                                                         {4, true},
                                                                         {16, true},
                                                                         {17, false},
                                                                         {0x80000004, false},
                                                                         {0xFFFFFFFF, false}}) {
    Copy copy(build("net\nnets\n").lexicon.image());
    copy.header().max_length = length;
    copy.sign();
    BOOST_TEST(copy.read().has_value() == is_accepted, "words of " << length << " tiles");
  }
}

BOOST_AUTO_TEST_CASE(a_branch_that_leads_to_no_word_is_refused) {
  constexpr FaceSet kA = set_of(0), kB = set_of(1);
  struct Case {
    std::vector<Lexicon::Node> nodes;  // The first has no children, the last is the root.
    std::vector<std::uint32_t> edges;
    std::uint32_t words;
    bool is_accepted;
  };
  std::vector<Case> cases = {
      {{{0, 0, 0}, {kA, kA, 0}, {kA | kB, 0, 1}}, {0, 1, 1}, 2, true},   // AA, BA
      {{{0, 0, 0}, {kA, 0, 0}, {kA | kB, kB, 1}}, {0, 1, 1}, 1, false},  // The word is B; A and AA are none.
      {{{0, 0, 0}, {kA, kA, 0}, {kA | kB, 0, 1}}, {0, 0, 1}, 1, false},  // The word is BA; A is none.
      {{{0, 0, 0}, {kA | kB, kA, 0}, {kA, 0, 2}}, {0, 0, 1}, 1, false},  // The word is AA; AB is none.
      {{{0, 0, 0}, {kA | kB, kA | kB, 0}, {kA, 0, 2}}, {0, 0, 1}, 2, true},  // AA, AB
  };
  // The word is AA, and B begins more paths than any walk can finish.
  Case many{{{0, 0, 0}}, {}, 1, false};
  for (std::uint32_t depth = 0; depth < 14; ++depth) {
    many.nodes.push_back({letters().all(), 0, static_cast<std::uint32_t>(many.edges.size())});
    many.edges.insert(many.edges.end(), 26, depth);
  }
  many.nodes.push_back({kA, kA, static_cast<std::uint32_t>(many.edges.size())});
  many.edges.push_back(0);
  many.nodes.push_back({kA | kB, 0, static_cast<std::uint32_t>(many.edges.size())});
  many.edges.insert(many.edges.end(), {15, 14});
  cases.push_back(many);

  const Lexicon lexicon = build("aa\nba\n").lexicon;
  for (const Case& each : cases) {
    Copy copy(lexicon.image());
    copy.put_graph(each.nodes, each.edges);
    copy.header().words = each.words;
    copy.header().max_length = kMaxBoardSize;
    copy.sign();
    const auto read = copy.read();
    BOOST_TEST(read.has_value() == each.is_accepted, each.nodes.size()
                                                         << " nodes, " << each.words << " words");
    if (!read) BOOST_TEST(read.error().message.find("is damaged") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(parts_that_lie_askew_are_refused) {
  // The total is the same, but the nodes do not begin at a multiple of 4.
  Copy copy(build("net\nnets\n").lexicon.image());
  copy.header().name_bytes -= 2;
  copy.header().faces_bytes += 2;
  copy.sign();
  BOOST_TEST(!copy.read());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
