#include "protocol/uwi.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/utf8.h"
#include "base/words.h"
#include "protocol/uwi_fields.h"

namespace toptile::uwi {

namespace {

using std::chrono::milliseconds;

std::string one_line(std::string_view text) {
  std::string line(text);
  std::ranges::replace_if(
      line, [](char c) { return c == '\n' || c == '\r' || c == '\0'; }, ' ');
  return line;
}

Result<void> read_seat(std::string_view key, std::string_view value, Seat& seat) {
  int number = 0;
  TOPTILE_TRY_TO(read_number(key, value, number));
  seat = Seat{number};
  return success();
}

Result<void> read_milliseconds(std::string_view key, std::string_view value,
                               std::vector<milliseconds>& times) {
  const auto numbers = parse_numbers<std::int64_t>(value);
  if (!numbers || numbers->size() > kMaxPlayers) return bad(key, value, "list of milliseconds");
  times.clear();
  for (std::int64_t number : *numbers) times.emplace_back(number);
  return success();
}

// A value as one word. A blank would end the value, and if it were empty, the next key would be taken for it.
std::string one_word(std::string_view text) {
  std::string word(text.empty() ? "-" : text);
  std::ranges::replace(word, ' ', '_');
  std::ranges::replace(word, '\t', '_');
  return word;
}

std::string_view without_blanks_behind(std::string_view text) {
  return text.substr(0, text.find_last_not_of(" \t") + 1);
}

// Splits "NAME value VALUE", where both may hold blanks.
void split_value(std::string_view text, std::string& name, std::optional<std::string>& value) {
  constexpr std::string_view kValue = " value";
  for (std::size_t at = text.find(kValue); at != std::string_view::npos; at = text.find(kValue, at + 1)) {
    const std::string_view behind = text.substr(at + kValue.size());
    if (!behind.empty() && behind.front() != ' ') continue;  // It is part of a longer word.
    value = std::string(behind.substr(behind.empty() ? 0 : 1));
    text = text.substr(0, at);
    break;
  }
  name = without_blanks_behind(text);
}

// --- One parse function for each message, in the order of the tables below ---

Result<RefereeMessage> parse_hello(std::string_view rest) {
  Hello hello;
  TOPTILE_TRY_TO(read_number("uwi", take_word(rest), hello.version));
  return RefereeMessage(hello);
}

Result<RefereeMessage> parse_set_option(std::string_view rest) {
  SetOption option;
  const bool has_name = take_word(rest) == "name";
  split_value(rest, option.name, option.value);
  std::string_view first = rest;
  if (!has_name || option.name.empty() || take_word(first) == "value")
    return Error{"setoption: the form is: setoption name N [value V]"};
  return RefereeMessage(option);
}

Result<RefereeMessage> parse_ruleset_line(std::string_view rest) {
  TOPTILE_TRY(auto rules, parse_ruleset(rest));
  return RefereeMessage(RulesetLine{std::move(rules)});
}

Result<RefereeMessage> parse_lexicon(std::string_view rest) {
  LexiconLine lexicon;
  auto read =
      for_each_pair(rest, {"path"}, [&](std::string_view key, std::string_view value) -> Result<void> {
        if (key == "name") lexicon.name = value;
        if (key == "sha256") lexicon.sha256 = value;
        if (key == "path") lexicon.path = value;
        if (key == "words") return read_number(key, value, lexicon.words);
        return success();
      });
  if (!read) return read.error();
  if (lexicon.path.empty()) return Error{"lexicon: path: this key is missing"};
  return RefereeMessage(lexicon);
}

Result<RefereeMessage> parse_new_game(std::string_view rest) {
  NewGame game;
  auto read = for_each_pair(rest, {}, [&](std::string_view key, std::string_view value) -> Result<void> {
    if (key == "id") game.id = value;
    if (key == "players") return read_number(key, value, game.players);
    if (key == "seat") return read_seat(key, value, game.seat);
    if (key == "seed") return read_number(key, value, game.seed);
    return success();
  });
  if (!read) return read.error();
  if (game.players < 1 || game.players > kMaxPlayers || game.seat < 0 || game.seat >= game.players) {
    return Error{fmt::format("newgame: there is no seat {} among {} players", game.seat, game.players)};
  }
  return RefereeMessage(game);
}

Result<RefereeMessage> parse_go(std::string_view rest) {
  Go go;
  std::string_view behind = rest;
  if (take_word(behind) == "challenge") {
    go.is_question = true;
    rest = behind;
  }
  while (!rest.empty()) {
    const std::string_view key = take_word(rest);
    if (key == "infinite") continue;
    const std::string_view value = take_word(rest);
    Result<void> read = success();
    if (key == "clock") read = read_milliseconds(key, value, go.clock);
    if (key == "inc") read = read_milliseconds(key, value, go.increment);
    if (key == "bank") read = read_milliseconds(key, value, go.bank);
    if (key == "nodes") {
      std::int64_t nodes = 0;
      read = read_number(key, value, nodes);
      go.nodes = nodes;
    }
    if (key == "movetime") {
      std::int64_t time = 0;
      read = read_number(key, value, time);
      go.move_time = milliseconds(time);
    }
    if (!read) return read.error();
  }
  return RefereeMessage(go);
}

Result<RefereeMessage> parse_batch(std::string_view rest) {
  Batch batch;
  TOPTILE_TRY_TO(read_number("batch", take_word(rest), batch.questions));
  if (batch.questions < 1)
    return bad("batch", std::to_string(batch.questions), "number of questions, from 1");
  return RefereeMessage(batch);
}

Result<RefereeMessage> parse_refused(std::string_view rest) {
  const std::string_view reason = take_word(rest);
  return RefereeMessage(Refused{std::string(reason), std::string(rest)});
}

Result<RefereeMessage> parse_result(std::string_view rest) {
  GameResult result;
  const auto read_list = [](std::string_view key, std::string_view value,
                            std::vector<int>& list) -> Result<void> {
    const auto numbers = parse_numbers<int>(value);
    if (!numbers) return bad(key, value, "list of numbers");
    list = *numbers;
    return success();
  };
  auto read = for_each_pair(rest, {}, [&](std::string_view key, std::string_view value) -> Result<void> {
    if (key == "scores") return read_list(key, value, result.scores);
    if (key == "ranks") return read_list(key, value, result.ranks);
    if (key == "reason") result.reason = value;
    return success();
  });
  if (!read) return read.error();
  return RefereeMessage(result);
}

template <class Variant, class Message>
Result<Variant> parse_bare(std::string_view) {
  return Variant(Message{});
}

Result<BotMessage> parse_id(std::string_view rest) {
  const std::string_view key = take_word(rest);
  if ((key != "name" && key != "author" && key != "kit") || rest.empty())
    return Error{"id: the form is: id name … or id author … or id kit …"};
  return BotMessage(Id{std::string(key), std::string(rest)});
}

Result<BotMessage> parse_games(std::string_view rest) {
  constexpr std::size_t kDigitsOfInt = 9;
  Games games;
  const std::string_view number = take_word(rest);
  const bool is_number = std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
  if (is_number && number.size() > kDigitsOfInt) return BotMessage(Games{kMaxGamesOfBot});
  TOPTILE_TRY_TO(read_number("games", number, games.count));
  if (games.count < 1) return bad("games", std::to_string(games.count), "number of games at once, from 1");
  games.count = std::min(games.count, kMaxGamesOfBot);
  return BotMessage(games);
}

Result<BotMessage> parse_option(std::string_view rest) {
  OptionLine option;
  constexpr std::string_view kType = " type ";
  const bool has_name = take_word(rest) == "name";
  const std::size_t name_end = rest.find(kType);
  if (!has_name || name_end == std::string_view::npos) {
    return Error{"option: the form is: option name N type check|spin|combo|string|button …"};
  }
  option.name = without_blanks_behind(rest.substr(0, name_end));
  rest.remove_prefix(name_end + kType.size());
  option.type = take_word(rest);
  constexpr std::array<std::string_view, 5> kTypes = {"check", "spin", "combo", "string", "button"};
  if (std::ranges::find(kTypes, option.type) == kTypes.end())
    return bad("option: type", option.type, "type; the types are check, spin, combo, string, button");
  constexpr std::array<std::string_view, 4> kKeys = {"default", "min", "max", "var"};
  while (!rest.empty()) {
    const std::string_view key = take_word(rest);
    if (std::ranges::find(kKeys, key) == kKeys.end())
      return bad("option", key, "key; the keys are default, min, max, var");
    // A value runs to the next key, because it may hold blanks.
    std::string value;
    while (!rest.empty()) {
      std::string_view ahead = rest;
      const std::string_view word = take_word(ahead);
      if (std::ranges::find(kKeys, word) != kKeys.end()) break;
      value += (value.empty() ? "" : " ") + std::string(word);
      rest = ahead;
    }
    if (key == "default") option.default_value = value;
    if (key == "var") option.choices.push_back(value);
    if (key == "min" || key == "max") {
      std::int64_t number = 0;
      TOPTILE_TRY_TO(read_number(key, value, number));
      (key == "min" ? option.min : option.max) = number;
    }
  }
  return BotMessage(option);
}

Result<BotMessage> parse_best_move(std::string_view rest) {
  const std::string_view move = take_word(rest);
  if (move.empty()) return Error{"bestmove: a move should follow"};
  return BotMessage(BestMove{std::string(move)});
}

template <class Message>
struct Command {
  std::string_view word;
  Result<Message> (*parse)(std::string_view rest);
};

constexpr std::array<Command<RefereeMessage>, 13> kRefereeCommands = {{
    {"uwi", parse_hello},
    {"setoption", parse_set_option},
    {"isready", parse_bare<RefereeMessage, IsReady>},
    {"ruleset", parse_ruleset_line},
    {"lexicon", parse_lexicon},
    {"newgame", parse_new_game},
    {"position",
     [](std::string_view rest) { return Result<RefereeMessage>(PositionLine{std::string(rest)}); }},
    {"go", parse_go},
    {"batch", parse_batch},
    {"stop", parse_bare<RefereeMessage, Stop>},
    {"refused", parse_refused},
    {"result", parse_result},
    {"quit", parse_bare<RefereeMessage, Quit>},
}};

constexpr std::array<Command<BotMessage>, 7> kBotCommands = {{
    {"bestmove", parse_best_move},
    {"info", [](std::string_view rest) { return Result<BotMessage>(Info{std::string(rest)}); }},
    {"readyok", parse_bare<BotMessage, ReadyOk>},
    {"id", parse_id},
    {"games", parse_games},
    {"option", parse_option},
    {"uwiok", parse_bare<BotMessage, UwiOk>},
}};

template <class Message, std::size_t count>
Result<Message> parse_with(const std::array<Command<Message>, count>& commands, std::string_view line) {
  std::string_view rest = line;
  const std::string_view word = take_word(rest);
  for (const Command<Message>& command : commands) {
    if (command.word == word) return command.parse(rest);
  }
  return Error{fmt::format("\"{}\" is not a line of UWI {}", printable(line), kVersion)};
}

struct RefereeFormat {
  std::string operator()(const Hello& hello) const { return fmt::format("uwi {}", hello.version); }
  std::string operator()(const SetOption& option) const {
    return option.value ? fmt::format("setoption name {} value {}", option.name, *option.value)
                        : "setoption name " + option.name;
  }
  std::string operator()(const IsReady&) const { return "isready"; }
  std::string operator()(const RulesetLine& line) const { return "ruleset " + format_ruleset(line.rules); }
  std::string operator()(const LexiconLine& line) const {
    return fmt::format("lexicon name {} words {} sha256 {} path {}", one_word(line.name), line.words,
                       one_word(line.sha256), line.path);
  }
  std::string operator()(const NewGame& game) const {
    return fmt::format("newgame id {} players {} seat {} seed {}", one_word(game.id), game.players, game.seat,
                       game.seed);
  }
  std::string operator()(const PositionLine& position) const { return "position " + position.text; }
  std::string operator()(const Go& go) const {
    std::string line;
    append_go(line, go);
    return line;
  }
  std::string operator()(const Batch& batch) const { return fmt::format("batch {}", batch.questions); }
  std::string operator()(const Stop&) const { return "stop"; }
  std::string operator()(const Refused& refused) const {
    return fmt::format("refused {} {}", refused.reason, refused.text);
  }
  std::string operator()(const GameResult& result) const {
    // Unknown values are left out with their keys, because a key without a value would swallow the next key.
    std::string line = "result";
    if (!result.scores.empty()) line += fmt::format(" scores {}", fmt::join(result.scores, ","));
    if (!result.ranks.empty()) line += fmt::format(" ranks {}", fmt::join(result.ranks, ","));
    if (!result.reason.empty()) line += " reason " + one_word(result.reason);
    return line;
  }
  std::string operator()(const Quit&) const { return "quit"; }
};

struct BotFormat {
  std::string operator()(const Id& id) const { return fmt::format("id {} {}", id.key, id.value); }
  std::string operator()(const Games& games) const { return fmt::format("games {}", games.count); }
  std::string operator()(const OptionLine& option) const {
    std::string line = fmt::format("option name {} type {}", option.name, option.type);
    if (option.default_value) line += " default " + *option.default_value;
    if (option.min) line += fmt::format(" min {}", *option.min);
    if (option.max) line += fmt::format(" max {}", *option.max);
    for (const std::string& choice : option.choices) line += " var " + choice;
    return line;
  }
  std::string operator()(const UwiOk&) const { return "uwiok"; }
  std::string operator()(const ReadyOk&) const { return "readyok"; }
  std::string operator()(const Info& info) const { return "info " + info.text; }
  std::string operator()(const BestMove& best) const { return "bestmove " + best.move; }
};

}  // namespace

SetOption setting_of(const OptionLine& option, const std::string& value) {
  return {option.name, option.type == "button" ? std::nullopt : std::optional(value)};
}

bool accepts(const OptionLine& option, std::string_view value) {
  if (option.type == "check") return value == "true" || value == "false";
  if (option.type == "combo") return std::ranges::find(option.choices, value) != option.choices.end();
  if (option.type != "spin") return true;
  const auto number = parse_number<std::int64_t>(value);
  return number && !(option.min && *number < *option.min) && !(option.max && *number > *option.max);
}

InfoValues values_of_info(std::string_view text) {
  InfoValues values;
  if (text.starts_with(kNotUwi)) return values;
  while (!text.empty()) {
    const std::string_view key = take_word(text);
    if (key == "string") break;
    if (key == "score") values.score = parse_number<double>(take_word(text));
    if (key == "pv") values.move = take_word(text);
  }
  if (values.score && !std::isfinite(*values.score)) values.score.reset();
  return values;
}

Result<RefereeMessage> parse_referee_line(std::string_view line) {
  return parse_with(kRefereeCommands, line);
}

Result<BotMessage> parse_bot_line(std::string_view line) {
  return parse_with(kBotCommands, line);
}

std::string_view take_game(std::string_view& line) {
  if (!line.starts_with("game ")) return {};
  std::string_view rest = line;
  take_word(rest);
  const std::string_view game = take_word(rest);
  if (!game.empty()) line = rest;
  return game;
}

void append_game(std::string& line, std::string_view game) {
  if (game.empty()) return;
  line += "game ";
  line += game;
  line += ' ';
}

void append_go(std::string& line, const Go& go) {
  line += go.is_question ? "go challenge" : "go";
  append_numbers(line, " clock ", go.clock, &milliseconds::count);
  append_numbers(line, " inc ", go.increment, &milliseconds::count);
  if (go.move_time) append_numbers(line, " movetime ", std::array{*go.move_time}, &milliseconds::count);
  append_numbers(line, " bank ", go.bank, &milliseconds::count);
  if (go.clock.empty() && !go.move_time) line += " infinite";
  if (go.nodes) line += fmt::format(" nodes {}", *go.nodes);
}

std::string format(const RefereeMessage& message) {
  return one_line(std::visit(RefereeFormat{}, message));
}

std::string format(const BotMessage& message) {
  return one_line(std::visit(BotFormat{}, message));
}

}  // namespace toptile::uwi
