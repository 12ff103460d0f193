// The news of a league as an Atom feed (RFC 4287).
#pragma once

#include <string>

#include "league/tables/league_snapshot.h"

namespace toptile {

inline constexpr std::size_t kMaxNews = 100;

// The public events of versions, the latest first: entered, retired, suspended, paused, refused or removed.
// Versions that wait are not news.
std::vector<LeagueEvent> news_of(const LeagueGames& games, std::size_t most);

struct FeedOptions {
  std::string title;
  std::string url;           // Of the site, ending in /. If it is empty, links are relative.
  std::string key;           // Makes the entry IDs unique to this league, without revealing the key.
  std::int64_t updated = 0;  // Milliseconds since 1970.
};

std::string feed_of(const LeagueGames& games, const FeedOptions& options);

}  // namespace toptile
