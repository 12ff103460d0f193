// A greedy bot that misbehaves: `rogue DEED [TURN]` plays well until its own move number TURN (from 1; 1 if
// not given), then does the deed. Deeds at the start or between games do not look at TURN.
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <thread>

#include "protocol/uwi.h"
#include "tests/bots/player.h"

namespace {

using namespace toptile;

class Rogue {
 public:
  Rogue(std::string deed, int turn) : deed_(std::move(deed)), turn_(turn) {}

  void run() {
    if (deed_ == "exit-at-start") std::_Exit(7);
    for (std::string line; std::getline(std::cin, line);) {
      const auto message = uwi::parse_referee_line(line);
      if (message) std::visit([this](const auto& known) { take(known); }, message.value());
    }
    if (deed_ == "outlive-input") hang();
  }

 private:
  void take(const uwi::Hello&) {
    if (deed_ == "mute") hang();
    if (deed_ == "chatty-start")
      while (true) say("id name Chatty"), sleep_for(20);
    say("id name Rogue");
    say("option name Depth type spin default 3 min 1 max 9");
    say("uwiok");
  }
  void take(const uwi::IsReady&) {
    if (deed_ == "never-ready") hang();
    if (deed_ == "die-when-asked") std::_Exit(3);
    say("readyok");
  }
  void take(const uwi::RulesetLine& line) { player_.take(line); }
  void take(const uwi::LexiconLine& line) { player_.take(line); }
  void take(const uwi::NewGame&) { moves_ = 0; }
  void take(const uwi::PositionLine& line) { player_.take(line); }
  void take(const uwi::Go& go) {
    if (deed_ == "always-illegal" && ++moves_ >= turn_) return say("bestmove 5d.XXXX");
    if (++moves_ == turn_ && do_deed(go)) return;
    say("bestmove " + best_move());
  }
  void take(const uwi::Quit&) {
    if (deed_ == "ignore-quit") hang();
    std::exit(0);
  }
  template <class Message>
  void take(const Message&) {}

  std::string best_move() { return player_.best_move(); }

  // Whether the deed was an answer, or there is none to come.
  bool do_deed(const uwi::Go&) {
    const std::map<std::string, std::function<void()>> deeds = {
        {"crash", [] { std::raise(SIGSEGV); }},
        {"exit", [] { std::_Exit(0); }},
        {"hang", [] { hang(); }},
        {"stop-itself", [] { std::raise(SIGSTOP); }},
        {"close-output", [] { ::close(STDOUT_FILENO), hang(); }},
        {"chat",
         [] {
           while (true) say("info string thinking"), sleep_for(20);
         }},
        {"flood",
         [] {
           while (true) std::cout << "info string " << std::string(1000, 'x') << '\n';
         }},
        {"endless-line",
         [] {
           while (true) std::cout << std::string(100'000, 'x') << std::flush;
         }},
        {"flood-then-answer",
         [this] { std::cout << std::string(12'000'000, '\n') << "bestmove " << best_move() << std::endl; }},
        {"illegal-word", [] { say("bestmove 5d.XXXX"); }},
        {"off-board", [] { say("bestmove 5j.CAT"); }},
        {"gibberish", [] { say("bestmove ©§"); }},
        {"empty-move", [] { say("bestmove"); }},
        {"challenge", [] { say("bestmove challenge"); }},
        {"late", [this] { sleep_for(400), say("bestmove " + best_move()); }},
        {"crlf", [this] { std::cout << "bestmove " << best_move() << "\r\n"
                                    << std::flush; }},
        {"drip",
         [this] {
           for (const char c : "bestmove " + best_move() + "\n") std::cout << c << std::flush, sleep_for(2);
         }},
        {"unknown-words",
         [this] {
           say("hello there"), say("info depth 2 score 17"), say("what?"), say("bestmove " + best_move());
         }},
        {"answer-and-die", [this] { say("bestmove " + best_move()), std::_Exit(0); }},
    };
    const auto deed = deeds.find(deed_);
    if (deed == deeds.end()) return false;
    deed->second();
    return true;
  }

  const std::string deed_;
  const int turn_;
  int moves_ = 0;
  Player player_;
};

}  // namespace

int main(int argc, char** argv) {
  Rogue(argc > 1 ? argv[1] : "behave", argc > 2 ? std::atoi(argv[2]) : 1).run();
}
