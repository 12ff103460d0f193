#include "tournaments/plan/openings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "base/files.h"
#include "base/utf8.h"
#include "base/words.h"
#include "engine/game.h"
#include "protocol/position_line.h"

namespace toptile {

namespace {

constexpr std::size_t kMaxListBytes = 64 << 20;
constexpr int kMaxShown = 60;  // Characters of a move in an error.

std::string move_place(std::size_t index, std::string_view move) {
  return fmt::format("move {} ({})", index + 1, printable(move, kMaxShown));
}

// Whether the line is a position line, which begins with one of these keys and not with a move.
bool is_position(std::string_view line) {
  const std::string_view first = take_word(line);
  return first == "position" || first == "board" || first == "rack" || first == "moves";
}

Result<Opening> opening_of_position(std::string_view line, const Ruleset& rules) {
  std::string_view rest = line;
  if (take_word(rest) == "position") line = rest;
  TOPTILE_TRY(auto position, parse_position(line, rules, UnknownKeys::refuse));
  if (!position.moves)
    return Error{"this position has no moves, but an opening is a list of moves; add the key moves"};
  Board board(rules.size);
  for (const Move& move : *position.moves) {
    const auto* placement = std::get_if<Placement>(&move);
    if (placement == nullptr) continue;
    if (!board.has(placement->start) ||
        !board.has(step(placement->start, placement->direction, placement->word.size() - 1)))
      break;  // The check of the opening reports it.
    lay(board, tiles_laid_by(board, *placement));
  }
  if (board != position.board) return Error{"the moves of this position do not lead to its board"};
  return *std::move(position.moves);
}

// The fault in an opening, such as "move 2 (5d.XYZ): XYZ is not in the lexicon".
std::optional<std::string> fault_of(const Opening& opening, const OpeningTable& table) {
  const auto& [rules, lexicon, players, adjudicate] = table;
  const auto at = [&](std::size_t index) {
    return move_place(index, format_move(opening[index], table.rules.alphabet()));
  };
  if (opening.empty()) return "there is no move";
  if (const auto fault = opening_fault(rules, lexicon, players, opening))
    return fmt::format("{}: {}", at(fault->move), fault->text);
  // The opening must leave tiles in the bag, so that the seed does not decide whether the game is over.
  Game game(rules, lexicon, 0, players, opening);
  Adjudicator adjudicator(adjudicate);
  for (std::size_t i = 0; i < opening.size(); ++i) {
    for (const Move& move : turns_of_opening(rules, players, std::span(&opening[i], 1))) {
      TOPTILE_ASSERT(game.play(move));
      adjudicator.follow(game);
    }
    if (game.is_over())
      return fmt::format("{}: the game is over after it ({}), and an opening ends before that", at(i),
                         name_of(game.end()));
  }
  return std::nullopt;
}

std::optional<Error> number_fault(std::size_t openings, const std::string& where) {
  if (openings == 0) return Error{where + ": there is no opening; write one a line, such as 5d.MOOD g5.DEAR"};
  if (openings <= kMaxOpenings) return std::nullopt;
  return Error{
      fmt::format("{}: there are more than {} openings, and no tournament has so many", where, kMaxOpenings)};
}

JsonPlace place_of_line(const JsonPlace& where, std::size_t index) {
  return where.at("lines").element(index, fmt::format("opening {}", index + 1));
}

Result<Opening> checked(std::string_view line, const OpeningTable& table, const std::string& where) {
  auto opening = parse_opening(line, table.rules);
  if (!opening) return in_context(where, opening.error());
  if (const auto fault = fault_of(opening.value(), table)) return in_context(where, {*fault});
  return opening;
}

Result<std::vector<Opening>> read_list(const std::filesystem::path& file, const OpeningTable& table) {
  TOPTILE_TRY(const auto text, read_file(file, kMaxListBytes));
  std::vector<Opening> list;
  std::string_view rest = text;
  if (rest.starts_with(kByteOrderMark)) rest.remove_prefix(kByteOrderMark.size());
  for (int number = 1; !rest.empty(); ++number) {
    std::string_view line = take_line(rest);
    line = line.substr(0, line.find('#'));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
    TOPTILE_TRY(auto opening, checked(line, table, fmt::format("{}: line {}", file.string(), number)));
    list.push_back(std::move(opening));
    if (list.size() > kMaxOpenings) break;
  }
  return list;
}

}  // namespace

const std::vector<std::string> kOpeningOrderWords = {"sequential", "random"};

Result<Opening> parse_opening(std::string_view line, const Ruleset& rules) {
  if (is_position(line)) return opening_of_position(line, rules);
  Opening opening;
  for (auto word = take_word(line); !word.empty(); word = take_word(line)) {
    auto move = parse_move(word, rules.alphabet());
    if (!move) return Error{fmt::format("move {}: {}", opening.size() + 1, move.error().text)};
    opening.push_back(std::move(move).value());
  }
  return opening;
}

std::string format_opening(const Opening& opening, const Alphabet& alphabet) {
  std::string text;
  for (const Move& move : opening) {
    if (!text.empty()) text += ' ';
    append_move(text, move, alphabet);
  }
  return text;
}

Result<Openings> find_openings(const OpeningsRequest& request, const OpeningTable& table,
                               const std::filesystem::path& directory, const JsonPlace& where) {
  Openings openings{request.order, {}};
  if (!request.file.empty()) {
    const std::filesystem::path file = directory / request.file;
    TOPTILE_TRY(openings.list, read_list(file, table));
    if (auto fault = number_fault(openings.list.size(), file.string())) return *std::move(fault);
    return openings;
  }
  if (auto fault = number_fault(request.lines.size(), where.words())) return *std::move(fault);
  for (std::size_t i = 0; i < request.lines.size(); ++i) {
    auto opening = checked(request.lines[i], table, "");
    // The location is formatted only for an error.
    if (!opening) return checked(request.lines[i], table, place_of_line(where, i).words()).error();
    openings.list.push_back(std::move(opening).value());
  }
  return openings;
}

std::optional<Error> openings_fault(const Openings& openings, const OpeningTable& table,
                                    const JsonPlace& where) {
  for (std::size_t i = 0; i < openings.list.size(); ++i)
    if (const auto fault = fault_of(openings.list[i], table))
      return in_context(place_of_line(where, i).words(), {*fault});
  return std::nullopt;
}

Result<OpeningsRequest> openings_request_from_json(const Json& json, const JsonPlace& where) {
  OpeningsRequest request;
  FieldReader reader(json, where);
  reader.read("file", request.file).read("lines", request.lines);
  reader.read_word("order", request.order, kOpeningOrderWords);
  if (reader.has("file") == reader.has("lines")) reader.fail({where.words() + ": expected file or lines"});
  TOPTILE_TRY_TO(reader.finish());
  if (!request.are_wanted()) return Error{where.words() + ": there is no opening; leave the key out"};
  return request;
}

Result<Openings> openings_from_json(const Json& json, const Ruleset& rules, const JsonPlace& where) {
  Openings openings;
  std::vector<std::string> lines;
  FieldReader reader(json, where);
  reader.require("order").read_word("order", openings.order, kOpeningOrderWords);
  reader.require("lines").read("lines", lines);
  TOPTILE_TRY_TO(reader.finish());
  if (auto fault = number_fault(lines.size(), where.words())) return *std::move(fault);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    auto opening = parse_opening(lines[i], rules);
    if (!opening) return in_context(place_of_line(where, i).words(), opening.error());
    if (opening.value().empty() || format_opening(opening.value(), rules.alphabet()) != lines[i])
      return Error{place_of_line(where, i).words() + ": expected moves with one blank between two"};
    openings.list.push_back(std::move(opening).value());
  }
  return openings;
}

Json openings_to_json(const Openings& openings, const Alphabet& alphabet) {
  Json lines = Json::array();
  for (const Opening& opening : openings.list) lines.push_back(format_opening(opening, alphabet));
  return {{"order", kOpeningOrderWords[static_cast<std::size_t>(openings.order)]}, {"lines", lines}};
}

const Opening& opening_of_meeting(const Openings& openings, std::uint64_t tournament_seed,
                                  std::vector<std::string> names, std::uint64_t meeting) {
  static const Opening kNone;
  TOPTILE_ASSERT(meeting >= 1);
  const std::uint64_t all = openings.list.size();
  if (all == 0) return kNone;
  const std::uint64_t round = (meeting - 1) / all, place = (meeting - 1) % all;
  if (openings.order == OpeningOrder::sequential) return openings.list[place];
  std::ranges::sort(names);
  std::vector<std::uint32_t> order(all);
  std::iota(order.begin(), order.end(), 0U);
  Random(seed_from_text(
             fmt::format("toptile-openings/1 {} {} {}", tournament_seed, round + 1, fmt::join(names, " "))))
      .shuffle(order);
  return openings.list[order[place]];
}

std::string words_of(const Openings& openings) {
  return fmt::format("{}, {}", counted(openings.list.size(), "opening"),
                     kOpeningOrderWords[static_cast<std::size_t>(openings.order)]);
}

}  // namespace toptile
