#include "tournaments/report.h"

#include <fmt/format.h>

#include <algorithm>

namespace toptile {

namespace {

constexpr std::string_view kStyle = R"css(
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; text-align: right; border-bottom: 1px solid #8884; white-space: nowrap; }
th:nth-child(2), td:nth-child(2) { text-align: left; }
td.text, th.text { text-align: left; } td.wrap { white-space: normal; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; }
dt { font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; }
)css";

std::string escaped(std::string_view text) {
  std::string html;
  for (const char c : text) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      default:
        html += c;
    }
  }
  return html;
}

std::string row_of(std::initializer_list<std::string> cells, std::string_view tag = "td") {
  std::string html = "<tr>";
  for (const std::string& cell : cells) html += fmt::format("<{}>{}</{}>", tag, cell, tag);
  return html + "</tr>\n";
}

std::string place_table(const std::vector<Place>& places) {
  if (places.empty()) return "";
  std::string html = "<div class=\"wide\"><table>\n" + row_of({"place", "bot", "by"}, "th");
  for (std::size_t i = 0; i < places.size(); ++i) {
    html += fmt::format("<tr><td>{}</td><td>{}</td><td class=\"text\">{}</td></tr>\n", i + 1,
                        escaped(places[i].name), escaped(places[i].words));
  }
  return html + "</table></div>\n<h2>Games and ratings</h2>\n";
}

std::string standings_table(const Standings& standings) {
  std::string html =
      "<div class=\"wide\"><table>\n" +
      row_of({"#", "bot", "games", "wins", "ties", "losses", "points", "mean spread", "Elo", "95 %"}, "th");
  for (std::size_t i = 0; i < standings.rows.size(); ++i) {
    const Standing& row = standings.rows[i];
    html +=
        row_of({std::to_string(i + 1), escaped(row.name), std::to_string(row.games), std::to_string(row.wins),
                std::to_string(row.ties), std::to_string(row.losses), fmt::format("{:.1f}", row.points),
                fmt::format("{:+.1f}", row.mean_spread), fmt::format("{:+.0f}", row.rating.elo),
                fmt::format("−{:.0f} +{:.0f}", row.rating.error_low, row.rating.error_high)});
  }
  return html + "</table></div>\n";
}

std::string cross_table(const Standings& standings) {
  std::string html = "<div class=\"wide\"><table>\n<tr><th>#</th><th>points against</th>";
  for (std::size_t i = 0; i < standings.rows.size(); ++i) html += fmt::format("<th>{}</th>", i + 1);
  html += "</tr>\n";
  for (std::size_t i = 0; i < standings.rows.size(); ++i) {
    html += fmt::format("<tr><td>{}</td><td>{}</td>", i + 1, escaped(standings.rows[i].name));
    for (std::size_t j = 0; j < standings.rows.size(); ++j) {
      const CrossCell& cell = standings.cross[i][j];
      html += i == j ? "<td>·</td>"
              : cell.games == 0
                  ? "<td>–</td>"
                  : fmt::format("<td title=\"of {} games\">{:.1f}</td>", cell.games, cell.points);
    }
    html += "</tr>\n";
  }
  return html + "</table></div>\n";
}

std::string fault_table(const Plan& plan, const ForfeitedGames& forfeited) {
  std::string rows;
  for (const auto& [id, game] : forfeited) {
    rows += fmt::format("<tr><td>{}</td><td>{}</td><td class=\"text wrap\">{}</td></tr>\n", id,
                        escaped(plan.bots[static_cast<std::size_t>(game.entrant)].name), escaped(game.fault));
  }
  if (rows.empty()) return "";
  const std::string_view rest =
      forfeited.size() < kMostForfeitsTold ? "" : "<p>No more are shown; games.jsonl has all.</p>\n";
  return "<h2>Forfeits</h2>\n<div class=\"wide\"><table>\n<tr><th>game</th><th>bot</th><th "
         "class=\"text\">why</th></tr>\n" +
         rows + "</table></div>\n" + std::string(rest);
}

std::string limit_words(const TimeControl& control) {
  switch (control.kind) {
    case TimeControl::Kind::game_clock:
      return fmt::format("{} ms a game, {} ms more a move", control.time.count(), control.increment.count());
    case TimeControl::Kind::move_time:
      return fmt::format("{} ms a move", control.time.count());
    case TimeControl::Kind::none:
      break;
  }
  return "none";
}

std::string clock_words(const TimeControl& control) {
  std::string words = limit_words(control);
  if (control.bank > std::chrono::milliseconds(0))
    words += fmt::format(", and {} ms a game beyond that", control.bank.count());
  if (control.overtime) {
    words += fmt::format("; {} points for each of up to {} periods of {} ms more", control.overtime->points,
                         control.overtime->most_periods, control.overtime->period.count());
  }
  if (control.measure == TimeControl::Measure::processor) words += "; processor time";
  return words;
}

std::string adjudication_entry(const std::optional<AdjudicationTerms>& terms) {
  return terms ? fmt::format("<dt>adjudicated</dt><dd>{}</dd>\n", words_of(*terms)) : "";
}

std::string commands_of(const Plan& plan) {
  std::string html;
  for (const BotEntry& bot : plan.bots) {
    std::string command;
    for (const std::string& word : bot.command) command += (command.empty() ? "" : " ") + word;
    const std::string by = bot.author.empty() ? "" : " by " + bot.author;
    html += fmt::format("<dt>{}{}{}</dt><dd><code>{}</code><br>sha256 of the program {}</dd>\n",
                        escaped(bot.name), escaped(bot.version.empty() ? "" : " " + bot.version), escaped(by),
                        escaped(command), bot.sha256);
  }
  return html;
}

}  // namespace

std::string report_html(const Plan& plan, const std::vector<Place>& places, const Standings& standings,
                        const ForfeitedGames& forfeited) {
  std::string html = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Toptile: {} "
      "games</title>\n"
      "<style>{}</style>\n</head>\n<body>\n<h1>A tournament of {} bots, {} games</h1>\n",
      standings.games, kStyle, plan.bots.size(), standings.games);
  html += place_table(places) + standings_table(standings) + "<h2>Cross table</h2>\n" +
          cross_table(standings) + fault_table(plan, forfeited);
  html += fmt::format(
      "<h2>How it was played</h2>\n<dl>\n<dt>seed</dt><dd>{}</dd>\n<dt>format</dt><dd>{}, {} games a "
      "{}</dd>\n<dt>rules</dt><dd>{} ({})</dd>\n"
      "<dt>words</dt><dd>{}, {} words, sha256 {}</dd>\n<dt>clock</dt><dd>{}</dd>\n{}{}</dl>\n",
      plan.seed, words_of(plan.format), plan.games, unit_of_games(plan.format), escaped(plan.rules.name),
      escaped(plan.rules.edition), escaped(plan.lexicon_name), plan.lexicon_words, plan.lexicon_sha256,
      clock_words(plan.time_control), adjudication_entry(plan.adjudicate), commands_of(plan));
  return html + "</body>\n</html>\n";
}

}  // namespace toptile
