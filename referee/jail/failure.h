// Ends the jail when something fails. Its processes hold nothing that has to be restored: the kernel removes
// a world with the last process in it.
#pragma once

namespace jail {

// Writes "bot-jail: cannot WHAT WHERE: REASON" to standard error, with errno's reason, and ends the process.
[[noreturn]] void give_up(const char* what, const char* where = "");

// Gives up if a system call's result is negative; otherwise returns it.
template <class Result>
Result must(Result result, const char* what, const char* where = "") {
  if (result < 0) give_up(what, where);
  return result;
}

}  // namespace jail
