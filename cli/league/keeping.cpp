// toptile league games, enter, rebuild, compact, backup and restore: the games and data of a league.
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "base/descriptor.h"
#include "base/files.h"
#include "base/text_columns.h"
#include "base/utf8.h"
#include "base/words.h"
#include "cli/flags/command.h"
#include "cli/league/league_place.h"
#include "cli/league/league_text.h"
#include "cli/league/parts.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/table.h"
#include "cli/terminal/terminal.h"
#include "league/database/postgres.h"
#include "league/store/compaction.h"
#include "league/store/restore.h"
#include "league/tables/league_views.h"
#include "league/work/entered_run.h"
#include "league/work/rebuild.h"

namespace toptile {

namespace {

struct GamesArguments {
  std::string league, bot;
  std::int64_t most = 20;
  bool records = false, json = false;
};

Result<void> list_games(const GamesArguments& arguments) {
  TOPTILE_TRY(auto store, open_league(arguments.league));
  SetFilter filter{.most = static_cast<std::size_t>(arguments.most + 1) / 2};
  if (!arguments.bot.empty()) {
    TOPTILE_TRY(const auto found, store.versions().find(arguments.bot));
    filter.bot = found.bot;
    if (arguments.bot.size() > found.bot.size())
      filter.version = found.id;  // A version was named, as in greedy-v2.
  }
  LeagueGames games;
  TOPTILE_TRY_TO(games.read(store));
  const auto sets = latest_sets(games, filter);
  if (arguments.json) {
    Json list = Json::array();
    for (const PlayedSet* set : sets)
      for (Json& game : games_to_json(games, *set)) list.push_back(std::move(game));
    print(json_line(list));
    return success();
  }
  if (arguments.records) {
    for (const PlayedSet* set : sets) {
      TOPTILE_TRY(const auto recorded, store.sets().recorded(set->set));
      for (const std::string& record : recorded.records) print(record + "\n");
    }
    return success();
  }
  TextTable table{{{"game"}, {"first", Align::left}, {"second"}, {"points"}, {"end"}, {"played"}}, {}};
  for (const PlayedSet* set : sets) {
    for (const GameResult& result : set->results) {
      const std::array<VersionId, 2> ids = {set->one, set->other};
      table.rows.push_back({std::to_string(result.id), games.label(ids[result.by_seat[0].entrant]),
                            games.label(ids[result.by_seat[1].entrant]),
                            fmt::format("{} : {}", result.by_seat[0].points, result.by_seat[1].points),
                            std::string(name_of(result.end)), moment_text(set->ended)});
    }
  }
  print(table.rows.empty() ? "no games yet\n" : plain_table(table, kColumns));
  return success();
}

struct EnterArguments {
  std::string league, run;
  std::vector<std::string> as;
  bool json = false;
};

Result<void> enter(const EnterArguments& arguments) {
  const InterruptWatch interrupts;
  std::map<std::string, std::string> as;
  for (const std::string& words : arguments.as) {
    const std::size_t sign = words.find('=');
    if (sign == words.npos || sign == 0 ||
        !as.emplace(words.substr(0, sign), words.substr(sign + 1)).second) {
      return Error{
          fmt::format("--as: {}: expected a bot of the run, = and a version of the league, once "
                      "for each bot, as in greedy=greedy-v1",
                      printable(words))};
    }
  }
  TOPTILE_TRY(auto store, open_league(arguments.league));
  TOPTILE_TRY(const auto done, enter_run(store, RunPaths{arguments.run}, as, interrupts.token()));
  if (arguments.json) {
    print(json_line(Json{{"games", 2 * done.entered},
                         {"known", 2 * done.known},
                         {"left_out", done.left_out},
                         {"bots", done.labels}}));
    return success();
  }
  std::string text = fmt::format("{} games were entered", 2 * done.entered);
  if (done.known > 0) text += fmt::format("; {} were there already", 2 * done.known);
  if (done.left_out > 0)
    text += fmt::format("; {} {} left out, because a game is missing or a bot was withdrawn",
                        counted(done.left_out, "pair"), done.left_out == 1 ? "was" : "were");
  print(wrapped(text, kColumns) + "\n");
  for (const auto& [name, label] : done.labels) {
    if (name != label) print(fmt::format("  {} is {}\n", name, label));
  }
  return success();
}

struct RebuildArguments {
  std::string league, removed;
  bool only_check = false, json = false;
};

// A new file, to which each set is written before it is removed from a league.
class RemovedSets {
 public:
  static Result<RemovedSets> create(const std::string& file) {
    UniqueDescriptor opened(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!opened.is_open()) return system_error(file, "this file cannot be made");
    TOPTILE_TRY_TO(sync_folder(std::filesystem::absolute(file).parent_path()));
    return RemovedSets(file, std::move(opened));
  }

  // Removes the file if no set was written to it.
  void remove_if_empty() const {
    struct stat found {};
    if (::fstat(opened_.number(), &found) == 0 && found.st_size == 0) ::unlink(file_.c_str());
  }

  Result<void> add(const KeptRecords& set, const std::string& why) {
    Json line = {{"set", std::to_string(set.set)}, {"one", set.one}, {"other", set.other}, {"why", why}};
    if (set.seed) line["seed"] = std::to_string(*set.seed);
    if (set.records) {
      line["records"] = set.records.value();
    } else {
      const std::vector<unsigned char> bytes(set.packed.begin(), set.packed.end());
      line["packed"] = fmt::format("{:02x}", fmt::join(bytes, ""));
    }
    TOPTILE_TRY_TO(write_bytes(opened_.number(), file_, json_line(line)));
    if (::fdatasync(opened_.number()) != 0) return system_error(file_, "this file cannot be written");
    return success();
  }

 private:
  RemovedSets(std::string file, UniqueDescriptor opened)
      : file_(std::move(file)), opened_(std::move(opened)) {}

  std::string file_;
  UniqueDescriptor opened_;
};

std::string refused_words(const RebuildArguments& arguments, std::uint64_t refused) {
  if (refused == 0) return "all as the rules say";
  const std::string what = fmt::format("{} of two games {} not keep to the rules", counted(refused, "set"),
                                       refused == 1 ? "does" : "do");
  if (!arguments.removed.empty())
    return fmt::format("{}; they were taken out of the league, and are in {}", what,
                       shown_path(arguments.removed));
  return what + "; toptile league rebuild --remove FILE takes them out of the league and keeps them in FILE";
}

Result<int> rebuild_league(const RebuildArguments& arguments) {
  const InterruptWatch interrupts;
  TOPTILE_TRY(auto store, open_league(arguments.league));
  TOPTILE_TRY_TO(store.database().check());
  RebuildRequest request{.repair = arguments.only_check ? Repair::only_told : Repair::made};
  std::optional<RemovedSets> removed;
  if (!arguments.removed.empty()) {
    TOPTILE_TRY(removed, RemovedSets::create(arguments.removed));
    request.keep_elsewhere = [&](const KeptRecords& set, const std::string& why) {
      return removed->add(set, why);
    };
  }
  const auto done = rebuild(store, request, interrupts.token());
  if (removed) removed->remove_if_empty();
  if (!done) return done.error();
  const Rebuilt& rebuilt = done.value();
  if (arguments.json) {
    print(json_line(Json{{"sets", rebuilt.sets},
                         {"turns", rebuilt.turns},
                         {"changed", rebuilt.changed},
                         {"miscounted", rebuilt.miscounted},
                         {"refused", rebuilt.refused},
                         {"told", rebuilt.told},
                         {"points", rebuilt.points},
                         {"stopped", rebuilt.is_stopped}}));
  } else {
    for (const std::string& told : rebuilt.told) print(printable(told, 1000) + "\n");
    print(wrapped(fmt::format("{} games, {}, {}", 2 * rebuilt.sets, counted(rebuilt.turns, "turn"),
                              refused_words(arguments, rebuilt.refused)),
                  kColumns) +
          "\n");
    if (rebuilt.changed > 0)
      print(fmt::format("{} {} other results than recorded\n", counted(rebuilt.changed, "set"),
                        !arguments.only_check  ? "had"
                        : rebuilt.changed == 1 ? "has"
                                               : "have"));
  }
  if (!arguments.json && rebuilt.miscounted > 0)
    print(fmt::format("{} of sets {} wrong\n", counted(rebuilt.miscounted, "count"),
                      !arguments.only_check     ? "had been"
                      : rebuilt.miscounted == 1 ? "is"
                                                : "are"));
  if (rebuilt.is_stopped) return kInterrupted;
  return rebuilt.refused + rebuilt.changed + rebuilt.miscounted > 0 ? kNo : kDone;
}

struct CompactArguments {
  std::string league, folder;
  CompactionRequest request;
  bool only_check = false, json = false;
};

// A size such as "1.2 GB".
std::string size_text(std::uint64_t bytes) {
  const auto size = static_cast<double>(bytes);
  if (bytes >= 1'000'000'000) return fmt::format("{:.1f} GB", size / 1e9);
  if (bytes >= 1'000'000) return fmt::format("{:.1f} MB", size / 1e6);
  return fmt::format("{:.1f} kB", size / 1e3);
}

std::string text_of(const Compacted& done, const CompactArguments& arguments, const std::string& folder) {
  if (done.sets == 0)
    return fmt::format("the records of {} are in the database; {} fill a file",
                       counted(done.sets_left, "set"), arguments.request.sets_per_file);
  const std::string in_files =
      fmt::format("{} in {}", size_text(done.bytes_after), counted(done.files, "file"));
  if (arguments.only_check)
    return fmt::format("the records of about {} would move: {} in the database, about {}",
                       counted(done.sets, "set"), size_text(done.bytes_before), in_files);
  return fmt::format("the records of {} moved from the database to {}: they took {}, and take {}",
                     counted(done.sets, "set"), shown_path(folder), size_text(done.bytes_before), in_files);
}

Result<int> compact_league(const CompactArguments& arguments) {
  const InterruptWatch interrupts;
  TOPTILE_TRY(auto store, open_league(arguments.league));
  RecordFiles& files = store.sets().files();
  if (!arguments.folder.empty()) {
    TOPTILE_TRY_TO(files.use_folder(arguments.folder));
  }
  TOPTILE_TRY(const auto done, arguments.only_check ? estimate_compaction(store, arguments.request)
                                                    : compact(store, arguments.request, interrupts.token()));
  TOPTILE_TRY(const auto folder, files.folder());
  if (arguments.json) {
    print(json_line(Json{{"sets", done.sets},
                         {"files", done.files},
                         {"bytes_before", done.bytes_before},
                         {"bytes_after", done.bytes_after},
                         {"sets_left", done.sets_left},
                         {"folder", folder ? Json(folder->string()) : Json()},
                         {"stopped", done.is_stopped}}));
  } else {
    print(wrapped(text_of(done, arguments, folder ? folder->string() : ""), kColumns) + "\n");
  }
  if (arguments.only_check) return kDone;
  if (done.is_stopped) return kInterrupted;
  const auto shrunk = store.database().shrink();
  if (shrunk) return kDone;
  if (!store.database().file().empty()) return shrunk.error();
  if (done.files > 0) fmt::print(stderr, "{}\n", shrunk.error().message);
  return kDone;
}

// Whether an argument names a backup, not a bot: it is a path, or a file whose name no bot has.
bool names_backup(const std::string& league, const std::string& named) {
  if (named.find('/') != named.npos) return true;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(named, ignored)) return false;
  auto store = open_league(league);
  if (!store) return true;  // The league may be damaged, which is why it is restored.
  const auto bot = store.value().versions().look_up(named);
  return !bot || !bot.value();
}

Result<void> restore_backup(const std::string& league, const std::string& backup) {
  const std::string address = store_address(league);
  if (!is_postgres_address(address)) {
    TOPTILE_TRY_TO(make_league_folder(address));
  }
  TOPTILE_TRY(const auto restored, restore_league(backup, address));
  print(wrapped(fmt::format("the league is as in {}, with {} games", shown_path(backup), 2 * restored.sets),
                kColumns) +
        "\n");
  if (!restored.kept_at.empty())
    print(fmt::format("what was there is kept as {}\n", shown_path(restored.kept_at)));
  return success();
}

Result<void> restore_bot(const std::string& league, const std::string& named) {
  TOPTILE_TRY(auto store, open_league(league));
  TOPTILE_TRY(const auto version, store.versions().find(named));
  TOPTILE_TRY_TO(store.versions().restore(version.id));
  return tell_state(store, version);
}

}  // namespace

Action declare_league_games(Command& command) {
  auto arguments = std::make_shared<GamesArguments>();
  declare_league(command, arguments->league);
  command.add_option("--bot BOT", arguments->bot, "Only games of this bot, or of one of its versions");
  command
      .add_option("--most N", arguments->most,
                  "The latest games, rounded up to whole sets (default 20; 0: all)")
      .check(in_range(0, 1'000'000'000));
  const Option records = command.add_flag("--records", arguments->records,
                                          "Print their records, a line each, as in a run's games.jsonl");
  command.add_flag("--json", arguments->json, "Print JSON").excludes(records);
  return [arguments] { return list_games(*arguments); };
}

Action declare_league_enter(Command& command) {
  auto arguments = std::make_shared<EnterArguments>();
  command.add_option("run RUN", arguments->run, "The folder of a run whose games have the league's terms")
      .required();
  declare_league(command, arguments->league);
  command
      .add_option("--as BOT=VERSION", arguments->as,
                  "Which version of the league a bot of the run is, if its files do not say it; can be given "
                  "several times")
      .repeated();
  command.add_flag("--json", arguments->json, "Print JSON");
  return [arguments] { return enter(*arguments); };
}

Action declare_league_rebuild(Command& command) {
  auto arguments = std::make_shared<RebuildArguments>();
  declare_league(command, arguments->league);
  const Option check =
      command.add_flag("--check", arguments->only_check, "Change nothing; say what would be changed");
  command
      .add_option(
          "--remove FILE", arguments->removed,
          "Take sets that do not keep to the rules out of the league, and write them to this new file "
          "before that (default: they are only told)")
      .excludes(check);
  command.add_flag("--json", arguments->json, "Print JSON");
  return [arguments] { return rebuild_league(*arguments); };
}

Action declare_league_compact(Command& command) {
  auto arguments = std::make_shared<CompactArguments>();
  declare_league(command, arguments->league);
  command
      .add_option("--sets N", arguments->request.sets_per_file,
                  "Sets in a file (default 1000); the latest ones, which fill no file, stay in the database")
      .check(in_range(1, kMaxSetsOfFile));
  const Option folder =
      command.add_option("--folder DIR", arguments->folder,
                         "For a league in PostgreSQL: the folder for the files, under a name that all its "
                         "computers have in common; "
                         "or where they were moved to (default: as it was given the last time)");
  command.add_flag("--check", arguments->only_check, "Move nothing; say how much would be moved")
      .excludes(folder);
  command.add_flag("--json", arguments->json, "Print JSON");
  return [arguments] { return compact_league(*arguments); };
}

Action declare_league_backup(Command& command) {
  struct Arguments {
    std::string league, to;
  };
  auto arguments = std::make_shared<Arguments>();
  command.add_option("to FILE", arguments->to, "The file for the copy, which must not be there yet")
      .required();
  declare_league(command, arguments->league);
  return [arguments]() -> Result<int> {
    TOPTILE_TRY(auto store, open_league(arguments->league));
    TOPTILE_TRY_TO(back_up_league(store, arguments->to));
    TOPTILE_TRY(const auto files, store.sets().files().list());
    print(fmt::format("the league is copied to {}", shown_path(arguments->to)));
    if (!files.empty())
      print(fmt::format(", and {} with records to {}; keep both together", counted(files.size(), "file"),
                        shown_path(record_folder_of(arguments->to).string())));
    print("\n");
    return kDone;
  };
}

Action declare_league_restore(Command& command) {
  struct Arguments {
    std::string league, named;
  };
  auto arguments = std::make_shared<Arguments>();
  command
      .add_option("what BOT|FILE", arguments->named,
                  "A bot that was retired, suspended, paused or removed, or one of its versions, as in "
                  "greedy-v2; or a file that toptile league backup wrote, whose name has a / if there is a "
                  "bot of this name")
      .required();
  declare_league(command, arguments->league);
  return [arguments] {
    return names_backup(arguments->league, arguments->named)
               ? restore_backup(arguments->league, arguments->named)
               : restore_bot(arguments->league, arguments->named);
  };
}

}  // namespace toptile
