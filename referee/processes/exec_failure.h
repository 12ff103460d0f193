// Why the kernel would not run a program, in words that help its author.
#pragma once

#include <filesystem>
#include <string>

namespace toptile {

// The beginning of a file, as long as what the kernel reads of a script's first line. It shows whether the
// file is an ELF file or a script. "" if the file cannot be read.
std::string beginning_of(const std::filesystem::path& file);

// "PATH is not executable: chmod +x PATH". `error` is execve's errno. Where the number alone does not tell,
// the file is looked at: ENOENT may also mean a missing interpreter, and EACCES a folder.
std::string explain_exec_failure(const std::filesystem::path& program, int error);

}  // namespace toptile
