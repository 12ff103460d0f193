// Marks for a course: a bot's rating, read off a scale whose points are other bots of the league.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "base/result.h"
#include "league/tables/league_snapshot.h"

namespace toptile {

// A bot as strong as this one gets this mark.
struct ScalePoint {
  std::string bot;  // The name of a bot, or the label of a version.
  double mark = 0;
};

// Reads "random=40,greedy=70,patient=100": two points or more, by rising marks.
Result<std::vector<ScalePoint>> parse_scale(std::string_view text);

// A bot of the league: its newest version that plays; or else the newest one that did; or else the newest.
struct MarkedBot {
  BotVersion version;
  const RatingRow* rating = nullptr;  // Null if it is not rated, or has no game.
  std::size_t forfeits = 0;
  // The mark, and those of the ends of its rating's interval. Nothing without a scale, without a rating, and
  // if no games connect it with the bots of the scale.
  struct Mark {
    double mark = 0, low = 0, high = 0;
  };
  std::optional<Mark> mark;
};

// All bots but those whose versions were all removed: those that are rated by their ratings, and then the
// others by their names. Between two points of the scale, the mark rises with the rating in a straight line;
// below the lowest point it is the lowest mark, and above the highest one the highest. An error says that a
// bot of the scale is not rated, or that their ratings do not rise with their marks. Without a scale, there
// are no marks. The bots point into the snapshot.
Result<std::vector<MarkedBot>> mark_bots(const LeagueSnapshot& snapshot,
                                         const std::vector<ScalePoint>& scale);

// The bots as rows of CSV, with a row of names first.
std::string marks_csv(const std::vector<MarkedBot>& bots);
Json marks_to_json(const std::vector<MarkedBot>& bots);

}  // namespace toptile
