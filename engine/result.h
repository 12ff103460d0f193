// Errors as values. A Result holds a T or an Error. An Error says that the world failed (a file, a fork) or
// that a text from outside was wrong. A bot's misbehaviour is never an Error; it is a Fault in the game's
// record (referee/fault.h).
#pragma once

#include <boost/outcome/basic_result.hpp>
#include <string>
#include <utility>

namespace toptile {

// One sentence for the person at the terminal: what is wrong, where, and what to do about it.
struct Error {
  std::string message;
};

// Reading the value of a failed Result ends the program, because it is a bug of ours and never a fault of the
// input.
template <class T>
using Result = boost::outcome_v2::basic_result<T, Error, boost::outcome_v2::policy::terminate>;

inline auto success() {
  return boost::outcome_v2::success();
}

// Puts "WHERE: " before an error that comes from further down.
inline Error in_context(const std::string& where, const Error& error) {
  return {where + ": " + error.message};
}

}  // namespace toptile
