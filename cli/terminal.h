// What the verbs say to people.
#pragma once

#include <string>
#include <string_view>

#include "engine/result.h"

namespace toptile {

// "toptile: WHAT: WHY" on stderr; the exit code for wrong use or input.
int complain(const Error& error);

bool is_terminal(int descriptor);
int terminal_width();

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
