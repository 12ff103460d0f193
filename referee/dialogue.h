// What was said between the referee and one bot: the last lines, kept as evidence at hardly any cost, and on
// demand every line, written to a transcript.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/result.h"
#include "referee/deadline.h"
#include "referee/descriptor.h"

namespace toptile {

// A text file of one game: a line each line that was said, with the seconds since the file was begun, the bot
// and the direction, "12.345678 greedy > go movetime 500". `>` is to the bot, `<` from it. What a bot says is
// shown as text: bytes that are none are escaped. For the bots of one game, in one thread.
class Transcript {
 public:
  // Truncates a file that is there, and writes a first line that says when it was begun.
  static Result<std::shared_ptr<Transcript>> create(const std::filesystem::path& file);

  // Whole lines, or a part of one. Written at once, so that a killed program leaves it; what a full disk does
  // not take is lost. At 16 MiB a note is written and the rest is left out.
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

  // Where lines go from now on beside the memory; nothing: nowhere.
  void write_to(std::shared_ptr<Transcript> transcript) { transcript_ = std::move(transcript); }

  // The last 16 writes of the referee and lines of the bot, as lines that begin with "> " or "< ", oldest
  // first; each at most 1000 bytes, longer ones cut and marked. As text: bytes that are none are escaped.
  std::vector<std::string> last_lines() const;

 private:
  static constexpr std::size_t kKept = 16;
  struct Said {
    char direction = '>';
    bool is_cut = false;
    std::string text;  // Keeps its memory from use to use.
  };

  void note(char direction, std::string_view text);

  const std::string bot_;
  std::array<Said, kKept> said_;
  std::size_t count_ = 0;  // Ever said.
  std::shared_ptr<Transcript> transcript_;
};

}  // namespace toptile
