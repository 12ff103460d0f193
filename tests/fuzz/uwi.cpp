// Input: lines of UWI, each of which is read as a referee's and as a bot's. A message is written as one line,
// and that line is read as the same message. Any text can be cleaned and shown, too.
#include "protocol/uwi.h"

#include "base/utf8.h"
#include "tests/fuzz/sentence.h"
#include "tests/fuzz/target.h"

using namespace toptile;

namespace {

template <class Message>
void check_line(std::string_view line, Result<Message> (*parse)(std::string_view)) {
  const auto message = parse(line);
  if (!message) {
    TOPTILE_ASSERT(fuzz::is_one_sentence(message.error().message));
    return;
  }
  const std::string written = uwi::format(message.value());
  TOPTILE_ASSERT(written.find_first_of(std::string_view("\n\r\0", 3)) == std::string::npos);
  // A line with a character that no line may hold is not tested further.
  if (line.find_first_of(std::string_view("\r\0", 2)) != std::string_view::npos) return;
  const auto again = parse(written);
  TOPTILE_ASSERT(again && again.value().index() == message.value().index());
  TOPTILE_ASSERT(uwi::format(again.value()) == written);
}

void check_text(std::string_view text) {
  TOPTILE_ASSERT(text.empty() || fuzz::is_one_sentence(printable(text)));
  for (const std::size_t most_bytes : {std::size_t{0}, std::size_t{7}, text.size() * 3}) {
    const std::string clean = clean_text(text, most_bytes);
    TOPTILE_ASSERT(clean.size() <= most_bytes && clean_text(clean, most_bytes) == clean);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view text = fuzz::text_of(bytes, size);
  check_text(text);
  while (!text.empty()) {
    const std::string_view line = fuzz::take_line(text);
    check_line(line, uwi::parse_referee_line);
    check_line(line, uwi::parse_bot_line);
  }
  return 0;
}
