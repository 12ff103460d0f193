// Intervals for contrasts of strengths: how far a player is above the zero of the table, or above another
// player.
//
// An interval ends where the likelihood, maximised over all other parameters, has fallen so far that chance
// explains it only once in 40 times on that side (Wilks). Two things determine how far that is. Games of a
// cluster may share luck, so that clusters spread less or more than independent games would (Chandler and
// Bate, "Inference for clustered data using the independence loglikelihood", Biometrika 94, 2007). And that
// spread is an estimate, so the quantile is Student's. If few results show how much clusters spread in this
// direction, the spread of all clusters is used instead.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "ratings/fit/directions.h"
#include "ratings/fit/gauge.h"
#include "ratings/fit/likelihood_maximum.h"
#include "ratings/fit/open_ends.h"
#include "ratings/fit/ratings.h"
#include "ratings/fit/result_spread.h"

namespace toptile {

class ContrastIntervals {
 public:
  // The maximum number of meetings to process for all players together.
  static constexpr double kMaxLooks = 6e7;

  // All references and pointers must outlive this object. Without `open`, all intervals have two ends.
  ContrastIntervals(const RatingModel& model, const Maximum& best, const ResultSpread& spread,
                    const Directions& directions, const Gauge& gauge, const OpenEnds* open = nullptr,
                    const std::optional<EveryLook>& every_look = {}, double most_looks = kMaxLooks);

  // In Elo: how far a player is above the zero of its pool, or above another player of the pool, and how much
  // a seat is worth.
  RatingEstimate of_player(int player) const;
  RatingEstimate between(int one, int other) const;
  RatingEstimate of_seat_term(int parameter) const;
  // The chance, 0 … 1, that `one` is above `other`: Student's distribution at the signed root of how far the
  // likelihood falls until the two are equal. It is 0.025 or 0.975 exactly when the interval of `between`
  // ends at 0, unless that has only one end.
  struct Superiority {
    bool is_upper = true;       // Whether `one` is more likely to be above.
    double other_chance = 0.5;  // The chance of the less likely order, 0 … 0.5; accurate near 0.
    double of_one() const { return is_upper ? 1 - other_chance : other_chance; }
  };
  Superiority superiority(int one, int other) const;
  // The chance of such results, or of results further away, if the two are equal, or if the player is at the
  // height; at any look, if intervals are for every look. 0 … 1.
  double chance_of_equals(int one, int other) const;
  double chance_of_height(int player, double height) const;
  // The results of `between` and `superiority` together.
  std::pair<RatingEstimate, Superiority> compare(int one, int other) const;

 private:
  struct Course;  // How the likelihood falls along one contrast.
  class CourseFall;

  Course course_of_player(int player) const;
  Course course_between(int one, int other) const;
  Course course(Logits contrast, ContrastDirection direction, const std::vector<int>& players) const;
  std::vector<int> movers_of(const Course& course, double reach) const;
  std::vector<int> kinds_near(const std::vector<int>& players) const;
  // Sums along a direction, and the kinds whose meetings matter individually.
  struct Looked {
    std::vector<int> kinds;
    SpreadSums all;
  };
  Looked look_at_all(const ContrastDirection& direction) const;
  class Look;
  Looked look_near(const ContrastDirection& direction, const std::vector<int>& players) const;
  Logits with_bodies(Logits direction) const;
  Logits along_homes(const std::vector<int>& players) const;
  void look_at_homes();
  RatingEstimate estimate(const Course& course) const;
  // The chance that the contrast's value is above its best value less `distance` logits.
  Superiority superiority(const Course& course, double distance) const;
  // How far the likelihood has fallen where the value is that much lower.
  double fall_at(const Course& course, double distance) const;
  // The chance that the value is as far away as this, on both sides together, at one look or at any.
  double chance_of(const Course& course, double distance) const;
  std::optional<EveryLook> looks_at(const Course& course) const;
  // `course_fall` is null if the likelihood is to be maximised again for each try.
  double end(const Course& course, const CourseFall* course_fall, int side, double wanted) const;
  // The error of an ordinary interval as wide as the one that is asked for.
  double error(const Course& course) const;
  // Student's statistic at the ends.
  double quantile(const Course& course) const;

  const RatingModel& model_;
  const Maximum& best_;
  const ResultSpread& spread_;
  const Directions& directions_;
  const Gauge& gauge_;
  const OpenEnds* open_ = nullptr;
  std::optional<EveryLook> every_look_;
  // Whether each direction is evaluated over all meetings. If the field is too large for that, only the
  // players' own meetings, and those that matter for their homes, are evaluated.
  bool looks_at_all_ = true;
  std::vector<std::vector<int>> kinds_of_home_;
  std::vector<SpreadSums> sums_of_home_;
  SpreadSums overall_;
  std::vector<double> information_;  // From each player's own meetings.
  bool has_bodies_ = false;          // Whether any player's distance to another is given.
  double scale_ = 1;  // The model's information divided by that of meetings of two and their prior.
};

}  // namespace toptile
