#include "protocol/sdk/cpp/bot.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>

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

class Session {
 public:
  Session(const BotDescription& bot, const ChooseMove& choose, const ChooseChallenge& challenge,
          const Prepare& prepare)
      : bot_(bot), choose_(choose), challenge_(challenge), prepare_(prepare), position_(2) {
    for (const uwi::OptionLine& option : bot.options)
      options_[option.name] = option.default_value.value_or("");
  }

  int run() {
    while (!conversation_.has_quit()) {
      std::optional<std::string> line = std::exchange(postponed_, std::nullopt);
      if (!line) line = input_.next_line(Input::Wait::yes);
      if (!line) break;
      if (const auto message = read(*line)) hear(*message);
    }
    return 0;
  }

  const Position& position() const { return position_; }
  const Ruleset& rules() const { return *rules_; }
  const Lexicon& lexicon() const { return *lexicon_; }
  MoveGenerator& generator() { return *generator_; }
  Random& random() { return random_; }
  const uwi::NewGame& game() const { return game_; }
  int challenged_away() const { return challenged_away_; }
  std::string option(const std::string& name) const {
    const auto found = options_.find(name);
    return found == options_.end() ? "" : found->second;
  }

  std::optional<std::chrono::milliseconds> time_left() const {
    const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begun_);
    const auto seat = static_cast<std::size_t>(game_.seat);
    if (go_.move_time) return *go_.move_time - spent;
    if (seat < go_.clock.size()) return go_.clock[seat] - spent;
    return std::nullopt;
  }

  const uwi::Go& go() const { return go_; }
  // This bot's part of a list in seat order.
  std::chrono::milliseconds own(const std::vector<std::chrono::milliseconds>& seats) const {
    const auto seat = static_cast<std::size_t>(game_.seat);
    return seat < seats.size() ? seats[seat] : std::chrono::milliseconds(0);
  }

  // A game that is broken off must not change while the bot thinks, so its end is heard when the bot has
  // answered.
  bool should_stop() {
    while (!is_stopped_) {
      auto line = input_.next_line(Input::Wait::no);
      if (!line) break;
      const auto message = read(*line);
      if (!message) continue;
      if (std::holds_alternative<uwi::NewGame>(*message) ||
          std::holds_alternative<uwi::GameResult>(*message)) {
        postponed_ = std::move(line);
        is_stopped_ = true;
      } else {
        hear(*message);
      }
    }
    is_stopped_ = is_stopped_ || input_.is_at_end();
    const auto left = time_left();
    return is_stopped_ || (left && *left < kClockMargin);
  }

  void tell(const uwi::BotMessage& message) {
    const std::string line = uwi::format(message);
    const auto [standing, why] = conversation_.bot_said(message);
    if (standing == Conversation::Standing::misfit) note(fmt::format("{}: {}", line, why));
    say(line);
  }

 private:
  static std::optional<uwi::RefereeMessage> read(const std::string& line) {
    auto message = uwi::parse_referee_line(line);
    if (message) return std::move(message).value();
    note("ignored: " + message.error().message);
    return std::nullopt;
  }

  void hear(const uwi::RefereeMessage& message) {
    const auto [standing, why] = conversation_.referee_said(message);
    if (standing == Conversation::Standing::out_of_turn) note(fmt::format("ignored: {}", why));
    if (standing == Conversation::Standing::in_turn)
      std::visit([this](const auto& known) { take(known); }, message);
  }

  void take(const uwi::Hello&) {
    tell(uwi::Id{"name", bot_.name});
    tell(uwi::Id{"author", bot_.author});
    for (const uwi::OptionLine& option : bot_.options) tell(option);
    tell(uwi::UwiOk{});
  }
  void take(const uwi::SetOption& set) {
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
  void take(const uwi::IsReady&) { tell(uwi::ReadyOk{}); }
  void take(const uwi::RulesetLine& line) {
    generator_.reset();
    lexicon_.reset();
    rules_ = std::make_unique<Ruleset>(line.rules);
  }
  void take(const uwi::LexiconLine& line) {
    auto loaded = load_quickly(line, *rules_);
    if (!loaded) return note(loaded.error().message);
    generator_.reset();
    lexicon_ = std::make_unique<Lexicon>(std::move(loaded).value());
    generator_ = std::make_unique<MoveGenerator>(*rules_, *lexicon_);
    if (prepare_) prepare_(*rules_, *lexicon_);
  }
  void take(const uwi::NewGame& game) {
    game_ = game;
    random_ = Random(game.seed);
    moves_when_asked_.reset();
    if (bot_.new_game) bot_.new_game();
  }
  void take(const uwi::PositionLine& line) {
    has_position_ = false;
    auto position = parse_position(line.text, *rules_, UnknownKeys::ignore);
    if (!position) return note("ignored: " + position.error().message);
    position_ = std::move(position).value();
    has_position_ = true;
  }
  void take(const uwi::Go& go) {
    if (!has_position_ || !generator_)
      return note("go cannot be answered: the lexicon or the position could not be read");
    go_ = go;
    begun_ = Clock::now();
    is_stopped_ = false;
    Thinking thinking(*this);
    Move move;
    if (!go.is_question) {
      count_challenged_away();
      move = choose_(thinking);
    } else if (challenge_ ? challenge_(thinking) : has_unknown_word(position_, *rules_, *lexicon_)) {
      move = Challenge{};
    } else {
      move = Accept{};
    }
    tell(uwi::BestMove{format_move(move, rules_->alphabet())});
  }
  // A turn adds a move to those that stand, but a play that was taken back adds none. If a move is asked for
  // again and as many stand, a play was challenged away.
  void count_challenged_away() {
    const auto moves = position_.moves ? std::optional(position_.moves->size()) : std::nullopt;
    challenged_away_ = moves && moves == moves_when_asked_ ? challenged_away_ + 1 : 0;
    moves_when_asked_ = moves;
  }
  void take(const uwi::Batch&) {}  // It never comes, as no bot of this kit offers several games at once.
  void take(const uwi::Stop&) { is_stopped_ = true; }
  void take(const uwi::Refused& refused) { note("refused: " + refused.reason + " " + refused.text); }
  void take(const uwi::GameResult& result) {
    if (bot_.game_over) bot_.game_over(result);
  }
  void take(const uwi::Quit&) { is_stopped_ = true; }

  const BotDescription& bot_;
  const ChooseMove& choose_;
  const ChooseChallenge& challenge_;
  const Prepare& prepare_;
  Input input_;
  std::map<std::string, std::string> options_;
  std::unique_ptr<Ruleset> rules_;
  std::unique_ptr<Lexicon> lexicon_;
  std::unique_ptr<MoveGenerator> generator_;
  uwi::NewGame game_;
  Random random_{0};
  Position position_;
  bool has_position_ = false;
  // The number of moves that stood when a move was last asked for.
  std::optional<std::size_t> moves_when_asked_;
  int challenged_away_ = 0;
  uwi::Go go_;
  Clock::time_point begun_;
  bool is_stopped_ = false;
  Conversation conversation_;
  std::optional<std::string> postponed_;  // A line that waits until the bot has answered.
};

}  // namespace sdk

const Position& Thinking::position() const {
  return session_.position();
}
const Ruleset& Thinking::rules() const {
  return session_.rules();
}
const Lexicon& Thinking::lexicon() const {
  return session_.lexicon();
}
MoveGenerator& Thinking::generator() {
  return session_.generator();
}
Random& Thinking::random() {
  return session_.random();
}
int Thinking::seat() const {
  return session_.game().seat;
}
int Thinking::players() const {
  return session_.game().players;
}
bool Thinking::may_exchange() const {
  const Position& position = session_.position();
  if (position.rack.empty() || position.bag == 0 || challenged_away() > 0) return false;
  const int free = session_.rules().free_exchanges;
  if (free == 0 || !position.moves) return true;
  // The exchanges of others are told without their tile.
  const auto is_own = [](const Move& move) {
    const auto* exchange = std::get_if<Exchange>(&move);
    return exchange != nullptr && exchange->tile.has_value();
  };
  return std::ranges::count_if(*position.moves, is_own) < free;
}
int Thinking::challenged_away() const {
  return session_.challenged_away();
}
std::optional<std::chrono::milliseconds> Thinking::time_left() const {
  return session_.time_left();
}
std::chrono::milliseconds Thinking::bank() const {
  return session_.own(session_.go().bank);
}
const std::vector<std::chrono::milliseconds>& Thinking::clocks() const {
  return session_.go().clock;
}
std::chrono::milliseconds Thinking::increment() const {
  return session_.own(session_.go().increment);
}
const std::vector<std::chrono::milliseconds>& Thinking::banks() const {
  return session_.go().bank;
}
std::optional<std::int64_t> Thinking::nodes() const {
  return session_.go().nodes;
}
bool Thinking::should_stop() {
  return session_.should_stop();
}
void Thinking::tell(const std::string& info) {
  session_.tell(uwi::Info{info});
}
std::string Thinking::option(const std::string& name) const {
  return session_.option(name);
}

int run_bot(const BotDescription& bot, const ChooseMove& choose, const ChooseChallenge& challenge,
            const Prepare& prepare) {
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
