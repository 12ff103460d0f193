// Explains to a program's author why the kernel would not run it.
#pragma once

#include <filesystem>
#include <string>

namespace toptile {

// The beginning of a file: as many bytes as the kernel reads of a script's first line. It shows whether the
// file is an ELF file or a script. "" if the file cannot be read.
std::string beginning_of(const std::filesystem::path& file);

// "PATH is not executable: chmod +x PATH". `error` is execve's errno. Where the number alone is not enough,
// the file is inspected: ENOENT may also mean a missing interpreter, and EACCES a folder.
std::string explain_exec_failure(const std::filesystem::path& program, int error);

}  // namespace toptile
