#include "referee/processes/stderr_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/system/system_error.hpp>
#include <cerrno>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>

#include "base/descriptor.h"
#include "base/foreign_folder.h"
#include "referee/processes/stream.h"

namespace toptile {
namespace {

using boost::system::error_code;

constexpr std::size_t kTailBytes = 2 << 10;
constexpr std::size_t kChunkBytes = 16 << 10;
// This many chunks are more than a pipe holds. The limit is there so that a process that escaped its group
// cannot keep the referee here.
constexpr int kMaxDrainedChunks = 64;

}  // namespace

struct StderrLog::State {
  State(boost::asio::io_context& context, UniqueDescriptor its_file, std::uint64_t limit)
      : pipe(context), file(std::move(its_file)), limit_bytes(limit) {}

  static void read_on(std::shared_ptr<State> self);
  // False if the pipe is empty or closed.
  bool read_chunk(error_code& error);
  void keep(std::string_view text);
  void append_to_file(std::string_view text);
  std::uint64_t file_bytes() const;

  Stream pipe;
  UniqueDescriptor file;
  std::uint64_t limit_bytes;
  std::string recent;
};

// Asio only waits and does not read. A read of its own could hold back bytes that belong before those that
// `drain` reads.
void StderrLog::State::read_on(std::shared_ptr<State> self) {
  State& state = *self;
  state.pipe.async_wait(Stream::wait_read, [self = std::move(self)](error_code error) mutable {
    if (error) return;
    self->read_chunk(error);
    if (error != boost::asio::error::eof) read_on(std::move(self));
  });
}

bool StderrLog::State::read_chunk(error_code& error) {
  std::array<char, kChunkBytes> chunk{};
  const std::size_t bytes = pipe.read_some(boost::asio::buffer(chunk), error);
  keep({chunk.data(), bytes});
  return !error;
}

void StderrLog::State::keep(std::string_view text) {
  if (text.empty()) return;
  recent.append(text.substr(text.size() - std::min(text.size(), kTailBytes)));
  if (recent.size() > 2 * kTailBytes) recent.erase(0, recent.size() - kTailBytes);
  if (file.is_open()) append_to_file(text);
}

void StderrLog::State::append_to_file(std::string_view text) {
  // Other workers append to the same file, and two that check at the same time would both find room.
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  const std::uint64_t before = file_bytes();
  if (before > limit_bytes) return;
  const std::uint64_t room = limit_bytes - before;
  write_all(file.number(), text.substr(0, room));
  if (text.size() <= room) return;
  write_all(file.number(),
            fmt::format("\n[toptile: this file has reached {} bytes; later output on stderr is dropped]\n",
                        limit_bytes));
}

std::uint64_t StderrLog::State::file_bytes() const {
  struct stat status {};
  return ::fstat(file.number(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

Result<StderrLog> StderrLog::open(EventLoop& loop, UniqueDescriptor pipe, const std::filesystem::path& file,
                                  std::uint64_t limit_bytes) {
  UniqueDescriptor log;
  if (!file.empty()) {
    log = UniqueDescriptor(::open(
        file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0600));
    if (!log.is_open()) {
      return Error{fmt::format("{}: cannot be opened for a bot's stderr: {}", file.string(),
                               explain_descriptor_failure(errno))};
    }
    if (const auto fault = regular_file_fault(log.number())) return in_context(file.string(), *fault);
  }
  std::shared_ptr<State> state;
  try {
    state = std::make_shared<State>(loop.context(), std::move(log), limit_bytes);
  } catch (const boost::system::system_error& failure) {  // The first stream of a loop opens descriptors.
    return Error{"cannot watch a bot's pipes: " + explain_descriptor_failure(failure.code().value())};
  }
  TOPTILE_TRY_TO(open_stream(state->pipe, std::move(pipe)));
  State::read_on(state);
  return StderrLog(std::move(state));
}

StderrLog::~StderrLog() {
  if (!state_) return;
  close_stream(state_->pipe);
  state_->file = {};  // The loop may hold the state for a while.
}

void StderrLog::drain() {
  error_code error;
  for (int chunk = 0; chunk < kMaxDrainedChunks && state_->read_chunk(error); ++chunk) continue;
}

std::string StderrLog::tail() const {
  const std::string& recent = state_->recent;
  return recent.substr(recent.size() - std::min(recent.size(), kTailBytes));
}

}  // namespace toptile
