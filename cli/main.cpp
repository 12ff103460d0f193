// The program toptile.
#include <csignal>

#include "cli/verbs/program.h"

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // NOLINT: if the reader is gone, write fails and does not kill.
  return toptile::run_program(argc, argv);
}
