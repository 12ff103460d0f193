#include "serve/page.h"

#include <fmt/format.h>

#include "engine/utf8.h"
#include "tournaments/ratings/elo_text.h"

namespace toptile {

namespace {

constexpr std::size_t kLongestShown = 100;

std::string html_text(std::string_view text) {
  std::string escaped;
  for (const char c : clean_text(text, kLongestShown)) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

constexpr std::string_view kHead = R"(<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
table { border-collapse: collapse; width: 100% }
th, td { padding: .3rem .6rem; text-align: right; border-bottom: 1px solid #8886 }
th:nth-child(2), td:nth-child(2), th:nth-child(3), td:nth-child(3) { text-align: left }
</style>
)";

}  // namespace

std::string standings_page(const LeagueTerms& terms, const LeagueTable& table) {
  const std::string name = html_text(terms.name);
  std::string page = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{}</title>\n{}"
      "<h1>{}</h1>\n<p>{} bots play, and {} games count.</p>\n",
      name, kHead, name, table.rows.size(), table.games);
  page +=
      "<table>\n<thead><tr><th scope=\"col\">Rank<th scope=\"col\">Bot<th scope=\"col\">Author"
      "<th scope=\"col\">Elo<th scope=\"col\">95 %<th scope=\"col\">Games<th "
      "scope=\"col\">Points</thead>\n<tbody>\n";
  for (const LeagueRow& row : table.rows) {
    const RatingRow& rating = table.all.rows[row.row];
    const std::string ranks = row.ranks.best == row.ranks.worst
                                  ? fmt::format("{}", row.ranks.best)
                                  : fmt::format("{}–{}", row.ranks.best, row.ranks.worst);
    page +=
        fmt::format("<tr><td>{}<td><a href=\"/api/v1/versions/{}\">{}</a><td>{}<td>{}<td>{}<td>{}<td>{}\n",
                    ranks, row.version.label(), html_text(row.version.label()), html_text(row.version.author),
                    whole_elo(rating.rating.elo), html_text(error_bars(rating.rating)), rating.field.games,
                    short_points(rating.field.points));
  }
  return page + "</tbody>\n</table>\n";
}

}  // namespace toptile
