#include "learning/vector_games.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <functional>
#include <thread>
#include <utility>

#include "base/assert.h"
#include "champion/champion_player.h"
#include "engine/endgame_position.h"
#include "engine/game.h"
#include "engine/movegen.h"
#include "engine/random.h"
#include "protocol/game_record.h"

namespace toptile {

namespace {

// A thread's champion needs this much for its endgames.
constexpr std::size_t kEndgameTableBytes = std::size_t{16} << 20;

using champion::ChampionPlayer;
using champion::PlayerSettings;

PlayerSettings settings_of(const VectorOpponent& opponent) {
  PlayerSettings settings;
  settings.elo = opponent.elo;
  settings.searches = opponent.nodes > 0;
  return settings;
}

}  // namespace

// One place of the vector: the game that is played there, and the actions of its mover.
class VectorGames::Table {
 public:
  Table(const Ruleset& rules, const Lexicon& lexicon, const VectorSettings& settings, GameNumber first)
      : rules_(rules), lexicon_(lexicon), settings_(settings), generator_(rules, lexicon) {
    begin(first);
  }

  const Game& game() const { return *game_; }
  Seat mover() const { return game_->seat_to_move(); }
  // 0 for the learner, 1 for the other bot.
  int bot_at(Seat seat) const { return (seat == first_bots_seat_) ? 0 : 1; }
  GameNumber id() const { return id_; }
  const std::vector<ScoredPlay>& plays() const { return plays_; }
  const std::vector<Face>& exchanges() const { return exchanges_; }
  std::size_t actions() const { return plays_.size() + exchanges_.size() + 1; }

  bool is_done() const { return finished_ != GameNumber{}; }
  GameNumber finished() const { return finished_; }
  const std::array<int, 2>& final_scores() const { return final_scores_; }
  std::vector<std::pair<GameNumber, std::string>>& records() { return records_; }

  Move move_of(std::size_t action) const {
    if (action < plays_.size()) return plays_[action].placement;
    action -= plays_.size();
    if (action < exchanges_.size()) return Exchange{exchanges_[action]};
    return Pass{};
  }

  // Makes the action, and plays on to the learner's next turn.
  void act(std::size_t action, ChampionPlayer* champion) {
    finished_ = GameNumber{};
    play(move_of(action), {});
    play_on(champion);
  }

  // Plays to the learner's next turn, in this game or the next ones, and lists its actions.
  void play_on(ChampionPlayer* champion) {
    while (true) {
      if (game_->is_over()) {
        end();
        begin(GameNumber{id_ + static_cast<std::uint64_t>(settings_.games)});
      } else if (game_->is_question()) {
        play(Accept{}, {});  // All plays are of words in the lexicon.
      } else if (settings_.opponent && bot_at(mover()) == 1) {
        answer(champion);
      } else {
        break;
      }
    }
    list_actions();
  }

 private:
  void begin(GameNumber id) {
    id_ = id;
    set_ = (id - 1) / 2 + 1;
    seed_ = set_seed(settings_.seed, {settings_.names.begin(), settings_.names.end()}, set_);
    const Seat first = rules_.first == FirstSeat::draw ? draw_for_first(rules_, seed_, 2).first : Seat{0};
    // Tournaments do the same (game_of_meeting in tournaments/formats/schedule.cpp).
    first_bots_seat_ = static_cast<Seat>(((id - 1) + static_cast<std::uint64_t>(first)) % 2);
    game_.emplace(rules_, lexicon_, seed_, 2);
    infos_.clear();
    random_ = Random(bot_seed(seed_, seat_after(first_bots_seat_, 2)));
  }

  void play(const Move& move, std::string info) {
    TOPTILE_ASSERT(game_->play(move).has_value());
    if (settings_.has_records) infos_.push_back(std::move(info));
  }

  // The opponent's move.
  void answer(ChampionPlayer* champion) {
    const Seat seat = mover();
    if (settings_.opponent->kind == VectorOpponent::Kind::greedy) {
      ScoredPlay best;
      const bool has_one = generator_.find_best(game_->board(), game_->rack(seat), best);
      return play(has_one ? Move(best.placement) : Move(Pass{}), {});
    }
    champion->recall(*game_, seat);
    const Position position = game_->position_of(seat);
    champion::MoveQuestion question{.position = position,
                                    .seat = seat,
                                    .players = 2,
                                    .may_exchange = game_->may_exchange(),
                                    .challenged_away = game_->taken_back_in_turn(),
                                    .endgame = endgame_of(*game_)};
    if (settings_.opponent->nodes > 0) question.nodes = settings_.opponent->nodes;
    std::string info;
    const Move move = champion->choose(question, settings_of(*settings_.opponent), random_,
                                       [&](const std::string& told) { info = told; });
    play(move, std::move(info));
  }

  void end() {
    finished_ = id_;
    const auto scores = game_->final_scores();
    for (const Seat seat : {Seat{0}, Seat{1}})
      final_scores_[static_cast<std::size_t>(bot_at(seat))] = scores[seat];
    if (!settings_.has_records) return;
    GameRecord record;
    record.id = id_;
    record.set = set_;
    record.seed = seed_;
    for (const Seat seat : {Seat{0}, Seat{1}})
      record.players.push_back(settings_.names[static_cast<std::size_t>(bot_at(seat))]);
    for (std::string& info : infos_) record.turns.push_back({.info = std::move(info)});
    fill_from_game(record, *game_);
    records_.emplace_back(id_, format_record(record));
  }

  void list_actions() {
    const Tiles& rack = game_->rack(mover());
    generator_.generate(game_->board(), rack, plays_);
    if (settings_.is_sorted) sort_best_first(plays_, rules_.alphabet());
    exchanges_.clear();
    if (!game_->may_exchange()) return;
    for (Face face = 0; face < rules_.alphabet().size(); ++face)
      if (rack.count(face) > 0) exchanges_.push_back(face);
  }

  const Ruleset& rules_;
  const Lexicon& lexicon_;
  const VectorSettings& settings_;
  MoveGenerator generator_;
  GameNumber id_{};
  std::uint64_t set_ = 0, seed_ = 0;
  Seat first_bots_seat_{};
  std::optional<Game> game_;
  Random random_{0};                // The opponent's.
  std::vector<std::string> infos_;  // One for each turn, if there are records.
  std::vector<ScoredPlay> plays_;
  std::vector<Face> exchanges_;
  GameNumber finished_{};  // The game that the last action ended; 0 if none.
  std::array<int, 2> final_scores_{};
  std::vector<std::pair<GameNumber, std::string>> records_;
};

// Threads that wait for work, each with a champion of its own if that is the opponent. A thread works on the
// same games step after step, because their data are in its processor's caches; only when it has no more of
// its own does it help the others.
class VectorGames::Crew {
 public:
  Crew(const Ruleset& rules, const Lexicon& lexicon, const VectorSettings& settings)
      : start_(settings.threads),
        done_(settings.threads),
        shares_(static_cast<std::size_t>(settings.threads)) {
    const bool has_champion = settings.opponent && settings.opponent->kind == VectorOpponent::Kind::champion;
    for (int i = 0; i < settings.threads; ++i) {
      champions_.push_back(has_champion ? std::make_unique<ChampionPlayer>(rules, lexicon, kEndgameTableBytes)
                                        : nullptr);
    }
    for (std::size_t i = 1; i < champions_.size(); ++i) {
      threads_.emplace_back([this, i] {
        while (true) {
          start_.arrive_and_wait();
          if (is_over_) return;
          work_through(i);
          done_.arrive_and_wait();
        }
      });
    }
  }

  ~Crew() {
    is_over_ = true;
    start_.arrive_and_wait();
    for (std::thread& thread : threads_) thread.join();
  }

  // Calls work(i, champion) once for each i in 0 … count-1, on all threads.
  void for_each(std::size_t count, const std::function<void(std::size_t, ChampionPlayer*)>& work) {
    work_ = &work;
    for (std::size_t thread = 0; thread < shares_.size(); ++thread) {
      shares_[thread].next = count * thread / shares_.size();
      shares_[thread].end = count * (thread + 1) / shares_.size();
    }
    start_.arrive_and_wait();
    work_through(0);
    done_.arrive_and_wait();
  }

 private:
  // The games of a thread, in cache lines of their own.
  struct alignas(64) Share {
    std::atomic<std::size_t> next = 0;
    std::size_t end = 0;
  };

  void work_through(std::size_t thread) {
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      Share& share = shares_[(thread + i) % shares_.size()];
      for (std::size_t game = share.next++; game < share.end; game = share.next++)
        (*work_)(game, champions_[thread].get());
    }
  }

  std::barrier<> start_, done_;
  std::vector<std::unique_ptr<ChampionPlayer>> champions_;
  std::vector<Share> shares_;  // Indexed by thread.
  const std::function<void(std::size_t, ChampionPlayer*)>* work_ = nullptr;
  bool is_over_ = false;
  std::vector<std::thread> threads_;
};

Result<std::unique_ptr<VectorGames>> VectorGames::make(const Ruleset& rules, const Lexicon& lexicon,
                                                       VectorSettings settings) {
  if (!rules.plays_with(2))
    return Error{fmt::format("the ruleset {} has no games of two players", rules.name)};
  if (settings.games < 1 || settings.games > VectorSettings::kMaxGames)
    return Error{fmt::format("games: {} is not from 1 to {}", settings.games, VectorSettings::kMaxGames)};
  if (settings.threads < 1 || settings.threads > VectorSettings::kMaxThreads)
    return Error{
        fmt::format("threads: {} is not from 1 to {}", settings.threads, VectorSettings::kMaxThreads)};
  if (settings.names[0] == settings.names[1])
    return Error{fmt::format("names: both bots are called \"{}\"; give them two names", settings.names[0])};
  if (settings.opponent && settings.opponent->elo &&
      (*settings.opponent->elo < champion::kMinElo || *settings.opponent->elo > champion::kMaxElo)) {
    return Error{fmt::format("opponent: an Elo is from {} to {}, and not {}", champion::kMinElo,
                             champion::kMaxElo, *settings.opponent->elo)};
  }
  return std::unique_ptr<VectorGames>(new VectorGames(rules, lexicon, std::move(settings)));
}

VectorGames::VectorGames(const Ruleset& rules, const Lexicon& lexicon, VectorSettings settings)
    : rules_(rules),
      lexicon_(lexicon),
      settings_(std::move(settings)),
      crew_(std::make_unique<Crew>(rules, lexicon, settings_)) {
  const auto games = static_cast<std::size_t>(settings_.games);
  for (std::size_t g = 0; g < games; ++g)
    tables_.push_back(std::make_unique<Table>(rules, lexicon, settings_, GameNumber{g + 1}));
  crew_->for_each(games, [&](std::size_t g, ChampionPlayer* champion) { tables_[g]->play_on(champion); });
  show();
}

VectorGames::~VectorGames() = default;

Result<void> VectorGames::step(std::span<const std::int64_t> actions) {
  if (actions.size() != tables_.size())
    return Error{fmt::format("{} actions were given for {} games", actions.size(), tables_.size())};
  for (std::size_t g = 0; g < tables_.size(); ++g) {
    if (actions[g] < 0 || actions[g] >= static_cast<std::int64_t>(tables_[g]->actions())) {
      return Error{fmt::format("game {} (from 0): action {} is not one of 0 to {}", g, actions[g],
                               tables_[g]->actions() - 1)};
    }
  }
  crew_->for_each(tables_.size(), [&](std::size_t g, ChampionPlayer* champion) {
    tables_[g]->act(static_cast<std::size_t>(actions[g]), champion);
  });
  show();
  return success();
}

std::shared_ptr<VectorView> VectorGames::unused_view() {
  view_.reset();
  for (const auto& view : views_)
    if (view.use_count() == 1) return view;
  return views_.emplace_back(std::make_shared<VectorView>());
}

// Fills the view: first the sizes, then each game's part of every array.
void VectorGames::show() {
  view_ = unused_view();
  VectorView& view = *view_;
  const std::size_t games = tables_.size();
  const auto size = static_cast<std::size_t>(rules_.size), squares = size * size;
  const auto faces = static_cast<std::size_t>(rules_.alphabet().size()),
             rack = static_cast<std::size_t>(rules_.rack);
  for (auto* array : {&view.tops, &view.heights}) array->resize(games * squares);
  for (auto* array : {&view.rack, &view.unseen}) array->resize(games * faces);
  for (auto* array : {&view.bag, &view.seat, &view.mover, &view.turn}) array->resize(games);
  for (auto* array : {&view.scores, &view.final_scores}) array->resize(games * 2);
  for (auto* array : {&view.id, &view.finished}) array->resize(games);
  view.is_done.resize(games);
  view.offsets.resize(games + 1);
  for (std::size_t g = 0; g < games; ++g)
    view.offsets[g + 1] = view.offsets[g] + static_cast<std::int64_t>(tables_[g]->actions());
  const auto actions = static_cast<std::size_t>(view.offsets[games]);
  for (auto* array : {&view.kind, &view.laid}) array->resize(actions);
  view.points.resize(actions);
  view.squares.resize(actions * rack);
  view.faces.resize(actions * rack);

  crew_->for_each(games, [&](std::size_t g, ChampionPlayer*) {
    const Table& table = *tables_[g];
    const Game& game = table.game();
    const Board& board = game.board();
    const Seat mover = table.mover();
    for (std::size_t i = 0; i < squares; ++i) {
      const Square square{static_cast<std::int8_t>(i / size), static_cast<std::int8_t>(i % size)};
      const int height = board.height(square);
      view.heights[g * squares + i] = static_cast<std::uint8_t>(height);
      view.tops[g * squares + i] = static_cast<std::uint8_t>(height > 0 ? board.top(square) + 1 : 0);
    }
    const Tiles unseen = game.unseen_by(mover);
    for (std::size_t face = 0; face < faces; ++face) {
      view.rack[g * faces + face] =
          static_cast<std::uint8_t>(game.rack(mover).count(static_cast<Face>(face)));
      view.unseen[g * faces + face] = static_cast<std::uint8_t>(unseen.count(static_cast<Face>(face)));
    }
    view.bag[g] = static_cast<std::int32_t>(game.bag().size());
    view.scores[2 * g] = game.score(mover);
    view.scores[2 * g + 1] = game.score(seat_after(mover, 2));
    view.seat[g] = mover;
    view.mover[g] = table.bot_at(mover);
    view.id[g] = static_cast<std::int64_t>(table.id());
    view.turn[g] = static_cast<std::int32_t>(game.moves().size());
    view.is_done[g] = static_cast<std::uint8_t>(table.is_done());
    view.finished[g] = static_cast<std::int64_t>(table.finished());
    for (std::size_t i = 0; i < 2; ++i)
      view.final_scores[2 * g + i] = table.is_done() ? table.final_scores()[i] : 0;
    show_actions(g);
  });
}

void VectorGames::show_actions(std::size_t g) {
  VectorView& view = *view_;
  const Table& table = *tables_[g];
  const int size = rules_.size;
  const auto rack = static_cast<std::size_t>(rules_.rack);
  const std::uint8_t* tops = &view.tops[g * static_cast<std::size_t>(size * size)];
  auto at = static_cast<std::size_t>(view.offsets[g]);
  std::int16_t* squares = &view.squares[at * rack];
  std::uint8_t* faces = &view.faces[at * rack];
  // Adds a row; the tiles of the action were written from `squares` and `faces` on.
  const auto add = [&](ActionKind kind, int points, int laid, std::size_t tiles) {
    view.kind[at] = static_cast<std::uint8_t>(kind);
    view.points[at] = points;
    view.laid[at] = static_cast<std::uint8_t>(laid);
    std::fill(squares + (kind == ActionKind::play ? tiles : 0), squares + rack, VectorView::kNoSquare);
    std::fill(faces + tiles, faces + rack, VectorView::kNoFace);
    squares += rack;
    faces += rack;
    ++at;
  };
  for (const ScoredPlay& play : table.plays()) {
    const auto& [start, direction, word] = play.placement;
    const int step = direction == Direction::across ? 1 : size;
    int square = start.row * size + start.column;
    std::size_t tiles = 0;
    for (const Face face : word) {
      if (tops[square] != face + 1) {
        squares[tiles] = static_cast<std::int16_t>(square);
        faces[tiles++] = face;
      }
      square += step;
    }
    add(ActionKind::play, play.points, play.tiles_laid, tiles);
  }
  for (const Face face : table.exchanges()) {
    faces[0] = face;
    add(ActionKind::exchange, 0, 0, 1);
  }
  add(ActionKind::pass, 0, 0, 0);
}

std::string VectorGames::move_text(std::size_t game, std::int64_t action) const {
  return format_move(tables_[game]->move_of(static_cast<std::size_t>(action)), rules_.alphabet());
}

std::vector<std::string> VectorGames::take_records() {
  std::vector<std::pair<GameNumber, std::string>> numbered;
  for (const auto& table : tables_) {
    for (auto& record : table->records()) numbered.push_back(std::move(record));
    table->records().clear();
  }
  std::ranges::sort(numbered);
  std::vector<std::string> records;
  for (auto& [id, record] : numbered) records.push_back(std::move(record));
  return records;
}

}  // namespace toptile
