#include "tournaments/exchange/event_json.h"

namespace toptile {

Json start_event(const TournamentStart& start, const std::string& run) {
  const Plan& plan = start.plan;
  return {{"event", "start"},
          {"run", run},
          {"bots", bot_names(plan.bots)},
          {"format", format_to_json(plan.format)},
          {"rules", plan.rules.name},
          {"lexicon", plan.lexicon_name},
          {"games_planned", start.progress.games},
          {"games_played", start.progress.played},
          {"concurrency", start.concurrency}};
}

Json started_event(const GameStarted& game, const std::vector<std::string>& names) {
  Json players = Json::array();
  for (const Entrant entrant : game.entrants) players.push_back(names[entrant]);
  return {{"event", "started"}, {"id", game.id}, {"players", players}};
}

Json game_event(const GameEnded& game, const std::vector<std::string>& names, Instant begin) {
  Json forfeits = Json::array();
  for (const GameForfeit& forfeit : game.forfeits)
    forfeits.push_back({{"seat", forfeit.seat}, {"reason", name_of(forfeit.kind)}, {"text", forfeit.text}});
  Json players = Json::array(), scores = Json::array(), ranks = Json::array();
  for (const SeatResult& seat : game.result.seats()) {
    players.push_back(names[seat.entrant]);
    scores.push_back(seat.points);
    ranks.push_back(seat.rank);
  }
  return {{"event", "game"},
          {"id", game.result.id},
          {"players", players},
          {"scores", scores},
          {"ranks", ranks},
          {"end", name_of(game.result.end)},
          {"turns", game.turns},
          {"forfeits", forfeits},
          {"late_ms", game.late.count()},
          {"seconds", std::chrono::duration<double>(game.at - begin).count()}};
}

Json withdrawn_event(const Withdrawal& withdrawal, const std::vector<std::string>& names) {
  return {{"event", "withdrawn"}, {"bot", names[withdrawal.entrant]}, {"text", withdrawal.why}};
}

Json remark_event(const Remark& remark) {
  Json json = {{"event", remark.kind}, {"text", remark.text}};
  json.update(remark.facts);
  return json;
}

Json standings_event(const Standings& standings) {
  Json all = standings_to_json(standings);
  return {{"event", "standings"}, {"games", all["games"]}, {"standings", all["standings"]}};
}

}  // namespace toptile
