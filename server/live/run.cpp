#include "server/live/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <span>

#include "base/words.h"
#include "server/http/connection.h"
#include "tournaments/report/report_data.h"
#include "tournaments/report/report_page.h"
#include "tournaments/report/report_records.h"
#include "tournaments/run/run_store.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

constexpr std::size_t kMaxKept = 512;
constexpr std::chrono::seconds kMinPause{1};
constexpr int kPausePerCost = 50;
constexpr std::string_view kRetry = "retry: 2000\n\n";

std::string epoch_now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return fmt::format("{:x}", std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

// The page and the data in it. Neither has the seed before the run is finished, as the seed tells all bags
// that are still to come. `key` is part of the addresses that the page asks for.

// This lacks what only records tell. They are read one by one, when somebody looks at a game.
ReportRun run_of(const LiveState& state) {
  return {.name = state.title,
          .plan = state.plan,
          .games = state.results.games,
          .forfeited = state.results.forfeited,
          .places = {},
          .test = {},
          .planned = state.planned,
          .is_finished = state.is_finished,
          .details = {},
          .sessions = state.sessions,
          .lexicon = state.lexicon};
}

// Another shard of the same seed may still be in play when this one is finished.
bool may_tell_seed(const LiveState& state) {
  return state.is_finished && !state.plan.shard;
}

void take_seed_out(Json& data) {
  data["runs"][0]["plan"].erase("seed");
  Json& reproduce = data["reproduce"];
  reproduce["configuration"].erase("seed");
  reproduce["commands"].erase(std::size_t{0});  // This command plays the run again.
  reproduce["notes"].push_back(
      "The seed, and the command with it, are shown when the tournament is finished.");
}

Json data_of(const LiveState& state, const ReportRun& run, const std::string& key) {
  Json data = report_data(std::span(&run, 1), state.title);
  const std::string first = "/" + key;
  data["live"] = {{"events", first + "/events"},
                  {"data", first + "/data.json"},
                  {"game", first + "/games/"},
                  {"boards", first + "/boards"}};
  if (!may_tell_seed(state)) take_seed_out(data);
  return data;
}

std::string live_data(const LiveState& state, const std::string& key) {
  return json_line(data_of(state, run_of(state), key));
}

std::string live_page(const LiveState& state, const std::string& key) {
  const ReportRun run = run_of(state);
  return report_page(data_of(state, run, key), std::span(&run, 1));
}

}  // namespace

const std::string& KeptText::text(std::uint64_t version, bool must) {
  const Instant begin = clock_();
  if (version_ && (version_ == version || (begin < next_ && !must))) return text_;
  text_ = make_();
  version_ = version;
  const Instant end = clock_();
  next_ = end + std::max<Instant::duration>(kPausePerCost * (end - begin), kMinPause);
  return text_;
}

LiveRun::LiveRun(const Plan& plan, const RunPaths& paths, OpenTables& tables, const std::string& key)
    : state_{plan, folder_name(paths.folder.string()), {}},
      paths_(paths),
      records_(paths),
      boards_(tables),
      epoch_(epoch_now()),
      data_([this, key] { return live_data(state_, key); }, std::chrono::steady_clock::now),
      page_([this] { return make_page(); }, std::chrono::steady_clock::now),
      sources_{[this] { return page_.text(events_, state_.is_over); },
               [this] { return data_.text(events_, state_.is_over); },
               [this](GameNumber id) { return record_of(id); },
               [this](std::optional<GameNumber> id) { return boards(id); },
               [this](const std::optional<std::string>& last) { return opening(last); },
               key} {}

// Until the run has started, its files are being rewritten. A page without the engine is better than none.
std::string LiveRun::make_page() {
  if (events_ > 0 && state_.lexicon.empty()) {
    if (auto lexicon = packed_lexicon(paths_, state_.plan.rules)) state_.lexicon = std::move(lexicon).value();
  }
  return live_page(state_, sources_.key);
}

// Until the run has started, its files are being rewritten.
Result<std::optional<std::string>> LiveRun::record_of(GameNumber id) {
  if (events_ == 0) return std::optional<std::string>();
  TOPTILE_TRY(const auto is_played, is_bag_played(id));
  if (!is_played) return std::optional<std::string>();
  return records_.line_of(id);
}

// A record tells the order of the bag, and the other games of its set may still be in play on the same bag.
Result<bool> LiveRun::is_bag_played(GameNumber id) {
  if (state_.is_finished || id == 0) return true;
  const auto games = static_cast<std::uint64_t>(state_.plan.format.players);
  const GameNumber first{(id - 1) / games * games + 1};
  for (GameNumber other = first; other < first + games; ++other) {
    TOPTILE_TRY(const auto record, records_.line_of(other));
    if (!record) return false;
  }
  return true;
}

// The games in play, and one board: that of the game that is asked for, or of the one that is shown first.
Result<std::optional<std::string>> LiveRun::boards(std::optional<GameNumber> id) {
  boards_.refresh();
  const auto featured = boards_.featured();
  TOPTILE_TRY(auto board, board_of(id ? id : featured));
  if (id && !board) return std::optional<std::string>();
  const Json answer = {{"pace", pace()},
                       {"games", boards_.games()},
                       {"featured", featured ? Json(*featured) : Json()},
                       {"board", board ? *std::move(board) : Json()}};
  return std::optional(json_line(answer));
}

// A game that has left its table is in the records, at the latest when its event is told.
Result<std::optional<Json>> LiveRun::board_of(std::optional<GameNumber> id) {
  if (!id) return std::optional<Json>();
  if (auto board = boards_.board(*id)) return board;
  if (events_ == 0) return std::optional<Json>();
  TOPTILE_TRY(const auto line, records_.line_of(*id));
  if (!line) return std::optional<Json>();
  TOPTILE_TRY(auto board, board_of_record(*line));
  return std::optional(std::move(board));
}

// The time goes on between two news.
Json LiveRun::pace() const {
  TournamentProgress progress = state_.progress;
  if (!state_.is_over && state_.begin != Instant{})
    progress.elapsed = std::chrono::steady_clock::now() - state_.begin;
  const auto left = state_.is_over ? std::nullopt : progress.time_left();
  return {{"games_played", progress.played},
          {"games_planned", progress.games},
          {"games_a_second", progress.games_a_second()},
          {"seconds_left", left ? Json(left->count()) : Json()},
          {"is_over", state_.is_over}};
}

HttpAnswer LiveRun::refusal(HttpFault fault, std::uint64_t) const {
  if (fault == HttpFault::head_too_long) return live_refusal(431, "The request is too long.");
  if (fault == HttpFault::too_many_followers)
    return live_refusal(503, "Too many pages follow this tournament already.");
  return live_refusal(400, "This request cannot be read.");
}

void LiveRun::handle(const std::shared_ptr<HttpConnection>& connection) {
  connection->answer_last(answer(connection->head()));
}

std::vector<std::string> LiveRun::take(LiveNews news) {
  state_.results.append(news.results);
  if (!news.sessions.empty()) state_.sessions = std::move(news.sessions);
  state_.planned = news.planned;
  state_.progress = news.progress;
  state_.begin = news.begin;
  if (!news.ratings.empty()) boards_.rate(std::move(news.ratings));
  if (news.is_over) boards_.close();
  state_.is_over = news.is_over;
  state_.is_finished = news.is_finished;
  if (news.is_over && !state_.plan.shard) state_.results.cut_after(GameNumber{news.planned});
  std::vector<std::string> texts;
  for (const LiveEvent& event : news.events) texts.push_back(keep(event));
  return texts;
}

std::string LiveRun::keep(const LiveEvent& event) {
  const std::string text = fmt::format("event: {}\ndata: {}\n\n", event.kind, event.json);
  ++events_;
  if (event.kind == "start") {
    start_ = text;
  } else if (event.kind == "started") {
    in_play_[event.game] = text;
  } else if (event.kind == "game") {
    in_play_.erase(event.game);
  } else if (event.kind == "withdrawn") {
    withdrawals_ += text;
  } else {
    marks_[event.kind] = text;
  }
  last_.push_back({events_, text});
  if (last_.size() > kMaxKept) last_.pop_front();
  return id_line(events_) + text;
}

std::string LiveRun::id_line(std::uint64_t number) const {
  return fmt::format("id: {}-{}\n", epoch_, number);
}

std::optional<std::uint64_t> LiveRun::number_of(const std::string& event_id) const {
  const std::string_view id = event_id;
  if (!id.starts_with(epoch_ + "-")) return std::nullopt;
  return parse_number<std::uint64_t>(id.substr(epoch_.size() + 1));
}

// A reader that comes back gets the events that it missed, unless they are too many. Any other reader gets
// how things stand, and the number of the last event by itself.
std::string LiveRun::opening(const std::optional<std::string>& last_event_id) const {
  std::string text(kRetry);
  const auto number = last_event_id ? number_of(*last_event_id) : std::nullopt;
  if (number && *number <= events_ && (last_.empty() || *number + 1 >= last_.front().number)) {
    for (const Kept& event : last_)
      if (event.number > *number) text += id_line(event.number) + event.text;
    return text;
  }
  text += start_ + withdrawals_;
  for (const auto& [kind, mark] : marks_)
    if (kind != "end") text += mark;
  for (const auto& [game, started] : in_play_) text += started;
  if (const auto end = marks_.find("end"); end != marks_.end()) text += end->second;
  return text + id_line(events_) + "\n";
}

}  // namespace toptile
