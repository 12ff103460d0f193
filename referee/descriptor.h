// File descriptors, as the referee and its bots need them.
#pragma once

#include <string>

#include "engine/result.h"
#include "protocol/unique_descriptor.h"

namespace toptile {

struct Pipe {
  UniqueDescriptor read_end;
  UniqueDescriptor write_end;
};

// A number above all that a child gives to its streams: 0 to 2, or those from Launch::first_stream on.
inline constexpr int kFirstFreeNumber = 10;

// Gives the same file, close-on-exec, under a number that no stream of a child takes. The result is closed if
// there is no such number; errno then says what failed.
UniqueDescriptor above_streams(UniqueDescriptor descriptor);

// Both ends of the pipe are blocking, close-on-exec from the start, and above_streams.
Result<Pipe> open_pipe();

// Says why a call got no descriptor, and the cure if a limit is the reason: "Too many open files; allow …".
std::string explain_descriptor_failure(int error);

// What a child does between fork and exec with descriptors that it must not keep. Both are safe there.
void close_from(int first);
void close_on_exec_from(int first);

}  // namespace toptile
