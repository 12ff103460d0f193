#include "tournaments/bots/clock_json.h"

namespace toptile {

namespace {

using std::chrono::milliseconds;

constexpr std::int64_t kMostMilliseconds = 1000LL * 60 * 60 * 24 * 7;

}  // namespace

void read_time(FieldReader& reader, const std::string& name, milliseconds& time, std::int64_t least) {
  std::int64_t count = time.count();
  reader.read(name, count, least, kMostMilliseconds);
  time = milliseconds(count);
}

Result<OwnClock> own_clock_from_json(const Json& object, const JsonPlace& where) {
  OwnClock clock;
  FieldReader reader(object, where);
  if (reader.has("time_ms")) read_time(reader, "time_ms", clock.time.emplace(), 1);
  if (reader.has("increment_ms")) read_time(reader, "increment_ms", clock.increment.emplace(), 0);
  if (reader.has("nodes")) reader.read("nodes", clock.nodes.emplace(), 0, kMostNodes);
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
