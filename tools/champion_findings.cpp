// champion_findings PART COUNT SEED FILE: plays the games for docs/findings.md and docs/ladder.md ("How much
// is luck"), with the ruleset hasbro and the shipped lexicon, and writes the facts as JSON. The same seed
// gives the same bytes.
//   games     COUNT games of the static player against itself
//   openings  the first plays of COUNT racks
//   luck      COUNT pairs of games against each of several players
//   words     COUNT pairs of games against each of several players that know fewer words
#include <fmt/format.h>

#include <thread>

#include "base/files.h"
#include "champion/weights.h"
#include "tools/arguments.h"
#include "tools/champion/findings.h"
#include "tools/champion/luck.h"
#include "tools/champion/openings.h"
#include "tools/greedy_games.h"

namespace {

using namespace toptile;
using namespace toptile::champion;

constexpr std::string_view kProgram = "champion_findings";

void tell(std::string_view text) {
  fmt::print("{}\n", text);
  std::fflush(stdout);
}

// The static player's weights, reduced to this percentage. Points count as before.
Weights part_of(Weights weights, int percent) {
  const auto cut = [&](Value& value) { value = value * percent / 100; };
  for (Weights::OfPhase& phase : weights.phases) {
    for (auto& values : phase.tile) std::ranges::for_each(values, cut);
    for (auto& values : phase.balance) std::ranges::for_each(values, cut);
    std::ranges::for_each(phase.height, cut);
    std::ranges::for_each(phase.length, cut);
    cut(phase.mean);
  }
  return weights;
}

Json luck_facts(const Weights& weights, const LuckPlan& plan) {
  struct Opponent {
    std::string name;
    LuckPlayer player;
    int draws = 0;
  };
  constexpr int kDraws = 16;
  std::vector<Opponent> opponents{{"itself", {weights}, kDraws},
                                  {"half of its weights", {part_of(weights, 50)}},
                                  {"points only", {Weights{}}, kDraws}};
  for (const int percent : {75, 50, 30, 15, 8, 4, 1, 0})
    opponents.push_back(
        {fmt::format("sees {} %", percent), {weights, percent / 100.0}, percent == 15 ? kDraws : 0});
  Json facts = Json::object();
  for (const Opponent& opponent : opponents) {
    tell(fmt::format("{} pairs against {}", plan.pairs, opponent.name));
    LuckPlan own = plan;
    own.draws = opponent.draws;
    facts[opponent.name] =
        facts_of(measure_luck(bench_rules(), bench_lexicon(), {weights}, opponent.player, own));
  }
  return facts;
}

// Players with all of the static player's weights that do not know the words missing from the list `common`:
// those of two tiles, of three, of more, or all of them.
Json words_facts(const Weights& weights, const LuckPlan& plan) {
  const Lexicon common =
      value_or_exit(load_lexicon(TOPTILE_SOURCE_DIR "/lexicons/common.txt", bench_rules())).lexicon;
  struct Gap {
    std::string name;
    int least, most;
  };
  Json facts = Json::object();
  for (const Gap& gap : {Gap{"two tiles", 2, 2}, Gap{"three tiles", 3, 3},
                         Gap{"four and more", 4, kMaxBoardSize}, Gap{"all", 2, kMaxBoardSize}}) {
    tell(fmt::format("{} pairs against a player who knows only common words of {}", plan.pairs, gap.name));
    const LuckPlayer opponent{weights, 1, [&common, &gap](const Word& word) {
                                return word.size() < gap.least || word.size() > gap.most ||
                                       common.contains(word);
                              }};
    facts[gap.name] = facts_of(measure_luck(bench_rules(), bench_lexicon(), {weights}, opponent, plan));
  }
  return facts;
}

// JSON with a line for each object or list that contains no further object.
std::string lines_of(const Json& value, const std::string& indent = "") {
  const auto holds_object = [](const auto& self, const Json& part) -> bool {
    return std::ranges::any_of(
        part, [&](const Json& each) { return each.is_object() || (each.is_array() && self(self, each)); });
  };
  if (!value.is_structured() || value.empty() || !holds_object(holds_object, value)) return json_text(value);
  const std::string inner = indent + " ";
  std::string text;
  for (const auto& [key, part] : value.items()) {
    text += text.empty() ? "\n" : ",\n";
    text += inner + (value.is_object() ? json_text(Json(key)) + ": " : "") + lines_of(part, inner);
  }
  return (value.is_object() ? "{" : "[") + text + "\n" + indent + (value.is_object() ? "}" : "]");
}

}  // namespace

int main(int count, char** arguments) {
  const std::string_view part = count == 5 ? arguments[1] : "";
  if (part != "games" && part != "openings" && part != "luck" && part != "words") {
    fmt::print(stderr, "usage: champion_findings games|openings|luck|words COUNT SEED FILE\n");
    return 2;
  }
  const int amount = number_or_exit<int>(kProgram, arguments[2]);
  const auto seed = number_or_exit<std::uint64_t>(kProgram, arguments[3]);
  const int threads = static_cast<int>(std::thread::hardware_concurrency());
  const Ruleset& rules = bench_rules();
  const Lexicon& lexicon = bench_lexicon();
  const Weights weights = weights_for(rules);
  const auto progress = [&](int begun) { tell(fmt::format("{}: {} of {}", part, begun, amount)); };
  Json facts = {{"seed", seed}};
  if (part == "games") {
    facts.update(facts_of(find(rules, lexicon, weights, {seed, amount, threads, progress}), rules));
    // The player's weight of each tile, early in the game.
    for (int i = 0; i < rules.alphabet().size(); ++i) {
      const auto face = static_cast<Face>(i);
      facts["tiles"][rules.alphabet().text(face)]["kept"] = weights.phases[kPhases - 1].tile[face][0];
    }
  } else if (part == "openings") {
    facts.update(
        facts_of(compare_openings(rules, lexicon, weights, {seed, amount, threads, progress}), rules));
  } else {
    LuckPlan plan;
    plan.seed = seed;
    plan.pairs = amount;
    plan.threads = threads;
    facts["opponents"] = part == "luck" ? luck_facts(weights, plan) : words_facts(weights, plan);
  }
  value_or_exit(replace_file(arguments[4], lines_of(facts) + "\n"));
}
