// The programs `toptile` and `toptile-league`: they find the verb, read its arguments and do it.
#pragma once

#include <map>
#include <string_view>

#include "cli/verbs/verb.h"

namespace toptile {

// Takes the arguments of main and what is to be done for verbs that the table leaves to others, and returns
// the exit status. A verb that is in neither is done by the program toptile-league beside this one, in its
// place; so are `man` and `completions`, which tell of all verbs, if that program is there.
int run_program(int argc, char** argv, const std::map<std::string_view, Declare>& others = {});

}  // namespace toptile
