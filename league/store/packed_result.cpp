#include "league/store/packed_result.h"

#include "base/assert.h"

namespace toptile {

namespace {

// From the lowest bit: whether the first entrant has seat 1; for each seat its rank minus 1, whether it
// forfeited, and its points; how the game ended; whether the referee was late.
constexpr int kPointBits = 27;
constexpr std::int64_t kPointOffset = std::int64_t{1} << (kPointBits - 1);
constexpr int kEndBits = 3;
static_assert(static_cast<int>(kLastGameEnd) < 1 << kEndBits);

class Bits {
 public:
  explicit Bits(std::uint64_t bits = 0) : bits_(bits) {}

  void put(std::uint64_t value, int width) {
    bits_ |= value << at_;
    at_ += width;
  }
  std::uint64_t take(int width) {
    const std::uint64_t value = bits_ >> at_ & ((std::uint64_t{1} << width) - 1);
    at_ += width;
    return value;
  }
  std::uint64_t all() const { return bits_; }
  std::uint64_t rest() const { return bits_ >> at_; }

 private:
  std::uint64_t bits_ = 0;
  int at_ = 0;
};

}  // namespace

std::int64_t packed(const GameResult& result) {
  TOPTILE_ASSERT(result.players == 2);
  Bits bits;
  bits.put(result.by_seat[0].entrant > result.by_seat[1].entrant ? 1 : 0, 1);
  for (const SeatResult& seat : result.seats()) {
    TOPTILE_ASSERT(std::abs(std::int64_t{seat.points}) < kPointOffset &&
                   seat.fate != SeatResult::Fate::withdrawn);
    bits.put(static_cast<std::uint64_t>(seat.rank - 1), 1);
    bits.put(seat.fate == SeatResult::Fate::forfeited ? 1 : 0, 1);
    bits.put(static_cast<std::uint64_t>(seat.points + kPointOffset), kPointBits);
  }
  bits.put(static_cast<std::uint64_t>(result.end), kEndBits);
  bits.put(result.is_late ? 1 : 0, 1);
  return static_cast<std::int64_t>(bits.all());
}

Result<GameResult> unpacked(std::int64_t packed, std::uint32_t id) {
  Bits bits(static_cast<std::uint64_t>(packed));
  GameResult result;
  result.id = id;
  const std::uint64_t first = bits.take(1);
  for (std::uint64_t seat = 0; seat < 2; ++seat) {
    SeatResult& one = result.by_seat[seat];
    one.entrant = static_cast<std::uint16_t>(first ^ seat);
    one.rank = static_cast<std::uint8_t>(bits.take(1) + 1);
    one.fate = bits.take(1) == 1 ? SeatResult::Fate::forfeited : SeatResult::Fate::played;
    one.points = static_cast<std::int32_t>(static_cast<std::int64_t>(bits.take(kPointBits)) - kPointOffset);
  }
  const std::uint64_t end = bits.take(kEndBits);
  result.is_late = bits.take(1) == 1;
  if (end > static_cast<std::uint64_t>(kLastGameEnd) || bits.rest() != 0)
    return Error{"this is not the result of a game"};
  result.end = static_cast<GameEnd>(end);
  return result;
}

}  // namespace toptile
