#include "tests/places.h"

namespace toptile {

const char* const kSourceFolder = TOPTILE_SOURCE_DIR;
const char* const kBuildFolder = TOPTILE_BINARY_DIR;

}  // namespace toptile
