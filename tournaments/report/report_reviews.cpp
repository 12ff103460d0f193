#include "tournaments/report/report_parts.h"

#include "tournaments/review/review_summary.h"

namespace toptile {

Json reviews_to_json(std::span<const ReportRun> runs, const ReportField& field) {
  ReviewSummary summary(field.names.size(), kMaxMistakesTold);
  for (std::size_t run = 0; run < runs.size(); ++run) {
    if (!runs[run].details || runs[run].details->reviews.empty()) continue;
    for (const GameResult& game : field.games_of(run)) {
      const auto review = runs[run].details->reviews.find(GameNumber{game.id - field.before[run]});
      if (review != runs[run].details->reviews.end()) summary.add(run, review->second, game);
    }
  }
  if (summary.games() == 0) return nullptr;
  Json bots = Json::array();
  for (std::size_t entrant = 0; entrant < field.names.size(); ++entrant) {
    const BotReview bot = summary.bot(entrant);
    if (bot.games == 0) continue;
    Json json{{"entrant", entrant}};
    json.update(bot_review_to_json(bot));
    bots.push_back(std::move(json));
  }
  const auto share = summary.luck_share();
  return {{"nodes", summary.nodes()},
          {"games", summary.games()},
          {"bots", std::move(bots)},
          {"luck_share", share ? Json(*share) : Json(nullptr)}};
}

std::string reviews_of(const GameReviews& reviews, const GameChunk& chunk) {
  std::string lines;
  for (auto review = reviews.lower_bound(chunk.first); review != reviews.end() && review->first <= chunk.last;
       ++review)
    lines += format_review(review->second) + "\n";
  return lines;
}

}  // namespace toptile
