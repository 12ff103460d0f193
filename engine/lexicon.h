// The words of a game as a compact word graph: a minimal deterministic automaton over faces (Daciuk, Mihov,
// Watson and Watson, "Incremental Construction of Minimal Acyclic Finite-State Automata", 2000). It is
// immutable and cheap to copy.
//
// A lexicon is identified by the SHA-256 of its canonical text, which has every word in upper case on a line
// of its own, sorted by bytes. The same words give the same lexicon, whatever list, order or case it was
// built from.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/sha256.h"
#include "engine/alphabet.h"
#include "engine/tiles.h"

namespace toptile {

class Lexicon {
 public:
  // The ways to continue a prefix: the faces that can follow it, those of them that end a word, and the index
  // of its first edge. A node has an edge to the next node for each child, in the order of the faces.
  struct Node {
    FaceSet children;
    FaceSet ends;
    std::uint32_t first;
  };

  // All two-face prefixes with the same second face. A square before a run gets its cross-set from them.
  struct Beginnings {
    FaceSet words = 0;  // The first faces that make a word with the second.
    // Indexed by the first face: the faces that continue the prefix, those that end a word, and the node.
    std::array<FaceSet, kMaxFaces> children{};
    std::array<FaceSet, kMaxFaces> ends{};
    std::array<const Node*, kMaxFaces> nodes{};

    // The first faces of three-face words that end in a face of `third`, and of prefixes that a face of
    // `third` continues.
    FaceSet ending_in(FaceSet third) const { return meeting(ends, third); }
    FaceSet followed_by(FaceSet third) const { return meeting(children, third); }

   private:
    static FaceSet meeting(const std::array<FaceSet, kMaxFaces>& sets, FaceSet third) {
      FaceSet first = 0;
      for (Face face = 0; face < kMaxFaces; ++face) first |= FaceSet{(sets[face] & third) != 0} << face;
      return first;
    }
  };

  // Uses an image (see image()) that `owner` keeps alive; its bytes must be aligned to 4. An image that is
  // cut short, altered or of another version is an error; one that is accepted is never read out of bounds.
  static Result<Lexicon> from_image(std::span<const std::byte> bytes, std::shared_ptr<const void> owner);

  const std::string& name() const { return name_; }
  void rename(std::string name) { name_ = std::move(name); }
  const Alphabet& alphabet() const { return alphabet_; }
  int words() const { return words_; }
  // The maximum number of tiles in a word when the lexicon was built. Larger boards need another build.
  int max_length() const { return max_length_; }
  const Sha256& sha256() const { return sha256_; }

  const Node& root() const { return nodes_.back(); }
  // The face must be among the node's children.
  const Node& child(const Node& node, Face face) const {
    const int before = std::popcount(node.children & (set_of(face) - 1));
    return nodes_[edges_[node.first + static_cast<unsigned>(before)]];
  }
  const Beginnings& beginnings(Face second) const { return (*beginnings_)[second]; }
  bool contains(std::span<const Face> word) const;
  bool contains(const Word& word) const { return contains(std::span(word.begin(), word.end())); }

  // Visits the words in the order of the faces.
  void for_each_word(const std::function<void(const Word&)>& visit) const;
  // The canonical text.
  std::string text() const;

  // The whole lexicon as bytes, to be saved and mapped back.
  std::span<const std::byte> image() const { return image_; }
  std::size_t nodes() const { return nodes_.size(); }
  std::size_t edges() const { return edges_.size(); }

 private:
  Lexicon() = default;
  void find_beginnings();

  std::shared_ptr<const void> owner_;
  std::shared_ptr<const std::array<Beginnings, kMaxFaces>> beginnings_;  // Indexed by the second face.
  std::span<const std::byte> image_;
  std::span<const Node> nodes_;  // Children stand before parents, and the root is last.
  std::span<const std::uint32_t> edges_;
  std::string name_;
  Alphabet alphabet_;
  int words_ = 0;
  int max_length_ = 0;
  Sha256 sha256_{};
};

// Whether capitals mark names in a list. With `automatic` they do if any word of the list is all lower case.
enum class Capitals { automatic, mark_names, mean_nothing };

// How many words of a list a lexicon leaves out (docs/rules.md, "The lexicon"). Each is counted once, for the
// first reason that applies.
struct DroppedWords {
  int capital = 0;  // Names.
  int sign = 0;     // Words with anything but letters, such as a hyphen, an apostrophe, a period or a digit.
  int unspellable = 0;  // Words that the tiles cannot spell: a Q without U, a letter that no tile has.
  int one_letter = 0;   // Words of one tile.
  int too_long = 0;     // Words of more tiles than a line of the board has squares.
  int repeated = 0;
};

struct LexiconBuilding {
  Lexicon lexicon;
  DroppedWords dropped;
};

// Builds a lexicon for boards of `max_length` squares from a text with one word on each line. Blank lines, a
// byte order mark and \r are ignored. It is an error if no word is left.
Result<LexiconBuilding> build_lexicon(std::string name, std::string_view list, const Alphabet& alphabet,
                                      int max_length, Capitals capitals = Capitals::automatic);

}  // namespace toptile
