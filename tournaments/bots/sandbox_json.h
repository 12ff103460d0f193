// The JSON for the sandbox in configurations and in run.json.
#pragma once

#include <string>

#include "base/json_fields.h"
#include "base/result.h"
#include "referee/sandbox/sandbox.h"

namespace toptile {

Json limits_to_json(const SandboxLimits& limits);
// Limits that are not given keep their defaults.
Result<SandboxLimits> limits_from_json(const Json& object, const JsonPlace& where);

Json enforcement_to_json(const Enforcement& enforcement);
Result<Enforcement> enforcement_from_json(const Json& object, const JsonPlace& where);

}  // namespace toptile
