// Bots' settings as JSON, in configurations and in run.json: the limits of the sandbox, and own clocks.
#pragma once

#include <chrono>
#include <string>

#include "base/json_fields.h"
#include "base/result.h"
#include "referee/game/clock.h"
#include "referee/sandbox/sandbox.h"

namespace toptile {

Json limits_to_json(const SandboxLimits& limits);
// Limits that are not given keep their defaults.
Result<SandboxLimits> limits_from_json(const Json& object, const JsonPlace& where);

Json enforcement_to_json(const Enforcement& enforcement);
Result<Enforcement> enforcement_from_json(const Json& object, const JsonPlace& where);

// The maximum of a limit in nodes.
inline constexpr std::int64_t kMaxNodes = 1'000'000'000'000;

// Reads a field in milliseconds, from `least` to a week. `time` stays as it is if the field is missing.
void read_time(FieldReader& reader, const std::string& name, std::chrono::milliseconds& time,
               std::int64_t least);

// An object with time_ms, increment_ms and nodes, each of which may be missing.
Result<OwnClock> own_clock_from_json(const Json& object, const JsonPlace& where);
Json own_clock_to_json(const OwnClock& clock);

}  // namespace toptile
