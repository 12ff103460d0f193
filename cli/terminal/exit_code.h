// Exit codes of every command.
#pragma once

namespace toptile {

inline constexpr int kDone = 0;
inline constexpr int kNo = 1;        // The answer is no: an illegal move, a log that fails.
inline constexpr int kWrongUse = 2;  // The usage or the input is wrong.
inline constexpr int kInterrupted = 130;
inline constexpr int kReaderGone = 141;  // Nobody reads standard output any more; shells give SIGPIPE this.

}  // namespace toptile
