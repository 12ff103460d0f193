#include <fmt/format.h>

#include <algorithm>

#include "conformance/crowd.h"
#include "conformance/moments.h"
#include "conformance/tests.h"

namespace toptile::conformance {

namespace {

constexpr int kWholeAtOnce = 3;

// Whole games, as many at once as there is room. One of them is broken off after some moves.
class WholeGames {
 public:
  WholeGames(Crowd& crowd, const Table& table) : crowd_(crowd), table_(table) {
    go_.move_time = milliseconds(50);
  }

  Done play() {
    while (true) {
      TOPTILE_TRY_TO(begin_more());
      const Crowd::Asked games = crowd_.games();
      if (games.empty()) return done();
      TOPTILE_TRY_TO(crowd_.ask_and_play(games));
      moves_ += games.size();
      end_some(games);
    }
  }

  int games() const { return begun_; }
  std::size_t moves() const { return moves_; }

 private:
  Done begin_more() {
    constexpr int kGames = 6;
    std::vector<Game> games;
    while (begun_ < kGames &&
           std::ssize(crowd_.games()) + std::ssize(games) < crowd_.room_for(kWholeAtOnce)) {
      const auto seed = static_cast<std::uint64_t>(150 + begun_);
      games.push_back(moments_of_seat(table_, Seat{begun_ % table_.players()}, seed, 1).front());
      ++begun_;
    }
    if (games.empty()) return done();
    TOPTILE_TRY_TO(crowd_.begin(table_, games, go_));
    return done();
  }

  void end_some(const Crowd::Asked& games) {
    constexpr std::size_t kMovesUntilBreak = 4;
    const bool is_time_to_break = !is_broken_ && moves_ >= kMovesUntilBreak;
    for (NamedGame* named : games)
      if (named->game.is_over() || (is_time_to_break && named == games.front())) crowd_.end(*named);
    is_broken_ |= is_time_to_break;
  }

  Crowd& crowd_;
  const Table& table_;
  uwi::Go go_;
  int begun_ = 0;
  std::size_t moves_ = 0;
  bool is_broken_ = false;
};

// A game is over while its question is open. The bot may answer it all the same.
Done break_off_question(Crowd& crowd, const Table& table, const uwi::Go& go) {
  TOPTILE_TRY(const auto games, crowd.begin(table, moments_of_games(table, 2, 170), go));
  const Crowd::Asked other{games[1]};
  crowd.talk().ask_all(Crowd::questions_about(games));
  crowd.end(*games[0]);
  TOPTILE_TRY(const auto answers, crowd.talk().await_moves(Crowd::questions_about(other)));
  TOPTILE_TRY_TO(crowd.play(other, answers));
  crowd.talk().say(uwi::Refused{"lexicon", "XQJ is not in the lexicon"}, other.front()->name);
  TOPTILE_TRY_TO(crowd.settle());
  TOPTILE_TRY_TO(crowd.begin(table, moments_of_games(table, 1, 175), go));
  TOPTILE_TRY_TO(crowd.ask_and_play(crowd.games()));
  crowd.end_all();
  return done();
}

// The same process also plays a game without a name.
Done play_without_name(Talk& talk, const Table& table, const uwi::Go& go) {
  for (Game& game : moments_of_seat(table, Seat{0}, 180, 2)) {
    TOPTILE_TRY_TO(talk.begin_game(table, game));
    TOPTILE_TRY(const auto answer, talk.ask_for_move(game, go));
    TOPTILE_TRY_TO(play_answer(game, answer.move));
  }
  return done();
}

Finding in_part(std::string_view part, Finding finding) {
  if (finding.verdict == Verdict::fail) finding.seen = fmt::format("{}: {}", part, finding.seen);
  return finding;
}

}  // namespace

Finding test_batch_games(Examination& examination) {
  TOPTILE_TRY(const auto crowd, Crowd::open(examination));
  const Table& table = examination.tables.brief();
  WholeGames games(*crowd, table);
  TOPTILE_TRY_TO(games.play());
  uwi::Go go;
  go.move_time = milliseconds(100);
  if (const Done broken = break_off_question(*crowd, table, go); !broken)
    return in_part("a game was over while its question was open", broken.error());
  if (const Done alone = play_without_name(crowd->talk(), table, go); !alone)
    return in_part("in a game without a name after them", alone.error());
  return pass(fmt::format("{} games, {} at once, {} moves, and then one game without a name", games.games(),
                          crowd->room_for(kWholeAtOnce), games.moves()));
}

}  // namespace toptile::conformance
