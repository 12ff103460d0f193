// The desk of workers without access to the league's database: they ask its server (toptile serve).
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

#include "base/json_fields.h"
#include "league/work/league_worker.h"
#include "league/work/work_desk.h"
#include "server/league/client.h"

namespace toptile {

class RemoteDesk final : public WorkDesk {
 public:
  // The first error that trying again cannot help, such as a revoked token, goes to `on_refusal`.
  using OnRefusal = std::function<void(const Error&)>;
  RemoteDesk(LeagueAddress address, std::string token, int lanes, OnRefusal on_refusal, std::stop_token stop);

  // The terms, without the league's seed. An error if the server is another program, or a version of it that
  // gives out work in another way.
  Result<LeagueTerms> terms();
  // The canonical text of the league's lexicon.
  Result<std::string> words();

  Result<NextWork> next(double seconds, double seconds_a_set, int most) override;
  Result<std::string> packed_files(const BotVersion& version) override;
  Result<void> keep(std::span<RecordedSet> sets) override;
  // The server finds in the records what there is to report.
  Result<std::optional<BotVersion>> report(const BlockReport& report) override;
  Result<std::chrono::milliseconds> tend() override;
  Result<void> give_back(std::span<const SetNumber> except) override;
  Result<void> leave() override;

 private:
  Result<WebReply> ask(WebQuestion question);
  Result<Json> ask_object(const std::string& call, const std::string& body);
  Result<Json> ask_object(const std::string& call, Json body);
  Result<void> bring(std::span<RecordedSet> sets);

  const LeagueAddress address_;
  const std::string token_, worker_;
  const int lanes_;
  const OnRefusal on_refusal_;
  const std::stop_token stop_;
  std::atomic<bool> is_leaving_ = false;  // The stop does not end the last calls.
};

// As work(), for a league that is served at this address. It examines no bots.
Result<WorkDone> work_remotely(const WorkRequest& request, const LeagueAddress& address,
                               const std::string& token, const WorkListener& listener,
                               const std::stop_token& stop);

}  // namespace toptile
