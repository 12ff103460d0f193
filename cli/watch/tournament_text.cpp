#include "cli/watch/tournament_text.h"

#include <fmt/format.h>

#include "base/text_columns.h"
#include "base/utf8.h"
#include "base/words.h"
#include "bots/bot_fault.h"
#include "cli/terminal/table.h"
#include "cli/terminal/terminal.h"
#include "cli/watch/estimate_text.h"
#include "cli/watch/rating_text.h"
#include "tournaments/exchange/match_json.h"
#include "tournaments/run/kept_games.h"

namespace toptile {

namespace {

std::string places_text(const std::vector<Place>& places) {
  if (places.empty()) return "";
  std::size_t width = 0;
  for (const Place& place : places) width = std::max(width, place.name.size());
  std::string text;
  int number = 0;
  for (const Place& place : places)
    text += fmt::format("{:>3}  {:<{}}  {}\n", ++number, place.name, width, place.words);
  return text + '\n';
}

Json places_to_json(const std::vector<Place>& places) {
  Json list = Json::array();
  for (const Place& place : places) list.push_back({{"name", place.name}, {"words", place.words}});
  return list;
}

// A text such as "game 4: mine: time: did not answer". A sentence that begins with the name does not repeat
// it.
std::string fault_text(GameNumber game, const std::string& name, FaultKind kind, std::string_view text,
                       const std::string& last_line) {
  if (text.starts_with(name + " ")) text.remove_prefix(name.size() + 1);
  return fmt::format("game {}: {}: {}: {}{}{}", game, name, name_of(kind), text,
                     last_line.empty() ? "" : ": ", last_line);
}

std::string faults_text(const ForfeitedGames& forfeited, const Plan& plan, const RunPaths& paths) {
  constexpr int kMaxShown = 3;
  std::string text;
  int shown = 0;
  GameNumber first{};
  for (const auto& [id, game] : forfeited) {
    if (game.kind == FaultKind::withdrawn) continue;  // It was not played.
    if (++shown > kMaxShown) {
      text += "  … more in games.jsonl\n";
      break;
    }
    const std::string fault =
        fault_text(id, plan.bots[game.entrant].name, game.kind, game.text, game.last_line);
    text += "  " + wrapped(fault, kColumns, 4) + "\n";
    if (shown == 1) first = id;
  }
  if (text.empty()) return text;
  const std::string run = shell_word(paths.folder.string());
  return text + fmt::format("See it again: toptile replay {} --game {}\n", shown_path(run), first);
}

// Bots are not charged for a late referee. But if the referee waits for a processor, the bots may have to
// wait, too.
std::string late_text(const TournamentProgress& progress) {
  if (progress.late == 0) return "";
  const std::string told = fmt::format(
      "In {} of {} games the referee itself was late by 10 ms or more: this machine had too much to do. "
      "Play fewer games at once (--concurrency), stop what else runs here, or charge processor time "
      "(--cpu-clock).",
      progress.late, progress.played);
  return fmt::format("\n{}\n", wrapped(told, kColumns));
}

double seconds_of(std::chrono::microseconds time) {
  return std::chrono::duration<double>(time).count();
}

// The milliseconds per move.
std::string a_move(std::chrono::microseconds time, std::uint64_t moves) {
  return moves > 0 ? fmt::format("{:.3f}", 1000 * seconds_of(time) / static_cast<double>(moves)) : "";
}

// A row for each bot, in the order of the standings, and one for this program.
std::string processors_text(const ProcessorUse& use, const std::vector<Standing>& rows) {
  if (use.bots.empty()) return "";
  TextTable table{
      {{"processor time", Align::left}, {"seconds"}, {"ms a move"}, {"of all used"}, {"of all there was"}},
      {}};
  const auto percent = [](std::chrono::microseconds part, std::chrono::microseconds whole) {
    return fmt::format("{:.1f} %", 100 * seconds_of(part) / std::max(seconds_of(whole), 1e-6));
  };
  const auto add = [&](const std::string& name, const SessionUse& used) {
    table.rows.push_back({name, fmt::format("{:.2f}", seconds_of(used.processor_time)),
                          a_move(used.processor_time, used.questions),
                          percent(used.processor_time, use.all()),
                          percent(used.processor_time, use.possible)});
  };
  SessionUse itself{use.own, 0};
  for (const Standing& row : rows) {
    const SessionUse& bot = use.bots[row.entrant];
    add(row.name, bot);
    itself.questions += bot.questions;
  }
  add("toptile itself", itself);
  return "\n" + plain_table(table, kColumns);
}

Json processors_to_json(const ProcessorUse& use, const std::vector<Standing>& rows) {
  Json bots = Json::array();
  for (const Standing& row : rows) {
    if (use.bots.empty()) break;
    const SessionUse& bot = use.bots[row.entrant];
    bots.push_back(
        {{"name", row.name}, {"seconds", seconds_of(bot.processor_time)}, {"moves", bot.questions}});
  }
  return {{"bots", bots},
          {"own_seconds", seconds_of(use.own)},
          {"own_share", use.own_share()},
          {"possible_seconds", seconds_of(use.possible)}};
}

}  // namespace

std::string progress_text(const TournamentProgress& progress) {
  const double share = 100.0 * static_cast<double>(progress.played) /
                       static_cast<double>(std::max<std::uint64_t>(progress.games, 1));
  std::string text = fmt::format("{} of {} games, {:.0f} %", progress.played, progress.games, share);
  if (const auto left = progress.time_left())
    text += fmt::format(", {} to go, {:.1f} games/s", clock_text(left->count()), progress.games_a_second());
  if (progress.forfeits > 0) text += fmt::format(", {} forfeited", progress.forfeits);
  return text;
}

std::string game_text(const GameEnded& game, const std::vector<std::string>& names) {
  std::string players;
  for (const SeatResult& seat : game.result.seats())
    players += fmt::format("{}{} {}", players.empty() ? "" : ", ", names[seat.entrant], seat.points);
  return fmt::format("game {}: {}; {} after {}", game.result.id, players, name_of(game.result.end),
                     counted(game.turns, "turn"));
}

std::string forfeit_text(const GameEnded& game, const GameForfeit& forfeit,
                         const std::vector<std::string>& names) {
  const SeatResult& seat = game.result.by_seat[forfeit.seat];
  return fault_text(GameNumber{game.result.id}, names[seat.entrant], forfeit.kind, forfeit.text,
                    forfeit.last_line);
}

std::string withdrawal_text(const Withdrawal& withdrawal, const std::vector<std::string>& names) {
  return fmt::format("{} is withdrawn: {}", names[withdrawal.entrant], withdrawal.why);
}

namespace {

// What the bots may see of the machine, because the person who plays the tournament allows it.
std::string sights_of(const Plan& plan, const BuiltBots& built) {
  std::string text;
  for (std::size_t i = 0; i < plan.bots.size(); ++i) {
    if (const std::string sight = words_of_sight(plan.bots[i], folder_built(built, i)); !sight.empty())
      text += wrapped(fmt::format("bot {} {}", plan.bots[i].name, sight), kColumns) + "\n";
  }
  return text;
}

}  // namespace

void print_notes_on_run(const RunPaths& paths, const Plan& plan) {
  const auto waiting = count_waiting(paths, plan);
  if (!waiting) {
    complain(waiting.error());
  } else if (waiting.value() > 0) {
    const std::string run = shown_path(paths.folder.string());
    fmt::print(stderr,
               "toptile: {}: {} of its earlier plan {} not counted until it is resumed: toptile tournament "
               "--resume {}\n",
               run, counted(waiting.value(), "game"), waiting.value() == 1 ? "is" : "are", shell_word(run));
  }
  for (const BotEntry& bot : plan.bots) {
    const auto fault = start_fault(bot);
    if (!fault) continue;
    fmt::print(stderr, "toptile: {}: bot {}: {}; its games are shown, but it cannot be started any more\n",
               shown_path(paths.plan().string()), bot.name, *fault);
  }
}

std::string introduction(const Plan& plan, const BuiltBots& built, const RunPaths& paths) {
  std::string bots;
  for (const BotEntry& bot : plan.bots) bots += (bots.empty() ? "" : ", ") + bot.name;
  const std::string format = plan.format == TournamentFormat{} ? "" : words_of(plan.format) + ", ";
  if (plan.test) {
    return fmt::format(
        "a match of {} games at most: {}\ntest {}\nrules {}, {} words of {}, seed {}\n{}run {}\n\n",
        plan.games, bots, words_of(*plan.test), plan.rules.name, plan.lexicon_words, plan.lexicon_name,
        plan.seed, sights_of(plan, built), shown_path(paths.folder.string()));
  }
  return fmt::format("{} bots, {}{} games a {}: {}\nrules {}, {} words of {}, seed {}\n{}run {}\n\n",
                     plan.bots.size(), format, plan.games, unit_of_games(plan.format), bots, plan.rules.name,
                     plan.lexicon_words, plan.lexicon_name, plan.seed, sights_of(plan, built),
                     shown_path(paths.folder.string()));
}

std::string summary(const TournamentEnd& end, const Plan& plan, const RunPaths& paths, bool tells_match,
                    bool has_report) {
  const std::string match = tells_match || plan.test ? match_text(end, plan) : "";
  std::string text = places_text(end.places) +
                     (match.empty() ? standings_text(end.standings) : match + results_text(end.standings)) +
                     faults_text(end.forfeited, plan, paths) + late_text(end.progress) +
                     processors_text(end.processors, end.standings.rows);
  const double seconds = std::chrono::duration<double>(end.progress.elapsed).count();
  text += end.test && end.is_finished()
              ? "\n" + counted(end.progress.played, "game")
              : fmt::format("\n{} of {}{}", end.progress.played, plan.test ? "at most " : "",
                            counted(end.progress.games, "game"));
  if (end.progress.played_before > 0)
    text += fmt::format(", {} of them played before", end.progress.played_before);
  if (end.progress.turns > 0) {
    text += fmt::format("; {} in {:.1f} s, {:.0f} a second", counted(end.progress.turns, "turn"), seconds,
                        static_cast<double>(end.progress.turns) / seconds);
  }
  text += fmt::format("\nrun     {}\n", shown_path(paths.folder.string()));
  if (has_report) text += fmt::format("report  {}\n", shown_path(paths.report().string()));
  return text;
}

Json summary_to_json(const TournamentEnd& end, const Plan& plan, const RunPaths& paths, bool has_report) {
  Json json = {{"event", "end"}, {"finished", end.is_finished()}};
  json.update(standings_to_json(end.standings));
  json["run"] = paths.folder.string();
  if (has_report) json["report"] = paths.report().string();
  if (!end.places.empty()) json["places"] = places_to_json(end.places);
  if (end.match) json["match"] = match_to_json(*end.match, plan, end.test);
  json["games_planned"] = end.progress.games;
  json["turns"] = end.progress.turns;
  json["late_games"] = end.progress.late;
  json["seconds"] = std::chrono::duration<double>(end.progress.elapsed).count();
  json["processor"] = processors_to_json(end.processors, end.standings.rows);
  return json;
}

}  // namespace toptile
