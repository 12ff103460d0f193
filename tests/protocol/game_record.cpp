// Records of games that the engine plays here: each is the same after it was written and read, its moves lead
// to the same end, and no single field of it can be changed unnoticed.
#include "protocol/game_record.h"

#include <fmt/format.h>
#include <stdio.h>

#include <functional>

#include "base/json_fields.h"
#include "base/utf8.h"
#include "protocol/replay.h"
#include "tests/engine/scenario.h"
#include "tests/folder.h"
#include "tests/json_of.h"

using namespace toptile;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(game_record)

namespace {

// Greedy players that sometimes exchange or pass; the one that is asked challenges words that are not in the
// lexicon, and sometimes words that are.
class Players {
 public:
  Players(const Ruleset& rules, const Lexicon& lexicon, const Lexicon& believed, std::uint64_t seed)
      : lexicon_(lexicon), generator_(rules, believed), random_(seed) {}

  Move move(const Game& game) {
    if (game.is_question()) return answer(game);
    ScoredPlay best;
    const Seat seat = game.seat_to_move();
    const std::uint64_t mood = random_.below(10);
    if (mood < 8 && generator_.find_best(game.board(), game.rack(seat), best)) return best.placement;
    if (mood < 9 && !game.bag().empty()) return Exchange{lowest(game.rack(seat).faces())};
    return Pass{};
  }

 private:
  Move answer(const Game& game) {
    const auto& words = last_play(game).words;
    const bool is_known = std::ranges::all_of(
        words, [&](const FormedWord& word) { return lexicon_.contains(word.placed.word); });
    return !is_known || random_.below(10) == 0 ? Move(Challenge{}) : Move(Accept{});
  }
  static const Turn& last_play(const Game& game) {
    std::size_t turn = game.turns().size() - 1;
    while (!std::holds_alternative<Placement>(game.turns()[turn].move)) --turn;
    return game.turns()[turn];
  }

  const Lexicon& lexicon_;
  MoveGenerator generator_;
  Random random_;
};

using Hopeless = AdjudicationTerms::Hopeless;
using Agreed = AdjudicationTerms::Agreed;
using Resign = AdjudicationTerms::Resign;

struct Scene {
  std::string ruleset = "hasbro";
  int players = 2;
  std::uint64_t seed = 1;
  std::optional<int> forfeit_after = {};  // The number of turns before the forfeit.
  std::optional<AdjudicationTerms> adjudicate = {};
  std::vector<std::string> opening = {};
};

const Lexicon& lexicon_for(const std::string& ruleset, const std::string& file) {
  static std::map<std::string, Lexicon> lexicons;
  const std::string key = std::to_string(shipped(ruleset).size) + file;
  const auto found = lexicons.find(key);
  if (found != lexicons.end()) return found->second;
  return lexicons.emplace(key, lexicon_of(shipped(ruleset), word_list(file))).first->second;
}

// Where scores count, each bot says that the lead on the board will be that at the end.
std::string info_of(const Scene& scene, const Game& game, Seat seat) {
  if (!scene.adjudicate || !scene.adjudicate->need_scores()) return "depth 1";
  int best_other = INT32_MIN;
  for (const Seat other : each<Seat>(game.players()))
    if (other != seat) best_other = std::max(best_other, game.score(other));
  return fmt::format("depth 1 score {}", game.score(seat) - best_other);
}

GameRecord record_of(const Scene& scene) {
  const Ruleset& rules = shipped(scene.ruleset);
  const Lexicon& lexicon = lexicon_for(scene.ruleset, "few.txt");
  Opening opening;
  for (const std::string& move : scene.opening) opening.push_back(move_of(rules, move));
  Game game(rules, lexicon, scene.seed, scene.players, opening);
  Players players(rules, lexicon, rules.has_challenges() ? lexicon_for(scene.ruleset, "plain.txt") : lexicon,
                  scene.seed);
  GameRecord record;
  Adjudicator adjudicator(scene.adjudicate);
  for (const Move& move : turns_of_opening(rules, scene.players, opening)) {
    BOOST_REQUIRE(game.play(move));
    record.turns.push_back({.time = 0ms, .clock = 1000ms});
  }
  record.opening = static_cast<int>(record.turns.size());
  while (!game.is_over()) {
    if (record.forfeits.empty() && static_cast<int>(record.turns.size()) == scene.forfeit_after) {
      record.forfeits.push_back({game.seat_to_move(),
                                 *scene.forfeit_after,
                                 FaultKind::time,
                                 "the clock ran out, and \"nothing\" came",
                                 {{"> go", "< info"}, "last\n"}});
      game.forfeit(game.seat_to_move());
      adjudicator.follow(game);
      continue;
    }
    const Move move = players.move(game);
    const bool is_exchange = std::holds_alternative<Exchange>(move);
    const Seat mover = game.seat_to_move();
    // After a successful challenge, a player may not exchange in that turn. A refused move is not a turn.
    if (!game.play(move)) BOOST_REQUIRE(is_exchange && game.play(Pass{}));
    const std::string info = info_of(scene, game, mover);
    adjudicator.follow(game, info);
    const auto number = static_cast<std::int64_t>(record.turns.size());
    TurnRecord& turn = record.turns.emplace_back();
    turn.time = std::chrono::milliseconds(number);
    turn.clock = 1000ms - turn.time;
    turn.info = info;
    if (number == 2) turn.refused = {"5d.XYZ: lexicon: XYZ is not a word"};
  }
  record.adjudicate = scene.adjudicate;
  record.id = GameNumber{17};
  record.set = 9;
  record.seed = scene.seed;
  for (int seat = 0; seat < scene.players; ++seat) record.players.push_back("bot " + std::to_string(seat));
  fill_from_game(record, game);
  record.digest = digest_of(record);
  return record;
}

const std::vector<Scene> kScenes = {
    {"hasbro", 2, 1, {}},
    {"hasbro", 2, UINT64_MAX, {}},
    {"hasbro", 3, 3, {}},
    {"classic", 4, 4, {}},
    {"solo", 1, 5, {}},
    {"hasbro-all-out", 2, 6, {}},
    {"hasbro-challenge", 2, 7, {}},
    {"hasbro-challenge", 3, 8, {}},
    {"hasbro", 2, 9, 0},
    {"hasbro", 2, 10, 7},
    {"hasbro-challenge", 2, 11, 3},
    {"hasbro-challenge", 2, 12, 4},
    {"hasbro", 2, 1, {}, AdjudicationTerms{8, {}}},
    {"hasbro", 4, 3, 5, AdjudicationTerms{10, {}}},
    {"hasbro", 2, 1, {}, AdjudicationTerms{{}, AdjudicationTerms::Hopeless{1, 3}}},
    {"hasbro-challenge", 3, 8, 2, AdjudicationTerms{12, AdjudicationTerms::Hopeless{1, 4}}},
    {"hasbro", 2, 2, {}, AdjudicationTerms{10'000, {}}},
    {"hasbro", 2, 13, {}, {}, {"5d.BEAD", "5d.BEAT", "f5.AND"}},
    {"hasbro", 2, 14, 2, AdjudicationTerms{9, {}}, {"5d.BEAD", "pass"}},
    {"hasbro-challenge", 3, 15, {}, {}, {"5d.BEAD", "pass", "5d.BEAT", "f5.AND"}},
    {"hasbro", 2, 1, {}, AdjudicationTerms{{}, {}, Agreed{3, 3}, {}}},
    {"hasbro-challenge", 3, 8, 2, AdjudicationTerms{{}, {}, Agreed{1, 2}, {}}},
    {"hasbro", 2, 1, {}, AdjudicationTerms{{}, {}, {}, Resign{3, 3}}},
    {"hasbro-challenge", 2, 7, {}, AdjudicationTerms{90, Hopeless{500, 6}, Agreed{900, 2}, Resign{2, 2}}},
    {"hasbro", 2, 13, {}, AdjudicationTerms{{}, {}, Agreed{2, 2}, {}}, {"5d.BEAD", "5d.BEAT", "f5.AND"}},
};

std::optional<std::string> difference(const GameRecord& record) {
  const auto ruleset = shipped_ruleset(record.rules);
  const std::string known = ruleset ? record.rules : "hasbro";
  return find_difference(record, shipped(known), lexicon_for(known, "few.txt"));
}

// The digest of each line, computed in Python alone, the way the documentation describes.
std::vector<std::string> digests_by_python(const std::vector<std::string>& lines) {
  const Folder folder;
  folder.write("digest.py", R"(
import hashlib, json, sys
for line in open(sys.argv[1], encoding="utf-8", newline="\n"):
    record = json.loads(line)
    del record["digest"], record["late_ms"]
    for turn in record["turns"]:
        for key in ("ms", "clock", "info"):
            del turn[key]
    for forfeit in record["forfeits"]:
        del forfeit["evidence"]
    text = json.dumps(record, separators=(",", ":"), ensure_ascii=False)
    print(hashlib.sha256(text.encode()).hexdigest())
)");
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  const std::string command =
      "python3 '" + (folder / "digest.py") + "' '" + folder.write("games.jsonl", text) + "'";
  FILE* output = ::popen(command.c_str(), "r");
  BOOST_REQUIRE(output != nullptr);
  std::vector<std::string> digests;
  for (char line[128]; ::fgets(line, sizeof line, output) != nullptr;) digests.emplace_back(line, 64);
  BOOST_TEST(::pclose(output) == 0);
  return digests;
}

bool is_whole_utf8(std::string_view text) {
  while (!text.empty()) {
    if (!take_character(text)) return false;
  }
  return true;
}

std::string parsing(const std::string& line) {
  const auto record = parse_record(line);
  return record ? "fine" : record.error().message;
}

}  // namespace

// What the rules say of a record that was changed, with the digest that it has then.
std::string difference_after(GameRecord record, const std::function<void(GameRecord&)>& change) {
  change(record);
  record.digest = digest_of(record);
  return difference(record).value_or("");
}

BOOST_AUTO_TEST_CASE(a_record_comes_through_its_line_unharmed) {
  for (const Scene& scene : kScenes) {
    BOOST_TEST_CONTEXT(scene.ruleset << ", seed " << scene.seed) {
      const GameRecord record = record_of(scene);
      const std::string line = format_record(record);
      BOOST_TEST(line.find('\n') == std::string::npos);
      const auto read = parse_record(line);
      BOOST_REQUIRE_MESSAGE(read, parsing(line));
      BOOST_TEST(format_record(read.value()) == line);
      BOOST_TEST(read.value().digest == record.digest);
      BOOST_TEST(read.value().seed == scene.seed);
      BOOST_TEST(read.value().turns.size() == record.turns.size());
      if (static_cast<int>(record.turns.size()) > record.opening) {
        BOOST_TEST((read.value().turns.back().time == record.turns.back().time));
        BOOST_TEST((read.value().turns.back().clock == record.turns.back().clock));
        BOOST_TEST(read.value().turns.back().info == record.turns.back().info);
      }
      BOOST_TEST(read.value().forfeits.size() == record.forfeits.size());
    }
  }
}

BOOST_AUTO_TEST_CASE(the_line_has_the_keys_of_the_documentation_in_their_order) {
  const Json line = json_of(format_record(record_of(kScenes[9])));
  const auto keys = [](const Json& object) {
    std::string names;
    for (const auto& [name, value] : object.items()) names += (names.empty() ? "" : " ") + name;
    return names;
  };
  BOOST_TEST(
      keys(line) ==
      "log id pair rules lexicon seed bag players opening turns racks scores ranks end forfeits overtime "
      "adjudicate late_ms digest");
  BOOST_TEST(keys(line["lexicon"]) == "name sha256");
  BOOST_TEST(keys(line["turns"][0]) == "seat rack move words points total drawn ms clock info");
  BOOST_TEST(keys(line["turns"][2]) == "seat rack move words points total drawn ms clock info refused");
  BOOST_TEST(keys(line["forfeits"][0]) == "seat after reason text evidence");
  BOOST_TEST(keys(line["forfeits"][0]["evidence"]) == "lines stderr");
  GameRecord shared = record_of(kScenes[9]);
  shared.forfeits.front().kind = FaultKind::crash;
  shared.forfeits.front().is_shared = true;
  BOOST_TEST(keys(json_of(format_record(shared))["forfeits"][0]) == "seat after reason text shared evidence");
  BOOST_TEST(json_of(format_record(shared))["log"] == 6);
  BOOST_TEST(format_record(parse_record(format_record(shared)).value()) == format_record(shared));
  BOOST_TEST(line["seed"].is_string());
  BOOST_TEST(json_of(format_record(record_of(kScenes[0])))["forfeits"].empty());
}

BOOST_AUTO_TEST_CASE(every_game_plays_again_to_the_same_end) {
  for (const Scene& scene : kScenes) {
    const GameRecord record = record_of(scene);
    BOOST_TEST(difference(record).value_or("") == "", scene.ruleset << ", seed " << scene.seed);
    BOOST_TEST(difference(parse_record(format_record(record)).value()).value_or("") == "");
  }
}

BOOST_AUTO_TEST_CASE(the_scenes_hold_what_games_can_hold) {
  std::string all;
  for (const Scene& scene : kScenes) all += format_record(record_of(scene));
  for (const std::string part : {"\"move\":\"ex.", "\"move\":\"pass\"", "\"move\":\"challenge\"",
                                 "\"move\":\"accept\"", "\"end\":\"forfeit\"", "\"points\":0", "QU"}) {
    BOOST_TEST(all.find(part) != std::string::npos, part);
  }
}

BOOST_AUTO_TEST_CASE(the_digest_is_that_of_any_json_library) {
  std::vector<std::string> lines, digests;
  for (const Scene& scene : kScenes) lines.push_back(format_record(record_of(scene)));
  GameRecord odd = record_of(kScenes[9]);
  std::string control;
  for (char c = 1; c < 0x21; ++c) control += c;
  odd.players = {"Jane \"the\\bot\" Äß😀", control + "\x7f/"};
  odd.forfeits.front().text =
      "broken \xff\xfe\xc3 and \xe2\x82 whole €, null \0 within" + std::string(1, '\0');
  odd.turns.front().info = control + "\xff";
  lines.push_back(format_record(odd));
  GameRecord shared = record_of(kScenes[9]);
  shared.forfeits.front().kind = FaultKind::crash;
  lines.insert(lines.begin(), format_record(shared));
  shared.forfeits.front().is_shared = true;
  lines.insert(lines.begin(), format_record(shared));
  for (const std::string& line : lines) digests.push_back(json_of(line)["digest"]);
  BOOST_TEST(digests[0] != digests[1]);
  BOOST_TEST(digests_by_python(lines) == digests, boost::test_tools::per_element());
  BOOST_TEST(digests.back() == digest_of(odd));
  BOOST_TEST(!parse_record(lines.back()));  // Such a name is refused, but any other such text is read.
  odd.players[1] = "/";
  odd.forfeits.front().text += control;
  BOOST_TEST(digest_of(odd) == digest_of(parse_record(format_record(odd)).value()));
}

BOOST_AUTO_TEST_CASE(the_digest_is_independent_of_times_and_info) {
  const GameRecord record = record_of(kScenes[0]);
  GameRecord slower = record;
  slower.late = 70ms;
  for (TurnRecord& turn : slower.turns) {
    turn.time += 50ms;
    turn.clock.reset();
    turn.info = "something else";
  }
  GameRecord forfeited = record_of(kScenes[9]);
  forfeited.forfeits.front().evidence = {};
  BOOST_TEST(digest_of(forfeited) == forfeited.digest);
  BOOST_TEST(digest_of(slower) == record.digest);
  BOOST_TEST(format_record(slower) != format_record(record));
  BOOST_TEST(difference(slower).value_or("") == "");
  BOOST_TEST(parse_record(format_record(slower)).value().turns.front().clock.has_value() == false);
}

// Each mutation changes one field that the digest covers. It is noticed by the digest; if the digest is
// computed anew, it is still noticed where the rules decide the field.
BOOST_AUTO_TEST_CASE(no_single_field_can_be_changed_unseen) {
  struct Mutation {
    std::string field;
    std::function<void(GameRecord&)> change;
    bool is_of_the_rules = true;
  };
  const std::vector<Mutation> mutations = {
      {"id", [](GameRecord& r) { ++r.id; }, false},
      {"pair", [](GameRecord& r) { ++r.set; }, false},
      {"rules", [](GameRecord& r) { r.rules = "hasbro-plural"; }},
      {"lexicon name", [](GameRecord& r) { r.lexicon_name += "x"; }, false},
      {"lexicon sha256", [](GameRecord& r) { r.lexicon_sha256[5] = r.lexicon_sha256[5] == '0' ? '1' : '0'; }},
      {"seed", [](GameRecord& r) { ++r.seed; }},
      {"bag", [](GameRecord& r) { std::swap(r.bag.front(), r.bag.back()); }},
      {"bag shorter", [](GameRecord& r) { r.bag.pop_back(); }},
      {"players", [](GameRecord& r) { r.players[1] += "x"; }, false},
      {"more players", [](GameRecord& r) { r.players.push_back("third"); }},
      {"opening", [](GameRecord& r) { r.opening = 2; }},
      {"turn left out", [](GameRecord& r) { r.turns.erase(r.turns.begin() + 2); }},
      {"last turn left out", [](GameRecord& r) { r.turns.pop_back(); }},
      {"turn too many", [](GameRecord& r) { r.turns.push_back(r.turns.back()); }},
      {"seat", [](GameRecord& r) { r.turns[2].seat = seat_after(r.turns[2].seat, 2); }},
      {"rack", [](GameRecord& r) { r.turns[2].rack.pop_back(); }},
      {"move", [](GameRecord& r) { r.turns[2].move = "pass"; }},
      {"move that is none", [](GameRecord& r) { r.turns[2].move = "5d.mood"; }},
      {"move that is illegal", [](GameRecord& r) { r.turns[2].move = "1a.ZZ"; }},
      {"words", [](GameRecord& r) { r.turns[0].words.push_back("MORE"); }},
      {"spelling", [](GameRecord& r) { r.turns[0].words.front() += "S"; }},
      {"points", [](GameRecord& r) { ++r.turns[2].points; }},
      {"total", [](GameRecord& r) { --r.turns[2].total; }},
      {"drawn", [](GameRecord& r) { std::ranges::reverse(r.turns[0].drawn); }},
      {"racks", [](GameRecord& r) { r.racks[1] += "A"; }},
      {"scores", [](GameRecord& r) { ++r.scores[0]; }},
      {"ranks", [](GameRecord& r) { std::swap(r.ranks[0], r.ranks[1]); }},
      {"end", [](GameRecord& r) { r.end = r.end == GameEnd::out ? GameEnd::stuck : GameEnd::out; }},
      {"digest", [](GameRecord& r) { r.digest[0] = r.digest[0] == '0' ? '1' : '0'; }, false},
  };
  const GameRecord record = record_of(kScenes[0]);
  BOOST_REQUIRE(!difference(record));
  BOOST_REQUIRE(record.turns[0].drawn.front() != record.turns[0].drawn.back());
  for (const Mutation& mutation : mutations) {
    GameRecord changed_record = record;
    mutation.change(changed_record);
    const auto seen = find_difference(changed_record, shipped("hasbro"), lexicon_for("hasbro", "few.txt"));
    BOOST_TEST(seen.has_value(), mutation.field);
    if (!mutation.is_of_the_rules) {
      BOOST_TEST(seen.value_or("").starts_with("digest: "), mutation.field);
      continue;
    }
    changed_record.digest = digest_of(changed_record);
    BOOST_TEST(
        find_difference(changed_record, shipped("hasbro"), lexicon_for("hasbro", "few.txt")).has_value(),
        mutation.field << " with a new digest");
  }
}

// In kScenes the clocks start at 1000 ms and lose a millisecond each turn.
BOOST_AUTO_TEST_CASE(overtime_follows_from_the_clocks_of_the_turns) {
  GameRecord record = record_of(kScenes[0]);
  const GameRecord punctual = record;
  record.overtime = OvertimeRecord{{.points = 10, .period = 20ms}, {0, 20}};
  TurnRecord& late = record.turns[record.turns[3].seat == 1 ? 3 : 4];
  late.clock = -21ms;
  record.scores[1] -= 20;
  record.ranks = {record.scores[0] >= record.scores[1] ? 1 : 2, record.scores[0] <= record.scores[1] ? 1 : 2};
  record.digest = digest_of(record);
  BOOST_TEST(difference(record).value_or("none") == "none");
  BOOST_TEST(difference(parse_record(format_record(record)).value()).value_or("none") == "none");

  late.clock = -20ms;
  BOOST_TEST(difference(record).value_or("none") ==
             "overtime: the record says [0, 20], the rules say [0, 10]");
  late.clock = -21ms;
  record.overtime.reset();
  record.digest = digest_of(record);
  BOOST_TEST(difference(record).value_or("none").starts_with("scores: "));
  record = punctual;
  record.overtime = OvertimeRecord{{}, {0, 0}};
  BOOST_TEST(difference(record).value_or("none").starts_with("digest: "));
}

BOOST_AUTO_TEST_CASE(an_adjudicated_game_ended_just_where_its_terms_say) {
  const GameRecord record = record_of({"hasbro", 2, 1, {}, AdjudicationTerms{8, {}}});
  BOOST_REQUIRE(name_of(record.end) == "adjudicated");
  BOOST_TEST(record.turns.size() == 8U);
  const auto changed_by = [&](const auto& change) { return difference_after(record, change); };
  BOOST_TEST(changed_by([](GameRecord&) {}) == "");
  BOOST_TEST(changed_by([](GameRecord& r) { r.turns.pop_back(); }) ==
             "the record ends after turn 7, but the game is not over");
  BOOST_TEST(changed_by([](GameRecord& r) { r.adjudicate.reset(); }) ==
             "the record ends after turn 8, but the game is not over");
  BOOST_TEST(changed_by([](GameRecord& r) { r.adjudicate->turns = 9; }) ==
             "the record ends after turn 8, but the game is not over");
  BOOST_TEST(changed_by([](GameRecord& r) { r.adjudicate->turns = 7; }) ==
             "turn 8: the game was over before this turn (adjudicated)");
  BOOST_TEST(changed_by([](GameRecord& r) { r.end = GameEnd::out; }) ==
             "end: the record says \"out\", the rules say \"adjudicated\"");
  BOOST_TEST(changed_by([](GameRecord& r) { r.scores[0] -= 35; }).starts_with("scores: "));
  GameRecord whole = record_of(kScenes[0]);
  whole.adjudicate = AdjudicationTerms{8, {}};
  whole.digest = digest_of(whole);
  BOOST_TEST(difference(whole).value_or("") == "turn 9: the game was over before this turn (adjudicated)");
  whole.adjudicate = AdjudicationTerms{static_cast<int>(whole.turns.size()), {}};
  whole.digest = digest_of(whole);
  BOOST_TEST(difference(whole).value_or("") == "");  // The game ended by its rules in the same turn.
}

BOOST_AUTO_TEST_CASE(game_ended_by_scores_ended_just_where_its_infos_say) {
  const auto without_score = [](GameRecord& r) { r.turns.back().info = "depth 1"; };
  for (const auto& [scene, end] : {std::pair<Scene, GameEnd>{kScenes[20], GameEnd::agreed},
                                   {kScenes[22], GameEnd::resigned},
                                   {kScenes[23], GameEnd::resigned},
                                   {kScenes[24], GameEnd::agreed}}) {
    const GameRecord record = record_of(scene);
    BOOST_TEST_CONTEXT(scene.ruleset << ", seed " << scene.seed) {
      BOOST_REQUIRE(name_of(record.end) == name_of(end));
      const auto changed_by = [&](const auto& change) { return difference_after(record, change); };
      const std::string not_over =
          fmt::format("the record ends after turn {}, but the game is not over", record.turns.size());
      BOOST_TEST(changed_by([](GameRecord&) {}) == "");
      BOOST_TEST(changed_by([](GameRecord& r) { r.adjudicate.reset(); }) == not_over);
      BOOST_TEST(changed_by([](GameRecord& r) {
                   if (r.adjudicate->agreed) ++r.adjudicate->agreed->turns;
                   if (r.adjudicate->resign) ++r.adjudicate->resign->turns;
                 }) == not_over);
      BOOST_TEST(changed_by([](GameRecord& r) {
                   for (TurnRecord& turn : r.turns) turn.info = "depth 1";
                 }) == not_over);
      BOOST_TEST(changed_by([](GameRecord& r) { r.end = GameEnd::adjudicated; }) ==
                 fmt::format("end: the record says \"adjudicated\", the rules say \"{}\"", name_of(end)));
      BOOST_TEST(changed_by([](GameRecord& r) { std::swap(r.ranks[0], r.ranks[1]); }).starts_with("ranks: "));
      if (end == GameEnd::resigned) BOOST_TEST(changed_by(without_score) == not_over);
    }
  }
  GameRecord whole = record_of(kScenes[0]);
  whole.adjudicate = AdjudicationTerms{{}, {}, {}, Resign{3, 1}};
  for (TurnRecord& turn : whole.turns) turn.info = "score -9";
  whole.digest = digest_of(whole);
  BOOST_TEST(difference(whole).value_or("").ends_with(": the game was over before this turn (resigned)"));
}

BOOST_AUTO_TEST_CASE(bot_that_resigned_is_last_whatever_overtime_cost_the_other) {
  GameRecord record = record_of(kScenes[22]);
  BOOST_REQUIRE(name_of(record.end) == "resigned");
  const std::size_t loser = record.ranks[0] == 2 ? 0 : 1, winner = 1 - loser;
  for (TurnRecord& turn : record.turns)
    if (static_cast<std::size_t>(turn.seat) == winner) turn.clock = -1ms;
  record.overtime = OvertimeRecord{{.points = 900, .period = 1000ms}, {0, 0}};
  record.overtime->lost[winner] = 900;
  record.scores[winner] -= 900;
  BOOST_REQUIRE(record.scores[winner] < record.scores[loser]);
  record.digest = digest_of(record);
  BOOST_TEST(difference(record).value_or("") == "");
  std::swap(record.ranks[0], record.ranks[1]);
  record.digest = digest_of(record);
  BOOST_TEST(difference(record).value_or("").starts_with("ranks: "));
}

BOOST_AUTO_TEST_CASE(version_of_a_record_is_the_lowest_that_has_its_keys) {
  GameRecord record = record_of(kScenes[0]);
  BOOST_TEST(log_version_of(record) == 4);
  record.adjudicate = AdjudicationTerms{40, AdjudicationTerms::Hopeless{200, 7}};
  BOOST_TEST(log_version_of(record) == 4);
  record.adjudicate->agreed = Agreed{300, 6};
  BOOST_TEST(log_version_of(record) == 5);
  record.adjudicate = AdjudicationTerms{{}, {}, {}, Resign{300, 6}};
  BOOST_TEST(log_version_of(record) == 5);
  BOOST_TEST(format_record(record).starts_with("{\"log\":5,"));
  BOOST_TEST(parsing(format_record(record)) == "fine");
}

BOOST_AUTO_TEST_CASE(the_bag_of_a_game_with_an_opening_follows_from_its_first_turns) {
  const Scene scene{"hasbro", 2, 13, {}, {}, {"5d.BEAD", "5d.BEAT", "f5.AND"}};
  const GameRecord record = record_of(scene);
  BOOST_TEST(record.opening == 3);
  const auto changed_by = [&](const auto& change) { return difference_after(record, change); };
  BOOST_TEST(changed_by([](GameRecord&) {}) == "");
  BOOST_TEST(changed_by([](GameRecord& r) { r.opening = 0; }).starts_with("bag: "));
  BOOST_TEST(changed_by([](GameRecord& r) { r.opening = 2; }).starts_with("bag: "));
  BOOST_TEST(changed_by([](GameRecord& r) { r.turns[1].move = "5d.BEAX"; }) ==
             "opening: move 2: BEAX is not in the lexicon test");
  BOOST_TEST(changed_by([](GameRecord& r) { r.turns[1].move = "5d.mood"; }) ==
             "opening: the record says 3, the rules say 1");
  BOOST_TEST(changed_by([](GameRecord& r) { r.turns[2].move = "accept"; }) ==
             "opening: the record says 3, the rules say 2");
  BOOST_TEST(changed_by([](GameRecord& r) { r.turns[1].move = "ex.A"; }) ==
             "opening: move 2: an opening has only plays and passes");
  GameRecord other = record_of({"hasbro-challenge", 2, 13, {}, {}, {"5d.BEAD", "5d.BEAT"}});
  BOOST_TEST(other.opening == 4);
  other.opening = 3;
  BOOST_TEST(difference(other).value_or("") == "opening: the record says 3, the rules say 4");
}

BOOST_AUTO_TEST_CASE(a_record_without_its_opening_is_refused) {
  GameRecord record = record_of(kScenes[0]);
  record.opening = static_cast<int>(record.turns.size()) + 1;
  BOOST_TEST(parsing(format_record(record)).starts_with("record: opening: the first "));
  BOOST_TEST(!parse_written_record(format_record(record)));
}

BOOST_AUTO_TEST_CASE(a_difference_says_where_it_is) {
  GameRecord record = record_of(kScenes[0]);
  record.turns[6].points += 2;
  const int points = record.turns[6].points;
  BOOST_TEST(difference(record).value_or("") == "turn 7: points: the record says " + std::to_string(points) +
                                                    ", the rules say " + std::to_string(points - 2));
  record = record_of(kScenes[0]);
  record.turns[3].move = "5d.mood";
  BOOST_TEST(difference(record).value_or("").starts_with("turn 4: move: "));
  record = record_of(kScenes[0]);
  record.turns[0].move = "1a.ZEBRA";
  BOOST_TEST(difference(record).value_or("").starts_with("turn 1: move 1a.ZEBRA: "),
             difference(record).value_or(""));
  record = record_of(kScenes[0]);
  record.rules = "has\nbro";
  BOOST_TEST(difference(record).value_or("") ==
             "rules: the record says \"has\\x0abro\", the rules say \"hasbro\"");
  record = record_of(kScenes[0]);
  record.turns[0].words.assign(1000, "\x1b[31m");
  BOOST_TEST(difference(record).value_or("").starts_with("turn 1: words: the record says "));
  BOOST_TEST(difference(record).value_or("").size() < 600U);
  BOOST_TEST(difference(record).value_or("").find('\x1b') == std::string::npos);
  record = record_of(kScenes[0]);
  const std::string turns = std::to_string(record.turns.size() - 1);
  record.turns.pop_back();
  BOOST_TEST(difference(record).value_or("") ==
             "the record ends after turn " + turns + ", but the game is not over");
}

BOOST_AUTO_TEST_CASE(a_forfeit_is_held_against_the_rules_too) {
  const GameRecord record = record_of(kScenes[9]);
  const auto changed_by = [&](const auto& change) { return difference_after(record, change); };
  BOOST_TEST(changed_by([](GameRecord&) {}) == "");
  BOOST_TEST(changed_by([](GameRecord& r) {
               r.forfeits.front().seat = seat_after(r.forfeits.front().seat, 2);
             }) != "");
  BOOST_TEST(changed_by([](GameRecord& r) { r.forfeits.front().seat = Seat{3}; }) ==
             "forfeit: there is no seat 3");
  BOOST_TEST(changed_by([](GameRecord& r) { r.forfeits.clear(); }) ==
             "the record ends after turn 7, but the game is not over");
  GameRecord played = record_of(kScenes[0]);
  played.forfeits.push_back({Seat{0}, static_cast<int>(played.turns.size()), FaultKind::time, "never", {}});
  BOOST_TEST(difference(played).value_or("").starts_with("forfeit: the game was over already ("));
  played.forfeits.front().after += 1;
  BOOST_TEST(difference(played).value_or("").starts_with("forfeits: one comes after turn "));
  GameRecord reworded = record;
  reworded.forfeits.front().text += "!";
  BOOST_TEST(difference(reworded).value_or("").starts_with("digest: "));
}

BOOST_AUTO_TEST_CASE(a_torn_line_is_no_record) {
  const std::string line = format_record(record_of({"classic", 2, 3, {}}));
  BOOST_REQUIRE(parsing(line) == "fine");
  for (std::size_t length = 0; length < line.size(); length += 1 + length / 40) {
    BOOST_TEST(parsing(line.substr(0, length)).starts_with("record: line 1, column "),
               "cut after " << length);
  }
  BOOST_TEST(parsing(line.substr(1)) != "fine");
  BOOST_TEST(parsing(line + line) != "fine");
}

BOOST_AUTO_TEST_CASE(a_wrong_field_is_named) {
  const Json good = json_of(format_record(record_of(kScenes[9])));
  const auto changed_by = [&](const std::function<void(Json&)>& change) {
    Json line = good;
    change(line);
    return parsing(json_text(line));
  };
  BOOST_TEST(changed_by([](Json&) {}) == "fine");
  for (const auto& [name, value] : good.items()) {
    const std::string key = name;
    BOOST_TEST(changed_by([&](Json& line) { line.erase(key); }).find(key + ": ") != std::string::npos, key);
    const std::string wrong = changed_by([&](Json& line) { line[key] = 1.5; });
    BOOST_TEST(wrong != "fine", key);
    BOOST_TEST(wrong.find(key) != std::string::npos, wrong);
  }
  for (const auto& [name, value] : good["turns"][2].items()) {
    const std::string key = name;
    const std::string wrong = changed_by([&](Json& line) { line["turns"][2][key] = Json::object(); });
    BOOST_TEST(wrong.starts_with("record: turn 3: " + key + ": "), wrong);
  }
  BOOST_TEST(changed_by([](Json& line) {
               line["turns"][0] = 5;
             }).starts_with("record: turn 1: expected an object with fields"));
  BOOST_TEST(changed_by([](Json& line) { line["turns"] = "none"; }) == "record: turns: expected a list");
  BOOST_TEST(changed_by([](Json& line) { line["log"] = 2; }) ==
             "record: log: 2 is not a whole number from 4 to 6");
  BOOST_TEST(changed_by([](Json& line) { line["log"] = 5; }) ==
             "record: log: a record with these keys has version 4, not 5");
  BOOST_TEST(changed_by([](Json& line) {
               line["adjudicate"] = {{"resign", 5}};
             }) == "record: log: a record with these keys has version 5, not 4");
  BOOST_TEST(changed_by([](Json& line) {
               line["forfeits"][0]["reason"] = "crash";
               line["forfeits"][0]["shared"] = true;
             }) == "record: log: a record with these keys has version 6, not 4");
  BOOST_TEST(
      changed_by([](Json& line) { line["weather"] = "fine"; }).starts_with("record: weather: unknown field"));
  BOOST_TEST(
      changed_by([](Json& line) { line["seed"] = "18446744073709551616"; }).starts_with("record: seed: "));
  BOOST_TEST(changed_by([](Json& line) { line["end"] = "sun"; }) ==
             "record: end: \"sun\" is not one of: out, stuck, passed, scoreless, forfeit, adjudicated, "
             "agreed, resigned");
  BOOST_TEST(changed_by([](Json& line) { line["turns"][0]["seat"] = 4; }) ==
             "record: turn 1: seat: 4 is not a whole number from 0 to 3");
  BOOST_TEST(changed_by([](Json& line) { line["turns"][0]["ms"] = -1; }).starts_with("record: turn 1: ms: "));
  BOOST_TEST(changed_by([](Json& line) {
               line["turns"][0]["ms"] = kMaxTurnMs + 1;
             }).starts_with("record: turn 1: ms: "));
  BOOST_TEST(changed_by([](Json& line) {
               line["turns"][0]["points"] = 4294967296;
             }).starts_with("record: turn 1: points: "));
  const std::vector<std::pair<std::string, std::function<void(Json&)>>> wrong_forfeits = {
      {"record: forfeit 1: seat: ", [](Json& forfeit) { forfeit["seat"] = -1; }},
      {"record: forfeit 1: after: ", [](Json& forfeit) { forfeit["after"] = -1; }},
      {"record: forfeit 1: reason: \"sun\" is not one of: illegal, time, crash, protocol, hang, withdrawn",
       [](Json& forfeit) { forfeit["reason"] = "sun"; }},
      {"record: forfeit 1: text: this field is missing", [](Json& forfeit) { forfeit.erase("text"); }},
      {"record: forfeit 1: shared: expected true, or no such key",
       [](Json& forfeit) { forfeit["shared"] = false; }},
      {"record: forfeit 1: shared: there is no such key with the reason illegal",
       [](Json& forfeit) {
         forfeit["reason"] = "illegal";
         forfeit["shared"] = true;
       }},
      {"record: forfeit 1: evidence: lines: ", [](Json& forfeit) { forfeit["evidence"]["lines"] = 1; }},
      {"record: forfeits: there is no seat 2 among 2 players", [](Json& forfeit) { forfeit["seat"] = 2; }},
  };
  for (const auto& [words, change] : wrong_forfeits) {
    const std::string wrong = changed_by([&, &change = change](Json& line) { change(line["forfeits"][0]); });
    BOOST_TEST(wrong.starts_with(words), wrong);
  }
  BOOST_TEST(changed_by([](Json& line) { line["forfeits"] = Json::object(); }) ==
             "record: forfeits: expected a list");
  const auto with_overtime = [&](const Json& overtime) {
    return changed_by([&](Json& line) { line["overtime"] = overtime; });
  };
  BOOST_TEST(with_overtime(json_of(R"({"points": 5, "period_ms": 9, "lost": [0, 10]})")) == "fine");
  BOOST_TEST(with_overtime(json_of(R"({"points": 0, "period_ms": 9, "lost": [0, 10]})")) ==
             "record: overtime: points: 0 is not a whole number from 1 to 10000");
  BOOST_TEST(with_overtime(json_of(R"({"points": 5, "period_ms": 0, "lost": [0, 10]})"))
                 .starts_with("record: overtime: period_ms: 0 is not a whole number from 1"));
  BOOST_TEST(with_overtime(json_of(R"({"points": 5, "period_ms": 9, "lost": [10]})")) ==
             "record: overtime: lost: expected 2 numbers, one for each player");
  BOOST_TEST(changed_by([](Json& line) { line["lexicon"].erase("name"); }) ==
             "record: lexicon: name: this field is missing");
  for (const std::string list : {"players", "racks", "scores", "ranks"}) {
    BOOST_TEST(changed_by([&](Json& line) { line[list].erase(line[list].begin()); }) ==
                   "record: players, racks, scores and ranks should be lists of the same length, 1 to 4",
               list);
  }
  BOOST_TEST(parsing("[]").starts_with("record: expected an object with fields"));
  BOOST_TEST(parsing("").starts_with("record: line 1, column 1: this is not JSON"));
  BOOST_TEST(parsing(std::string(100'000, '[')) != "fine");
}

BOOST_AUTO_TEST_CASE(what_is_shown_and_summed_has_its_form) {
  const GameRecord good = record_of({"classic", 2, 3, 2});
  const auto at = [](const char* field) {
    return [field](Json& line) -> Json& { return line[Json::json_pointer(field)]; };
  };
  const std::vector<std::pair<std::string, std::function<Json&(Json&)>>> texts = {
      {"rules", at("/rules")},
      {"lexicon: name", at("/lexicon/name")},
      {"lexicon: sha256", at("/lexicon/sha256")},
      {"bag", at("/bag")},
      {"players", at("/players/1")},
      {"turns: rack", at("/turns/0/rack")},
      {"turns: move", at("/turns/0/move")},
      {"turns: words", at("/turns/0/words/0")},
      {"turns: drawn", at("/turns/0/drawn")},
      {"racks", at("/racks/0")},
      {"digest", at("/digest")}};
  const std::vector<std::pair<std::string, std::function<Json&(Json&)>>> words = {
      {"end", at("/end")}, {"forfeit 1: reason", at("/forfeits/0/reason")}};
  const std::vector<std::string> wrongs = {"\x1b]0;x\x07", "a\nb",
                                           "a\xe2\x80\xae"
                                           "b",
                                           "a\xc2\x9b"
                                           "2J",
                                           "a\tb"};
  for (const auto& [field, place] : texts) {
    for (const std::string& text : wrongs) {
      Json line = json_of(format_record(good));
      place(line) = text;
      for (const auto& read : {parse_record(json_text(line)), parse_written_record(json_text(line))}) {
        BOOST_REQUIRE_MESSAGE(!read, field);
        BOOST_TEST(read.error().message ==
                   "record: " + field + ": \"" + printable(text) + "\" has characters that cannot be shown");
      }
    }
  }
  for (const auto& [field, place] : words) {
    for (const std::string& text : wrongs) {
      Json line = json_of(format_record(good));
      place(line) = text;
      for (const auto& read : {parse_record(json_text(line)), parse_written_record(json_text(line))}) {
        BOOST_REQUIRE_MESSAGE(!read, field);
        const std::string& message = read.error().message;
        BOOST_TEST(message.starts_with("record: " + field + ": \""), message);
        BOOST_TEST(message.find("\" is not one of: ") != std::string::npos, message);
        BOOST_TEST(message == printable(message, 10'000));
      }
    }
  }
  const std::vector<std::pair<const char*, Json>> numbers = {{"/turns/0/points", 100'000'001},
                                                             {"/turns/0/total", -100'000'001},
                                                             {"/turns/0/clock", INT64_MIN},
                                                             {"/scores/0", INT32_MAX},
                                                             {"/late_ms", INT64_MAX},
                                                             {"/players/0", ""},
                                                             {"/players/0", std::string(501, 'a')}};
  for (const auto& [field, value] : numbers) {
    Json line = json_of(format_record(good));
    line[Json::json_pointer(field)] = value;
    BOOST_TEST(!parse_record(json_text(line)), field);
    BOOST_TEST(!parse_written_record(json_text(line)), field);
    if (!std::string_view(field).starts_with("/turns"))
      BOOST_TEST(!parse_record_without_turns(json_text(line)), field);
  }
}

// The line is JSON in valid UTF-8, whatever bytes a bot's text or a name has.
BOOST_AUTO_TEST_CASE(broken_utf8_never_gets_into_a_line) {
  const GameRecord good = record_of({"classic", 2, 3, 2});
  Random random(3);
  for (int round = 0; round < 300; ++round) {
    const auto noise = [&] {
      std::string text;
      for (std::uint64_t length = random.below(20); length > 0; --length)
        text += static_cast<char>(random.below(256));
      return text;
    };
    GameRecord record = good;
    record.players = {noise(), noise()};
    record.forfeits.front().text = noise();
    record.lexicon_name = noise();
    for (TurnRecord& turn : record.turns) turn.info = noise();
    const std::string line = format_record(record);
    BOOST_REQUIRE(is_whole_utf8(line));
    BOOST_REQUIRE(line.find('\n') == std::string::npos);
    if (const auto read = parse_record(line)) {
      BOOST_REQUIRE(format_record(read.value()) == line);
      continue;
    }
    // A name that cannot be shown is refused with an error that can be shown; any other text is read.
    const std::string fault = parsing(line);
    BOOST_REQUIRE(fault.starts_with("record: players: ") || fault.starts_with("record: lexicon: name: "));
    BOOST_REQUIRE(fault == printable(fault, 10'000));
    record.players = good.players;
    record.lexicon_name = good.lexicon_name;
    const std::string named = format_record(record);
    BOOST_REQUIRE_MESSAGE(parse_record(named), parsing(named));
    BOOST_REQUIRE(format_record(parse_record(named).value()) == named);
  }
  GameRecord record = good;
  record.players[0] = "a\xff\xc3z€\xe2\x82";
  BOOST_TEST(parse_record(format_record(record)).value().players[0] == "a\uFFFD\uFFFDz€\uFFFD\uFFFD");
}

BOOST_AUTO_TEST_SUITE_END()
