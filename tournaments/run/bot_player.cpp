#include "tournaments/run/bot_player.h"

#include <sched.h>

#include <map>
#include <set>

#include "base/parallel.h"
#include "referee/processes/event_loop.h"
#include "referee/processes/stream.h"

namespace toptile {

namespace {

// Children inherit the affinity. If this fails, the game runs on any processor.
void stay_on(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  ::sched_setaffinity(0, sizeof set, &set);
}

class BotPlayer final : public GamePlayer {
 public:
  BotPlayer(const Plan& plan, const GameTable& table, const RunPaths& paths, const Launchpad& launchpad,
            Transcripts transcripts, OpenTable* open, std::stop_token stop)
      : plan_(plan),
        table_(table),
        paths_(paths),
        launchpad_(launchpad),
        transcripts_(transcripts),
        open_(open),
        stop_(std::move(stop)),
        uses_(plan.bots.size()) {}

  Result<GameRecord> play(const ScheduledGame& game, const Absences& absent) override {
    TOPTILE_TRY_TO(open_transcript(game));
    std::vector<SeatedBot> seats;
    seated_.clear();
    for (const Entrant entrant : game.entrants) seated_.insert(key_of(entrant, game));
    for (std::size_t i = 0; i < absent.size(); ++i) {
      if (absent[i]) {
        seats.emplace_back(*absent[i]);
        continue;
      }
      TOPTILE_TRY(auto seated, seat(key_of(game.entrants[i], game)));
      seats.push_back(std::move(seated));
    }
    TOPTILE_TRY(auto played, play_game(table_, setup_of(plan_, game), seats, bystanders(), open_));
    for (const Seat seat : played.faulted_seats) {
      const SessionKey faulted = key_of(game.entrants[seat], game);
      let_go_of([&](const SessionKey& key) { return key == faulted; }, Parting::at_once);
    }
    if (plan_.referee.restart == Restart::each_game)
      let_go_of([](const SessionKey&) { return true; }, Parting::asked);
    return std::move(played.record);
  }

  // A bot that computes meanwhile would take the processors of those who play.
  void rest() override { freeze_all(); }

  // Makes a wait look at the stop token.
  void wake() override { loop_.wake(); }

  std::vector<SessionUse> finish() override {
    let_go_of([](const SessionKey&) { return true; },
              stop_.stop_requested() ? Parting::at_once : Parting::asked);
    return uses_;
  }

 private:
  using SessionKey = std::pair<Entrant, int>;  // The entrant and the lane.

  // The processes that are kept for other games.
  std::vector<BotSession*> bystanders() const {
    std::vector<BotSession*> sessions;
    for (const auto& [key, session] : sessions_)
      if (!seated_.contains(key)) sessions.push_back(session.get());
    return sessions;
  }

  SessionKey key_of(Entrant entrant, const ScheduledGame& game) const {
    return {entrant, plan_.referee.lanes ? game.lane() : 0};
  }

  Result<void> open_transcript(const ScheduledGame& game) {
    if (transcripts_ == Transcripts::none) return success();
    TOPTILE_TRY(auto transcript, Transcript::create(paths_.transcript_of(game.id)));
    transcript_ = std::move(transcript);
    return success();
  }

  // The bot for a game. An error if the machine cannot start the bot, or a stop was requested.
  Result<SeatedBot> seat(const SessionKey& key) {
    auto found = sessions_.find(key);
    if (found == sessions_.end()) {
      make_room();
      auto started = BotSession::start(loop_, launchpad_.spec_of(key.first, key.second), plan_.patience,
                                       stop_, transcript_, [this] { freeze_unless_pondering(); });
      if (!started) {
        if (auto* error = std::get_if<Error>(&started.error())) return std::move(*error);
        return SeatedBot(std::get<Fault>(std::move(started).error()));
      }
      found = sessions_.emplace(key, std::move(started).value()).first;
    }
    found->second->write_to(transcript_);
    return SeatedBot(found->second.get());
  }

  void freeze_all() {
    for (auto& [key, session] : sessions_) session->freeze();
  }

  // Called while a bot starts: one that may not ponder waits for its next question.
  void freeze_unless_pondering() {
    if (!table_.terms.may_ponder) freeze_all();
  }

  enum class Parting { asked, at_once };  // Whether a bot is asked to quit first.

  // Ends the sessions whose key `is_among` says yes to.
  template <class IsAmong>
  void let_go_of(IsAmong is_among, Parting parting) {
    for (auto session = sessions_.begin(); session != sessions_.end();) {
      if (!is_among(session->first)) {
        ++session;
        continue;
      }
      if (parting == Parting::asked) session->second->quit();
      uses_[session->first.first] += session->second->bury();
      session = sessions_.erase(session);
    }
  }

  // Many bots and many games at once could need more processes and descriptors than a system allows.
  void make_room() {
    constexpr std::size_t kMaxSessions = 12;
    if (sessions_.size() < kMaxSessions) return;
    let_go_of([&](const SessionKey& key) { return !seated_.contains(key); }, Parting::asked);
  }

  const Plan& plan_;
  const GameTable& table_;
  const RunPaths& paths_;
  const Launchpad& launchpad_;
  const Transcripts transcripts_;
  OpenTable* const open_;
  const std::stop_token stop_;
  std::vector<SessionUse> uses_;            // The index is the entrant.
  std::set<SessionKey> seated_;             // The bots of the game in play.
  std::shared_ptr<Transcript> transcript_;  // The transcript of the game in play.
  EventLoop loop_;
  std::map<SessionKey, std::unique_ptr<BotSession>> sessions_;
};

}  // namespace

GamePlayers bot_players(const Plan& plan, const GameTable& table, const RunPaths& paths,
                        const Launchpad& launchpad, Transcripts transcripts, OpenTables* tables) {
  return [&plan, &table, &paths, &launchpad, transcripts, tables](int worker, std::stop_token stop) {
    if (plan.pin) {
      const std::vector<int> processors = usable_processors();
      stay_on(processors[static_cast<std::size_t>(worker) % processors.size()]);
    }
    return std::make_unique<BotPlayer>(plan, table, paths, launchpad, transcripts,
                                       tables != nullptr ? &tables->table(worker) : nullptr, std::move(stop));
  };
}

}  // namespace toptile
