#include "conformance/crowd.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/moments.h"
#include "engine/greedy_game.h"

namespace toptile::conformance {

namespace {

using std::chrono::steady_clock;

constexpr std::string_view kAdviceOnMarks =
    "Answer each question of a batch once, with the mark of its game, as in: game 17 bestmove 5d.DEAR.";

void play_other_seats(NamedGame& named) {
  MoveGenerator generator(named.game.rules(), named.game.lexicon());
  while (!named.game.is_over() && named.game.seat_to_move() != named.seat)
    play_greedy_turn(named.game, generator);
}

}  // namespace

Crowd::Crowd(Examination& examination, std::unique_ptr<Talk> talk)
    : examination_(examination), talk_(std::move(talk)), remarks_(examination.overheard.size()) {}

Tried<std::unique_ptr<Crowd>> Crowd::open(Examination& examination) {
  constexpr std::string_view kOneAtATime = "it plays one game at a time";
  if (examination.games_offered == 1) return pass(std::string(kOneAtATime));
  if (!examination.batches_hopeless_in.empty())
    return skip("the bot leaves questions of a batch open; see " + examination.batches_hopeless_in);
  TOPTILE_TRY(auto talk, Talk::open(examination));
  if (talk->games_offered() == 1) return pass(std::string(kOneAtATime));
  return std::unique_ptr<Crowd>(new Crowd(examination, std::move(talk)));
}

int Crowd::room_for(int wanted) const {
  return std::min(talk_->games_offered(), wanted);
}

// Names are numbers, as a referee's, and one may begin with another, as 10 with 1.
Tried<Crowd::Asked> Crowd::begin(const Table& table, std::vector<Game> games, const uwi::Go& go,
                                 std::uint64_t seed) {
  Asked begun;
  std::vector<uwi::NewGame> lines;
  for (Game& game : games) {
    const std::string name = std::to_string(++begun_);
    const Seat seat = game.seat_to_move();
    lines.push_back({name, game.players(), seat, seed++});
    begun.push_back(&games_.emplace_back(NamedGame{name, std::move(game), seat, go}));
  }
  TOPTILE_TRY_TO(talk_->begin_games(table, lines));
  return begun;
}

void Crowd::end(NamedGame& ended) {
  const Game& game = ended.game;
  talk_->say(game.is_over()
                 ? uwi::GameResult{game.final_scores(), game.ranks(), std::string(name_of(game.end()))}
                 : uwi::GameResult{{}, {}, std::string(name_of(GameEnd::forfeit))},
             ended.name);
  games_.remove_if([&](const NamedGame& named) { return &named == &ended; });
}

void Crowd::end_all() {
  while (!games_.empty()) end(games_.front());
}

Crowd::Asked Crowd::games() {
  Asked all;
  for (NamedGame& game : games_) all.push_back(&game);
  return all;
}

std::vector<NamedQuestion> Crowd::questions_about(const Asked& asked) {
  std::vector<NamedQuestion> questions;
  for (const NamedGame* named : asked) {
    questions.push_back({named->name, &named->game, named->go});
    questions.back().go.is_question = named->game.is_question();
  }
  return questions;
}

Tried<std::vector<Answer>> Crowd::ask(const std::vector<NamedQuestion>& questions, milliseconds patience) {
  const Instant begin = steady_clock::now();
  talk_->ask_all(questions);
  auto answers = talk_->await_moves(questions, patience);
  if (answers) {
    TOPTILE_TRY_TO(settle());
    return answers;
  }
  take_remarks();
  if (answers.error().verdict == Verdict::fail && steady_clock::now() - begin >= patience)
    examination_.has_open_batch = true;
  return answers;
}

Tried<std::vector<Answer>> Crowd::ask_and_play(const Asked& asked, milliseconds patience) {
  TOPTILE_TRY(auto answers, ask(questions_about(asked), patience));
  TOPTILE_TRY_TO(play(asked, answers));
  for (NamedGame* named : asked) play_other_seats(*named);
  return answers;
}

Done Crowd::play(const Asked& asked, const std::vector<Answer>& answers) {
  for (std::size_t i = 0; i < asked.size(); ++i) {
    Game game = asked[i]->game;
    if (const auto legal = play_text(game, answers[i].move); !legal)
      return illegal_among(asked, *asked[i], answers[i].move, legal.error());
  }
  for (std::size_t i = 0; i < asked.size(); ++i) (void)play_text(asked[i]->game, answers[i].move);
  return done();
}

Finding Crowd::illegal_among(const Asked& asked, const NamedGame& refused, const std::string& move,
                             const Refusal& refusal) const {
  Finding finding = illegal(refused.game, move, refusal);
  finding.seen = fmt::format("in game {}, {}", refused.name, finding.seen);
  const auto fitting = std::ranges::find_if(asked, [&](const NamedGame* other) {
    Game game = other->game;
    return play_text(game, move).has_value();
  });
  if (fitting == asked.end()) return finding;
  finding.seen += fmt::format("; in game {} it would be legal", (*fitting)->name);
  finding.advice = "Keep the games apart: each has its own position, seat, clock and seed.";
  return finding;
}

Done Crowd::settle(milliseconds patience) {
  if (const Done ready = talk_->get_ready(patience); !ready) {
    take_remarks();
    return ready.error();
  }
  const auto remarks = take_remarks();
  if (remarks.empty()) return done();
  const std::string more = remarks.size() > 1 ? fmt::format(" (and {} more)", remarks.size() - 1) : "";
  return fail(remarks.front() + more, std::string(kAdviceOnMarks));
}

std::vector<std::string> Crowd::take_remarks() {
  std::vector<std::string> texts;
  auto& all = examination_.overheard;
  const auto first = all.begin() + static_cast<std::ptrdiff_t>(remarks_);
  for (auto remark = first; remark != all.end(); ++remark)
    if (remark->is_answer) texts.push_back(remark->text);
  all.erase(std::remove_if(first, all.end(), [](const Remark& remark) { return remark.is_answer; }),
            all.end());
  remarks_ = all.size();
  return texts;
}

}  // namespace toptile::conformance
