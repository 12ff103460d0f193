#include "engine/lexicon_image.h"

#include <algorithm>
#include <cstring>

namespace toptile {

std::uint32_t lexicon_checksum(const LexiconHeader& header, std::span<const std::byte> image) {
  std::uint32_t hash = 0x811C9DC5;
  const auto mix = [&](const std::byte* bytes, std::size_t size) {
    for (std::size_t i = 0; i + 4 <= size; i += 4) {
      std::uint32_t word;
      std::memcpy(&word, bytes + i, 4);
      hash = (hash ^ word) * 0x01000193;
    }
  };
  LexiconHeader unsigned_header = header;
  unsigned_header.checksum = 0;
  mix(reinterpret_cast<const std::byte*>(&unsigned_header), sizeof unsigned_header);
  mix(image.data() + sizeof header, image.size() - sizeof header);
  return hash;
}

std::string text_of_alphabet(const Alphabet& alphabet) {
  std::string text;
  for (Face face = 0; face < alphabet.size(); ++face)
    text += alphabet.symbol(face) + "=" + alphabet.text(face) + "\n";
  return text;
}

Result<Alphabet> alphabet_of_text(std::string_view text) {
  std::vector<FaceText> faces;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || line.size() == text.size()) return Error{"the faces are damaged"};
    faces.push_back({std::string(line.substr(0, equals)), std::string(line.substr(equals + 1))});
    text.remove_prefix(line.size() + 1);
  }
  return Alphabet::make(std::move(faces));
}

std::string unpadded_text(std::span<const std::byte> bytes) {
  std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

bool is_sound_graph(std::span<const Lexicon::Node> nodes, std::span<const std::uint32_t> edges,
                    FaceSet faces) {
  if (nodes.empty()) return false;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Lexicon::Node& node = nodes[i];
    const auto count = static_cast<std::size_t>(std::popcount(node.children));
    if ((node.children & ~faces) != 0 || (node.ends & ~node.children) != 0) return false;
    if (node.first > edges.size() || count > edges.size() - node.first) return false;
    for (std::size_t edge = node.first; edge < node.first + count; ++edge) {
      if (edges[edge] >= i) return false;
    }
  }
  return true;
}

std::optional<GraphExtent> extent_of_graph(std::span<const Lexicon::Node> nodes,
                                           std::span<const std::uint32_t> edges) {
  // The extent of what can follow each node's prefix. Children come before parents.
  std::vector<GraphExtent> below(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    std::int64_t words = std::popcount(nodes[i].ends);
    int longest = 0;
    std::size_t edge = nodes[i].first;
    for (FaceSet rest = nodes[i].children; rest != 0; rest &= rest - 1) {
      const GraphExtent& child = below[edges[edge++]];
      if (child.words == 0 && !contains(nodes[i].ends, lowest(rest))) return std::nullopt;
      words += child.words;
      longest = std::max(longest, 1 + child.longest);
    }
    if (words > INT32_MAX) return std::nullopt;
    below[i] = {static_cast<int>(words), longest};
  }
  return below.back();
}

}  // namespace toptile
