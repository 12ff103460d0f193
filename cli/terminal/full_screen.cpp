#include "cli/terminal/full_screen.h"

#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>

namespace toptile {

namespace {

// These change to the other screen without a cursor, and back.
constexpr std::string_view kEnter = "\x1b[?1049h\x1b[?25l\x1b[2J", kLeave = "\x1b[?25h\x1b[?1049l";
constexpr std::string_view kTop = "\x1b[H", kClearToEnd = "\x1b[K", kClearBelow = "\x1b[J";
// A terminal that knows these shows all that is between them at once.
constexpr std::string_view kBeginFrame = "\x1b[?2026h", kEndFrame = "\x1b[?2026l";
constexpr std::chrono::milliseconds kSequence{50};  // An Esc is a key if nothing follows it for so long.

sigset_t signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH}) sigaddset(&set, signal);
  return set;
}

// It is not an error if this fails: if the terminal is gone, a signal ends the program.
void write_to_terminal(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(STDOUT_FILENO, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

int milliseconds_until(const std::optional<Instant>& until) {
  if (!until) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*until - std::chrono::steady_clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1'000'000));
}

}  // namespace

FullScreen::FullScreen()
    : palette_(wants_colour() ? palette_of(std::getenv("TERM"), std::getenv("COLORTERM")) : Palette::none) {
  const sigset_t set = signals();
  ::sigprocmask(SIG_BLOCK, &set, nullptr);
  signals_ = UniqueDescriptor(::signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC));
  enter();
}

FullScreen::~FullScreen() {
  leave();
  const sigset_t set = signals();
  ::sigprocmask(SIG_UNBLOCK, &set, nullptr);
}

void FullScreen::enter() {
  ::tcgetattr(STDIN_FILENO, &before_);
  termios raw = before_;
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  ::tcsetattr(STDIN_FILENO, TCSANOW, &raw);
  write_to_terminal(kEnter);
  shown_.clear();
}

void FullScreen::leave() {
  write_to_terminal(kLeave);
  ::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
}

TerminalSize FullScreen::size() const {
  return terminal_size(STDOUT_FILENO);
}

void FullScreen::show(const std::vector<ScreenLine>& lines) {
  std::string text(kTop);
  for (const ScreenLine& line : lines) {
    if (&line != &lines.front()) text += "\r\n";
    text += line.painted(palette_) + std::string(kClearToEnd);
  }
  text += kClearBelow;
  if (text == shown_) return;
  write_to_terminal(std::string(kBeginFrame) + text + std::string(kEndFrame));
  shown_ = std::move(text);
}

void FullScreen::stop_until_continued() {
  leave();
  sigset_t stop;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  ::raise(SIGTSTP);
  ::sigprocmask(SIG_UNBLOCK, &stop, nullptr);  // The program stops here.
  ::sigprocmask(SIG_BLOCK, &stop, nullptr);
  enter();
}

std::optional<FullScreen::Event> FullScreen::take_signal() {
  signalfd_siginfo signal{};
  if (::read(signals_.number(), &signal, sizeof signal) != sizeof signal) return std::nullopt;
  switch (static_cast<int>(signal.ssi_signo)) {
    case SIGTSTP:
      stop_until_continued();
      return Event{Event::Kind::redraw};
    case SIGCONT:  // It comes after a SIGSTOP, which a program cannot notice.
      leave();
      enter();
      return Event{Event::Kind::redraw};
    case SIGWINCH:
      shown_.clear();
      return Event{Event::Kind::redraw};
    default:
      return Event{Event::Kind::interrupted};
  }
}

bool FullScreen::read_keys() {
  std::array<char, 256> bytes{};
  const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
  if (count > 0) keys_.append(bytes.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

FullScreen::Event FullScreen::wait(std::optional<Instant> until) {
  while (true) {
    if (const auto key = take_key(keys_)) return {Event::Kind::key, *key};
    std::optional<Instant> awaited = until;
    if (!keys_.empty()) awaited = std::chrono::steady_clock::now() + kSequence;
    std::array<pollfd, 2> inputs = {{{STDIN_FILENO, POLLIN, 0}, {signals_.number(), POLLIN, 0}}};
    const int ready = ::poll(inputs.data(), inputs.size(), milliseconds_until(awaited));
    if (ready == 0) {
      const auto key = take_last_key(keys_);
      return key ? Event{Event::Kind::key, *key} : Event{Event::Kind::time};
    }
    if (ready < 0) continue;
    if (inputs[1].revents != 0) {
      if (const auto event = take_signal()) return *event;
    }
    if (inputs[0].revents != 0 && !read_keys()) return {Event::Kind::input_ended};
  }
}

}  // namespace toptile
