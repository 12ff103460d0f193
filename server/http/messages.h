// The two messages of HTTP: what a server reads of a request's head, and the head that it writes to an
// answer.
#pragma once

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace toptile {

// The head of a request: its method, target and headers.
using HttpHead = boost::beast::http::request<boost::beast::http::empty_body>;

struct HttpAnswer {
  int status = 200;
  std::string type = {};
  std::string body = {};
  std::string etag = {};  // Of a body that any client may keep; otherwise empty.
  int retry_after = 0;    // Seconds, in an answer that says to try again; otherwise 0.
  // Whether the body is the beginning of a stream of events, which goes on until either side ends it.
  bool is_stream = false;
};
using SharedAnswer = std::shared_ptr<const HttpAnswer>;

std::string_view method_of(const HttpHead& head);
std::string_view target_of(const HttpHead& head);
std::optional<std::string_view> header_of(const HttpHead& head, std::string_view name);
// If a header is repeated, a proxy could believe one of them and we the other.
bool repeats_any(const HttpHead& head, std::initializer_list<std::string_view> names);
// Whether any proxy finds the end of this request at the same place as we do (RFC 9112, 6.1 and 6.3).
// Otherwise what follows could be taken for a request of another client.
bool has_clear_end(const HttpHead& head);
// The last address in X-Forwarded-For, where a proxy adds the one that it saw; empty if there is none.
std::string last_forwarded(const HttpHead& head);
// Whether the client has the body with this etag already (RFC 9110: a list of tags, or "*").
bool knows_etag(const HttpHead& head, const std::string& etag);
// Whether a Host, with or without a port, is one of the names by which a machine calls itself. A page from
// elsewhere that lets its own name point here comes with that name.
bool is_this_machine(std::string_view host);

// The status line and the headers, with the empty line after them. `status` is 304 if the client has the body
// already, and that of the answer otherwise. `headers` are those of all answers of this server.
std::string head_of(const HttpAnswer& answer, int status, bool is_last, std::string_view headers);

}  // namespace toptile
