// toptile check host: reports what this machine can enforce on bots.
#pragma once

namespace toptile {

enum class Format { text, json };

// Prints a line about each part of the sandbox. For a missing part, it also prints the reason, what a bot can
// do without it, and how to get it. Returns kDone if everything that `--sandbox require` needs is available,
// otherwise kNo.
int check_host(Format format);

}  // namespace toptile
