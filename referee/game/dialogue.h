// The dialogue between the referee and one bot. The last lines are kept as evidence, at hardly any cost. On
// demand, every line is written to a transcript.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"
#include "referee/processes/deadline.h"

namespace toptile {

// A text file of one game. It has a line for each line sent or received, with the seconds since the file was
// created, the bot and the direction: "12.345678 greedy > go movetime 500". `>` means to the bot, and `<`
// from it. Bytes that are not text are escaped. All bots of a game share it, in one thread.
class Transcript {
 public:
  // Truncates the file if it exists, and writes a first line with the time of its creation.
  static Result<std::shared_ptr<Transcript>> create(const std::filesystem::path& file);

  // Takes whole lines, or a part of one. They are written at once, so that they survive if the program is
  // killed. Text that a full disk does not take is lost. At 16 MiB a note is written, and the rest is left
  // out.
  void write(std::string_view bot, char direction, std::string_view lines);

 private:
  Transcript(UniqueDescriptor file, Instant begin) : file_(std::move(file)), begin_(begin) {}

  const UniqueDescriptor file_;
  const Instant begin_;
  std::string text_;
  std::size_t written_bytes_ = 0;
};

class Dialogue {
 public:
  explicit Dialogue(std::string bot) : bot_(std::move(bot)) {}

  void sent(std::string_view lines) { note('>', lines); }
  void received(std::string_view line) { note('<', line); }

  // From now on, lines are also written to this transcript. Null: to none.
  void write_to(std::shared_ptr<Transcript> transcript) { transcript_ = std::move(transcript); }

  // The last 16 writes of the referee and lines of the bot, as lines that begin with "> " or "< ", oldest
  // first. Each has at most 1000 bytes; longer ones are cut and marked. Bytes that are not text are escaped.
  std::vector<std::string> last_lines() const;

 private:
  static constexpr std::size_t kKept = 16;
  struct Said {
    char direction = '>';
    bool is_cut = false;
    std::string text;  // Reused, so that it keeps its memory.
  };

  void note(char direction, std::string_view text);

  const std::string bot_;
  std::array<Said, kKept> said_;
  std::size_t count_ = 0;  // The number of all entries so far, kept or not.
  std::shared_ptr<Transcript> transcript_;
};

}  // namespace toptile
