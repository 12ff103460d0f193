// A buffer that takes bytes and returns lines: it holds a bot's output that has not been taken yet. It has no
// I/O and no clock of its own. It holds at most a fixed number of bytes, whatever the bot sends, and copies
// each byte once.
#pragma once

#include <boost/container/static_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "referee/processes/deadline.h"

namespace toptile {

// How a wait for a line ended.
enum class Received {
  line,
  cut_off,    // The bot closed its output after these bytes, without a line end. The next is `closed`.
  closed,     // End of file; every line before it was returned.
  too_long,   // A line over the limit. Final: nothing more is read.
  too_much,   // More output than the quota. Final: nothing more is read.
  timed_out,  // The deadline came first.
  stopped,    // The tournament is being stopped.
};

struct Reception {
  Received outcome = Received::timed_out;
  // The line without its line end; it may hold any other byte. Valid until the next line is taken.
  std::string_view text;
  Instant arrival{};                            // When the read that completed the line ended, minus `late`.
  std::chrono::steady_clock::duration late{0};  // How late this thread was in reading the line.
};

struct LineLimits {
  std::size_t line_bytes = 64 << 10;     // The maximum length of a line, without its '\n'; at most 128 KiB.
  std::uint64_t quota_bytes = 16 << 20;  // The maximum that may be taken between two calls of reset_quota.
};

class LineBuffer {
 public:
  explicit LineBuffer(const LineLimits& limits);

  // The room for the next bytes. If it is empty, the buffer is full: read no more until lines are taken. The
  // room stays valid until `append`, whatever else is called meanwhile.
  std::span<char> room();
  void append(std::size_t bytes, Instant at);
  void append_end();

  // The next line, or the reason why there will be none; nullopt if the bot has to write more first. One '\r'
  // before the '\n' is dropped.
  std::optional<Reception> take();

  void reset_quota() { taken_since_reset_ = 0; }
  // Whether bytes have arrived that no line end follows yet. Only valid after take() returned nullopt.
  bool has_part_of_line() const { return held() > 0 && scanned_ == end_; }

 private:
  struct Batch {
    std::uint64_t end = 0;  // The position after its last byte, counted from the first byte ever received.
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
  std::size_t begin_ = 0;    // The first byte that is not taken.
  std::size_t scanned_ = 0;  // There is no '\n' between begin_ and here.
  std::size_t end_ = 0;
  std::uint64_t consumed_ = 0;
  std::uint64_t taken_since_reset_ = 0;
  boost::container::static_vector<Batch, 16> batches_;  // The oldest comes first.
  std::string line_;
  std::optional<Received> failed_;
  bool ended_ = false;
};

}  // namespace toptile
