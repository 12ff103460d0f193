// Every exhibit of the museum (tests/data/museum.json) plays against a healthy bot. The verdict and its words
// are the catalogue's, they come in time, memory does not grow, and no process of the exhibit stays alive.
#include <boost/test/data/test_case.hpp>
#include <set>

#include "engine/game.h"
#include "engine/movegen.h"
#include "protocol/lexicon_file.h"
#include "protocol/replay.h"
#include "protocol/ruleset_json.h"
#include "protocol/temporary_folder.h"
#include "referee/play_game.h"
#include "tests/bots/museum.h"
#include "tests/places.h"
#include "tests/referee/puppet.h"

namespace toptile {

std::ostream& operator<<(std::ostream& out, const ExhibitEntry& entry) {
  return out << entry.name;
}

BOOST_AUTO_TEST_SUITE(museum)

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

const std::string kExhibit = built_file("tests/bots/exhibit");
// Sanitizers slow the bots and the referee down, and keep freed memory.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kSlowness = 10;
#else
constexpr int kSlowness = 1;
#endif

constexpr auto kLimit = 200ms;                   // The limit that the verdict is about; others are kPlenty.
constexpr auto kMargin = 10ms;                   // The clocks' margin.
constexpr auto kWideMargin = 10s;                // The margin for bots whose lateness is to be tolerated.
constexpr auto kTolerance = 50ms * kSlowness;    // The most time from the limit to the verdict.
constexpr auto kExitGrace = 50ms;                // The time to exit for a bot that closed its streams.
constexpr auto kFloodTime = 1000ms * kSlowness;  // The most time for 16 MiB through a pipe.
constexpr auto kQuiet = 10ms;                    // On a quiet machine, processes wait less for a processor.
constexpr auto kBurial = 2s;                     // The most time for the end of an exhibit's many processes.
// The most that the referee's memory may grow, in bytes: half of what a bot may say before an answer.
constexpr std::size_t kMostGrowth = kSlowness * (std::size_t{8} << 20);
constexpr std::uint64_t kSeed = 99;

struct Outcome {
  std::string verdict = "plays on";
  std::string words;
  milliseconds took{0};   // The time from the process's start to the verdict, without the accepted moves.
  bool is_greedy = true;  // False if a bot that is to play greedily does not.
};

Patience patience_for(const ExhibitEntry& entry) {
  Patience patience{kPlenty, kPlenty, kLimit};
  if (entry.waits == "start") patience.start = kLimit;
  if (entry.waits == "ready") patience.ready = kLimit;
  return patience;
}

TimeControl time_control_for(const ExhibitEntry& entry) {
  const milliseconds limit = entry.waits == "move" || entry.is_tolerated ? kLimit : milliseconds(kPlenty);
  TimeControl control{.kind = TimeControl::Kind::move_time, .time = limit, .margin = kMargin, .hang = limit};
  if (entry.clock == "none") control.kind = TimeControl::Kind::none;
  if (entry.clock == "game") control.kind = TimeControl::Kind::game_clock;
  if (entry.is_tolerated) control.margin = kWideMargin;
  return control;
}

Ruleset rules_for(const ExhibitEntry& entry) {
  Ruleset rules = must(shipped_ruleset(entry.rules));
  if (entry.height > 0) rules.height = entry.height;
  return rules;
}

class Scene {
 public:
  Scene(const ExhibitEntry& entry, const std::string& mark)
      : entry_(entry),
        mark_(mark),
        rules_(rules_for(entry)),
        lexicon_(must(load_lexicon(list_, rules_)).lexicon),
        control_(time_control_for(entry)),
        table_(make_table(rules_, lexicon_, list_, {.time_control = control_})),
        folder_(must(TemporaryFolder::make())) {
    if (entry.file) make_file(*entry.file, folder_.path() / entry.name);
    healthy_ = std::get<std::unique_ptr<BotSession>>(start(behaved()));
    (void)healthy_->begin_game(table_.setup, {"warm", 2, Seat{0}, 0});  // After this it has read the words.
  }

  Outcome play() {
    const auto begin = steady_clock::now();
    Outcome outcome;
    auto started = start(exhibited());
    SeatedBot seated = Fault{};
    if (auto* session = std::get_if<std::unique_ptr<BotSession>>(&started)) {
      exhibit_ = std::move(*session);
      seated = exhibit_.get();
    } else {
      seated = std::get<Fault>(started);
    }
    milliseconds thought{0};
    for (int game = 0; game < entry_.games && outcome.verdict == "plays on"; ++game) {
      const SeatedBot seats[] = {seated, healthy_.get()};
      const auto played = play_game(table_, {GameNumber{7}, 4, kSeed, {"exhibit", "healthy"}}, seats);
      BOOST_REQUIRE(played);
      for (const TurnRecord& turn : played->record.turns) thought += turn.time + 1ms;
      note(played->record, outcome);
    }
    outcome.took = std::chrono::ceil<milliseconds>(steady_clock::now() - begin) - thought;
    return outcome;
  }

  // If the exhibit plays on, asks it to leave, and ends it. True if that did not take too long.
  bool end() {
    const auto begin = steady_clock::now();
    if (exhibit_) exhibit_->quit();
    exhibit_.reset();
    return steady_clock::now() - begin < kLimit + kTolerance;
  }
  void abandon() { exhibit_.reset(); }

 private:
  StartedSession start(const BotSpec& spec) {
    return BotSession::start(context_, spec, patience_for(entry_), {});
  }

  static BotSpec behaved() {
    BotSpec spec;
    spec.name = "healthy";
    spec.launch.argv = {kExhibit, "behave"};
    return spec;
  }
  BotSpec exhibited() const {
    BotSpec spec;
    spec.name = entry_.name;
    spec.launch.argv = {kExhibit, entry_.name, "", mark_};
    if (entry_.file) spec.launch.argv = {(folder_.path() / entry_.name).string()};
    if (entry_.has_option) spec.options = {{"Depth", "5"}};
    return spec;
  }

  void note(const GameRecord& record, Outcome& outcome) const {
    for (const ForfeitRecord& forfeit : record.forfeits) {
      BOOST_TEST(forfeit.seat == 0, forfeit.text);
      outcome.verdict = name_of(forfeit.kind);
      outcome.words = forfeit.text;
    }
    if (entry_.verdict == "plays on" && entry_.plays_greedily)
      outcome.is_greedy = outcome.is_greedy && digest_of(record) == expected_digest();
    BOOST_TEST(!find_difference(must(parse_record(format_record(record))), rules_, lexicon_));
  }

  // The digest of the game that two greedy players play without processes.
  std::string expected_digest() const {
    Game game(rules_, lexicon_, kSeed, 2);
    MoveGenerator generator(rules_, lexicon_);
    while (!game.is_over()) {
      ScoredPlay best;
      const bool has_one = generator.find_best(game.board(), game.rack(game.seat_to_move()), best);
      BOOST_REQUIRE(game.play(has_one ? Move(best.placement) : Move(Pass{})));
    }
    GameRecord record;
    record.id = GameNumber{7};
    record.set = 4;
    record.seed = kSeed;
    record.players = {"exhibit", "healthy"};
    fill_from_game(record, game, {});
    return digest_of(record);
  }

  const ExhibitEntry& entry_;
  const std::string mark_;
  const std::string list_ = source_file("tests/data/words/plain.txt");
  const Ruleset rules_;
  const Lexicon lexicon_;
  const TimeControl control_;
  const GameTable table_;
  const TemporaryFolder folder_;
  boost::asio::io_context context_{1};
  std::unique_ptr<BotSession> healthy_, exhibit_;
};

bool is_in_time(const ExhibitEntry& entry, milliseconds took) {
  if (entry.waits == "no") return true;
  if (entry.waits == "at once") return took <= kTolerance;
  if (entry.waits == "exit") return took <= kExitGrace + kTolerance;
  if (entry.waits == "16 MiB") return took <= kFloodTime;
  return took <= kLimit + kTolerance;
}

std::size_t peak_memory_bytes() {
  const std::string status = text_of("/proc/self/status");
  return std::stoul(status.substr(status.find("VmHWM:") + 6)) << 10;
}

void forget_peak_memory() {
  std::ofstream("/proc/self/clear_refs") << "5";
}

// The processes with the mark among their arguments: the exhibit and all that it forked.
std::vector<pid_t> processes_with(const std::string& mark) {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const pid_t pid = std::atoi(entry.path().filename().c_str());
    if (pid > 0 && pid != ::getpid() && text_of(entry.path() / "cmdline").find(mark) != std::string::npos)
      found.push_back(pid);
  }
  return found;
}

bool is_soon_deserted(const std::string& mark) {
  for (const Deadline deadline = in(kBurial); steady_clock::now() < deadline; ::usleep(1000)) {
    if (processes_with(mark).empty()) return true;
  }
  return false;
}

// The time in which any ready process had to wait for a processor; 0 if the kernel does not count it.
std::chrono::microseconds pressure_so_far() {
  const std::string text = text_of("/proc/pressure/cpu");
  const std::size_t total = text.find("total=");
  return std::chrono::microseconds(total == std::string::npos ? 0 : std::stoll(text.substr(total + 6)));
}

class Spell {
 public:
  // Whether processes have hardly had to wait since it began.
  bool is_quiet() const { return pressure_so_far() - begin_ < kQuiet; }

 private:
  const std::chrono::microseconds begin_ = pressure_so_far();
};

std::string mark_of(const ExhibitEntry& entry) {
  return entry.name + "-" + std::to_string(::getpid());
}

// Returns whether it was in time. All else is tested, because it must hold however busy the machine is, but
// for one verdict: the time by which the referee's own thread was late is not held against the bot.
bool plays_as_catalogued(const ExhibitEntry& entry) {
  Scene scene(entry, mark_of(entry));
  forget_peak_memory();
  const std::size_t memory = peak_memory_bytes();
  const Spell spell;
  const Outcome outcome = scene.play();
  if (!spell.is_quiet() && entry.verdict == "time" && outcome.verdict == "plays on") return false;
  BOOST_TEST(outcome.verdict == entry.verdict, entry << ": " << outcome.verdict << ": " << outcome.words);
  BOOST_TEST(reads_like(outcome.words, entry.words), entry << ": " << outcome.words);
  BOOST_TEST(outcome.is_greedy);
  BOOST_TEST(peak_memory_bytes() < memory + kMostGrowth);
  bool is_timely = is_in_time(entry, outcome.took);
  if (entry.verdict == "plays on") {
    is_timely = scene.end() && is_timely;
  } else {
    scene.abandon();
  }
  BOOST_TEST(is_soon_deserted(mark_of(entry)), entry << ": something of it is alive");
  BOOST_TEST_MESSAGE(entry << ": " << outcome.took.count() << " ms: " << outcome.words);
  return is_timely;
}

BOOST_DATA_TEST_CASE(an_exhibit_gets_its_verdict_in_time_and_leaves_nothing,
                     boost::unit_test::data::make(museum_catalogue())) {
  const std::size_t descriptors = open_descriptors();
  constexpr int kMostAttempts = 20, kMostOnQuietMachine = 3;
  bool is_in_time = false;
  for (int all = 0, quiet = 0; !is_in_time && all < kMostAttempts && quiet < kMostOnQuietMachine; ++all) {
    const Spell spell;
    is_in_time = plays_as_catalogued(sample);
    quiet += spell.is_quiet();
  }
  BOOST_TEST(is_in_time, "late three times on a quiet machine, or twenty times");
  BOOST_TEST(open_descriptors() == descriptors);
}

BOOST_AUTO_TEST_CASE(the_catalogue_names_every_exhibit_once) {
  std::set<std::string> names;
  for (const ExhibitEntry& entry : museum_catalogue())
    BOOST_TEST(names.insert(entry.name).second, entry.name);
  Launch launch;
  launch.argv = {kExhibit, "--list"};
  Stage list(launch);
  for (int i = 0; i < 10'000; ++i) {
    const Reception line = list.channel.receive(in(kPlenty));
    if (line.outcome != Received::line) break;
    if (line.text != "behave") BOOST_TEST(names.contains(std::string(line.text)), line.text);
  }
  BOOST_TEST(names.size() >= 45U);
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
