// Why the kernel would not run a program, in words its author can act on.
#pragma once

#include <filesystem>
#include <string>

namespace toptile {

// "PATH is not executable: chmod +x PATH". `error` is execve's errno; the file is looked at for what the
// number leaves open (ENOENT also means a missing interpreter, EACCES also a folder).
std::string explain_exec_failure(const std::filesystem::path& program, int error);

}  // namespace toptile
