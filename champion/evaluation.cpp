#include "champion/evaluation.h"

#include <algorithm>

namespace toptile::champion {

int phase_of(int bag) {
  if (bag == 0) return 0;
  if (bag <= 7) return 1;
  if (bag <= 21) return 2;
  return bag <= 45 ? 3 : 4;
}

FaceSet vowels_of(const Alphabet& alphabet) {
  FaceSet vowels = 0;
  for (int i = 0; i < alphabet.size(); ++i) {
    const auto face = static_cast<Face>(i);
    const std::string& text = alphabet.text(face);
    for (const char* vowel : {"A", "E", "I", "O", "U", "Ä", "Ö", "Ü"})
      if (text == vowel) vowels |= set_of(face);
  }
  return vowels;
}

Value leave_of(const Weights::OfPhase& weights, FaceSet vowels, const Tiles& kept) {
  Value value = 0;
  int vowel_count = 0;
  for (FaceSet faces = kept.faces(); faces != 0; faces &= faces - 1) {
    const Face face = lowest(faces);
    const int count = kept.count(face);
    for (int i = 0; i < count; ++i) value += weights.tile[face][static_cast<std::size_t>(std::min(i, 2))];
    if (contains(vowels, face)) vowel_count += count;
  }
  constexpr int kMost = Weights::OfPhase::kMaxCounted;
  return value + weights.balance[static_cast<std::size_t>(std::min(vowel_count, kMost))]
                                [static_cast<std::size_t>(std::min(kept.size() - vowel_count, kMost))];
}

Value way_of(const Weights::OfPhase& weights, const Board& before, std::span<const LaidTile> laid,
             int length) {
  Value value = weights.length[static_cast<std::size_t>(length)];
  for (const LaidTile& tile : laid)
    value += weights.height[static_cast<std::size_t>(before.height(tile.square)) + 1];
  return value;
}

namespace {

// A value in the unit of worths, rounded up. It may be negative.
Worth worth_of_value(Value value) {
  constexpr Worth kUnits = worth_of(1, 0);
  const Worth scaled = value * kUnits;
  return scaled / kPoint + (scaled % kPoint > 0 ? 1 : 0);
}

// The vowels and the tiles of a combination are one number. A vowel counts this in it, beside 1 as a tile.
constexpr std::uint16_t kVowel = 256;

// Room that is kept, as these are made again for each rack.
std::vector<std::uint16_t>& laid_of_combination() {
  thread_local std::vector<std::uint16_t> room;
  return room;
}
std::vector<Value>& leaves_of_combination() {
  thread_local std::vector<Value> room;
  return room;
}
std::vector<Value>& tiles_of_combination() {
  thread_local std::vector<Value> room;
  return room;
}
std::vector<Worth>& worths_of_combination() {
  thread_local std::vector<Worth> room;
  return room;
}

}  // namespace

PlayValues::PlayValues(const Weights& weights, FaceSet vowels, const BoardLines& lines, const Tiles& rack,
                       int bag)
    : lines_(lines), leaves_(leaves_of_combination()) {
  struct Kind {
    Face face = 0;
    std::size_t count = 0, stride = 0;
    bool is_vowel = false;
  };
  std::array<Kind, kMaxFaces> kinds;
  std::size_t kind_count = 0, combinations = 1;
  int vowel_count = 0;
  for (FaceSet rest = rack.faces(); rest != 0; rest &= rest - 1) {
    const Face face = lowest(rest);
    const auto count = static_cast<std::size_t>(rack.count(face));
    const bool is_vowel = contains(vowels, face);
    if (is_vowel) vowel_count += rack.count(face);
    kinds[kind_count++] = {face, count, combinations, is_vowel};
    worths_.strides[face] = static_cast<std::uint16_t>(combinations);
    combinations *= count + 1;
  }
  leaves_.resize(combinations);
  // What each combination keeps, kind by kind. The counts are small, so both fit one number.
  const int size = rack.size(), most_laid = std::min(size, kMaxBoardSize);
  std::vector<std::uint16_t>& laid_of = laid_of_combination();
  laid_of.resize(combinations);
  laid_of[0] = 0;
  for (std::size_t k = 0; k < kind_count; ++k) {
    const Kind& kind = kinds[k];
    const std::uint16_t tile = kind.is_vowel ? kVowel + 1 : 1;
    for (std::size_t at = kind.stride; at < kind.stride * (kind.count + 1); ++at)
      laid_of[at] = static_cast<std::uint16_t>(laid_of[at - kind.stride] + tile);
  }
  for (int laid = 0; laid <= most_laid; ++laid)
    phases_[static_cast<std::size_t>(laid)] =
        &weights.phases[static_cast<std::size_t>(phase_of(std::max(0, bag - laid)))];
  constexpr int kMost = Weights::OfPhase::kMaxCounted;
  // Most racks meet one phase only, whatever they lay.
  for (int first = 0, last = 0; first <= most_laid; first = last + 1) {
    const Weights::OfPhase& phase = *phases_[static_cast<std::size_t>(first)];
    for (last = first; last < most_laid && phases_[static_cast<std::size_t>(last) + 1] == &phase;) ++last;
    std::vector<Value>& tiles = tiles_of_combination();
    tiles.resize(combinations);
    tiles[0] = 0;
    for (std::size_t k = 0; k < kind_count; ++k)
      for (std::size_t i = 0; i < kinds[k].count; ++i)
        tiles[0] += phase.tile[kinds[k].face][std::min<std::size_t>(i, 2)];
    for (std::size_t k = 0; k < kind_count; ++k) {
      const Kind& kind = kinds[k];
      for (std::size_t laid = 1; laid <= kind.count; ++laid) {
        const Value lost = phase.tile[kind.face][std::min<std::size_t>(kind.count - laid, 2)];
        for (std::size_t at = 0; at < kind.stride; ++at)
          tiles[laid * kind.stride + at] = tiles[(laid - 1) * kind.stride + at] - lost;
      }
    }
    for (std::size_t at = 0; at < combinations; ++at) {
      const int laid = laid_of[at] % kVowel;
      if (laid < first || laid > last) continue;
      const int kept_vowels = vowel_count - laid_of[at] / kVowel, kept = size - laid;
      leaves_[at] = tiles[at] + phase.balance[static_cast<std::size_t>(std::min(kept_vowels, kMost))]
                                             [static_cast<std::size_t>(std::min(kept - kept_vowels, kMost))];
    }
  }
  if (most_laid > 0) set_worths(rack, laid_of);
}

// The worths of squares also have a share of what a tile more takes from the rack, so that a bound which lays
// many tiles does not keep as much as one that lays few.
void PlayValues::set_worths(const Tiles& rack, std::span<const std::uint16_t> laid_of) {
  const int most_laid = std::min(rack.size(), kMaxBoardSize);
  std::vector<Worth>& most = worths_of_combination();
  most.resize(leaves_.size());
  std::array<Worth, kMaxBoardSize + 1> most_by_laid;
  most_by_laid.fill(kWorthless);
  for (std::size_t at = 0; at < most.size(); ++at) {
    const auto laid = static_cast<std::size_t>(laid_of[at] % kVowel);
    if (laid == 0 || laid > static_cast<std::size_t>(most_laid)) {
      most[at] = kWorthless;
      continue;
    }
    const auto& length = phases_[laid]->length;
    most[at] = worth_of_value(leaves_[at] + *std::max_element(length.begin() + 2, length.end()));
    most_by_laid[laid] = std::max(most_by_laid[laid], most[at]);
  }
  const Worth cost = most_laid == 1 ? 0
                                    : (most_by_laid[1] - most_by_laid[static_cast<std::size_t>(most_laid)]) /
                                          (most_laid - 1);
  for (std::size_t at = 0; at < most.size(); ++at) most[at] += cost * (laid_of[at] % kVowel);
  for (std::size_t height = 0; height < kMaxHeight; ++height) {
    Value best = INT32_MIN;
    for (int laid = 1; laid <= most_laid; ++laid)
      best = std::max(best, phases_[static_cast<std::size_t>(laid)]->height[height + 1]);
    worths_.laid[height] = worth_of_value(best) - cost;
  }
  // What more tiles of a face may bring, face by face.
  for (FaceSet rest = rack.faces(); rest != 0; rest &= rest - 1) {
    const std::size_t stride = worths_.strides[lowest(rest)];
    const auto count = static_cast<std::size_t>(rack.count(lowest(rest)));
    for (std::size_t block = 0; block < most.size(); block += stride * (count + 1))
      for (std::size_t at = block + stride * count; at-- > block;)
        most[at] = std::max(most[at], most[at + stride]);
  }
  worths_.most = most;
}

Worth PlayValues::least_worth(Value value) {
  return worth_of_value(value);
}

Value PlayValues::of(const FoundPlay& play) const {
  const Weights::OfPhase& weights = *phases_[static_cast<std::size_t>(play.tiles_laid)];
  const bool is_across = play.direction == Direction::across;
  const BoardLine& line = lines_.line(play.direction, is_across ? play.start.row : play.start.column);
  const int first = is_across ? play.start.column : play.start.row;
  Value value = play.points * kPoint + weights.length[play.word.size()];
  std::size_t number = 0;
  for (std::size_t i = 0; i < play.word.size(); ++i) {
    const Face face = play.word[i];
    const int place = first + static_cast<int>(i);
    if (line.stays[static_cast<std::size_t>(place)] == set_of(face)) continue;
    number += worths_.strides[face];
    value += weights.height[static_cast<std::size_t>(line.height(place)) + 1];
  }
  return value + leaves_[number];
}

}  // namespace toptile::champion
