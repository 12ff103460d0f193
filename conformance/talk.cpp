#include "conformance/talk.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "base/words.h"
#include "protocol/position_line.h"
#include "referee/processes/event_loop.h"

namespace toptile::conformance {

using std::chrono::duration_cast;
using std::chrono::steady_clock;

// The thing that a wait is for, and the advice to the author of a bot that does not send it.
struct Talk::Awaited {
  std::string word;
  std::string_view advice;
};

const Talk::Awaited Talk::kAnything{"", "End only when you are told to quit."};

namespace {

constexpr milliseconds kReadPatience{2'000};  // Time to read as much as fits into a pipe.
constexpr milliseconds kLastLook{10};         // Time after the deadline to read lines that arrived before it.
constexpr milliseconds kExitPatience{100};    // Time between the end of a bot's output and its exit status.
constexpr milliseconds kBurialPatience{100};  // Time for the children of a process after it has exited.
constexpr milliseconds kForeignPatience{2'000};  // Time for uwiok after an answer of another protocol.
// For FairTime, which misses the delay of a process after the last look.
constexpr milliseconds kBetweenLooks{10};
constexpr milliseconds kPoll{1};
constexpr int kAnswersWatched = 5;
constexpr milliseconds kFirstWatch{20}, kKnownWatch{100};

constexpr std::string_view kForeignAdvice =
    "Toptile's bots speak UWI, which docs/protocol.md describes: answer uwi with uwiok.";

// The kind of bot of another protocol that would send this line; empty if unknown.
std::string_view foreign_bot(std::string_view line) {
  const auto begins = [line](std::string_view words) {
    return std::ranges::equal(line.substr(0, words.size()), words,
                              [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
  };
  if (begins("uciok") || begins("unknown command")) return "a UCI bot";
  if (begins("? unknown") || begins("?unknown")) return "a GTP bot";
  if (begins("error (unknown command)")) return "an XBoard bot";
  return {};
}

uwi::NewGame new_game_of(const Game& game, std::uint64_t seed) {
  return {"check", game.players(), game.seat_to_move(), seed};
}

std::string position_text(const Game& game) {
  return format_position(game.position_of(game.seat_to_move()), game.rules().alphabet());
}

// The text behind the mark of the game, if it has a name.
std::string marked(std::string_view name, std::string_view text) {
  std::string line;
  uwi::append_game(line, name);
  return line.append(text);
}

// The answers that have not come yet: "bestmove for game 17", "bestmove for 2 of 4 games".
std::string missing_moves(std::span<const NamedQuestion> questions, const auto& is_missing) {
  const auto missing = std::ranges::count_if(questions, is_missing);
  if (missing != 1) return fmt::format("bestmove for {} of {} games", missing, questions.size());
  return "bestmove for game " + std::ranges::find_if(questions, is_missing)->name;
}

// The part of `now` after `before`, where both are tails of one growing text.
std::string_view since(std::string_view before, std::string_view now) {
  for (; !now.starts_with(before); before.remove_prefix(1)) continue;
  return now.substr(before.size());
}

}  // namespace

Talk::Talk(Examination& examination, std::unique_ptr<EventLoop> loop, BotProcess process)
    : examination_(examination),
      loop_(std::move(loop)),
      child_(std::move(process.child)),
      channel_(std::move(process.channel)),
      wake_(examination.stop, [this] { loop_->wake(); }),
      started_(root()) {}

Talk::~Talk() {
  examination_.evidence.set_last_words(child_.stderr_tail());
}

Tried<std::unique_ptr<Talk>> Talk::start(Examination& examination) {
  auto loop = std::make_unique<EventLoop>();
  const Examinee& examinee = examination.examinee;
  Launch launch = examinee.launch;
  launch.afterlife = kBurialPatience;
  auto process = start_bot_process(*loop, launch, examinee.confinement, examination.stop);
  if (!process) return fail(process.error().message, "Give a program that can be started.");
  examination.has_started = true;
  return std::unique_ptr<Talk>(new Talk(examination, std::move(loop), std::move(process).value()));
}

Tried<std::unique_ptr<Talk>> Talk::open(Examination& examination) {
  auto talk = start(examination);
  if (!talk) return talk.error();
  TOPTILE_TRY(auto introduction, talk.value()->shake_hands());
  talk.value()->set_options(introduction);
  const Done ready = talk.value()->get_ready();
  if (ready) return talk;
  if (ready.error().verdict == Verdict::fail) examination.hopeless = ready.error().seen;
  return ready.error();
}

Tried<Introduction> Talk::shake_hands() {
  say(uwi::Hello{});
  FairTime taken(root());
  const Done introduced = await(kStartPatience, taken,
                                {"uwiok",
                                 "Answer uwi with id name …, id author … and uwiok, and flush standard "
                                 "output after each line."},
                                [&] { return is_introduced_; });
  if (introduced) return introduction_;
  if (introduced.error().verdict == Verdict::fail) examination_.hopeless = introduced.error().seen;
  return introduced.error();
}

void Talk::set_options(const Introduction& introduction) {
  for (const auto& [name, value] : examination_.examinee.options) {
    const auto declared = std::ranges::find(introduction.options, name, &uwi::OptionLine::name);
    say(declared == introduction.options.end() ? uwi::SetOption{name, value}
                                               : uwi::setting_of(*declared, value));
  }
}

void Talk::say(std::string_view lines) {
  for (std::string_view rest = lines; !rest.empty();) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    examination_.evidence.add('>', line);
    // A message that is out of turn here is sent so on purpose.
    const std::string_view name = uwi::take_game(line);
    if (const auto message = uwi::parse_referee_line(line)) conversation_.referee_said(message.value(), name);
  }
  if (channel_.send(std::string(lines) + "\n", in(kReadPatience)) == Sent::timed_out) does_not_read_ = true;
}

void Talk::say(const uwi::RefereeMessage& message, std::string_view name) {
  say(marked(name, uwi::format(message)));
}

void Talk::say_strange(const std::string& line) {
  constexpr std::size_t kMaxRemembered = 40;
  if (line.find_first_not_of(" \t") != std::string::npos)
    ignorable_.push_back(line.substr(0, kMaxRemembered));
  say(line);
}

Done Talk::get_ready(milliseconds patience) {
  say(uwi::IsReady{});
  return await_ready(patience);
}

Done Talk::await_ready(milliseconds patience) {
  has_joined_ready_ = false;
  FairTime taken(root());
  const Done ready = await(patience, taken,
                           {"readyok",
                            "Answer every isready with readyok, whatever came before it, and flush standard "
                            "output."},
                           [&] { return readies_ > 0; });
  if (ready) --readies_;
  return ready;
}

Done Talk::begin_game(const Table& table, const Game& game, std::uint64_t seed) {
  return begin_game(table, new_game_of(game, seed));
}

Done Talk::begin_game(const Table& table, const uwi::NewGame& game) {
  // Rules change between games only.
  if (table_ != &table && conversation_.is_in_game()) say(uwi::GameResult{{}, {}, "stuck"});
  say_setup(table);
  say(game);
  readies_ = 0;
  Done ready = get_ready();
  if (!ready && ready.error().verdict == Verdict::fail) examination_.hopeless = ready.error().seen;
  return ready;
}

Done Talk::begin_games(const Table& table, std::span<const uwi::NewGame> games) {
  if (conversation_.is_in_game()) say(uwi::GameResult{{}, {}, "stuck"});
  say_setup(table);
  std::string lines;
  for (const uwi::NewGame& game : games)
    lines += marked(game.id, uwi::format(uwi::RefereeMessage(game))) + "\n";
  say(lines + uwi::format(uwi::RefereeMessage(uwi::IsReady{})));
  readies_ = 0;
  return await_ready(kReadyPatience);
}

void Talk::say_setup(const Table& table) {
  if (table_ != &table) say(std::string_view(table.setup).substr(0, table.setup.size() - 1));
  table_ = &table;
}

void Talk::ask(const Game& game, const uwi::Go& go) {
  ask(game, uwi::format(uwi::RefereeMessage(go)), "");
}

void Talk::ask(const Game& game, std::string_view go, std::string_view more_keys) {
  ask_in_one_write(fmt::format("position {}{}\n{}", position_text(game), more_keys, go));
}

void Talk::ask_all(std::span<const NamedQuestion> batch) {
  std::string lines = uwi::format(uwi::RefereeMessage(uwi::Batch{static_cast<int>(batch.size())}));
  for (const NamedQuestion& question : batch) {
    lines += "\n" + marked(question.name, "position " + position_text(*question.game)) + "\n";
    lines += marked(question.name, uwi::format(uwi::RefereeMessage(question.go)));
  }
  ask_in_one_write(lines);
}

void Talk::ask_in_one_write(std::string_view lines) {
  channel_.reset_quota();
  const Done ignored = listen(milliseconds(0));  // Lines that came before the question do not answer it.
  answers_.clear();
  say(lines);
  // If this thread is kept from running before this line, the bot is not charged for that.
  asked_.emplace(root());
}

Tried<Answer> Talk::await_move(milliseconds patience) {
  const Done answered = await(patience, *asked_,
                              {"bestmove",
                               "Answer every go with one line bestmove within its limits, and flush standard "
                               "output."},
                              [&] { return !answers_.empty(); });
  if (!answered) return answered.error();
  const Answer answer = std::move(answers_.extract(answers_.begin()).mapped());
  watch_for_second_answer();
  return answer;
}

Tried<std::vector<Answer>> Talk::await_moves(std::span<const NamedQuestion> questions,
                                             milliseconds patience) {
  const auto is_missing = [&](const NamedQuestion& question) { return !answers_.contains(question.name); };
  Awaited awaited{"",
                  "Answer each question of a batch within its limits, with the mark of its game, as in: game "
                  "17 bestmove 5d.DEAR."};
  const Done answered = await(patience, *asked_, awaited, [&] {
    if (std::ranges::none_of(questions, is_missing)) return true;
    awaited.word = missing_moves(questions, is_missing);
    return false;
  });
  if (!answered) return answered.error();
  std::vector<Answer> answers;
  for (const NamedQuestion& question : questions)
    answers.push_back(std::move(answers_.extract(question.name).mapped()));
  return answers;
}

Tried<Answer> Talk::ask_for_move(const Game& game, const uwi::Go& go, milliseconds patience) {
  constexpr int kMaxUnanswered = 2;
  ask(game, go);
  auto answer = await_move(patience);
  const bool was_in_vain = !answer && steady_clock::now() - asked_->begin() >= patience;
  if (was_in_vain && ++examination_.unanswered == kMaxUnanswered) examination_.hopeless = answer.error().seen;
  return answer;
}

Done Talk::listen(milliseconds time) {
  const Deadline deadline = in(time);
  while (true) {
    TOPTILE_TRY(const auto heard, hear(deadline, kAnything));
    if (!heard) return done();
  }
}

// A second answer would be taken for the answer to the next question. So after each of the first answers this
// waits for a second one. Once the bot has given one, this waits longer after every answer.
void Talk::watch_for_second_answer() {
  const bool is_known = examination_.answers_twice;
  if (!is_known && examination_.answers_watched++ >= kAnswersWatched) return;
  const Deadline deadline = in(is_known ? kKnownWatch : kFirstWatch);
  const std::size_t before = examination_.overheard.size();
  while (examination_.overheard.size() == before) {
    const auto heard = hear(deadline, kAnything);
    if (!heard || !heard.value()) return;
  }
}

Deadline Talk::in(milliseconds time) const {
  return std::min(steady_clock::now() + time, examination_.end);
}

template <class HasCome>
Done Talk::await(milliseconds patience, FairTime& taken, const Awaited& awaited, HasCome has_come) {
  const Instant begin = steady_clock::now();
  Deadline deadline = in(patience);
  last_strange_.clear();
  bool is_foreign = false;
  while (!has_come()) {
    TOPTILE_TRY(const auto heard, hear(std::min(deadline, in(kBetweenLooks)), awaited));
    if (!is_foreign && !is_introduced_ && !foreign_bot(last_strange_).empty()) {
      is_foreign = true;
      deadline = std::min(deadline, in(kForeignPatience));
    }
    if (heard) continue;
    if (examination_.is_over()) return out_of_time();
    taken.look();
    if (steady_clock::now() < deadline) continue;
    const auto left = patience - duration_cast<milliseconds>(taken.until(steady_clock::now()));
    if (!is_foreign && left > kLastLook) {
      deadline = in(left);  // The machine was busy with others.
      continue;
    }
    return too_late(awaited, is_foreign ? duration_cast<milliseconds>(deadline - begin) : patience);
  }
  return done();
}

Tried<bool> Talk::hear(Deadline deadline, const Awaited& awaited) {
  if (does_not_read_) {
    return fail(fmt::format("it did not read its standard input for {} ms", kReadPatience.count()),
                "Read standard input at all times; a separate thread can do it.");
  }
  if (steady_clock::now() > deadline + kLastLook) return false;
  const Reception reception = channel_.receive(deadline, &wake_up_);
  switch (reception.outcome) {
    case Received::cut_off:
      // To a referee, a line without a line end is not an answer.
      examination_.evidence.add('<', reception.text);
      is_cut_off_ = true;
      return true;
    case Received::line:
      take_line(reception);
      return true;
    case Received::closed:
      return died(awaited);
    case Received::too_long:
      return fail(fmt::format("it wrote a line of more than {} bytes", uwi::kMaxLineBytes),
                  "Keep every line below 64 KiB.");
    case Received::too_much:
      return fail(fmt::format("it wrote more than {} MiB without an answer", LineLimits{}.quota_bytes >> 20),
                  "Write less: a few info lines a move are enough.");
    case Received::timed_out:
      return false;
    case Received::stopped:
      return skip("stopped");
  }
  return false;
}

void Talk::take_line(const Reception& reception) {
  examination_.evidence.add('<', reception.text);
  std::string_view text = reception.text;
  const std::string_view name = uwi::take_game(text);
  if (text.starts_with("bestmove ") && text.ends_with("readyok")) has_joined_ready_ = true;
  auto message = uwi::parse_bot_line(text);
  if (message) return take(message.value(), name, reception.arrival);
  const bool is_answer = take_word(text) == "bestmove";
  // A move that cannot be parsed is still an answer.
  if (is_answer) return take(uwi::BestMove{}, name, reception.arrival);
  take_strange(reception.text, message.error().message);
}

void Talk::take_strange(std::string_view line, const std::string& why) {
  constexpr int kMaxCharacters = 100;
  // GTP answers end with an empty line, and the most informative line about a bot is kept.
  const bool is_blank = line.find_first_not_of(" \t\r") == std::string_view::npos;
  if (!is_blank && foreign_bot(last_strange_).empty()) last_strange_ = printable(line, kMaxCharacters);
  std::string_view rest = line;
  if (is_introduced_) {
    examination_.overheard.push_back({false, printable(line, kMaxCharacters)});
  } else if (take_word(rest) == "option") {
    introduction_.bad_options.push_back(fmt::format("\"{}\": {}", printable(line, kMaxCharacters), why));
  } else {
    introduction_.strange.push_back(printable(line, kMaxCharacters));
  }
}

void Talk::take(const uwi::BotMessage& message, std::string_view name, Instant arrival) {
  const bool may_answer = name.empty() ? is_thinking() : is_thinking_about(name);
  const auto [standing, why] = conversation_.bot_said(message, name);
  if (standing == Conversation::Standing::stale) return;
  if (standing == Conversation::Standing::out_of_turn)
    return take_out_of_turn(message, name, why, may_answer);
  if (const auto* id = std::get_if<uwi::Id>(&message))
    (id->key == "name"     ? introduction_.name
     : id->key == "author" ? introduction_.author
                           : introduction_.kit) = id->value;
  if (const auto* games = std::get_if<uwi::Games>(&message)) introduction_.games = games->count;
  if (const auto* option = std::get_if<uwi::OptionLine>(&message)) introduction_.options.push_back(*option);
  if (std::holds_alternative<uwi::UwiOk>(message)) {
    is_introduced_ = true;
    introduction_.taken = duration_cast<milliseconds>(started_.until(arrival));
    examination_.id_name = introduction_.name;
    examination_.id_author = introduction_.author;
    examination_.kit = introduction_.kit;
    examination_.games_offered = introduction_.games;
  }
  if (std::holds_alternative<uwi::ReadyOk>(message)) ++readies_;
  if (const auto* best = std::get_if<uwi::BestMove>(&message)) {
    answers_.insert_or_assign(
        std::string(name),
        Answer{best->move, arrival, asked_ ? asked_->until(arrival) : steady_clock::duration::zero()});
  }
}

void Talk::take_out_of_turn(const uwi::BotMessage& message, std::string_view name, std::string_view why,
                            bool may_answer) {
  const std::string line = printable(marked(name, uwi::format(message)));
  if (!is_introduced_) return introduction_.strange.push_back(line);
  const bool is_declaration = std::holds_alternative<uwi::Id>(message) ||
                              std::holds_alternative<uwi::Games>(message) ||
                              std::holds_alternative<uwi::OptionLine>(message);
  examination_.overheard.push_back(
      {!is_declaration, is_declaration ? line : fmt::format("\"{}\": {}", line, why)});
  const bool is_move = std::holds_alternative<uwi::BestMove>(message);
  if (!name.empty() || (is_move && conversation_.open_questions() > 0)) last_strange_ = line;
  examination_.answers_twice |= is_move && !may_answer && conversation_.named_games() == 0;
}

Finding Talk::died(const Awaited& awaited) {
  const auto exit = child_.wait_exit(in(kExitPatience));
  std::string seen = exit ? fmt::format("it ended ({})", exit->words()) : "it closed its output";
  if (!awaited.word.empty()) seen += fmt::format(" when {} was expected", awaited.word);
  if (is_cut_off_) seen += "; its last line had no end";
  if (const std::string_view bot = foreign_bot(last_strange_); !bot.empty())
    return fail(fmt::format("{}; it said \"{}\": this is {}{}", seen, last_strange_, bot, last_words()),
                std::string(kForeignAdvice));
  seen += last_words();
  if (is_cut_off_) return fail(std::move(seen), "End every line with \\n, also the last one.");
  const Confinement& confinement = examination_.examinee.confinement;
  const bool lacks_processes = seen.find("Resource temporarily unavailable") != std::string::npos;
  if (lacks_processes && !confinement.is_off() && confinement.limits.processes > 0) {
    return fail(std::move(seen),
                fmt::format("Start fewer processes and threads: a bot may have {} at once, and "
                            "processes that have ended count until they are waited for.",
                            confinement.limits.processes));
  }
  return fail(std::move(seen), "Find out why it ends; look at what it writes on standard error.");
}

Finding Talk::too_late(const Awaited& awaited, milliseconds patience) const {
  std::string seen = fmt::format("no {} within {} ms", awaited.word, patience.count());
  if (channel_.has_part_of_line())
    return fail(seen + "; it began a line, but did not end it" + last_words(),
                "End every line with \\n, and flush standard output after it.");
  if (has_joined_ready_)
    return fail(seen + "; readyok stood in the line of bestmove, which did not end" + last_words(),
                "End every line with \\n, also that of bestmove.");
  if (last_strange_.empty()) return fail(seen + last_words(), std::string(awaited.advice));
  seen += fmt::format("; it said \"{}\"", last_strange_);
  const std::string_view bot = foreign_bot(last_strange_);
  if (bot.empty()) return fail(seen + last_words(), std::string(awaited.advice));
  return fail(fmt::format("{}: this is {}{}", seen, bot, last_words()), std::string(kForeignAdvice));
}

std::string Talk::last_words() const {
  const std::string tail = child_.stderr_tail();
  std::string kept;
  for (std::string_view rest = since(outlived_, tail); !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const bool is_provoked = std::ranges::any_of(
        ignorable_, [line](const std::string& strange) { return line.find(strange) != line.npos; });
    if (!is_provoked) kept.append(line) += '\n';
  }
  const std::string said = last_line_of(kept);
  return said.empty() ? said : std::string(kLastLineMark) + said;
}

Leaving Talk::leave(Farewell farewell, milliseconds patience) {
  const Instant begin = steady_clock::now();
  const Deadline deadline = begin + patience;
  if (farewell == Farewell::quit) {
    say(uwi::Quit{});
  } else {
    examination_.evidence.add('>', "(end of input)");
    channel_.close_input();
  }
  Leaving leaving;
  do leaving.exit = child_.wait_exit(steady_clock::now() + kPoll);
  while (!leaving.exit && steady_clock::now() < deadline && !examination_.stop.stop_requested());
  leaving.taken = duration_cast<milliseconds>(steady_clock::now() - begin);
  if (!leaving.exit) leaving.exit = child_.wait_exit(deadline + kBurialPatience);
  return leaving;
}

}  // namespace toptile::conformance
