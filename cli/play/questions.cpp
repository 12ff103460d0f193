#include "cli/play/questions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/text_columns.h"
#include "base/words.h"
#include "engine/game.h"
#include "play/players.h"

namespace toptile {

namespace {

std::optional<std::string> answer_to(const Asking& asking, std::string_view question) {
  asking.write(question);
  auto line = asking.read();
  if (!line) return std::nullopt;
  const std::size_t first = line->find_first_not_of(" \t\r"), last = line->find_last_not_of(" \t\r");
  return first == std::string::npos ? "" : line->substr(first, last - first + 1);
}

std::string own_name() {
  const char* const user = std::getenv("USER");
  const auto name = check_person_name(user != nullptr ? user : "");
  return name ? name.value() : "me";
}

// The opponents with their ideas, or only with their strengths.
std::vector<std::string> lines_about(const std::vector<Opponent>& opponents, std::size_t width,
                                     std::size_t columns, bool has_ideas) {
  constexpr std::size_t kMargin = 4, kMinRoom = 20;
  const std::size_t behind = kMargin + width + 2;
  std::vector<std::string> lines;
  for (const Opponent& opponent : opponents) {
    const std::string about = !has_ideas || opponent.idea.empty() ? opponent.strength
                              : opponent.strength.empty()         ? opponent.idea
                                                                  : opponent.strength + ", " + opponent.idea;
    std::string name = opponent.name;
    const std::size_t room = std::max(columns, behind + kMinRoom + 1) - 1 - behind;
    for (const std::string& part : about.empty() ? std::vector<std::string>{""} : lines_of(about, room))
      lines.push_back(fmt::format("{:{}}{:<{}}  {}\n", "", kMargin, std::exchange(name, ""), width, part));
  }
  return lines;
}

// The levels and the bots, with fewer details in a window with fewer rows.
std::vector<std::string> opponent_lines(const Asking& asking, const Opponents& opponents) {
  constexpr std::size_t kForQuestions = 4;
  constexpr std::string_view kLevels = "Levels, in Elo above random (greedy has about 1570):";
  std::size_t width = 0;
  for (const auto* some : {&opponents.levels, &opponents.bots})
    for (const Opponent& opponent : *some) width = std::max(width, opponent.name.size());
  const auto lines_with = [&](bool has_ideas) {
    std::vector<std::string> lines;
    const auto add = [&](const std::vector<Opponent>& some, std::string_view scale) {
      if (some.empty()) return;
      lines.push_back("  " + wrapped(scale, asking.columns - 1, 2) + "\n");
      for (std::string& line : lines_about(some, width, asking.columns, has_ideas))
        lines.push_back(std::move(line));
    };
    // The two lists were measured in different ways, so the numbers of one cannot be converted to the other.
    add(opponents.levels, kLevels);
    add(opponents.bots, "Bots, on another scale, in Elo above greedy:");
    return lines;
  };
  for (const bool has_ideas : {true, false}) {
    std::vector<std::string> lines = lines_with(has_ideas);
    if (lines.size() + kForQuestions <= asking.rows) return lines;
  }
  std::vector<std::string> names;
  for (const Opponent& bot : opponents.bots) names.push_back(bot.name);
  std::vector<std::string> lines = lines_about(opponents.levels, width, asking.columns, false);
  if (!lines.empty()) lines.insert(lines.begin(), "  " + wrapped(kLevels, asking.columns - 1, 2) + "\n");
  if (!names.empty())
    lines.push_back("    " + wrapped(fmt::format("{}", fmt::join(names, ", ")), asking.columns - 1, 4) +
                    "\n");
  return lines;
}

std::optional<std::string> ask_for_bot(const Asking& asking, const Opponents& opponents) {
  for (const std::string& line : opponent_lines(asking, opponents)) asking.write(line);
  const std::string& usual = opponents.usual;
  const auto answer = answer_to(asking, fmt::format("  Which one? A name, or a folder or program{}: ",
                                                    usual.empty() ? "" : fmt::format(" [{}]", usual)));
  if (!answer) return std::nullopt;
  return std::string(kBotPrefix) + (answer->empty() ? usual : *answer);
}

enum class PlayerKind { person, bot };

std::optional<PlayerKind> ask_for_kind(const Asking& asking, int number) {
  const char usual = number == 1 ? 'p' : 'c';
  while (true) {
    const auto kind =
        answer_to(asking, fmt::format("Player {}: a person or a computer? p/c [{}]: ", number, usual));
    if (!kind) return std::nullopt;
    const char first = kind->empty() ? usual : (*kind)[0];
    if (first == 'c' || first == 'C' || first == 'b') return PlayerKind::bot;
    if (first == 'p' || first == 'P') return PlayerKind::person;
    asking.write("  Answer p or c.\n");
  }
}

std::optional<std::string> ask_for_name(const Asking& asking, int number) {
  const std::string usual = number == 1 ? own_name() : "";
  const auto name = answer_to(asking, usual.empty() ? "  Name: " : fmt::format("  Name [{}]: ", usual));
  if (!name) return std::nullopt;
  return name->empty() ? usual : *name;
}

// After an invalid name, asks only for the name again.
std::optional<std::string> ask_for_player(const Asking& asking, int number, const Opponents& opponents,
                                          const std::function<Result<void>(const std::string&)>& check) {
  const auto kind = ask_for_kind(asking, number);
  while (kind) {
    auto player = kind == PlayerKind::bot ? ask_for_bot(asking, opponents) : ask_for_name(asking, number);
    if (!player) return std::nullopt;
    const auto fine = check(*player);
    if (fine) return player;
    asking.write(fmt::format("  {}\n", wrapped(fine.error().message, asking.columns - 1, 2)));
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::vector<std::string>> ask_for_players(
    const Asking& asking, const Opponents& opponents,
    const std::function<Result<void>(const std::string&)>& check) {
  std::optional<int> count;
  while (!count) {
    const auto answer = answer_to(asking, "How many play, 1 to 4? [2]: ");
    if (!answer) return std::nullopt;
    count = answer->empty() ? 2 : parse_number<int>(*answer);
    if (count && *count >= 1 && *count <= kMaxPlayers) break;
    count.reset();
    asking.write("  One to four can play.\n");
  }
  std::vector<std::string> players;
  while (static_cast<int>(players.size()) < *count) {
    const int number = static_cast<int>(players.size()) + 1;
    auto player = ask_for_player(asking, number, opponents, check);
    if (!player) return std::nullopt;
    players.push_back(*std::move(player));
  }
  return players;
}

std::optional<bool> ask_whether(const Asking& asking, std::string_view question, bool usual) {
  while (true) {
    auto answer = answer_to(asking, fmt::format("{} {}: ", question, usual ? "Y/n" : "y/N"));
    if (!answer) return std::nullopt;
    std::ranges::transform(*answer, answer->begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; });
    if (answer->empty()) return usual;
    if (*answer == "y" || *answer == "yes") return true;
    if (*answer == "n" || *answer == "no") return false;
    asking.write("  Answer y or n.\n");
  }
}

}  // namespace toptile
