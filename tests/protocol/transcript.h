// Conversations of UWI as files, tests/data/transcripts/*.txt. A line's first character says what follows:
//   >  what the referee says     !  why the line before is out of turn, no UWI, or does not fit its question
//   <  what the bot says         ~  why the line before is stale
//   #  a remark; `# bot: NAME` names the sample bot that says exactly these lines.
#pragma once

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/places.h"

namespace toptile {

struct TranscriptLine {
  enum class Side { referee, bot };
  enum class Mark { none, refused, stale };

  Side side = Side::referee;
  std::string text;
  std::string place;  // "stop.txt:12"
  Mark mark = Mark::none;
  std::string sentence;  // Empty if there is no mark.
};

struct RecordedTalk {
  std::string name;
  std::string bot;  // Empty if the conversation is not that of a certain bot.
  std::vector<TranscriptLine> lines;
};

inline RecordedTalk read_transcript(const std::filesystem::path& file) {
  constexpr std::string_view kBot = "# bot: ";
  RecordedTalk transcript;
  transcript.name = file.filename().string();
  std::ifstream stream(file);
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    const std::string place = transcript.name + ":" + std::to_string(++number);
    if (line.starts_with(kBot)) transcript.bot = line.substr(kBot.size());
    if (line.starts_with("#")) continue;
    BOOST_REQUIRE_MESSAGE(line.size() > 2 && line[1] == ' ', place << ": a mark and a blank begin each line");
    const std::string text = line.substr(2);
    if (line[0] == '>' || line[0] == '<') {
      using Side = TranscriptLine::Side;
      transcript.lines.push_back(
          {line[0] == '>' ? Side::referee : Side::bot, text, place, TranscriptLine::Mark::none, {}});
      continue;
    }
    BOOST_REQUIRE_MESSAGE((line[0] == '!' || line[0] == '~') && !transcript.lines.empty(),
                          place << ": no line that this mark could belong to");
    transcript.lines.back().mark =
        line[0] == '!' ? TranscriptLine::Mark::refused : TranscriptLine::Mark::stale;
    transcript.lines.back().sentence = text;
  }
  BOOST_REQUIRE_MESSAGE(!transcript.lines.empty(), transcript.name << " says something");
  return transcript;
}

// All transcripts, sorted by name.
inline std::vector<RecordedTalk> all_transcripts() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(source_file("tests/data/transcripts")))
    files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<RecordedTalk> transcripts;
  for (const auto& file : files) transcripts.push_back(read_transcript(file));
  return transcripts;
}

}  // namespace toptile
