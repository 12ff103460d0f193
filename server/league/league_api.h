// What the server of a league answers: a function of a request and of the league. It knows nothing of
// sockets. docs/serve.md lists all addresses.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/result.h"
#include "league/site/league_site.h"
#include "league/store/authors.h"
#include "league/store/league_store.h"
#include "league/work/remote_work.h"
#include "server/http/messages.h"
#include "server/http/target.h"
#include "server/league/shared_site.h"

namespace toptile {

struct ApiRequest {
  bool is_post = false;
  Target target;
  std::optional<std::string> token;           // As it was given; nobody looked at it yet.
  std::optional<std::filesystem::path> body;  // The file with the body of the request.
};

// {"error": {"status": …, "what": …}}
HttpAnswer api_refusal(int status, std::string_view what);
// The answer with an etag, for everybody.
HttpAnswer public_answer(std::string type, std::string body);

// Whether the request is one whose body is an archive: POST /api/v1/bots/NAME/versions.
bool is_submission(const ApiRequest& request);

// Only one thread may use it at a time; each has its own.
class LeagueApi {
 public:
  // `work` is for those that play for the league.
  LeagueApi(LeagueStore store, std::shared_ptr<SharedSite> shared, std::shared_ptr<RemoteWork> work)
      : store_(std::move(store)), shared_(std::move(shared)), work_(std::move(work)) {}

  // How far the league has come, as far as answers tell it.
  Result<LeagueStamp> stamp() { return shared_->stamp(store_); }
  // Why the bearer of this request's token may not do that; nothing if it is allowed.
  std::optional<HttpAnswer> refusal_of(const ApiRequest& request, TokenScope scope);
  // The author whose valid token the request has, if it allows this.
  Result<std::optional<AuthorToken>> author_of(const ApiRequest& request, TokenScope scope);
  HttpAnswer answer(const ApiRequest& request);

 private:
  Result<HttpAnswer> answer_or_fail(const ApiRequest& request);
  Result<HttpAnswer> read_api(const ApiRequest& request);
  Result<HttpAnswer> page(const Target& target);
  Result<HttpAnswer> league();
  Result<HttpAnswer> bots();
  Result<HttpAnswer> version(const ApiRequest& request, const std::string& named);
  Result<HttpAnswer> pair(const std::string& one, const std::string& other);
  Result<HttpAnswer> games(const Target& target);
  Result<HttpAnswer> game(const ApiRequest& request, const std::string& number);
  Result<HttpAnswer> events(const Target& target);
  Result<HttpAnswer> me(const ApiRequest& request);
  Result<HttpAnswer> log(const ApiRequest& request, const std::string& label);
  Result<HttpAnswer> submit(const ApiRequest& request);
  Result<HttpAnswer> retire(const ApiRequest& request);
  Result<HttpAnswer> work(const ApiRequest& request);
  // Nothing if the league has no such version, or it was removed, which is for nobody to read.
  Result<std::optional<BotVersion>> find_version(const std::string& named);
  // The same for a version that is named by its label alone. A bot may have the name of a label.
  Result<std::optional<BotVersion>> find_label(const std::string& label);

  LeagueStore store_;
  std::shared_ptr<SharedSite> shared_;
  std::shared_ptr<RemoteWork> work_;
};

}  // namespace toptile
