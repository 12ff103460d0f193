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

namespace {

LexiconHeader header_of(std::span<const std::byte> bytes) {
  LexiconHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  return header;
}

std::uint32_t number_at(std::span<const std::byte> bytes, std::size_t at) {
  std::uint32_t number;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

// Numbers as planes: the lowest bytes of all, then the next ones.
void append_planes(std::vector<std::byte>& bytes, std::span<const std::uint32_t> numbers) {
  for (int shift = 0; shift < 32; shift += 8)
    for (const std::uint32_t number : numbers)
      bytes.push_back(static_cast<std::byte>(number >> shift & 0xff));
}

std::uint32_t number_in_planes(std::span<const std::byte> planes, std::size_t count, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t plane = 0; plane < 4; ++plane)
    number |= std::to_integer<std::uint32_t>(planes[plane * count + at]) << (8 * plane);
  return number;
}

void append_number(std::vector<std::byte>& bytes, std::uint32_t number) {
  const auto* const first = reinterpret_cast<const std::byte*>(&number);
  bytes.insert(bytes.end(), first, first + sizeof number);
}

}  // namespace

std::vector<std::byte> reordered_image(std::span<const std::byte> image) {
  LexiconHeader header = header_of(image);
  const std::size_t nodes_at = sizeof header + header.name_bytes + header.faces_bytes;
  const std::size_t edges_at = nodes_at + header.nodes * sizeof(Lexicon::Node);
  std::vector<std::uint32_t> children, ends, steps;
  for (std::uint32_t node = 0; node < header.nodes; ++node) {
    const std::size_t at = nodes_at + node * sizeof(Lexicon::Node);
    children.push_back(number_at(image, at));
    ends.push_back(number_at(image, at + 4));
    const bool is_in_order = number_at(image, at + 8) == steps.size();
    if (!is_in_order) return {image.begin(), image.end()};
    for (int i = 0; i < std::popcount(children.back()) && steps.size() < header.edges; ++i)
      steps.push_back(node - number_at(image, edges_at + 4 * steps.size()));
  }
  if (steps.size() != header.edges) return {image.begin(), image.end()};
  header.magic = kReorderedMagic;
  const auto* const first = reinterpret_cast<const std::byte*>(&header);
  std::vector<std::byte> bytes(first, first + sizeof header);
  bytes.insert(bytes.end(), image.begin() + sizeof header,
               image.begin() + static_cast<std::ptrdiff_t>(nodes_at));
  for (const auto* const numbers : {&children, &ends, &steps}) append_planes(bytes, *numbers);
  return bytes;
}

Result<std::vector<std::byte>> image_in_order(std::vector<std::byte> bytes) {
  if (bytes.size() < sizeof(LexiconHeader)) return bytes;
  LexiconHeader header = header_of(bytes);
  if (header.magic != kReorderedMagic) return bytes;
  const std::uint64_t nodes_at = sizeof header + std::uint64_t{header.name_bytes} + header.faces_bytes;
  const std::uint64_t nodes = header.nodes, edges = header.edges;
  if (bytes.size() != nodes_at + 8 * nodes + 4 * edges) return Error{"the lexicon is cut short"};
  const std::span<const std::byte> planes = std::span(bytes).subspan(nodes_at);
  header.magic = kLexiconMagic;
  std::memcpy(bytes.data(), &header, sizeof header);
  std::vector<std::byte> image(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(nodes_at));
  image.reserve(header.total_bytes());
  std::vector<std::uint32_t> node_of_edge;
  std::uint32_t first = 0;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    const std::uint32_t children = number_in_planes(planes, nodes, node);
    append_number(image, children);
    append_number(image, number_in_planes(planes.subspan(4 * nodes), nodes, node));
    append_number(image, first);
    first += static_cast<std::uint32_t>(std::popcount(children));
    if (first > edges) return Error{"the lexicon is damaged"};
    node_of_edge.resize(first, node);
  }
  if (first != edges) return Error{"the lexicon is damaged"};
  for (std::size_t edge = 0; edge < edges; ++edge)
    append_number(image, node_of_edge[edge] - number_in_planes(planes.subspan(8 * nodes), edges, edge));
  return image;
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
