// The news of a league as an Atom feed (RFC 4287).
#pragma once

#include <string>

#include "league/tables/league_snapshot.h"

namespace toptile {

inline constexpr std::size_t kMaxNews = 100;

// What became of versions that everybody may know, the latest first: they entered, retired, were suspended or
// paused, refused or removed. What waits is no news.
std::vector<LeagueEvent> news_of(const LeagueGames& games, std::size_t most);

struct FeedOptions {
  std::string title;
  std::string url;  // Of the site, with a / at its end; empty if it is not known. Then links are relative.
  std::string key;  // Makes the names of entries those of this league alone; nobody can compute it back.
  std::int64_t updated = 0;  // Milliseconds since 1970.
};

std::string feed_of(const LeagueGames& games, const FeedOptions& options);

}  // namespace toptile
