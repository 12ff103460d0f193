// The program that starts bots in the sandbox (referee/jail/jail.cpp), which is embedded in this program.
#pragma once

#include <cstddef>
#include <string_view>

namespace toptile {

// The bytes of its executable file.
std::string_view jail_program();

}  // namespace toptile
