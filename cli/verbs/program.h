// The programs `toptile` and `toptile-league`: they find the verb, parse its arguments and run it.
#pragma once

#include <map>
#include <string_view>

#include "cli/verbs/verb.h"

namespace toptile {

// Takes the arguments of main, and in `others` the verbs that the table does not implement; returns the exit
// status. For a verb that is in neither, this process is replaced by the program toptile-league beside this
// one; also for `man` and `completions`, which describe all verbs, if that program exists.
int run_program(int argc, char** argv, const std::map<std::string_view, Declare>& others = {});

}  // namespace toptile
