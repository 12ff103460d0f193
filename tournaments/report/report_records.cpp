#include "tournaments/report/report_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <future>
#include <set>
#include <span>

#include "base/parallel.h"
#include "base/utf8.h"
#include "base/words.h"
#include "engine/lexicon_image.h"
#include "protocol/record_log.h"
#include "tournaments/report/deflate.h"
#include "tournaments/run/run_files.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

// Lines of a log that one task reads.
struct Batch {
  std::uint64_t first_line = 1;
  std::string text;               // Lines with their ends.
  std::vector<std::size_t> ends;  // Where each line ends in the text.
};

// The contents of a batch's lines, up to the first that cannot be parsed.
struct BatchDetails {
  std::vector<GameRecord> records;  // Without their turns.
  std::vector<std::uint64_t> keys;  // One for each record.
  // For each record: the earlier run, if any, that has its game.
  std::vector<std::optional<std::size_t>> runs_before;
  // The members below leave out games that an earlier run has.
  std::vector<GameTurns> turns;           // One for each game.
  std::map<std::string, BotMoves> moves;  // By the bot's name.
  RunHighlights highlights;
  std::vector<GameChunk> chunks;
  std::optional<Error> fault;
};

void add_moves(const GameRecord& record, std::map<std::string, BotMoves>& moves) {
  std::vector<BotMoves*> by_seat;
  for (const std::string& name : record.players) by_seat.push_back(&moves[name]);
  std::vector<std::size_t> numbers(by_seat.size());
  // No bot chose the turns of the opening.
  for (const TurnRecord& turn : std::span(record.turns).subspan(static_cast<std::size_t>(record.opening))) {
    const auto seat = static_cast<std::size_t>(turn.seat);
    by_seat[seat]->add_time(turn.time.count());
    if (!is_answer(turn)) by_seat[seat]->add_turn(++numbers[seat], turn.points, turn.time.count());
  }
  for (const ForfeitRecord& forfeit : record.forfeits) {
    if (forfeit.kind == FaultKind::time) ++by_seat[forfeit.seat]->lost_on_time;
  }
}

// Packs lines that go into the report. Each chunk has consecutive lines.
class Packing {
 public:
  explicit Packing(std::vector<GameChunk>& chunks) : chunks_(chunks) {}

  void add(GameNumber id, std::string_view line_with_end) {
    if (text_.empty()) first_ = id;
    last_ = id;
    text_ += line_with_end;
  }
  void end() {
    if (!text_.empty()) chunks_.push_back({first_, last_, deflated(text_)});
    text_.clear();
  }

 private:
  std::vector<GameChunk>& chunks_;
  GameNumber first_{}, last_{};
  std::string text_;
};

BatchDetails read_batch(const Batch& batch, const Ruleset& rules, const GameSelection& selection,
                        const GameKeys& keys, const KnownGames& known) {
  BatchDetails details;
  Packing packing(details.chunks);
  std::size_t begin = 0;
  for (const std::size_t end : batch.ends) {
    const std::string_view line = std::string_view(batch.text).substr(begin, end - begin - 1);
    auto parsed = parse_written_record(line);
    if (!parsed) {
      details.fault = parsed.error();
      break;
    }
    GameRecord& record = parsed.value();
    details.keys.push_back(keys.game(record));
    details.runs_before.push_back(known.find(details.keys.back()));
    const bool is_new = !details.runs_before.back();
    if (is_new) {
      add_moves(record, details.moves);
      const GameHighlights highlights = highlights_of(record, rules);
      details.turns.push_back(turns_of(record, highlights));
      details.highlights.add(record, highlights);
    }
    if (is_new && selection.has(record.id)) {
      packing.add(record.id, std::string_view(batch.text).substr(begin, end - begin));
    } else {
      packing.end();
    }
    record.turns = {};
    details.records.push_back(std::move(record));
    begin = end;
  }
  packing.end();
  return details;
}

// Assembles a run from its batches in their order.
class RunAssembly {
 public:
  RunAssembly(Plan plan, std::string name, std::filesystem::path file, std::size_t number)
      : file_(std::move(file)),
        number_(number),
        run_{.name = std::move(name),
             .plan = std::move(plan),
             .games = {},
             .forfeited = {},
             .places = {},
             .test = {},
             .details = RecordDetails()} {
    for (std::size_t i = 0; i < run_.plan.bots.size(); ++i)
      entrants_[run_.plan.bots[i].name] = static_cast<Entrant>(i);
  }

  Result<void> add(std::uint64_t first_line, BatchDetails&& batch) {
    for (std::size_t i = 0; i < batch.records.size(); ++i) {
      const GameRecord& record = batch.records[i];
      if (auto told = reading_.tell(record); !told) return fault(first_line, told.error());
      ++first_line;
      is_repeated_.push_back(batch.runs_before[i].has_value());
      if (const auto before = batch.runs_before[i]) {
        add_repeated(run_.repeated, number_, *before);
        continue;
      }
      keys_.push_back(batch.keys[i]);
      run_.seeds.push_back(record.seed);
      add_forfeits(record);
    }
    if (batch.fault) return fault(first_line, *batch.fault);
    RecordDetails& details = *run_.details;
    details.turns.insert(details.turns.end(), batch.turns.begin(), batch.turns.end());
    details.highlights.add(batch.highlights);
    std::ranges::move(batch.chunks, std::back_inserter(details.chunks));
    for (const auto& [name, moves] : batch.moves) details.moves[entrants_.at(name)].add(moves);
    return success();
  }

  ReportRun take() {
    run_.is_finished = reading_.is_finished();
    run_.planned = reading_.schedule().expected();
    for (const RepeatedGames& repeated : run_.repeated) run_.planned -= repeated.games;
    run_.places = reading_.schedule().places();
    run_.test = reading_.schedule().test();
    run_.games = reading_.take().games;
    std::size_t place = 0;
    std::erase_if(run_.games, [&](const GameResult&) { return is_repeated_[place++]; });
    return std::move(run_);
  }

  const Plan& plan() const { return run_.plan; }
  // The keys of the games that no earlier run has.
  const std::vector<std::uint64_t>& keys() const { return keys_; }

 private:
  Error fault(std::uint64_t line, const Error& what) const {
    return in_context(fmt::format("{}: line {}", file_.string(), line), what);
  }

  void add_forfeits(const GameRecord& record) {
    auto& told = run_.details->forfeits;
    for (const ForfeitRecord& forfeit : record.forfeits) {
      run_.details->kinds.try_emplace({record.id, forfeit.seat}, forfeit.kind);
      if (told.size() < kMaxForfeitsTold)
        told.push_back({record.id, entrants_.at(record.players[forfeit.seat]), forfeit});
    }
  }

  std::filesystem::path file_;
  std::size_t number_;
  ReportRun run_;
  std::vector<std::uint64_t> keys_;
  std::vector<bool> is_repeated_;  // One for each record.
  std::map<std::string, Entrant> entrants_;
  RunReading reading_{run_.plan};
};

// Reads a log in several tasks at once, about as many as there are processors. Their results are added in the
// order of the lines.
Result<void> read_log(const std::filesystem::path& file, const GameSelection& games, const KnownGames& known,
                      RunAssembly& run) {
  TOPTILE_TRY(auto log, LogReader::open(file));
  const GameKeys keys(run.plan());
  struct Task {
    std::uint64_t first_line = 1;
    std::future<BatchDetails> details;
  };
  std::deque<Task> tasks;
  const std::size_t most_tasks = usable_processors().size() + 1;
  const auto finish_first = [&] {
    Task task = std::move(tasks.front());
    tasks.pop_front();
    return run.add(task.first_line, task.details.get());
  };
  for (bool is_at_end = false; !is_at_end;) {
    Batch batch{log.lines() + 1, {}, {}};
    while (batch.ends.size() < kGamesAChunk) {
      TOPTILE_TRY(const auto line, log.next());
      is_at_end = !line;
      if (is_at_end) break;
      batch.text.append(*line).append(1, '\n');
      batch.ends.push_back(batch.text.size());
    }
    if (tasks.size() == most_tasks) {
      TOPTILE_TRY_TO(finish_first());
    }
    const std::uint64_t first_line = batch.first_line;
    tasks.push_back({first_line, std::async(std::launch::async, [&, batch = std::move(batch)] {
                       return read_batch(batch, run.plan().rules, games, keys, known);
                     })});
  }
  while (!tasks.empty()) {
    TOPTILE_TRY_TO(finish_first());
  }
  return success();
}

}  // namespace

std::optional<GameSelection> GameSelection::parse(std::string_view text) {
  if (text == "all") return all();
  if (text == "none") return none();
  Ranges ranges;
  while (true) {
    const std::size_t comma = text.find(',');
    const std::string_view part = text.substr(0, comma);
    const std::size_t dash = part.find('-');
    const auto first = parse_number<std::uint64_t>(part.substr(0, dash));
    const auto last = dash == part.npos ? first : parse_number<std::uint64_t>(part.substr(dash + 1));
    if (!first || !last || *first < 1 || *last < *first) return std::nullopt;
    ranges.emplace_back(*first, *last);
    if (comma == text.npos) return GameSelection(std::move(ranges));
    text.remove_prefix(comma + 1);
  }
}

bool GameSelection::has(GameNumber id) const {
  return std::ranges::any_of(ranges_,
                             [id](const auto& range) { return range.first <= id && id <= range.second; });
}

// The numbers of a shard have gaps, so a range may include games of other shards.
std::optional<Error> GameSelection::missing_fault(std::span<const ReportRun> runs) const {
  std::set<std::uint64_t> ids;
  for (const ReportRun& run : runs)
    for (const GameResult& game : run.games) ids.insert(game.id);
  const auto is_there = [&](const auto& range) {
    if (range.second == UINT64_MAX) return true;
    const auto next = ids.lower_bound(range.first);
    return next != ids.end() && *next <= range.second && range.second <= *ids.rbegin();
  };
  if (std::ranges::all_of(ranges_, is_there)) return std::nullopt;
  const char* const have = runs.size() == 1 ? "the run has" : "the runs have";
  if (ids.empty()) return Error{fmt::format("{} no games yet", have)};
  const std::uint64_t first = *ids.begin(), last = *ids.rbegin();
  const bool is_whole = ids.size() == last - first + 1;
  return Error{fmt::format("{} {}games {} to {}", have,
                           is_whole ? std::string() : fmt::format("{} of the ", ids.size()), first, last)};
}

Result<ReportRun> read_report_run(const RunPaths& paths, const std::string& name, const GameSelection& games,
                                  ReadGames& before) {
  TOPTILE_TRY(auto plan, read_run_plan(paths));
  const std::size_t number = before.runs++;
  RunAssembly run(std::move(plan), name, paths.games(), number);
  TOPTILE_TRY_TO(read_log(paths.games(), games, before.known, run));
  for (const std::uint64_t key : run.keys()) before.known.add(key, number);
  ReportRun read = run.take();
  TOPTILE_TRY(read.sessions, read_sessions(paths));
  TOPTILE_TRY(read.details->reviews, read_reviews(paths));
  std::erase_if(read.details->reviews, [&](const auto& review) {
    return !std::ranges::binary_search(read.games, static_cast<std::uint64_t>(review.first), {},
                                       [](const GameResult& game) { return std::uint64_t{game.id}; });
  });
  return read;
}

Result<ReportRun> read_report_game(const RunPaths& paths, const std::string& name, GameNumber id) {
  TOPTILE_TRY(auto plan, read_run_plan(paths));
  TOPTILE_TRY(const auto line, find_game_line(paths, id));
  TOPTILE_TRY(const auto record, parse_record(line));
  Entrants entrants;
  const std::vector<BotEntry>& bots = plan.bots;
  for (const std::string& player : record.players) {
    const auto bot = std::ranges::find(bots, player, &BotEntry::name);
    if (bot == bots.end() || record.players.size() > kMaxPlayers) {
      return Error{
          fmt::format("{}: game {}: the run has no bot {}", paths.games().string(), id, printable(player))};
    }
    entrants.push_back(static_cast<Entrant>(bot - bots.begin()));
  }
  RecordDetails details;
  details.turns.push_back(turns_of(record, highlights_of(record, plan.rules)));
  details.chunks.push_back({id, id, deflated(line + "\n")});
  TOPTILE_TRY(details.reviews, read_reviews(paths, {{id, mark_of(line), record.players}}));
  return ReportRun{.name = name,
                   .plan = std::move(plan),
                   .games = {result_of(record, entrants)},
                   .forfeited = {},
                   .places = {},
                   .test = {},
                   .details = std::move(details)};
}

std::string packed_lexicon(const Lexicon& lexicon) {
  const auto bytes = reordered_image(lexicon.image());
  return deflated({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

Result<std::string> packed_lexicon(const RunPaths& paths, const Ruleset& rules) {
  TOPTILE_TRY(const auto loaded, load_graph_of(paths, rules));
  return packed_lexicon(loaded.lexicon);
}

}  // namespace toptile
