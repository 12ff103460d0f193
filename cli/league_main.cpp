// The program toptile-league: everything that toptile does, and leagues.
#include <csignal>

#include "cli/verbs/program.h"

namespace toptile {

Action declare_submit(Command& command);
Action declare_league(Command& command);
Action declare_serve(Command& command);

}  // namespace toptile

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // NOLINT: if the reader is gone, write fails and does not kill.
  return toptile::run_program(argc, argv,
                              {{"submit", toptile::declare_submit},
                               {"league", toptile::declare_league},
                               {"serve", toptile::declare_serve}});
}
