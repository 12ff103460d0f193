#include "tournaments/run/program_version.h"

namespace toptile {

std::string_view program_version() {
  return TOPTILE_VERSION;
}

}  // namespace toptile
