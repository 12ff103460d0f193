#include "server/http/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/beast/http/status.hpp>
#include <ctime>

#include "base/words.h"

namespace toptile {

namespace {

namespace beast = boost::beast;
namespace http = beast::http;

std::string_view text_of(beast::string_view text) {
  return {text.data(), text.size()};
}

beast::string_view beast_text(std::string_view text) {
  return {text.data(), text.size()};
}

std::string date_text() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  std::array<char, 40> text{};
  std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &utc);
  return text.data();
}

}  // namespace

std::string_view method_of(const HttpHead& head) {
  return text_of(head.method_string());
}

std::string_view target_of(const HttpHead& head) {
  return text_of(head.target());
}

std::optional<std::string_view> header_of(const HttpHead& head, std::string_view name) {
  const auto found = head.find(beast_text(name));
  return found == head.end() ? std::nullopt : std::optional(text_of(found->value()));
}

bool repeats_any(const HttpHead& head, std::initializer_list<std::string_view> names) {
  return std::ranges::any_of(names, [&](std::string_view name) { return head.count(beast_text(name)) > 1; });
}

bool has_clear_end(const HttpHead& head) {
  const auto length = header_of(head, "Content-Length");
  if (const auto coding = header_of(head, "Transfer-Encoding"))
    return !length && head.version() >= 11 && beast::iequals(beast_text(*coding), "chunked");
  return !length || (!length->empty() && length->find_first_not_of("0123456789") == length->npos);
}

std::string last_forwarded(const HttpHead& head) {
  std::string_view last;
  const auto [first, end] = head.equal_range(beast::string_view("X-Forwarded-For"));
  for (auto field = first; field != end; ++field) last = text_of(field->value());
  last.remove_prefix(std::min(last.rfind(',') + 1, last.size()));
  last.remove_prefix(std::min(last.find_first_not_of(' '), last.size()));
  return std::string(last);
}

bool knows_etag(const HttpHead& head, const std::string& etag) {
  const auto known = header_of(head, "If-None-Match");
  return known && !etag.empty() && (*known == "*" || known->find(etag) != known->npos);
}

bool is_this_machine(std::string_view host) {
  for (const std::string_view name : {"localhost", "127.0.0.1", "[::1]"}) {
    if (!beast::iequals(beast_text(host.substr(0, name.size())), beast_text(name))) continue;
    const std::string_view rest = host.substr(name.size());
    if (rest.empty()) return true;
    if (rest.front() == ':' && parse_number<std::uint16_t>(rest.substr(1))) return true;
  }
  return false;
}

std::string head_of(const HttpAnswer& answer, int status, bool is_last, std::string_view headers) {
  std::string head =
      fmt::format("HTTP/1.1 {} {}\r\nDate: {}\r\n", status,
                  text_of(http::obsolete_reason(static_cast<http::status>(status))), date_text());
  if (status != 304) head += fmt::format("Content-Type: {}\r\n", answer.type);
  if (status != 304 && !answer.is_stream) head += fmt::format("Content-Length: {}\r\n", answer.body.size());
  head += answer.etag.empty() ? std::string("Cache-Control: no-store\r\n")
                              : fmt::format("ETag: {}\r\nCache-Control: no-cache\r\n", answer.etag);
  if (status == 401) head += "WWW-Authenticate: Bearer\r\n";
  if (status == 405) head += "Allow: GET, HEAD\r\n";
  if (answer.retry_after > 0) head += fmt::format("Retry-After: {}\r\n", answer.retry_after);
  if (is_last) head += "Connection: close\r\n";
  head += headers;
  return head +
         "X-Content-Type-Options: nosniff\r\n"
         "Cross-Origin-Resource-Policy: same-origin\r\n"
         "Referrer-Policy: no-referrer\r\n\r\n";
}

}  // namespace toptile
