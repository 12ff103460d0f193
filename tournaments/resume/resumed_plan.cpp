#include "tournaments/resume/resumed_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/sha256.h"
#include "base/utf8.h"
#include "base/words.h"
#include "protocol/ruleset_json.h"
#include "tournaments/resume/run_growth.h"
#include "tournaments/run/run_files.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

// Loads the run's lexicon and checks its hash.
Result<Lexicon> words_of(const RunPaths& paths, const Plan& plan) {
  constexpr std::uint64_t kMaxListBytes = 256 << 20;
  TOPTILE_TRY(const auto text, files_of(paths).read(paths.lexicon_list().filename(), kMaxListBytes));
  auto built = build_lexicon(plan.lexicon_name, text, plan.rules.alphabet(), plan.rules.size);
  if (!built) return in_context(paths.lexicon_list().string(), built.error());
  if (hexadecimal(built.value().lexicon.sha256()) == plan.lexicon_sha256)
    return std::move(built).value().lexicon;
  return Error{fmt::format("{}: these are not the words that run.json names (sha256 {})",
                           paths.lexicon_list().string(), plan.lexicon_sha256)};
}

auto find_name(auto& bots, const std::string& name) {
  return std::ranges::find(bots, name, &BotEntry::name);
}

// The index of a bot that comes back: after the bots that it stood after.
std::size_t place_of(const std::string& name, const std::vector<BotEntry>& bots,
                     const std::vector<std::string>& order) {
  const auto own = std::ranges::find(order, name);
  if (own == order.end()) return bots.size();
  std::size_t place = 0;
  for (auto before = order.begin(); before != own; ++before) {
    const auto found = find_name(bots, *before);
    if (found != bots.end()) place = std::max(place, static_cast<std::size_t>(found - bots.begin()) + 1);
  }
  return place;
}

class Changing {
 public:
  Changing(const RunPaths& paths, const TournamentRequest& request, const BotChanges& changes,
           const BotSearch& search)
      : paths_(paths), request_(request), changes_(changes), search_(search) {}

  Result<std::vector<BotEntry>> bots(const Plan& begun) {
    TOPTILE_TRY(auto left_out, read_left_out(paths_));
    TOPTILE_TRY_TO(find_more());
    TOPTILE_TRY_TO(check_without(begun, left_out));
    std::vector<BotEntry> bots;
    for (const BotEntry& bot : begun.bots) {
      if (std::ranges::find(changes_.without, bot.name) != changes_.without.end()) continue;
      TOPTILE_TRY(auto found, find_bot_again(bot, search_, "bot " + bot.name));
      bots.push_back(std::move(found));
    }
    for (BotEntry& bot : more_) {
      const auto known = find_name(bots, bot.name);
      if (known == bots.end()) {
        bots.insert(bots.begin() + static_cast<std::ptrdiff_t>(place_of(bot.name, bots, left_out.order)),
                    bot);
      } else if (auto other = other_fault(*known, bot)) {
        return *std::move(other);
      }
    }
    return bots;
  }

 private:
  std::string folder() const { return paths_.folder.string(); }

  Result<void> find_more() {
    TournamentRequest asked = request_;
    asked.bots = changes_.more;
    for (auto& found : find_bots(asked, search_)) {
      if (!found) return found.error();
      BotEntry bot = std::move(found).value();
      if (find_name(more_, bot.name) != more_.end()) {
        return Error{fmt::format("{}: two new bots are called {}; name one of them, as in {}", folder(),
                                 bot.name, shell_word(named_again(bot, bot.name + "-2")))};
      }
      more_.push_back(std::move(bot));
    }
    return success();
  }

  Result<void> check_without(const Plan& begun, const LeftOutBots& left_out) const {
    const std::vector<std::string> names = bot_names(begun.bots);
    for (const std::string& name : changes_.without) {
      if (find_name(more_, name) != more_.end())
        return Error{fmt::format("{}: bot {} cannot join the run and leave it at once; say one of both",
                                 folder(), printable(name))};
      const bool has_left = find_name(left_out.bots, name) != left_out.bots.end();
      if (has_left || std::ranges::find(names, name) != names.end()) continue;
      const std::string meant = meant_name(name, names);
      return Error{fmt::format("{}: the run has no bot {}{} Its bots are: {}", folder(), printable(name),
                               meant.empty() ? "." : meant, fmt::join(names, ", "))};
    }
    return success();
  }

  // The files do not count: if they have changed since, the run continues with its copies.
  std::optional<Error> other_fault(const BotEntry& known, const BotEntry& bot) const {
    if (known.command == bot.command && known.options == bot.options && known.homes == bot.homes &&
        known.readable == bot.readable && known.clock == bot.clock)
      return std::nullopt;
    return Error{
        fmt::format("{}: the run has a bot {}, which is started otherwise; give the new one another "
                    "name, as in {}",
                    folder(), bot.name, shell_word(named_again(bot, bot.name + "-2")))};
  }

  const RunPaths& paths_;
  const TournamentRequest& request_;
  const BotChanges& changes_;
  const BotSearch& search_;
  std::vector<BotEntry> more_;
};

}  // namespace

Result<TournamentRequest> request_of_run(const RunPaths& paths) {
  TOPTILE_TRY(const auto plan, read_run_plan(paths));
  if (std::ranges::any_of(plan.bots, is_person)) {
    return Error{fmt::format("{0}: people play this game; to resume it: toptile play --resume {0}",
                             paths.folder.string())};
  }
  TournamentRequest request;
  static_cast<TournamentTerms&>(request) = plan;
  request.games = plan.games;
  request.seed = plan.seed;
  request.rules = ruleset_to_json(plan.rules);
  request.lexicon = plan.lexicon_name;
  request.openings.order = plan.openings.order;
  for (const Opening& opening : plan.openings.list)
    request.openings.lines.push_back(format_opening(opening, plan.rules.alphabet()));
  TOPTILE_TRY(auto words, words_of(paths, plan));
  request.words = std::move(words);
  request.directory = std::filesystem::current_path();
  return request;
}

Result<ResolvedPlan> resolve_resumed(const RunPaths& paths, const TournamentRequest& request,
                                     const BotChanges& changes, const BotSearch& search) {
  TOPTILE_TRY(const auto begun, read_run_plan(paths));
  TOPTILE_TRY(auto bots, Changing(paths, request, changes, search).bots(begun));
  return resolve_with(request, std::move(bots), search.shipped);
}

}  // namespace toptile
