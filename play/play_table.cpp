#include "play/play_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/files.h"
#include "base/utf8.h"
#include "bots/bot_manifest.h"
#include "engine/random.h"
#include "referee/sandbox/needed_files.h"
#include "tournaments/run/launchpad.h"
#include "tournaments/run/run_files.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

// The players' names as a safe name for a folder, or "N-players" if they are longer than 60 bytes.
std::string folder_name(const std::vector<BotEntry>& players) {
  std::string name;
  for (const BotEntry& player : players) name += (name.empty() ? "" : "-") + player.name;
  for (char& c : name)
    if (static_cast<unsigned char>(c) <= ' ' || c == '/' || c == '\\') c = '-';
  if (name[0] == '.' || name[0] == '-') name[0] = '_';
  return name.size() <= 60 ? name : fmt::format("{}-players", players.size());
}

// Whether toptile play could have made this plan. A run.json may come from anyone.
bool is_play_plan(const Plan& plan) {
  const auto is_named = [](const BotEntry& player) {
    return is_person(player) ? check_person_name(player.name).has_value() : is_recorded_bot_name(player.name);
  };
  return plan.format.kind == TournamentFormat::Kind::round_robin && !plan.shard && !plan.test &&
         !plan.adjudicate && plan.openings.list.empty() &&
         plan.time_control.kind != TimeControl::Kind::game_clock &&
         plan.bots.size() == static_cast<std::size_t>(plan.format.players) &&
         plan.rules.plays_with(plan.format.players) && std::ranges::all_of(plan.bots, is_named);
}

// Moves the best play of each of the best `most` words to the front. If there are fewer words, the best of
// the other plays join them. The front stays ordered by points, and so does the rest.
void put_distinct_words_first(std::vector<ScoredPlay>& plays, std::size_t most) {
  std::set<std::vector<Face>> words;
  const auto is_new = [&](const ScoredPlay& play) {
    const auto& word = play.placement.word;
    return words.size() < most && words.insert({word.begin(), word.end()}).second;
  };
  const auto repeats = std::stable_partition(plays.begin(), plays.end(), is_new);
  const auto count = static_cast<std::size_t>(repeats - plays.begin());
  if (count >= most) return;
  const std::size_t filled = std::min(most, plays.size());
  std::ranges::inplace_merge(plays.begin(), repeats, plays.begin() + static_cast<std::ptrdiff_t>(filled),
                             std::ranges::greater(), &ScoredPlay::points);
}

}  // namespace

fs::path unfinished_file(const RunPaths& paths) {
  return paths.folder / "unfinished.json";
}

RunPaths new_play_folder(const fs::path& runs, const std::vector<BotEntry>& players) {
  const std::string name = folder_name(players);
  for (int number = 1;; ++number) {
    const RunPaths paths{runs / (number == 1 ? name : fmt::format("{}-{}", name, number))};
    std::error_code closed;
    if (!fs::exists(paths.folder, closed)) return paths;
  }
}

std::optional<RunPaths> find_unfinished(const fs::path& runs) {
  std::optional<RunPaths> newest;
  fs::file_time_type latest{};
  std::error_code error;
  for (fs::directory_iterator entry(runs, error), end; !error && entry != end; entry.increment(error)) {
    const RunPaths paths{entry->path()};
    std::error_code missing;
    const auto written = fs::last_write_time(unfinished_file(paths), missing);
    if (missing || (newest && written <= latest)) continue;
    newest = paths;
    latest = written;
  }
  return newest;
}

PlayTable::PlayTable(ResolvedPlan resolved, RunPaths paths)
    : resolved_(std::move(resolved)), paths_(std::move(paths)) {
  pairing_ = schedule_of(plan()).game(GameNumber{1});
  seed_ = pairing_.seed;
  game_ = std::make_unique<Game>(plan().rules, resolved_.lexicon, seed_,
                                 static_cast<int>(pairing_.entrants.size()));
  generator_ = std::make_unique<MoveGenerator>(plan().rules, resolved_.lexicon);
}

Result<std::unique_ptr<PlayTable>> PlayTable::open(ResolvedPlan resolved, const RunPaths& paths) {
  if (auto seen = run_folder_fault(resolved.plan, *resolved.sandbox, paths)) return *std::move(seen);
  std::unique_ptr<PlayTable> table(new PlayTable(std::move(resolved), paths));
  bool is_played = false;
  auto store = RunStore::open(paths, plan_to_json(table->plan()), schedule_of(table->plan()).shard(),
                              table->resolved_.lexicon, [&](const GameRecord&) -> Result<void> {
                                is_played = true;
                                return success();
                              });
  if (!store) return store.error();
  if (is_played) {  // A killed program may have left this file beside the record.
    std::error_code error;
    fs::remove(unfinished_file(paths), error);
    return Error{fmt::format("{0}: this game is over; see: toptile replay {0}", paths.folder.string())};
  }
  table->store_ = std::move(store).value();
  return table;
}

Result<void> PlayTable::let_bots_through() const {
  return let_users_through(*sandbox(), paths_.folder, {paths_.lexicon_list(), paths_.lexicon()});
}

Result<std::unique_ptr<PlayTable>> PlayTable::begin(ResolvedPlan resolved, const BuiltBots& built,
                                                    const RunPaths& paths, int challenge_limit) {
  for (const fs::path& file : {paths.plan(), unfinished_file(paths)}) {
    TOPTILE_TRY(const auto found, files_of(paths).look_for(file.filename()));
    if (!found) continue;
    return Error{
        fmt::format("{0}: this folder already has a game; choose another --out, or resume the game: "
                    "toptile play --resume {0}",
                    paths.folder.string())};
  }
  auto table = open(std::move(resolved), paths);
  if (!table) return table;
  PlayTable& begun = *table.value();
  TOPTILE_TRY(auto frozen, FrozenBots::freeze(begun.plan().bots, built, lanes_of(begun.plan()),
                                              paths.frozen(), *begun.sandbox()));
  begun.bots_ = std::move(frozen);
  TOPTILE_TRY_TO(begun.let_bots_through());
  begun.challenge_limit_ = challenge_limit;
  begun.keep();
  if (begun.save_fault_) return *begun.save_fault_;
  return table;
}

namespace {

// A run may be a stranger's. So it may only start a copy that it has, or a program of the system or on PATH.
std::optional<Error> foreign_program_fault(const BotEntry& bot) {
  if (is_person(bot)) return std::nullopt;
  const fs::path program = fs::path(bot.command[0]).lexically_normal();
  const auto holds_it = [&](const BotHome& home) { return is_within(program, home.path); };
  const auto on_path = find_on_path(program.filename(), search_path());
  if (std::ranges::any_of(bot.homes, holds_it) || is_in_system(program) || on_path == program)
    return std::nullopt;
  return Error{
      fmt::format("run.json starts {} for bot {}, which is neither in the run nor one of the system's "
                  "programs; begin a new game",
                  printable(program.string(), 200), bot.name)};
}

}  // namespace

Result<std::unique_ptr<PlayTable>> PlayTable::resume(const RunPaths& paths, SandboxMode mode) {
  TOPTILE_TRY(auto plan, read_run_plan(paths));
  for (const BotEntry& bot : plan.bots) {
    if (auto foreign = foreign_program_fault(bot)) return in_context(paths.folder.string(), *foreign);
    if (bot.readable.empty()) continue;
    return Error{fmt::format(
        "{}: run.json lets bot {} read {}, which a run of toptile play never does; begin a new game",
        paths.folder.string(), bot.name, printable(bot.readable.front().string(), 200))};
  }
  if (!is_play_plan(plan))
    return Error{fmt::format("{}: this run was not made by toptile play", paths.folder.string())};
  const fs::path file = unfinished_file(paths);
  if (!files_of(paths).has(file.filename()))
    return Error{fmt::format("{}: there is no unfinished game in this run", paths.folder.string())};
  TOPTILE_TRY(auto text, files_of(paths).read(file.filename(), kMaxUnfinishedBytes));
  TOPTILE_TRY(auto saved, parse_saved_game(text, file.string()));
  TOPTILE_TRY(auto words, load_graph_of(paths, plan.rules));
  if (hexadecimal(words.lexicon.sha256()) != plan.lexicon_sha256)
    return Error{fmt::format("{}: these are not the words that run.json names", paths.lexicon().string())};
  TOPTILE_TRY(auto sandbox, Sandbox::open(mode));
  auto table = open({std::move(plan), std::move(words).lexicon, std::move(sandbox)}, paths);
  if (!table) return table;
  TOPTILE_TRY(auto frozen, FrozenBots::open(table.value()->plan().bots, lanes_of(table.value()->plan()),
                                            paths.frozen(), *table.value()->sandbox()));
  table.value()->is_resumed_ = true;
  table.value()->bots_ = std::move(frozen);
  TOPTILE_TRY_TO(table.value()->let_bots_through());
  if (auto laid = table.value()->lay_again(saved); !laid) return in_context(file.string(), laid.error());
  return table;
}

Result<void> PlayTable::lay_again(const SavedGame& saved) {
  TOPTILE_TRY_TO(play_again(saved, *game_));
  turns_ = saved.turns;
  forfeits_ = saved.forfeits;
  hints_ = saved.hints;
  challenge_limit_ = saved.challenge_limit;
  return game_->is_over() ? finish() : success();
}

FirstDraw PlayTable::first_draw() const {
  return first_draw_of(plan().rules, seed_, pairing_.id, game_->players());
}

int PlayTable::people() const {
  return static_cast<int>(std::ranges::count_if(plan().bots, toptile::is_person));
}

std::vector<std::string> PlayTable::names() const {
  std::vector<std::string> names;
  for (const Seat seat : each<Seat>(game_->players())) names.push_back(name(seat));
  return names;
}

std::chrono::milliseconds PlayTable::time_of(Seat seat) const {
  std::chrono::milliseconds time{0};
  for (std::size_t i = 0; i < turns_.size(); ++i)
    if (game_->turns()[i].seat == seat) time += turns_[i].time;
  return time;
}

Judged<void> PlayTable::play(const Move& move, std::optional<MoveAnswer> answer) {
  const Board before = game_->board();
  TOPTILE_TRY_TO(game_->play(move));
  if (const auto* placement = std::get_if<Placement>(&move)) last_laid_ = tiles_laid_by(before, *placement);
  if (std::holds_alternative<Challenge>(move)) last_laid_.clear();
  const auto now = std::chrono::steady_clock::now();
  const auto since_last = now - std::exchange(turn_began_, now);
  TurnRecord& turn = turns_.emplace_back();
  turn.time = std::chrono::floor<std::chrono::milliseconds>(answer ? answer->taken : since_last);
  if (answer) turn.info = std::move(answer->info);
  end_challenged_turn();
  keep();
  return success();
}

void PlayTable::end_challenged_turn() {
  const int limit = challenge_limit(game_->seat_to_move());
  if (!is_challenge_limit_reached(*game_, limit)) return;
  turns_.emplace_back().refused = {challenge_limit_record(*game_, limit)};
  TOPTILE_ASSERT(game_->play(Pass{}));
}

void PlayTable::forfeit(Seat seat, const ForfeitRecord& forfeit) {
  forfeits_.push_back(forfeit);
  turn_began_ = std::chrono::steady_clock::now();
  game_->forfeit(seat);
  keep();
}

std::vector<ScoredPlay> PlayTable::best_plays(std::size_t most) {
  std::vector<ScoredPlay> plays;
  generator_->generate(game_->board(), game_->rack(game_->seat_to_move()), plays);
  sort_best_first(plays, alphabet());
  put_distinct_words_first(plays, most);
  if (plays.size() > most) plays.resize(most);
  ++hints_;
  keep();
  return plays;
}

SavedGame PlayTable::saved() const {
  SavedGame saved{turns_, forfeits_, hints_, challenge_limit_};
  for (std::size_t i = 0; i < turns_.size(); ++i)
    saved.turns[i].move = format_move(game_->turns()[i].move, alphabet());
  return saved;
}

void PlayTable::keep() {
  const auto kept = game_->is_over() ? finish() : save();
  save_fault_ = kept ? std::nullopt : std::optional(kept.error());
}

Result<void> PlayTable::save() {
  return replace_file(unfinished_file(paths_), format_saved_game(saved()), Readers::owner);
}

// The record must be on the disk before the file of the unfinished game goes.
GameRecord PlayTable::record() const {
  GameRecord record;
  record.id = pairing_.id;
  record.set = pairing_.set;
  record.seed = seed_;
  record.players = names();
  record.turns = turns_;
  fill_from_game(record, *game_);
  record.forfeits = forfeits_;
  return record;
}

Result<void> PlayTable::finish() {
  TOPTILE_TRY_TO(store_->append(pairing_.id, format_record(record())));
  TOPTILE_TRY_TO(store_->settle());
  std::error_code error;
  fs::remove(unfinished_file(paths_), error);
  return sync_folder(paths_.folder);
}

}  // namespace toptile
