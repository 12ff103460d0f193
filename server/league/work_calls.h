// What the server of a league answers to workers that play for it without access to its database: the calls
// below /api/v1/work/ (docs/serve.md). It knows nothing of sockets.
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

// Whether the request is for a worker.
bool is_work_call(const ApiRequest& request);
// How many bytes its body may have.
std::uint64_t max_work_bytes(const ApiRequest& request);

// The answer to the bearer of a token that may play.
Result<HttpAnswer> answer_work(RemoteWork& work, LeagueStore& store, const AuthorToken& token,
                               const ApiRequest& request);

}  // namespace toptile
