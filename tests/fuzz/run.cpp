// The input is two JSON texts with a line "---" between them: a tournament's configuration, and the manifest
// of a bot that joins it (bot.json). Every bot's program is one that is there. A configuration that is
// accepted is played, without processes; then every reader reads the run: its plan, the results, the
// standings, verify, the exports, the report and its games.
#include <filesystem>

#include "base/files.h"
#include "base/temporary_folder.h"
#include "engine/greedy_game.h"
#include "protocol/adjudication.h"
#include "tests/fuzz/rulesets.h"
#include "tests/fuzz/sentence.h"
#include "tournaments/exchange/result_export.h"
#include "tournaments/report/report_data.h"
#include "tournaments/report/report_records.h"
#include "tournaments/run/tournament.h"
#include "tournaments/run/unplayed.h"
#include "tournaments/run/verified_run.h"

using namespace toptile;

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxGamesPlayed = 24;

// The value. An error must be one sentence.
template <class T>
std::optional<T> accepted(Result<T> result) {
  if (result) return std::move(result).value();
  TOPTILE_ASSERT(fuzz::is_one_sentence(result.error().message));
  return std::nullopt;
}

// Every seat plays a few greedy turns and passes from then on, so that a game takes no time.
class PassingPlayer final : public SingleGamePlayer {
 public:
  explicit PassingPlayer(const ResolvedPlan& resolved) : plan_(resolved.plan), lexicon_(resolved.lexicon) {}

  Result<GameRecord> play(const ScheduledGame& scheduled, const Absences& absent) override {
    for (const auto& fault : absent) TOPTILE_ASSERT(!fault);
    const GameSetup setup = setup_of(plan_, scheduled);
    const int players = static_cast<int>(setup.names.size());
    Game game(plan_.rules, lexicon_, setup.seed, players, setup.opening);
    Adjudicator adjudicator(plan_.adjudicate);
    GameRecord record;
    for (const Move& move : turns_of_opening(plan_.rules, players, setup.opening)) {
      TOPTILE_ASSERT(game.play(move));
      adjudicator.follow(game);
      ++record.opening;
    }
    MoveGenerator generator(plan_.rules, lexicon_);
    record.turns.resize(game.turns().size());
    for (int turn = 0; !game.is_over(); ++turn) {
      // All agree that seat 0 wins by 20 points.
      record.turns.emplace_back().info = game.seat_to_move() == 0 ? "score 20" : "score -20";
      if (turn < 6 || game.is_question()) {
        play_greedy_turn(game, generator);
      } else {
        TOPTILE_ASSERT(game.play(Pass{}));
      }
      adjudicator.follow(game, record.turns.back().info);
    }
    record.id = setup.id;
    record.set = setup.set;
    record.seed = setup.seed;
    record.players = setup.names;
    record.adjudicate = plan_.adjudicate;
    fill_from_game(record, game);
    if (plan_.time_control.overtime) {
      record.overtime = OvertimeRecord{*plan_.time_control.overtime,
                                       overtime_points(*plan_.time_control.overtime, record.turns, players)};
    }
    return record;
  }

 private:
  const Plan& plan_;
  const Lexicon& lexicon_;
};

// The bot of a configuration, with a program that is there.
BotSource with_program(BotSource bot) {
  bot.manifest.clear();
  bot.directory.clear();
  if (bot.command.empty()) bot.command.emplace_back();
  bot.command[0] = "./program";
  return bot;
}

std::optional<ResolvedPlan> resolved_by(TournamentRequest& request, const fs::path& folder) {
  const BotSearch search{.directory = folder, .shipped = {.bots = folder / "none", .lexicons = folder}};
  std::vector<BotSource> wanted = {{.manifest = "mine"}};
  for (const BotRequest& bot : request.bots) wanted.push_back(with_program(bot.source));
  wanted.push_back({.name = "other", .command = {"./program"}});
  std::vector<BotEntry> bots;
  for (const BotSource& source : wanted) {
    auto bot = accepted(find_bot(source, search, JsonPlace("bot")));
    if (!bot || bots.size() == 5) continue;
    const auto has_its_name = [&](const BotEntry& other) { return other.name == bot->name; };
    if (std::ranges::none_of(bots, has_its_name)) bots.push_back(*std::move(bot));
  }
  const fuzz::Words& words = fuzz::all_words().front();
  if (!request.rules.is_object()) request.rules = "hasbro";
  request.words = words.lexicon;
  request.openings.file.clear();
  request.seed = request.seed.value_or(5);
  if (request.games && *request.games > 4) request.games = 4;
  if (!request.games) request.games = request.format.players;
  request.sandbox = SandboxMode::off;
  return accepted(resolve_with(request, std::move(bots), search.shipped));
}

void read_everything(const ResolvedPlan& resolved, const RunPaths& paths, std::uint64_t games) {
  const auto plan = read_run_plan(paths);
  TOPTILE_ASSERT(plan);
  TOPTILE_ASSERT(!compare_plans(plan_to_json(plan.value()), plan_to_json(resolved.plan)));
  const auto run = read_run(paths);
  TOPTILE_ASSERT(run && run.value().results.size() == games);
  TOPTILE_ASSERT(standings_of_run(plan.value(), run.value().results).rows.size() <=
                 resolved.plan.bots.size());
  RunVisitor visitor;
  visitor.on_game = [&](GameRecord&& record, const GameResult&) -> Result<void> {
    TOPTILE_ASSERT(!csv_row(record).empty());
    if (record.players.size() == 2) TOPTILE_ASSERT(!pgn_game(record, {"any"}).empty());
    const auto one = read_report_game(paths, "run", record.id);
    TOPTILE_ASSERT(one);
    TOPTILE_ASSERT(game_data(one.value(), "").is_object());
    return success();
  };
  const auto verified = verify_run(paths, plan.value(), visitor);
  TOPTILE_ASSERT(verified && verified.value().games == games && verified.value().differing == 0);
  ReadGames before;
  const auto report = read_report_run(paths, "run", GameSelection::all(), before);
  TOPTILE_ASSERT(report);
  const std::array<ReportRun, 1> runs = {report.value()};
  TOPTILE_ASSERT(parse_json(json_text(report_data(runs, "")), "report"));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  constexpr std::string_view kBetween = "\n---\n";
  const std::string_view text = fuzz::text_of(bytes, size);
  const std::string_view configuration = text.substr(0, text.find(kBetween));
  const std::string_view manifest =
      configuration.size() == text.size() ? "" : text.substr(configuration.size() + kBetween.size());
  if (configuration.find("include") != text.npos) return 0;  // It would read other files.
  auto request = accepted(parse_request(configuration, "plan.json"));
  if (!request) return 0;
  const auto place = TemporaryFolder::make();
  TOPTILE_ASSERT(place);
  const fs::path folder = place.value().path();
  fs::create_directory(folder / "mine");
  TOPTILE_ASSERT(replace_file(folder / "mine/bot.json", manifest));
  for (const fs::path& program : {folder / "program", folder / "mine/program"}) {
    TOPTILE_ASSERT(replace_file(program, "#!/bin/sh\n"));
    fs::permissions(program, fs::perms::owner_all);
  }
  const auto resolved = resolved_by(*request, folder);
  if (!resolved || resolved->plan.shard) return 0;
  if (schedule_of(resolved->plan).expected() > kMaxGamesPlayed) return 0;
  Execution execution{.concurrency = 1, .try_bots = false, .transcripts = false, .build = {}, .players = {}};
  execution.players = [&](int, std::stop_token) { return std::make_unique<PassingPlayer>(*resolved); };
  const RunPaths paths{folder / "run"};
  const auto played = accepted(run_tournament(*resolved, paths, execution, {}));
  // What is refused is refused before the first game.
  if (!played) {
    std::error_code none;
    TOPTILE_ASSERT(!fs::exists(paths.games(), none) || fs::file_size(paths.games(), none) == 0);
    return 0;
  }
  TOPTILE_ASSERT(played->is_finished());
  read_everything(*resolved, paths, played->progress.played);
  return 0;
}
