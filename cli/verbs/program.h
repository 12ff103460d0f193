// The program `toptile`: it finds the verb, reads its arguments and does it.
#pragma once

namespace toptile {

// Takes the arguments of main, and returns the exit status.
int run_program(int argc, char** argv);

}  // namespace toptile
