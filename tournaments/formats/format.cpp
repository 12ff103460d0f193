#include "tournaments/formats/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "tournaments/formats/king.h"
#include "tournaments/formats/knock_out.h"
#include "tournaments/formats/round_robin.h"
#include "tournaments/formats/swiss.h"

namespace toptile {

namespace {

using Kind = TournamentFormat::Kind;

bool has_rounds(Kind kind) {
  return kind == Kind::swiss || kind == Kind::king;
}

const std::string& at(const std::vector<std::string>& names, Entrant entrant) {
  return names[entrant];
}

// Writes 5.5 as "5½".
std::string halves(double points) {
  const double whole = std::floor(points);
  if (points == whole) return fmt::format("{:.0f}", points);
  return whole == 0 ? "½" : fmt::format("{:.0f}½", whole);
}

SwissTerms swiss_terms(const TournamentFormat& format, int entrants, int sets) {
  return {entrants, format.rounds, sets, format.players};
}

// The number of groups of `players` entrants.
double groups(int entrants, int players) {
  double count = 1;
  for (int i = 0; i < players; ++i) count = count * (entrants - i) / (i + 1);
  return count;
}

// The fault in the number of players of a game, or nullopt. The text does not name the key.
std::optional<std::string> players_fault(const TournamentFormat& format, int entrants) {
  if (entrants < format.players)
    return fmt::format("a game needs {} bots, but there {} {}", format.players, entrants == 1 ? "is" : "are",
                       entrants);
  if (format.players == 1 && (format.kind != Kind::round_robin || entrants != 1))
    return fmt::format("only a person plays a game alone, not {} bots", entrants);
  const std::string& word = kFormatWords[static_cast<std::size_t>(format.kind)];
  if (format.players != 2 && (format.kind == Kind::knock_out || format.kind == Kind::king)) {
    return fmt::format(
        "a match of {} is between two bots; games of {} are possible in round_robin, gauntlet and swiss",
        word, format.players);
  }
  const double meetings = depends_on_results(format) ? 0 : count_meetings(format, entrants);
  if (meetings > kMaxMeetings) {
    return fmt::format(
        "{} bots make {:.0f} {}, but at most {:.0f} can be played; a swiss tournament has as many rounds as "
        "you like",
        entrants, meetings, format.players == 2 ? "pairings" : fmt::format("groups of {}", format.players),
        kMaxMeetings);
  }
  if (format.kind == Kind::swiss && entrants > kMaxSwissEntrants)
    return fmt::format("there are {} bots, but a swiss tournament can have at most {}", entrants,
                       kMaxSwissEntrants);
  return std::nullopt;
}

std::vector<Place> swiss_places(const SwissTerms& terms, const std::vector<std::string>& names,
                                MeetingResults so_far) {
  std::vector<Place> places;
  for (const SwissStanding& standing : swiss_standings(terms, so_far)) {
    places.push_back(
        {at(names, standing.entrant),
         fmt::format("{} points, Buchholz {}{}", halves(standing.points), halves(standing.buchholz),
                     standing.byes == 0   ? ""
                     : standing.byes == 1 ? ", a bye"
                                          : fmt::format(", {} byes", standing.byes))});
  }
  return places;
}

std::vector<Place> knock_out_places(const std::vector<std::string>& names, int pairs, MeetingResults so_far) {
  const int entrants = static_cast<int>(names.size());
  const KnockOut told = knock_out({entrants, pairs}, so_far);
  std::vector<Place> places;
  if (told.champion) places.push_back({at(names, *told.champion), "wins the knock-out"});
  std::vector<bool> is_out(names.size());
  for (const KnockOut::Exit& exit : told.exits) is_out[exit.entrant] = true;
  for (const Entrant entrant : each<Entrant>(entrants))
    if (!told.champion && !is_out[entrant]) places.push_back({at(names, entrant), "still in"});
  for (auto exit = told.exits.rbegin(); exit != told.exits.rend(); ++exit) {
    places.push_back({at(names, exit->entrant),
                      fmt::format("out in round {} against {}", exit->round, at(names, exit->winner))});
  }
  return places;
}

std::vector<Place> king_places(const KingTerms& terms, const std::vector<std::string>& names,
                               MeetingResults so_far) {
  const KingOfTheHill hill = king_of_the_hill(terms, so_far);
  std::vector<Place> places = {
      {at(names, hill.king), hill.falls.empty()
                                 ? std::string("king from the beginning")
                                 : fmt::format("king since challenge {}", hill.falls.back().challenge)}};
  for (auto fall = hill.falls.rbegin(); fall != hill.falls.rend(); ++fall) {
    if (std::ranges::find(places, at(names, fall->entrant), &Place::name) != places.end()) continue;
    places.push_back({at(names, fall->entrant), fmt::format("king until challenge {}, by {}", fall->challenge,
                                                            at(names, fall->winner))});
  }
  return places;
}

}  // namespace

const std::vector<std::string> kFormatWords = {"round_robin", "gauntlet", "swiss", "knock_out", "king"};

Result<TournamentFormat> format_from_json(const Json& json, const JsonPlace& where) {
  TournamentFormat format;
  const Json object = json.is_object() ? json : Json{{"kind", json}};
  FieldReader reader(object, where);
  reader.require("kind").read_word("kind", format.kind, kFormatWords);
  reader.read("players", format.players, 1, kMaxPlayers);
  reader.read("rounds", format.rounds, 1, kMaxRounds).read("leaders", format.leaders, 1, kMaxLeaders);
  TOPTILE_TRY_TO(reader.finish());
  return format;
}

Json format_to_json(const TournamentFormat& format) {
  Json json = {{"kind", kFormatWords[static_cast<std::size_t>(format.kind)]}, {"players", format.players}};
  if (has_rounds(format.kind)) json["rounds"] = format.rounds;
  if (format.kind == Kind::gauntlet) json["leaders"] = format.leaders;
  return json;
}

Result<TournamentFormat> complete_format(TournamentFormat format, int entrants) {
  return complete_format(format, entrants,
                         [](const std::string& key) { return JsonPlace("format").at(key); });
}

Result<TournamentFormat> complete_format(TournamentFormat format, int entrants, const FormatPlaces& where) {
  const std::string& word = kFormatWords[static_cast<std::size_t>(format.kind)];
  const auto fault = [&](const char* key, const std::string& why) {
    return Error{fmt::format("{}: {}", where(key).words(), why)};
  };
  if (format.rounds != 0 && !has_rounds(format.kind))
    return fault(
        "rounds",
        fmt::format("{} has no number of rounds to choose; \"games\" sets the games per pairing", word));
  if (format.leaders != 0 && format.kind != Kind::gauntlet)
    return fault("leaders", fmt::format("{} has no leaders; only a gauntlet has them", word));
  if (format.kind == Kind::gauntlet && format.leaders >= entrants) {
    return fault("leaders", fmt::format("{} of {} bots leave nobody to meet; at most {} can lead",
                                        format.leaders, entrants, entrants - 1));
  }
  if (format.kind == Kind::gauntlet && format.leaders == 0) format.leaders = 1;
  if (const auto wrong = players_fault(format, entrants)) return fault("players", *wrong);
  if (format.kind == Kind::gauntlet && entrants - format.leaders < format.players - 1) {
    return fault("leaders",
                 fmt::format("{} of {} bots leave too few to fill games of {}; at most {} can lead",
                             format.leaders, entrants, format.players, entrants - format.players + 1));
  }
  if (format.kind == Kind::king && format.rounds == 0) format.rounds = 1;
  // As many rounds as a knock-out would need.
  if (format.kind == Kind::swiss && format.rounds == 0)
    format.rounds = static_cast<int>(std::bit_width(static_cast<unsigned>(entrants) - 1));
  return format;
}

double count_meetings(const TournamentFormat& format, int entrants) {
  const double n = entrants;
  switch (format.kind) {
    case Kind::round_robin:
      return groups(entrants, format.players);
    case Kind::gauntlet:
      return format.leaders * groups(entrants - format.leaders, format.players - 1);
    case Kind::swiss:
      return std::floor(n / format.players) * format.rounds;
    case Kind::knock_out:
      return n - 1;
    case Kind::king:
      return (n - 1) * format.rounds;
  }
  return 0;
}

TournamentFormat::Kind format_kind(const std::string& word) {
  return static_cast<Kind>(std::ranges::find(kFormatWords, word) - kFormatWords.begin());
}

std::string words_of(const TournamentFormat& format) {
  const std::string& word = kFormatWords[static_cast<std::size_t>(format.kind)];
  const int count = std::max(format.rounds, format.leaders);
  std::string words = word;
  if (count > 0)
    words +=
        fmt::format(" of {} {}{}", count, format.leaders > 0 ? "leader" : "round", count == 1 ? "" : "s");
  return format.players == 2 ? words : fmt::format("{}, {} a game", words, format.players);
}

std::string_view unit_of_games(const TournamentFormat& format) {
  if (format.players > 2) return "group";
  return depends_on_results(format) ? "match" : "pairing";
}

bool depends_on_results(const TournamentFormat& format) {
  return format.kind != Kind::round_robin && format.kind != Kind::gauntlet;
}

Meetings fixed_meetings(const TournamentFormat& format, int entrants) {
  return format.kind == Kind::gauntlet ? leaders_meet_others(format.leaders, entrants, format.players)
                                       : everyone_meets(entrants, format.players);
}

Meetings next_meetings(const TournamentFormat& format, int entrants, int sets, MeetingResults so_far) {
  switch (format.kind) {
    case Kind::round_robin:
    case Kind::gauntlet:
      break;
    case Kind::swiss:
      return next_swiss_round(swiss_terms(format, entrants, sets), so_far);
    case Kind::knock_out:
      return knock_out({entrants, sets}, so_far).next;
    case Kind::king:
      return king_of_the_hill({entrants, format.rounds, sets}, so_far).next;
  }
  return {};
}

std::vector<Place> places_of(const TournamentFormat& format, const std::vector<std::string>& names, int sets,
                             MeetingResults so_far) {
  const int entrants = static_cast<int>(names.size());
  switch (format.kind) {
    case Kind::round_robin:
    case Kind::gauntlet:
      break;
    case Kind::swiss:
      return swiss_places(swiss_terms(format, entrants, sets), names, so_far);
    case Kind::knock_out:
      return knock_out_places(names, sets, so_far);
    case Kind::king:
      return king_places({entrants, format.rounds, sets}, names, so_far);
  }
  return {};
}

}  // namespace toptile
