// Why the kernel would not run a program, in words its author can act on.
#pragma once

#include <filesystem>
#include <string>

namespace toptile {

// As much of a file as the kernel reads of a script's first line: ELF files and scripts begin so. "" where it
// cannot be read.
std::string beginning_of(const std::filesystem::path& file);

// "PATH is not executable: chmod +x PATH". `error` is execve's errno; the file is looked at for what the
// number leaves open (ENOENT also means a missing interpreter, EACCES also a folder).
std::string explain_exec_failure(const std::filesystem::path& program, int error);

}  // namespace toptile
