// A file with the stderr of a bot that failed in an analysis, a section for each failure. The file is created
// with the first section, and replaces that of an earlier analysis.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "base/result.h"
#include "tournaments/analysis/analysis.h"

namespace toptile {

// The maximum size of all sections together; a line says that later ones are missing.
inline constexpr std::uint64_t kMaxFaultLogBytes = 16 << 20;

class FaultLog {
 public:
  explicit FaultLog(std::filesystem::path file) : file_(std::move(file)) {}

  // `where` says in a few words what the bot was asked about, such as "game 3, turn 5, seat 1 (random)".
  Result<void> add(std::string_view where, const AnalysisFault& fault);

  const std::filesystem::path& file() const { return file_; }
  bool has_sections() const { return log_.is_open(); }

 private:
  Result<void> begin();

  std::filesystem::path file_;
  UniqueDescriptor log_;
  std::uint64_t bytes_ = 0;
  bool is_full_ = false;
};

// A section: a line with `where`, the fault and the position, then the bot's stderr.
std::string fault_section(std::string_view where, const AnalysisFault& fault);

}  // namespace toptile
