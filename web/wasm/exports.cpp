// The C interface of the engine for pages, as WebAssembly exports it. A page writes bytes where
// toptile_input() says, calls toptile_open() or toptile_ask(), and reads toptile_answer().
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "browser/page_engine.h"

namespace toptile {

namespace {

// What the page imports: the number of turns of a review that are done, and of all.
extern "C" __attribute__((import_module("toptile"), import_name("progress"))) void toptile_progress(
    std::uint32_t done, std::uint32_t all);

PageEngine& engine() {
  static PageEngine made([](std::size_t done, std::size_t all) {
    toptile_progress(static_cast<std::uint32_t>(done), static_cast<std::uint32_t>(all));
  });
  return made;
}

std::vector<std::byte> input;
std::string answer;

}  // namespace

// The library registers the destructors of thread-local objects here. A page ends without running them.
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) {
  return 0;
}  // NOLINT: the library's name.

#define TOPTILE_EXPORT(name) extern "C" __attribute__((export_name(#name))) auto name

// Room for this many bytes, which the next call reads.
TOPTILE_EXPORT(toptile_input)(std::uint32_t bytes)->std::byte* {
  input.assign(bytes, std::byte{});
  return input.data();
}

// The input is a ruleset of this many bytes, followed by zeros up to a multiple of 4 and by a built lexicon.
// Returns the size of the answer, which is a sentence if it cannot be opened, and 0 if it can.
TOPTILE_EXPORT(toptile_open)(std::uint32_t rules_bytes)->std::uint32_t {
  const std::size_t lexicon_at = (std::size_t{rules_bytes} + 3) / 4 * 4;
  if (lexicon_at > input.size()) std::abort();
  const std::string rules(reinterpret_cast<const char*>(input.data()), rules_bytes);
  input.erase(input.begin(), input.begin() + static_cast<std::ptrdiff_t>(lexicon_at));
  const auto opened = engine().open(rules, std::move(input));
  answer = opened ? "" : opened.error().message;
  return static_cast<std::uint32_t>(answer.size());
}

// The input is a question (browser/page_engine.h). Returns the size of the answer.
TOPTILE_EXPORT(toptile_ask)()->std::uint32_t {
  answer = engine().ask({reinterpret_cast<const char*>(input.data()), input.size()});
  return static_cast<std::uint32_t>(answer.size());
}

// The last answer, until the next call.
TOPTILE_EXPORT(toptile_answer)()->const char* {
  return answer.data();
}

}  // namespace toptile
