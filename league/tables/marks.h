// Marks for a course: a bot's rating is converted by a scale whose points are other bots of the league.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "base/result.h"
#include "league/tables/league_snapshot.h"

namespace toptile {

// A bot as strong as `bot` gets `mark`.
struct ScalePoint {
  std::string bot;  // The name of a bot, or the label of a version.
  double mark = 0;
};

// Parses "random=40,greedy=70,patient=100": two or more points, sorted by rising marks.
Result<std::vector<ScalePoint>> parse_scale(std::string_view text);

// A bot of the league, by its newest active version, or else its newest rated one, or else its newest one.
struct MarkedBot {
  BotVersion version;
  const RatingRow* rating = nullptr;  // Null if it is not rated or has no games.
  std::size_t forfeits = 0;
  // The mark, and the marks of the ends of its rating's interval. Empty without a scale, without a rating, or
  // if no games connect it with the bots of the scale.
  struct Mark {
    double mark = 0, low = 0, high = 0;
  };
  std::optional<Mark> mark;
};

// All bots except those whose versions were all removed: first the rated ones, sorted by rating, and then the
// others, sorted by name. Between two points of the scale, the mark is interpolated linearly; below the
// lowest point it is the lowest mark, and above the highest point the highest. It is an error if a bot of the
// scale is not rated, or if the ratings of the scale do not rise with the marks. Without a scale, there are
// no marks. The bots point into the snapshot.
Result<std::vector<MarkedBot>> mark_bots(const LeagueSnapshot& snapshot,
                                         const std::vector<ScalePoint>& scale);

// The bots as CSV rows, after a header row.
std::string marks_csv(const std::vector<MarkedBot>& bots);
Json marks_to_json(const std::vector<MarkedBot>& bots);

}  // namespace toptile
