#include "champion/search.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "base/each.h"
#include "base/parallel.h"
#include "champion/rollout.h"
#include "engine/judge.h"

namespace toptile::champion {

namespace {

// Draws of hidden tiles that are tried between two looks at the race.
constexpr int kDrawsARound = 8;
// A play that is so far behind the best one by static value is not tried.
constexpr Value kHopeless = 25 * kPoint;
constexpr std::uint64_t kMaxDraws = 200'000;
// Another candidate is tried only with this many more nodes, or else all of them would be tried too seldom.
constexpr std::uint64_t kNodesACandidate = 64;
constexpr std::uint64_t kMinCandidates = 4;

// The turns after a candidate. More turns say more, but each try has more chance in it, so that more tries
// are needed (docs/decisions/0048-champion.md).
constexpr int kUsualPlies = 2, kManyPlies = 4;
constexpr std::uint64_t kNodesForManyPlies = 15'000;
// A candidate is dropped when it is behind by this many standard errors.
constexpr double kUsualConfidence = 2, kConfidenceOfManyPlies = 3, kNeverBehind = 1e9;

// The score of the seat to move less the best other one.
double lead_of(const Situation& situation) {
  int best = INT32_MIN;
  for (const Seat seat : each<Seat>(situation.seats.size()))
    if (seat != situation.to_move && situation.seats[seat].is_playing)
      best = std::max(best, situation.seats[seat].score);
  return best == INT32_MIN ? 0 : situation.seats[situation.to_move].score - best;
}

std::uint64_t expected_nodes(const SearchLimits& limits) {
  const std::uint64_t most = limits.nodes.value_or(UINT64_MAX);
  return std::min(most, limits.expected_nodes.value_or(most));
}

int plies_for(const SearchSettings& settings, const SearchLimits& limits) {
  return settings.plies.value_or(expected_nodes(limits) < kNodesForManyPlies ? kUsualPlies : kManyPlies);
}

int most_candidates(const SearchSettings& settings, const SearchLimits& limits) {
  const std::uint64_t most = std::max(kMinCandidates, expected_nodes(limits) / kNodesACandidate);
  return static_cast<int>(std::min(static_cast<std::uint64_t>(settings.candidates), most));
}

}  // namespace

double chance_to_win(double lead, int tiles_left) {
  // The standard deviation of the rest of the game, in points: 18 with the last rack, 51 at the beginning.
  const double deviation = 6 + 4.5 * std::sqrt(static_cast<double>(std::max(tiles_left, 1)));
  return 0.5 * std::erfc(-lead / (deviation * std::sqrt(2.0)));
}

struct Search::Draw {
  Deal deal;
  std::uint64_t seed = 0;  // It decides chance that is not dealt, such as the place of an exchanged tile.
};

Search::Search(const Ruleset& rules, const Lexicon& lexicon, const Weights& weights,
               const SearchSettings& settings)
    : rules_(rules), lexicon_(lexicon), player_(rules, weights), settings_(settings) {
  for (int i = 0; i < std::max(1, settings.threads); ++i)
    rollouts_.push_back(std::make_unique<Rollout>(rules, lexicon, player_, settings.solves_games));
}

Search::~Search() = default;

std::vector<Candidate> Search::candidates_of(const Situation& situation, int most) {
  BoardLines lines(rules_, lexicon_);
  lines.become(situation.board);
  std::vector<ValuedPlay> plays;
  player_.generate(lines, situation.rack(), situation.bag, plays);
  const Alphabet& alphabet = rules_.alphabet();
  const auto is_better = [&](const ValuedPlay& a, const ValuedPlay& b) {
    return a.value != b.value ? a.value > b.value : is_before(a.play, b.play, alphabet);
  };
  const std::size_t count = std::min(plays.size(), static_cast<std::size_t>(std::max(1, most)));
  std::partial_sort(plays.begin(), plays.begin() + static_cast<std::ptrdiff_t>(count), plays.end(),
                    is_better);
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < count && plays[i].value > plays[0].value - kHopeless; ++i)
    candidates.push_back(
        {.move = plays[i].play.placement, .play = plays[i].play, .static_value = plays[i].value});
  const Tiles& rack = situation.rack();
  const Weights::OfPhase& weights =
      player_.weights().phases[static_cast<std::size_t>(phase_of(situation.bag))];
  if (situation.may_exchange && situation.bag > 0 && !rack.empty()) {
    const Face worst = player_.worst_tile(rack, situation.bag);
    Tiles kept = rack;
    kept.remove(worst);
    candidates.push_back(
        {.move = Exchange{worst}, .play = {}, .static_value = leave_of(weights, player_.vowels(), kept)});
  }
  if (candidates.empty() || (count < 3 && situation.bag == 0))
    candidates.push_back(
        {.move = Pass{}, .play = {}, .static_value = leave_of(weights, player_.vowels(), rack)});
  std::ranges::stable_sort(
      candidates, [](const Candidate& a, const Candidate& b) { return a.static_value > b.static_value; });
  return candidates;
}

Candidate Search::candidate_of(const Situation& situation, const Move& move) const {
  Candidate candidate{.move = move, .play = {}};
  Tiles kept = situation.rack();
  const auto leave_with = [&](int bag) {
    const Weights::OfPhase& weights = player_.weights().phases[static_cast<std::size_t>(phase_of(bag))];
    return leave_of(weights, player_.vowels(), kept);
  };
  if (const auto* placement = std::get_if<Placement>(&move)) {
    const auto judged = Judge(rules_, lexicon_).judge(situation.board, kept, *placement);
    TOPTILE_ASSERT(judged.has_value());
    const Play& play = judged.value();
    const auto laid = static_cast<int>(play.laid.size());
    for (const LaidTile& tile : play.laid) kept.remove(tile.face);
    const int bag = std::max(0, situation.bag - laid);
    candidate.move = play.placement;
    candidate.play = {play.placement, play.points, laid};
    candidate.static_value =
        play.points * kPoint + leave_with(bag) +
        way_of(player_.weights().phases[static_cast<std::size_t>(phase_of(bag))], situation.board,
               {play.laid.data(), play.laid.size()}, static_cast<int>(play.placement.word.size()));
    return candidate;
  }
  if (const auto* exchange = std::get_if<Exchange>(&move)) kept.remove(*exchange->tile);
  candidate.static_value = leave_with(situation.bag);
  return candidate;
}

SearchResult Search::glance(const Situation& situation) {
  return {.candidates = candidates_of(situation, settings_.candidates)};
}

std::vector<double> Search::beliefs_of(const Situation& situation,
                                       const std::vector<Candidate>& candidates) const {
  const double lead = lead_of(situation);
  const int tiles = situation.unseen.size() + situation.rack().size();
  // What a point more is worth here.
  constexpr double kStep = 10;
  const auto merit_at = [&](double spread) {
    return settings_.aim.merit(chance_to_win(spread, tiles), spread);
  };
  const double of_point = (merit_at(lead + kStep) - merit_at(lead - kStep)) / (2 * kStep);
  std::vector<double> beliefs;
  for (const Candidate& candidate : candidates)
    beliefs.push_back(of_point * static_cast<double>(candidate.static_value) / kPoint);
  return beliefs;
}

std::vector<std::vector<Outcome>> Search::try_all(const Race& race, const std::vector<Candidate>& candidates,
                                                  const std::vector<Draw>& draws, int plies,
                                                  const SearchLimits& limits) {
  std::vector<std::vector<Outcome>> outcomes(draws.size());
  std::atomic<bool> is_stopped{false};
  // Only the caller's thread asks whether the time is up.
  const auto work = [&](std::size_t number) {
    for (std::size_t draw = number; draw < draws.size(); draw += rollouts_.size()) {
      for (const std::size_t candidate : race.running()) {
        if (number == 0 && limits.is_time_up && limits.is_time_up()) is_stopped = true;
        // A draw that not all have met says nothing of their differences.
        if (is_stopped) return outcomes[draw].clear();
        outcomes[draw].push_back(
            rollouts_[number]->try_out(candidates[candidate], draws[draw].deal, plies, draws[draw].seed));
      }
    }
  };
  run_in_parallel(rollouts_.size(), work);
  return outcomes;
}

SearchRun::SearchRun(Search& search, const Situation& situation, HiddenTiles hidden, std::uint64_t seed,
                     SearchLimits limits, const Move* also)
    : search_(search),
      hidden_(std::move(hidden)),
      limits_(std::move(limits)),
      random_(seed),
      candidates_(search.candidates_of(situation, most_candidates(search.settings_, limits_))) {
  if (also != nullptr) {
    Candidate other = search.candidate_of(situation, *also);
    if (std::ranges::find(candidates_, other.move, &Candidate::move) == candidates_.end())
      candidates_.push_back(std::move(other));
  }
  if (candidates_.size() == 1) return;
  for (const auto& rollout : search.rollouts_) rollout->begin(situation);
  const int wished_plies = plies_for(search.settings_, limits_);
  const double confidence = wished_plies > kUsualPlies ? kConfidenceOfManyPlies : kUsualConfidence;
  plies_ = plies_of_rollout(situation.bag, wished_plies);
  race_.emplace(search.beliefs_of(situation, candidates_), search.settings_.drops ? confidence : kNeverBehind,
                search.settings_.aim);
  is_stopped_ = limits_.is_time_up && limits_.is_time_up();
}

bool SearchRun::is_over() const {
  return !race_ || is_stopped_ || race_->running().size() <= 1 || draws_ >= kMaxDraws ||
         (limits_.nodes && nodes_ >= *limits_.nodes);
}

void SearchRun::play_round() {
  const std::vector<Search::Draw> draws = Search::draw_round(hidden_, random_);
  draws_ += draws.size();
  for (const std::vector<Outcome>& outcomes : search_.try_all(*race_, candidates_, draws, plies_, limits_)) {
    is_stopped_ = is_stopped_ || outcomes.empty();
    if (outcomes.empty()) continue;
    race_->add(outcomes);
    for (const Outcome& outcome : outcomes) nodes_ += outcome.nodes;
  }
  race_->drop_those_behind();
}

SearchResult SearchRun::result() const {
  SearchResult result{.candidates = candidates_, .nodes = nodes_};
  if (!race_) return result;
  for (std::size_t i = 0; i < candidates_.size(); ++i) result.candidates[i].standing = race_->standing(i);
  std::ranges::stable_sort(result.candidates, [](const Candidate& a, const Candidate& b) {
    return a.standing.is_dropped != b.standing.is_dropped ? b.standing.is_dropped
                                                          : a.standing.merit > b.standing.merit;
  });
  return result;
}

SearchResult Search::search(const Situation& situation, const HiddenTiles& hidden, std::uint64_t seed,
                            const SearchLimits& limits, const Move* also) {
  SearchRun run(*this, situation, hidden, seed, limits, also);
  while (!run.is_over()) run.play_round();
  return run.result();
}

std::vector<Search::Draw> Search::draw_round(const HiddenTiles& hidden, Random& random) {
  std::vector<Draw> draws;
  for (int i = 0; i < kDrawsARound; ++i) draws.push_back({hidden.draw(random), random.below(UINT64_MAX)});
  return draws;
}

std::vector<std::vector<Outcome>> Search::compare(const Situation& situation, const HiddenTiles& hidden,
                                                  const std::vector<Candidate>& candidates,
                                                  std::uint64_t seed, const SearchLimits& limits) {
  for (const auto& rollout : rollouts_) rollout->begin(situation);
  const int plies = plies_of_rollout(situation.bag, plies_for(settings_, limits));
  const Race all(std::vector<double>(candidates.size()), kNeverBehind);
  Random random(seed);
  std::vector<std::vector<Outcome>> compared;
  for (std::uint64_t nodes = 0;
       compared.size() < kMaxDraws && (compared.empty() || !limits.nodes || nodes < *limits.nodes);) {
    for (std::vector<Outcome>& outcomes :
         try_all(all, candidates, draw_round(hidden, random), plies, limits)) {
      if (outcomes.empty()) return compared;
      for (const Outcome& outcome : outcomes) nodes += outcome.nodes;
      compared.push_back(std::move(outcomes));
    }
  }
  return compared;
}

}  // namespace toptile::champion
