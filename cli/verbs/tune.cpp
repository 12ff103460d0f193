// toptile tune: finds the best values for a bot's options by playing the bot against itself.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/descriptor.h"
#include "base/utf8.h"
#include "base/words.h"
#include "cli/flags/bot_argument.h"
#include "cli/flags/command.h"
#include "cli/flags/sandbox_flag.h"
#include "cli/flags/tournament_flags.h"
#include "cli/flags/words_and_rules.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/table.h"
#include "cli/terminal/terminal.h"
#include "cli/watch/plain_view.h"
#include "tournaments/tune/tuning.h"

namespace toptile {

namespace {

using std::chrono::steady_clock;

struct TuneArguments {
  std::string bot;
  std::vector<std::string> options;
  int pairs = 1000;
  int batch = 4;
  std::optional<double> rate;
  TournamentFlags flags;
};

// The settings of an option in --option; the bot's declaration has the others.
struct OptionFlag {
  std::string name;
  std::optional<double> start = {}, least = {}, most = {}, step = {};
};

std::optional<double> number_of(std::string_view text) {
  const auto number = parse_written_number<double>(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

Result<OptionFlag> parse_option_flag(const std::string& text) {
  const std::vector<std::string> parts = split(text, ',');
  OptionFlag flag{.name = parts[0]};
  const std::map<std::string, std::optional<double>*> keys = {
      {"start", &flag.start}, {"min", &flag.least}, {"max", &flag.most}, {"step", &flag.step}};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::size_t equals = parts[i].find('=');
    const auto key = keys.find(parts[i].substr(0, equals));
    const auto number = equals == std::string::npos ? std::nullopt : number_of(parts[i].substr(equals + 1));
    if (key == keys.end() || !number)
      return Error{fmt::format("--option {}: {} is not one of start=N, min=N, max=N, step=N", printable(text),
                               printable(parts[i]))};
    *key->second = number;
  }
  if (flag.name.empty())
    return Error{"--option: name an option of the bot, as in Depth or Depth,start=4,min=1,max=20,step=2"};
  return flag;
}

// The flag's limits must be within those that the bot declares.
Result<double> limit_of(const OptionFlag& flag, const char* key, const std::optional<double>& asked,
                        const std::optional<std::int64_t>& declared, bool is_least) {
  if (!asked && !declared)
    return Error{fmt::format("option {0}: the bot declares no {1}; give one: --option {0},{1}=N",
                             printable(flag.name), key)};
  const double limit = asked ? *asked : static_cast<double>(*declared);
  if (declared &&
      (is_least ? limit < static_cast<double>(*declared) : limit > static_cast<double>(*declared)))
    return Error{fmt::format("option {}: {} {} is beyond the bot's own {} {}", printable(flag.name), key,
                             limit, key, *declared)};
  return limit;
}

Result<TunedOption> tuned_option(const OptionFlag& flag, const std::vector<uwi::OptionLine>& declared,
                                 const BotEntry& bot) {
  const auto option = std::ranges::find(declared, flag.name, &uwi::OptionLine::name);
  if (option == declared.end()) {
    std::vector<std::string> names;
    for (const uwi::OptionLine& known : declared) names.push_back(printable(known.name));
    return Error{names.empty() ? fmt::format("--option {}: the bot declares no options", printable(flag.name))
                               : "--option: " + no_such_word(printable(flag.name), flag.name, names)};
  }
  if (option->type != "spin" && option->type != "string")
    return Error{
        fmt::format("option {}: it is a {}; only numbers are tuned, which are options of type spin or string",
                    printable(flag.name), printable(option->type))};
  TunedOption tuned{.name = flag.name, .is_whole = option->type == "spin"};
  TOPTILE_TRY(tuned.least, limit_of(flag, "min", flag.least, option->min, true));
  TOPTILE_TRY(tuned.most, limit_of(flag, "max", flag.most, option->max, false));
  const auto set = bot.options.find(flag.name);
  const std::string usual = set != bot.options.end() ? set->second : option->default_value.value_or("");
  const auto start = flag.start ? flag.start : number_of(usual);
  if (!start)
    return Error{
        fmt::format("option {0}: its value {1} is not a number to start from; give one: --option {0},start=N",
                    printable(flag.name), printable("\"" + usual + "\""))};
  tuned.start = *start;
  const double usual_step = (tuned.most - tuned.least) / 20;
  tuned.last_step = flag.step.value_or(tuned.is_whole ? std::max(usual_step, 1.0) : usual_step);
  return tuned;
}

Result<SpsaTerms> terms_of(const TuneArguments& arguments, const std::vector<OptionFlag>& options,
                           const Tuning& tuning, const BotEntry& bot, std::uint64_t seed) {
  SpsaTerms terms{.pairs = arguments.pairs,
                  .batch = std::min(arguments.batch, arguments.pairs),
                  .last_rate = arguments.rate.value_or(usual_rate(arguments.pairs)),
                  .seed = seed};
  for (const OptionFlag& option : options) {
    TOPTILE_TRY(auto tuned, tuned_option(option, tuning.declared(), bot));
    terms.options.push_back(std::move(tuned));
  }
  return terms;
}

// An integer option is shown with decimals, to show its trend.
std::string value_text(double value) {
  return fmt::format("{:.4g}", value);
}

std::string progress_line(const Spsa& spsa) {
  std::string text = fmt::format("{} of {} pairs:", spsa.pairs_played(), spsa.terms().pairs);
  for (std::size_t i = 0; i < spsa.values().size(); ++i)
    text += fmt::format("{} {} {}", i == 0 ? "" : ",", printable(spsa.terms().options[i].name),
                        value_text(spsa.values()[i]));
  return text;
}

Json values_json(const Spsa& spsa) {
  Json values = Json::object();
  for (std::size_t i = 0; i < spsa.values().size(); ++i)
    values[spsa.terms().options[i].name] = spsa.values()[i];
  return values;
}

// The bot with the best values, in the form of --bot.
std::string tuned_bot(const std::string& named, const BotEntry& bot, const Spsa& spsa) {
  Json json = {{"name", bot.name + "-tuned"}};
  json[bot.is_folder() ? "manifest" : "command"] =
      bot.is_folder() ? Json(bot.folder.string()) : Json({named});
  json["options"] = bot.options;
  for (std::size_t i = 0; i < spsa.values().size(); ++i) {
    const TunedOption& option = spsa.terms().options[i];
    const double value = option.is_whole ? std::round(spsa.values()[i]) : spsa.values()[i];
    json["options"][option.name] = option_text(option, value);
  }
  return json_text(json);
}

std::string end_text(const TuneArguments& arguments, const BotEntry& bot, const Spsa& spsa, int forfeits,
                     const RunPaths& paths) {
  TextTable table{{{"option", Align::left}, {"start"}, {"now"}, {"step"}, {"min"}, {"max"}}, {}};
  for (std::size_t i = 0; i < spsa.values().size(); ++i) {
    const TunedOption& option = spsa.terms().options[i];
    table.rows.push_back({printable(option.name), value_text(option.start), value_text(spsa.values()[i]),
                          value_text(spsa.step_of(i)), value_text(option.least), value_text(option.most)});
  }
  std::string text =
      plain_table(table, kColumns) + fmt::format("\n{} of {} pairs", spsa.pairs_played(), spsa.terms().pairs);
  if (forfeits > 0)
    text += fmt::format("; {} {} forfeited, see {}", counted(forfeits, "game"),
                        forfeits == 1 ? "was" : "were", shown_path((paths.folder / "bots").string()));
  text += fmt::format("\ntuning  {}\n", shown_path(paths.folder.string()));
  if (spsa.is_over())
    text +=
        fmt::format("\nWhether it is better, a match says:\n  toptile match {} {} --sprt elo0=0,elo1=10\n",
                    shell_word(tuned_bot(arguments.bot, bot, spsa)), shell_word(arguments.bot));
  return text;
}

Result<int> tune(const TuneArguments& arguments) {
  allow_all_files();
  const InterruptWatch interrupts;
  const std::stop_token stop = interrupts.token();
  std::vector<OptionFlag> options;
  for (const std::string& text : arguments.options) {
    TOPTILE_TRY(auto option, parse_option_flag(text));
    options.push_back(std::move(option));
  }
  TOPTILE_TRY(auto request, request_of(arguments.flags));
  TOPTILE_TRY(const auto bot, find_bot_argument(arguments.bot, stop));
  const RunPaths paths{arguments.flags.out.empty() ? std::filesystem::path("runs") / ("tune-" + bot.name)
                                                   : std::filesystem::path(arguments.flags.out)};
  request.games = 2 * arguments.pairs;
  if (!request.seed) request.seed = seed_of_tuning(paths);
  auto resolved = resolve_with(request, two_sides_of(bot), shipped_files());
  if (!resolved) return resolved.error();
  warn_of_sandbox(*resolved.value().sandbox);
  const std::uint64_t seed = resolved.value().plan.seed;
  if (const auto change = keep_tuned_bot(paths, resolved.value().plan))
    fmt::print(stderr, "toptile: {}\n", *change);
  auto built = build_bots(resolved.value().plan.bots, bot_search(stop), resolved.value().sandbox,
                          has_frozen_bot(paths) ? Unbuilt::left_out : Unbuilt::built);
  if (!built) return interrupts.stopped_or(built.error());
  auto opened = Tuning::open(std::move(resolved).value(), built.value(), paths, stop);
  if (!opened) return interrupts.stopped_or(opened.error());
  Tuning& tuning = *opened.value();
  TOPTILE_TRY(const auto terms, terms_of(arguments, options, tuning, bot, seed));
  TOPTILE_TRY(auto spsa, tuning.begin(terms));
  const TournamentFlags& flags = arguments.flags;
  if (spsa.pairs_played() > 0 && !flags.quiet && !flags.json)
    fmt::print(stderr, "toptile: the tuning {} {} pairs\n",
               spsa.is_over() ? "was played before, with all" : "goes on after", spsa.pairs_played());
  int forfeits = 0;
  const auto begin = steady_clock::now();
  steady_clock::duration next = pause_after({});
  const auto told = [&](const TunedBatch& batch) {
    forfeits += batch.forfeits;
    if (flags.json) {
      print(json_line({{"event", "batch"},
                       {"pairs", spsa.pairs_played()},
                       {"wins", batch.wins},
                       {"ties", batch.ties},
                       {"losses", batch.losses},
                       {"forfeits", batch.forfeits},
                       {"values", values_json(spsa)}}));
    }
    const auto elapsed = steady_clock::now() - begin;
    if (flags.json || flags.quiet || elapsed < next || spsa.is_over()) return;
    fmt::print(stderr, "{}\n", progress_line(spsa));
    next = elapsed + pause_after(elapsed);
  };
  auto played = tuning.play(spsa, flags.concurrency.value_or(0), stop, told);
  if (!played) return interrupts.stopped_or(played.error());
  print(flags.json ? json_line({{"event", "end"},
                                {"finished", spsa.is_over()},
                                {"pairs", spsa.pairs_played()},
                                {"pairs_planned", spsa.terms().pairs},
                                {"values", values_json(spsa)}})
                   : end_text(arguments, bot, spsa, forfeits, paths));
  if (spsa.is_over()) return kDone;
  fmt::print(stderr, "toptile: stopped; the same command plays the remaining {}\n",
             counted(spsa.terms().pairs - spsa.pairs_played(), "pair"));
  return kInterrupted;
}

}  // namespace

Action declare_tune(Command& command) {
  auto arguments = std::make_shared<TuneArguments>();
  command.add_option("bot BOT", arguments->bot, "A shipped bot, a bot's folder or a program").required();
  {
    const Section section(command, "Tuning");
    command
        .add_option(
            "--option OPTION", arguments->options,
            "An option of the bot to tune, once for each: NAME, or NAME,start=N,min=N,max=N,step=N; what is "
            "left out is what the bot declares, and a step of a twentieth of its range")
        .required()
        .repeated();
    command.add_option("--pairs N", arguments->pairs, "Pairs of games in all (default 1000)")
        .check(in_range(1, kMaxTuningPairs));
    command.add_option("--batch N", arguments->batch, "Pairs with the same values (default 4)")
        .check(in_range(1, kMaxTuningPairs));
    command.add_option(
        "--rate R", arguments->rate,
        "How far the result of a game moves a value at the end, in steps (default 0.4 / √pairs)");
    command
        .add_option("--seed N", arguments->flags.seed,
                    "The seed of the games (default: drawn from the system)")
        .check(seed_number());
    command
        .add_option("--concurrency N", arguments->flags.concurrency,
                    "Games at once (0, the default: one for each processor)")
        .check(in_range(0, 1024));
    command.add_option("--out DIR", arguments->flags.out,
                       "The tuning's folder (default runs/tune-NAME); it goes on there");
    const Option json =
        command.add_flag("--json", arguments->flags.json, "Print each batch and the end as a line of JSON");
    command.add_flag("--quiet", arguments->flags.quiet, "Print only the result").excludes(json);
  }
  declare_opening_flags(command, arguments->flags);
  declare_terms_flags(command, arguments->flags);
  return [arguments] { return tune(*arguments); };
}

}  // namespace toptile
