// facts_of for the findings: what docs/findings.md is written from.
#include <algorithm>
#include <unordered_map>
#include <vector>

#include "tools/champion/findings.h"
#include "tools/champion/sums.h"

namespace toptile::champion {

namespace {

Json json_of(const FirstPlays& plays) {
  return {{"games", plays.outcome.spread.count},
          {"half_wins", plays.outcome.half_wins},
          {"spread", plays.outcome.spread.sum},
          {"spread_squares", plays.outcome.spread.squares},
          {"points", plays.points}};
}

// The numbers up to the last one that is not 0.
template <std::size_t kSize>
Json list_of(const std::array<std::int64_t, kSize>& values) {
  std::size_t size = kSize;
  while (size > 0 && values[size - 1] == 0) --size;
  return Json(std::vector<std::int64_t>(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(size)));
}

// The sums up to the last one that counted anything.
template <std::size_t kSize>
Json list_of(const std::array<Sum, kSize>& sums) {
  std::size_t size = kSize;
  while (size > 0 && sums[size - 1].count == 0) --size;
  Json list = Json::array();
  for (std::size_t i = 0; i < size; ++i) list.push_back(json_of(sums[i]));
  return list;
}

// The entries of a map, sorted by falling `number`, then by key.
template <class Map, class Number>
auto greatest(const Map& map, std::size_t most, Number number) {
  std::vector<const typename Map::value_type*> entries;
  for (const auto& entry : map) {
    if (number(entry) > 0) entries.push_back(&entry);
  }
  const auto is_first = [&](const auto* a, const auto* b) {
    const auto of_a = number(*a), of_b = number(*b);
    return of_a != of_b ? of_a > of_b : a->first < b->first;
  };
  std::ranges::sort(entries, is_first);
  if (entries.size() > most) entries.resize(most);
  return entries;
}

void add_tiles(const Findings& f, const Ruleset& rules, Json& facts) {
  const Alphabet& alphabet = rules.alphabet();
  const auto faces = static_cast<std::size_t>(alphabet.size());
  Json& tiles = facts["tiles"] = Json::object();
  for (Face face = 0; face < faces; ++face)
    tiles[alphabet.text(face)] = {{"in_bag", rules.tiles().count(face)},
                                  {"play_points", json_of(f.play_points[face])},
                                  {"left_at_end", f.left_at_end[face]},
                                  {"covers", f.covers[face]},
                                  {"is_covered", f.is_covered[face]},
                                  {"rack_spread", f.rack_spread[face]},
                                  {"rack_products", list_of(f.rack_products[face])}};
}

void add_first_plays(const Findings& f, const Alphabet& alphabet, Json& facts) {
  Json& first = facts["first_plays"];
  first["different_words"] = f.first_words.size();
  for (const auto& [laid, plays] : f.first_by_laid) first["by_laid"][std::to_string(laid)] = json_of(plays);
  Json& places = first["by_place"] = Json::array();
  for (const auto& [place, plays] : f.first_places) {
    Json entry = {
        {"length", place.length}, {"down", place.is_down}, {"line", place.line}, {"start", place.start}};
    entry.update(json_of(plays));
    places.push_back(std::move(entry));
  }
  Json& first_words = first["words"] = Json::object();
  for (const auto* entry :
       greatest(f.first_words, 400, [](const auto& each) { return each.second.outcome.spread.count; }))
    first_words[alphabet.spell(entry->first)] = json_of(entry->second);
}

void add_words(const Findings& f, const Alphabet& alphabet, Json& facts) {
  facts["different_words"] = f.words.size();
  Json& words = facts["words"] = Json::object();
  const auto add_of_length = [&](int least, int most, std::size_t count) {
    const auto saved = [&](const auto& each) {
      return each.first.size() >= least && each.first.size() <= most ? each.second.saved : 0;
    };
    for (const auto* entry : greatest(f.words, count, saved)) {
      const WordUse& use = entry->second;
      words[alphabet.spell(entry->first)] = {{"in_line", use.in_line},
                                             {"across", use.across},
                                             {"points", use.points},
                                             {"saved", use.saved},
                                             {"saved_at_least", use.saved_at_least}};
    }
  };
  add_of_length(2, 2, 1000);
  add_of_length(3, 3, 200);
  add_of_length(4, 4, 150);
  add_of_length(5, kMaxBoardSize, 150);
}

void add_words_by_length(const Findings& f, const Ruleset& rules, Json& facts) {
  const std::size_t lengths = index_of(rules.size) + 1;
  Json& by_length = facts["words_by_length"] = Json::array();
  std::vector<WordUse> of_length(lengths);
  std::vector<std::int64_t> different(lengths);
  for (const auto& [word, use] : f.words) {
    of_length[index_of(word.size())].add(use);
    ++different[index_of(word.size())];
  }
  for (std::size_t length = 0; length < lengths; ++length)
    by_length.push_back({{"different", different[length]},
                         {"formed", of_length[length].in_line + of_length[length].across},
                         {"points", of_length[length].points},
                         {"saved", of_length[length].saved}});
}

void add_changes(const Findings& f, const Ruleset& rules, Json& facts) {
  const Alphabet& alphabet = rules.alphabet();
  const std::size_t lengths = index_of(rules.size) + 1;
  const auto add_transitions = [&](Json& list, const auto& map, std::int32_t laid, std::size_t most) {
    const auto count = [&](const auto& each) { return each.second.laid == laid ? each.second.count : 0; };
    for (const auto* entry : greatest(map, most, count))
      list.push_back({{"from", alphabet.spell(entry->first.first)},
                      {"to", alphabet.spell(entry->first.second)},
                      {"laid", laid},
                      {"count", entry->second.count},
                      {"points", entry->second.points}});
  };
  Json& changes = facts["changes"] = Json::array();
  std::vector<std::int64_t> changes_by_laid(lengths);
  for (const auto& [words_of, transition] : f.changes)
    changes_by_laid[index_of(transition.laid)] += transition.count;
  facts["changes_by_laid"] = changes_by_laid;
  for (std::int32_t laid = 1; laid <= 4; ++laid) add_transitions(changes, f.changes, laid, 40);
  add_transitions(facts["hooks"] = Json::array(), f.hooks, 1, 60);
}

void add_stems(const Findings& f, const Alphabet& alphabet, Json& facts) {
  // A stem is a word that is changed: how many different words it became, how often, and for how many points.
  struct Stem {
    std::int64_t words = 0, count = 0, points = 0;
  };
  std::unordered_map<Word, Stem, HashOfWord> stems;
  for (const auto& [words_of, transition] : f.changes) {
    Stem& stem = stems[words_of.first];
    ++stem.words;
    stem.count += transition.count;
    stem.points += transition.points;
  }
  Json& listed = facts["stems"] = Json::array();
  for (int length = 2; length <= 6; ++length) {
    const auto points = [&](const auto& each) {
      return each.first.size() == length ? each.second.points : 0;
    };
    for (const auto* entry : greatest(stems, 25, points)) {
      const auto use = f.words.find(entry->first);
      listed.push_back({{"word", alphabet.spell(entry->first)},
                        {"became", entry->second.words},
                        {"count", entry->second.count},
                        {"points", entry->second.points},
                        {"formed", use == f.words.end() ? 0 : use->second.in_line + use->second.across}});
    }
  }
}

}  // namespace

Json facts_of(const Findings& f, const Ruleset& rules) {
  Json facts;
  facts["games"] = f.moves.count;
  facts["first_seat"] = {{"half_wins", f.first_seat.half_wins}, {"spread", json_of(f.first_seat.spread)}};
  facts["scores"] = json_of(f.scores);
  facts["moves"] = json_of(f.moves);
  facts["ended_out"] = f.ended_out;
  facts["plays"] = f.plays;
  facts["exchanges"] = f.exchanges;
  facts["passes"] = f.passes;
  facts["bonus_points"] = f.bonus_points;
  facts["games_by_moves"] = list_of(f.games_by_moves);
  facts["games_by_spread"] = list_of(f.games_by_spread);
  facts["points_by_move"] = list_of(f.points_by_move);
  facts["points_by_laid"] = list_of(f.points_by_laid);
  facts["points_by_length"] = list_of(f.points_by_length);
  facts["points_by_highest"] = list_of(f.points_by_highest);
  facts["laid_at"] = list_of(f.laid_at);
  facts["end_heights"] = list_of(f.end_heights);
  facts["points_by_change"] = list_of(f.points_by_change);
  facts["points_flat_stacked"] = list_of(f.points_flat_stacked);
  facts["words_flat_stacked"] = list_of(f.words_flat_stacked);

  Json& leads = facts["half_wins_by_lead"] = Json::array();
  for (const auto& by_lead : f.half_wins_by_lead) leads.push_back(list_of(by_lead));

  add_tiles(f, rules, facts);
  add_first_plays(f, rules.alphabet(), facts);
  add_words(f, rules.alphabet(), facts);
  add_words_by_length(f, rules, facts);
  add_changes(f, rules, facts);
  add_stems(f, rules.alphabet(), facts);
  return facts;
}

}  // namespace toptile::champion
