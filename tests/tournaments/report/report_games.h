// Runs and games for the tests of reports.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "protocol/ruleset_json.h"
#include "tournaments/report/report_run.h"

namespace toptile::reports {

// A game whose ranks follow from the scores.
inline GameResult game(std::uint32_t id, const std::vector<int>& entrants, const std::vector<int>& scores) {
  GameResult result;
  result.id = id;
  result.players = static_cast<std::uint8_t>(entrants.size());
  for (std::size_t seat = 0; seat < entrants.size(); ++seat) {
    const auto better = std::ranges::count_if(scores, [&](int score) { return score > scores[seat]; });
    result.by_seat[seat] = {scores[seat], static_cast<std::uint16_t>(entrants[seat]),
                            static_cast<std::uint8_t>(better + 1), SeatResult::Fate::played};
  }
  return result;
}

inline GameResult with_fate(GameResult game, std::size_t seat, SeatResult::Fate fate) {
  game.by_seat[seat].fate = fate;
  return game;
}

inline ReportRun run_of(const std::string& name, const std::vector<std::string>& bots,
                        const std::vector<GameResult>& games, int players = 2) {
  Plan plan(shipped_ruleset("hasbro").value());
  plan.lexicon_sha256 = std::string(64, 'a');
  plan.lexicon_name = "few";
  plan.lexicon_words = 2;
  plan.format.players = players;
  for (const std::string& bot : bots) {
    BotEntry entry;
    entry.name = bot;
    entry.command = {"/bots/" + bot};
    entry.directory = "/";
    entry.sha256 = std::string(64, '0');
    plan.bots.push_back(entry);
  }
  return {.name = name,
          .plan = plan,
          .games = games,
          .forfeited = {},
          .places = {},
          .test = {},
          .planned = games.size(),
          .is_finished = true,
          .details = {}};
}

}  // namespace toptile::reports
