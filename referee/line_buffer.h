// Bytes in, lines out: what a bot wrote and nobody took yet. No I/O and no clock of its own; it holds at most
// a fixed number of bytes, whatever the bot sends, and copies each byte once.
#pragma once

#include <boost/container/static_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "referee/deadline.h"

namespace toptile {

// What became of a wait for a line.
enum class Received {
  line,
  cut_off,    // The bot closed its output after these bytes, without a line end. The next answer is `closed`.
  closed,     // End of file; every line before it was handed out.
  too_long,   // A line over the limit. Final: nothing more is read.
  too_much,   // More output than the quota. Final: nothing more is read.
  timed_out,  // The deadline came first.
  stopped,    // The tournament is being stopped.
};

struct Reception {
  Received outcome = Received::timed_out;
  std::string_view
      text;           // Without the line end; may hold any other byte. Valid until the next line is taken.
  Instant arrival{};  // When the read that completed the line returned, or `late` before that.
  std::chrono::steady_clock::duration late{0};  // Of this thread, in reading it.
};

struct LineLimits {
  std::size_t line_bytes = 64 << 10;     // Without the '\n'; at most 128 KiB.
  std::uint64_t quota_bytes = 16 << 20;  // Taken between two calls of reset_quota, line ends included.
};

class LineBuffer {
 public:
  explicit LineBuffer(const LineLimits& limits);

  // Where the next bytes go. Empty: enough is held, read no more until lines are taken. The place stays good
  // until `append`, whatever else is called meanwhile.
  std::span<char> room();
  void append(std::size_t bytes, Instant at);
  void append_end();

  // The next line, or why there will be none; nothing while the bot has to write more first. Drops one '\r'
  // before the '\n'.
  std::optional<Reception> take();

  void reset_quota() { taken_since_reset_ = 0; }
  // Once take() gave nothing: bytes came that no line end follows yet.
  bool has_part_of_line() const { return held() > 0 && scanned_ == end_; }

 private:
  struct Batch {
    std::uint64_t end = 0;  // Counted from the first byte ever received, not included.
    Instant at{};
  };

  std::size_t held() const { return end_ - begin_; }
  std::optional<std::string_view> take_terminated();
  void consume(std::size_t bytes);
  Instant arrival_of_last_consumed();
  Reception fail(Received outcome);
  Reception finish();

  LineLimits limits_;
  std::unique_ptr<char[]> bytes_;
  std::size_t begin_ = 0;    // First byte not taken.
  std::size_t scanned_ = 0;  // No '\n' between begin_ and here.
  std::size_t end_ = 0;
  std::uint64_t consumed_ = 0;
  std::uint64_t taken_since_reset_ = 0;
  boost::container::static_vector<Batch, 16> batches_;  // Oldest first.
  std::string line_;
  std::optional<Received> failed_;
  bool ended_ = false;
};

}  // namespace toptile
