// Input: a text, which is read as the target of a request, as its Authorization header, as a token, and as
// the address of a league.
#include "league/store/authors.h"
#include "server/http/target.h"
#include "server/league/client.h"
#include "tests/fuzz/sentence.h"
#include "tests/fuzz/target.h"

#include "base/utf8.h"

using namespace toptile;

namespace {

// No part can lead to another folder, and none has what a log or a terminal would obey.
void check_part(const std::string& part) {
  TOPTILE_ASSERT(is_utf8(part) && part != "." && part != "..");
  for (const char c : part)
    TOPTILE_ASSERT(c != '/' && c != '\\' && (static_cast<unsigned char>(c) >= 0x20) && c != 0x7f);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  if (const auto target = parse_target(text)) {
    for (const std::string& part : target->parts) {
      check_part(part);
      TOPTILE_ASSERT(!part.empty());
    }
    for (const auto& [key, value] : target->query) {
      check_part(key);
      check_part("=" + value);
    }
  }
  if (const auto bearer = parse_bearer(text)) TOPTILE_ASSERT(!bearer->empty() && text.ends_with(*bearer));
  if (const auto token = parse_token(text)) TOPTILE_ASSERT(text == "tt_" + token->id + "_" + token->secret);
  if (is_web_address(text)) {
    const auto address = parse_league_address(std::string(text));
    if (!address) TOPTILE_ASSERT(fuzz::is_one_sentence(address.error().message));
  }
  return 0;
}
