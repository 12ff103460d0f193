// The sandbox as configurations and run.json have it.
#pragma once

#include <string>

#include "engine/result.h"
#include "protocol/json_fields.h"
#include "referee/sandbox.h"

namespace toptile {

Json limits_to_json(const SandboxLimits& limits);
// What is not given stays as it is by default.
Result<SandboxLimits> limits_from_json(const Json& object, const JsonPlace& where);

Json enforcement_to_json(const Enforcement& enforcement);
Result<Enforcement> enforcement_from_json(const Json& object, const JsonPlace& where);

}  // namespace toptile
