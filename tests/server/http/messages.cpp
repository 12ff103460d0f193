#include "server/http/messages.h"

#include <boost/test/unit_test.hpp>
#include <utility>
#include <vector>

namespace toptile {

BOOST_AUTO_TEST_SUITE(messages)

namespace {

using Headers = std::vector<std::pair<const char*, const char*>>;

HttpHead head_with(const Headers& headers, unsigned version = 11) {
  HttpHead head(boost::beast::http::verb::get, "/", version);
  for (const auto& [name, value] : headers) head.insert(name, value);
  return head;
}

}  // namespace

BOOST_AUTO_TEST_CASE(only_one_clear_length_ends_a_request) {
  BOOST_TEST(has_clear_end(head_with({})));
  BOOST_TEST(has_clear_end(head_with({{"Content-Length", "17"}})));
  BOOST_TEST(has_clear_end(head_with({{"Transfer-Encoding", "Chunked"}})));
  BOOST_TEST(!has_clear_end(head_with({{"Transfer-Encoding", "chunked"}}, 10)));
  for (const char* length : {"", "+1", "1, 1", "1x", "-1"})
    BOOST_TEST(!has_clear_end(head_with({{"Content-Length", length}})), length);
  for (const char* coding : {"", "gzip", "chunked, chunked", "xchunked", "identity"})
    BOOST_TEST(!has_clear_end(head_with({{"Transfer-Encoding", coding}})), coding);
  BOOST_TEST(!has_clear_end(head_with({{"Transfer-Encoding", "chunked"}, {"Content-Length", "1"}})));
}

BOOST_AUTO_TEST_CASE(repeated_headers_are_found_in_any_case) {
  const HttpHead head = head_with({{"Host", "a"}, {"hOST", "b"}, {"Origin", "c"}});
  BOOST_TEST(repeats_any(head, {"Origin", "Host"}));
  BOOST_TEST(!repeats_any(head, {"Origin", "Expect"}));
  BOOST_TEST(header_of(head, "ORIGIN").value() == "c");
  BOOST_TEST(!header_of(head, "Expect"));
}

BOOST_AUTO_TEST_CASE(last_forwarded_address_is_the_one_that_the_proxy_saw) {
  BOOST_TEST(last_forwarded(head_with({})).empty());
  BOOST_TEST(last_forwarded(head_with({{"X-Forwarded-For", "192.0.2.1"}})) == "192.0.2.1");
  BOOST_TEST(last_forwarded(head_with({{"X-Forwarded-For", "192.0.2.1, 192.0.2.2"}})) == "192.0.2.2");
  const Headers twice = {{"X-Forwarded-For", "192.0.2.1"}, {"x-forwarded-for", "192.0.2.3,  192.0.2.4"}};
  BOOST_TEST(last_forwarded(head_with(twice)) == "192.0.2.4");
}

BOOST_AUTO_TEST_CASE(host_is_a_name_of_this_machine_in_any_case) {
  for (const char* host : {"localhost", "LocalHost:1", "127.0.0.1:80", "[::1]"})
    BOOST_TEST(is_this_machine(host), host);
  for (const char* host : {"", " localhost", "localhost ", "localhost:", "localhost:x", "[::1", "local"})
    BOOST_TEST(!is_this_machine(host), host);
}

BOOST_AUTO_TEST_CASE(etag_is_known_if_it_is_in_the_list) {
  for (const char* known : {"*", "\"a\"", "\"b\", W/\"a\""})
    BOOST_TEST(knows_etag(head_with({{"If-None-Match", known}}), "\"a\""), known);
  BOOST_TEST(!knows_etag(head_with({{"If-None-Match", "\"b\""}}), "\"a\""));
  BOOST_TEST(!knows_etag(head_with({{"If-None-Match", "*"}}), ""));
  BOOST_TEST(!knows_etag(head_with({}), "\"a\""));
}

BOOST_AUTO_TEST_CASE(head_of_an_answer_says_what_its_status_needs) {
  const auto has = [](const std::string& head, const char* line) {
    return head.find(std::string("\r\n") + line + "\r\n") != std::string::npos;
  };
  const std::string plain = head_of({.type = "text/plain", .body = "four"}, 200, false, "X-Ours: 1\r\n");
  BOOST_TEST(plain.starts_with("HTTP/1.1 200 OK\r\nDate: "));
  BOOST_TEST(plain.ends_with("\r\n\r\n"));
  for (const char* line :
       {"Content-Type: text/plain", "Content-Length: 4", "Cache-Control: no-store", "X-Ours: 1"})
    BOOST_TEST(has(plain, line), line);
  BOOST_TEST(!has(plain, "Connection: close"));
  const std::string same = head_of({.type = "text/plain", .body = "four", .etag = "\"a\""}, 304, true, "");
  for (const char* line : {"ETag: \"a\"", "Cache-Control: no-cache", "Connection: close"})
    BOOST_TEST(has(same, line), line);
  BOOST_TEST(same.find("\r\nContent-Type") == std::string::npos);
  BOOST_TEST(has(head_of({.status = 401}, 401, true, ""), "WWW-Authenticate: Bearer"));
  BOOST_TEST(has(head_of({.status = 405}, 405, true, ""), "Allow: GET, HEAD"));
  BOOST_TEST(has(head_of({.status = 429, .retry_after = 30}, 429, true, ""), "Retry-After: 30"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
