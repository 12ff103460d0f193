#include "browser/page_engine.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/assert.h"
#include "base/each.h"
#include "base/utf8.h"
#include "browser/page_game.h"
#include "champion/memory_of_game.h"
#include "champion/review.h"
#include "champion/search.h"
#include "engine/lexicon_image.h"
#include "protocol/game_record.h"
#include "protocol/play_json.h"
#include "protocol/position_line.h"
#include "protocol/replay.h"
#include "protocol/ruleset_json.h"

namespace toptile {

namespace {

using champion::Candidate;
using champion::Search;
using champion::SearchResult;
using champion::SearchRun;

// A search that a reader watches has no end in time, so it is planned like a long one.
constexpr std::uint64_t kExpectedNodes = 1'000'000;
constexpr std::int64_t kMaxNodes = 100'000'000;
constexpr std::size_t kMaxShown = 12;
constexpr int kMaxWordsBuilt = 2'000'000;
constexpr int kMaxLineTurn = 1'000'000;
// A page may be on a phone.
constexpr std::size_t kEndgameTableBytes = std::size_t{16} << 20;
constexpr std::uint64_t kMaxSolverNodes = 50'000;
constexpr std::int64_t kChampionNodes = 20'000;

Json candidate_to_json(const Candidate& candidate, const Alphabet& alphabet) {
  Json json = {{"move", format_move(candidate.move, alphabet)},
               {"points", std::holds_alternative<Placement>(candidate.move) ? candidate.play.points : 0},
               {"value", static_cast<double>(candidate.static_value) / champion::kPoint}};
  const auto& standing = candidate.standing;
  if (standing.tries == 0) return json;
  json["tries"] = standing.tries;
  json["chance"] = {standing.chance, standing.chance_error};
  json["spread"] = {standing.spread, standing.spread_error};
  return json;
}

// The turns from `first` on, and the state after them.
Json line_to_json(const Game& game, std::size_t first, Json refused) {
  const Alphabet& alphabet = game.rules().alphabet();
  Json turns = Json::array(), racks = Json::array(), scores = Json::array();
  for (std::size_t i = first; i < game.turns().size(); ++i) {
    const TurnRecord turn = record_of(game.turns()[i], alphabet);
    turns.push_back({{"seat", turn.seat},
                     {"rack", turn.rack},
                     {"move", turn.move},
                     {"words", turn.words},
                     {"points", turn.points},
                     {"total", turn.total},
                     {"drawn", turn.drawn}});
  }
  for (const Seat seat : each<Seat>(game.players())) {
    racks.push_back(alphabet.symbols(game.rack(seat)));
    scores.push_back(game.score(seat));
  }
  return {{"turns", std::move(turns)},
          {"racks", std::move(racks)},
          {"scores", game.is_over() ? Json(game.final_scores()) : std::move(scores)},
          {"ranks", game.is_over() ? Json(game.ranks()) : Json::array()},
          {"end", game.is_over() ? Json(name_of(game.end())) : Json(nullptr)},
          {"refused", std::move(refused)}};
}

}  // namespace

struct PageEngine::Opened {
  Opened(Ruleset ruleset, Lexicon words, Progress on_progress)
      : rules(std::move(ruleset)),
        lexicon(std::move(words)),
        judge(rules, lexicon),
        weights(champion::weights_for(rules)),
        search(rules, lexicon, weights, {}),
        progress(std::move(on_progress)) {}

  Result<Json> list_plays(FieldReader& reader);
  Result<Json> give_verdict(FieldReader& reader);
  Result<Json> begin_search(FieldReader& reader);
  Result<Json> continue_search(FieldReader& reader);
  Result<Json> look_word_up(FieldReader& reader);
  Result<Json> verify(FieldReader& reader);
  Result<Json> play_line(FieldReader& reader);
  Result<Json> review(FieldReader& reader);
  Result<Json> draw_for_first(FieldReader& reader);
  Result<Json> play_game(FieldReader& reader);
  Result<Json> choose(FieldReader& reader);
  void solve(std::uint64_t nodes);
  Json found() const;

  const Ruleset rules;
  const Lexicon lexicon;
  const Judge judge;
  const champion::Weights weights;
  Search search;
  const Progress progress;
  std::optional<SearchRun> run;
  std::optional<EndgamePosition> endgame;  // Set if the search is in an endgame.
  std::optional<EndgameAnswer> solved;
  std::optional<EndgameSolver> solver;
  std::optional<champion::ChampionPlayer> player;
};

Result<Json> PageEngine::Opened::list_plays(FieldReader& reader) {
  std::string line;
  reader.require("position").read("position", line);
  TOPTILE_TRY_TO(reader.finish());
  TOPTILE_TRY(const auto position, parse_position(line, rules, UnknownKeys::refuse));
  return Json{{"plays", legal_plays_to_json(position, rules, lexicon)}};
}

Result<Json> PageEngine::Opened::give_verdict(FieldReader& reader) {
  TOPTILE_TRY(const auto verdict, judge_asked(reader, judge, rules));
  return verdict_to_json(verdict);
}

Result<Json> PageEngine::Opened::begin_search(FieldReader& reader) {
  std::string line, also_text;
  std::uint64_t seed = 0;
  auto seat = Seat{0};
  bool may_exchange = false;
  reader.require("position").read("position", line).read("seed", seed).read("seat", seat, 0, kMaxPlayers - 1);
  reader.read("may_exchange", may_exchange).read("also", also_text);
  TOPTILE_TRY_TO(reader.finish());
  run.reset();
  endgame.reset();
  solved.reset();
  TOPTILE_TRY(const auto position, parse_position(line, rules, UnknownKeys::refuse));
  const auto players = std::max(position.scores.size(), position.racks.size());
  if (players < 2 || players > kMaxPlayers || static_cast<std::size_t>(seat) >= players)
    return Error{"position: a search needs the scores of two to four seats, and a seat among them"};
  const auto situation =
      champion::situation_of(position, rules, seat, static_cast<int>(players), may_exchange);
  if (!situation) return Error{"position: a search needs the unseen tiles"};
  std::optional<Move> also;
  if (!also_text.empty()) {
    const auto move = parse_move(also_text, rules.alphabet());
    if (!move) return Error{"also: " + move.error().text};
    const auto verdict = judge_move(position, move.value(), judge, rules);
    if (verdict.refusal) return Error{"also: " + verdict.refusal->text};
    if (std::holds_alternative<Exchange>(move.value()) && situation->bag == 0)
      return Error{"also: the unseen tiles leave none for the bag"};
    also = move.value();
  }
  const champion::HiddenTiles hidden(situation->unseen, situation->held);
  run.emplace(search, *situation, hidden, seed,
              champion::SearchLimits{.nodes = {}, .expected_nodes = kExpectedNodes, .is_time_up = {}},
              also ? &*also : nullptr);
  endgame = endgame_of(position, rules, seat, static_cast<int>(players));
  return found();
}

Result<Json> PageEngine::Opened::continue_search(FieldReader& reader) {
  std::int64_t nodes = 1;
  reader.read("nodes", nodes, 1, kMaxNodes);
  TOPTILE_TRY_TO(reader.finish());
  if (!run) return Error{"no search has begun"};
  const std::uint64_t enough = run->nodes() + static_cast<std::uint64_t>(nodes);
  if (endgame) solve(static_cast<std::uint64_t>(nodes));
  while (!run->is_over() && run->nodes() < enough) run->play_round();
  return found();
}

// An endgame is solved besides. The solver begins again each time, with twice the nodes, up to a limit.
void PageEngine::Opened::solve(std::uint64_t nodes) {
  if (solved && (solved->is_proven || solved->nodes >= kMaxSolverNodes)) return;
  if (!solver) solver.emplace(rules, lexicon, kEndgameTableBytes);
  const std::uint64_t enough = std::max(nodes, solved ? 2 * solved->nodes : 0);
  solved = solver->solve(*endgame, {.nodes = std::min(enough, kMaxSolverNodes), .is_time_up = {}});
}

Json PageEngine::Opened::found() const {
  const SearchResult result = run->result();
  Json moves = Json::array();
  for (std::size_t i = 0; i < std::min(kMaxShown, result.candidates.size()); ++i)
    moves.push_back(candidate_to_json(result.candidates[i], rules.alphabet()));
  const bool is_proven = solved && solved->is_proven;
  Json answer = {
      {"nodes", result.nodes}, {"is_over", run->is_over() || is_proven}, {"moves", std::move(moves)}};
  if (solved) {
    Json line = Json::array();
    for (const Move& move : solved->line) line.push_back(format_move(move, rules.alphabet()));
    answer["solved"] = {{"move", format_move(solved->best, rules.alphabet())},
                        {"spread", solved->spread},
                        {"is_proven", is_proven},
                        {"line", std::move(line)}};
  }
  return answer;
}

Result<Json> PageEngine::Opened::look_word_up(FieldReader& reader) {
  std::string text;
  reader.require("word").read("word", text);
  TOPTILE_TRY_TO(reader.finish());
  const Alphabet& alphabet = rules.alphabet();
  const auto word = alphabet.parse_word(upper_case(text));
  if (!word || word->empty())
    return Json{{"word", text}, {"is_valid", false}, {"is_spellable", false}, {"becomes", Json::array()}};
  Json becomes = Json::array();
  std::vector<Face> faces(word->begin(), word->end());
  for (std::size_t i = 0; i < faces.size() && faces.size() > 1; ++i) {
    const Face before = faces[i];
    for (int face = 0; face < alphabet.size(); ++face) {
      faces[i] = static_cast<Face>(face);
      if (faces[i] != before && lexicon.contains(faces)) becomes.push_back(alphabet.spell(Word(faces)));
    }
    faces[i] = before;
  }
  return Json{{"word", alphabet.spell(*word)},
              {"is_valid", lexicon.contains(*word)},
              {"is_spellable", true},
              {"becomes", std::move(becomes)}};
}

Result<Json> PageEngine::Opened::verify(FieldReader& reader) {
  std::string line;
  bool is_alone = false;
  reader.require("record").read("record", line).read("is_alone", is_alone);
  TOPTILE_TRY_TO(reader.finish());
  TOPTILE_TRY(const auto record, parse_record(line));
  Ruleset of_record = rules;
  if (is_alone) of_record.scoreless_rounds = scoreless_rounds_of(record, rules, lexicon);
  const auto difference = find_difference(record, of_record, lexicon);
  return Json{{"difference", difference ? Json(*difference) : Json(nullptr)},
              {"scoreless_rounds", of_record.scoreless_rounds}};
}

Result<Json> PageEngine::Opened::play_line(FieldReader& reader) {
  std::string line;
  int after = 0;
  std::vector<std::string> moves;
  reader.require("record").read("record", line).read("after", after, 0, kMaxLineTurn).read("moves", moves);
  TOPTILE_TRY_TO(reader.finish());
  TOPTILE_TRY(const auto record, parse_record(line));
  if (const auto difference = find_difference(record, rules, lexicon)) return Error{"record: " + *difference};
  Game game = game_of(record, rules, lexicon);
  const auto is_before = [&](const ReplayedTurn& turn) {
    return turn.index < static_cast<std::size_t>(after);
  };
  const auto fault = replay(play_of(record), game, {.before = is_before});
  TOPTILE_ASSERT(!fault);
  const std::size_t first = game.turns().size();
  Json refused = nullptr;
  for (const std::string& move : moves) {
    if (game.is_over()) {
      refused = move + ": the game is over";
    } else if (const auto played = play_text(game, move); !played) {
      refused = move + ": " + played.error().text;
    }
    if (!refused.is_null()) break;
    while (game.is_question()) TOPTILE_ASSERT(game.play(Accept{}));
  }
  return line_to_json(game, first, std::move(refused));
}

Result<Json> PageEngine::Opened::review(FieldReader& reader) {
  std::string line;
  auto nodes = static_cast<std::int64_t>(kReviewNodes);
  reader.require("record").read("record", line).read("nodes", nodes, 1, kMaxNodes);
  TOPTILE_TRY_TO(reader.finish());
  TOPTILE_TRY(const auto record, parse_record(line));
  if (const auto difference = find_difference(record, rules, lexicon)) return Error{"record: " + *difference};
  champion::Reviewer reviewer(rules, lexicon, {.nodes = static_cast<std::uint64_t>(nodes)});
  auto turns = reviewer.review(
      record, [] { return false; }, [&](std::size_t done) { progress(done, record.turns.size()); });
  TOPTILE_ASSERT(turns.has_value());
  const GameReview review{record.id, mark_of(line), static_cast<std::uint64_t>(nodes), *std::move(turns)};
  return parse_json(format_review(review), "review");
}

Result<Json> PageEngine::Opened::draw_for_first(FieldReader& reader) {
  std::uint64_t seed = 0;
  int players = 0;
  reader.require("seed").read("seed", seed).require("players").read("players", players, 1, kMaxPlayers);
  TOPTILE_TRY_TO(reader.finish());
  return first_draw_to_json(rules, seed, players);
}

Result<Json> PageEngine::Opened::play_game(FieldReader& reader) {
  TOPTILE_TRY(const auto played, read_page_game(reader, rules, lexicon));
  return page_game_to_json(played);
}

Result<Json> PageEngine::Opened::choose(FieldReader& reader) {
  champion::PlayerSettings settings;
  int elo = champion::kMaxElo;
  std::int64_t nodes = kChampionNodes;
  std::uint64_t chance = 0;
  const bool is_limited = reader.has("elo");
  reader.read("elo", elo, champion::kMinElo, champion::kMaxElo).read("nodes", nodes, 1, kMaxNodes);
  reader.require("chance").read("chance", chance);
  if (is_limited) settings.elo = elo;
  TOPTILE_TRY(const auto played, read_page_game(reader, rules, lexicon));
  if (!played.refused.empty()) return Error{played.refused};
  if (played.game.is_over()) return Error{"the game is over"};
  if (!player) player.emplace(rules, lexicon, kEndgameTableBytes);
  return choose_in_page(played, *player, settings, static_cast<std::uint64_t>(nodes), chance);
}

PageEngine::PageEngine(Progress progress) : progress_(std::move(progress)) {}

PageEngine::~PageEngine() = default;

Result<void> PageEngine::open(std::string_view rules_text, std::vector<std::byte> packed) {
  opened_.reset();
  TOPTILE_TRY(auto rules, parse_ruleset_json(rules_text, "ruleset"));
  TOPTILE_TRY(auto image, image_in_order(std::move(packed)));
  const auto owner = std::make_shared<const std::vector<std::byte>>(std::move(image));
  TOPTILE_TRY(auto lexicon, Lexicon::from_image(*owner, owner));
  if (!(lexicon.alphabet() == rules.alphabet()) || lexicon.max_length() < rules.size) {
    return Error{"the lexicon " + lexicon.name() +
                 " was built for other tiles or a smaller board than the ruleset " + rules.name + " has"};
  }
  if (lexicon.max_length() > rules.size) {
    if (lexicon.words() > kMaxWordsBuilt)
      return Error{"the lexicon " + lexicon.name() + " has too many words for a smaller board"};
    TOPTILE_TRY(auto shorter, build_lexicon(lexicon.name(), lexicon.text(), rules.alphabet(), rules.size,
                                            Capitals::mean_nothing));
    lexicon = std::move(shorter).lexicon;
  }
  opened_ = std::make_unique<Opened>(std::move(rules), std::move(lexicon), progress_);
  return success();
}

Result<Json> PageEngine::answer(std::string_view text) {
  TOPTILE_TRY(auto question, parse_json(text, "question"));
  struct Question {
    const char* name;
    Result<Json> (Opened::*answer)(FieldReader&);
  };
  static constexpr Question kQuestions[] = {
      {"plays", &Opened::list_plays},    {"judge", &Opened::give_verdict},
      {"search", &Opened::begin_search}, {"continue", &Opened::continue_search},
      {"word", &Opened::look_word_up},   {"verify", &Opened::verify},
      {"line", &Opened::play_line},      {"review", &Opened::review},
      {"draw", &Opened::draw_for_first}, {"game", &Opened::play_game},
      {"choose", &Opened::choose}};
  std::vector<std::string> names;
  for (const Question& each : kQuestions) names.emplace_back(each.name);
  std::size_t which = names.size();
  FieldReader reader(question, "question");
  reader.require("ask").read_word("ask", which, names);
  if (which == names.size()) {
    TOPTILE_TRY_TO(reader.finish());
  }
  if (!opened_) return Error{"no ruleset and no lexicon are open"};
  return (opened_.get()->*kQuestions[which].answer)(reader);
}

std::string PageEngine::ask(std::string_view question) {
  const auto answered = answer(question);
  std::string text = json_line(answered ? answered.value() : Json{{"error", answered.error().message}});
  text.pop_back();
  return text;
}

}  // namespace toptile
