#include "engine/alphabet.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"

namespace toptile {

namespace {

constexpr std::string_view kNotSymbols = "0123456789.?,=/-";

Result<void> check_face(const FaceText& face) {
  std::string_view rest = face.symbol;
  const auto character = take_character(rest);
  if (!character || !rest.empty()) {
    return Error{fmt::format("the symbol \"{}\" is not one character; a symbol is exactly one",
                             printable(face.symbol))};
  }
  if (!is_visible(*character) || kNotSymbols.find(face.symbol) != std::string_view::npos) {
    return Error{fmt::format("\"{}\" cannot be a symbol: it has a meaning of its own in notation",
                             printable(face.symbol))};
  }
  if (face.text.empty()) return Error{fmt::format("the face {} spells nothing; give it a text", face.symbol)};
  std::string upper;
  for (rest = face.text; !rest.empty();) {
    const auto letter = take_character(rest);
    if (!letter || !is_letter(*letter)) {
      return Error{fmt::format("the face {} spells \"{}\", which is not letters only", face.symbol,
                               printable(face.text))};
    }
    append_character(upper, to_upper(*letter));
  }
  if (upper != face.text) {
    return Error{fmt::format("the face {} spells \"{}\"; write it in upper case, as \"{}\"", face.symbol,
                             printable(face.text), printable(upper))};
  }
  return success();
}

}  // namespace

Result<Alphabet> Alphabet::make(std::vector<FaceText> faces) {
  if (faces.empty()) return Error{"there is no face; a ruleset has 1 to 32"};
  if (faces.size() > kMaxFaces)
    return Error{fmt::format("there are {} faces; at most {} are allowed", faces.size(), kMaxFaces)};
  std::ranges::sort(faces, {}, &FaceText::symbol);  // UTF-8 has the same order by bytes as by characters.
  for (const FaceText& face : faces) {
    TOPTILE_TRY_TO(check_face(face));
    for (const FaceText& other : faces) {
      if (&face == &other) continue;
      if (face.symbol == other.symbol)
        return Error{fmt::format("the symbol {} stands for two faces", face.symbol)};
      if (other.text.starts_with(face.text)) {
        return Error{fmt::format(
            "the face {} spells {}, and {} begins with it too: a written word could be read in two ways",
            face.symbol, printable(face.text), printable(other.text))};
      }
    }
  }
  Alphabet alphabet;
  alphabet.faces_ = std::move(faces);
  for (Face face = 0; face < alphabet.faces_.size(); ++face) {
    alphabet.symbols_by_byte_[static_cast<unsigned char>(alphabet.symbol(face)[0])] |= set_of(face);
    alphabet.texts_by_byte_[static_cast<unsigned char>(alphabet.text(face)[0])] |= set_of(face);
    const auto is_smaller = [&](const FaceText& other) { return other.text < alphabet.text(face); };
    alphabet.text_ranks_[face] =
        static_cast<std::uint8_t>(std::ranges::count_if(alphabet.faces_, is_smaller));
  }
  return alphabet;
}

std::optional<Face> Alphabet::take(std::string_view& text, std::string FaceText::*part,
                                   const FacesByByte& by_byte) const {
  if (text.empty()) return std::nullopt;
  for (FaceSet candidates = by_byte[static_cast<unsigned char>(text[0])]; candidates != 0;
       candidates &= candidates - 1) {
    const Face face = lowest(candidates);
    const std::string& wanted = faces_[face].*part;
    if (!text.starts_with(wanted)) continue;
    text.remove_prefix(wanted.size());
    return face;
  }
  return std::nullopt;
}

std::optional<Face> Alphabet::face_spelling(std::string_view text) const {
  const auto face = take_text(text);
  return text.empty() ? face : std::nullopt;
}

std::optional<Word> Alphabet::parse_word(std::string_view text) const {
  Word word;
  while (!text.empty()) {
    const auto face = take_text(text);
    if (!face || word.size() == kMaxBoardSize) return std::nullopt;
    word.push_back(*face);
  }
  return word;
}

Result<Tiles> Alphabet::parse_tiles(std::string_view symbols) const {
  Tiles tiles;
  while (!symbols.empty()) {
    const auto face = take_symbol(symbols);
    if (!face) {
      const std::string_view rest = symbols;
      take_character(symbols);
      return Error{fmt::format("\"{}\" is not a tile of this ruleset",
                               printable(rest.substr(0, rest.size() - symbols.size())))};
    }
    if (tiles.count(*face) == 255)
      return Error{fmt::format("there are more than 255 tiles {}", symbol(*face))};
    tiles.add(*face);
  }
  return tiles;
}

std::string Alphabet::spell(const Word& word) const {
  std::string spelled;
  for (Face face : word) spelled += text(face);
  return spelled;
}

std::string Alphabet::symbols(const Tiles& tiles) const {
  std::string line;
  append_symbols(line, tiles);
  return line;
}

void Alphabet::append_symbols(std::string& line, const Tiles& tiles) const {
  for (FaceSet faces = tiles.faces(); faces != 0; faces &= faces - 1) {
    const std::string& each = symbol(lowest(faces));
    const auto count = static_cast<std::size_t>(tiles.count(lowest(faces)));
    if (each.size() == 1) {
      line.append(count, each[0]);
    } else {
      for (std::size_t i = 0; i < count; ++i) line += each;
    }
  }
}

std::string Alphabet::symbols(const std::vector<Face>& tiles) const {
  std::string line;
  for (Face face : tiles) line += symbol(face);
  return line;
}

bool operator==(const Alphabet& a, const Alphabet& b) {
  return std::ranges::equal(a.faces_, b.faces_, [](const FaceText& x, const FaceText& y) {
    return x.symbol == y.symbol && x.text == y.text;
  });
}

}  // namespace toptile
