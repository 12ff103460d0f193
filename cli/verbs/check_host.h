// toptile check host: what this machine can enforce upon bots.
#pragma once

namespace toptile {

enum class Format { text, json };

// Prints a line on each part of the sandbox; what is missing with the reason, what a bot could do then, and
// the cure. kDone where all is there that `--sandbox require` needs, else kNo.
int check_host(Format format);

}  // namespace toptile
