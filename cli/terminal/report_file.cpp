#include "cli/terminal/report_file.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/files.h"
#include "cli/terminal/terminal.h"
#include "tournaments/report/report_page.h"
#include "tournaments/report/report_records.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

std::string size_text(std::size_t bytes) {
  return bytes < 1'000'000 ? fmt::format("{} KB", (bytes + 999) / 1000)
                           : fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

Result<void> check_target(const std::string& file) {
  std::error_code error;
  if (!fs::exists(file, error)) return success();
  const auto there = fs::is_regular_file(file, error) ? read_file(file) : Error{""};
  if (there && there.value().find(kDataElement) != std::string::npos) return success();
  return Error{
      fmt::format("{}: this file exists and is not a report, so it is not replaced; remove it, or choose "
                  "another file with --out",
                  file)};
}

}  // namespace

void add_engine(ReportRun& run, const RunPaths& paths) {
  auto lexicon = packed_lexicon(paths, run.plan.rules);
  if (!lexicon) {
    fmt::print(stderr, "toptile: the page has no engine: {}\n", lexicon.error().message);
    return;
  }
  run.lexicon = std::move(lexicon).value();
}

Result<void> write_report(const std::string& file, const std::string& page) {
  if (file == "-") {
    print(page);
    return success();
  }
  TOPTILE_TRY_TO(check_target(file));
  TOPTILE_TRY_TO(replace_file(file, page));
  print(fmt::format("{}: {}\n", file, size_text(page.size())));
  return success();
}

}  // namespace toptile
