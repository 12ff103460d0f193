// The exit codes of all commands.
#pragma once

namespace toptile {

inline constexpr int kDone = 0;
inline constexpr int kNo = 1;        // The answer is no: an illegal move, a game log that fails.
inline constexpr int kWrongUse = 2;  // The usage or the input is wrong.
inline constexpr int kInterrupted = 130;
inline constexpr int kReaderGone =
    141;  // Standard output has no reader any more; the code of shells for SIGPIPE.

}  // namespace toptile
