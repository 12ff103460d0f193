// Every exhibit of the museum (tests/data/museum.json) plays against a healthy bot. The verdict and its words
// are the catalogue's, memory does not grow, and no process of the exhibit stays alive. All limits but the
// one that the verdict is about are the tests' timeout, so a verdict that waited for another one would be of
// another kind.
#include <boost/test/data/test_case.hpp>
#include <set>

#include "base/temporary_folder.h"
#include "engine/game.h"
#include "engine/movegen.h"
#include "protocol/lexicon_file.h"
#include "protocol/replay.h"
#include "protocol/ruleset_json.h"
#include "referee/game/game_hall.h"
#include "referee/game/play_game.h"
#include "referee/processes/event_loop.h"
#include "tests/hostile_bots/museum.h"
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

const std::string kExhibit = built_file("tests/hostile_bots/exhibit");
// Sanitizers keep freed memory.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kMemoryFactor = 10;
#else
constexpr int kMemoryFactor = 1;
#endif

constexpr auto kLimit = 200ms;  // The limit that the verdict is about.
// The clocks' margin. That for bots whose lateness is to be tolerated is kTimeout.
constexpr auto kMargin = 10ms;
// The most that the referee's memory may grow, in bytes: half of what a bot may say before an answer.
constexpr std::size_t kMaxGrowth = kMemoryFactor * (std::size_t{8} << 20);
constexpr std::uint64_t kSeed = 99;

struct Outcome {
  std::string verdict = "plays on";
  std::string words;      // If games are lost with different words, all of them.
  int lost = 0;           // How many games it lost by a fault.
  milliseconds took{0};   // The time from the process's start to the verdict.
  bool is_greedy = true;  // False if a bot that is to play greedily does not.
};

Patience patience_for(const ExhibitEntry& entry) {
  Patience patience{kTimeout, kTimeout, kLimit};
  if (entry.waits == "start") patience.start = kLimit;
  if (entry.waits == "ready") patience.ready = kLimit;
  return patience;
}

TimeControl time_control_for(const ExhibitEntry& entry) {
  const milliseconds limit = entry.waits == "move" || entry.is_tolerated ? kLimit : milliseconds(kTimeout);
  TimeControl control{.kind = TimeControl::Kind::move_time, .time = limit, .margin = kMargin, .hang = limit};
  if (entry.clock == "none") control.kind = TimeControl::Kind::none;
  if (entry.clock == "game") control.kind = TimeControl::Kind::game_clock;
  if (entry.clock == "cpu") {
    control.kind = TimeControl::Kind::game_clock;
    control.measure = TimeControl::Measure::processor;
    control.hang = milliseconds(kTimeout);
  }
  if (entry.is_tolerated) control.margin = kTimeout;
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
    healthy_ = start(behaved()).value();
    (void)healthy_->begin_game(table_.setup, {"warm", 2, Seat{0}, 0});  // After this it has read the words.
  }

  Outcome play() {
    const auto begin = steady_clock::now();
    Outcome outcome;
    auto started = start(exhibited());
    SeatedBot seated = Fault{};
    if (started) {
      exhibit_ = std::move(started).value();
      seated = exhibit_.get();
    } else {
      seated = *fault_in(started);
    }
    if (entry_.batch > 1) {
      play_at_once(outcome);
    } else {
      for (int game = 0; game < entry_.games && outcome.verdict == "plays on"; ++game) {
        const SeatedBot seats[] = {seated, healthy_.get()};
        const auto played = play_game(table_, setup_of(0), seats);
        BOOST_REQUIRE(played);
        note(played.value().record, outcome);
      }
    }
    outcome.took = std::chrono::ceil<milliseconds>(steady_clock::now() - begin);
    return outcome;
  }

  // If the exhibit plays on, asks it to leave. Ends it in any case.
  void end(const Outcome& outcome) {
    if (exhibit_ && outcome.verdict == "plays on") exhibit_->quit();
    exhibit_.reset();
  }

 private:
  StartedSession start(const BotSpec& spec) {
    return BotSession::start(loop_, spec, patience_for(entry_), {});
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

  static GameSetup setup_of(std::uint64_t game) {
    return {GameNumber{7 + game}, 4, kSeed + game, {"exhibit", "healthy"}, {{}, {.time = kTimeout}}};
  }

  // The exhibit plays several games at once, each against a healthy process of its own.
  void play_at_once(Outcome& outcome) {
    BOOST_REQUIRE(exhibit_ != nullptr);
    BOOST_REQUIRE(exhibit_->games_offered() >= entry_.batch);
    exhibit_->name_games();
    std::vector<BotSession*> sessions = {exhibit_.get()};
    GameHall hall(table_, [&](const BotSession& asked) {
      for (BotSession* session : sessions)
        if (session != &asked) session->freeze();
    });
    std::vector<std::unique_ptr<BotSession>> opponents;
    for (int game = 0; game < entry_.batch; ++game) {
      opponents.push_back(start(behaved()).value());
      sessions.push_back(opponents.back().get());
      hall.add(std::make_unique<RefereedGame>(table_, setup_of(static_cast<std::uint64_t>(game)),
                                              std::vector<SeatedBot>{exhibit_.get(), sessions.back()}));
    }
    while (!hall.is_empty()) {
      const auto over = hall.step();
      BOOST_REQUIRE(over);
      for (const auto& game : over.value()) note(game->finish().record, outcome);
    }
  }

  void note(const GameRecord& record, Outcome& outcome) const {
    for (const ForfeitRecord& forfeit : record.forfeits) {
      BOOST_TEST(forfeit.seat == 0, forfeit.text);
      outcome.verdict = name_of(forfeit.kind);
      if (outcome.lost++ == 0) outcome.words = forfeit.text;
      if (!reads_like(forfeit.text, entry_.words)) outcome.words += " / " + forfeit.text;
    }
    if (record.forfeits.empty() && entry_.plays_greedily)
      outcome.is_greedy = outcome.is_greedy && digest_of(record) == expected_digest(record);
    BOOST_TEST(!find_difference(must(parse_record(format_record(record))), rules_, lexicon_));
  }

  // The digest of the same game as two greedy players play it without processes.
  std::string expected_digest(const GameRecord& played) const {
    Game game(rules_, lexicon_, played.seed, 2);
    MoveGenerator generator(rules_, lexicon_);
    while (!game.is_over()) {
      ScoredPlay best;
      const bool has_one = generator.find_best(game.board(), game.rack(game.seat_to_move()), best);
      BOOST_REQUIRE(game.play(has_one ? Move(best.placement) : Move(Pass{})));
    }
    GameRecord record;
    record.id = played.id;
    record.set = played.set;
    record.seed = played.seed;
    record.players = {"exhibit", "healthy"};
    fill_from_game(record, game);
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
  EventLoop loop_;
  std::unique_ptr<BotSession> healthy_, exhibit_;
};

// Whether the verdict comes at a limit.
bool has_limit(const ExhibitEntry& entry) {
  return entry.waits == "start" || entry.waits == "ready" || entry.waits == "move";
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
  return comes_true([&] { return processes_with(mark).empty(); });
}

std::string mark_of(const ExhibitEntry& entry) {
  return entry.name + "-" + std::to_string(::getpid());
}

// Returns whether the verdict and its words are the catalogue's. All else is tested.
bool plays_as_catalogued(const ExhibitEntry& entry) {
  const Watchdog watchdog;
  Scene scene(entry, mark_of(entry));
  forget_peak_memory();
  const std::size_t memory = peak_memory_bytes();
  const Outcome outcome = scene.play();
  BOOST_TEST(outcome.is_greedy);
  BOOST_TEST(peak_memory_bytes() < memory + kMaxGrowth);
  scene.end(outcome);
  BOOST_TEST(is_soon_deserted(mark_of(entry)), entry << ": something of it is alive");
  BOOST_TEST_MESSAGE(entry << ": " << outcome.verdict << " after " << outcome.took.count()
                           << " ms: " << outcome.words);
  const bool is_as_catalogued = outcome.verdict == entry.verdict && reads_like(outcome.words, entry.words);
  const int games_to_lose = entry.verdict == "plays on" ? 0 : entry.loses_one ? 1 : entry.batch;
  if (is_as_catalogued) BOOST_TEST(outcome.lost == games_to_lose, entry << ": lost " << outcome.lost);
  if (!has_limit(entry))
    BOOST_TEST(is_as_catalogued, entry << ": " << outcome.verdict << ": " << outcome.words);
  else if (is_as_catalogued)
    BOOST_TEST(outcome.took.count() >= milliseconds(kLimit).count(), entry);
  return is_as_catalogued;
}

// On a busy machine, a limit may end before the bot has done its deed, and the time by which the referee's
// own thread is late is not held against a bot. Then it plays again.
BOOST_DATA_TEST_CASE(an_exhibit_gets_its_verdict_and_leaves_nothing,
                     boost::unit_test::data::make(museum_catalogue())) {
  const std::size_t descriptors = open_descriptors();
  if (has_limit(sample)) {
    BOOST_TEST(succeeds_in_time([&] { return plays_as_catalogued(sample); }));
  } else {
    plays_as_catalogued(sample);
  }
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
    const Reception line = list.channel.receive(in(kTimeout));
    if (line.outcome != Received::line) break;
    if (line.text != "behave") BOOST_TEST(names.contains(std::string(line.text)), line.text);
  }
  BOOST_TEST(names.size() >= 45U);
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
