#include "tournaments/run/bot_player.h"

#include <sched.h>

#include <map>

#include "base/parallel.h"
#include "referee/game/game_hall.h"
#include "referee/game/play_game.h"
#include "tournaments/run/bot_processes.h"

namespace toptile {

namespace {

// Children inherit the affinity. If this fails, the game runs on any processor.
void stay_on(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  ::sched_setaffinity(0, sizeof set, &set);
}

class BotPlayer final : public SingleGamePlayer {
 public:
  BotPlayer(const Plan& plan, const GameTable& table, const RunPaths& paths, const Launchpad& launchpad,
            const PlayingTerms& terms, OpenTable* open, std::stop_token stop)
      : plan_(plan),
        table_(table),
        paths_(paths),
        terms_(terms),
        open_(open),
        processes_(plan, table, launchpad, terms.batch, std::move(stop)) {}

  Result<GameRecord> play(const ScheduledGame& game, const Absences& absent) override {
    TOPTILE_TRY(const auto transcript, create_transcript(game));
    TOPTILE_TRY(auto seats, processes_.seat(game, absent, transcript));
    TOPTILE_ASSERT(seats.has_value());
    TOPTILE_TRY(auto played, play_game(table_, setup_of(plan_, game), *seats, processes_.idle(), open_));
    processes_.release(*seats, played);
    return std::move(played.record);
  }

  void play_all(GameSource& source) override {
    if (terms_.batch == 1) return SingleGamePlayer::play_all(source);
    Hall hall(*this, source);
    hall.play_all();
  }

  // A bot that computes meanwhile would take the processors of those who play.
  void rest() override { processes_.freeze_all_but(nullptr); }
  void wake() override { processes_.wake(); }
  std::vector<SessionUse> finish() override { return processes_.finish(); }

 private:
  using Seats = BotProcesses::Seats;

  // Plays the games of a source, as many sets at once as a batch has games.
  class Hall {
   public:
    Hall(BotPlayer& player, GameSource& source)
        : player_(player),
          source_(source),
          max_games_(static_cast<std::size_t>(player.terms_.batch) *
                     static_cast<std::size_t>(lanes_of(player.plan_))),
          hall_(player.table_,
                [&player](const BotSession& asked) { player.processes_.freeze_all_but(&asked); }) {}

    void play_all() {
      while (fill() && !games_.empty()) {
        auto over = hall_.step();
        if (!over) {
          source_.take(games_.begin()->second.game, over.error());
          return;
        }
        if (!finish(over.value())) return;
        note_answers();
      }
    }

   private:
    struct InPlay {
      ScheduledGame game;
      Seats seats;
    };
    // A game with a bot that has not answered yet.
    struct Trial {
      GameNumber id;
      const RefereedGame* game;
      std::optional<Seat> asked;
    };

    // Begins games while there is room. False if that failed.
    bool fill() {
      while (games_.size() < max_games_) {
        using Wait = GameSource::Wait;
        if (!next_) next_ = source_.next(games_.empty() ? Wait::yes : Wait::no);
        if (!next_) return true;
        auto seats = seat_next();
        if (!seats) {
          // A file that cannot be opened now may be possible when games are over.
          if (!games_.empty() && !seats.error().is_cancelled) return true;
          source_.take(next_->game, seats.error());
          return false;
        }
        if (!seats.value()) return true;
        // A game that is over at once has a bot that did not start, which decides about its later games.
        if (begin(*std::move(seats).value())) return true;
      }
      return true;
    }

    Result<std::optional<Seats>> seat_next() {
      if (!transcript_) {
        TOPTILE_TRY(transcript_, player_.create_transcript(next_->game));
      }
      return player_.processes_.seat(next_->game, next_->absent, *transcript_);
    }

    // True if the game is over already.
    bool begin(Seats seats) {
      GameSource::Next next = *std::exchange(next_, std::nullopt);
      transcript_.reset();
      OpenTable* const open = shown_ ? nullptr : player_.open_;
      if (!shown_) shown_ = next.game.id;
      auto game =
          std::make_unique<RefereedGame>(player_.table_, setup_of(player_.plan_, next.game), seats, open);
      const bool is_over = game->awaits() == RefereedGame::Awaits::nothing;
      if (!is_over && player_.processes_.has_newcomer(seats))
        trials_.push_back({next.game.id, game.get(), asked_in(*game)});
      hall_.add(std::move(game));
      games_.emplace(next.game.id, InPlay{std::move(next.game), std::move(seats)});
      return is_over;
    }

    static std::optional<Seat> asked_in(const RefereedGame& game) {
      return game.awaits() == RefereedGame::Awaits::move ? std::optional(game.seat()) : std::nullopt;
    }

    // A bot has answered if its game goes on to the next question.
    void note_answers() {
      std::erase_if(trials_, [&](Trial& trial) {
        const auto in_play = games_.find(trial.id);
        if (in_play == games_.end()) return true;
        const Seats& seats = in_play->second.seats;
        const auto before = std::exchange(trial.asked, asked_in(*trial.game));
        if (before && before != trial.asked) player_.processes_.note_answer(seats[*before]);
        return !player_.processes_.has_newcomer(seats);
      });
    }

    // False if no further record is wanted.
    bool finish(const std::vector<std::unique_ptr<RefereedGame>>& over) {
      std::map<GameNumber, PlayedGame> played;
      for (const auto& game : over) {
        PlayedGame finished = game->finish();
        played.emplace(finished.record.id, std::move(finished));
      }
      for (auto& [id, game] : played) {
        if (shown_ == id) shown_.reset();
        const auto ended = games_.find(id);
        player_.processes_.release(ended->second.seats, game);
        const ScheduledGame scheduled = std::move(ended->second.game);
        games_.erase(ended);
        if (!source_.take(scheduled, std::move(game.record))) return false;
      }
      return true;
    }

    BotPlayer& player_;
    GameSource& source_;
    const std::size_t max_games_;
    GameHall hall_;
    std::map<GameNumber, InPlay> games_;
    // A game that waits for room in the processes, and its transcript.
    std::optional<GameSource::Next> next_;
    std::optional<std::shared_ptr<Transcript>> transcript_;
    std::vector<Trial> trials_;
    std::optional<GameNumber> shown_;  // The game that is published.
  };

  // Null if no transcripts are written.
  Result<std::shared_ptr<Transcript>> create_transcript(const ScheduledGame& game) const {
    std::shared_ptr<Transcript> transcript;
    if (terms_.transcripts == Transcripts::written) {
      TOPTILE_TRY(transcript, Transcript::create(paths_.transcript_of(game.id)));
    }
    return transcript;
  }

  const Plan& plan_;
  const GameTable& table_;
  const RunPaths& paths_;
  const PlayingTerms terms_;
  OpenTable* const open_;
  BotProcesses processes_;
};

}  // namespace

std::optional<Error> batch_fault(const Plan& plan, int batch) {
  if (batch == 1) return std::nullopt;
  if (!plan.referee.lanes) {
    return Error{
        "batch: without lanes, a process would play both games of a pair at once; "
        "play with lanes, or leave the batch out"};
  }
  if (plan.referee.restart == Restart::each_game) {
    return Error{
        "batch: the bots are started for each game, so no process plays several; "
        "restart them on faults only, or leave the batch out"};
  }
  return std::nullopt;
}

GamePlayers bot_players(const Plan& plan, const GameTable& table, const RunPaths& paths,
                        const Launchpad& launchpad, const PlayingTerms& terms) {
  return [&plan, &table, &paths, &launchpad, terms](int worker, std::stop_token stop) {
    if (plan.pin) {
      const std::vector<int> processors = usable_processors();
      stay_on(processors[static_cast<std::size_t>(worker) % processors.size()]);
    }
    OpenTable* const open = terms.tables != nullptr ? &terms.tables->table(worker) : nullptr;
    return std::make_unique<BotPlayer>(plan, table, paths, launchpad, terms, open, std::move(stop));
  };
}

}  // namespace toptile
