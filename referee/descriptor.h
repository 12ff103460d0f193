// Descriptors as the referee and its bots need them. Nothing above closes one by hand.
#pragma once

#include <string>

#include "engine/result.h"
#include "protocol/unique_descriptor.h"

namespace toptile {

struct Pipe {
  UniqueDescriptor read_end;
  UniqueDescriptor write_end;
};

// Above all numbers that a child gives to its streams: 0 to 2, or where Launch::first_stream has them.
inline constexpr int kFirstFreeNumber = 10;

// The same file, close-on-exec, under a number that no child's stream takes; closed where there is none,
// with errno of what failed.
UniqueDescriptor above_streams(UniqueDescriptor descriptor);

// Both ends are blocking, close-on-exec from the start, and above_streams.
Result<Pipe> open_pipe();

// Why a call found no descriptor, with the cure where it is a limit: "Too many open files; allow more …".
std::string explain_descriptor_failure(int error);

// What a child does between fork and exec with descriptors it is not to keep; safe there.
void close_from(int first);
void close_on_exec_from(int first);

}  // namespace toptile
