#include "cli/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "cli/verb.h"
#include "engine/utf8.h"

namespace toptile {

namespace {

constexpr int kReaderGone = 141;  // As a shell shows a program that SIGPIPE ended.

// The first characters of a text, as many as fit into a line.
std::string cut_to(std::string_view text, int width) {
  std::string cut;
  while (!text.empty() && width-- > 0) {
    if (const auto character = take_character(text)) append_character(cut, *character);
  }
  return cut;
}

}  // namespace

int complain(const Error& error) {
  fmt::print(stderr, "toptile: {}\n", error.message);
  return kWrongUse;
}

void tell_of_build(const std::string& bot) {
  fmt::print(stderr, "building {}\n", bot);
}

bool is_terminal(int descriptor) {
  return ::isatty(descriptor) == 1;
}

int terminal_width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

std::string wrapped(const std::string& text, std::size_t width) {
  std::istringstream words(text);
  std::string lines, line;
  for (std::string word; words >> word;) {
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      lines += line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return lines + line;
}

void print(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(STDOUT_FILENO, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      std::_Exit(errno == EPIPE
                     ? kReaderGone
                     : complain({fmt::format("standard output cannot be written: error {}", errno)}));
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

StatusLine::StatusLine() : is_shown_(is_terminal(STDERR_FILENO)) {}

StatusLine::~StatusLine() {
  if (!last_.empty()) fmt::print(stderr, "\r\x1b[K");
}

void StatusLine::show(const std::string& text) {
  if (!is_shown_ || text == last_) return;
  last_ = text;
  fmt::print(stderr, "\r\x1b[K{}", cut_to(text, terminal_width() - 1));
  std::fflush(stderr);
}

std::string clock_text(long seconds) {
  if (seconds >= 3600) return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
  return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
}

}  // namespace toptile
