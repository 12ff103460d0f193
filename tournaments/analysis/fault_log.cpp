#include "tournaments/analysis/fault_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>

#include "base/descriptor.h"
#include "base/files.h"
#include "base/foreign_folder.h"
#include "base/utf8.h"

namespace toptile {

namespace {

// A fault's sentence may quote a line of the bot.
constexpr int kMaxOfSentence = 2000;

}  // namespace

std::string fault_section(std::string_view where, const AnalysisFault& fault) {
  std::string text = fmt::format("== {}: {}: {}\n== {}\n", where, name_of(fault.kind),
                                 printable(fault.text, kMaxOfSentence), fault.position);
  text += fault.stderr_text.empty() ? "(it wrote nothing on standard error)" : fault.stderr_text;
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

// A new file replaces the old one, so that nothing is written through a link.
Result<void> FaultLog::begin() {
  TOPTILE_TRY_TO(replace_file(file_, "", Readers::owner));
  log_ = UniqueDescriptor(
      ::open(file_.c_str(), O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  if (!log_.is_open()) return system_error(file_);
  if (const auto fault = regular_file_fault(log_.number())) return in_context(file_.string(), *fault);
  return success();
}

Result<void> FaultLog::add(std::string_view where, const AnalysisFault& fault) {
  if (!log_.is_open()) {
    TOPTILE_TRY_TO(begin());
  }
  if (is_full_) return success();
  std::string text = fault_section(where, fault);
  is_full_ = bytes_ + text.size() > kMaxFaultLogBytes;
  if (is_full_) text = "== This file is full; what the bot wrote later is not kept.\n";
  if (!write_all(log_.number(), text)) return system_error(file_);
  bytes_ += text.size();
  return success();
}

}  // namespace toptile
