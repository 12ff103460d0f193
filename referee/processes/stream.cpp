#include "referee/processes/stream.h"

#include <fmt/format.h>

namespace toptile {

Result<void> open_stream(Stream& stream, UniqueDescriptor descriptor) {
  boost::system::error_code error;
  stream.assign(descriptor.number(), error);
  if (!error) {
    descriptor.release();
    stream.non_blocking(true, error);
  }
  if (error) return Error{fmt::format("cannot watch a bot's pipe: {}", error.message())};
  return success();
}

void close_stream(Stream& stream) {
  boost::system::error_code ignored;
  stream.close(ignored);
}

}  // namespace toptile
