// Building a lexicon: the lines of a list become words of faces, the sorted words become a minimal graph, and
// the graph becomes an image.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "base/utf8.h"
#include "engine/lexicon.h"
#include "engine/lexicon_image.h"

namespace toptile {

namespace {

std::string_view trimmed(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\r\v\f";
  const std::size_t first = line.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(kBlanks) - first + 1);
}

template <class Visit>
void for_each_line(std::string_view text, Visit visit) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (const std::string_view word = trimmed(line); !word.empty()) visit(word);
  }
}

// A word of nothing but ß does not count: ß is its own capital, so the word may also be in upper case.
bool is_all_lower(std::string_view word) {
  bool has_small_letter = false;
  while (!word.empty()) {
    const auto character = take_character(word);
    if (!character || !is_lower(*character)) return false;
    has_small_letter |= to_upper(*character) != *character;
  }
  return has_small_letter;
}

// Reads the lines of a list one by one, and counts those that are not words.
class WordReader {
 public:
  WordReader(const Alphabet& alphabet, int max_length, bool capitals_mark_names)
      : alphabet_(alphabet), max_length_(max_length), capitals_mark_names_(capitals_mark_names) {}

  void read(std::string_view line) {
    bool has_capital = false, has_sign = false;
    upper_.clear();
    for (std::string_view rest = line; !rest.empty();) {
      const auto character = take_character(rest);
      has_sign |= !character || !is_letter(*character);
      has_capital |= character && is_upper(*character);
      if (character) append_character(upper_, to_upper(*character));
    }
    if (has_capital && capitals_mark_names_) {
      ++dropped_.capital;
    } else if (has_sign) {
      ++dropped_.sign;
    } else {
      take_spelled(upper_);
    }
  }

  // Returns the words sorted, each once.
  std::vector<Word> take_words() {
    std::ranges::sort(words_);
    const auto repeated = std::unique(words_.begin(), words_.end());
    dropped_.repeated += static_cast<int>(words_.end() - repeated);
    words_.erase(repeated, words_.end());
    return std::move(words_);
  }
  const DroppedWords& dropped() const { return dropped_; }

 private:
  void take_spelled(std::string_view rest) {
    Word word;
    int length = 0;
    while (!rest.empty()) {
      const auto face = alphabet_.take_text(rest);
      if (!face) {
        ++dropped_.unspellable;
        return;
      }
      if (++length <= max_length_) word.push_back(*face);
    }
    if (length < 2) {
      ++dropped_.one_letter;
    } else if (length > max_length_) {
      ++dropped_.too_long;
    } else {
      words_.push_back(word);
    }
  }

  const Alphabet& alphabet_;
  const int max_length_;
  const bool capitals_mark_names_;
  std::string upper_;
  std::vector<Word> words_;
  DroppedWords dropped_;
};

// Adds words, which must come in sorted order. When all words through a node were added, the node is merged
// with an equal one, or becomes the newest node if there is none.
class GraphBuilder {
 public:
  GraphBuilder() : same_node_(0, Hash{this}, Equal{this}) {}

  void add(const Word& word) {
    int common = 0;
    while (common < previous_.size() && common < word.size() && previous_[common] == word[common]) ++common;
    finish_below(common);
    for (int i = common; i < word.size(); ++i) {
      path_[i].children |= set_of(word[i]);
    }
    path_[word.size() - 1].ends |= set_of(word.back());
    previous_ = word;
  }

  // No word can be added afterwards.
  void finish() {
    finish_below(0);
    // The root is the last node, even if an equal one stands earlier.
    append(path_[0]);
    put_near_the_root_last();
  }

  const std::vector<Lexicon::Node>& nodes() const { return nodes_; }
  const std::vector<std::uint32_t>& edges() const { return edges_; }

 private:
  struct OpenNode {
    FaceSet children = 0, ends = 0;
    std::array<std::uint32_t, kMaxFaces> child{};
  };
  struct Hash {
    const GraphBuilder* builder;
    std::size_t operator()(std::uint32_t id) const { return builder->hash_of(id); }
  };
  struct Equal {
    const GraphBuilder* builder;
    bool operator()(std::uint32_t a, std::uint32_t b) const { return builder->are_equal(a, b); }
  };

  void finish_below(int depth) {
    for (int i = previous_.size(); i > depth; --i) {
      OpenNode& node = path_[i];
      path_[i - 1].child[previous_[i - 1]] = shared(node);
      node = OpenNode{};
    }
  }

  void append(const OpenNode& open) {
    nodes_.push_back({open.children, open.ends, static_cast<std::uint32_t>(edges_.size())});
    for (FaceSet rest = open.children; rest != 0; rest &= rest - 1)
      edges_.push_back(open.child[lowest(rest)]);
  }

  std::uint32_t shared(const OpenNode& open) {
    append(open);
    const auto newest = static_cast<std::uint32_t>(nodes_.size() - 1);
    const auto [place, is_new] = same_node_.insert(newest);
    if (!is_new) {
      edges_.resize(nodes_.back().first);
      nodes_.pop_back();
    }
    return *place;
  }

  // Orders the nodes again: the root last, each node before all that lead to it, and the children of a node
  // side by side as far as possible. A walk visits most siblings together, and often the nodes near the root.
  void put_near_the_root_last() {
    // `parents` counts each node's parents that are not ordered yet; `order` has the nodes from the root on.
    std::vector<std::uint32_t> parents(nodes_.size()), order;
    for (std::uint32_t edge : edges_) ++parents[edge];
    order.reserve(nodes_.size());
    order.push_back(static_cast<std::uint32_t>(nodes_.size() - 1));
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (std::uint32_t child : edges_of(order[i])) {
        if (--parents[child] == 0) order.push_back(child);
      }
    }
    std::ranges::reverse(order);
    std::vector<std::uint32_t> place(nodes_.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
    std::vector<Lexicon::Node> nodes;
    std::vector<std::uint32_t> edges;
    nodes.reserve(nodes_.size());
    edges.reserve(edges_.size());
    for (std::uint32_t id : order) {
      nodes.push_back({nodes_[id].children, nodes_[id].ends, static_cast<std::uint32_t>(edges.size())});
      for (std::uint32_t child : edges_of(id)) edges.push_back(place[child]);
    }
    nodes_ = std::move(nodes);
    edges_ = std::move(edges);
  }

  std::span<const std::uint32_t> edges_of(std::uint32_t id) const {
    return std::span(edges_).subspan(nodes_[id].first,
                                     static_cast<std::size_t>(std::popcount(nodes_[id].children)));
  }
  std::size_t hash_of(std::uint32_t id) const {
    std::uint64_t hash = nodes_[id].children * 0x9E3779B97F4A7C15ULL ^ nodes_[id].ends;
    for (std::uint32_t edge : edges_of(id)) hash = (hash ^ edge ^ hash >> 29) * 0xBF58476D1CE4E5B9ULL;
    return hash ^ hash >> 32;
  }
  bool are_equal(std::uint32_t a, std::uint32_t b) const {
    return nodes_[a].children == nodes_[b].children && nodes_[a].ends == nodes_[b].ends &&
           std::ranges::equal(edges_of(a), edges_of(b));
  }

  std::vector<Lexicon::Node> nodes_;
  std::vector<std::uint32_t> edges_;
  std::unordered_set<std::uint32_t, Hash, Equal> same_node_;
  std::array<OpenNode, kMaxBoardSize + 1> path_{};
  Word previous_;
};

std::string padded(std::string text) {
  text.resize((text.size() + 3) / 4 * 4, '\0');
  return text;
}

Result<Lexicon> lexicon_of(const std::string& name, const std::vector<Word>& words, const Alphabet& alphabet,
                           int max_length) {
  GraphBuilder graph;
  std::vector<std::string> spelled;
  spelled.reserve(words.size());
  for (const Word& word : words) {
    graph.add(word);
    spelled.push_back(alphabet.spell(word));
  }
  graph.finish();

  const std::string name_part = padded(name), faces_part = padded(text_of_alphabet(alphabet));
  LexiconHeader header;
  header.words = static_cast<std::uint32_t>(words.size());
  header.max_length = static_cast<std::uint32_t>(max_length);
  header.name_bytes = static_cast<std::uint32_t>(name_part.size());
  header.faces_bytes = static_cast<std::uint32_t>(faces_part.size());
  header.nodes = static_cast<std::uint32_t>(graph.nodes().size());
  header.edges = static_cast<std::uint32_t>(graph.edges().size());
  header.sha256 = sha256(canonical_text(std::move(spelled)));

  auto image = std::make_shared<std::vector<std::byte>>();
  image->reserve(header.total_bytes());
  const auto append = [&](const auto* values, std::size_t count) {
    const auto bytes = std::as_bytes(std::span(values, count));
    image->insert(image->end(), bytes.begin(), bytes.end());
  };
  append(&header, 1);
  append(name_part.data(), name_part.size());
  append(faces_part.data(), faces_part.size());
  append(graph.nodes().data(), graph.nodes().size());
  append(graph.edges().data(), graph.edges().size());
  header.checksum = lexicon_checksum(header, *image);
  std::memcpy(image->data(), &header, sizeof header);
  return Lexicon::from_image(*image, image);
}

}  // namespace

Result<LexiconBuilding> build_lexicon(std::string name, std::string_view list, const Alphabet& alphabet,
                                      int max_length, Capitals capitals) {
  if (max_length < 2 || max_length > kMaxBoardSize) {
    return Error{fmt::format("words of at most {} tiles are asked for; the limit can be 2 to {}", max_length,
                             kMaxBoardSize)};
  }
  bool capitals_mark_names = capitals == Capitals::mark_names;
  if (capitals == Capitals::automatic) {
    for_each_line(list, [&](std::string_view line) {
      capitals_mark_names = capitals_mark_names || is_all_lower(line);
    });
  }
  WordReader reader(alphabet, max_length, capitals_mark_names);
  for_each_line(list, [&](std::string_view line) { reader.read(line); });
  const std::vector<Word> words = reader.take_words();
  if (words.empty())
    return Error{"the list has no word that a game could use; it should have one word per line"};
  TOPTILE_TRY(auto lexicon, lexicon_of(name, words, alphabet, max_length));
  return LexiconBuilding{std::move(lexicon), reader.dropped()};
}

}  // namespace toptile
