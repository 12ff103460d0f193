// The calls below /api/v1/work/ (docs/serve.md), with which workers play for a league without access to its
// database. It knows nothing of sockets.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "league/work/remote_work.h"
#include "server/league/league_api.h"

namespace toptile {

// Another number means that client and server cannot work together.
inline constexpr int kWorkProtocol = 1;
// The body of a call, which is larger where it brings sets: two of the largest records fit.
inline constexpr std::uint64_t kMaxCallBytes = 64 << 10, kMaxSetsBytes = 33 << 20;
inline constexpr int kMaxSetsInCall = kMaxSetsAtOnce;

// True if a worker sent the request.
bool is_work_call(const ApiRequest& request);
// How many bytes its body may have.
std::uint64_t max_work_bytes(const ApiRequest& request);

// The answer to the bearer of a token that may play.
Result<HttpAnswer> answer_work(RemoteWork& work, LeagueStore& store, const AuthorToken& token,
                               const ApiRequest& request);

}  // namespace toptile
