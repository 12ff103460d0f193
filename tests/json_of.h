// JSON that a test has written. It is parsed in one source, because the parser takes two seconds in every
// source that instantiates it.
#pragma once

#include <string_view>

#include "base/json_fields.h"

inline toptile::Json json_of(std::string_view text) {
  return toptile::parse_json(text, "a test").value();
}
