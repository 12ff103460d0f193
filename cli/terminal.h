// What the verbs say to people.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/result.h"

namespace toptile {

// "toptile: WHAT: WHY" on stderr; the exit code for wrong use or input.
int complain(const Error& error);

// On stderr, before a bot in a folder is built.
void tell_of_build(const std::string& bot);

bool is_terminal(int descriptor);
int terminal_width();

// What all output is written for, where no terminal says otherwise.
inline constexpr std::size_t kColumns = 80;

// The text's words in lines of at most so many bytes, if no word is longer; without an end behind the last.
std::string wrapped(const std::string& text, std::size_t width);

// Standard output, all at once; a reader that has gone ends the program quietly.
void print(std::string_view text);

// One line on stderr that is written over and over; nothing where stderr is no terminal.
class StatusLine {
 public:
  StatusLine();
  ~StatusLine();  // Clears the line.
  void show(const std::string& text);

 private:
  const bool is_shown_;
  std::string last_;
};

// "0:07", "1:02:45"
std::string clock_text(long seconds);

}  // namespace toptile
