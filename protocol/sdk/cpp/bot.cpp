#include "protocol/sdk/cpp/bot.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <deque>
#include <filesystem>

#include "base/words.h"
#include "engine/judge.h"
#include "protocol/conversation.h"
#include "protocol/lexicon_file.h"
#include "protocol/position_line.h"

namespace toptile {

namespace sdk {

namespace {

using Clock = std::chrono::steady_clock;

// The time held back, so that a bot that asks should_stop() answers before its time is over.
constexpr std::chrono::milliseconds kClockMargin{30};

// Standard input as lines, read as they come.
class Input {
 public:
  enum class Wait { yes, no };

  // The next line, or nothing if there is none yet (Wait::no) or none will come.
  std::optional<std::string> next_line(Wait wait) {
    while (true) {
      const std::size_t end = bytes_.find('\n', start_);
      if (end != std::string::npos) {
        std::string line = bytes_.substr(start_, end - start_);
        start_ = end + 1;
        if (!line.empty() && line.back() == '\r') line.pop_back();
        return line;
      }
      bytes_.erase(0, start_);
      start_ = 0;
      if (is_at_end_ || (wait == Wait::no && !has_more())) return std::nullopt;
      char chunk[4096];
      const ssize_t count = ::read(STDIN_FILENO, chunk, sizeof chunk);
      if (count > 0) bytes_.append(chunk, static_cast<std::size_t>(count));
      is_at_end_ = count == 0 || (count < 0 && errno != EINTR);
    }
  }
  bool is_at_end() const { return is_at_end_; }

 private:
  static bool has_more() {
    pollfd standard_input{STDIN_FILENO, POLLIN, 0};
    return ::poll(&standard_input, 1, 0) > 0;
  }

  std::string bytes_;
  std::size_t start_ = 0;
  bool is_at_end_ = false;
};

// Writes a line at once. If the referee is gone, SIGPIPE ends the bot, as it should.
void say(std::string line) {
  line += '\n';
  for (std::string_view rest = line; !rest.empty();) {
    const ssize_t count = ::write(STDOUT_FILENO, rest.data(), rest.size());
    if (count < 0 && errno != EINTR) std::_Exit(1);
    if (count > 0) rest.remove_prefix(static_cast<std::size_t>(count));
  }
}

void note(const std::string& text) {
  std::fputs((text + "\n").c_str(), stderr);
}

// Takes the built lexicon beside the list if it has the same words, which saves building one.
Result<Lexicon> load_quickly(const uwi::LexiconLine& line, const Ruleset& rules) {
  auto built = map_lexicon(std::filesystem::path(line.path).replace_extension(".lexicon"));
  if (built && hexadecimal(built.value().sha256()) == line.sha256 &&
      built.value().alphabet() == rules.alphabet())
    return built;
  auto loaded = load_lexicon(line.path, rules);
  if (!loaded) return loaded.error();
  return std::move(loaded).value().lexicon;
}

}  // namespace

// A game that the bot plays, and the last question about it.
struct PlayedGame {
  explicit PlayedGame(std::string its_name = "") : name(std::move(its_name)), position(2) {}

  std::string name;  // Its mark; empty if it is played alone.
  uwi::NewGame told;
  Random random{0};
  std::unique_ptr<MoveGenerator> generator;  // Made when it is first used.
  Position position;
  bool has_position = false;
  // The number of moves that stood when a move was last asked for.
  std::optional<std::size_t> moves_when_asked;
  int challenged_away = 0;
  uwi::Go go;
  bool is_readable = false;  // Whether the position of the question and the lexicon could be read.
  bool is_stopped = false;
  bool is_broken_off = false;  // Whether it ended while its question was open.

  // This bot's part of a list in seat order.
  std::chrono::milliseconds own(const std::vector<std::chrono::milliseconds>& seats) const {
    const auto seat = static_cast<std::size_t>(told.seat);
    return seat < seats.size() ? seats[seat] : std::chrono::milliseconds(0);
  }
  std::optional<std::chrono::milliseconds> limit() const {
    if (go.move_time) return go.move_time;
    return static_cast<std::size_t>(told.seat) < go.clock.size() ? std::optional(own(go.clock))
                                                                 : std::nullopt;
  }
};

class Session {
 public:
  Session(const BotDescription& bot, const ChooseMove& choose, const ChooseChallenge& challenge,
          const Prepare& prepare)
      : bot_(bot), choose_(choose), challenge_(challenge), prepare_(prepare) {
    for (const uwi::OptionLine& option : bot.options)
      options_[option.name] = option.default_value.value_or("");
  }

  int run() {
    while (!conversation_.has_quit()) {
      if (!postponed_.empty()) {
        const Said said = std::move(postponed_.front());
        postponed_.pop_front();
        hear(said);
        continue;
      }
      const auto line = input_.next_line(Input::Wait::yes);
      if (!line) break;
      if (const auto said = read(*line)) hear(*said);
    }
    answer();
    return 0;
  }

  const Ruleset& rules() const { return *rules_; }
  const Lexicon& lexicon() const { return *lexicon_; }
  MoveGenerator& generator(PlayedGame& game) {
    if (!game.generator) game.generator = std::make_unique<MoveGenerator>(*rules_, *lexicon_);
    return *game.generator;
  }
  std::string option(const std::string& name) const {
    const auto found = options_.find(name);
    return found == options_.end() ? "" : found->second;
  }

  // While a question has a part of the time for itself, its clock runs at the usual speed.
  int shared(const PlayedGame& game) const { return turn_ ? 1 : count_sharing(game); }

  // All questions together have the time until the first of them is too late. While they are asked one by
  // one, each may use an equal part of what is left of it, but no more than its own time.
  std::optional<std::chrono::milliseconds> time_left(const PlayedGame& game) const {
    using std::chrono::milliseconds;
    const auto limit = game.limit();
    if (!limit) return std::nullopt;
    const auto since = [](Clock::time_point begin) {
      return std::chrono::duration_cast<milliseconds>(Clock::now() - begin);
    };
    const int sharers = count_sharing(game);
    if (!turn_) return *limit - since(begun_) / sharers;
    milliseconds shortest = *limit;
    for (const PlayedGame* other : asked_) {
      if (other->is_broken_off) continue;
      if (const auto its = other->limit()) shortest = std::min(shortest, *its);
    }
    const auto before = std::chrono::duration_cast<milliseconds>(*turn_ - begun_);
    const milliseconds part = (shortest * sharers - before) / (static_cast<int>(asked_.size()) - answered_);
    return std::min(*limit, part) - since(*turn_);
  }

  // A game that is broken off must not change while the bot thinks, so its end is heard when the bot has
  // answered, and so is what comes after it.
  bool should_stop(PlayedGame& game) {
    while (!game.is_stopped) {
      const auto line = input_.next_line(Input::Wait::no);
      if (!line) break;
      auto said = read(*line);
      if (!said) continue;
      const auto& message = said->message;
      const bool ends_game = is_one_of<uwi::NewGame, uwi::GameResult>(message);
      PlayedGame* const other = find(said->game);
      if (ends_game && other != nullptr) other->is_stopped = other->is_broken_off = true;
      if (ends_game || must_wait(*said, game)) {
        postponed_.push_back(*std::move(said));
      } else {
        take_in_turn(*said);
      }
    }
    if (input_.is_at_end()) game.is_stopped = true;
    const auto left = time_left(game);
    return game.is_stopped || (left && *left < kClockMargin);
  }

  // Says a line about a game, or about none if its name is empty.
  void tell(const uwi::BotMessage& message, const std::string& game = {}) { say(line_of(message, game)); }

 private:
  struct Said {
    std::string game;  // The name in its mark.
    uwi::RefereeMessage message;
  };

  template <class... Messages>
  static bool is_one_of(const uwi::RefereeMessage& message) {
    return (std::holds_alternative<Messages>(message) || ...);
  }

  // Whether a line must wait until the bot has answered. It must not overtake one that waits already; only
  // `isready` may overtake the result of a game, because `readyok` confirms nothing about it.
  bool must_wait(const Said& said, const PlayedGame& thought_about) const {
    if (is_one_of<uwi::Stop, uwi::Quit>(said.message)) return false;
    if (is_one_of<uwi::IsReady>(said.message)) {
      return !std::ranges::all_of(
          postponed_, [](const Said& earlier) { return is_one_of<uwi::GameResult>(earlier.message); });
    }
    return !postponed_.empty() || !said.game.empty() || !thought_about.name.empty();
  }

  // The number of open questions that share the time with this one, which is among them.
  int count_sharing(const PlayedGame& game) const {
    if (game.go.clock.empty()) return 1;
    const auto open = std::ranges::count(asked_, false, &PlayedGame::is_broken_off);
    return std::max(static_cast<int>(open), 1);
  }

  std::string line_of(const uwi::BotMessage& message, const std::string& game) {
    std::string line;
    uwi::append_game(line, game);
    line += uwi::format(message);
    const auto [standing, why] = conversation_.bot_said(message, game);
    if (standing == Conversation::Standing::misfit) note(fmt::format("{}: {}", line, why));
    return line;
  }

  static std::optional<Said> read(std::string_view line) {
    const std::string game(uwi::take_game(line));
    auto message = uwi::parse_referee_line(line);
    if (message) return Said{game, std::move(message).value()};
    note("ignored: " + message.error().message);
    return std::nullopt;
  }

  PlayedGame* find(const std::string& name) {
    if (name.empty()) return &plain_;
    const auto found = named_.find(name);
    return found == named_.end() ? nullptr : &found->second;
  }

  // Hears a line while the bot does not think. A question that no batch announced is answered alone.
  void hear(const Said& said) {
    if (is_one_of<uwi::Batch>(said.message)) answer_what_came();
    if (is_one_of<uwi::Go>(said.message) && !said.game.empty() && conversation_.left_of_batch() == 0)
      conversation_.referee_said(uwi::Batch{1});
    take_in_turn(said);
  }

  void take_in_turn(const Said& said) {
    const auto [standing, why] = conversation_.referee_said(said.message, said.game);
    if (standing == Conversation::Standing::out_of_turn) note(fmt::format("ignored: {}", why));
    if (standing != Conversation::Standing::in_turn) return;
    if (!said.game.empty() && std::holds_alternative<uwi::NewGame>(said.message))
      named_.try_emplace(said.game, said.game);
    PlayedGame* const game = find(said.game);
    if (game != nullptr) std::visit([&](const auto& known) { take(known, *game); }, said.message);
  }

  void take(const uwi::Hello&, PlayedGame&) {
    constexpr int kGamesOfMany = 64;
    tell(uwi::Id{"name", bot_.name});
    tell(uwi::Id{"author", bot_.author});
    tell(uwi::Id{"kit", "toptile/sdk/bot.h 1.1"});
    const int games = bot_.games > 0 ? bot_.games : bot_.choose_many ? kGamesOfMany : 1;
    if (games > 1) tell(uwi::Games{games});
    for (const uwi::OptionLine& option : bot_.options) tell(option);
    tell(uwi::UwiOk{});
  }
  void take(const uwi::SetOption& set, PlayedGame&) {
    const auto option = std::ranges::find(bot_.options, set.name, &uwi::OptionLine::name);
    if (option == bot_.options.end()) return note("ignored: unknown option " + set.name);
    const std::string value = set.value.value_or("");
    if (!uwi::accepts(*option, value))
      return note(fmt::format("ignored: option {} has no value \"{}\"", set.name, value));
    if (option->type != "button") {
      options_[set.name] = value;
    } else if (bot_.pressed) {
      bot_.pressed(set.name);
    }
  }
  void take(const uwi::IsReady&, PlayedGame&) { tell(uwi::ReadyOk{}); }
  void take(const uwi::RulesetLine& line, PlayedGame&) {
    plain_.generator.reset();
    lexicon_.reset();
    rules_ = std::make_unique<Ruleset>(line.rules);
  }
  void take(const uwi::LexiconLine& line, PlayedGame&) {
    auto loaded = load_quickly(line, *rules_);
    if (!loaded) return note(loaded.error().message);
    plain_.generator.reset();
    lexicon_ = std::make_unique<Lexicon>(std::move(loaded).value());
    if (prepare_) prepare_(*rules_, *lexicon_);
  }
  void take(const uwi::NewGame& told, PlayedGame& game) {
    answer_what_came();
    game.told = told;
    if (game.told.id.empty()) game.told.id = game.name;
    game.random = Random(told.seed);
    game.moves_when_asked.reset();
    if (bot_.new_game) bot_.new_game();
    if (bot_.game_started) bot_.game_started(game.told);
  }
  void take(const uwi::PositionLine& line, PlayedGame& game) {
    game.has_position = false;
    auto position = parse_position(line.text, *rules_, UnknownKeys::ignore);
    if (!position) return note("ignored: " + position.error().message);
    game.position = std::move(position).value();
    game.has_position = true;
  }
  void take(const uwi::Batch&, PlayedGame&) {}
  void take(const uwi::Go& go, PlayedGame& game) {
    if (asked_.empty()) begun_ = Clock::now();
    game.go = go;
    game.is_stopped = game.is_broken_off = false;
    game.is_readable = game.has_position && lexicon_;
    if (!game.is_readable) {
      note(fmt::format("answered {}: the lexicon or the position could not be read",
                       format_move(answer_without_thought(game), rules_->alphabet())));
    }
    asked_.push_back(&game);
    if (game.name.empty() || conversation_.left_of_batch() == 0) answer();
  }

  // The answer about a game that the bot is not asked about.
  static Move answer_without_thought(const PlayedGame& game) {
    return game.go.is_question ? Move(Accept{}) : Move(Pass{});
  }

  // Answers the questions of a batch whose others will not come, because the referee goes on.
  void answer_what_came() {
    conversation_.cut_batch();
    answer();
  }

  // Answers all questions that were asked: challenges one by one, and then the moves. The bot is not asked
  // about a game that is over or cannot be read.
  void answer() {
    if (asked_.empty()) return;
    std::string lines;
    answered_ = 0;
    const auto add = [&](const PlayedGame& game, const Move& move) {
      if (!lines.empty()) lines += '\n';
      lines += line_of(uwi::BestMove{format_move(move, rules_->alphabet())}, game.name);
      ++answered_;
    };
    const auto answer_unasked = [&](const PlayedGame* game) {
      if (game->is_readable && !game->is_broken_off) return false;
      add(*game, answer_without_thought(*game));
      return true;
    };
    std::vector<PlayedGame*> games;
    for (PlayedGame* game : asked_) {
      if (answer_unasked(game)) continue;
      if (!game->go.is_question) {
        count_challenged_away(*game);
        games.push_back(game);
        continue;
      }
      turn_ = Clock::now();
      Thinking thinking(*this, *game);
      const bool challenges =
          challenge_ ? challenge_(thinking) : has_unknown_word(game->position, *rules_, *lexicon_);
      add(*game, challenges ? Move(Challenge{}) : Move(Accept{}));
    }
    turn_.reset();
    if (bot_.choose_many) {
      std::erase_if(games, answer_unasked);
      choose_for_all(games, add);
    } else {
      for (PlayedGame* game : games) {
        if (answer_unasked(game)) continue;
        turn_ = Clock::now();
        Thinking thinking(*this, *game);
        add(*game, choose_(thinking));
      }
    }
    turn_.reset();
    asked_.clear();
    say(std::move(lines));
  }

  template <class Add>
  void choose_for_all(const std::vector<PlayedGame*>& games, const Add& add) {
    if (games.empty()) return;
    std::vector<Thinking> questions;
    for (PlayedGame* game : games) questions.emplace_back(*this, *game);
    const std::vector<Move> chosen = bot_.choose_many(questions);
    if (chosen.size() != games.size()) {
      note(fmt::format("choose_many chose {} for {}", counted(chosen.size(), "move"),
                       counted(games.size(), "question")));
      std::_Exit(1);
    }
    for (std::size_t i = 0; i < chosen.size(); ++i) add(*games[i], chosen[i]);
  }

  // A turn adds a move to those that stand, but a play that was taken back adds none. If a move is asked for
  // again and as many stand, a play was challenged away.
  static void count_challenged_away(PlayedGame& game) {
    const auto moves = game.position.moves ? std::optional(game.position.moves->size()) : std::nullopt;
    game.challenged_away = moves && moves == game.moves_when_asked ? game.challenged_away + 1 : 0;
    game.moves_when_asked = moves;
  }
  void take(const uwi::Stop&, PlayedGame& game) { game.is_stopped = true; }
  void take(const uwi::Refused& refused, PlayedGame&) {
    note("refused: " + refused.reason + " " + refused.text);
  }
  void take(const uwi::GameResult& result, PlayedGame& game) {
    game.is_broken_off = true;
    answer_what_came();
    if (bot_.game_over) bot_.game_over(result);
    if (bot_.game_ended) bot_.game_ended(game.told, result);
    if (game.name.empty()) return;
    const std::string name = game.name;
    named_.erase(name);
  }
  void take(const uwi::Quit&, PlayedGame&) {
    for (PlayedGame* game : asked_) game->is_stopped = true;
  }

  const BotDescription& bot_;
  const ChooseMove& choose_;
  const ChooseChallenge& challenge_;
  const Prepare& prepare_;
  Input input_;
  std::map<std::string, std::string> options_;
  std::unique_ptr<Ruleset> rules_;
  std::unique_ptr<Lexicon> lexicon_;
  PlayedGame plain_;
  std::map<std::string, PlayedGame> named_;
  std::vector<PlayedGame*> asked_;         // The games with a question that is not answered.
  int answered_ = 0;                       // How many of them have their answer already.
  Clock::time_point begun_;                // When they were asked.
  std::optional<Clock::time_point> turn_;  // When the present one of them was turned to, if one by one.
  Conversation conversation_;
  std::deque<Said> postponed_;  // Lines that wait until the bot has answered.
};

}  // namespace sdk

const uwi::NewGame& Thinking::game() const {
  return game_->told;
}
const Position& Thinking::position() const {
  return game_->position;
}
const Ruleset& Thinking::rules() const {
  return session_->rules();
}
const Lexicon& Thinking::lexicon() const {
  return session_->lexicon();
}
MoveGenerator& Thinking::generator() {
  return session_->generator(*game_);
}
Random& Thinking::random() {
  return game_->random;
}
int Thinking::seat() const {
  return game_->told.seat;
}
int Thinking::players() const {
  return game_->told.players;
}
bool Thinking::may_exchange() const {
  const Position& position = game_->position;
  if (position.rack.empty() || position.bag == 0 || challenged_away() > 0) return false;
  const int free = rules().free_exchanges;
  if (free == 0 || !position.moves) return true;
  // The exchanges of others are told without their tile.
  const auto is_own = [](const Move& move) {
    const auto* exchange = std::get_if<Exchange>(&move);
    return exchange != nullptr && exchange->tile.has_value();
  };
  return std::ranges::count_if(*position.moves, is_own) < free;
}
int Thinking::challenged_away() const {
  return game_->challenged_away;
}
std::optional<std::chrono::milliseconds> Thinking::time_left() const {
  return session_->time_left(*game_);
}
std::chrono::milliseconds Thinking::bank() const {
  return game_->own(game_->go.bank);
}
const std::vector<std::chrono::milliseconds>& Thinking::clocks() const {
  return game_->go.clock;
}
std::chrono::milliseconds Thinking::increment() const {
  return game_->own(game_->go.increment);
}
const std::vector<std::chrono::milliseconds>& Thinking::banks() const {
  return game_->go.bank;
}
int Thinking::shared() const {
  return session_->shared(*game_);
}
std::optional<std::int64_t> Thinking::nodes() const {
  return game_->go.nodes;
}
bool Thinking::should_stop() {
  return session_->should_stop(*game_);
}
void Thinking::tell(const std::string& info) {
  session_->tell(uwi::Info{info}, game_->name);
}
std::string Thinking::option(const std::string& name) const {
  return session_->option(name);
}

int run_bot(const BotDescription& bot, const ChooseMove& choose, const ChooseChallenge& challenge,
            const Prepare& prepare) {
  if (!choose && !bot.choose_many) {
    sdk::note("run_bot needs a function: choose, choose_many or both");
    return 1;
  }
  return sdk::Session(bot, choose, challenge, prepare).run();
}

std::optional<EndgamePosition> endgame_of(const Thinking& thinking) {
  return endgame_of(thinking.position(), thinking.rules(), Seat{thinking.seat()}, thinking.players());
}

bool has_unknown_word(const Position& position, const Ruleset& rules, const Lexicon& lexicon) {
  if (!position.moves || position.moves->empty()) return false;
  Board before(rules.size);
  for (const Move& move : *position.moves) {
    const auto* placement = std::get_if<Placement>(&move);
    if (placement == nullptr) continue;
    const Square end = step(placement->start, placement->direction, placement->word.size() - 1);
    if (!before.has(placement->start) || !before.has(end)) return false;
    if (&move != &position.moves->back()) lay(before, tiles_laid_by(before, *placement));
  }
  const auto* last = std::get_if<Placement>(&position.moves->back());
  if (last == nullptr) return false;
  const LaidTiles laid = tiles_laid_by(before, *last);
  Board after = before;
  lay(after, laid);
  const auto is_unknown = [&](const Placement& run) {
    return run.word.size() >= 2 && !lexicon.contains(run.word);
  };
  if (is_unknown(run_through(after, last->start, last->direction))) return true;
  for (const LaidTile& tile : laid) {
    if (is_unknown(run_through(after, tile.square, other(last->direction)))) return true;
  }
  return false;
}

}  // namespace toptile
