#include "server/live/site.h"

#include <boost/test/unit_test.hpp>

namespace toptile {
BOOST_AUTO_TEST_SUITE(site)

namespace {

const std::string kKey = "0123456789abcdef";

LiveSources sources() {
  return {[] { return std::string("<page>"); },
          [] { return std::string("{data}"); },
          [](GameNumber id) -> Result<std::optional<std::string>> {
            if (id == 13) return Error{"games.jsonl: it cannot be read"};
            return id == 17 ? std::optional<std::string>("{\"id\":17}") : std::nullopt;
          },
          [](std::optional<GameNumber> id) -> Result<std::optional<std::string>> {
            if (id == 13) return Error{"games.jsonl: it cannot be read"};
            if (id && id != 17) return std::optional<std::string>();
            return std::optional("{boards" + std::string(id ? " and 17" : "") + "}");
          },
          [](const std::optional<std::string>& last) { return "after " + last.value_or("nothing"); },
          kKey};
}

HttpHead ask(const std::string& target) {
  HttpHead head;
  head.method_string("GET");
  head.target(target);
  head.set("Host", "localhost:8453");
  return head;
}

HttpHead get(const std::string& target) {
  return ask("/" + kKey + target);
}

HttpAnswer answer(const HttpHead& request) {
  return answer_live(request, sources());
}

std::string head_of(const HttpAnswer& answered) {
  return head_of(answered, answered.status, true, kLiveHeaders);
}

BOOST_AUTO_TEST_CASE(what_there_is) {
  BOOST_TEST(answer(get("/")).body == "<page>");
  BOOST_TEST(answer(get("/")).type == "text/html; charset=utf-8");
  BOOST_TEST(answer(get("/?from=bookmark")).status == 200);
  BOOST_TEST(answer(get("/data.json")).body == "{data}");
  BOOST_TEST(answer(get("/games/17")).body == "{\"id\":17}\n");
  BOOST_TEST(answer(get("/events")).is_stream);
  BOOST_TEST(answer(get("/boards")).body == "{boards}");
  BOOST_TEST(answer(get("/boards/17")).body == "{boards and 17}");
  BOOST_TEST(answer(get("/boards/13")).status == 500);
  for (const char* target : {"/boards/", "/boards/18", "/boards/x", "/boards/-1", "/boardsx", "/boards/17/"})
    BOOST_TEST(answer(get(target)).status == 404, target);
  BOOST_TEST(answer(get("/events")).body == "after nothing");
  HttpHead again = get("/events");
  again.set("Last-Event-ID", "x-7");
  BOOST_TEST(answer(again).body == "after x-7");
}

BOOST_AUTO_TEST_CASE(who_has_no_key_is_told_nothing) {
  BOOST_TEST(answer(get("")).body == "<page>");
  for (const std::string& target :
       {std::string("/"), std::string("/data.json"), std::string("/events"), std::string("/games/17"),
        "/" + kKey.substr(1) + "/", "/" + kKey + "0/data.json", "//" + kKey + "/", "/x/" + kKey + "/",
        "/?" + kKey, std::string("/0123456789ABCDEF/data.json")}) {
    const HttpAnswer answered = answer(ask(target));
    BOOST_TEST(answered.status == 403, target);
    BOOST_TEST(answered.body.find(kKey) == std::string::npos);
    BOOST_TEST(!answered.is_stream);
  }
  LiveSources without = sources();
  without.key = "";
  for (const char* target : {"/", "//", "//data.json"})
    BOOST_TEST(answer_live(ask(target), without).status == 403, target);
}

BOOST_AUTO_TEST_CASE(a_header_that_stands_there_twice_is_refused) {
  HttpHead request = get("/data.json");
  request.insert("Host", "localhost:8453");
  BOOST_TEST(answer(request).status == 400);
}

BOOST_AUTO_TEST_CASE(what_there_is_not_is_told_in_a_sentence) {
  for (const char* const target :
       {"/games/18", "/games/", "/games/x", "/games/-1", "/games/17/", "/games/99999999999999999999999",
        "/favicon.ico", "/../etc/passwd", "/data.json/", "//"}) {
    const HttpAnswer answered = answer(get(target));
    BOOST_TEST_CONTEXT(target) {
      BOOST_TEST(answered.status == 404);
      BOOST_TEST(answered.body.ends_with(".\n"));
      BOOST_TEST(answered.type == "text/plain; charset=utf-8");
    }
  }
  BOOST_TEST(answer(get("/games/13")).status == 500);
  BOOST_TEST(answer(ask("*")).status == 400);
  BOOST_TEST(answer(ask("")).status == 400);
  BOOST_TEST(answer(ask("http://localhost/" + kKey + "/")).status == 400);
}

BOOST_AUTO_TEST_CASE(only_names_of_this_machine_are_answered) {
  for (const char* const host :
       {"localhost", "localhost:8453", "LocalHost:1", "127.0.0.1", "127.0.0.1:80", "[::1]", "[::1]:8453"}) {
    HttpHead request = get("/");
    request.set("Host", host);
    BOOST_TEST(answer(request).status == 200, host);
  }
  for (const char* const host :
       {"", "evil.example", "evil.example:8453", "localhost.evil.example", "localhost@evil.example",
        "127.0.0.1.evil.example", "127.0.0.1:evil", "localhost:", "localhost:8453:1", "localhost:99999",
        "[::1", "[::1]x", "127.0.0.2", "0.0.0.0"}) {
    HttpHead request = get("/data.json");
    request.set("Host", host);
    BOOST_TEST(answer(request).status == 403, host);
  }
  HttpHead nameless = get("/");
  nameless.erase("Host");
  BOOST_TEST(answer(nameless).status == 400);
}

BOOST_AUTO_TEST_CASE(other_sites_are_not_answered) {
  for (const char* const origin :
       {"https://evil.example", "null", "http://evil.example:8453", "https://localhost", ""}) {
    HttpHead request = get("/events");
    request.set("Origin", origin);
    BOOST_TEST(answer(request).status == 403, origin);
  }
  HttpHead own = get("/events");
  own.set("Origin", "http://127.0.0.1:8453");
  BOOST_TEST(answer(own).status == 200);
}

BOOST_AUTO_TEST_CASE(nothing_can_be_changed) {
  for (const char* const method :
       {"POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE", "get", "<unknown>"}) {
    HttpHead request = get("/");
    request.method_string(method);
    const HttpAnswer answered = answer(request);
    BOOST_TEST(answered.status == 405, method);
    BOOST_TEST(head_of(answered).find("\r\nAllow: GET, HEAD\r\n") != std::string::npos);
  }
  HttpHead head = get("/");
  head.method_string("HEAD");
  BOOST_TEST(answer(head).status == 200);
}

BOOST_AUTO_TEST_CASE(every_head_keeps_the_page_to_itself) {
  for (const char* const target : {"/", "/data.json", "/events", "/games/17", "/nothing"}) {
    const std::string head = head_of(answer(get(target)));
    BOOST_TEST(head.starts_with("HTTP/1.1 "));
    BOOST_TEST(head.ends_with("\r\n\r\n"));
    for (const char* const header :
         {"\r\nX-Content-Type-Options: nosniff\r\n", "\r\nCache-Control: no-store\r\n",
          "\r\nContent-Security-Policy: default-src 'none'; ", "frame-ancestors 'none'\r\n",
          "\r\nConnection: close\r\n", "\r\nCross-Origin-Resource-Policy: same-origin\r\n"})
      BOOST_TEST(head.find(header) != std::string::npos, header);
    BOOST_TEST(head.find("Access-Control") == std::string::npos);
  }
  BOOST_TEST(head_of(answer(get("/"))).find("\r\nContent-Length: 6\r\n") != std::string::npos);
  BOOST_TEST(head_of(answer(get("/events"))).find("Content-Length") == std::string::npos);
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
