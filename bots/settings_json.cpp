#include "bots/settings_json.h"

#include "base/utf8.h"

namespace toptile {

namespace {

constexpr int kMaxMemory = 16 << 20;  // MiB.
constexpr int kMaxCount = 1 << 20;
constexpr std::size_t kMaxWords = 4000;  // The maximum bytes of each text about a sandbox in a run.json.

using std::chrono::milliseconds;

constexpr std::int64_t kMaxMilliseconds = 1000LL * 60 * 60 * 24 * 7;

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
  reader.read("memory_mb", limits.memory_mb, 0, kMaxMemory)
      .read("processes", limits.processes, 0, kMaxCount)
      .read("files", limits.files, 0, kMaxCount)
      .read("file_mb", limits.file_mb, 0, kMaxMemory)
      .read("tmp_mb", limits.tmp_mb, 0, kMaxMemory);
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
  for (std::string& word : enforcement.enforced) word = clean_text(word, kMaxWords);
  enforcement.why_not = clean_text(enforcement.why_not, kMaxWords);
  return enforcement;
}

void read_time(FieldReader& reader, const std::string& name, milliseconds& time, std::int64_t least) {
  std::int64_t count = time.count();
  reader.read(name, count, least, kMaxMilliseconds);
  time = milliseconds(count);
}

Result<OwnClock> own_clock_from_json(const Json& object, const JsonPlace& where) {
  OwnClock clock;
  FieldReader reader(object, where);
  if (reader.has("time_ms")) read_time(reader, "time_ms", clock.time.emplace(), 1);
  if (reader.has("increment_ms")) read_time(reader, "increment_ms", clock.increment.emplace(), 0);
  if (reader.has("nodes")) reader.read("nodes", clock.nodes.emplace(), 0, kMaxNodes);
  TOPTILE_TRY_TO(reader.finish());
  return clock;
}

Json own_clock_to_json(const OwnClock& clock) {
  Json object = Json::object();
  if (clock.time) object["time_ms"] = clock.time->count();
  if (clock.increment) object["increment_ms"] = clock.increment->count();
  if (clock.nodes) object["nodes"] = *clock.nodes;
  return object;
}

}  // namespace toptile
