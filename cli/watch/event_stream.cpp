#include "cli/watch/event_stream.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>

#include "tournaments/exchange/event_json.h"

namespace toptile {

namespace {

// If the reader does not read, the stream checks this often whether the tournament is to stop.
constexpr int kLookMs = 100;

}  // namespace

void EventStream::started(const TournamentStart& start) {
  names_ = bot_names(start.plan.bots);
  begin_ = start.begin;
  next_standings_ = begin_ + kStandingsEvery;
  write(start_event(start, run_));
}

void EventStream::game_ended(const GameEnded& game) {
  write(game_event(game, names_, begin_));
}

void EventStream::withdrawn(const Withdrawal& withdrawal) {
  write(withdrawn_event(withdrawal, names_));
}

void EventStream::remarked(const Remark& remark) {
  write(remark_event(remark));
}

void EventStream::standings_changed(const Standings& standings) {
  const Instant now = std::chrono::steady_clock::now();
  if (now < next_standings_) return;
  next_standings_ = now + kStandingsEvery;
  write(standings_event(standings));
}

void EventStream::write(const Json& event) {
  if (state_ != State::open) return;
  const std::string line = json_line(event);
  std::string_view left = line;
  while (!left.empty() && has_room()) {
    // A pipe that has room takes PIPE_BUF bytes without blocking.
    const ssize_t count = ::write(STDOUT_FILENO, left.data(), std::min<std::size_t>(left.size(), PIPE_BUF));
    if (count >= 0) {
      left.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno != EINTR && errno != EAGAIN) {
      state_ = errno == EPIPE ? State::reader_gone : State::unwritable;
      interrupts_.stop();
    }
  }
}

bool EventStream::has_room() {
  while (state_ == State::open) {
    pollfd output{STDOUT_FILENO, POLLOUT, 0};
    if (::poll(&output, 1, kLookMs) > 0) return true;
    if (interrupts_.token().stop_requested() || interrupts_.finish_token().stop_requested())
      state_ = State::given_up;
  }
  return false;
}

}  // namespace toptile
