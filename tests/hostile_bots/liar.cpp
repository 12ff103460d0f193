// A greedy bot for the tests of `toptile check`: it keeps to the protocol in everything but one deed. If it
// is asked to think without limit, it waits for `stop`. If the deed is one with batches, it offers to play
// several games at once.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <map>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "protocol/position_line.h"
#include "protocol/sdk/cpp/bot.h"
#include "protocol/uwi.h"
#include "tests/hostile_bots/player.h"

namespace {

using namespace toptile;

constexpr std::string_view kDeeds[] = {"none",
                                       "mute",
                                       "banner",
                                       "nameless",
                                       "slow-start",
                                       "default-out-of-range",
                                       "no-default",
                                       "unknown-type",
                                       "option-twice",
                                       "combo-death",
                                       "one-ready",
                                       "deaf-in-thought",
                                       "unknown-death",
                                       "unknown-reply",
                                       "carriage",
                                       "blank-death",
                                       "unknown-key",
                                       "ignore-stop",
                                       "slow-stop",
                                       "stray-stop",
                                       "late",
                                       "other-clock",
                                       "small-board",
                                       "third-player",
                                       "move-challenge",
                                       "accept-all",
                                       "challenge-all",
                                       "thanks",
                                       "tired",
                                       "own-chance",
                                       "slower",
                                       "leak",
                                       "small-leak",
                                       "leak-files",
                                       "leak-threads",
                                       "ignore-quit",
                                       "ignore-end",
                                       "busy-quit",
                                       "exit-code",
                                       "leave-child",
                                       "noise",
                                       "answer-twice",
                                       "ready-twice",
                                       "chatter",
                                       "crash-late",
                                       "illegal-end",
                                       "passer",
                                       "bytes",
                                       "sometimes-late",
                                       "leak-children",
                                       "one-off",
                                       "logs-and-dies",
                                       "batch",
                                       "batch-unmarked",
                                       "batch-twice",
                                       "batch-first-only",
                                       "batch-mixed-up",
                                       "batch-one-board",
                                       "batch-unknown-game",
                                       "batch-death",
                                       "batch-challenge-moves",
                                       "batch-late",
                                       "batch-other-clock",
                                       "batch-stop-all",
                                       "batch-ignore-stop",
                                       "batch-slow-stop",
                                       "batch-waits-for-all",
                                       "batch-ends-by-itself",
                                       "batch-marked-ready",
                                       "batch-deaf-in-thought",
                                       "batch-forgets",
                                       "batch-thanks",
                                       "batch-keeps-mark",
                                       "batch-one-seed"};

// ThreadSanitizer keeps several bytes of its own for each byte that a program writes.
#ifdef __SANITIZE_THREAD__
constexpr std::size_t kSmallLeak = std::size_t{1} << 18;
#else
constexpr std::size_t kSmallLeak = std::size_t{1} << 20;
#endif

class Liar {
 public:
  explicit Liar(std::string deed) : deed_(std::move(deed)) {}

  void run() {
    if (does("mute")) hang();
    if (does("banner")) say("Liar 1.0, at your service");
    if (does("leave-child") && ::fork() == 0) hang();
    for (std::string line; std::getline(std::cin, line);) {
      const bool has_return = line.ends_with('\r');
      if (has_return && !does("carriage")) line.pop_back();
      if (has_return) was_ready_asked_ = false;
      std::string_view text = line;
      name_ = uwi::take_game(text);
      const auto message = uwi::parse_referee_line(text);
      if (message) {
        std::visit([this](const auto& known) { take(known); }, message.value());
      } else {
        take_unknown(line);
      }
      was_ready_asked_ = line == "isready";
    }
    if (does("ignore-end")) hang();
  }

 private:
  // A game with a name.
  struct Named {
    uwi::NewGame game;
    uwi::PositionLine position = {};
    bool is_thinking = false;
    bool is_forgotten = false;
  };
  struct NamedGo {
    std::string name;
    uwi::Go go;
  };

  bool does(std::string_view deed) const { return deed_ == deed; }
  bool plays_batches() const { return deed_.starts_with("batch"); }

  void take_unknown(const std::string& line) {
    if (does("unknown-death")) std::_Exit(4);
    if (does("logs-and-dies")) std::cerr << "Unknown command: " << line << std::endl;
    if (does("logs-and-dies") && line.starts_with("straße")) std::_Exit(4);
    if (does("unknown-reply")) say("Unknown command: " + line.substr(0, 40));
    if (does("blank-death") && line.find_first_not_of(" \t") == std::string::npos) std::_Exit(5);
  }

  void take(const uwi::Hello&) {
    if (does("slow-start")) sleep_for(5'500);
    if (!does("nameless")) say("id name Liar");
    say("id author Nobody");
    say("option name Calm type check default true");
    say("option name Style type combo default calm var calm var very bold");
    say("option name Note type string default");
    say("option name Clear type button");
    if (plays_batches()) say("games 4");
    if (does("default-out-of-range")) say("option name Depth type spin default 10 min 1 max 9");
    if (does("no-default")) say("option name Depth type spin min 1 max 9");
    if (does("unknown-type")) say("option name Depth type slider default 3");
    if (does("option-twice")) say("option name Calm type check default false");
    say("uwiok");
  }
  void take(const uwi::SetOption& option) {
    if (does("combo-death") && option.value == "very bold") std::_Exit(6);
  }
  void take(const uwi::IsReady&) {
    if (does("one-ready") && was_ready_asked_) return;
    if (does("deaf-in-thought") && is_thinking_) return;
    const auto thought =
        std::ranges::find_if(named_, [](const auto& named) { return named.second.is_thinking; });
    if (does("batch-deaf-in-thought") && thought != named_.end()) return;
    if (does("batch-marked-ready") && thought != named_.end())
      return say("game " + thought->first + " readyok");
    say("readyok");
    if (does("ready-twice")) say("readyok");
  }
  void take(const uwi::RulesetLine& line) { player_.take(line); }
  void take(const uwi::LexiconLine& line) { player_.take(line); }
  void take(const uwi::NewGame& game) {
    ++games_;
    game_ = game;
    is_thinking_ = false;
    if (!name_.empty()) named_[name_] = {game};
    if (does("leak")) leaked_.emplace_back(std::size_t{5} << 20, 'x');
    if (does("small-leak")) leaked_.emplace_back(kSmallLeak, 'x');
    if (does("leak-files")) [[maybe_unused]]
      const int lost = ::open("/dev/null", O_RDONLY);
    if (does("leak-threads")) std::thread(hang).detach();
  }
  void take(const uwi::PositionLine& line) {
    if (does("unknown-key") && line.text.find("colour") != std::string::npos) std::_Exit(8);
    if (!name_.empty()) named_[name_].position = line;
    player_.take(line);
  }
  void take(const uwi::Go& go) {
    ++questions_;
    if (!name_.empty()) return take_named(go);
    const bool is_infinite = go.clock.empty() && !go.move_time;
    if (go.is_question) return answer_challenge();
    if (is_infinite) {
      is_thinking_ = true;
      return;
    }
    waste_time(go);
    answer(move());
  }
  void take(const uwi::Batch& batch) {
    if (does("batch-death") && batch.questions > 1) std::_Exit(9);
    left_of_batch_ = batch.questions;
    batch_.clear();
  }
  void take(const uwi::Stop&) {
    if (!name_.empty()) return stop_named();
    if (does("stray-stop") && !is_thinking_) say("bestmove pass");
    if (!is_thinking_ || does("ignore-stop")) return;
    if (does("slow-stop")) sleep_for(300);
    is_thinking_ = false;
    answer(move());
  }
  void take(const uwi::Refused&) {}
  void take(const uwi::GameResult&) {
    if (does("thanks")) say("thank you for the game");
    if (name_.empty()) return;
    if (does("batch-thanks")) say("game " + name_ + " bestmove pass");
    named_.erase(name_);
    if (does("batch-forgets"))
      for (auto& [name, named] : named_) named.is_forgotten = true;
    if (does("batch-keeps-mark")) kept_name_ = name_;
  }
  void take(const uwi::Quit&) {
    if (does("ignore-quit") || (does("busy-quit") && is_thinking_)) hang();
    std::_Exit(does("exit-code") ? 3 : 0);
  }

  // --- Several games at once ---

  void take_named(const uwi::Go& go) {
    batch_.push_back({name_, go});
    if (--left_of_batch_ == 0) answer_batch();
  }

  void answer_batch() {
    std::vector<std::pair<std::string, std::string>> moves;
    for (const auto& [name, go] : batch_) {
      Named& named = named_[name];
      if (named.is_forgotten || (does("batch-first-only") && name != batch_.front().name)) continue;
      waste_time_in_batch(go);
      player_.take(does("batch-one-board") ? named_[batch_.back().name].position : named.position);
      named.is_thinking = !go.is_question && go.clock.empty() && !go.move_time &&
                          !(does("batch-ends-by-itself") && name == batch_.back().name);
      if (!named.is_thinking) moves.emplace_back(name, move_in_batch(named, go));
    }
    if (does("batch-mixed-up") && moves.size() > 1) std::swap(moves[0].second, moves[1].second);
    for (const auto& [name, move] : moves) answer_named(name, move);
  }

  void waste_time_in_batch(const uwi::Go& go) {
    if (does("batch-late") && go.move_time && go.move_time->count() == 500) sleep_for(300);
    // The seat of the game that began last.
    if (does("batch-other-clock") && !go.clock.empty() &&
        go.clock[static_cast<std::size_t>(game_.seat)].count() > 1'000)
      sleep_for(600);
  }

  std::string move_in_batch(const Named& named, const uwi::Go& go) {
    if (go.is_question && !does("batch-challenge-moves"))
      return has_unknown_word(player_.position(), player_.rules(), player_.lexicon()) ? "challenge"
                                                                                      : "accept";
    return does("batch-one-seed") ? move_by_seed(named.game.seed + named_.size()) : player_.best_move();
  }

  void answer_named(const std::string& name, const std::string& move) {
    const std::string answer = (does("batch-unmarked") ? "" : "game " + name + " ") + "bestmove " + move;
    say(answer);
    if (does("batch-twice")) say(answer);
    if (does("batch-unknown-game")) say("game 0 bestmove " + move);
  }

  void stop_named() {
    if (does("batch-ignore-stop")) return;
    if (does("batch-slow-stop")) sleep_for(300);
    const auto named = named_.find(name_);
    if (named == named_.end() || !named->second.is_thinking) return;
    if (does("batch-waits-for-all")) {
      stopped_.insert(name_);
      const auto open = std::ranges::count_if(named_, [](const auto& one) { return one.second.is_thinking; });
      if (std::ssize(stopped_) < open) return;
      for (const std::string& name : std::exchange(stopped_, {})) end_thinking(name);
    } else if (does("batch-stop-all") || does("batch-ends-by-itself")) {
      for (const auto& [name, go] : batch_)
        if (named_[name].is_thinking) end_thinking(name);
    } else {
      end_thinking(name_);
    }
  }

  void end_thinking(const std::string& name) {
    Named& named = named_[name];
    named.is_thinking = false;
    player_.take(named.position);
    answer_named(name, player_.best_move());
  }

  std::string move_by_seed(std::uint64_t seed) {
    const auto plays = player_.plays();
    return plays.empty() ? "pass"
                         : format_move(plays[seed % plays.size()].placement, player_.rules().alphabet());
  }

  // --- One game at a time ---

  void waste_time(const uwi::Go& go) {
    const auto seat = static_cast<std::size_t>(does("other-clock") ? 0 : game_.seat);
    const bool is_short = !go.clock.empty() && go.clock[seat].count() < 100;
    if (does("late") && is_short) sleep_for(200);
    if (does("other-clock") && !go.clock.empty() && !is_short) sleep_for(200);
    if (does("sometimes-late") && go.move_time && go.move_time->count() == 100 && questions_ % 10 == 0)
      sleep_for(200);
    if (does("leak-children") && questions_ % 10 == 0 && ::fork() == 0) std::_Exit(0);
    if (does("slower") && questions_ > 140 && questions_ < 240) sleep_for(45);
    if (does("noise") && questions_ == 1) say("thinking hard");
    if (does("chatter"))
      for (int i = 0; i < 100; ++i) std::cerr << std::string(1000, '.') << '\n';
  }

  std::string move() {
    if (does("batch-one-seed")) return move_by_seed(game_.seed);
    constexpr int kWholeLexicon = 50'000;
    const bool is_whole = player_.lexicon().words() > kWholeLexicon;
    if (does("small-board") && player_.rules().size == 8) return "4d.XQJ";
    if (does("third-player") && game_.players == 3) return "5d.XQJ";
    if (does("tired") && is_whole && games_ > 2) return "8g.OFF";
    if (does("crash-late") && questions_ > 150) std::_Exit(9);
    if (does("illegal-end") && player_.position().bag == 0 && player_.plays().empty()) return "ex.?";
    if (does("own-chance")) return any_move();
    if (does("passer") || (does("bytes") && has_umlaut())) return "pass";
    if (does("one-off") && games_ > 1) return one_row_off(player_.best_move());
    return player_.best_move();
  }

  // A bot that takes each square for two bytes does not know where it is behind one that has more.
  bool has_umlaut() const {
    const std::string board = format_position(player_.position(), player_.rules().alphabet());
    return std::ranges::any_of(board, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  }

  // The play as a bot writes it that counts rows from 0.
  static std::string one_row_off(const std::string& move) {
    const std::size_t dot = move.find('.');
    if (dot == std::string::npos || move.starts_with("ex")) return move;
    const bool is_across = move[0] >= '0' && move[0] <= '9';
    const std::string row = is_across ? move.substr(0, dot - 1) : move.substr(1, dot - 1);
    const std::string other = std::to_string(std::stoi(row) - 1);
    return (is_across ? other + move[dot - 1] : move[0] + other) + move.substr(dot);
  }

  std::string any_move() {
    const auto plays = player_.plays();
    if (plays.empty()) return "pass";
    return format_move(plays[std::random_device()() % plays.size()].placement, player_.rules().alphabet());
  }

  void answer(const std::string& move) {
    if (!kept_name_.empty()) return say("game " + kept_name_ + " bestmove " + move);
    say("bestmove " + move);
    if (does("answer-twice")) say("bestmove " + move);
  }

  void answer_challenge() {
    if (does("move-challenge")) return answer(player_.best_move());
    const bool is_false = has_unknown_word(player_.position(), player_.rules(), player_.lexicon());
    answer(does("challenge-all") || (is_false && !does("accept-all")) ? "challenge" : "accept");
  }

  const std::string deed_;
  Player player_;
  uwi::NewGame game_;
  int games_ = 0;
  int questions_ = 0;
  bool is_thinking_ = false;
  bool was_ready_asked_ = false;
  std::vector<std::string> leaked_;
  std::string name_;       // The mark of the present line; empty without one.
  std::string kept_name_;  // The name of a game that is over, which the bot goes on using.
  std::map<std::string, Named> named_;
  std::vector<NamedGo> batch_;
  int left_of_batch_ = 0;
  std::set<std::string> stopped_;
};

}  // namespace

int main(int argc, char** argv) {
  const std::string deed = argc > 1 ? argv[1] : "none";
  if (std::find(std::begin(kDeeds), std::end(kDeeds), deed) == std::end(kDeeds)) {
    std::cerr << "liar: no such deed: " << deed << '\n';
    return 98;
  }
  Liar(deed).run();
}
