#include "referee/processes/line_buffer.h"

#include <algorithm>
#include <cstring>

#include "base/assert.h"

namespace toptile {
namespace {

constexpr std::size_t kCapacity = 256 << 10;
constexpr std::size_t kSmallestRead = 16 << 10;
constexpr std::size_t kMaxRead = 64 << 10;

}  // namespace

// The memory is left uninitialized, so that a bot with short answers touches the first page only.
LineBuffer::LineBuffer(const LineLimits& limits) : limits_(limits), bytes_(new char[kCapacity]) {
  TOPTILE_ASSERT(limits.line_bytes <= kCapacity / 2);
}

// Bytes are moved to the front only if they fill at most half of the buffer and the other half was filled
// since. So even a flood costs no more than one move for each byte.
std::span<char> LineBuffer::room() {
  if (failed_ || ended_) return {};
  if (held() == 0) {
    begin_ = scanned_ = end_ = 0;
  } else if (kCapacity - end_ < kSmallestRead) {
    if (held() > kCapacity / 2) return {};
    std::memmove(bytes_.get(), bytes_.get() + begin_, held());
    scanned_ -= begin_;
    end_ -= begin_;
    begin_ = 0;
  }
  return {bytes_.get() + end_, std::min(kCapacity - end_, kMaxRead)};
}

void LineBuffer::append(std::size_t bytes, Instant at) {
  end_ += bytes;
  TOPTILE_ASSERT(end_ <= kCapacity);
  while (!batches_.empty() && batches_.front().end <= consumed_) batches_.erase(batches_.begin());
  // If there are too many batches to keep apart, the newest time counts, so that no line seems to arrive
  // earlier than it did.
  if (batches_.size() == batches_.capacity()) batches_.pop_back();
  batches_.push_back({consumed_ + held(), at});
}

void LineBuffer::append_end() {
  ended_ = true;
}

std::optional<Reception> LineBuffer::take() {
  if (failed_) return Reception{*failed_, {}, {}};
  const std::optional<std::string_view> line = take_terminated();
  if (line ? line->size() > limits_.line_bytes : held() > limits_.line_bytes) return fail(Received::too_long);
  if (!line) return ended_ ? std::optional(finish()) : std::nullopt;
  if (taken_since_reset_ > limits_.quota_bytes) return fail(Received::too_much);
  line_.assign(line->ends_with('\r') ? line->substr(0, line->size() - 1) : *line);
  return Reception{Received::line, line_, arrival_of_last_consumed()};
}

// The bytes of the next complete line without its '\n'. They are still in place, but no longer held.
std::optional<std::string_view> LineBuffer::take_terminated() {
  const char* const newline =
      static_cast<const char*>(std::memchr(bytes_.get() + scanned_, '\n', end_ - scanned_));
  if (newline == nullptr) {
    scanned_ = end_;
    return std::nullopt;
  }
  const std::string_view line(bytes_.get() + begin_, newline);
  consume(line.size() + 1);
  return line;
}

void LineBuffer::consume(std::size_t bytes) {
  begin_ += bytes;
  scanned_ = begin_;
  consumed_ += bytes;
  taken_since_reset_ += bytes;
}

Instant LineBuffer::arrival_of_last_consumed() {
  const auto batch =
      std::find_if(batches_.begin(), batches_.end(), [&](const Batch& b) { return b.end >= consumed_; });
  TOPTILE_ASSERT(batch != batches_.end());
  const Instant at = batch->at;
  batches_.erase(batches_.begin(), batch);
  return at;
}

Reception LineBuffer::fail(Received outcome) {
  failed_ = outcome;
  consume(held());
  return {outcome, {}, {}};
}

Reception LineBuffer::finish() {
  if (held() == 0) return {Received::closed, {}, {}};
  line_.assign(bytes_.get() + begin_, held());
  consume(held());
  return {Received::cut_off, line_, arrival_of_last_consumed()};
}

}  // namespace toptile
