#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "conformance/crowd.h"
#include "conformance/moments.h"
#include "conformance/tests.h"

namespace toptile::conformance {

namespace {

using std::chrono::duration_cast;

constexpr milliseconds kPromptStop{100};
constexpr milliseconds kStopPatience{1'000};

// The answers to a batch of which one game was stopped, and then the others.
struct Stopped {
  milliseconds taken{0};            // From the first `stop` to its answer.
  std::size_t others = 0;           // The other questions that were open before.
  std::size_t others_answered = 0;  // How many of them were answered, too.
  bool waits_for_others = false;    // Whether the answer came only when all were stopped.

  bool is_better_than(const Stopped& other) const {
    return std::tie(waits_for_others, others_answered, taken) <
           std::tie(other.waits_for_others, other.others_answered, other.taken);
  }
};

Crowd::Asked open_games(Crowd& crowd, Crowd::Asked games) {
  std::erase_if(games, [&](const NamedGame* named) { return !crowd.talk().is_thinking_about(named->name); });
  return games;
}

void say_stop(Talk& talk, const Crowd::Asked& games) {
  for (const NamedGame* named : games) talk.say(uwi::Stop{}, named->name);
}

Done take_answers(Crowd& crowd, const Crowd::Asked& games) {
  TOPTILE_TRY(const auto answers, crowd.talk().await_moves(Crowd::questions_about(games), kStopPatience));
  TOPTILE_TRY_TO(crowd.play(games, answers));
  return crowd.settle();
}

Done settle_while_thinking(Crowd& crowd, std::size_t games) {
  constexpr milliseconds kReadyWhileThinking{1'000};
  Done settled = crowd.settle(kReadyWhileThinking);
  if (settled || settled.error().verdict != Verdict::fail) return settled;
  Finding finding = settled.error();
  finding.seen = fmt::format("while it thinks about {} games: {}", games, finding.seen);
  return finding;
}

// Asks about all games without a limit, and stops the first and then the others: a bot may think about one
// after the other. nullopt if all questions were answered before. `ends_by_itself` becomes true if some were.
Tried<std::optional<Stopped>> stop_one(Crowd& crowd, const Crowd::Asked& games, bool& ends_by_itself) {
  constexpr milliseconds kThinking{100};
  Talk& talk = crowd.talk();
  talk.ask_all(Crowd::questions_about(games));
  TOPTILE_TRY_TO(talk.listen(kThinking));
  TOPTILE_TRY_TO(settle_while_thinking(crowd, games.size()));
  const Crowd::Asked open = open_games(crowd, games);
  ends_by_itself |= open.size() < games.size();
  if (open.empty()) return std::optional<Stopped>();
  const Crowd::Asked first{open.front()};
  Crowd::Asked others{open.begin() + 1, open.end()};
  Stopped stopped;
  stopped.others = others.size();
  FairTime stopping(talk.root());
  say_stop(talk, first);
  const auto answers = talk.await_moves(Crowd::questions_about(first), kStopPatience);
  if (answers) {
    stopped.taken = duration_cast<milliseconds>(stopping.until(answers.value().front().arrival));
    TOPTILE_TRY_TO(crowd.play(first, answers.value()));
    say_stop(talk, first);  // There is nothing to stop now.
    TOPTILE_TRY_TO(crowd.settle());
    stopped.others_answered = others.size() - open_games(crowd, others).size();
    say_stop(talk, open_games(crowd, others));
  } else {
    if (answers.error().verdict != Verdict::fail || others.empty() ||
        !talk.is_thinking_about(first.front()->name))
      return answers.error();
    stopped.waits_for_others = true;
    say_stop(talk, others);
    others = open;
  }
  TOPTILE_TRY_TO(take_answers(crowd, others));
  return std::optional(stopped);
}

}  // namespace

Finding test_batch_stop(Examination& examination) {
  constexpr int kTries = 3, kAtOnce = 4;
  TOPTILE_TRY(const auto crowd, Crowd::open(examination));
  const Table& table = examination.tables.brief();
  std::optional<Stopped> best;
  bool ends_by_itself = false;
  for (int i = 0; i < kTries; ++i) {
    const auto seed = static_cast<std::uint64_t>(120 + 10 * i);
    TOPTILE_TRY(const auto games,
                crowd->begin(table, moments_of_games(table, crowd->room_for(kAtOnce), seed), {}));
    TOPTILE_TRY(const auto stopped, stop_one(*crowd, games, ends_by_itself));
    crowd->end_all();
    if (!stopped) continue;
    if (!best || stopped->is_better_than(*best)) best = stopped;
  }
  if (!best) return pass("go infinite was answered at once");
  if (best->waits_for_others) {
    return warn("it answered a stopped game only when all games of its batch were stopped",
                "Answer the game that stop names at once, and think about the others.");
  }
  // A bot that answers go infinite without stop may do so between the stop of one game and that of the
  // others.
  if (best->others_answered > 0 && !ends_by_itself) {
    return warn(fmt::format("stop for one game also ended the thinking about {} of {} others",
                            best->others_answered, best->others),
                "Stop thinking about the game that stop names, and only about that.");
  }
  std::string_view others = "";
  if (best->others > 0)
    others = best->others_answered == 0 ? "; the other games went on"
                                        : "; go infinite was also answered without stop";
  const std::string seen =
      fmt::format("bestmove {} ms after stop, the best of {} tries{}", best->taken.count(), kTries, others);
  constexpr std::string_view kAdvice = "Look for stop every few milliseconds while you think about a batch.";
  if (best->taken > kPromptStop + kMargin) return fail(seen, std::string(kAdvice));
  return best->taken > kPromptStop ? warn(seen, std::string(kAdvice)) : pass(seen);
}

}  // namespace toptile::conformance
