// The format of a tournament: it says who meets whom, and how often. Each format is a pure function of the
// results so far (docs/tournaments.md, "Formats").
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "ratings/results/meeting.h"

namespace toptile {

inline constexpr int kMaxRounds = 1000;  // Computing a round goes through all earlier rounds again.
inline constexpr int kMaxLeaders = 65'535;
// The time to pair a round grows with the cube of their number, and the memory with its square.
inline constexpr int kMaxSwissEntrants = 1'000;
// The limit for fixed formats, whose meetings are kept in memory.
inline constexpr double kMaxMeetings = 5'000'000;

struct TournamentFormat {
  enum class Kind {
    round_robin,  // Everyone meets everyone.
    gauntlet,     // Each of the first `leaders` bots of the plan meets all others; leaders do not meet.
    swiss,        // In `rounds` rounds, bots of about equal standing meet (tournaments/formats/swiss.h).
    knock_out,    // A bot that loses a match is out (tournaments/formats/knock_out.h).
    // In each of `rounds` rounds, all others challenge the king, one after the other
    // (tournaments/formats/king.h).
    king
  };

  Kind kind = Kind::round_robin;
  int rounds = 0;   // The rounds of swiss and king, 1 … kMaxRounds; 0 in other formats.
  int leaders = 0;  // The leaders of gauntlet, from 1 to the number of bots less 1; 0 in other formats.
  int players = 2;  // The players of a game: 2 … kMaxPlayers in a tournament; 2 in knock_out and king.
  friend bool operator==(const TournamentFormat&, const TournamentFormat&) = default;
};

// The names of TournamentFormat::Kind in files and flags.
extern const std::vector<std::string> kFormatWords;
TournamentFormat::Kind format_kind(const std::string& word);  // The kind with this name in kFormatWords.

// The format as a text, such as "swiss of 5 rounds" or "round_robin, 3 a game".
std::string words_of(const TournamentFormat& format);
// The word for the games between the same bots: "match", "pairing" in a fixed format, or "group" if three or
// four play.
std::string_view unit_of_games(const TournamentFormat& format);

// Whether results decide who meets whom, as in all formats except round robin and gauntlet.
bool depends_on_results(const TournamentFormat& format);

// Reads the name of a kind, or an object with `kind` and the other keys of that kind. Rounds and leaders that
// are not given stay 0.
Result<TournamentFormat> format_from_json(const Json& json, const JsonPlace& where);
Json format_to_json(const TournamentFormat& format);

// The location where a key of a format was given.
using FormatPlaces = std::function<JsonPlace(const std::string& key)>;
// Chooses the rounds and leaders that were not given. Fails if the format does not fit this number of bots.
Result<TournamentFormat> complete_format(TournamentFormat format, int entrants, const FormatPlaces& where);
// Errors name the key "format".
Result<TournamentFormat> complete_format(TournamentFormat format, int entrants);

// The number of meetings without play-offs. A meeting counts once, even if its bots play several sets of
// games.
double count_meetings(const TournamentFormat& format, int entrants);

// All meetings of a format that does not depend on results, each once.
Meetings fixed_meetings(const TournamentFormat& format, int entrants);

// The next meetings of a format that depends on results, in the order of play: a round, a match, or some
// play-offs. `so_far` has the results of all earlier meetings. Empty when the tournament is over. A match has
// `sets` sets of games.
Meetings next_meetings(const TournamentFormat& format, int entrants, int sets, MeetingResults so_far);

// The rank of a bot in a tournament whose format decides the ranking, and not the ratings.
struct Place {
  std::string name;
  std::string words;  // A text such as "5½ points, Buchholz 21" or "out in round 2 against greedy".
};
// The ranking, best first; empty for round robin and gauntlet.
std::vector<Place> places_of(const TournamentFormat& format, const std::vector<std::string>& names, int sets,
                             MeetingResults so_far);

}  // namespace toptile
