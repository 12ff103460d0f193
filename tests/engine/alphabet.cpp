#include "engine/alphabet.h"

#include <boost/test/unit_test.hpp>

#include "base/utf8.h"
#include "engine/random.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(alphabet)

namespace {

Alphabet alphabet_of(std::vector<FaceText> faces) {
  auto alphabet = Alphabet::make(std::move(faces));
  BOOST_REQUIRE(alphabet);
  return std::move(alphabet).value();
}

Alphabet small() {
  return alphabet_of({{"ß", "ß"}, {"Q", "QU"}, {"U", "U"}, {"Ä", "Ä"}, {"A", "A"}, {"Ж", "CH"}});
}

std::string refusal(std::vector<FaceText> faces) {
  const auto alphabet = Alphabet::make(std::move(faces));
  return alphabet ? "accepted" : alphabet.error().message;
}

}  // namespace

BOOST_AUTO_TEST_CASE(faces_are_sorted_by_their_symbols) {
  const Alphabet alphabet = small();
  BOOST_TEST(alphabet.size() == 6);
  std::string symbols;
  for (Face face = 0; face < alphabet.size(); ++face) symbols += alphabet.symbol(face);
  BOOST_TEST(symbols == "AQUÄßЖ");
  BOOST_TEST(alphabet.text(1) == "QU");
  BOOST_TEST(alphabet.all() == 0b111111u);
}

BOOST_AUTO_TEST_CASE(thirty_two_faces_are_allowed_and_no_more) {
  std::vector<FaceText> faces;
  for (char32_t letter = U'А'; letter < U'А' + 32; ++letter) {
    std::string text;
    append_character(text, letter);
    faces.push_back({text, text});
  }
  BOOST_TEST(alphabet_of(faces).all() == ~FaceSet{0});
  faces.push_back({"A", "A"});
  BOOST_TEST(refusal(faces) == "there are 33 faces; at most 32 are allowed");
  BOOST_TEST(refusal({}).find("there is no face") == 0u);
}

BOOST_AUTO_TEST_CASE(a_symbol_is_one_character_without_a_meaning_in_notation) {
  for (const char* symbol : {"", "AB", "Qu", "\xC3", "\xFF", "A\xCC\x88", "\xED\xA0\x80", "\xC1\x81"}) {
    BOOST_TEST(refusal({{symbol, "A"}}).find("is not one character") != std::string::npos, symbol);
  }
  for (const char* symbol : {".", "?", ",", "=", "/", "-", "0", "9", " ", "\t", "\n", "\x7F", "\u0085",
                             "\u2003", "\u2028", "\u3000"}) {
    BOOST_TEST(refusal({{symbol, "A"}}).find("cannot be a symbol") != std::string::npos, printable(symbol));
  }
  for (const char* symbol : {"A", "a", "*", "Ä", "ß", "Ж", "字", "😀"})
    BOOST_TEST(refusal({{symbol, "A"}}) == "accepted", symbol);
  BOOST_TEST(refusal({{"\n", "A"}}).starts_with("\"\\x0a\" cannot be a symbol"), "a sentence is one line");
}

BOOST_AUTO_TEST_CASE(a_text_is_letters_in_upper_case) {
  for (const char* text : {"A", "QU", "Ä", "ß", "SCH", "IJ", "Ж"})
    BOOST_TEST(refusal({{"A", text}}) == "accepted", text);
  BOOST_TEST(refusal({{"A", ""}}).find("spells nothing") != std::string::npos);
  for (const char* text : {"a", "Qu", "qU", "ä", "ж"})
    BOOST_TEST(refusal({{"A", text}}).find("write it in upper case") != std::string::npos, text);
  BOOST_TEST(refusal({{"A", "Qu"}}) == "the face A spells \"Qu\"; write it in upper case, as \"QU\"");
  BOOST_TEST(refusal({{"ẞ", "ẞ"}}) == "the face ẞ spells \"ẞ\"; write it in upper case, as \"ß\"");
  for (const char* text : {"A1", "A-", "'", "A B", ".", "\xC3", "A\xFF"}) {
    BOOST_TEST(refusal({{"A", text}}).find("not letters only") != std::string::npos, printable(text));
  }
}

BOOST_AUTO_TEST_CASE(a_written_word_can_be_read_in_one_way_only) {
  BOOST_TEST(refusal({{"Q", "QU"}, {"R", "Q"}}).find("could be read in two ways") != std::string::npos);
  BOOST_TEST(refusal({{"C", "C"}, {"X", "CH"}}).find("could be read in two ways") != std::string::npos);
  BOOST_TEST(refusal({{"A", "X"}, {"B", "X"}}).find("could be read in two ways") != std::string::npos);
  BOOST_TEST(refusal({{"A", "X"}, {"A", "Y"}}).find("stands for two faces") != std::string::npos);
  BOOST_TEST(refusal({{"Q", "QU"}, {"U", "U"}, {"A", "AU"}}) == "accepted");
}

BOOST_AUTO_TEST_CASE(symbols_and_texts_are_taken_off_the_front) {
  const Alphabet alphabet = small();
  std::string_view symbols = "QÄßЖX";
  std::string taken;
  while (const auto face = alphabet.take_symbol(symbols)) taken += alphabet.text(*face) + " ";
  BOOST_TEST(taken == "QU Ä ß CH ");
  BOOST_TEST(symbols == "X");
  std::string_view text = "AQUUCHßQ";
  taken.clear();
  while (const auto face = alphabet.take_text(text)) taken += alphabet.symbol(*face);
  BOOST_TEST(taken == "AQUЖß");
  BOOST_TEST(text == "Q");
  std::string_view half = "\xC3";
  BOOST_TEST(!alphabet.take_symbol(half).has_value());
  BOOST_TEST(!alphabet.take_text(half).has_value());
  BOOST_TEST(half.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_spelling_names_one_face_or_none) {
  const Alphabet alphabet = small();
  BOOST_TEST((alphabet.face_spelling("QU") == Face{1}));
  for (const char* text : {"", "Q", "QUA", "qu", "C", "ä", "X"})
    BOOST_TEST(!alphabet.face_spelling(text).has_value(), text);
}

BOOST_AUTO_TEST_CASE(tiles_are_read_and_written) {
  const Alphabet alphabet = small();
  const auto tiles = alphabet.parse_tiles("ßAÄQAЖ");
  BOOST_REQUIRE(tiles);
  BOOST_TEST(tiles.value().size() == 6);
  BOOST_TEST(tiles.value().count(0) == 2);
  BOOST_TEST(alphabet.symbols(tiles.value()) == "AAQÄßЖ");
  BOOST_TEST(alphabet.parse_tiles("").value().empty());
  BOOST_TEST(alphabet.parse_tiles("AÖ").error().message == "\"Ö\" is not a tile of this ruleset");
  BOOST_TEST(alphabet.parse_tiles("A\xC3").error().message == "\"\\xc3\" is not a tile of this ruleset");
  BOOST_TEST(!alphabet.parse_tiles("qu"));
  BOOST_TEST(alphabet.parse_tiles(std::string(255, 'A')).value().count(0) == 255);
  BOOST_TEST(!alphabet.parse_tiles(std::string(256, 'A')));
}

BOOST_AUTO_TEST_CASE(characters_are_taken_one_by_one_and_broken_ones_byte_by_byte) {
  struct Case {
    std::string_view bytes;
    std::vector<std::optional<char32_t>> characters;
  };
  using namespace std::string_view_literals;
  const std::vector<Case> cases = {
      {"", {}},
      {"aß", {U'a', U'ß'}},
      {"字😀", {U'字', U'😀'}},
      {"\0"sv, {U'\0'}},
      {"\xC3", {{}}},  // It is cut short.
      {"\xE5\xAD", {{}, {}}},
      {"\x80z", {{}, U'z'}},   // It begins in the middle of a character.
      {"\xC0\x80", {{}, {}}},  // It is longer than the character needs.
      {"\xE0\x80\x80", {{}, {}, {}}},
      {"\xED\xA0\x80", {{}, {}, {}}},          // A surrogate.
      {"\xF4\x90\x80\x80", {{}, {}, {}, {}}},  // It lies above the last character.
      {"\xF4\x8F\xBF\xBF", {U'\U0010FFFF'}},
      {"\xFF\xFEx", {{}, {}, U'x'}},
      {"\xC3"
       "a",
       {{}, U'a'}},
  };
  for (const Case& each : cases) {
    std::string_view rest = each.bytes;
    std::vector<std::optional<char32_t>> characters;
    while (!rest.empty()) characters.push_back(take_character(rest));
    BOOST_TEST((characters == each.characters), printable(each.bytes));
    const bool is_whole =
        std::ranges::all_of(each.characters, [](const auto& taken) { return taken.has_value(); });
    BOOST_TEST(is_utf8(each.bytes) == is_whole, printable(each.bytes));
  }
}

BOOST_AUTO_TEST_CASE(characters_written_are_read_again) {
  for (char32_t character :
       {U'\0', U'A', U'\x7F', U'\x80', U'ÿ', U'߿', U'ࠀ', U'\uFFFD', U'\U00010000', U'\U0010FFFF'}) {
    std::string text;
    append_character(text, character);
    std::string_view rest = text;
    BOOST_TEST((take_character(rest) == character));
    BOOST_TEST(rest.empty());
  }
}

BOOST_AUTO_TEST_CASE(letters_and_their_cases_are_unicodes) {
  for (char32_t letter : {U'a', U'Z', U'ä', U'ß', U'Ж', U'字'}) BOOST_TEST(is_letter(letter));
  for (char32_t other :
       {U'0', U'-', U'\'', U'.', U' ', U'\0', U'@', U'[', U'`', U'{', U'\u2019', U'\u00AD', U'\u0308'})
    BOOST_TEST(!is_letter(other));
  BOOST_TEST((to_upper(U'ä') == U'Ä' && to_upper(U'ж') == U'Ж' && to_upper(U'z') == U'Z'));
  BOOST_TEST((to_upper(U'ß') == U'ß' && to_upper(U'Ä') == U'Ä' && to_upper(U'{') == U'{'));
  BOOST_TEST((is_upper(U'Ä') && !is_upper(U'ä') && is_lower(U'ä') && !is_lower(U'Ä')));
  BOOST_TEST((!is_upper(U'字') && !is_lower(U'字') && !is_upper(U'-') && !is_lower(U'-')));
}

BOOST_AUTO_TEST_CASE(sharp_s_is_its_own_upper_case_and_its_capital_is_read_as_it) {
  BOOST_TEST((to_upper(U'ß') == U'ß' && to_upper(U'ẞ') == U'ß'));
  BOOST_TEST((is_lower(U'ß') && !is_upper(U'ß')));
  BOOST_TEST((is_upper(U'ẞ') && !is_lower(U'ẞ')));
  BOOST_TEST((is_letter(U'ß') && is_letter(U'ẞ')));
}

BOOST_AUTO_TEST_CASE(texts_from_outside_are_made_safe_to_print) {
  BOOST_TEST(printable("5d.MÖÖD x") == "5d.MÖÖD x");
  BOOST_TEST(printable("a\x1b[2J\n") == "a\\x1b[2J\\x0a");
  BOOST_TEST(printable("\xC2\x9B"
                       "2J") == "\\xc2\\x9b2J");
  BOOST_TEST(printable("\xFF") == "\\xff");
  BOOST_TEST(printable(std::string(60, 'x')) == std::string(60, 'x'));
  BOOST_TEST(printable(std::string(61, 'x')) == std::string(60, 'x') + "…");
  Random random(9);
  for (int i = 0; i < 2000; ++i) {
    std::string bytes;
    for (int j = 0; j < 30; ++j) bytes += static_cast<char>(random.below(256));
    for (std::string_view shown = bytes = printable(bytes); !shown.empty();) {
      const auto character = take_character(shown);
      BOOST_REQUIRE(character.has_value());
      BOOST_REQUIRE((*character == U' ' || is_visible(*character)));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
