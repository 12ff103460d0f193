#include "referee/processes/exec_failure.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <string_view>
#include <system_error>

namespace toptile {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxFirstLine = 256;  // The bytes that the kernel reads of a script's first line.

bool is_elf(std::string_view beginning) {
  return beginning.starts_with(
      "\x7f"
      "ELF");
}

// "#! /bin/sh -e" names "/bin/sh". A '\r' is part of the name, as it is for the kernel.
std::string interpreter_in(std::string_view beginning) {
  if (!beginning.starts_with("#!")) return "";
  std::string_view line = beginning.substr(2, beginning.find('\n') - 2);
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return std::string(line.substr(0, line.find_first_of(" \t")));
}

std::string why_missing(const fs::path& program) {
  std::error_code ignored;
  if (!fs::exists(program, ignored)) return "does not exist";
  const std::string beginning = beginning_of(program);
  const std::string interpreter = interpreter_in(beginning);
  if (interpreter.ends_with('\r'))
    return "has Windows line ends, so its interpreter is not found: save it with Unix line ends";
  if (!interpreter.empty()) {
    return fmt::format(
        "names the interpreter {}, which does not exist: install it, or correct the first line", interpreter);
  }
  return "was built for another system (its loader does not exist here): build it on this machine";
}

std::string why_denied(const fs::path& program) {
  std::error_code ignored;
  if (fs::is_directory(program, ignored)) return "is a folder: name the program in it";
  if (fs::is_regular_file(program, ignored) && ::access(program.c_str(), X_OK) != 0) {
    return fmt::format("is not executable: chmod +x {}", program.string());
  }
  const std::string interpreter = interpreter_in(beginning_of(program));
  if (!interpreter.empty())
    return fmt::format("names the interpreter {}, which is not executable", interpreter);
  return "may not be run: check the permissions of its folders, and whether it is mounted with noexec";
}

std::string why_no_program(const fs::path& program) {
  const std::string beginning = beginning_of(program);
  if (beginning.empty()) return "is empty";
  if (is_elf(beginning)) return "was built for another kind of processor: build it on this machine";
  return "is neither a program nor a script with an interpreter: begin a script with a line such as "
         "#!/usr/bin/env python3";
}

std::string why_not_run(const fs::path& program, int error) {
  switch (error) {
    case ENOENT:
      return why_missing(program);
    case EACCES:
      return why_denied(program);
    case ENOEXEC:
      return why_no_program(program);
    case ETXTBSY:
      return "is being written: wait until that is done";
    default:
      return "cannot be run: " + std::generic_category().message(error);
  }
}

}  // namespace

std::string beginning_of(const fs::path& file) {
  std::string bytes(kMaxFirstLine, '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0)));
  return bytes;
}

std::string explain_exec_failure(const fs::path& program, int error) {
  return program.string() + " " + why_not_run(program, error);
}

}  // namespace toptile
