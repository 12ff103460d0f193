// How a bot session asks for moves: one, or a batch of them (docs/protocol.md, "Several games at once").
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/assert.h"
#include "base/json_fields.h"
#include "base/utf8.h"
#include "referee/game/bot_session.h"
#include "referee/game/shared_clock.h"

namespace toptile {

namespace {

using std::chrono::steady_clock;

// The whole time that a bot may take for a question that it is asked alone.
std::chrono::steady_clock::duration whole_time(const MoveLimit& limit) {
  return limit.time + limit.beyond;
}

}  // namespace

// The present batch.
struct BotSession::Batch {
  std::span<BatchedQuestion> asked;
  const std::function<void(const std::string&)>& on_info;
  Instant begin;
  SharedClock clock;
  std::size_t open;
  bool is_said = false;  // Whether the conversation knows of the questions.
  std::size_t next = 0;  // Where the last answer was found. The next one is often right behind it.
  Instant last_answer = begin;

  BatchedQuestion* find(std::string_view game) {
    for (std::size_t i = 0; i < asked.size(); ++i) {
      BatchedQuestion& question = asked[(next + i) % asked.size()];
      if (question.game != game) continue;
      next = (next + i) % asked.size();
      return question.answer ? nullptr : &question;
    }
    return nullptr;
  }
  // When the time that passes runs out for an open question, since the beginning.
  Duration end_of(const MoveLimit& limit) const {
    return (limit.processor_time ? limit.time : clock.end_of(limit.time)) + limit.beyond;
  }
  // Compares the processor time, if that is charged, or else when the time that passes runs out.
  bool has_less_time(const BatchedQuestion& one, const BatchedQuestion& other) const {
    if (one.limit.processor_time) return *one.limit.processor_time < *other.limit.processor_time;
    if (one.limit.beyond == other.limit.beyond) return one.limit.time < other.limit.time;
    return end_of(one.limit) < end_of(other.limit);
  }
  BatchedQuestion& first_to_run_out() {
    BatchedQuestion* first = nullptr;
    for (BatchedQuestion& question : asked)
      if (!question.answer && (first == nullptr || has_less_time(question, *first))) first = &question;
    return *first;
  }
  void close(BatchedQuestion& question, Answered<MoveAnswer> answer) {
    question.answer = std::move(answer);
    clock.close_one();
    --open;
  }
};

Answered<MoveAnswer> BotSession::ask(const Question& question, const MoveLimit& limit,
                                     const Meanwhile& while_slow,
                                     const std::function<void(const std::string&)>& on_info) {
  TOPTILE_ASSERT(!names_games_);
  BatchedQuestion asked{"", &question, limit};
  ask_all({&asked, 1}, while_slow, on_info);
  return *std::move(asked.answer);
}

void BotSession::ask_all(std::span<BatchedQuestion> batch, const Meanwhile& while_slow) {
  TOPTILE_ASSERT(names_games_ ? !batch.empty() : batch.size() == 1);
  ask_all(batch, while_slow, {});
}

// The time before the beginning is not charged to the bot.
void BotSession::ask_all(std::span<BatchedQuestion> asked, const Meanwhile& while_slow,
                         const std::function<void(const std::string&)>& on_info) {
  thaw();
  channel_.take_in();
  const Instant begin = steady_clock::now();
  lateness_ = {};
  if (!breakdown_ && standstill_.is_broken()) {
    break_down(FaultKind::time, fmt::format("{} computed for {} while it was stopped and not asked for a "
                                            "move; between its moves a bot waits for its input",
                                            bot_.name, words_for(standstill_.computed())));
  }
  std::size_t open = 0;
  const BatchedQuestion* any = nullptr;
  for (BatchedQuestion& question : asked) {
    question.game = mark_of(question.game);
    Talk& talk = *find_talk(question.game);
    question.is_asked = !talk.fault;
    if (talk.fault) {
      question.answer = *talk.fault;
    } else {
      any = &question;
      ++open;
    }
  }
  if (open == 0) return;
  const Duration debt = standstill_.take_debt() + std::exchange(debt_, Duration::zero());
  Batch batch{asked, on_info, begin, SharedClock(any->limit.is_shared, static_cast<int>(open), debt), open};
  if (breakdown_) return give_up(batch, *breakdown_);
  channel_.reset_quota();
  last_look_.reset();
  questions_ += open;
  write_questions(batch);
  MoveWatch watch(begin, tree_, child_.group(), {any->limit.processor_time, while_slow}, run_delay_, spent_);
  Duration longest{0};
  for (const BatchedQuestion& question : asked) longest = std::max(longest, whole_time(question.limit));
  if (const auto sent = send(lines_, begin + longest, "bestmove"); !sent) return give_up(batch, sent.error());
  watch.note(channel_.last_send_wait());
  await_moves(batch, watch);
  lateness_ = watch.latest();
}

void BotSession::write_questions(Batch& batch) {
  lines_.clear();
  if (names_games_) {
    lines_ = fmt::format("batch {}\n", batch.open);
    plain_.dialogue.sent(lines_);
    plain_.is_strange_now = false;
  }
  for (const BatchedQuestion& asked : batch.asked) {
    if (!asked.is_asked) continue;
    const std::size_t start = lines_.size();
    uwi::append_game(lines_, asked.game);
    lines_ += "position ";
    lines_ += asked.question->position;
    lines_ += '\n';
    uwi::append_game(lines_, asked.game);
    uwi::append_go(lines_, asked.question->go);
    lines_ += '\n';
    Talk& talk = *find_talk(asked.game);
    talk.dialogue.sent(std::string_view(lines_).substr(start));
    talk.is_strange_now = false;
    talk.info.clear();
  }
}

// The conversation needs no limits, and copying them would allocate memory.
void BotSession::say_questions(Batch& batch) {
  if (std::exchange(batch.is_said, true)) return;
  if (names_games_)
    say(uwi::Batch{static_cast<int>(std::ranges::count_if(batch.asked, &BatchedQuestion::is_asked))});
  for (const BatchedQuestion& asked : batch.asked) {
    if (!asked.is_asked) continue;
    say(uwi::PositionLine{}, asked.game);
    uwi::Go go;
    go.is_question = asked.question->go.is_question;
    say(go, asked.game);
  }
}

void BotSession::await_moves(Batch& batch, MoveWatch& watch) {
  WatchedWait wait(watch);
  while (batch.open > 0) {
    const BatchedQuestion& first = batch.first_to_run_out();
    const bool is_of_processors = first.limit.processor_time.has_value();
    if (is_of_processors) watch.set_processor_time(batch.clock.end_of(*first.limit.processor_time));
    const Duration end = batch.end_of(first.limit);
    const auto said = hear(wait, batch.begin + end, "bestmove");
    if (!said) return give_up(batch, said.error());
    if (said.value()) {
      take(batch, *said.value(), watch);
      continue;
    }
    const bool is_used_up = wait.is_used_up();
    batch.clock.advance(is_used_up ? batch.clock.end_of(*first.limit.processor_time) : end);
    run_out(batch, first, is_used_up ? FaultKind::time : first.limit.too_late);
    last_look_.reset();
  }
  say_questions(batch);
  watch.end(batch.last_answer);
}

// A message that arrived before the questions were written is no answer, but it may be a fault. An answer of
// the wrong kind for its question (misfit) passes here, as the rules refuse it.
void BotSession::take(Batch& batch, const Said& said, MoveWatch& watch) {
  if (said.arrival >= batch.begin) say_questions(batch);
  Talk& talk = *said.talk;
  const bool may_answer = said.message && is_in_turn(said) && batch.is_said;
  BatchedQuestion* const asked = batch.find(said.game);
  if (asked == nullptr) return;
  if (talk.fault) return batch.close(*asked, *talk.fault);
  if (!may_answer) return;
  if (const auto* told = std::get_if<uwi::Info>(&*said.message)) {
    talk.info = clean_text(told->text, kMaxRecordedInfo);
    if (batch.on_info) batch.on_info(talk.info);
  } else if (const auto* best = std::get_if<uwi::BestMove>(&*said.message)) {
    take_move(batch, *asked, talk, best->move, said.arrival, watch);
  }
}

void BotSession::take_move(Batch& batch, BatchedQuestion& asked, Talk& talk, std::string move,
                           Instant arrival, MoveWatch& watch) {
  batch.clock.advance(watch.taken(arrival));
  batch.last_answer = arrival;
  channel_.reset_quota();
  if (asked.limit.processor_time && batch.clock.charge() > *asked.limit.processor_time) {
    return batch.close(
        asked, late(talk, FaultKind::time, "bestmove", whole_time(asked.limit), asked.limit.processor_time));
  }
  MoveAnswer answer{std::move(move), std::move(talk.info), batch.clock.charge()};
  if (!talk.strange_line.empty())
    answer.info = std::string(uwi::kNotUwi) + std::exchange(talk.strange_line, {});
  talk.is_strange_now = false;
  batch.close(asked, std::move(answer));
}

// Those that have no more time than the first run out together with it.
void BotSession::run_out(Batch& batch, const BatchedQuestion& first, FaultKind kind) {
  const MoveLimit limit = first.limit;
  const bool is_by_time = kind != FaultKind::time || !limit.processor_time;
  const Duration end = batch.end_of(limit);
  std::vector<BatchedQuestion*> out;  // Each that is closed makes the clocks of the others run faster.
  for (BatchedQuestion& asked : batch.asked) {
    if (!asked.answer && (is_by_time ? batch.end_of(asked.limit) <= end
                                     : *asked.limit.processor_time <= *limit.processor_time))
      out.push_back(&asked);
  }
  for (BatchedQuestion* const asked : out) {
    batch.close(*asked, late(*find_talk(asked->game), kind, "bestmove", whole_time(asked->limit),
                             asked->limit.processor_time));
  }
}

// Each game has its own evidence of what ended the process.
void BotSession::give_up(Batch& batch, const NoAnswer& reason) {
  for (BatchedQuestion& asked : batch.asked) {
    if (asked.answer) continue;
    if (const auto* fault_of_all = std::get_if<Fault>(&reason)) {
      batch.close(asked, fault(*find_talk(asked.game), fault_of_all->kind, fault_of_all->text));
    } else {
      batch.close(asked, std::get<Error>(reason));
    }
  }
}

}  // namespace toptile
