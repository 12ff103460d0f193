#include "tournaments/run/kept_games.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <unordered_set>

#include "base/files.h"
#include "base/sha256.h"
#include "protocol/record_log.h"
#include "referee/game/fault.h"
#include "tournaments/run/run_files.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

std::string meeting_key(std::uint64_t seed, const std::vector<std::string>& names) {
  return fmt::format("{} {}", seed, fmt::join(names, " "));
}

std::string key_of(std::uint64_t seed, const std::vector<std::string>& names, unsigned withdrawn) {
  return fmt::format("{} {}", meeting_key(seed, names), withdrawn);
}

// The names of the players in seat order.
std::vector<std::string> names_in(const Plan& plan, const ScheduledGame& game) {
  std::vector<std::string> names;
  for (const Entrant entrant : game.entrants) names.push_back(plan.bots[entrant].name);
  return names;
}

std::string key_of(const GameRecord& record) {
  unsigned withdrawn = 0;
  for (const ForfeitRecord& forfeit : record.forfeits)
    if (forfeit.kind == FaultKind::withdrawn) withdrawn |= 1U << static_cast<unsigned>(forfeit.seat);
  return key_of(record.seed, record.players, withdrawn);
}

// Whether enough bots were there to play.
bool is_played(const GameRecord& record) {
  const auto withdrawn = std::ranges::count(record.forfeits, FaultKind::withdrawn, &ForfeitRecord::kind);
  return static_cast<std::size_t>(withdrawn) + 1 < record.players.size();
}

fs::path transcripts_of(const RunPaths& paths) {
  return paths.transcript_of(GameNumber{1}).parent_path();
}

// The names in a stranger's records may be paths, so the file has none of them.
fs::path kept_transcript(const RunPaths& paths, const GameRecord& record) {
  return transcripts_of(paths) / "kept" / (sha256_hexadecimal(key_of(record)) + ".txt");
}

Result<void> link_again(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_directories(to.parent_path(), error);
  if (!error) fs::remove(to, error);
  if (!error) fs::create_hard_link(from, to, error);
  // Some file systems have no such links.
  if (error) fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
  if (error) return Error{fmt::format("{}: this file cannot be made: {}", to.string(), error.message())};
  return success();
}

bool is_regular(const fs::path& file) {
  std::error_code ignored;
  return fs::symlink_status(file, ignored).type() == fs::file_type::regular;
}

// The referee told the bot the number that the game had then.
void renumber_evidence(GameRecord& record, GameNumber id) {
  const std::string then = fmt::format("> newgame id {} ", record.id);
  for (ForfeitRecord& forfeit : record.forfeits) {
    for (std::string& line : forfeit.evidence.lines) {
      if (line.starts_with(then)) line.replace(0, then.size(), fmt::format("> newgame id {} ", id));
    }
  }
}

// Writes lines into another file, which then takes the place of the old one.
class NewFile {
 public:
  static Result<NewFile> begin(const fs::path& file) {
    const fs::path aside = file.string() + fmt::format(".{}.new", ::getpid());
    ::unlink(aside.c_str());
    UniqueDescriptor opened(::open(aside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!opened.is_open()) return system_error(aside, "this file cannot be written");
    return NewFile(file, aside, std::move(opened));
  }

  Result<void> add(std::string_view line) {
    text_.append(line).append(1, '\n');
    return text_.size() < kBlock ? success() : flush();
  }

  Result<void> finish() {
    TOPTILE_TRY_TO(flush());
    if (::fsync(opened_.number()) != 0 || ::rename(aside_.c_str(), file_.c_str()) != 0)
      return system_error(file_, "this file cannot be written");
    return sync_folder(file_.parent_path());
  }

  void give_up() { ::unlink(aside_.c_str()); }

 private:
  static constexpr std::size_t kBlock = 1 << 20;

  NewFile(fs::path file, fs::path aside, UniqueDescriptor opened)
      : file_(std::move(file)), aside_(std::move(aside)), opened_(std::move(opened)) {}

  Result<void> flush() {
    TOPTILE_TRY_TO(write_bytes(opened_.number(), aside_, text_));
    text_.clear();
    return success();
  }

  fs::path file_, aside_;
  UniqueDescriptor opened_;
  std::string text_;
};

using Keys = std::unordered_set<std::string>;
using Visit = std::function<Result<void>(const GameRecord& record, std::string_view line)>;

// Visits the records of a log; none if there is no such file.
Result<void> for_each_in(const RunPaths& paths, const fs::path& file, const Visit& visit) {
  TOPTILE_TRY(const auto found, files_of(paths).look_for(file.filename()));
  if (!found) return success();
  TOPTILE_TRY_TO(for_each_log_line(file, [&](std::uint64_t, std::string_view line) -> Result<void> {
    TOPTILE_TRY(const auto record, parse_record_without_turns(line));
    return visit(record, line);
  }));
  return success();
}

// Copies the transcript of a game, so that it can get another number.
Result<void> keep_transcript(const RunPaths& paths, const GameRecord& record) {
  const fs::path file = paths.transcript_of(record.id);
  return is_regular(file) ? link_again(file, kept_transcript(paths, record)) : success();
}

Result<void> write_all_games(const RunPaths& paths, NewFile& file) {
  Keys keys;
  for (const fs::path& log : {paths.kept(), paths.games(), paths.ahead()}) {
    const bool is_numbered = log != paths.kept();
    TOPTILE_TRY_TO(
        for_each_in(paths, log, [&](const GameRecord& record, std::string_view line) -> Result<void> {
          if (!is_played(record) || !keys.insert(key_of(record)).second) return success();
          if (is_numbered) {
            TOPTILE_TRY_TO(keep_transcript(paths, record));
          }
          return file.add(line);
        }));
  }
  return file.finish();
}

struct Remaining {
  std::uint64_t kept = 0, dropped = 0;
};

// Writes the kept games that were not played now.
Result<Remaining> write_those_without(const RunPaths& paths, const Keys& played, NewFile& file) {
  Remaining remaining;
  TOPTILE_TRY_TO(
      for_each_in(paths, paths.kept(), [&](const GameRecord& record, std::string_view line) -> Result<void> {
        if (played.contains(key_of(record))) {
          std::error_code ignored;
          fs::remove(kept_transcript(paths, record), ignored);
          ++remaining.dropped;
          return success();
        }
        ++remaining.kept;
        return file.add(line);
      }));
  if (remaining.kept > 0 && remaining.dropped > 0) {
    TOPTILE_TRY_TO(file.finish());
  } else {
    file.give_up();
  }
  return remaining;
}

// Leaves out the games that are kept, and delivers their records.
class UnkeptGames final : public GameSource {
 public:
  UnkeptGames(GameSource& games, const Plan& plan, const KeptGames& kept)
      : games_(games), plan_(plan), kept_(kept) {}

  std::optional<Next> next(Wait wait) override {
    while (auto next = games_.next(wait)) {
      auto found = kept_.find(plan_, next->game, next->absent);
      if (found && !found.value()) return next;
      auto record = found ? Result<GameRecord>(*std::move(found).value()) : found.error();
      if (!games_.take(next->game, std::move(record))) break;
    }
    return std::nullopt;
  }
  bool take(const ScheduledGame& game, Result<GameRecord> record) override {
    return games_.take(game, std::move(record));
  }

 private:
  GameSource& games_;
  const Plan& plan_;
  const KeptGames& kept_;
};

// Leaves the games to another player that are not kept.
class KeptPlayer final : public GamePlayer {
 public:
  KeptPlayer(std::unique_ptr<GamePlayer> player, const Plan& plan, const KeptGames& kept)
      : player_(std::move(player)), plan_(plan), kept_(kept) {}

  void play_all(GameSource& source) override {
    UnkeptGames unkept(source, plan_, kept_);
    player_->play_all(unkept);
  }
  void rest() override { player_->rest(); }
  void wake() override { player_->wake(); }
  std::vector<SessionUse> finish() override { return player_->finish(); }

 private:
  const std::unique_ptr<GamePlayer> player_;
  const Plan& plan_;
  const KeptGames& kept_;
};

}  // namespace

Result<std::unique_ptr<KeptGames>> KeptGames::open(const RunPaths& paths) {
  TOPTILE_TRY(const auto found, files_of(paths).look_for(paths.kept().filename()));
  if (!found) return std::unique_ptr<KeptGames>(new KeptGames(paths, UniqueDescriptor()));
  TOPTILE_TRY(auto file, files_of(paths).open(paths.kept().filename()));
  std::unique_ptr<KeptGames> kept(new KeptGames(paths, std::move(file)));
  std::uint64_t begin = 0;
  TOPTILE_TRY_TO(
      for_each_in(paths, paths.kept(), [&](const GameRecord& record, std::string_view line) -> Result<void> {
        kept->places_.emplace(key_of(record), LinePlace{begin, line.size()});
        begin += line.size() + 1;
        return success();
      }));
  return kept;
}

std::uint64_t KeptGames::count_waiting(const Plan& plan, const Schedule& schedule,
                                       const std::function<bool(GameNumber)>& has_record) const {
  // Who would be withdrawn from a game is not known before its turn.
  std::unordered_set<std::string> kept;
  for (const auto& [key, place] : places_) kept.insert(key.substr(0, key.rfind(' ')));
  std::uint64_t waiting = 0;
  for (GameNumber id{1}; id <= schedule.known() && waiting < kept.size(); ++id) {
    if (!schedule.has(id) || has_record(id)) continue;
    const ScheduledGame game = schedule.game(id);
    if (kept.contains(meeting_key(game.seed, names_in(plan, game)))) ++waiting;
  }
  return waiting;
}

Result<void> KeptGames::restore_transcript(const GameRecord& record, GameNumber id) const {
  const fs::path file = kept_transcript(paths_, record);
  return is_regular(file) ? link_again(file, paths_.transcript_of(id)) : success();
}

Result<std::optional<GameRecord>> KeptGames::find(const Plan& plan, const ScheduledGame& game,
                                                  const Absences& absent) const {
  unsigned withdrawn = 0;
  for (const Seat seat : each<Seat>(game.entrants.size()))
    if (absent[seat]) withdrawn |= 1U << static_cast<unsigned>(seat);
  const auto place = places_.find(key_of(game.seed, names_in(plan, game), withdrawn));
  if (place == places_.end()) return std::optional<GameRecord>();
  TOPTILE_TRY(const auto line, read_line_at(file_, paths_.kept(), place->second));
  auto parsed = parse_record(line);
  const auto fault = [&](const Error& what) { return in_context(paths_.kept().string(), what); };
  if (!parsed) return fault(parsed.error());
  GameRecord record = std::move(parsed).value();
  if (record.digest != digest_of(record)) {
    return fault(
        Error{fmt::format("game {}: the digest is not that of the record; remove its line, and the "
                          "game is played again",
                          record.id)});
  }
  if (auto other = record_terms_fault(plan, record))
    return fault(Error{fmt::format("game {}: {}", record.id, *other)});
  renumber_evidence(record, game.id);
  TOPTILE_TRY_TO(restore_transcript(record, game.id));
  record.id = game.id;
  record.set = game.set;
  ++games_found_;
  turns_found_ += record.turns.size();
  return std::optional(with_absences(std::move(record), absent));
}

GamePlayers with_kept_games(GamePlayers players, const Plan& plan, const KeptGames& kept) {
  if (kept.is_empty()) return players;
  return [players = std::move(players), &plan, &kept](int worker, std::stop_token stop) {
    return std::make_unique<KeptPlayer>(players(worker, std::move(stop)), plan, kept);
  };
}

Result<std::uint64_t> count_waiting(const RunPaths& paths, const Plan& plan) {
  TOPTILE_TRY(const auto kept, KeptGames::open(paths));
  if (kept->is_empty() || depends_on_results(plan.format)) return std::uint64_t{0};
  std::unordered_set<std::uint64_t> recorded;
  TOPTILE_TRY_TO(
      for_each_in(paths, paths.games(), [&](const GameRecord& record, std::string_view) -> Result<void> {
        recorded.insert(record.id);
        return success();
      }));
  return kept->count_waiting(plan, schedule_of(plan), [&](GameNumber id) { return recorded.contains(id); });
}

Result<void> keep_games(const RunPaths& paths) {
  TOPTILE_TRY(auto file, NewFile::begin(paths.kept()));
  auto written = write_all_games(paths, file);
  if (!written) file.give_up();
  return written;
}

Result<void> drop_played(const RunPaths& paths) {
  TOPTILE_TRY(const auto found, files_of(paths).look_for(paths.kept().filename()));
  if (!found) return success();
  Keys played;
  TOPTILE_TRY_TO(
      for_each_in(paths, paths.games(), [&](const GameRecord& record, std::string_view) -> Result<void> {
        played.insert(key_of(record));
        return success();
      }));
  TOPTILE_TRY(auto file, NewFile::begin(paths.kept()));
  const auto remaining = write_those_without(paths, played, file);
  if (!remaining) {
    file.give_up();
    return remaining.error();
  }
  if (remaining.value().kept > 0) return success();
  std::error_code error;
  fs::remove(paths.kept(), error);
  fs::remove(transcripts_of(paths) / "kept", error);
  return sync_folder(paths.folder);
}

}  // namespace toptile
