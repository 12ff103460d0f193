// One bot's stderr. It is read in the worker's event loop as it arrives and appended to a file, and its end
// is kept as evidence. A bot that writes without end fills the file up to its limit, and costs no more memory
// than any other.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "base/descriptor.h"
#include "base/result.h"
#include "referee/processes/event_loop.h"

namespace toptile {

class StderrLog {
 public:
  // Several bots may append to one file. At `limit_bytes` (of the file, not of the bot) a note is written and
  // the rest is dropped. Bytes that the disk refuses are dropped, too. Without a file, only the tail is kept.
  static Result<StderrLog> open(EventLoop& loop, UniqueDescriptor pipe, const std::filesystem::path& file,
                                std::uint64_t limit_bytes);
  StderrLog(StderrLog&&) noexcept = default;
  StderrLog& operator=(StderrLog&&) = delete;
  ~StderrLog();

  // Reads what the pipe holds now, without waiting.
  void drain();

  // The last 2 KiB, exactly as the bot wrote them.
  std::string tail() const;

 private:
  struct State;
  explicit StderrLog(std::shared_ptr<State> state) : state_(std::move(state)) {}

  std::shared_ptr<State> state_;
};

}  // namespace toptile
