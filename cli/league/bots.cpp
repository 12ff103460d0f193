// toptile league queue, show, retire and remove, and restore for bots: the bots of a league.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/text_columns.h"
#include "base/utf8.h"
#include "base/words.h"
#include "cli/league/league_place.h"
#include "cli/league/league_text.h"
#include "cli/league/parts.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/table.h"
#include "cli/terminal/terminal.h"
#include "league/tables/league_views.h"
#include "ratings/tables/elo_text.h"

namespace toptile {

namespace {

constexpr int kLogLines = 30;

// ---- queue -------------------------------------------------------------------

Result<void> queue(const std::string& league, bool json) {
  TOPTILE_TRY(auto store, open_league(league));
  TOPTILE_TRY(const auto view, queue_view(store));
  if (json) {
    print(json_line(to_json(view)));
    return success();
  }
  if (view.waiting.empty()) {
    print("no bot waits\n");
  } else {
    TextTable table{{{"bot", Align::left}, {"author"}, {"state"}, {"since"}}, {}};
    for (const BotVersion& version : view.waiting)
      table.rows.push_back({version.label(), printable(version.author, 20),
                            std::string(name_of(version.state)), moment_text(version.changed)});
    print(plain_table(table, kColumns));
    print("\ntoptile league run examines them\n");
  }
  for (const BotVersion& version : view.refused) {
    print("\n" +
          wrapped(fmt::format("{} was refused at {}: {}", version.label(), moment_text(version.changed),
                              printable(version.reason, 1000)),
                  kColumns) +
          "\n");
  }
  if (!view.refused.empty()) print("\ntoptile league show BOT has the log of each\n");
  return success();
}

// ---- show --------------------------------------------------------------------

std::string head_of(const BotVersion& version) {
  std::string text = fmt::format("{} by {}: {} since {}", version.label(), printable(version.author, 60),
                                 name_of(version.state), moment_text(version.changed));
  if (!version.reason.empty()) text += fmt::format(": {}", printable(version.reason, 1000));
  std::string said;
  if (!version.language.empty()) said += fmt::format(", {}", printable(version.language, 60));
  if (!version.said_version.empty()) said += fmt::format(", version {}", printable(version.said_version, 60));
  if (!version.said_author.empty()) said += fmt::format(", by {}", printable(version.said_author, 60));
  text = wrapped(text, kColumns) + "\n";
  if (!said.empty()) text += wrapped("its bot.json says: " + said.substr(2), kColumns) + "\n";
  return text;
}

// The faults of the last games that it forfeited.
Result<std::string> faults_of(LeagueStore& store, const VersionView& shown) {
  constexpr std::size_t kMaxShownFaults = 3;
  std::string text;
  const std::size_t count = std::min(kMaxShownFaults, shown.forfeited.size());
  for (std::size_t i = shown.forfeited.size() - count; i < shown.forfeited.size(); ++i) {
    TOPTILE_TRY(const auto set, store.sets().recorded(shown.forfeited[i].set));
    TOPTILE_TRY(const auto record, parse_record(set.records[(shown.forfeited[i].game - 1) % 2]));
    for (const ForfeitRecord& forfeit : record.forfeits) {
      text += "\n" +
              wrapped(fmt::format("game {}: {}: {}", record.id, name_of(forfeit.kind),
                                  printable(forfeit.text, 500)),
                      kColumns) +
              "\n";
      for (const std::string& line : forfeit.evidence.lines) text += "  " + printable(line, 200) + "\n";
      std::string_view tail = forfeit.evidence.stderr_tail;
      if (!tail.empty()) text += "  on standard error:\n";
      while (!tail.empty()) {
        const std::size_t end = std::min(tail.find('\n'), tail.size());
        text += "    " + printable(tail.substr(0, end), 200) + "\n";
        tail.remove_prefix(std::min(end + 1, tail.size()));
      }
    }
  }
  if (shown.forfeited.empty()) return text;
  return fmt::format("\nIt forfeited {}{}:\n", counted(shown.forfeited.size(), "game"),
                     count < shown.forfeited.size() ? fmt::format("; the last {}", count) : "") +
         text;
}

// Some points of the history, the latest ones last.
std::string history_text(const std::vector<RatingPoint>& history) {
  constexpr std::size_t kMaxPoints = 6;
  if (history.size() < 2) return "";
  TextTable table{{{"after games"}, {"Elo"}, {"95 %"}}, {}};
  const std::size_t count = std::min(kMaxPoints, history.size());
  for (std::size_t i = 0; i < count; ++i) {
    const RatingPoint& point = history[i * (history.size() - 1) / (count - 1)];
    RatingEstimate rating;
    rating.elo = point.elo;
    rating.error_low = point.error_low;
    rating.error_high = point.error_high;
    rating.interval = Interval::profile;
    table.rows.push_back({std::to_string(point.games), whole_elo(rating.elo), interval_text(rating)});
  }
  return "\n" + plain_table(table, kColumns);
}

std::string last_lines(const std::string& text, int count) {
  std::size_t at = text.size();
  if (at > 0 && text[at - 1] == '\n') --at;
  while (at > 0 && count > 0) {
    at = text.rfind('\n', at - 1);
    if (at == std::string::npos) return text;
    if (--count == 0) break;
  }
  return text.substr(at == 0 ? 0 : at + 1);
}

Result<void> show(const std::string& league, const std::string& named, bool json, bool whole_log) {
  TOPTILE_TRY(auto store, open_league(league));
  TOPTILE_TRY(const auto version, store.versions().find(named));
  TOPTILE_TRY(const auto log, store.versions().log_of(version.id));
  if (whole_log) {
    print(log.empty() ? "there is no log: the bot was not examined yet\n" : log);
    return success();
  }
  TOPTILE_TRY(const auto snapshot, LeagueSnapshot::read(store));
  TOPTILE_TRY(const auto shown, version_view(snapshot, store, version));
  if (json) {
    Json object = to_json(snapshot, shown);
    object["log"] = log;
    print(json_line(object));
    return success();
  }
  print(head_of(version));
  if (shown.rating != nullptr && shown.rating->field.games > 0) {
    const FieldResult& field = shown.rating->field;
    print(fmt::format("rating {} ({}) after {}, {:.1f} % of the points\n",
                      whole_elo(shown.rating->rating.elo), named_interval(shown.rating->rating),
                      counted(field.games, "game"), 100 * field.points / field.games));
  }
  if (shown.row != nullptr && shown.row->over_predecessor) {
    const Distance& over = *shown.row->over_predecessor;
    print(wrapped(fmt::format(
                      "It is {} Elo ({}) above the version before it, and stronger with a chance of {}.",
                      whole_elo(over.above.elo), named_interval(over.above), chance_text(over.superiority)),
                  kColumns) +
          "\n");
  }
  if (shown.versions.size() > 1) {
    TextTable table{{{"version", Align::left}, {"state"}, {"submitted"}}, {}};
    for (const BotVersion& one : shown.versions)
      table.rows.push_back({one.label(), std::string(name_of(one.state)), moment_text(one.handed_in)});
    print("\n" + plain_table(table, kColumns));
  }
  if (!shown.opponents.empty()) {
    TextTable table{{{"against", Align::left}, {"games"}, {"points"}, {"%"}}, {}};
    for (const auto& [id, tally] : shown.opponents)
      table.rows.push_back({snapshot.label(id), std::to_string(tally.games), short_points(tally.points()),
                            fmt::format("{:.1f}", 100 * tally.points() / tally.games)});
    print("\n" + plain_table(table, kColumns));
  }
  print(history_text(shown.history));
  TOPTILE_TRY(const auto faults, faults_of(store, shown));
  print(faults);
  if (version.state == VersionState::refused && !log.empty()) {
    const std::string last = last_lines(log, kLogLines);
    print(fmt::format("\n{} of its log:\n", last.size() == log.size() ? "All" : "The end") + last);
  }
  return success();
}

// ---- retire, restore, remove -------------------------------------------------

using Change = Result<void> (*)(LeagueStore& store, const BotVersion& version, const std::string& reason);

struct ChangeArguments {
  std::string league, bot, reason;
};

Result<void> change(const ChangeArguments& arguments, Change work) {
  TOPTILE_TRY(auto store, open_league(arguments.league));
  TOPTILE_TRY(const auto version, store.versions().find(arguments.bot));
  TOPTILE_TRY_TO(work(store, version, arguments.reason));
  return tell_state(store, version);
}

Action declare_change(Command& command, Change work) {
  auto arguments = std::make_shared<ChangeArguments>();
  command
      .add_option("bot BOT", arguments->bot, "A bot of the league, or one of its versions, as in greedy-v2")
      .required();
  declare_league(command, arguments->league);
  command.add_option("--reason TEXT", arguments->reason, "Why, in a sentence that everybody can read");
  return [arguments, work] { return change(*arguments, work); };
}

}  // namespace

Action declare_league_queue(Command& command) {
  struct Arguments {
    std::string league;
    bool json = false;
  };
  auto arguments = std::make_shared<Arguments>();
  declare_league(command, arguments->league);
  command.add_flag("--json", arguments->json, "Print JSON");
  return [arguments] { return queue(arguments->league, arguments->json); };
}

Action declare_league_show(Command& command) {
  struct Arguments {
    std::string league, bot;
    bool json = false, log = false;
  };
  auto arguments = std::make_shared<Arguments>();
  command
      .add_option("bot BOT", arguments->bot, "A bot of the league, or one of its versions, as in greedy-v2")
      .required();
  declare_league(command, arguments->league);
  const Option json = command.add_flag("--json", arguments->json, "Print JSON");
  command.add_flag("--log", arguments->log, "Print only the log of its build, its tests and its first match")
      .excludes(json);
  return [arguments] { return show(arguments->league, arguments->bot, arguments->json, arguments->log); };
}

Action declare_league_retire(Command& command) {
  return declare_change(command, [](LeagueStore& store, const BotVersion& version, const std::string& why) {
    return store.versions().retire(version.id, why);
  });
}

Action declare_league_remove(Command& command) {
  return declare_change(command, [](LeagueStore& store, const BotVersion& version, const std::string& why) {
    return store.versions().remove(version.id, why);
  });
}

}  // namespace toptile
