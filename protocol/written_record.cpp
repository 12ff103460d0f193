// The quick readers of a record's line, parse_written_record, parse_record_without_turns and replace_infos
// (game_record.h). They read lines exactly as format_record writes them, and leave all others to
// parse_record.
#include <fmt/format.h>

#include <charconv>
#include <functional>

#include "base/utf8.h"
#include "protocol/game_record.h"

namespace toptile {

namespace {

// A list of texts that is read but not kept.
struct SkippedTexts {};

// The parts of a line that are a turn.
struct TurnView {
  Seat seat{};
  std::string_view rack, move;
  SkippedTexts words;
  int points = 0, total = 0;
  std::string_view drawn;
  std::chrono::milliseconds time{0};
  std::optional<std::chrono::milliseconds> clock;
  std::string_view info;
  SkippedTexts refused;
};

// True if a text needs no escapes in JSON.
bool is_plain(std::string_view text) {
  while (!text.empty()) {
    const auto byte = static_cast<unsigned char>(text.front());
    if (byte < 0x20 || byte == '\\') return false;
    if (byte < 0x80) {
      text.remove_prefix(1);
    } else if (!take_character(text)) {
      return false;
    }
  }
  return true;
}

// Reads from the front of a line. After the first thing that is not as expected, it reads nothing more.
class Cursor {
 public:
  explicit Cursor(std::string_view line) : rest_(line) {}

  bool is_at_end() const { return is_good_ && rest_.empty(); }
  bool is_good() const { return is_good_; }

  Cursor& expect(std::string_view text) {
    if (!begins_with(text)) return fail();
    rest_.remove_prefix(text.size());
    return *this;
  }

  bool begins_with(std::string_view text) const { return is_good_ && rest_.starts_with(text); }

  template <class Number>
  Cursor& read(Number& number) {
    if (!is_good_) return *this;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    const auto digits =
        rest_.substr(rest_.starts_with('-') ? 1 : 0, static_cast<std::size_t>(end - rest_.data()));
    // JSON has no numbers with zeros in front.
    if (error != std::errc() || (digits.starts_with('0') && end - rest_.data() > 1)) return fail();
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return *this;
  }

  // Reads a number of a kind of its own.
  template <class Kind>
  requires std::is_enum_v<Kind> Cursor& read(Kind& value) {
    auto number = static_cast<std::underlying_type_t<Kind>>(value);
    read(number);
    value = Kind{number};
    return *this;
  }

  // Reads the name_of() of a value; `last` is the last of its enumeration.
  template <class Enum>
  Cursor& read_name(Enum& value, Enum last) {
    std::string name;
    read(name);
    for (int i = 0; i <= static_cast<int>(last); ++i) {
      value = static_cast<Enum>(i);
      if (name_of(value) == name) return *this;
    }
    return fail();
  }

  // Reads a text without escapes.
  Cursor& read(std::string_view& text) {
    expect("\"");
    if (!is_good_) return *this;
    const std::size_t end = rest_.find('"');
    if (end == std::string_view::npos || !is_plain(rest_.substr(0, end))) return fail();
    text = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return *this;
  }
  Cursor& read(std::string& text) {
    std::string_view view;
    read(view);
    text = view;
    return *this;
  }

  Cursor& read(SkippedTexts&) {
    expect("[");
    for (bool is_first = true; is_good_ && !begins_with("]"); is_first = false) {
      if (!is_first) expect(",");
      std::string_view text;
      read(text);
    }
    return expect("]");
  }

  template <class Value>
  Cursor& read(std::vector<Value>& list) {
    expect("[");
    while (is_good_ && !begins_with("]")) {
      if (!list.empty()) expect(",");
      Value value{};
      read(value);
      list.push_back(std::move(value));
    }
    return expect("]");
  }

  // Skips to the last place where the text stands.
  Cursor& skip_to_last(std::string_view text) {
    const std::size_t place = rest_.rfind(text);
    if (place == std::string_view::npos) return fail();
    rest_.remove_prefix(place);
    return *this;
  }

 private:
  Cursor& fail() {
    is_good_ = false;
    return *this;
  }

  std::string_view rest_;
  bool is_good_ = true;
};

bool read_overtime(Cursor& line, GameRecord& record) {
  if (line.begins_with("null")) return line.expect("null").is_good();
  OvertimeRecord overtime;
  std::int64_t period = 0;
  line.expect("{\"points\":").read(overtime.terms.points).expect(",\"period_ms\":").read(period);
  line.expect(",\"lost\":").read(overtime.lost).expect("}");
  overtime.terms.period = std::chrono::milliseconds(period);
  record.overtime = std::move(overtime);
  return line.is_good() && record.overtime->terms.points >= 1 &&
         record.overtime->terms.points <= kMaxOvertimePoints && period >= 1 &&
         record.overtime->lost.size() == record.players.size();
}

bool read_adjudication(Cursor& line, GameRecord& record) {
  if (line.begins_with("null")) return line.expect("null").is_good();
  AdjudicationTerms terms;
  std::string_view before = "{";
  const auto has = [&](std::string_view key) {
    if (!line.begins_with(fmt::format("{}\"{}\":", before, key))) return false;
    line.expect(fmt::format("{}\"{}\":", before, key));
    before = ",";
    return true;
  };
  const auto read_term = [&]<class Term>(std::string_view key, std::optional<Term>& term) {
    if (!has(key)) return;
    auto& [points, turns] = term.emplace(Term{});
    line.read(points).expect(fmt::format(",\"{}_turns\":", key)).read(turns);
  };
  if (has("turns")) line.read(terms.turns.emplace());
  read_term("spread", terms.hopeless);
  read_term("agreed", terms.agreed);
  read_term("resign", terms.resign);
  record.adjudicate = terms;
  return line.expect("}").is_good() && terms != AdjudicationTerms{} && is_possible(terms);
}

// Turn is TurnRecord or TurnView.
template <class Turn>
void read_turn(Cursor& line, Turn& turn) {
  std::int64_t time = 0;
  line.expect("{\"seat\":").read(turn.seat).expect(",\"rack\":").read(turn.rack);
  line.expect(",\"move\":").read(turn.move).expect(",\"words\":").read(turn.words);
  line.expect(",\"points\":").read(turn.points).expect(",\"total\":").read(turn.total);
  line.expect(",\"drawn\":").read(turn.drawn).expect(",\"ms\":").read(time).expect(",\"clock\":");
  if (line.begins_with("null")) {
    line.expect("null");
  } else {
    std::int64_t clock = 0;
    line.read(clock);
    turn.clock = std::chrono::milliseconds(clock);
  }
  line.expect(",\"info\":").read(turn.info);
  if (line.begins_with(",")) line.expect(",\"refused\":").read(turn.refused);
  line.expect("}");
  turn.time = std::chrono::milliseconds(time);
}

template <class Turn>
bool is_possible(const Turn& turn, const GameRecord& record) {
  return turn.seat >= 0 && static_cast<std::size_t>(turn.seat) < record.players.size() &&
         turn.time.count() >= 0 && turn.time.count() <= kMaxTurnMs;
}

// Reads the turns between the brackets. Each `next()` is a new turn to read into.
template <class Next>
bool read_turns(Cursor& line, const GameRecord& record, Next next) {
  int turns = 0;
  for (; line.is_good() && !line.begins_with("]"); ++turns) {
    if (turns > 0) line.expect(",");
    auto& turn = next();
    read_turn(line, turn);
    if (!line.is_good() || !is_possible(turn, record)) return false;
  }
  return line.is_good() && record.opening <= turns;
}

// Reads a line whose turns `read_turns` reads, from behind their first bracket.
template <class ReadTurns>
bool read_quickly(std::string_view text, GameRecord& record, ReadTurns read_turns) {
  int version = 0;
  Cursor line(text);
  line.expect("{\"log\":")
      .read(version)
      .expect(",\"id\":")
      .read(record.id)
      .expect(",\"pair\":")
      .read(record.set);
  line.expect(",\"rules\":").read(record.rules).expect(",\"lexicon\":{\"name\":").read(record.lexicon_name);
  line.expect(",\"sha256\":").read(record.lexicon_sha256).expect("},\"seed\":\"").read(record.seed);
  line.expect("\",\"bag\":").read(record.bag).expect(",\"players\":").read(record.players);
  line.expect(",\"opening\":").read(record.opening).expect(",\"turns\":[");
  if (!line.is_good() || !read_turns(line)) return false;
  line.expect("],\"racks\":").read(record.racks);
  line.expect(",\"scores\":").read(record.scores).expect(",\"ranks\":").read(record.ranks);
  line.expect(",\"end\":").read_name(record.end, kLastGameEnd).expect(",\"forfeits\":[],\"overtime\":");
  if (!read_overtime(line, record)) return false;
  if (!read_adjudication(line.expect(",\"adjudicate\":"), record)) return false;
  if (version != log_version_of(record)) return false;
  std::int64_t late = 0;
  line.expect(",\"late_ms\":").read(late).expect(",\"digest\":").read(record.digest).expect("}");
  record.late = std::chrono::milliseconds(late);
  const std::size_t players = record.players.size();
  if (record_fault(record)) return false;
  return line.is_at_end() && late >= 0 && record.opening >= 0 && players >= 1 && players <= kMaxPlayers &&
         record.racks.size() == players && record.scores.size() == players && record.ranks.size() == players;
}

}  // namespace

Result<GameRecord> parse_record_without_turns(std::string_view line) {
  GameRecord record;
  // No text of a turn can hold this, because the quote would end the text.
  const auto skip = [](Cursor& turns) { return turns.skip_to_last("],\"racks\":[").is_good(); };
  if (read_quickly(line, record, skip)) return record;
  return parse_record(line);
}

Result<GameRecord> parse_written_record(std::string_view line) {
  GameRecord record;
  const auto read = [&](Cursor& turns) {
    return read_turns(turns, record, [&]() -> TurnRecord& { return record.turns.emplace_back(); });
  };
  if (read_quickly(line, record, read)) return record;
  return parse_record(line);
}

std::optional<std::string> replace_infos(std::string_view line,
                                         const std::function<std::string(std::string_view)>& replacement) {
  GameRecord record;
  std::vector<TurnView> views;
  const auto read = [&](Cursor& turns) {
    return read_turns(turns, record, [&]() -> TurnView& { return views.emplace_back(); });
  };
  if (!read_quickly(line, record, read)) return std::nullopt;
  std::string replaced;
  replaced.reserve(line.size());
  std::size_t copied = 0;  // The bytes of the line before this are done.
  for (const TurnView& turn : views) {
    if (turn.info.empty()) continue;
    const std::string info = replacement(turn.info);
    if (info.find('"') != std::string::npos || !is_plain(info)) return std::nullopt;
    const auto begin = static_cast<std::size_t>(turn.info.data() - line.data());
    replaced.append(line, copied, begin - copied).append(info);
    copied = begin + turn.info.size();
  }
  return replaced.append(line, copied);
}

}  // namespace toptile
