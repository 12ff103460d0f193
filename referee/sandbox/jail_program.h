// The program that starts bots in the sandbox (referee/jail/jail.cpp). It is a part of this one.
#pragma once

#include <cstddef>
#include <string_view>

namespace toptile {

// The bytes of its file.
std::string_view jail_program();

}  // namespace toptile
