// The input is one of two:
//   a list of words, a NUL byte, then changes: an image is built from the words, and every six bytes of
//   changes replace one of its 32-bit words (two bytes are the word's number, modulo the number of words,
//   and four the new value, little-endian); or
//   a whole image, which begins with an image's magic, or the magic of an image in the order for packing.
// An image is read as it is, and again after its sizes and its checksum were made right, so that the reader
// looks at the rest, too. An accepted image is walked through completely.
#include "engine/lexicon_image.h"

#include <cstring>
#include <memory>

#include "engine/judge.h"
#include "engine/movegen.h"
#include "tests/fuzz/rulesets.h"
#include "tests/fuzz/sentence.h"

using namespace toptile;

namespace {

constexpr std::size_t kMaxBytes = 1 << 16;
constexpr int kMaxWords = 20'000;

// Bytes in memory of exactly their size, so that a sanitizer sees a read beyond them; aligned for any type.
struct Image {
  std::unique_ptr<std::byte[]> bytes;
  std::size_t size = 0;

  explicit Image(std::size_t the_size) : bytes(new std::byte[the_size]()), size(the_size) {}
  std::span<const std::byte> span() const { return {bytes.get(), size}; }
};

Image copied(std::span<const std::byte> bytes, std::size_t size) {
  Image image(size);
  if (const std::size_t kept = std::min(size, bytes.size()); kept > 0)
    std::memcpy(image.bytes.get(), bytes.data(), kept);
  return image;
}

Image changed(std::string_view list, std::string_view changes, const Alphabet& alphabet) {
  const auto built = build_lexicon("fuzz", list, alphabet, 7, Capitals::mean_nothing);
  if (!built) return Image(0);
  const std::span<const std::byte> bytes = built.value().lexicon.image();
  Image image = copied(bytes, bytes.size());
  for (; changes.size() >= 6; changes.remove_prefix(6)) {
    std::uint16_t place = 0;
    std::memcpy(&place, changes.data(), 2);
    std::memcpy(image.bytes.get() + place % (image.size / 4) * 4, changes.data() + 2, 4);
  }
  return image;
}

// The image with the size that its header says and the right checksum; nothing if there is no header or the
// size is too large to be worth a try.
std::optional<Image> signed_anew(const Image& image) {
  if (image.size < sizeof(LexiconHeader)) return std::nullopt;
  LexiconHeader header;
  std::memcpy(&header, image.bytes.get(), sizeof header);
  header.magic = kLexiconMagic;
  header.version = kLexiconVersion;
  if (header.total_bytes() > kMaxBytes) return std::nullopt;
  Image sound = copied(image.span(), header.total_bytes());
  std::memcpy(sound.bytes.get(), &header, sizeof header);
  header.checksum = lexicon_checksum(header, sound.span());
  std::memcpy(sound.bytes.get(), &header, sizeof header);
  return sound;
}

void check_words(const Lexicon& lexicon) {
  if (lexicon.words() > kMaxWords)
    return;  // A graph that shares its nodes may hold too many words to walk through.
  int words = 0;
  lexicon.for_each_word([&](const Word& word) {
    TOPTILE_ASSERT(word.size() <= lexicon.max_length() && lexicon.contains(word));
    ++words;
  });
  TOPTILE_ASSERT(words == lexicon.words());
  TOPTILE_ASSERT(std::ranges::count(lexicon.text(), '\n') == words);
}

// The judge accepts all plays that the generator finds in the graph.
void check_plays(const Ruleset& rules, const Lexicon& lexicon) {
  if (!(lexicon.alphabet() == rules.alphabet())) return;
  MoveGenerator generator(rules, lexicon);
  const Judge judge(rules, lexicon);
  Board board(rules.size);
  const auto rack = rules.alphabet().parse_tiles("AENOSTT");
  TOPTILE_ASSERT(rack);
  std::vector<ScoredPlay> plays;
  for (int turn = 0; turn < 3; ++turn) {
    generator.generate(board, rack.value(), plays);
    TOPTILE_ASSERT(generator.has_play(board, rack.value()) == !plays.empty());
    for (const ScoredPlay& play : plays) {
      const auto judged = judge.judge(board, rack.value(), play.placement);
      TOPTILE_ASSERT(judged && judged.value().points == play.points);
    }
    if (plays.empty()) return;
    lay(board, tiles_laid_by(board, plays.back().placement));
  }
}

std::optional<Image> unpacked(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  const auto image = image_in_order({bytes.begin(), bytes.end()});
  if (!image) return std::nullopt;
  return copied(image.value(), image.value().size());
}

// An image that is read comes out of packing as it went in.
void check_packing(std::span<const std::byte> image) {
  const auto again = image_in_order(reordered_image(image));
  TOPTILE_ASSERT(again && std::ranges::equal(again.value(), image));
}

void check_image(const Image& image, const Ruleset& rules) {
  const auto lexicon = Lexicon::from_image(image.span(), nullptr);
  if (!lexicon) {
    TOPTILE_ASSERT(fuzz::is_one_sentence(lexicon.error().message));
    return;
  }
  TOPTILE_ASSERT(lexicon.value().words() >= 0);
  TOPTILE_ASSERT(lexicon.value().max_length() >= 0 && lexicon.value().max_length() <= kMaxBoardSize);
  static_cast<void>(lexicon.value().contains(Word{0, 1, 2, 31}));
  static_cast<void>(lexicon.value().contains(Word{}));
  check_packing(image.span());
  check_words(lexicon.value());
  check_plays(rules, lexicon.value());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const Ruleset rules = fuzz::all_words().front().rules;
  const std::string_view text = fuzz::text_of(bytes, size);
  const std::size_t end = std::min(text.find('\0'), text.size());
  const bool is_whole = text.starts_with(std::string_view(kLexiconMagic.data(), kLexiconMagic.size()));
  if (text.starts_with(std::string_view(kReorderedMagic.data(), kReorderedMagic.size()))) {
    if (const auto image = unpacked(text)) check_image(*image, rules);
    return 0;
  }
  const Image image =
      is_whole ? copied(std::as_bytes(std::span(bytes, size)), size)
               : changed(text.substr(0, end), text.substr(std::min(end + 1, size)), rules.alphabet());
  check_image(image, rules);
  if (const auto sound = signed_anew(image)) check_image(*sound, rules);
  return 0;
}
