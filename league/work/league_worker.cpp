#include "league/work/league_worker.h"

#include "league/work/workshop.h"

namespace toptile {

Result<WorkDone> work(const WorkRequest& request, const WorkListener& listener, const std::stop_token& stop) {
  std::optional<LeagueTerms> terms;
  std::string words;
  {
    TOPTILE_TRY(auto store, LeagueStore::open(request.league, request.retries));
    TOPTILE_TRY_TO(store.check_alone(this_host()));
    terms = store.terms();
    TOPTILE_TRY(words, store.words());
  }
  TOPTILE_TRY(const auto sandbox, Sandbox::open(terms->sandbox));
  TOPTILE_TRY(auto player, SetPlayer::open(*terms, words, sandbox));
  TOPTILE_TRY(auto stock, Stock::open(*terms, request.shipped, sandbox));
  Workshop shop(request, listener, *terms, std::move(player), std::move(stock), stop);
  ProcessStore store(request.league, {worker_name(), request.lease, request.threads}, shop.retries());
  LeagueDesk desk(store, request.limits.elo);
  return shop.work(desk, &desk, stop);
}

}  // namespace toptile
