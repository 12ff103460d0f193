// The format of a tournament: who meets whom, how often. Each is a pure function of the results so far
// (docs/tournaments.md, "Formats").
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json_fields.h"
#include "tournaments/results/meeting.h"

namespace toptile {

inline constexpr int kMostRounds = 1000;  // Each looks at all before it again.
inline constexpr int kMostLeaders = 65'535;
inline constexpr int kMostSwissEntrants =
    1'000;  // Pairing a round takes their cube, and memory their square.
inline constexpr double kMostMeetings = 5'000'000;  // Of a fixed format: they are kept in memory.

struct TournamentFormat {
  enum class Kind {
    round_robin,  // Everyone meets everyone.
    gauntlet,     // The first `leaders` of the plan meet all others, who do not meet each other.
    swiss,        // So many rounds in which equals meet (tournaments/formats/swiss.h).
    knock_out,    // Who loses a match is out (tournaments/formats/knock_out.h).
    king  // All others challenge the king, one after the other, so many times (tournaments/formats/king.h).
  };

  Kind kind = Kind::round_robin;
  int rounds = 0;   // Of swiss and king, 1 … kMostRounds; 0 elsewhere.
  int leaders = 0;  // Of gauntlet, from 1 to one less than there are bots; 0 elsewhere.
  int players = 2;  // A game, 2 … kMostPlayers; knock_out and king are of two.
  friend bool operator==(const TournamentFormat&, const TournamentFormat&) = default;
};

extern const std::vector<std::string> kFormatWords;  // Of TournamentFormat::Kind, in files and flags.
TournamentFormat::Kind format_kind(const std::string& word);  // Of one of those.

// "swiss of 5 rounds", "round_robin, 3 a game"
std::string words_of(const TournamentFormat& format);
// What so many games are played in: "match", "pairing" where matches decide nothing, or "group" of three or
// four.
std::string_view unit_of_games(const TournamentFormat& format);

// Who meets whom depends on results: all but round robin and gauntlet.
bool depends_on_results(const TournamentFormat& format);

// A word, or an object of `kind` and what else that kind takes. Rounds and leaders that are not given stay 0.
Result<TournamentFormat> format_from_json(const Json& json, const JsonPlace& where);
Json format_to_json(const TournamentFormat& format);

// Where each key of a format was told.
using FormatPlaces = std::function<JsonPlace(const std::string& key)>;
// With rounds and leaders chosen where they were not given; an error says what does not fit so many bots.
Result<TournamentFormat> complete_format(TournamentFormat format, int entrants, const FormatPlaces& where);
Result<TournamentFormat> complete_format(TournamentFormat format, int entrants);  // Told in a key "format".

// How many meetings there are, each of one match or, in fixed formats, of one round; play-offs aside.
double count_meetings(const TournamentFormat& format, int entrants);

// All meetings of a format that does not depend on results, each once.
Meetings fixed_meetings(const TournamentFormat& format, int entrants);

// Of one that does: the meetings that come first, or follow when all before were played, in the order of
// play: a round, a match, or some play-offs. None: the tournament is over. A match has so many sets of
// games.
Meetings next_meetings(const TournamentFormat& format, int entrants, int sets, MeetingResults so_far);

// Where a bot stands in a tournament whose format decides that, and not the ratings.
struct Place {
  std::string name;
  std::string words;  // "5½ points, Buchholz 21", "out in round 2 against greedy"
};
// Best first; empty for round robin and gauntlet.
std::vector<Place> places_of(const TournamentFormat& format, const std::vector<std::string>& names, int sets,
                             MeetingResults so_far);

}  // namespace toptile
