#include "tournaments/bots/sandbox_json.h"

#include "base/utf8.h"

namespace toptile {

namespace {

constexpr int kMostMemory = 16 << 20;  // MiB.
constexpr int kMostCount = 1 << 20;
constexpr std::size_t kMostWords = 4000;  // The most bytes of each text about a sandbox in a run.json.

}  // namespace

Json limits_to_json(const SandboxLimits& limits) {
  return {{"memory_mb", limits.memory_mb},
          {"processes", limits.processes},
          {"files", limits.files},
          {"file_mb", limits.file_mb},
          {"tmp_mb", limits.tmp_mb}};
}

Result<SandboxLimits> limits_from_json(const Json& object, const JsonPlace& where) {
  SandboxLimits limits;
  FieldReader reader(object, where);
  reader.read("memory_mb", limits.memory_mb, 0, kMostMemory)
      .read("processes", limits.processes, 0, kMostCount)
      .read("files", limits.files, 0, kMostCount)
      .read("file_mb", limits.file_mb, 0, kMostMemory)
      .read("tmp_mb", limits.tmp_mb, 0, kMostMemory);
  TOPTILE_TRY_TO(reader.finish());
  return limits;
}

Json enforcement_to_json(const Enforcement& enforcement) {
  return {{"enforced", enforcement.enforced}, {"why_not", enforcement.why_not}};
}

Result<Enforcement> enforcement_from_json(const Json& object, const JsonPlace& where) {
  Enforcement enforcement;
  FieldReader reader(object, where);
  reader.require("enforced").read("enforced", enforcement.enforced);
  reader.require("why_not").read("why_not", enforcement.why_not);
  TOPTILE_TRY_TO(reader.finish());
  for (std::string& word : enforcement.enforced) word = clean_text(word, kMostWords);
  enforcement.why_not = clean_text(enforcement.why_not, kMostWords);
  return enforcement;
}

}  // namespace toptile
