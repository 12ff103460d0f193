// Which values a flag accepts.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace toptile {

// Returns what is wrong with a value, or an empty string.
using Check = std::function<std::string(const std::string& value)>;

// Accepts an integer from `least` to `most`. The error names the range, and the help does not.
Check in_range(std::int64_t least, std::int64_t most);

// Accepts any number from `least` to `most`.
Check number_in_range(double least, double most);

// Accepts an unsigned 64-bit integer. CLI11 alone would turn a larger one, and -1, into the largest.
Check seed_number();

// The same as in_range for a time in milliseconds. The error for a text with another unit, such as 5s, gives
// the value in milliseconds.
Check milliseconds_in_range(std::int64_t least, std::int64_t most);

// Accepts one of the words. The error names the most similar one.
Check one_of(const std::vector<std::string>& words);

}  // namespace toptile
