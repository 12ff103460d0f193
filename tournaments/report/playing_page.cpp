#include "tournaments/report/playing_page.h"

#include "bots/levels.h"
#include "protocol/challenge_limit.h"
#include "protocol/ruleset_json.h"
#include "tournaments/report/report_page.h"
#include "tournaments/report/report_records.h"
#include "tournaments/run/program_version.h"

namespace toptile {

namespace {

Json levels_to_json() {
  Json list = Json::array();
  for (const Level& level : levels()) {
    list.push_back({{"name", level.name},
                    {"elo", level.elo ? Json(*level.elo) : Json(nullptr)},
                    {"about", level.about}});
  }
  return list;
}

}  // namespace

std::vector<Ruleset> rulesets_beside(const Ruleset& chosen) {
  std::vector<Ruleset> list = {chosen};
  for (const std::string& name : shipped_ruleset_names()) {
    auto rules = shipped_ruleset(name).value();
    if (rules.name != chosen.name && rules.alphabet() == chosen.alphabet()) list.push_back(std::move(rules));
  }
  return list;
}

Json playing_data(std::span<const Ruleset> rulesets, const LexiconOfPage& lexicon, Json wish) {
  Json rules = Json::array();
  for (const Ruleset& each : rulesets) rules.push_back(ruleset_to_json(each));
  return {{"toptile", program_version()},
          {"lexicon", {{"name", lexicon.name}, {"sha256", lexicon.sha256}, {"words", lexicon.words}}},
          {"rules", std::move(rules)},
          {"levels", levels_to_json()},
          {"max_elo", kChampionElo},
          {"challenge_limit", kChallengeLimit},
          {"wish", std::move(wish)}};
}

std::string playing_page(std::span<const Ruleset> rulesets, const Lexicon& lexicon, Json wish) {
  const LexiconOfPage known{lexicon.name(), hexadecimal(lexicon.sha256()), lexicon.words()};
  return table_page(playing_data(rulesets, known, std::move(wish)), packed_lexicon(lexicon));
}

}  // namespace toptile
