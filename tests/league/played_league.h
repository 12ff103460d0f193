// A small league with games that keep to the rules.
#pragma once

#include <boost/test/unit_test.hpp>
#include <functional>

#include "league/tables/league_snapshot.h"
#include "league/work/rebuild.h"
#include "league/work/set_player.h"
#include "tests/league/scripted_league.h"
#include "tests/tournaments/run/quick_player.h"
#include "tournaments/plan/terms_json.h"

namespace toptile {

// A league whose sets are really played, by greedy players without processes.
struct PlayedLeague {
  ScriptedLeague<> league;
  BotVersion one = league.entered("one", "1"), other = league.entered("other", "2");
  const QuickScript script{};

  // Both records of the set, as its player would write them.
  std::array<GameRecord, 2> records_of(SetNumber set) {
    const LeagueTerms& terms = league.store.terms();
    Plan plan = terms.plan;
    plan.referee.lanes = true;
    plan.games = kMaxGames;
    for (const BotVersion& version : {one, other}) plan.bots.push_back({.name = version.label()});
    QuickPlayer player(plan, few_words(), script, {});
    std::array<GameRecord, 2> records;
    const auto games = games_of_set(terms, set);
    for (std::size_t i = 0; i < 2; ++i) {
      records[i] = player.play(games[i], Absences(2)).value();
      records[i].digest = digest_of(records[i]);
    }
    return records;
  }

  using Tamper = std::function<void(GameRecord&)>;
  // Keeps a set whose second record, or its line, was tampered with, and returns its number.
  SetNumber keep(const Tamper& tamper = {}, const std::function<void(std::string&)>& tamper_line = {}) {
    const LeasedSets leased = league.store.leases().lease_sets(one.id, other.id, 1, {"w"}).value().value();
    RecordedSet set;
    set.set = leased.sets[0];
    set.one = one.id;
    set.other = other.id;
    set.block = leased.block;
    auto records = records_of(set.set);
    const auto games = games_of_set(league.store.terms(), set.set);
    for (std::size_t i = 0; i < 2; ++i) {
      set.results[i] = result_of(records[i], games[i].entrants);
      if (i == 1 && tamper) tamper(records[i]);
      set.records[i] = format_record(records[i]);
      if (i == 1 && tamper_line) tamper_line(set.records[i]);
    }
    BOOST_REQUIRE(league.store.sets().keep(std::span(&set, 1), "w").value() == 1);
    return leased.sets[0];
  }
  Rebuilt rebuilt(Repair repair) { return rebuilt(RebuildRequest{.repair = repair}); }
  // Takes out what does not keep to the rules, and keeps why.
  Rebuilt removed(std::vector<std::string>* why = nullptr) {
    return rebuilt(
        {.repair = Repair::made, .keep_elsewhere = [=](const KeptRecords&, const std::string& reason) {
           if (why != nullptr) why->push_back(reason);
           return success();
         }});
  }
  Rebuilt rebuilt(const RebuildRequest& request) {
    auto done = rebuild(league.store, request, {});
    BOOST_REQUIRE_MESSAGE(done, message(done));
    return std::move(done).value();
  }
  std::int64_t games() { return LeagueSnapshot::read(league.store).value().table().games; }
};

}  // namespace toptile
