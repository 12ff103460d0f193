#include "tournaments/report/report_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/words.h"
#include "engine/game.h"
#include "protocol/face_text.h"
#include "ratings/tables/rating_notes.h"
#include "tournaments/exchange/match_json.h"
#include "tournaments/report/report_field.h"
#include "tournaments/report/report_parts.h"
#include "tournaments/run/program_version.h"
#include "tournaments/run/tournament.h"
#include "tournaments/standings/standings.h"

namespace toptile {

void round_numbers(Json& json) {
  if (json.is_structured()) {
    for (Json& part : json) round_numbers(part);
  } else if (json.is_number_float()) {
    const double rounded = std::round(json.get<double>() * 1e4) / 1e4;
    json = std::isfinite(rounded) ? Json(rounded + 0.0) : Json();  // Adding 0 turns -0 into 0.
  }
}

Json alphabet_to_json(const Ruleset& rules) {
  Json faces = Json::array(), symbols = Json::array(), texts = Json::array();
  for (int i = 0; i < rules.alphabet().size(); ++i) {
    const auto face = static_cast<Face>(i);
    symbols.push_back(rules.alphabet().symbol(face));
    texts.push_back(rules.alphabet().text(face));
    faces.push_back(face_text(rules.alphabet(), face));
  }
  std::string columns;
  for (int column = 0; column < rules.size; ++column) columns += static_cast<char>('a' + column);
  return {{"faces", faces},     {"symbols", symbols},         {"texts", texts},
          {"size", rules.size}, {"max_height", rules.height}, {"columns", columns}};
}

namespace {

constexpr int kVersion = 1;
constexpr std::size_t kMaxNamed = 4;  // The maximum number of bots that a title names.

// The command that writes the page of these runs with all games.
std::string command_of(std::span<const ReportRun> runs) {
  std::string command = "toptile report";
  for (const ReportRun& run : runs) command += " " + shell_word(run.name);
  return command;
}

std::string title_of(const std::vector<std::string>& names) {
  if (names.size() > kMaxNamed) return fmt::format("A tournament of {} bots", names.size());
  std::string title;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string_view link = i == 0                 ? ""
                                  : names.size() == 2    ? " against "
                                  : i + 1 < names.size() ? ", "
                                                         : " and ";
    title += std::string(link) + names[i];
  }
  return title;
}

// The tournament's name if it has one, otherwise the names of the players.
std::string title_of(std::span<const ReportRun> runs, const ReportField& field) {
  std::string name = runs.size() == 1 ? name_of_tournament(runs.front().sessions) : "";
  return name.empty() ? title_of(field.names) : name;
}

Json runs_to_json(std::span<const ReportRun> runs) {
  Json list = Json::array();
  for (const ReportRun& run : runs)
    list.push_back({{"name", run.name},
                    {"games", run.games.size()},
                    {"plan", plan_to_json(run.plan)},
                    {"sessions", sessions_to_json(run.sessions)}});
  return list;
}

Json bots_to_json(const ReportField& field) {
  Json list = Json::array();
  for (std::size_t i = 0; i < field.bots.size(); ++i) {
    const BotEntry& bot = field.bots[i];
    list.push_back({{"name", field.names[i]},
                    {"author", bot.author},
                    {"version", bot.version},
                    {"language", bot.language},
                    {"sha256", bot.sha256}});
  }
  return list;
}

// Most keys of standings_to_json; rows have the bots' numbers and not their names.
Json table_of(const Standings& standings) {
  Json table = standings_to_json(standings);
  for (std::size_t i = 0; i < standings.rows.size(); ++i) {
    Json row = {{"entrant", standings.rows[i].entrant}};
    for (const auto& [key, value] : table["standings"][i].items())
      if (key != "name") row[key] = value;
    table["standings"][i] = std::move(row);
  }
  table.erase("games");
  table.erase("every_look");
  table.erase("weak_links");
  table.erase("model_fit");
  table["rating_notes"] = rating_notes(standings.ratings, standings.model_fit, standings.names());
  return table;
}

Json superiorities(const Standings& standings) {
  Json matrix = Json::array();
  for (const Standing& row : standings.rows) {
    Json chances = Json::array();
    for (const Standing& column : standings.rows)
      chances.push_back(standings.ratings.fit->superiority(row.entrant, column.entrant));
    matrix.push_back(std::move(chances));
  }
  return matrix;
}

Json places_to_json(const ReportRun& run) {
  Json list = Json::array();
  for (const Place& place : run.places) list.push_back({{"name", place.name}, {"words", place.words}});
  return list;
}

void add_column(Json& columns, std::span<const GameResult> games, const char* key, auto value_of_seat) {
  Json& column = columns[key] = Json::array();
  for (const GameResult& game : games) {
    Json cell = Json::array();
    for (const SeatResult& seat : game.seats()) cell.push_back(value_of_seat(seat));
    column.push_back(std::move(cell));
  }
}

bool has_details(std::span<const ReportRun> runs) {
  return std::ranges::all_of(runs, [](const ReportRun& run) { return run.details.has_value(); });
}

Json games_to_json(std::span<const ReportRun> runs, const ReportField& field) {
  Json columns = Json::object();
  if (runs.size() > 1) {
    columns["run"] = Json::array();
    for (std::size_t run = 0; run < runs.size(); ++run)
      for (std::size_t i = 0; i < field.games_of(run).size(); ++i) columns["run"].push_back(run);
  }
  columns["id"] = Json::array();
  for (std::size_t run = 0; run < runs.size(); ++run)
    for (const GameResult& game : field.games_of(run)) columns["id"].push_back(game.id - field.before[run]);
  add_column(columns, field.games, "seats", [](const SeatResult& seat) { return seat.entrant; });
  add_column(columns, field.games, "scores", [](const SeatResult& seat) { return seat.points; });
  add_column(columns, field.games, "ranks", [](const SeatResult& seat) { return seat.rank; });
  columns["end"] = Json::array();
  for (const GameResult& game : field.games) columns["end"].push_back(name_of(game.end));
  columns["forfeits"] = forfeits_of_games(runs, field);
  if (has_details(runs)) add_turns_of_games(columns, runs);
  return columns;
}

Json head_of(std::string_view mode, std::span<const ReportRun> runs, const ReportField& field,
             const std::string& title) {
  return {{"report", kVersion},
          {"mode", mode},
          {"live", nullptr},
          {"title", title.empty() ? title_of(runs, field) : title},
          {"toptile", program_version()},
          {"runs", runs_to_json(runs)},
          {"bots", bots_to_json(field)},
          {"alphabet", alphabet_to_json(runs.front().plan.rules)}};
}

// The plans of all runs together; nullopt unless the intervals of all of them are anytime-valid.
std::optional<LooksPlan> looks_of(std::span<const ReportRun> runs) {
  LooksPlan all;
  for (const ReportRun& run : runs) {
    const auto looks = looks_of(run.plan);
    if (!looks) return std::nullopt;
    std::uint64_t repeated = 0;
    for (const RepeatedGames& games : run.repeated) repeated += games.games;
    all.games += looks->games - std::min(looks->games, repeated);
    all.has_other_bots = all.has_other_bots || looks->has_other_bots;
  }
  return all;
}

// The match with its test, if it has one, and the course of the test.
Json match_of(const ReportRun& run) {
  const MatchTally tally = tally_of(run.games, 0);
  if (!run.plan.test) return match_to_json(tally, run.plan, run.test);
  MatchTest test(*run.plan.test);
  for (const GameResult& game : run.games) test.tell(game);
  const TestStatus status = run.test.value_or(test.status());
  Json match = match_to_json(tally, run.plan, status);
  Json& history = match["test"]["history"];
  history = {{"pairs", test.history().pairs}, {"llr", test.history().llr}};
  if (status.pairs > 0 && (history["pairs"].empty() || history["pairs"].back() != status.pairs)) {
    history["pairs"].push_back(status.pairs);
    history["llr"].push_back(status.llr);
  }
  return match;
}

// All sections that are computed, with rounded numbers.
Json figures_of(std::span<const ReportRun> runs, const ReportField& field) {
  const std::optional<LooksPlan> looks = looks_of(runs);
  const Standings standings = standings_of(field.names, field.games, field.joined, looks);
  Json figures = table_of(standings);
  for (const std::string& note : field.notes) figures["rating_notes"].push_back(note);
  if (runs.size() == 1) {
    const ReportRun& run = runs.front();
    if (!run.places.empty()) figures["places"] = places_to_json(run);
    if (is_match(run.plan)) figures["match"] = match_of(run);
  }
  figures["los"] = superiorities(standings);
  figures["history"] =
      rating_history(static_cast<int>(field.names.size()), field.players, field.games, field.joined, looks);
  figures["pairings"] = pairings_to_json(field);
  figures["seats"] = seats_to_json(field, standings);
  if (has_details(runs)) {
    figures["turns"] = turns_to_json(runs, field);
    figures["times"] = times_to_json(runs, field);
    figures["highlights"] = highlights_to_json(runs, field);
  }
  figures["review"] = reviews_to_json(runs, field);
  round_numbers(figures);
  return figures;
}

}  // namespace

Json report_data(std::span<const ReportRun> runs, const std::string& title) {
  const ReportField field = field_of(runs);
  Json data = head_of("report", runs, field, title);
  std::uint64_t planned = 0;
  for (const ReportRun& run : runs) planned += run.planned;
  data["finished"] = std::ranges::all_of(runs, &ReportRun::is_finished);
  data["games_played"] = field.games.size();
  data["games_planned"] = planned;
  data.update(figures_of(runs, field));
  data["faults"] = faults_to_json(runs, field);
  data["games"] = games_to_json(runs, field);
  data["reproduce"] = reproduction_of(runs.front());
  data["report_command"] = command_of(runs);
  return data;
}

Json game_data(const ReportRun& run, const std::string& title) {
  const std::span runs(&run, 1);
  const ReportField field = field_of(runs);
  Json data = head_of("game", runs, field, title);
  data["games"] = games_to_json(runs, field);
  return data;
}

}  // namespace toptile
