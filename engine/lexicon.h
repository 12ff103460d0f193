// The words of a game as a compact word graph: a minimal deterministic automaton over faces (Daciuk, Mihov,
// Watson and Watson, "Incremental Construction of Minimal Acyclic Finite-State Automata", 2000), immutable
// and cheap to copy.
//
// A lexicon is known by its word set: the SHA-256 of its canonical text, every word in upper case on a line
// of its own, sorted by bytes. Whatever list, order or case it was built from, the same words are the same
// lexicon.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/alphabet.h"
#include "engine/result.h"
#include "engine/sha256.h"
#include "engine/tiles.h"

namespace toptile {

class Lexicon {
 public:
  // What can follow a prefix: the faces that continue it, those of them that end a word, and where the nodes
  // stand that they lead to, in the order of the faces.
  struct Node {
    FaceSet children;
    FaceSet ends;
    std::uint32_t first;
  };

  // By its second face, every beginning of two faces: what a cross-set of a square before a run asks for.
  struct Beginnings {
    FaceSet words = 0;  // The first faces with which the two are a word,
    // and by the first face, what may follow: the faces that go on, those that end a word, and the node.
    std::array<FaceSet, kMaxFaces> children{};
    std::array<FaceSet, kMaxFaces> ends{};
    std::array<const Node*, kMaxFaces> nodes{};

    // The first faces of words of three that end in a face; and of beginnings that go on with it.
    FaceSet ending_in(FaceSet third) const { return meeting(ends, third); }
    FaceSet followed_by(FaceSet third) const { return meeting(children, third); }

   private:
    static FaceSet meeting(const std::array<FaceSet, kMaxFaces>& sets, FaceSet third) {
      FaceSet first = 0;
      for (Face face = 0; face < kMaxFaces; ++face) first |= FaceSet{(sets[face] & third) != 0} << face;
      return first;
    }
  };

  // Takes an image (see image()) that `owner` keeps alive; bytes must be aligned to 4. An image that is cut
  // short, altered or of another version is an error; one that is accepted is never read out of bounds.
  static Result<Lexicon> from_image(std::span<const std::byte> bytes, std::shared_ptr<const void> owner);

  const std::string& name() const { return name_; }
  void rename(std::string name) { name_ = std::move(name); }
  const Alphabet& alphabet() const { return alphabet_; }
  int words() const { return words_; }
  // The most tiles of a word that the building let in; boards of a greater size want another building.
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

  // In the order of the faces.
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
  std::shared_ptr<const std::array<Beginnings, kMaxFaces>> beginnings_;  // By the second face.
  std::span<const std::byte> image_;
  std::span<const Node> nodes_;  // Children before parents; the root last.
  std::span<const std::uint32_t> edges_;
  std::string name_;
  Alphabet alphabet_;
  int words_ = 0;
  int max_length_ = 0;
  Sha256 sha256_{};
};

// A list in which some word is all in lower case marks names by capitals; one all in upper case does not.
enum class Capitals { automatic, mark_names, mean_nothing };

// What a list held that no lexicon takes (docs/rules.md, "The lexicon"), counted by the first reason that
// held.
struct DroppedWords {
  int capital = 0;      // A name.
  int sign = 0;         // A hyphen, an apostrophe, a period, a digit: anything but letters.
  int unspellable = 0;  // The tiles cannot spell it: a Q without U, a letter no tile has.
  int one_letter = 0;   // It takes one tile only.
  int too_long = 0;     // It takes more tiles than the board has squares in a line.
  int repeated = 0;
};

struct LexiconBuilding {
  Lexicon lexicon;
  DroppedWords dropped;
};

// Builds from a text, one word a line (blank lines, a byte order mark and \r aside), for boards of
// `max_length` squares. A text without any word that is left is an error.
Result<LexiconBuilding> build_lexicon(std::string name, std::string_view list, const Alphabet& alphabet,
                                      int max_length, Capitals capitals = Capitals::automatic);

}  // namespace toptile
