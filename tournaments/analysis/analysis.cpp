#include "tournaments/analysis/analysis.h"

#include <fmt/format.h>
#include <memory>

#include "base/assert.h"
#include "base/files.h"
#include "base/utf8.h"
#include "bots/copies/frozen_bots.h"
#include "engine/position_judge.h"
#include "protocol/lexicon_file.h"
#include "protocol/position_line.h"
#include "protocol/replay.h"
#include "protocol/uwi.h"
#include "referee/game/play_game.h"
#include "referee/processes/event_loop.h"

namespace toptile {

namespace {

using std::chrono::milliseconds;

// Nothing is at stake here. So a bot gets this much time beyond its own before it counts as hanging.
constexpr milliseconds kHang{10'000};
constexpr std::size_t kMaxMoveBytes = 60;

using Asked = std::variant<Opinion, AnalysisFault>;

// A bot's processes: one for each seat, each in a game of its own.
class Panel {
 public:
  // `name` tells its files from those of other panels.
  Panel(const AnalysisRequest& request, const AnalysisTable& table, int players, const std::string& name)
      : request_(request),
        table_(table),
        spec_(request.bot.spec_of(Entrant{0}, 0, request.sandbox, {}, table.folder.list())),
        setup_(
            setup_lines(table.rules, table.lexicon, place_of_words(*request.sandbox, table.folder.list()))),
        name_(name),
        wake_(request.stop, [this] { loop_.wake(); }),
        sessions_(static_cast<std::size_t>(players)) {}
  ~Panel() {
    for (const Seat seat : each<Seat>(sessions_.size())) {
      sessions_[seat].reset();
      std::error_code ignored;
      std::filesystem::remove(stderr_of(seat), ignored);
    }
  }
  Panel(const Panel&) = delete;
  Panel& operator=(const Panel&) = delete;

  // The bot's answer, which is not judged yet. After a fault nothing more can be asked.
  Result<Asked> ask(Seat seat, std::uint64_t seed, const std::string& position, bool is_question) {
    const auto fault_or_error = [&](const NoAnswer& reason) -> Result<Asked> {
      if (const auto* error = std::get_if<Error>(&reason)) return *error;
      return Asked(fault_of(std::get<Fault>(reason), seat, position));
    };
    auto& session = sessions_[seat];
    if (!session) {
      auto started = start(seat, seed);
      if (!started) return fault_or_error(started.error());
      session = std::move(started).value();
    }
    uwi::Go go;
    go.is_question = is_question;
    go.move_time = request_.move_time;
    Opinion opinion;
    const auto keep_info = [&](const std::string& info) {
      if (opinion.infos.size() == kMaxInfos) opinion.infos.erase(opinion.infos.begin());
      opinion.infos.push_back(info);
    };
    const MoveLimit limit{request_.move_time + kHang, FaultKind::hang};
    const auto answered = session->ask({position, go}, limit, {}, keep_info);
    if (!answered) return fault_or_error(answered.error());
    opinion.move = clean_text(answered.value().move, kMaxMoveBytes);
    opinion.time = std::chrono::floor<milliseconds>(answered.value().taken);
    return Asked(std::move(opinion));
  }

  void quit() {
    for (const auto& session : sessions_) {
      if (session) session->quit();
    }
  }

 private:
  StartedSession start(Seat seat, std::uint64_t seed) {
    BotSpec spec = spec_;
    spec.launch.stderr_file = stderr_of(seat);
    spec.launch.stderr_limit_bytes = kMaxStderrOfGame;
    const uwi::NewGame game{"analysis", static_cast<int>(sessions_.size()), seat, seed};
    return start_in_game(loop_, spec, {}, request_.stop, setup_, game);
  }

  std::filesystem::path stderr_of(Seat seat) const {
    return table_.folder.stderr_of(fmt::format("{}-{}", name_, seat));
  }

  AnalysisFault fault_of(const Fault& fault, Seat seat, const std::string& position) const {
    AnalysisFault told{fault.kind, fault.text, position, {}};
    if (auto text = read_file(stderr_of(seat))) told.stderr_text = std::move(text).value();
    if (told.stderr_text.size() > kMaxStderrOfGame)
      told.stderr_text += "[toptile: it ended with this:]\n" + fault.evidence.stderr_tail;
    return told;
  }

  const AnalysisRequest& request_;
  const AnalysisTable& table_;
  const BotSpec spec_;
  const std::string setup_, name_;
  EventLoop loop_;
  const std::stop_callback<std::function<void()>> wake_;
  std::vector<std::unique_ptr<BotSession>> sessions_;
};

std::string refusal_text(const Refusal& refusal) {
  return fmt::format("{}: {}", name_of(refusal.reason), refusal.text);
}

// Plays are judged on the position. If there is a game, it decides whether an exchange, a pass or an answer
// to a challenge is allowed, because it knows more than the position.
void judge(const AnalysisTable& table, const Position& position, const Game* game, Opinion& opinion) {
  const auto move = parse_move(opinion.move, table.rules.alphabet());
  if (!move) {
    opinion.refusal = refusal_text(move.error());
    return;
  }
  if (game != nullptr && (game->is_question() || !std::holds_alternative<Placement>(move.value()))) {
    Game copy = *game;
    if (const auto played = copy.play(move.value()); !played) {
      opinion.refusal = refusal_text(played.error());
    } else if (!game->is_question()) {
      opinion.points = 0;
    }
    return;
  }
  MoveVerdict verdict = judge_move(position, move.value(), Judge(table.rules, table.lexicon), table.rules);
  if (verdict.refusal) {
    opinion.refusal = refusal_text(*verdict.refusal);
    return;
  }
  opinion.points = verdict.points;
  opinion.words = std::move(verdict.words);
}

// `game` is the record's, as it stood before the turn with this index.
Result<std::variant<TurnOpinion, TurnFault>> opinion_on(const GameRecord& record, std::size_t index,
                                                        const Game& game, const AnalysisTable& table,
                                                        Panel& panel) {
  const TurnRecord& played = record.turns[index];
  const Position position = game.position_of(played.seat);
  const int turn = static_cast<int>(index) + 1;
  TOPTILE_TRY(auto asked, panel.ask(played.seat, bot_seed(record.seed, played.seat),
                                    format_position(position, table.rules.alphabet()), game.is_question()));
  if (auto* fault = std::get_if<AnalysisFault>(&asked))
    return TurnFault{turn, played.seat, std::move(*fault)};
  Opinion& opinion = std::get<Opinion>(asked);
  judge(table, position, &game, opinion);
  const bool is_same = opinion.refusal.empty() &&
                       is_same_move(played.move, opinion.move, position.board, table.rules.alphabet());
  return TurnOpinion{.turn = turn,
                     .seat = played.seat,
                     .played = played.move,
                     .points = played.points,
                     .opinion = std::move(opinion),
                     .is_same = is_same};
}

bool is_answer_to_question(const std::string& move) {
  return move == "challenge" || move == "accept";
}

}  // namespace

bool is_same_move(const std::string& one, const std::string& other, const Board& board,
                  const Alphabet& alphabet) {
  if (one == other) return true;
  const auto first = parse_move(one, alphabet), second = parse_move(other, alphabet);
  if (!first || !second) return false;
  const auto* a = std::get_if<Placement>(&first.value());
  const auto* b = std::get_if<Placement>(&second.value());
  return a != nullptr && b != nullptr &&
         std::ranges::equal(tiles_laid_by(board, *a), tiles_laid_by(board, *b));
}

std::optional<double> score_told(const std::vector<std::string>& infos, std::string_view move) {
  std::optional<double> told;
  for (const std::string& info : infos) {
    const uwi::InfoValues values = uwi::values_of_info(info);
    if (values.move == move && values.score) told = values.score;
  }
  return told;
}

std::optional<int> TurnOpinion::points_lost() const {
  if (!opinion.points || is_answer_to_question(played)) return std::nullopt;
  return *opinion.points - points;
}

std::optional<double> TurnOpinion::score_lost() const {
  const auto best = score_told(opinion.infos, opinion.move), other = score_told(opinion.infos, played);
  if (!best || !other) return std::nullopt;
  return *best - *other;
}

void TurnOpinion::keep_telling_infos() {
  std::vector<std::string> told;
  bool knows_own = false, knows_played = false;
  for (auto info = opinion.infos.rbegin(); info != opinion.infos.rend(); ++info) {
    const bool is_of_own = !knows_own && score_told({*info}, opinion.move);
    const bool is_of_played = !knows_played && score_told({*info}, played);
    knows_own |= is_of_own;
    knows_played |= is_of_played;
    if (told.empty() || is_of_own || is_of_played) told.push_back(std::move(*info));
  }
  opinion.infos.assign(told.rbegin(), told.rend());
}

Result<std::variant<Opinion, AnalysisFault>> analyze_position(const AnalysisRequest& request,
                                                              const AnalysisTable& table,
                                                              const Position& position) {
  const int players = position.racks.empty() ? std::clamp(2, table.rules.players_min, table.rules.players_max)
                                             : static_cast<int>(position.racks.size());
  // The position line does not say which seat's rack it shows, but a bot may want to know. The number of
  // moves tells it.
  const Seat seat{position.moves ? static_cast<int>(position.moves->size()) % players : 0};
  Panel panel(request, table, players, "position");
  TOPTILE_TRY(auto asked, panel.ask(seat, 0, format_position(position, table.rules.alphabet()), false));
  if (auto* opinion = std::get_if<Opinion>(&asked)) {
    panel.quit();
    judge(table, position, nullptr, *opinion);
  }
  return asked;
}

Result<std::optional<TurnFault>> analyze_game(const AnalysisRequest& request, const AnalysisTable& table,
                                              const GameRecord& record,
                                              const std::function<bool(int turn, Seat seat)>& wants,
                                              const std::function<void(TurnOpinion&&)>& visit) {
  const int players = static_cast<int>(record.players.size());
  Game game = game_of(record, table.rules, table.lexicon);
  Panel panel(request, table, players, fmt::format("game-{}", record.id));
  std::optional<Error> failure;
  std::optional<TurnFault> fault;
  const auto look_at = [&](const ReplayedTurn& turn) {
    const int number = static_cast<int>(turn.index) + 1;
    if (number <= record.opening || !wants(number, record.turns[turn.index].seat)) return true;
    auto opinion = opinion_on(record, turn.index, game, table, panel);
    if (!opinion) {
      failure = opinion.error();
    } else if (auto* faulty = std::get_if<TurnFault>(&opinion.value())) {
      fault = std::move(*faulty);
    } else {
      visit(std::get<TurnOpinion>(std::move(opinion).value()));
    }
    return !failure && !fault;
  };
  if (const auto difference = replay(play_of(record), game, {.before = look_at}))
    return Error{*difference + "; see: toptile verify"};
  if (failure) return *std::move(failure);
  if (!fault) panel.quit();
  return fault;
}

// The list in a run may be anything, so the bot reads a copy.
Result<AnalysisFolder> AnalysisFolder::make(const Lexicon& lexicon, const Sandbox& sandbox) {
  TOPTILE_TRY(auto folder, TemporaryFolder::make());
  AnalysisFolder made(std::move(folder));
  TOPTILE_TRY_TO(save_for_bots(lexicon, made.list()));
  TOPTILE_TRY_TO(let_users_through(sandbox, made.folder_.path(), {made.list()}));
  return made;
}

}  // namespace toptile
