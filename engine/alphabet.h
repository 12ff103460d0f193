// The faces of a ruleset. Each has a symbol, one character that stands for it in racks, bags and boards, and
// a text, the letters that it spells in a written word (`Q` spells QU). Words are written in upper case. No
// text begins another, so a written word splits into tiles in one way only.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/tiles.h"

namespace toptile {

struct FaceText {
  std::string symbol;  // One visible Unicode character in UTF-8, except digits and `.` `?` `,` `=` `/` `-`.
  std::string text;    // One or more upper-case letters, UTF-8.
};

class Alphabet {
 public:
  Alphabet() = default;

  // Sorts the faces by symbol. An error names the face that is wrong, and why.
  static Result<Alphabet> make(std::vector<FaceText> faces);

  int size() const { return static_cast<int>(faces_.size()); }
  FaceSet all() const { return size() == kMaxFaces ? ~FaceSet{0} : set_of(static_cast<Face>(size())) - 1; }
  const std::string& symbol(Face face) const { return faces_[face].symbol; }
  const std::string& text(Face face) const { return faces_[face].text; }
  // How many faces have a text that is smaller byte by byte.
  int rank_of_text(Face face) const { return text_ranks_[face]; }
  std::optional<Face> face_spelling(std::string_view text) const;

  // Takes the symbol off the front of `text` and returns its face. Returns nullopt, and leaves `text` alone,
  // if it does not begin with a symbol.
  std::optional<Face> take_symbol(std::string_view& text) const {
    return take(text, &FaceText::symbol, symbols_by_byte_);
  }

  // Does the same with the text of a face, as in a written word.
  std::optional<Face> take_text(std::string_view& text) const {
    return take(text, &FaceText::text, texts_by_byte_);
  }

  // Reads a written word. Returns nullopt if no tiles spell it, or more than a line of the largest board
  // holds.
  std::optional<Word> parse_word(std::string_view text) const;

  // Reads a rack or a bag, as in "AEIQRST". An error names the character that is not a symbol.
  Result<Tiles> parse_tiles(std::string_view symbols) const;

  std::string spell(const Word& word) const;
  std::string symbols(const Tiles& tiles) const;  // The symbols in the order of the faces.
  void append_symbols(std::string& line, const Tiles& tiles) const;
  std::string symbols(const std::vector<Face>& tiles) const;

  friend bool operator==(const Alphabet& a, const Alphabet& b);

 private:
  using FacesByByte = std::array<FaceSet, 256>;  // Maps a byte to the faces that begin with it.

  std::optional<Face> take(std::string_view& text, std::string FaceText::*part,
                           const FacesByByte& by_byte) const;

  std::vector<FaceText> faces_;
  FacesByByte symbols_by_byte_{};
  FacesByByte texts_by_byte_{};
  std::array<std::uint8_t, kMaxFaces> text_ranks_{};
};

}  // namespace toptile
