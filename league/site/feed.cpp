#include "league/site/feed.h"

#include <fmt/format.h>

#include "base/sha256.h"
#include "league/site/markup.h"
#include "league/store/timestamp.h"
#include "league/tables/league_views.h"

namespace toptile {

namespace {

// A UUID of version 8 (RFC 9562), made from a text.
std::string name_of_text(const std::string& text) {
  std::string hash = sha256_hexadecimal(text);
  hash[12] = '8';  // The version.
  hash[16] = '8';  // The variant.
  return fmt::format("urn:uuid:{}-{}-{}-{}-{}", hash.substr(0, 8), hash.substr(8, 4), hash.substr(12, 4),
                     hash.substr(16, 4), hash.substr(20, 12));
}

std::string_view deed_of(VersionState state) {
  switch (state) {
    case VersionState::active:
      return "plays in the league";
    case VersionState::retired:
      return "retired";
    case VersionState::suspended:
      return "was suspended";
    case VersionState::paused:
      return "was paused";
    case VersionState::refused:
      return "was refused";
    default:
      return "was removed";
  }
}

bool is_news(VersionState state) {
  return !is_queued(state);
}

}  // namespace

std::vector<LeagueEvent> news_of(const LeagueGames& games, std::size_t most) {
  std::vector<LeagueEvent> news;
  for (auto event = games.events().rbegin(); event != games.events().rend() && news.size() < most; ++event) {
    if (is_news(event->state) && games.find(event->version) != nullptr) news.push_back(*event);
  }
  return news;
}

std::string feed_of(const LeagueGames& games, const FeedOptions& options) {
  const std::string title = markup_text(options.title), url = markup_text(options.url);
  std::string feed = fmt::format(
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n"
      "<title>{}</title>\n<id>{}</id>\n<updated>{}</updated>\n<author><name>{}</name></author>\n"
      "<link rel=\"alternate\" type=\"text/html\" href=\"{}index.html\"/>\n",
      title, name_of_text(options.key), utc_text(options.updated), title, url);
  if (!options.url.empty())
    feed += fmt::format("<link rel=\"self\" type=\"application/atom+xml\" href=\"{}feed.xml\"/>\n", url);
  for (const LeagueEvent& event : news_of(games, kMaxNews)) {
    const BotVersion& version = *games.find(event.version);
    const std::string reason = public_reason(event.state, event.reason);
    feed += fmt::format(
        "<entry>\n<title>{0} {1}</title>\n<id>{2}</id>\n<updated>{3}</updated>\n"
        "<link rel=\"alternate\" type=\"text/html\" href=\"{4}bots/{5}.html\"/>\n<summary>{0} by {6} "
        "{1}{7}</summary>\n"
        "</entry>\n",
        markup_text(version.label()), deed_of(event.state),
        name_of_text(fmt::format("{} {}", options.key, event.number)), utc_text(event.at), url,
        markup_text(version.bot), markup_text(version.author),
        reason.empty() ? "." : ": " + markup_text(reason));
  }
  return feed + "</feed>\n";
}

}  // namespace toptile
