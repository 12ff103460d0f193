#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "conformance/tests.h"

namespace toptile::conformance {

Finding test_stdout(Examination& examination) {
  const auto& overheard = examination.overheard;
  const auto answers = std::ranges::count_if(overheard, &Remark::is_answer);
  const auto first = [&](bool is_answer) {
    return std::ranges::find(overheard, is_answer, &Remark::is_answer)->text;
  };
  const auto more = [](auto count) {
    return count > 1 ? fmt::format(" (and {} more)", count - 1) : std::string();
  };
  if (answers > 0)
    return fail(first(true) + more(answers), "Answer each uwi, isready and go once, and nothing else.");
  if (!overheard.empty()) {
    return warn(fmt::format("\"{}\"{}", first(false), more(overheard.size())),
                "Write messages for yourself on standard error, or as info string ….");
  }
  return pass("nothing else");
}

Finding test_stderr(Examination& examination) {
  constexpr std::uintmax_t kMuch = 1 << 20;
  std::error_code missing;
  const auto bytes = std::filesystem::file_size(examination.examinee.launch.stderr_file, missing);
  const std::string seen = missing || bytes == 0 ? "nothing" : fmt::format("{} bytes", bytes);
  if (!missing && bytes > kMuch)
    return warn(seen, "Write less: a tournament keeps standard error in a file, up to a limit.");
  return pass(seen);
}

}  // namespace toptile::conformance
