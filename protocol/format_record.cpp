// Writes a record's line: format_record and digest_of of game_record.h.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "base/sha256.h"
#include "base/utf8.h"
#include "base/words.h"
#include "protocol/game_record.h"

namespace toptile {

namespace {

// The escapes of Python's json.dumps(ensure_ascii=False), so that any JSON library can compute a digest.
void append_ascii(std::string& line, char c) {
  constexpr std::string_view kEscaped = "\b\t\n\f\r", kLetters = "btnfr";
  const auto byte = static_cast<unsigned char>(c);
  if (c == '"' || c == '\\') {
    line += {'\\', c};
  } else if (byte >= 0x20) {
    line += c;
  } else if (const std::size_t escape = kEscaped.find(c); escape != std::string_view::npos) {
    line += {'\\', kLetters[escape]};
  } else {
    fmt::format_to(std::back_inserter(line), "\\u{:04x}", byte);
  }
}

// The characters that stand for themselves in JSON.
constexpr std::array<bool, 256> kPlain = [] {
  std::array<bool, 256> plain{};
  for (std::size_t c = 0x20; c < 0x7F; ++c) plain[c] = c != '"' && c != '\\';
  return plain;
}();

std::size_t plain_length(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && kPlain[static_cast<unsigned char>(text[length])]) ++length;
  return length;
}

// Each byte of broken UTF-8 becomes U+FFFD, so that a line is JSON whatever a bot said.
void append_text(std::string& line, std::string_view text) {
  line += '"';
  while (!text.empty()) {
    const std::size_t plain = plain_length(text);
    line += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    if (static_cast<unsigned char>(text.front()) < 0x80) {
      append_ascii(line, text.front());
      text.remove_prefix(1);
      continue;
    }
    append_character(line, take_character(text).value_or(0xFFFD));
  }
  line += '"';
}

template <class Values, class Append>
void append_list(std::string& line, const Values& values, Append append) {
  line += '[';
  bool is_first = true;
  for (const auto& value : values) {
    if (!is_first) line += ',';
    is_first = false;
    append(value);
  }
  line += ']';
}

void append_texts(std::string& line, const std::vector<std::string>& texts) {
  append_list(line, texts, [&](const std::string& text) { append_text(line, text); });
}

// Appends ,"KEY":
void append_key(std::string& line, std::string_view key) {
  line += ",\"";
  line += key;
  line += "\":";
}

void append_text_field(std::string& line, std::string_view key, std::string_view text) {
  append_key(line, key);
  append_text(line, text);
}

void append_number_field(std::string& line, std::string_view key, std::int64_t number) {
  append_key(line, key);
  append_number(line, number);
}

// A record's line without its digest and its end. The digest leaves out the parts that may differ on a
// machine of another speed.
class RecordLine {
 public:
  explicit RecordLine(const GameRecord& record);

  // The text that the digest is computed from.
  std::string text_for_digest() const;
  std::string take() { return std::move(line_); }

 private:
  template <class Append>
  void append_times(Append append) {
    const std::size_t begin = line_.size();
    append();
    times_.push_back({begin, line_.size()});
  }
  void append_turn(const TurnRecord& turn);
  void append_forfeit(const ForfeitRecord& forfeit);

  struct Part {
    std::size_t begin, end;
  };
  std::string line_;
  std::vector<Part> times_;  // The parts that the digest leaves out, in order.
};

void RecordLine::append_turn(const TurnRecord& turn) {
  std::string& line = line_;
  line += "{\"seat\":";
  append_number(line, turn.seat);
  append_text_field(line, "rack", turn.rack);
  append_text_field(line, "move", turn.move);
  append_key(line, "words");
  append_texts(line, turn.words);
  append_number_field(line, "points", turn.points);
  append_number_field(line, "total", turn.total);
  append_text_field(line, "drawn", turn.drawn);
  append_times([&] {
    append_number_field(line, "ms", turn.time.count());
    append_key(line, "clock");
    if (turn.clock)
      append_number(line, turn.clock->count());
    else
      line += "null";
    append_text_field(line, "info", turn.info);
  });
  if (!turn.refused.empty()) {
    append_key(line, "refused");
    append_texts(line, turn.refused);
  }
  line += '}';
}

void RecordLine::append_forfeit(const ForfeitRecord& forfeit) {
  std::string& line = line_;
  fmt::format_to(std::back_inserter(line), "{{\"seat\":{},\"after\":{}", forfeit.seat, forfeit.after);
  append_text_field(line, "reason", name_of(forfeit.kind));
  append_text_field(line, "text", forfeit.text);
  if (forfeit.is_shared) line += ",\"shared\":true";
  append_times([&] {
    line += ",\"evidence\":{\"lines\":";
    append_texts(line, forfeit.evidence.lines);
    append_text_field(line, "stderr", forfeit.evidence.stderr_tail);
    line += '}';
  });
  line += '}';
}

void append_overtime(std::string& line, const std::optional<OvertimeRecord>& overtime) {
  append_key(line, "overtime");
  if (overtime) {
    fmt::format_to(std::back_inserter(line), "{{\"points\":{},\"period_ms\":{},\"lost\":[{}]}}",
                   overtime->terms.points, overtime->terms.period.count(), fmt::join(overtime->lost, ","));
  } else {
    line += "null";
  }
}

RecordLine::RecordLine(const GameRecord& record) {
  std::string& line = line_;
  line.reserve(512 + 240 * record.turns.size());
  fmt::format_to(std::back_inserter(line), "{{\"log\":{},\"id\":{},\"pair\":{}", log_version_of(record),
                 record.id, record.set);
  append_text_field(line, "rules", record.rules);
  line += ",\"lexicon\":{\"name\":";
  append_text(line, record.lexicon_name);
  append_text_field(line, "sha256", record.lexicon_sha256);
  fmt::format_to(std::back_inserter(line), "}},\"seed\":\"{}\"", record.seed);
  append_text_field(line, "bag", record.bag);
  append_key(line, "players");
  append_texts(line, record.players);
  append_number_field(line, "opening", record.opening);
  append_key(line, "turns");
  append_list(line, record.turns, [&](const TurnRecord& turn) { append_turn(turn); });
  append_key(line, "racks");
  append_texts(line, record.racks);
  fmt::format_to(std::back_inserter(line), ",\"scores\":[{}],\"ranks\":[{}]", fmt::join(record.scores, ","),
                 fmt::join(record.ranks, ","));
  append_text_field(line, "end", name_of(record.end));
  append_key(line, "forfeits");
  append_list(line, record.forfeits, [&](const ForfeitRecord& forfeit) { append_forfeit(forfeit); });
  append_overtime(line, record.overtime);
  append_key(line, "adjudicate");
  line += record.adjudicate ? json_text(adjudication_to_json(record.adjudicate)) : "null";
  append_times([&] { append_number_field(line, "late_ms", record.late.count()); });
}

std::string RecordLine::text_for_digest() const {
  std::string text;
  text.reserve(line_.size() + 1);
  std::size_t begin = 0;
  for (const Part& part : times_) {
    text.append(line_, begin, part.begin - begin);
    begin = part.end;
  }
  text.append(line_, begin);
  text += '}';
  return text;
}

}  // namespace

std::string digest_of(const GameRecord& record) {
  return sha256_hexadecimal(RecordLine(record).text_for_digest());
}

std::string format_record(const GameRecord& record) {
  RecordLine without_digest(record);
  const std::string digest = sha256_hexadecimal(without_digest.text_for_digest());
  std::string line = without_digest.take();
  append_text_field(line, "digest", digest);
  line += '}';
  return line;
}

}  // namespace toptile
