#include "engine/lexicon.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "engine/lexicon_image.h"

namespace toptile {

bool Lexicon::contains(std::span<const Face> word) const {
  const Node* node = &root();
  for (std::size_t i = 0; i < word.size(); ++i) {
    const FaceSet next = i + 1 == word.size() ? node->ends : node->children;
    if (!toptile::contains(next, word[i])) return false;
    node = &child(*node, word[i]);
  }
  return !word.empty();
}

void Lexicon::for_each_word(const std::function<void(const Word&)>& visit) const {
  Word word;
  const std::function<void(const Node&)> walk = [&](const Node& node) {
    for (FaceSet rest = node.children; rest != 0; rest &= rest - 1) {
      const Face face = lowest(rest);
      word.push_back(face);
      if (toptile::contains(node.ends, face)) visit(word);
      if (word.size() < kMaxBoardSize) walk(child(node, face));
      word.pop_back();
    }
  };
  walk(root());
}

std::string Lexicon::text() const {
  std::vector<std::string> lines;
  lines.reserve(static_cast<std::size_t>(words_));
  for_each_word([&](const Word& word) { lines.push_back(alphabet_.spell(word)); });
  return canonical_text(std::move(lines));
}

void Lexicon::find_beginnings() {
  auto beginnings = std::make_shared<std::array<Beginnings, kMaxFaces>>();
  for (FaceSet faces = root().children; faces != 0; faces &= faces - 1) {
    const Face first = lowest(faces);
    const Node& node = child(root(), first);
    for (FaceSet next = node.children; next != 0; next &= next - 1) {
      const Face second = lowest(next);
      const Node& after = child(node, second);
      Beginnings& here = (*beginnings)[second];
      if (toptile::contains(node.ends, second)) here.words |= set_of(first);
      here.children[first] = after.children;
      here.ends[first] = after.ends;
      here.nodes[first] = &after;
    }
  }
  beginnings_ = std::move(beginnings);
}

std::string canonical_text(std::vector<std::string> words) {
  // Walks of a graph come in this order already where faces stand in the order of their letters.
  if (!std::ranges::is_sorted(words)) std::ranges::sort(words);
  std::string text;
  for (const std::string& word : words) {
    text += word;
    text += '\n';
  }
  return text;
}

Result<Lexicon> Lexicon::from_image(std::span<const std::byte> bytes, std::shared_ptr<const void> owner) {
  const Error not_one{
      "this is not a built lexicon; build one from a text list with: toptile lexicon build LIST"};
  const Error damaged{
      "this built lexicon is damaged or cut short; build it again with: toptile lexicon build LIST"};
  if (bytes.size() < sizeof(LexiconHeader) ||
      reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(Node) != 0)
    return not_one;
  LexiconHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != kLexiconMagic) return not_one;
  if (header.version != kLexiconVersion) {
    return Error{fmt::format(
        "this built lexicon has format {}, but this program reads format {}; build it again with: "
        "toptile lexicon build LIST",
        header.version, kLexiconVersion)};
  }
  if (header.total_bytes() != bytes.size() || header.checksum != lexicon_checksum(header, bytes))
    return damaged;

  auto rest = bytes.subspan(sizeof header);
  const auto take = [&](std::size_t size) {
    const auto taken = rest.first(size);
    rest = rest.subspan(size);
    return taken;
  };
  if (header.name_bytes % 4 != 0 || header.faces_bytes % 4 != 0) return damaged;  // Nodes are misaligned.
  if (header.max_length > kMaxBoardSize) return damaged;
  const auto name = take(header.name_bytes);
  const auto faces = take(header.faces_bytes);
  const auto nodes = take(header.nodes * sizeof(Node));
  const auto edges = take(header.edges * sizeof(std::uint32_t));

  Lexicon lexicon;
  lexicon.owner_ = std::move(owner);
  lexicon.image_ = bytes;
  lexicon.nodes_ = {reinterpret_cast<const Node*>(nodes.data()), header.nodes};
  lexicon.edges_ = {reinterpret_cast<const std::uint32_t*>(edges.data()), header.edges};
  lexicon.name_ = unpadded_text(name);
  lexicon.words_ = static_cast<int>(header.words);
  lexicon.max_length_ = static_cast<int>(header.max_length);
  std::ranges::copy(header.sha256, lexicon.sha256_.begin());
  auto alphabet = alphabet_of_text(unpadded_text(faces));
  if (!alphabet) return damaged;
  lexicon.alphabet_ = std::move(alphabet).value();
  if (!is_sound_graph(lexicon.nodes_, lexicon.edges_, lexicon.alphabet_.all())) return damaged;
  const auto extent = extent_of_graph(lexicon.nodes_, lexicon.edges_);
  if (!extent || extent->words != lexicon.words_ || extent->longest > lexicon.max_length_) return damaged;
  lexicon.find_beginnings();
  return lexicon;
}

}  // namespace toptile
