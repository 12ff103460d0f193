// A descriptor in a worker's event loop, for the files of this folder that read and write without blocking.
#pragma once

#include <utility>  // Boost 1.74's Asio needs it in C++20 and does not include it.

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>

#include "base/descriptor.h"
#include "base/result.h"

namespace toptile {

// The executor is named so that no handler goes through a type-erased one. With this executor a stream cannot
// be moved in Boost 1.74.
using Stream = boost::asio::posix::basic_stream_descriptor<boost::asio::io_context::executor_type>;

// The stream then owns the descriptor and is non-blocking.
Result<void> open_stream(Stream& stream, UniqueDescriptor descriptor);

// Pending waits on the stream are cancelled; their handlers run the next time the loop runs.
void close_stream(Stream& stream);

}  // namespace toptile
