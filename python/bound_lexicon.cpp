#include "python/bound_lexicon.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/files.h"
#include "base/utf8.h"
#include "protocol/lexicon_file.h"
#include "protocol/ruleset_json.h"
#include "protocol/uwi.h"
#include "python/bindings.h"

namespace toptile::python {

namespace {

namespace fs = std::filesystem;
using SharedRules = std::shared_ptr<Ruleset>;

SharedRules rules_named(const std::string& name) {
  return std::make_shared<Ruleset>(value_of(shipped_ruleset(name)));
}

SharedRules rules_of_line(const std::string& line) {
  return std::make_shared<Ruleset>(value_of(uwi::parse_ruleset(line)));
}

SharedRules rules_of_file(const fs::path& file) {
  const std::string text = value_of(read_file(file));
  return std::make_shared<Ruleset>(value_of(parse_ruleset_json(text, file.string())));
}

SharedRules or_hasbro(SharedRules rules) {
  return rules ? std::move(rules) : rules_named("hasbro");
}

std::shared_ptr<BoundLexicon> build(const std::string& words, SharedRules rules, const std::string& name) {
  rules = or_hasbro(std::move(rules));
  auto built = value_of(build_lexicon(name, words, rules->alphabet(), rules->size, Capitals::mean_nothing));
  return std::make_shared<BoundLexicon>(std::move(rules), std::move(built.lexicon));
}

std::shared_ptr<BoundLexicon> build_from_words(const py::iterable& words, SharedRules rules,
                                               const std::string& name) {
  std::string text;
  for (const py::handle word : words) text.append(py::cast<std::string_view>(word)).append("\n");
  return build(text, std::move(rules), name);
}

std::shared_ptr<BoundLexicon> load(const fs::path& file, SharedRules rules) {
  rules = or_hasbro(std::move(rules));
  auto loaded = [&] {
    const py::gil_scoped_release released;
    return load_lexicon(file, *rules);
  }();
  return std::make_shared<BoundLexicon>(std::move(rules), value_of(std::move(loaded)).lexicon);
}

bool has_word(const BoundLexicon& lexicon, std::string_view text) {
  const auto word = lexicon.alphabet().parse_word(text);
  return word && lexicon.lexicon().contains(*word);
}

std::vector<std::string> words_of(const BoundLexicon& lexicon) {
  std::vector<std::string> words;
  words.reserve(static_cast<std::size_t>(lexicon.lexicon().words()));
  lexicon.lexicon().for_each_word([&](const Word& word) { words.push_back(lexicon.alphabet().spell(word)); });
  return words;
}

py::dict tiles_of(const Ruleset& rules) {
  py::dict tiles;
  for (Face face = 0; face < rules.alphabet().size(); ++face)
    tiles[py::str(rules.alphabet().symbol(face))] = rules.tiles().count(face);
  return tiles;
}

py::dict faces_of(const Ruleset& rules) {
  py::dict faces;
  for (Face face = 0; face < rules.alphabet().size(); ++face)
    faces[py::str(rules.alphabet().symbol(face))] = rules.alphabet().text(face);
  return faces;
}

std::string symbols_of(const Ruleset& rules) {
  std::string symbols;
  for (Face face = 0; face < rules.alphabet().size(); ++face) symbols += rules.alphabet().symbol(face);
  return symbols;
}

}  // namespace

BoundLexicon::BoundLexicon(std::shared_ptr<const Ruleset> rules, Lexicon lexicon)
    : rules_(std::move(rules)), lexicon_(std::move(lexicon)) {
  for (Face face = 0; face < alphabet().size(); ++face) {
    std::string_view symbol = alphabet().symbol(face);
    symbols_.emplace_back(*take_character(symbol), face);
  }
  std::ranges::sort(symbols_);
}

std::optional<Face> BoundLexicon::face_of(char32_t symbol) const {
  const auto found = std::ranges::lower_bound(symbols_, symbol, {}, &std::pair<char32_t, Face>::first);
  return found != symbols_.end() && found->first == symbol ? std::optional(found->second) : std::nullopt;
}

std::unique_ptr<MoveGenerator> BoundLexicon::take_generator() const {
  const std::lock_guard lock(mutex_);
  if (generators_.empty()) return std::make_unique<MoveGenerator>(*rules_, lexicon_);
  auto generator = std::move(generators_.back());
  generators_.pop_back();
  return generator;
}

void BoundLexicon::give_back(std::unique_ptr<MoveGenerator> generator) const {
  const std::lock_guard lock(mutex_);
  generators_.push_back(std::move(generator));
}

void bind_lexicon(py::module_& module) {
  py::class_<Ruleset, SharedRules>(module, "Ruleset", R"(The rules of a game as data.

>>> rules = Ruleset("hasbro")
>>> rules.size, rules.rack_size, rules.max_height
(10, 7, 5)
>>> rules.tiles["E"], rules.faces["Q"]
(8, 'QU')

`symbols` has the symbol of each face in order. Arrays use the index in it as the number of a face.)")
      .def(py::init(&rules_named), py::arg("name") = "hasbro",
           "A shipped ruleset; `Ruleset.names()` lists them.")
      .def_static("names", &shipped_ruleset_names, "The names of the shipped rulesets.")
      .def_static("parse", &rules_of_line, py::arg("line"),
                  "The ruleset of a `ruleset` line of UWI, without the word `ruleset`.")
      .def_static("read", &rules_of_file, py::arg("file"), "The ruleset in a JSON file.")
      .def_property_readonly("line", &uwi::format_ruleset, "The ruleset as UWI sends it.")
      .def_property_readonly("name", [](const Ruleset& rules) { return rules.name; })
      .def_property_readonly(
          "size", [](const Ruleset& rules) { return rules.size; }, "Squares on a side.")
      .def_property_readonly(
          "rack_size", [](const Ruleset& rules) { return rules.rack; }, "Tiles on a full rack.")
      .def_property_readonly(
          "max_height", [](const Ruleset& rules) { return rules.height; }, "Tiles in the highest stack.")
      .def_property_readonly(
          "players", [](const Ruleset& rules) { return std::pair(rules.players_min, rules.players_max); },
          "The least and the greatest number of players.")
      .def_property_readonly("symbols", &symbols_of, "The symbols of all faces, in order.")
      .def_property_readonly("tiles", &tiles_of, "The number of tiles by symbol.")
      .def_property_readonly("faces", &faces_of, "The letters that each symbol spells.")
      .def("__repr__", [](const Ruleset& rules) { return fmt::format("<Ruleset {}>", rules.name); });

  py::class_<BoundLexicon, std::shared_ptr<BoundLexicon>>(module, "Lexicon",
                                                          R"(The words of a game, for one ruleset.

>>> lexicon = Lexicon(["CAT", "CATS", "QUIT"])
>>> "QUIT" in lexicon, "CAR" in lexicon, len(lexicon)
(True, False, 3)

`load` maps a built lexicon into memory, which all processes then share.)")
      .def(py::init(&build_from_words), py::arg("words"), py::arg("ruleset") = nullptr,
           py::arg("name") = "words",
           "Builds a lexicon from words in any case. Words that the tiles cannot spell, or the board cannot "
           "hold, are "
           "left out.")
      .def_static("load", &load, py::arg("file"), py::arg("ruleset") = nullptr,
                  "Reads a list with one word on each line, or maps what `toptile lexicon build` wrote.")
      .def_property_readonly("ruleset",
                             [](const BoundLexicon& lexicon) {
                               return std::const_pointer_cast<Ruleset>(lexicon.shared_rules());
                             })
      .def_property_readonly("name", [](const BoundLexicon& lexicon) { return lexicon.lexicon().name(); })
      .def_property_readonly(
          "sha256", [](const BoundLexicon& lexicon) { return hexadecimal(lexicon.lexicon().sha256()); },
          "The hash of the words, which identifies the lexicon.")
      .def("words", &words_of, "All words, in the order of the faces.")
      .def("__contains__", &has_word)
      .def("__len__", [](const BoundLexicon& lexicon) { return lexicon.lexicon().words(); })
      .def("__repr__", [](const BoundLexicon& lexicon) {
        return fmt::format("<Lexicon {}: {} words>", lexicon.lexicon().name(), lexicon.lexicon().words());
      });
}

}  // namespace toptile::python
