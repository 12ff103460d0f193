// Errors as values. A Result holds a T or an Error. An Error says that the world failed (a file, a fork) or
// that a text from outside was wrong. A bot's misbehaviour is never an Error; it is a Fault in the game's
// record (referee/game/fault.h).
#pragma once

#include <boost/outcome/basic_result.hpp>
#include <string>
#include <utility>

namespace toptile {

// One sentence for the person at the terminal: what is wrong, where, and what to do about it.
struct Error {
  std::string message;
  bool is_cancelled =
      false;  // Nothing is wrong: a stop was requested (std::stop_token) before there was a result.
};

// The one way in which code that is cancelled says so to its caller.
inline Error cancelled() {
  return {"stopped", true};
}

// Reading the value of a failed Result ends the program, because it is a bug of ours and never a fault of the
// input.
template <class T>
using Result = boost::outcome_v2::basic_result<T, Error, boost::outcome_v2::policy::terminate>;

inline auto success() {
  return boost::outcome_v2::success();
}

// TOPTILE_TRY(auto plan, read_plan(file)); declares the value of a result, or returns its error from the
// function around it. TOPTILE_TRY_TO(save(file)); is for a result whose value is not needed. Both take
// whatever has value() and error(), so a Judged or a Tried, too. The macro of Boost.Outcome is not used,
// because from 1.76 on it wants the declaration written in another way than before.
#define TOPTILE_TRY(declaration, ...) TOPTILE_TRY_AS(TOPTILE_TRY_NAME(__COUNTER__), declaration, __VA_ARGS__)
#define TOPTILE_TRY_TO(...) TOPTILE_TRY_TO_AS(TOPTILE_TRY_NAME(__COUNTER__), __VA_ARGS__)

#define TOPTILE_TRY_TO_AS(tried, ...)                          \
  if (auto&& tried = (__VA_ARGS__); tried) { /* It goes on. */ \
  } else                                                       \
    return static_cast<decltype(tried)&&>(tried).error()
#define TOPTILE_TRY_AS(tried, declaration, ...)                     \
  auto&& tried = (__VA_ARGS__);                                     \
  if (!tried) return static_cast<decltype(tried)&&>(tried).error(); \
  declaration = static_cast<decltype(tried)&&>(tried).value()
#define TOPTILE_TRY_NAME(number) TOPTILE_JOIN(toptile_tried_, number)
#define TOPTILE_JOIN(left, right) TOPTILE_JOIN_NOW(left, right)
#define TOPTILE_JOIN_NOW(left, right) left##right

// Puts "WHERE: " before an error that comes from further down.
inline Error in_context(const std::string& where, const Error& error) {
  return {where + ": " + error.message, error.is_cancelled};
}

}  // namespace toptile
