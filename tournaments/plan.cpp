#include "tournaments/plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <random>

#include "engine/sha256.h"
#include "engine/utf8.h"
#include "protocol/files.h"
#include "protocol/ruleset_json.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr int kRunVersion = 1;
constexpr std::int64_t kMostMilliseconds = 1000LL * 60 * 60 * 24 * 7;
constexpr int kMostGames = 100'000'000;
const std::vector<std::string> kClockKinds = {"game", "move", "none"};

void read_time(FieldReader& reader, const std::string& name, milliseconds& time, std::int64_t least) {
  std::int64_t count = time.count();
  reader.read(name, count, least, kMostMilliseconds);
  time = milliseconds(count);
}

Result<TimeControl> time_control_from_json(const Json& object, const std::string& where) {
  TimeControl control;
  FieldReader reader(object, where);
  reader.read_word("kind", control.kind, kClockKinds);
  read_time(reader, "time_ms", control.time, 1);
  read_time(reader, "increment_ms", control.increment, 0);
  read_time(reader, "margin_ms", control.margin, 0);
  read_time(reader, "hang_ms", control.hang, 1);
  if (auto finished = reader.finish(); !finished) return finished.error();
  return control;
}

Json time_control_to_json(const TimeControl& control) {
  return {{"kind", kClockKinds[static_cast<std::size_t>(control.kind)]},
          {"time_ms", control.time.count()},
          {"increment_ms", control.increment.count()},
          {"margin_ms", control.margin.count()},
          {"hang_ms", control.hang.count()}};
}

Result<Patience> patience_from_json(const Json& object, const std::string& where) {
  Patience patience;
  FieldReader reader(object, where);
  read_time(reader, "start_ms", patience.start, 1);
  read_time(reader, "ready_ms", patience.ready, 1);
  read_time(reader, "quit_ms", patience.quit, 0);
  if (auto finished = reader.finish(); !finished) return finished.error();
  return patience;
}

Json patience_to_json(const Patience& patience) {
  return {{"start_ms", patience.start.count()},
          {"ready_ms", patience.ready.count()},
          {"quit_ms", patience.quit.count()}};
}

// Reads a part that is an object of its own, when it is there.
template <class Part, class Parse>
void read_part(FieldReader& reader, const std::string& name, Part& part, Parse parse) {
  const Json* object = reader.read_any(name);
  if (object == nullptr) return;
  auto parsed = parse(*object, reader.where() + ": " + name);
  if (parsed) {
    part = std::move(parsed).value();
  } else {
    // The inner error has the whole path already.
    reader.fail(name, parsed.error().message.substr(
                          std::min(parsed.error().message.size(), reader.where().size() + name.size() + 4)));
  }
}

bool is_bot_name(std::string_view name) {
  constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+";
  return !name.empty() && name.size() <= 40 && name.find_first_not_of(kAllowed) == std::string_view::npos &&
         name[0] != '.';
}

bool is_program(const fs::path& file) {
  return fs::is_regular_file(file) && ::access(file.c_str(), X_OK) == 0;
}

std::optional<fs::path> find_on_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "/usr/bin:/bin" : path;
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
    const fs::path file = fs::path(folder.empty() ? "." : folder) / program;
    if (is_program(file)) return fs::absolute(file);
  }
  return std::nullopt;
}

// A file's name is bytes, and run.json is text.
std::optional<Error> find_no_text(std::string_view what, const std::string& value) {
  if (is_utf8(value)) return std::nullopt;
  return Error{
      fmt::format("{}: {} is no UTF-8 text, as run.json needs it; give it a name of UTF-8 characters", what,
                  printable(value, 200))};
}

std::optional<Error> find_no_text(const BotEntry& bot, const std::string& where) {
  for (const std::string& word : bot.command) {
    if (auto fault = find_no_text(where + ": command", word)) return fault;
  }
  if (auto fault = find_no_text(where + ": directory", bot.directory.string())) return fault;
  for (const auto& [name, value] : bot.options) {
    if (auto fault = find_no_text(where + ": options", name)) return fault;
    if (auto fault = find_no_text(where + ": options: " + printable(name), value)) return fault;
  }
  return std::nullopt;
}

struct RequestedBot {
  std::string name;
  std::vector<std::string> command;
  std::string directory;
  std::map<std::string, std::string> options;
};

Result<RequestedBot> requested_bot(const Json& json, const std::string& where) {
  RequestedBot bot;
  if (json.is_string()) {
    bot.command = {json.get<std::string>()};
    if (bot.command[0].empty())
      return Error{where + ": a bot's name or program should stand here, not an empty text"};
    return bot;
  }
  FieldReader reader(json, where);
  reader.read("name", bot.name)
      .require("command")
      .read("command", bot.command)
      .read("directory", bot.directory);
  if (const Json* options = reader.read_any("options")) {
    if (!options->is_object())
      reader.fail("options", "an object is expected here, an option's name to its value");
    for (const auto& [name, value] : options->items())
      bot.options[name] = value.is_string() ? value.get<std::string>() : value.dump();
  }
  if (auto finished = reader.finish(); !finished) return finished.error();
  if (bot.command.empty() || bot.command[0].empty())
    return Error{where + ": command: it should name a program"};
  return bot;
}

Result<BotEntry> resolve_bot(const Json& json, const TournamentRequest& request, const ShippedFiles& shipped,
                             std::size_t index) {
  auto requested = requested_bot(json, fmt::format("bot {}", index + 1));
  if (!requested) return requested.error();
  BotEntry bot;
  bot.name = requested.value().name;
  bot.command = requested.value().command;
  bot.options = requested.value().options;
  bot.directory = fs::absolute(request.directory / requested.value().directory).lexically_normal();

  std::string& program = bot.command[0];
  fs::path file;
  if (program.find('/') != std::string::npos) {
    file = fs::absolute(bot.directory / program).lexically_normal();
    if (fs::is_directory(file))
      return Error{fmt::format("bot {}: {} is a folder; a program is needed", index + 1, file.string())};
    if (!fs::exists(file))
      return Error{fmt::format("bot {}: {}: there is no such file", index + 1, file.string())};
    if (!is_program(file))
      return Error{fmt::format("bot {}: {} is not executable; try: chmod +x {}", index + 1, file.string(),
                               file.string())};
  } else if (is_program(shipped.bots / program)) {
    file = fs::absolute(shipped.bots / program).lexically_normal();
  } else if (const auto found = find_on_path(program)) {
    file = *found;
  } else {
    const auto names = shipped_bot_names(shipped);
    const auto meant = nearest_name(program, names);
    return Error{
        fmt::format("bot {}: \"{}\" is neither a shipped bot ({}) nor a program on PATH{}; write ./{} for a "
                    "file of your own",
                    index + 1, printable(program), fmt::join(names, ", "),
                    meant ? fmt::format("; did you mean {}?", *meant) : "", printable(program))};
  }
  if (bot.name.empty()) bot.name = file.stem().string();
  if (!is_bot_name(bot.name)) {
    return Error{
        fmt::format("bot {}: \"{}\" is no name for a bot: 1 to 40 letters, digits, - _ . +; give one, as in "
                    "--bot name={}",
                    index + 1, printable(bot.name), printable(program))};
  }
  program = file.string();
  if (auto fault = find_no_text(bot, fmt::format("bot {}", index + 1))) return *std::move(fault);
  auto bytes = read_file(file);
  if (!bytes) return in_context(fmt::format("bot {}", bot.name), bytes.error());
  // An interpreter's program is among its arguments.
  for (std::size_t i = 1; i < bot.command.size(); ++i) {
    std::error_code ignored;
    const fs::path argument = bot.directory / bot.command[i];
    if (!fs::is_regular_file(argument, ignored)) continue;
    auto more = read_file(argument);
    if (!more) return in_context(fmt::format("bot {}", bot.name), more.error());
    bytes.value() += more.value();
  }
  bot.sha256 = sha256_hexadecimal(bytes.value());
  return bot;
}

Result<std::vector<BotEntry>> resolve_bots(const TournamentRequest& request, const ShippedFiles& shipped) {
  std::vector<BotEntry> bots;
  if (request.bots.size() < 2) {
    return Error{fmt::format(
        "a tournament needs two bots or more, and there {}; name them as in: --bot greedy --bot ./mine",
        request.bots.empty() ? "is none" : "is one")};
  }
  for (std::size_t i = 0; i < request.bots.size(); ++i) {
    auto bot = resolve_bot(request.bots[i], request, shipped, i);
    if (!bot) return bot.error();
    const auto same_name = [&](const BotEntry& other) { return other.name == bot.value().name; };
    if (std::ranges::any_of(bots, same_name)) {
      return Error{fmt::format("two bots are called {}; name one of them, as in: --bot {}-2={}",
                               bot.value().name, bot.value().name, bot.value().command[0])};
    }
    bots.push_back(std::move(bot).value());
  }
  return bots;
}

Result<Ruleset> resolve_rules(const TournamentRequest& request) {
  if (request.rules.is_object()) return ruleset_from_json(request.rules, "rules");
  return find_ruleset(request.rules.is_string() ? request.rules.get<std::string>() : request.rules.dump(),
                      request.directory);
}

std::uint64_t system_seed() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

Json bot_to_json(const BotEntry& bot) {
  return {{"name", bot.name},
          {"command", bot.command},
          {"directory", bot.directory.string()},
          {"options", bot.options},
          {"sha256", bot.sha256}};
}

Result<BotEntry> bot_from_json(const Json& object, const std::string& where) {
  BotEntry bot;
  std::string directory;
  FieldReader reader(object, where);
  reader.require("name").read("name", bot.name).require("command").read("command", bot.command);
  reader.require("directory").read("directory", directory).require("sha256").read("sha256", bot.sha256);
  const Json* options = reader.require("options").read_any("options");
  if (options != nullptr && !options->is_object())
    reader.fail("options", "an object is expected here, an option's name to its value");
  if (auto finished = reader.finish(); !finished) return finished.error();
  bot.directory = directory;
  for (const auto& [name, value] : options->items())
    bot.options[name] = value.is_string() ? value.get<std::string>() : value.dump();
  return bot;
}

}  // namespace

std::vector<std::string> shipped_bot_names(const ShippedFiles& shipped) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(shipped.bots, ignored)) {
    if (is_program(entry.path())) names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

std::vector<std::string> shipped_lexicon_names(const ShippedFiles& shipped) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(shipped.lexicons, ignored)) {
    const fs::path file = entry.path().filename();
    if (file.extension() == ".txt" && !file.string().starts_with("LICENSE-"))
      names.push_back(file.stem().string());
  }
  std::ranges::sort(names);
  return names;
}

Result<Ruleset> find_ruleset(const std::string& name_or_file, const fs::path& directory) {
  auto shipped = shipped_ruleset(name_or_file);
  const fs::path file = directory / name_or_file;
  const bool is_file = name_or_file.find('/') != std::string::npos || name_or_file.ends_with(".json") ||
                       fs::is_regular_file(file);
  if (shipped || !is_file) return shipped;
  auto text = read_file(file);
  if (!text) return text.error();
  return parse_ruleset_json(text.value(), file.string());
}

Result<LoadedLexicon> open_lexicon(const std::string& name_or_file, const Ruleset& rules,
                                   const fs::path& directory, const ShippedFiles& shipped) {
  if (name_or_file == "-") return load_lexicon("-", rules);
  const fs::path file = directory / name_or_file;
  if (fs::is_regular_file(file)) return load_lexicon(file, rules);
  const fs::path list = shipped.lexicons / (name_or_file + ".txt");
  if (name_or_file.find('/') != std::string::npos || !fs::is_regular_file(list)) {
    return Error{fmt::format("{}: there is no such word list, neither a file nor one that ships (english)",
                             printable(name_or_file))};
  }
  // The built one is only there to be quick; it may be for other tiles.
  auto built = load_lexicon(shipped.lexicons / fmt::format("{}.{}.lexicon", name_or_file, rules.size), rules);
  return built ? std::move(built) : load_lexicon(list, rules);
}

Result<TournamentRequest> parse_request(std::string_view text, const fs::path& file) {
  auto object = parse_json(text, file.string());
  if (!object) return object.error();
  TournamentRequest request;
  request.name = file.stem().string();
  request.directory = fs::absolute(file).parent_path();
  FieldReader reader(object.value(), file.string());
  const Json* bots = reader.require("bots").read_any("bots");
  if (bots != nullptr && !bots->is_array()) reader.fail("bots", "a list is expected here");
  reader.read("name", request.name).read("games", request.games, 2, kMostGames).read("pin", request.pin);
  reader.read("concurrency", request.concurrency, 0, 1024).read("lexicon", request.lexicon);
  std::uint64_t seed = 0;
  if (reader.has("seed")) {
    reader.read("seed", seed);
    request.seed = seed;
  }
  if (const Json* rules = reader.read_any("rules")) request.rules = *rules;
  read_part(reader, "clock", request.time_control, time_control_from_json);
  read_part(reader, "patience", request.patience, patience_from_json);
  if (auto finished = reader.finish(); !finished) return finished.error();
  for (const Json& bot : *bots) request.bots.push_back(bot);
  return request;
}

Result<ResolvedPlan> resolve(const TournamentRequest& request, const ShippedFiles& shipped) {
  if (request.games < 2 || request.games % 2 != 0) {
    return Error{fmt::format(
        "games: {} is no even number from 2 on; games come in pairs, with the seats swapped", request.games)};
  }
  auto bots = resolve_bots(request, shipped);
  if (!bots) return bots.error();
  auto rules = resolve_rules(request);
  if (!rules) return rules.error();
  if (!rules.value().plays_with(2)) {
    return Error{
        fmt::format("rules: {} is not for two players, and a tournament's games are", rules.value().name)};
  }
  auto loaded = open_lexicon(request.lexicon, rules.value(), request.directory, shipped);
  if (!loaded) return in_context("lexicon", loaded.error());
  Lexicon lexicon = std::move(loaded).value().lexicon;
  if (auto fault = find_no_text("lexicon", lexicon.name())) return *std::move(fault);
  Plan plan{std::move(bots).value(),
            request.games,
            request.seed ? *request.seed : system_seed(),
            std::move(rules).value(),
            hexadecimal(lexicon.sha256()),
            lexicon.name(),
            lexicon.words(),
            request.time_control,
            request.patience,
            request.pin};
  return ResolvedPlan{std::move(plan), std::move(lexicon)};
}

Json plan_to_json(const Plan& plan) {
  Json bots = Json::array();
  for (const BotEntry& bot : plan.bots) bots.push_back(bot_to_json(bot));
  return {{"run", kRunVersion},
          {"seed", std::to_string(plan.seed)},
          {"games", plan.games},
          {"bots", bots},
          {"clock", time_control_to_json(plan.time_control)},
          {"patience", patience_to_json(plan.patience)},
          {"pin", plan.pin},
          {"lexicon",
           {{"name", plan.lexicon_name}, {"words", plan.lexicon_words}, {"sha256", plan.lexicon_sha256}}},
          {"rules", ruleset_to_json(plan.rules)}};
}

Result<Plan> plan_from_json(const Json& object, const std::string& where) {
  FieldReader reader(object, where);
  int version = 0, games = 0;
  std::uint64_t seed = 0;
  bool pin = true;
  TimeControl time_control;
  Patience patience;
  reader.require("run").read("run", version, kRunVersion, kRunVersion);
  reader.require("seed")
      .read("seed", seed)
      .require("games")
      .read("games", games, 2, kMostGames)
      .read("pin", pin);
  read_part(reader, "clock", time_control, time_control_from_json);
  read_part(reader, "patience", patience, patience_from_json);
  const Json* bots = reader.require("bots").read_any("bots");
  const Json* lexicon = reader.require("lexicon").read_any("lexicon");
  const Json* rules_object = reader.require("rules").read_any("rules");
  if (auto finished = reader.finish(); !finished) return finished.error();

  auto rules = ruleset_from_json(*rules_object, where + ": rules");
  if (!rules) return rules.error();
  Plan plan{{}, games, seed, std::move(rules).value(), {}, {}, 0, time_control, patience, pin};
  FieldReader lexicon_reader(*lexicon, where + ": lexicon");
  lexicon_reader.require("name")
      .read("name", plan.lexicon_name)
      .require("sha256")
      .read("sha256", plan.lexicon_sha256);
  lexicon_reader.require("words").read("words", plan.lexicon_words, 1, INT32_MAX);
  if (auto finished = lexicon_reader.finish(); !finished) return finished.error();
  if (!bots->is_array()) return Error{where + ": bots: a list is expected here"};
  for (const Json& bot_object : *bots) {
    auto bot = bot_from_json(bot_object, fmt::format("{}: bot {}", where, plan.bots.size() + 1));
    if (!bot) return bot.error();
    plan.bots.push_back(std::move(bot).value());
  }
  return plan;
}

std::optional<std::string> find_plan_difference(const Json& frozen, const Json& wanted) {
  const auto differences = Json::diff(frozen, wanted);
  if (differences.empty()) return std::nullopt;
  const std::string path = differences[0].at("path").get<std::string>();
  const auto shown = [&](const Json& plan) {
    const Json::json_pointer pointer(path);
    return plan.contains(pointer) ? printable(plan.at(pointer).dump(), 200) : std::string("nothing");
  };
  std::string field = path.empty() ? "the plan" : path.substr(1);
  std::ranges::replace(field, '/', '.');
  return fmt::format("{}: the run has {}, and now {} is asked for", printable(field), shown(frozen),
                     shown(wanted));
}

Result<Json> parse_bot_flag(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool is_in_word = false;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        word += c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      is_in_word = true;
    } else if (c == ' ' || c == '\t') {
      if (is_in_word) words.push_back(std::exchange(word, {}));
      is_in_word = false;
    } else {
      word += c;
      is_in_word = true;
    }
  }
  if (quote != 0) return Error{fmt::format("--bot {}: a quote is not closed", printable(text))};
  if (is_in_word) words.push_back(word);
  if (words.empty()) return Error{"--bot: a bot's name or program should follow"};
  Json bot = Json::object();
  const std::size_t equals = words[0].find('=');
  if (equals != std::string::npos && is_bot_name(words[0].substr(0, equals))) {
    bot["name"] = words[0].substr(0, equals);
    words[0].erase(0, equals + 1);
    if (words[0].empty()) words.erase(words.begin());
    if (words.empty()) return Error{fmt::format("--bot {}: a program should follow the =", printable(text))};
  }
  bot["command"] = words;
  return bot;
}

}  // namespace toptile
