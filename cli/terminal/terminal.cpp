#include "cli/terminal/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include "base/descriptor.h"
#include "base/utf8.h"
#include "cli/terminal/exit_code.h"

namespace toptile {

int complain(const Error& error) {
  // An error may quote file names and untrusted texts; it is printed as one line, whatever they contain.
  constexpr int kMostCharacters = 10'000;
  fmt::print(stderr, "toptile: {}\n", printable(error.message, kMostCharacters));
  return kWrongUse;
}

void tell_of_build(const std::string& bot) {
  fmt::print(stderr, "building {}\n", bot);
}

bool is_terminal(int descriptor) {
  return ::isatty(descriptor) == 1;
}

bool can_repaint(int descriptor) {
  const char* const kind = std::getenv("TERM");
  return is_terminal(descriptor) && kind != nullptr && *kind != '\0' && std::string_view(kind) != "dumb";
}

bool wants_colour() {
  const char* const refused = std::getenv("NO_COLOR");
  return refused == nullptr || *refused == '\0';
}

TerminalSize terminal_size(int descriptor) {
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return {};
  return {size.ws_col, size.ws_row};
}

void print(std::string_view text) {
  if (write_all(STDOUT_FILENO, text)) return;
  std::_Exit(errno == EPIPE ? kReaderGone
                            : complain({"standard output cannot be written: " +
                                        std::generic_category().message(errno)}));
}

std::string shown_path(std::string_view path) {
  constexpr int kMostCharacters = 4096;
  return printable(path, kMostCharacters);
}

std::string clock_text(long seconds) {
  if (seconds >= 3600) return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
  return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
}

}  // namespace toptile
