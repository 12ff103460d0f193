#include "referee/jail/failure.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace jail {

void give_up(const char* what, const char* where) {
  const char* const reason = std::strerror(errno);
  ::dprintf(STDERR_FILENO, "bot-jail: cannot %s%s%s: %s\n", what, *where == '\0' ? "" : " ", where, reason);
  ::_exit(1);
}

}  // namespace jail
