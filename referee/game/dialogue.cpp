#include "referee/game/dialogue.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>

#include "base/descriptor.h"
#include "base/foreign_folder.h"
#include "base/utf8.h"
#include "base/words.h"

namespace toptile {

namespace {

using std::chrono::steady_clock;

constexpr std::size_t kMaxKept = 1000;       // Bytes of a write or a line that are kept as evidence.
constexpr int kMaxShown = 1000;              // Characters of an evidence line that are shown.
constexpr std::size_t kMaxBytes = 16 << 20;  // The maximum size of a transcript.
constexpr int kMaxWritten = 64000;           // Characters of a line that are written to a transcript.

}  // namespace

Result<std::shared_ptr<Transcript>> Transcript::create(const std::filesystem::path& file) {
  UniqueDescriptor opened(::open(
      file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0600));
  if (!opened.is_open()) {
    return Error{fmt::format("{}: this transcript cannot be written: {}", file.string(),
                             explain_descriptor_failure(errno))};
  }
  // The run may be someone else's, with something here that is not a regular file.
  if (const auto fault = regular_file_fault(opened.number())) return in_context(file.string(), *fault);
  if (::ftruncate(opened.number(), 0) != 0)
    return Error{
        fmt::format("{}: this transcript cannot be written: {}", file.string(), std::strerror(errno))};
  std::shared_ptr<Transcript> transcript(new Transcript(std::move(opened), steady_clock::now()));
  const std::string head =
      fmt::format("# begun {:%FT%TZ}; seconds since then, the bot, > to it or < from it\n",
                  fmt::gmtime(std::time(nullptr)));
  transcript->text_ = head;
  [[maybe_unused]] const ssize_t written = ::write(transcript->file_.number(), head.data(), head.size());
  return transcript;
}

void Transcript::write(std::string_view bot, char direction, std::string_view lines) {
  if (written_bytes_ > kMaxBytes) return;
  const double seconds = std::chrono::duration<double>(steady_clock::now() - begin_).count();
  text_.clear();
  do {
    fmt::format_to(std::back_inserter(text_), "{:.6f} {} {} {}\n", seconds, bot, direction,
                   printable(take_line(lines), kMaxWritten));
  } while (!lines.empty());
  written_bytes_ += text_.size();
  if (written_bytes_ > kMaxBytes)
    text_ = fmt::format("# this file has reached {} MiB; later lines are left out\n", kMaxBytes >> 20);
  write_all(file_.number(), text_);
}

void Dialogue::note(char direction, std::string_view text) {
  Said& said = said_[count_++ % kKept];
  said.direction = direction;
  said.is_cut = text.size() > kMaxKept;
  said.text.assign(text.substr(0, kMaxKept));
  if (transcript_) transcript_->write(bot_, direction, text);
}

std::vector<std::string> Dialogue::last_lines() const {
  std::vector<std::string> lines;
  for (std::size_t i = count_ - std::min(count_, kKept); i < count_; ++i) {
    const Said& said = said_[i % kKept];
    std::string_view rest = said.text;
    do lines.push_back(fmt::format("{} {}", said.direction, printable(take_line(rest), kMaxShown)));
    while (!rest.empty());
    if (said.is_cut) lines.back() += " …";
  }
  return lines;
}

}  // namespace toptile
