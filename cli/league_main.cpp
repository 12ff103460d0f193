// The program toptile-league: everything that toptile does, and leagues.
#include <csignal>

#include "cli/verbs/program.h"

namespace toptile {

std::function<int()> declare_submit(CLI::App& command);
std::function<int()> declare_league(CLI::App& command);
std::function<int()> declare_serve(CLI::App& command);

}  // namespace toptile

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // NOLINT: if the reader is gone, write fails and does not kill.
  return toptile::run_program(argc, argv,
                              {{"submit", toptile::declare_submit},
                               {"league", toptile::declare_league},
                               {"serve", toptile::declare_serve}});
}
