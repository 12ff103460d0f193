#include "tournaments/exchange/result_pgn.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "base/words.h"
#include "bots/shown_name.h"
#include "tournaments/exchange/written_results.h"

namespace toptile {
namespace {

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Takes the value of a tag and the end of the tag off the text. In the value, quotes and backslashes have a
// backslash in front. Returns false if the text does not begin with a value in quotes and a bracket.
bool take_value(std::string_view& text, std::string& value) {
  value.clear();
  if (!text.starts_with('"')) return false;
  const std::size_t end = text.find_first_of("\"\\", 1);
  if (end == text.npos) return false;
  value.assign(text, 1, end - 1);
  for (std::size_t i = end; i < text.size(); ++i) {
    if (text[i] == '"') {
      const std::string_view rest = trimmed(text.substr(i + 1));
      if (!rest.starts_with(']')) return false;
      text = trimmed(rest.substr(1));
      return true;
    }
    if (text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\')) ++i;
    value += text[i];
  }
  return false;
}

}  // namespace

Result<void> PgnResults::take(std::string_view& text, bool is_last, GameList& list) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == text.npos && !is_last) return success();
    ++line_;
    std::string_view line = take_line(text);
    if (line_ == 1 && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
    if (auto read = read_line(line, list); !read)
      return in_context(fmt::format("line {}", line_), read.error());
  }
  if (!is_last) return success();
  if (in_comment_) return Error{fmt::format("line {}: a comment has no end; write }} to end it", line_)};
  return end_game(list);
}

Result<void> PgnResults::read_line(std::string_view line, GameList& list) {
  if (!in_comment_ && line.starts_with('%')) return success();
  const std::string_view content = trimmed(line);
  if (!in_comment_ && content.starts_with('[')) return read_tags(content, list);
  if (content.empty()) {
    if (tags_.has_white && tags_.has_black && tags_.has_result) in_tags_ = false;
  } else {
    in_tags_ = false;
    pass_over(content);
  }
  return success();
}

void PgnResults::pass_over(std::string_view moves) {
  while (!moves.empty()) {
    const std::size_t at = in_comment_ ? moves.find('}') : moves.find_first_of("{;");
    if (at == moves.npos || (!in_comment_ && moves[at] == ';')) return;
    in_comment_ = !in_comment_;
    moves.remove_prefix(at + 1);
  }
}

Result<void> PgnResults::read_tags(std::string_view line, GameList& list) {
  std::string_view rest = line;
  while (!rest.empty()) {
    const bool is_tag = rest.starts_with('[');
    if (is_tag) rest.remove_prefix(1);
    const std::string_view name = is_tag ? take_word(rest) : std::string_view();
    if (!is_tag || !take_value(rest, value_)) return not_a_tag(line);
    TOPTILE_TRY_TO(use_tag(name, list));
  }
  return success();
}

Error PgnResults::not_a_tag(std::string_view line) {
  return Error{
      fmt::format("{} is not a tag; a tag is written as [Name \"value\"], and a quote in the value as \\\"",
                  printable(line))};
}

Result<void> PgnResults::use_tag(std::string_view name, GameList& list) {
  const bool is_known = name == "White" || name == "Black" || name == "Result";
  const bool is_repeated = (name == "White" && tags_.has_white) || (name == "Black" && tags_.has_black) ||
                           (name == "Result" && tags_.has_result);
  if (tags_.has_any && (!in_tags_ || is_repeated)) {
    TOPTILE_TRY_TO(end_game(list));
  }
  if (!tags_.has_any) tags_.line = line_;
  tags_.has_any = in_tags_ = true;
  if (name == "Round") tags_.round.swap(value_);
  if (name == "Spread") tags_.spread.swap(value_);
  if (!is_known) return success();
  (name == "White" ? tags_.has_white : name == "Black" ? tags_.has_black : tags_.has_result) = true;
  (name == "White" ? tags_.white : name == "Black" ? tags_.black : tags_.result).swap(value_);
  return success();
}

Result<void> PgnResults::end_game(GameList& list) {
  if (!tags_.has_any) return success();
  const auto wrong = [&](const std::string& what) {
    return Error{fmt::format("in the game that begins in line {}, {}", tags_.line, what)};
  };
  if (!tags_.has_white || !tags_.has_black || !tags_.has_result)
    return wrong(fmt::format("there is no tag {}", !tags_.has_white   ? "White"
                                                   : !tags_.has_black ? "Black"
                                                                      : "Result"));
  if (tags_.white == tags_.black) return wrong(printable(tags_.white) + " plays itself");
  const int players_before = list.players();
  ScoredGame game{list.player(tags_.white), list.player(tags_.black), 0, 0};
  if (list.players() > players_before) {
    for (const std::string* name : {&tags_.white, &tags_.black})
      if (const auto fault = name_fault(*name)) return wrong(*fault);
  }
  int spread = kNoSpread;
  if (!tags_.spread.empty()) {
    const auto points = parse_written_number<int>(tags_.spread);
    if (!points || *points > kMaxResultScore || *points < -kMaxResultScore)
      return wrong(fmt::format("the spread \"{}\" is not a whole number of points", printable(tags_.spread)));
    spread = *points;
  }
  if (tags_.result == "*") {
    list.add_unfinished();
  } else if (tags_.result == "1-0" || tags_.result == "0-1" || tags_.result == "1/2-1/2") {
    game.score = tags_.result == "1-0" ? 1 : tags_.result == "0-1" ? 0 : 0.5;
    game.cluster = cluster_of(game, list);
    list.add(game, spread);
  } else {
    return wrong(fmt::format("the result \"{}\" is not 1-0, 1/2-1/2, 0-1 or *", printable(tags_.result)));
  }
  tags_.has_white = tags_.has_black = tags_.has_result = tags_.has_any = false;
  tags_.round.clear();
  tags_.spread.clear();
  return success();
}

int PgnResults::cluster_of(const ScoredGame& game, GameList& list) {
  const std::string_view round = std::string_view(tags_.round).substr(0, tags_.round.rfind('.'));
  if (round.empty() || round == "?" || round == "-") return list.clusters();
  pair_.clear();
  append_number(pair_, std::min(game.first, game.second));
  pair_ += ' ';
  append_number(pair_, std::max(game.first, game.second));
  pair_ += ' ';
  pair_ += round;
  return pairs_.cluster(pair_, list);
}

}  // namespace toptile
