// search_choices POSITIONS SEED NODES,PLIES NODES,PLIES…: measures what a setting of the champion's search is
// worth. In positions of the static player's games, each setting chooses a move. Where the choices differ,
// the games are played to their end, all with the same unseen tiles, and the program prints the chance to win
// that a setting gains over the first one, with its 95% interval. A match needs far longer to show such a
// difference.
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/each.h"
#include "champion/search.h"
#include "champion/weights.h"
#include "tools/arguments.h"
#include "tools/champion/training.h"
#include "tools/greedy_games.h"

namespace {

using namespace toptile;
using namespace toptile::champion;

constexpr std::string_view kProgram = "search_choices";
// The nodes for judging a choice, about a thousand games.
constexpr std::uint64_t kNodesOfJudge = 20'000;
constexpr int kToTheEnd = 1000;

struct Setting {
  std::string name;
  std::uint64_t nodes = 0;
  std::unique_ptr<Search> search;
  int other_choices = 0;
  std::uint64_t used = 0;
  double gain = 0, squares = 0;
};

const Weights& weights() {
  static const Weights shipped = weights_for(bench_rules());
  return shipped;
}

Setting setting_of(const std::string& text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos) {
    fmt::print(stderr, "{}: {}: a setting is NODES,PLIES\n", kProgram, text);
    std::exit(2);
  }
  Setting setting;
  setting.name = text;
  setting.nodes = number_or_exit<std::uint64_t>(kProgram, text.substr(0, comma));
  const int plies = number_or_exit<int>(kProgram, text.substr(comma + 1));
  setting.search =
      std::make_unique<Search>(bench_rules(), bench_lexicon(), weights(), SearchSettings{.plies = plies});
  return setting;
}

Situation situation_of(const Simulation& game) {
  Situation now(game.rules().size);
  now.board = game.lines().board();
  now.to_move = game.to_move();
  now.bag = static_cast<int>(game.bag().size());
  now.may_exchange = now.bag > 0;
  for (const Face face : game.bag()) now.unseen.add(face);
  for (const Seat seat : each<Seat>(game.players())) {
    SimulatedSeat seen = game.seat(seat);
    now.held.push_back(seat == now.to_move ? 0 : seen.rack.size());
    if (seat != now.to_move) {
      for (FaceSet faces = seen.rack.faces(); faces != 0; faces &= faces - 1)
        for (int i = 0; i < seen.rack.count(lowest(faces)); ++i) now.unseen.add(lowest(faces));
      seen.rack = {};
    }
    now.seats.push_back(seen);
  }
  return now;
}

// A position some turns into a game, with tiles in the bag.
Situation any_situation(std::uint64_t seed, const StaticPlayer& player) {
  for (Random random(seed);;) {
    Simulation game(bench_rules(), bench_lexicon());
    deal(game, random.below(UINT64_MAX));
    for (std::uint64_t turns = random.below(22); turns > 0 && !game.is_over(); --turns)
      player.move(game, random);
    if (!game.is_over() && !game.bag().empty()) return situation_of(game);
  }
}

void choose_in(const Situation& now, std::uint64_t seed, Search& judge, std::vector<Setting>& settings) {
  const HiddenTiles hidden(now.unseen, now.held);
  std::vector<Candidate> chosen;
  std::vector<std::size_t> choices;
  for (Setting& setting : settings) {
    SearchLimits limits;
    limits.nodes = setting.nodes;
    const SearchResult result = setting.search->search(now, hidden, ++seed, limits);
    setting.used += result.nodes;
    const auto known = std::ranges::find(chosen, result.best().move, &Candidate::move);
    choices.push_back(static_cast<std::size_t>(known - chosen.begin()));
    if (known == chosen.end()) chosen.push_back(result.best());
  }
  if (chosen.size() == 1) return;
  SearchLimits limits;
  limits.nodes = kNodesOfJudge * chosen.size();
  const auto outcomes = judge.compare(now, hidden, chosen, ++seed, limits);
  for (std::size_t i = 0; i < settings.size(); ++i) {
    double gain = 0;
    for (const auto& outcome : outcomes) gain += outcome[choices[i]].chance - outcome[choices[0]].chance;
    gain /= static_cast<double>(outcomes.size());
    settings[i].other_choices += choices[i] != choices[0];
    settings[i].gain += gain;
    settings[i].squares += gain * gain;
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 5) {
    fmt::print(stderr, "usage: search_choices POSITIONS SEED NODES,PLIES NODES,PLIES...\n");
    return 2;
  }
  const int positions = number_or_exit<int>(kProgram, arguments[1]);
  const auto seed = number_or_exit<std::uint64_t>(kProgram, arguments[2]);
  std::vector<Setting> settings;
  for (int i = 3; i < count; ++i) settings.push_back(setting_of(arguments[i]));
  const StaticPlayer player(bench_rules(), weights());
  Search judge(bench_rules(), bench_lexicon(), weights(), {.plies = kToTheEnd});
  for (int i = 0; i < positions; ++i)
    choose_in(any_situation(seed + static_cast<std::uint64_t>(i), player),
              seed ^ static_cast<std::uint64_t>(i) << 32, judge, settings);
  fmt::print("{} positions\n{:>12} {:>14} {:>12} {:>22}\n", positions, "nodes,plies", "other choices",
             "nodes used", "gain in chance a move");
  for (const Setting& setting : settings) {
    const double mean = setting.gain / positions;
    const double error = std::sqrt((setting.squares / positions - mean * mean) / positions);
    fmt::print("{:>12} {:>12.1f} % {:>12.0f} {:>+11.2f} ± {:.2f} %\n", setting.name,
               100.0 * setting.other_choices / positions, static_cast<double>(setting.used) / positions,
               100 * mean, 196 * error);
  }
}
