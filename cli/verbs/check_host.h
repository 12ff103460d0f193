// toptile check host: says what this machine can enforce on bots.
#pragma once

namespace toptile {

enum class Format { text, json };

// Prints a line about each part of the sandbox. If a part is missing, it also prints the reason, what a bot
// can do without it, and the cure. Returns kDone if all is there that `--sandbox require` needs, else kNo.
int check_host(Format format);

}  // namespace toptile
