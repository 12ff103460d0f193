#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <mutex>

#include "champion/champion_player.h"
#include "champion/levels.h"
#include "champion/memory_of_game.h"
#include "python/bound_position.h"

namespace toptile::python {

namespace {

using champion::ChampionPlayer;
using champion::PlayerSettings;

constexpr std::uint64_t kNodesUnasked = 20'000;

struct Judgement {
  py::object move;
  double value = 0;  // In points, without look-ahead.
  champion::Race::Standing standing;
};

class BoundChampion {
 public:
  BoundChampion(SharedLexicon lexicon, std::optional<int> elo, int threads)
      : lexicon_(std::move(lexicon)),
        weights_(champion::weights_for(lexicon_->rules())),
        search_(lexicon_->rules(), lexicon_->lexicon(), weights_, settings_for(elo, threads).search),
        player_(lexicon_->rules(), lexicon_->lexicon(), EndgameSolver::kTableBytes),
        settings_(settings_for(elo, threads)) {}

  const SharedLexicon& lexicon() const { return lexicon_; }
  std::optional<int> elo() const { return settings_.elo; }

  py::object choose(const BoundPosition& bound, std::optional<std::uint64_t> nodes,
                    std::optional<double> seconds, std::uint64_t seed) {
    check(bound);
    champion::MoveQuestion question{.position = bound.position,
                                    .seat = bound.seat,
                                    .players = bound.players,
                                    .may_exchange = bound.may_exchange,
                                    .challenged_away = bound.challenged_away,
                                    .endgame = bound.endgame};
    if (nodes || !seconds) question.nodes = nodes.value_or(kNodesUnasked);
    if (seconds) question.time = std::chrono::milliseconds(static_cast<std::int64_t>(*seconds * 1000));
    Random random(seed);
    const Move move = Interruptible(seconds).run([&](auto should_stop) {
      const std::lock_guard lock(mutex_);
      question.should_stop = should_stop;
      player_.begin_game();
      return player_.choose(question, settings_, random, [](const std::string&) {});
    });
    return judged_move(bound, move);
  }

  std::vector<Judgement> search(const BoundPosition& bound, std::optional<std::uint64_t> nodes,
                                std::optional<double> seconds, std::uint64_t seed) {
    check(bound);
    const auto situation =
        champion::situation_of(bound.position, bound.rules(), bound.seat, bound.players, bound.may_exchange);
    if (!situation) throw ToptileError("position: a search needs the unseen tiles (`unseen`)");
    const champion::HiddenTiles hidden(situation->unseen, situation->held);
    champion::SearchLimits limits;
    if (nodes || !seconds) limits.nodes = nodes.value_or(kNodesUnasked);
    const auto result = Interruptible(seconds).run([&](auto should_stop) {
      const std::lock_guard lock(mutex_);
      limits.is_time_up = should_stop;
      return search_.search(*situation, hidden, seed, limits);
    });
    std::vector<Judgement> judgements;
    for (const champion::Candidate& candidate : result.candidates) {
      judgements.push_back({judged_move(bound, candidate.move),
                            static_cast<double>(candidate.static_value) / champion::kPoint,
                            candidate.standing});
    }
    return judgements;
  }

 private:
  static PlayerSettings settings_for(std::optional<int> elo, int threads) {
    if (elo && (*elo < champion::kMinElo || *elo > champion::kMaxElo)) {
      throw ToptileError(
          fmt::format("elo: {} is not from {} to {}", *elo, champion::kMinElo, champion::kMaxElo));
    }
    if (threads < 1 || threads > 256)
      throw ToptileError(fmt::format("threads: {} is not from 1 to 256", threads));
    PlayerSettings settings;
    settings.elo = elo;
    settings.search.threads = threads;
    return settings;
  }

  void check(const BoundPosition& bound) const {
    if (bound.lexicon != lexicon_)
      throw ToptileError(
          "position: its lexicon is another object than the champion's; share one between them");
    if (!bound.position.unseen || bound.position.scores.empty() || !bound.position.bag)
      throw ToptileError("position: the champion needs the keys scores, bag and unseen");
  }

  const SharedLexicon lexicon_;
  const champion::Weights weights_;
  std::mutex mutex_;  // Held while it thinks, because another Python thread may ask meanwhile.
  champion::Search search_;
  ChampionPlayer player_;
  const PlayerSettings settings_;
};

}  // namespace

void bind_champion(py::module_& module) {
  py::class_<Judgement>(module, "Candidate", "A move that the champion's search tried.")
      .def_readonly("move", &Judgement::move)
      .def_readonly("value", &Judgement::value, "Points and the worth of what is kept, without look-ahead.")
      .def_property_readonly("tries", [](const Judgement& judged) { return judged.standing.tries; })
      .def_property_readonly(
          "spread", [](const Judgement& judged) { return judged.standing.spread; },
          "The mean spread at the end of the game, in points.")
      .def_property_readonly(
          "spread_error", [](const Judgement& judged) { return judged.standing.spread_error; },
          "Its standard error.")
      .def_property_readonly(
          "win_chance", [](const Judgement& judged) { return judged.standing.chance; },
          "The mean chance to win, 0 to 1; a tie counts half.")
      .def_property_readonly(
          "win_chance_error", [](const Judgement& judged) { return judged.standing.chance_error; },
          "Its standard error.")
      .def("__repr__", [](const Judgement& judged) {
        return py::str("<Candidate {}: {:.1f} %>")
            .format(judged.move.attr("text"), 100 * judged.standing.chance);
      });

  py::class_<BoundChampion>(module, "Champion", R"(The strongest bot that ships, or a level of it.

>>> lexicon = Lexicon(["CAT", "CATS", "TA", "AT", "ACT", "ACTS"])
>>> game = Game(lexicon, seed=3)
>>> Champion(lexicon).choose(game.position(), nodes=500)
<ex.U: 0>
>>> Champion(lexicon, elo=1800).choose(game.position())
<5e.ACT: 6>)")
      .def(py::init([](SharedLexicon lexicon, std::optional<int> elo, int threads) {
             return std::make_unique<BoundChampion>(std::move(lexicon), elo, threads);
           }),
           py::arg("lexicon"), py::kw_only(), py::arg("elo") = py::none(), py::arg("threads") = 1,
           "`elo` is the strength to play at, on the scale of docs/champion.md; None is the full strength.")
      .def_property_readonly("elo", &BoundChampion::elo)
      .def("choose", &BoundChampion::choose, py::arg("position"), py::kw_only(),
           py::arg("nodes") = py::none(), py::arg("seconds") = py::none(), py::arg("seed") = 0,
           "The move that it makes, after this many nodes or seconds; without either, after 20,000 nodes. "
           "`seed` decides "
           "what it leaves to chance.")
      .def("search", &BoundChampion::search, py::arg("position"), py::kw_only(),
           py::arg("nodes") = py::none(), py::arg("seconds") = py::none(), py::arg("seed") = 0,
           "The moves that its search tried, best first. The level is not regarded.");
}

}  // namespace toptile::python
