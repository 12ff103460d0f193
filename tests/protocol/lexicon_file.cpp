// Lexicons from files: word lists and built lexicons, read for the ruleset in play.
#include "protocol/lexicon_file.h"

#include <sys/stat.h>

#include "base/files.h"
#include "engine/lexicon_image.h"
#include "tests/engine/scenario.h"
#include "tests/folder.h"

using namespace toptile;

BOOST_AUTO_TEST_SUITE(lexicon_file)

namespace {

const std::string kList =
    "mood\nwood\nPLUS\nplus\nquit\nqit\no\nblackboard\nblackboards\nit's\nMOOD\nParis\n\n";

// The words as "WORD WORD", or the error.
std::string words_in(const Result<LoadedLexicon>& loaded) {
  if (!loaded) return "error: " + loaded.error().message;
  std::string text = loaded.value().lexicon.text();
  std::ranges::replace(text, '\n', ' ');
  return text;
}
std::string error_of(const Result<Lexicon>& lexicon) {
  return lexicon ? "" : lexicon.error().message;
}

void save(const std::string& file, const std::string& name, const std::string& words, const Ruleset& rules) {
  auto built = build_lexicon(name, words, rules.alphabet(), rules.size);
  BOOST_REQUIRE(built);
  BOOST_REQUIRE(save_lexicon(built.value().lexicon, file));
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_text_list_is_built_and_what_it_drops_is_counted) {
  const Folder folder;
  const auto loaded = load_lexicon(folder.write("my words.txt", kList), shipped("hasbro"));
  BOOST_TEST(words_in(loaded) == "BLACKBOARD MOOD PLUS QUIT WOOD ");
  BOOST_TEST(loaded.value().lexicon.name() == "my words");
  const DroppedWords& dropped = loaded.value().dropped;
  BOOST_TEST(dropped.capital + dropped.repeated == 3);  // They are PLUS, MOOD and Paris.
  BOOST_TEST(dropped.unspellable == 1);
  BOOST_TEST(dropped.one_letter == 1);
  BOOST_TEST(dropped.too_long == 1);
  BOOST_TEST(dropped.sign == 1);
  BOOST_TEST(words_in(load_lexicon(folder / "my words.txt", shipped("classic"))) == "MOOD PLUS QUIT WOOD ");
}

BOOST_AUTO_TEST_CASE(a_built_lexicon_is_mapped_as_it_is) {
  const Folder folder;
  save(folder / "list.lexicon", "its own name", kList, shipped("hasbro"));
  const auto loaded = load_lexicon(folder / "list.lexicon", shipped("hasbro"));
  const auto listed = load_lexicon(folder.write("list.txt", kList), shipped("hasbro"));
  BOOST_TEST(words_in(loaded) == words_in(listed));
  BOOST_TEST((loaded.value().lexicon.sha256() == listed.value().lexicon.sha256()));
  BOOST_TEST(loaded.value().lexicon.name() == "its own name");
  BOOST_TEST(loaded.value().dropped.too_long == 0);
  const auto mapped = map_lexicon(folder / "list.lexicon");
  BOOST_REQUIRE_MESSAGE(mapped, error_of(mapped));
  BOOST_TEST(mapped.value().max_length() == 10);
}

BOOST_AUTO_TEST_CASE(a_built_lexicon_is_built_again_for_a_smaller_board) {
  const Folder folder;
  save(folder / "list.lexicon", "english", kList, shipped("hasbro"));
  const Ruleset small = changed("hasbro", [](RulesetFields& fields) { fields.size = 9; });
  const auto loaded = load_lexicon(folder / "list.lexicon", small);
  BOOST_TEST(words_in(loaded) == "MOOD PLUS QUIT WOOD ");
  BOOST_TEST(loaded.value().lexicon.max_length() == 9);
  BOOST_TEST(loaded.value().lexicon.name() == "english");
  BOOST_TEST(loaded.value().dropped.too_long == 1);
  BOOST_TEST(loaded.value().dropped.capital == 0);
  const auto listed = load_lexicon(folder.write("list.txt", kList), small);
  BOOST_TEST((loaded.value().lexicon.sha256() == listed.value().lexicon.sha256()));
}

BOOST_AUTO_TEST_CASE(a_built_lexicon_of_another_game_is_refused_with_the_cure) {
  const Folder folder;
  const std::string file = folder / "list.lexicon";
  const Ruleset plain = own_ruleset("plain", "A9 D9 M9 O9 W9 Q1 U9", [](RulesetFields&) {});
  save(file, "list", "mood\nwood\n", plain);
  BOOST_TEST(words_in(load_lexicon(file, shipped("hasbro"))) ==
             "error: " + file +
                 ": this lexicon was built for other tiles than the ruleset hasbro has; build it again with: "
                 "toptile "
                 "lexicon build LIST --rules hasbro");
  const Ruleset small = changed("hasbro", [](RulesetFields& fields) { fields.size = 8; });
  save(file, "list", "mood\nwood\n", small);
  BOOST_TEST(words_in(load_lexicon(file, shipped("hasbro"))) ==
             "error: " + file +
                 ": this lexicon was built for words of at most 8 tiles and the board of hasbro has 10 "
                 "squares a side; build it "
                 "again with: toptile lexicon build LIST --rules hasbro");
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_used_is_named) {
  const Folder folder;
  const Ruleset& rules = shipped("hasbro");
  const std::string missing = folder / "missing.txt", of_folder = folder.path(),
                    empty = folder.write("empty", "");
  BOOST_TEST(words_in(load_lexicon(missing, rules)) ==
             "error: " + missing + ": this file cannot be read: No such file or directory");
  BOOST_TEST(words_in(load_lexicon(of_folder, rules)) ==
             "error: " + of_folder + ": this file cannot be read: Is a directory");
  BOOST_TEST(words_in(load_lexicon(empty, rules)).starts_with("error: " + empty + ": "));
  BOOST_TEST(error_of(map_lexicon(missing)) ==
             missing + ": this lexicon cannot be read: No such file or directory");
  BOOST_TEST(error_of(map_lexicon(of_folder)).starts_with(of_folder + ": this lexicon cannot be read: "));
  BOOST_TEST(error_of(map_lexicon(empty)) == empty + ": this lexicon cannot be read: the file is empty");
  const std::string useless = folder.write("useless.txt", "o\nParis\nit's\n");
  BOOST_TEST(words_in(load_lexicon(useless, rules)).starts_with("error: " + useless + ": "));
}

BOOST_AUTO_TEST_CASE(a_built_lexicon_cut_at_any_length_or_with_any_byte_flipped_is_refused) {
  const Folder folder;
  save(folder / "good", "list", kList, shipped("hasbro"));
  const std::string bytes = read_file(folder / "good").value();
  BOOST_REQUIRE(map_lexicon(folder / "good"));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto mapped = map_lexicon(folder.write("cut", bytes.substr(0, size)));
    BOOST_TEST(error_of(mapped).starts_with(folder / "cut: "), size << " bytes of " << bytes.size());
    // A shorter file may as well be a list.
    if (size < kLexiconMagic.size()) continue;
    const std::string read = words_in(load_lexicon(folder / "cut", shipped("hasbro")));
    BOOST_TEST(read.starts_with("error: " + (folder / "cut") + ": "),
               size << " bytes of " << bytes.size() << ": " << read);
  }
  for (std::size_t place = 0; place < bytes.size(); ++place) {
    for (const int flip : {0x01, 0x20, 0x80, 0xFF}) {
      std::string altered = bytes;
      altered[place] = static_cast<char>(altered[place] ^ flip);
      const std::string read = words_in(load_lexicon(folder.write("altered", altered), shipped("hasbro")));
      BOOST_TEST(read.starts_with("error: " + (folder / "altered") + ": "),
                 "byte " << place << " flipped by " << flip << ": " << read);
    }
  }
  BOOST_TEST(error_of(map_lexicon(folder.write("text", kList))).starts_with((folder / "text") + ": "));
}

BOOST_AUTO_TEST_CASE(a_mapped_lexicon_outlives_its_file_being_replaced) {
  const Folder folder;
  const std::string file = folder / "list.lexicon";
  save(file, "old", "mood\nwood\n", shipped("hasbro"));
  const auto mapped = map_lexicon(file);
  BOOST_REQUIRE(mapped);
  const Lexicon copy = mapped.value();
  save(file, "new", "plus\n", shipped("hasbro"));
  std::filesystem::remove(file);
  BOOST_TEST(copy.text() == "MOOD\nWOOD\n");
  BOOST_TEST(folder.names().empty());
}

BOOST_AUTO_TEST_SUITE_END()
