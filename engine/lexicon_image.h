// The bytes of a saved lexicon (docs/lexicons.md): a header, the name, the faces, the nodes and the edges.
// All numbers are 32-bit little-endian unless said otherwise. Every part is padded with zeros to a multiple
// of 4 bytes.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/alphabet.h"
#include "engine/lexicon.h"

namespace toptile {

static_assert(std::endian::native == std::endian::little,
              "A lexicon is mapped as it is: little-endian machines only.");

inline constexpr std::array<char, 8> kLexiconMagic = {'T', 'O', 'P', 'T', 'I', 'L', 'E', '\x1a'};
inline constexpr std::array<char, 8> kReorderedMagic = {'T', 'O', 'P', 'T', 'I', 'L', 'E', '\x1b'};
inline constexpr std::uint32_t kLexiconVersion = 1;

struct LexiconHeader {
  std::array<char, 8> magic = kLexiconMagic;
  std::uint32_t version = kLexiconVersion;
  std::uint32_t words = 0;
  std::uint32_t max_length = 0;
  std::uint32_t name_bytes = 0;
  std::uint32_t faces_bytes = 0;
  std::uint32_t nodes = 0;
  std::uint32_t edges = 0;
  std::array<std::uint8_t, 32> sha256{};
  std::uint32_t checksum = 0;  // FNV-1a over all 32-bit words, with this one taken as 0.

  std::uint64_t total_bytes() const {
    return sizeof(LexiconHeader) + std::uint64_t{name_bytes} + faces_bytes +
           std::uint64_t{nodes} * sizeof(Lexicon::Node) + std::uint64_t{edges} * sizeof(std::uint32_t);
  }
};
static_assert(sizeof(LexiconHeader) == 72);

std::uint32_t lexicon_checksum(const LexiconHeader& header, std::span<const std::byte> image);

// An image in another order, which deflates to two thirds of the size: the header with another magic, the
// name and the faces; the bytes of all nodes' children, first all lowest bytes, then the next ones; those of
// their ends; and for each edge how far before its node the child stands. A node's first edge follows from
// the nodes before it. An image whose edges are not in the order of the nodes is returned as it is.
std::vector<std::byte> reordered_image(std::span<const std::byte> image);

// The image that was put into this order, or the bytes as they are if they have another magic. An error if
// the header's numbers do not fit; Lexicon::from_image finds all other damage.
Result<std::vector<std::byte>> image_in_order(std::vector<std::byte> bytes);

// The alphabet as text, one face on each line, as in "Q=QU".
std::string text_of_alphabet(const Alphabet& alphabet);
Result<Alphabet> alphabet_of_text(std::string_view text);
std::string unpadded_text(std::span<const std::byte> bytes);

// Whether a graph has a node, has no faces except `faces`, and has only references that are in bounds and
// lead to an earlier node (so that no walk is endless). The last node is the root.
bool is_sound_graph(std::span<const Lexicon::Node> nodes, std::span<const std::uint32_t> edges,
                    FaceSet faces);

// The number of words in a sound graph, and the number of tiles in the longest. Returns nullopt if an int
// cannot count the words, or if a prefix leads to no word, because a walk over all prefixes might then take
// practically forever.
struct GraphExtent {
  int words, longest;
};
std::optional<GraphExtent> extent_of_graph(std::span<const Lexicon::Node> nodes,
                                           std::span<const std::uint32_t> edges);

// The words sorted by bytes, each with \n at its end.
std::string canonical_text(std::vector<std::string> words);

}  // namespace toptile
