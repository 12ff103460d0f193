#include "cli/terminal/screen.h"

#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <utility>
#include <vector>

#include "tests/timeout.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(screen)

namespace {

using std::chrono::milliseconds;
using Name = Key::Name;

constexpr milliseconds kSoon{10};

// A terminal of 40 by 10 of which the test is the other side: it types keys and sees what is written.
class Terminal {
 public:
  explicit Terminal(const char* kind = "xterm-256color", const char* no_color = "") {
    ::setenv("TERM", kind, 1);
    ::setenv("NO_COLOR", no_color, 1);
    winsize size{10, 40, 0, 0};
    int theirs = -1;
    BOOST_REQUIRE(::openpty(&ours_, &theirs, nullptr, nullptr, &size) == 0);
    file_ = ::fdopen(theirs, "r+");
    ::tcgetattr(theirs, &before_);
    screen_ = Screen::open(file_, file_);
  }
  ~Terminal() {
    screen_.reset();
    hang_up();
    std::fclose(file_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  Screen* screen() { return screen_.get(); }
  void close_screen() { screen_.reset(); }
  void hang_up() {
    if (ours_ >= 0) ::close(std::exchange(ours_, -1));
  }
  void type(std::string_view bytes) {
    BOOST_REQUIRE(::write(ours_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  }
  Key key() { return screen_->read_key(kTimeout); }
  void resize(unsigned short columns, unsigned short rows) {
    const winsize size{rows, columns, 0, 0};
    ::ioctl(ours_, TIOCSWINSZ, &size);
  }
  // What was written since the last look. The kernel hands it over a little later, so this also writes a byte
  // that no screen does, and waits for it.
  std::string written() {
    constexpr char kLast = '\x1d';
    BOOST_REQUIRE(::write(::fileno(file_), &kLast, 1) == 1);
    std::string text;
    pollfd output{ours_, POLLIN, 0};
    std::array<char, 4096> part{};
    while (!text.ends_with(kLast)) {
      BOOST_REQUIRE(::poll(&output, 1, static_cast<int>(milliseconds(kTimeout).count())) == 1);
      const ssize_t count = ::read(ours_, part.data(), part.size());
      BOOST_REQUIRE(count > 0);
      text.append(part.data(), static_cast<std::size_t>(count));
    }
    text.pop_back();
    return text;
  }
  bool is_as_before() {
    termios now{};
    ::tcgetattr(::fileno(file_), &now);
    return now.c_lflag == before_.c_lflag && now.c_iflag == before_.c_iflag && now.c_oflag == before_.c_oflag;
  }

 private:
  int ours_ = -1;
  std::FILE* file_ = nullptr;
  termios before_{};
  std::unique_ptr<Screen> screen_;
};

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// A tile of height 2, as it is written.
std::string tile_on(const char* kind, const char* no_color = "") {
  Terminal terminal(kind, no_color);
  BOOST_REQUIRE(terminal.screen() != nullptr);
  terminal.screen()->put(0, 0, "A2", Ink::tile, 2);
  terminal.screen()->show();
  return terminal.written();
}

BOOST_AUTO_TEST_CASE(sequences_are_the_keys_that_terminals_send_for_them) {
  const std::vector<std::pair<std::string, Name>> table = {
      {"\x1bOA", Name::up},
      {"\x1bOB", Name::down},
      {"\x1bOC", Name::right},
      {"\x1bOD", Name::left},
      {"\x1bOH", Name::home},
      {"\x1bOF", Name::end},
      {"\x1b[5~", Name::page_up},
      {"\x1b[6~", Name::page_down},
      {"\x1b[1;5C", Name::right},
      {"\x1b[1;2A", Name::up},
      {"\x1b[1;8F", Name::end},
      {"\x1b[5;2~", Name::page_up},
      {"\x1b[6;5~", Name::page_down},
      {"\x1b[3~", Name::del},
      {"\x1bOP", Name::f1},
      {"\x1b[15~", Name::unknown},
      {"\x1b[200~", Name::unknown},
      {"\x1b[99;99x", Name::unknown},
      {"\x1b[12", Name::unknown},
      {"\x1b", Name::escape},
      {"\r", Name::enter},
      {"\n", Name::enter},
      {"\t", Name::tab},
      {"\x7f", Name::backspace},
      {"\b", Name::backspace},
  };
  for (const char* const kind : {"xterm-256color", "screen-256color"}) {
    Terminal terminal(kind);
    BOOST_REQUIRE(terminal.screen() != nullptr);
    for (const auto& [bytes, name] : table) {
      const bool is_home_of_xterm = bytes == "\x1bOH" || bytes == "\x1bOF";
      if (is_home_of_xterm && kind != std::string_view("xterm-256color")) continue;
      BOOST_TEST_CONTEXT(kind << " " << bytes.substr(1)) {
        terminal.type(bytes);
        BOOST_TEST(static_cast<int>(terminal.key().name) == static_cast<int>(name));
        BOOST_TEST((terminal.screen()->read_key(kSoon).name == Name::none));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(characters_are_whole_also_beyond_ascii) {
  Terminal terminal;
  terminal.type("gZ?äß名");
  for (const char32_t character : U"gZ?äß名")
    if (character != 0) BOOST_TEST(terminal.key().is(character));
}

BOOST_AUTO_TEST_CASE(no_key_of_ctrl_is_a_signal) {
  Terminal terminal;
  terminal.type("\x03\x1a\x04\x05\x11\x13");
  for (const char letter : {'C', 'Z', 'D', 'E', 'Q', 'S'}) {
    const Key key = terminal.key();
    BOOST_TEST(key.is_control(static_cast<char32_t>(letter)));
    BOOST_TEST(!key.is(static_cast<char32_t>(letter)));
  }
}

BOOST_AUTO_TEST_CASE(keys_come_one_after_the_other) {
  Terminal terminal;
  terminal.type("g1\x1bOCq");
  BOOST_TEST(terminal.key().is('g'));
  BOOST_TEST(terminal.key().is('1'));
  BOOST_TEST((terminal.key().name == Name::right));
  BOOST_TEST(terminal.key().is('q'));
  BOOST_TEST((terminal.screen()->read_key(kSoon).name == Name::none));
}

BOOST_AUTO_TEST_CASE(esc_before_another_key_is_a_key_of_its_own) {
  Terminal terminal;
  terminal.type("\x1bq\x1b\x1bOC");
  BOOST_TEST((terminal.key().name == Name::escape));
  BOOST_TEST(terminal.key().is('q'));
  BOOST_TEST((terminal.key().name == Name::escape));
  BOOST_TEST((terminal.key().name == Name::right));
}

BOOST_AUTO_TEST_CASE(a_terminal_that_is_gone_is_told) {
  Terminal terminal;
  terminal.hang_up();
  BOOST_TEST((terminal.key().name == Name::gone));
}

BOOST_AUTO_TEST_CASE(tiles_have_the_colours_that_the_terminal_has) {
  for (const char* const kind : {"xterm-256color", "screen-256color", "tmux-256color"})
    BOOST_TEST(has(tile_on(kind), "48;5;222m"));
  for (const char* const kind : {"xterm", "screen", "linux"}) {
    const std::string written = tile_on(kind);
    BOOST_TEST(has(written, "\x1b[46m"));
    BOOST_TEST(!has(written, "48;5"));
  }
}

BOOST_AUTO_TEST_CASE(each_ink_differs_from_the_others_and_each_height_from_the_next) {
  Terminal terminal;
  std::vector<std::string> looks;
  const auto look = [&](Ink ink, int height) {
    terminal.screen()->clear();
    terminal.screen()->show();
    terminal.written();
    terminal.screen()->put(0, 0, "A", ink, height);
    terminal.screen()->show();
    const std::string written = terminal.written();
    looks.push_back(written.substr(0, written.find('A')));
  };
  for (const Ink ink : {Ink::plain, Ink::strong, Ink::dim, Ink::alarm, Ink::present, Ink::laid, Ink::cursor})
    look(ink, 0);
  for (int height = 1; height <= 7; ++height) look(Ink::tile, height);
  look(Ink::new_tile, 1);
  for (std::size_t i = 0; i < looks.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) BOOST_TEST(looks[i] != looks[k], i << " and " << k);
  look(Ink::tile, 8);
  BOOST_TEST(looks.back() == looks[13]);
}

BOOST_AUTO_TEST_CASE(without_colours_a_tile_is_inverse) {
  for (const std::string& written :
       {tile_on("xterm-256color", "1"), tile_on("vt100"), tile_on("xterm-mono")}) {
    BOOST_TEST(has(written, "A2"));
    BOOST_TEST((has(written, "\x1b[7m") || has(written, ";7m")));
    for (const char* const colour : {"\x1b[3", "\x1b[4", ";3", ";4"})
      for (const char* const digit : {"0m", "1m", "2m", "3m", "4m", "5m", "6m", "7m", "8;5", "9;49m"})
        BOOST_TEST(!has(written, std::string(colour) + digit));
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_terminal_or_cannot_place_text_is_no_screen) {
  for (const char* const kind : {"dumb", "", "no-such-terminal"}) {
    Terminal terminal(kind);
    BOOST_TEST(terminal.screen() == nullptr);
    BOOST_TEST(terminal.written() == "");
    BOOST_TEST(terminal.is_as_before());
  }
  std::FILE* const file = std::fopen("/dev/null", "r+");
  BOOST_TEST(Screen::open(file, file) == nullptr);
  std::fclose(file);
}

BOOST_AUTO_TEST_CASE(text_beyond_the_screen_is_cut_off) {
  Terminal terminal;
  terminal.screen()->put(3, 30, "greedy-with-a-long-name");
  terminal.screen()->put(4, 37, "名前");
  for (const auto& [row, column] : {std::pair(10, 0), {-1, 0}, {0, 40}, {0, -1}})
    terminal.screen()->put(row, column, "outside");
  ScreenLine line("left ");
  line.add("名", Ink::alarm).add("right");
  terminal.screen()->put(9, 0, line);
  terminal.screen()->show();
  const std::string written = terminal.written();
  BOOST_TEST(has(written, "greedy-wi…"));
  BOOST_TEST(has(written, "名…"));
  BOOST_TEST(has(written, "left "));
  BOOST_TEST(has(written, "right"));
  BOOST_TEST(!has(written, "outside"));
}

BOOST_AUTO_TEST_CASE(the_size_is_that_of_the_window_now) {
  Terminal terminal;
  BOOST_TEST(terminal.screen()->size().columns == 40U);
  BOOST_TEST(terminal.screen()->size().rows == 10U);
  terminal.resize(60, 20);
  BOOST_TEST(terminal.screen()->size().columns == 60U);
  BOOST_TEST(terminal.screen()->size().rows == 20U);
  terminal.screen()->put(19, 50, "corner");
  terminal.screen()->show();
  BOOST_TEST(has(terminal.written(), "corner"));
}

BOOST_AUTO_TEST_CASE(what_is_shown_again_is_not_written_again) {
  Terminal terminal;
  const auto show = [&](std::string_view text) {
    terminal.screen()->clear();
    terminal.screen()->put(0, 0, text);
    terminal.screen()->show();
    return terminal.written();
  };
  BOOST_TEST(has(show("turn 1"), "turn 1"));
  BOOST_TEST(show("turn 1") == "");
  BOOST_TEST(!has(show("turn 2"), "turn"));
}

BOOST_AUTO_TEST_CASE(the_terminal_is_left_as_it_was) {
  Terminal terminal;
  terminal.screen()->show();
  const std::string begun = terminal.written();
  BOOST_TEST(has(begun, "\x1b[?1049h"));
  BOOST_TEST(has(begun, "\x1b[?25l"));
  BOOST_TEST(!terminal.is_as_before());
  terminal.close_screen();
  const std::string ended = terminal.written();
  BOOST_TEST(has(ended, "\x1b[?1049l"));
  BOOST_TEST(has(ended, "\x1b[?25h"));
  BOOST_TEST(terminal.is_as_before());
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
