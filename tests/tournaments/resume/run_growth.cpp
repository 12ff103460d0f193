#include "tournaments/resume/run_growth.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>

#include "tests/tournaments/run/quick_player.h"
#include "tournaments/run/kept_games.h"
#include "tournaments/run/run_folder.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(run_growth)

namespace {

namespace fs = std::filesystem;
using Kind = TournamentFormat::Kind;

ResolvedPlan plan_of(const std::vector<std::string>& bots, int games, const TournamentFormat& format = {}) {
  ResolvedPlan resolved = quick_plan(0, games);
  for (const std::string& bot : bots) resolved.plan.bots.push_back({.name = bot});
  resolved.plan.format = complete_format(format, static_cast<int>(bots.size())).value();
  resolved.plan.openings = some_openings(resolved.plan.rules, OpeningOrder::random);
  return resolved;
}

Result<BuiltBots> build_nothing(const std::vector<BotEntry>& bots) {
  return BuiltBots(bots.size());
}

Result<RunGrowth> grown(const std::string& run, const ResolvedPlan& resolved) {
  return grow_run({run}, resolved, build_nothing);
}

std::string fault_of(const std::string& run, const ResolvedPlan& resolved) {
  const auto growth = grown(run, resolved);
  if (growth) return "";
  const std::string& message = growth.error().message;
  return message.substr(run.size() + 2);
}

// Plays on, and counts the games that are played for it.
int play_on(const std::string& run, const ResolvedPlan& resolved, QuickScript script = {},
            int concurrency = 1) {
  std::atomic<int> played = 0;
  const auto at_end = script.at_end;
  script.at_end = [&](const ScheduledGame& game) {
    ++played;
    at_end(game);
  };
  const auto end = play_quickly(resolved, run, script, concurrency);
  BOOST_REQUIRE_MESSAGE(end, (end ? "" : end.error().message));
  BOOST_TEST(end.value().is_finished());
  return played;
}

// Lets the run become this and plays on.
int grow_and_play(const std::string& run, const ResolvedPlan& resolved, const QuickScript& script = {}) {
  const auto growth = grown(run, resolved);
  BOOST_REQUIRE_MESSAGE(growth, (growth ? "" : growth.error().message));
  return play_on(run, resolved, script);
}

std::string text_of(const fs::path& file) {
  return read_file(file).value();
}

// Checks that two runs are the same, and that neither keeps anything aside.
void check_same(const std::string& run, const std::string& other) {
  BOOST_TEST((games_of(run) == games_of(other)));
  BOOST_TEST(text_of(RunPaths{run}.plan()) == text_of(RunPaths{other}.plan()));
  BOOST_TEST(fs::file_size(RunPaths{run}.ahead()) == 0u);
}

bool keeps_nothing(const std::string& run) {
  return !fs::exists(RunPaths{run}.kept()) && !fs::exists(RunPaths{run}.left_out());
}

BOOST_AUTO_TEST_CASE(more_games_are_appended_as_if_asked_for_from_the_start) {
  for (const TournamentFormat& format :
       {TournamentFormat{Kind::round_robin}, TournamentFormat{Kind::gauntlet, 0, 2}}) {
    for (const int bots : {3, 5}) {
      const Folder folder;
      const std::vector<std::string> all = {"e", "b", "d", "a", "c"};
      const std::vector<std::string> names(all.begin(), all.begin() + bots);
      const auto small = plan_of(names, 4, format), large = plan_of(names, 10, format);
      const int first = play_on(folder / "run", small);
      const int whole = play_on(folder / "whole", large);
      const std::string before = games_of(folder / "run");
      BOOST_TEST(grow_and_play(folder / "run", large) == whole - first);
      BOOST_TEST(games_of(folder / "run").starts_with(before));
      check_same(folder / "run", folder / "whole");
      BOOST_TEST(keeps_nothing(folder / "run"));
    }
  }
}

BOOST_AUTO_TEST_CASE(the_openings_stay_those_that_the_run_began_with) {
  const Folder folder;
  auto plan = plan_of({"a", "b"}, 4);
  play_on(folder / "run", plan);
  plan.plan.games = 8;
  plan.plan.openings.list.pop_back();
  BOOST_TEST(fault_of(folder / "run", plan).find("openings.lines") != std::string::npos,
             fault_of(folder / "run", plan));
  plan.plan.openings = {};
  BOOST_TEST(fault_of(folder / "run", plan).find("openings") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(another_bot_joins_and_plays_only_its_own_games) {
  for (const int players : {2, 3}) {
    for (const Kind kind : {Kind::round_robin, Kind::gauntlet}) {
      TournamentFormat format{kind};
      format.players = players;
      const Folder folder;
      const auto small = plan_of({"b", "d", "a", "e"}, 2 * players, format);
      const auto large = plan_of({"b", "d", "a", "e", "c"}, 2 * players, format);
      const int first = play_on(folder / "run", small, {}, 3);
      const int whole = play_on(folder / "whole", large);
      BOOST_TEST(grow_and_play(folder / "run", large) == whole - first);
      check_same(folder / "run", folder / "whole");
      BOOST_TEST(keeps_nothing(folder / "run"));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_bot_leaves_and_comes_back_and_nothing_is_played_again) {
  for (const int players : {2, 3}) {
    TournamentFormat format;
    format.players = players;
    const Folder folder;
    const auto all = plan_of({"b", "d", "a", "c"}, 2 * players, format);
    const auto fewer = plan_of({"b", "a", "c"}, 2 * players, format);
    play_on(folder / "run", all);
    play_on(folder / "all", all);
    play_on(folder / "fewer", fewer);
    BOOST_TEST(grow_and_play(folder / "run", fewer) == 0);
    check_same(folder / "run", folder / "fewer");
    BOOST_TEST(!keeps_nothing(folder / "run"));
    const auto left_out = read_left_out({folder / "run"}).value();
    BOOST_TEST(left_out.order == (std::vector<std::string>{"b", "d", "a", "c"}),
               boost::test_tools::per_element());
    BOOST_REQUIRE(left_out.bots.size() == 1u);
    BOOST_TEST(left_out.bots[0].name == "d");
    BOOST_TEST(grow_and_play(folder / "run", all) == 0);
    check_same(folder / "run", folder / "all");
    BOOST_TEST(keeps_nothing(folder / "run"));
  }
}

BOOST_AUTO_TEST_CASE(bots_and_games_change_at_once) {
  const Folder folder;
  play_on(folder / "run", plan_of({"a", "b", "c"}, 4));
  const auto other = plan_of({"a", "c", "d"}, 8);
  BOOST_TEST(grow_and_play(folder / "run", other) == 24 - 4);
  play_on(folder / "whole", other);
  check_same(folder / "run", folder / "whole");
}

BOOST_AUTO_TEST_CASE(an_order_of_bots_may_change) {
  const Folder folder;
  play_on(folder / "run", plan_of({"a", "b", "c"}, 4));
  const auto other = plan_of({"c", "a", "b"}, 4);
  BOOST_TEST(grow_and_play(folder / "run", other) == 0);
  play_on(folder / "whole", other);
  check_same(folder / "run", folder / "whole");
}

BOOST_AUTO_TEST_CASE(more_rounds_follow_in_formats_that_have_rounds) {
  for (const Kind kind : {Kind::swiss, Kind::king}) {
    const Folder folder;
    const auto small = plan_of({"a", "b", "c", "d", "e"}, 2, {kind, 2});
    const auto large = plan_of({"a", "b", "c", "d", "e"}, 2, {kind, 4});
    const int first = play_on(folder / "run", small);
    const int whole = play_on(folder / "whole", large);
    BOOST_TEST(grow_and_play(folder / "run", large) == whole - first);
    check_same(folder / "run", folder / "whole");
  }
}

// A bot that does not start is withdrawn at another game when another bot is there.
BOOST_AUTO_TEST_CASE(withdrawals_are_decided_again) {
  for (const int players : {2, 3}) {
    TournamentFormat format;
    format.players = players;
    const Folder folder;
    QuickScript script;
    script.fails = [](int entrant, const ScheduledGame&) { return entrant == 1; };
    const auto small = plan_of({"a", "b", "c"}, 6 * players, format);
    const auto large = plan_of({"a", "b", "c", "d"}, 6 * players, format);
    play_on(folder / "run", small, script);
    play_on(folder / "whole", large, script);
    grow_and_play(folder / "run", large, script);
    check_same(folder / "run", folder / "whole");
    BOOST_TEST(grow_and_play(folder / "run", small, script) >= 0);
    play_on(folder / "small", small, script);
    check_same(folder / "run", folder / "small");
  }
}

BOOST_AUTO_TEST_CASE(an_unfinished_run_changes_too_with_games_that_wait_for_others) {
  const Folder folder;
  const auto small = plan_of({"a", "b", "c"}, 6), large = plan_of({"a", "b", "c", "d"}, 6);
  play_on(folder / "whole", large);
  for (const std::uint64_t last : {1, 4, 11}) {
    const std::string run = folder / ("run-" + std::to_string(last));
    std::stop_source stop;
    QuickScript script;
    script.at_end = [&](const ScheduledGame& game) {
      if (game.id == last) stop.request_stop();
    };
    BOOST_REQUIRE(play_quickly(small, run, script, 3, {{}, stop.get_token()}));
    grow_and_play(run, large);
    check_same(run, folder / "whole");
  }
}

BOOST_AUTO_TEST_CASE(games_that_wait_for_their_places_are_counted_until_they_have_them) {
  const Folder folder;
  const std::string run = folder / "run";
  const auto small = plan_of({"a", "b", "c"}, 6), large = plan_of({"a", "b", "c", "d"}, 12);
  play_on(run, small);
  BOOST_TEST(count_waiting({run}, small.plan).value() == 0u);
  BOOST_REQUIRE(grown(run, large));
  BOOST_TEST(count_waiting({run}, large.plan).value() == 18u);
  for (const std::uint64_t last : {1, 9, 20, 40}) {
    std::stop_source stop;
    QuickScript script;
    script.at_end = [&](const ScheduledGame& game) {
      if (game.id >= last) stop.request_stop();
    };
    const auto end = play_quickly(large, run, script, 1, {{}, stop.get_token()});
    BOOST_REQUIRE(end);
    const auto has_joined = [](const GameResult& game) {
      return std::ranges::count(game.seats(), 3, &SeatResult::entrant) > 0;
    };
    const auto in_place =
        std::min<std::ptrdiff_t>(std::ranges::count_if(end.value().results, std::not_fn(has_joined)), 18);
    BOOST_TEST(count_waiting({run}, large.plan).value() == 18u - static_cast<std::size_t>(in_place));
    const TournamentProgress& progress = end.value().progress;
    BOOST_TEST(progress.waiting == 18u - static_cast<std::size_t>(in_place));
    BOOST_TEST(progress.to_play() + progress.waiting + progress.played == 72u);
  }
  play_on(run, large);
  BOOST_TEST(count_waiting({run}, large.plan).value() == 0u);
  // What a bot has left behind waits for nothing.
  BOOST_REQUIRE(grown(run, plan_of({"a", "b", "d"}, 12)));
  play_on(run, plan_of({"a", "b", "d"}, 12));
  BOOST_TEST(fs::exists(RunPaths{run}.kept()));
  BOOST_TEST(count_waiting({run}, plan_of({"a", "b", "d"}, 12).plan).value() == 0u);
}

// Every folder that a kill can leave, in the order of the steps: each of them must become the same run.
BOOST_AUTO_TEST_CASE(a_change_that_was_killed_between_any_two_steps_goes_on) {
  const Folder folder;
  const auto small = plan_of({"a", "b", "c"}, 4), large = plan_of({"a", "b", "d"}, 4);
  play_on(folder / "begun", small);
  play_on(folder / "small", small);
  play_on(folder / "large", large);
  const auto copy = [&](const std::string& name) {
    fs::copy(folder / "begun", folder / name, fs::copy_options::recursive);
    return folder / name;
  };
  using Step = std::function<void(const RunPaths&)>;
  const std::vector<Step> steps = {
      [](const RunPaths& paths) { std::ofstream(paths.kept().string() + ".1.new") << "half a li"; },
      [](const RunPaths& paths) { BOOST_REQUIRE(keep_games(paths)); },
      [](const RunPaths& paths) { fs::resize_file(paths.ahead(), 0); },
      [](const RunPaths& paths) { fs::resize_file(paths.games(), 0); },
      [&](const RunPaths& paths) {
        BOOST_REQUIRE(replace_file(paths.plan(), json_text(plan_to_json(large.plan), 2) + "\n"));
      }};
  for (std::size_t killed = 1; killed <= steps.size(); ++killed) {
    for (const bool is_repeated : {true, false}) {
      const std::string run = copy("killed-" + std::to_string(killed) + (is_repeated ? "-again" : ""));
      for (std::size_t step = 0; step < killed; ++step) steps[step]({run});
      // The same command goes on, and so does the old one as long as the plan is the old one.
      const bool is_old = !is_repeated && killed < steps.size();
      if (is_old) {
        BOOST_TEST(play_on(run, small) == 0);
        check_same(run, folder / "small");
      } else {
        BOOST_TEST(grow_and_play(run, large) == 8);
        check_same(run, folder / "large");
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(what_would_not_be_the_same_run_is_refused_and_changes_nothing) {
  const Folder folder;
  play_on(folder / "run", plan_of({"a", "b", "c"}, 4));
  const std::string before = games_of(folder / "run"), plan = text_of(RunPaths{folder / "run"}.plan());
  const auto refused = [&](const ResolvedPlan& resolved) { return fault_of(folder / "run", resolved); };
  BOOST_TEST(refused(plan_of({"a", "b", "c"}, 2)) ==
             "game 12 is played, but what is asked for ends with game 6; ask for no less than was played");
  BOOST_TEST(refused(plan_of({"a", "b", "c", "d"}, 2)) ==
             "fewer games and other bots cannot be asked for at once; ask for one after the other");
  auto other = plan_of({"a", "b", "c"}, 6);
  other.plan.seed = 6;
  BOOST_TEST(refused(other).starts_with(
      "this run was begun with another configuration: seed: the run has \"5\", but now \"6\" is asked for"));
  other = plan_of({"a", "b", "c", "d"}, 4);
  other.plan.bots[1].options["Depth"] = "3";
  BOOST_TEST(refused(other).starts_with(
      "this run was begun with another configuration: bots.b.options.Depth: the run has nothing"));
  other = plan_of({"a", "b", "c"}, 6, {Kind::gauntlet});
  BOOST_TEST(refused(other).starts_with("this run was begun with another configuration: format"));
  BOOST_TEST((games_of(folder / "run") == before));
  BOOST_TEST(text_of(RunPaths{folder / "run"}.plan()) == plan);
  BOOST_TEST(!fs::exists(RunPaths{folder / "run"}.kept()));
}

BOOST_AUTO_TEST_CASE(formats_that_follow_results_keep_their_bots_and_matches) {
  for (const auto& [kind, word] : {std::pair{Kind::swiss, "swiss"}, std::pair{Kind::knock_out, "knock_out"},
                                   std::pair{Kind::king, "king"}}) {
    const Folder folder;
    const TournamentFormat format{kind, kind == Kind::knock_out ? 0 : 2};
    play_on(folder / "run", plan_of({"a", "b", "c", "d"}, 2, format));
    BOOST_TEST(
        fault_of(folder / "run", plan_of({"a", "b", "c", "d", "e"}, 2, format)) ==
        std::string("in ") + word +
            " who meets whom depends on the results of all bots, so the bots stay those that began; begin a "
            "new run");
    BOOST_TEST(
        fault_of(folder / "run", plan_of({"a", "b", "c", "d"}, 4, format)) ==
        std::string("in ") + word +
            " who meets whom depends on the matches before, so that a match stays one of 2 games; begin a "
            "new run");
  }
}

BOOST_AUTO_TEST_CASE(a_gauntlet_keeps_its_leaders) {
  const Folder folder;
  const TournamentFormat format{Kind::gauntlet, 0, 2};
  play_on(folder / "run", plan_of({"a", "b", "c", "d"}, 2, format));
  BOOST_TEST(fault_of(folder / "run", plan_of({"a", "c", "d"}, 2, format)) ==
             "bot b leads this gauntlet, and others would lead it otherwise; begin a new run");
}

BOOST_AUTO_TEST_CASE(a_shard_takes_more_games_but_no_other_bot) {
  const Folder folder;
  const auto shard = [](std::vector<std::string> bots, int games, int index) {
    auto resolved = plan_of(bots, games);
    resolved.plan.shard = Shard{index, 2};
    return resolved;
  };
  play_on(folder / "run", shard({"a", "b", "c"}, 4, 2));
  BOOST_TEST(
      fault_of(folder / "run", shard({"a", "b"}, 4, 2)) ==
      "with other bots its pairs would belong to other shards; merge the shards, and change the bots of "
      "the merged run");
  grow_and_play(folder / "run", shard({"a", "b", "c"}, 8, 2));
  play_on(folder / "whole", shard({"a", "b", "c"}, 8, 2));
  check_same(folder / "run", folder / "whole");
}

BOOST_AUTO_TEST_CASE(a_test_goes_on_only_without_an_answer) {
  const Folder folder;
  auto small = plan_of({"a", "b"}, 4), large = plan_of({"a", "b"}, 12);
  for (ResolvedPlan* each : {&small, &large}) each->plan.test = SprtParameters{};
  play_on(folder / "open", small);
  BOOST_TEST(grow_and_play(folder / "open", large) == 8);
  play_on(folder / "whole", large);
  check_same(folder / "open", folder / "whole");

  // The bot that fails in each game decides it.
  QuickScript script;
  script.fails = [](int entrant, const ScheduledGame&) { return entrant == 1; };
  small.plan.games = 4000;
  small.plan.referee.withdraw_after = 0;
  small.plan.test = SprtParameters{.elo0 = 0, .elo1 = 300, .rates = {}};
  large.plan = small.plan;
  large.plan.games = 6000;
  const auto end = play_quickly(small, folder / "decided", script);
  BOOST_REQUIRE(end);
  BOOST_REQUIRE((end.value().test->end != TestEnd::none));
  BOOST_TEST(
      fault_of(folder / "decided", large).starts_with("the test that ends this match has its answer after "));
}

BOOST_AUTO_TEST_CASE(run_with_every_look_grows_and_keeps_its_first_plan) {
  const Folder folder;
  auto looked = plan_of({"a", "b", "c"}, 4);
  looked.plan.every_look = true;
  play_on(folder / "run", looked);
  const auto begun = [&] { return read_run_plan(RunPaths{folder / "run"}).value(); };
  BOOST_TEST(looks_of(begun())->games == 12U);
  for (const int games : {8, 12}) {
    looked.plan.games = games;
    keep_first_plan(begun(), looked.plan);
    grow_and_play(folder / "run", looked);
    BOOST_TEST((begun().first_plan == FirstPlan{4, 0, 3}));
    BOOST_TEST(looks_of(begun())->games == 12U);
  }
  const Json json = plan_to_json(begun());
  BOOST_TEST(json["run"] == 11);
  BOOST_TEST((json["first_plan"] == Json{{"games", 4}, {"rounds", 0}, {"bots", 3}}));

  auto more = plan_of({"a", "b", "c", "d"}, 12);
  more.plan.every_look = true;
  keep_first_plan(begun(), more.plan);
  grow_and_play(folder / "run", more);
  BOOST_TEST(looks_of(begun())->has_other_bots);
  BOOST_TEST((begun().first_plan == FirstPlan{4, 0, 3}));

  auto fewer = plan_of({"a", "b", "d"}, 12);
  fewer.plan.every_look = true;
  keep_first_plan(begun(), fewer.plan);
  BOOST_TEST(
      fault_of(folder / "run", fewer).starts_with("its intervals hold at every look only if no games"));

  auto usual = plan_of({"a", "b"}, 4);
  play_on(folder / "usual", usual);
  const Plan then = usual.plan;
  usual.plan.games = 8;
  keep_first_plan(then, usual.plan);
  BOOST_TEST(!usual.plan.first_plan);
}

BOOST_AUTO_TEST_CASE(another_program_does_not_take_the_games_of_one_that_left) {
  const Folder folder;
  auto all = plan_of({"a", "b", "c"}, 4);
  play_on(folder / "run", all);
  grow_and_play(folder / "run", plan_of({"a", "b"}, 4));
  all.plan.bots[2].options["Depth"] = "3";
  all.plan.bots[2].command = {"/bin/c"};
  BOOST_TEST(fault_of(folder / "run", all)
                 .starts_with("bot c has played for this run before, but it was another one: command"));
}

BOOST_AUTO_TEST_CASE(a_kept_record_that_was_changed_is_not_taken) {
  const Folder folder;
  const auto small = plan_of({"a", "b", "c"}, 4), large = plan_of({"a", "b", "c", "d"}, 4);
  play_on(folder / "run", small);
  BOOST_REQUIRE(grown(folder / "run", large));
  std::string kept = text_of(RunPaths{folder / "run"}.kept());
  const auto place = kept.find("\"scores\":[");
  kept[place + 10] = kept[place + 10] == '9' ? '8' : '9';
  BOOST_REQUIRE(replace_file(RunPaths{folder / "run"}.kept(), kept));
  const auto end = play_quickly(large, folder / "run");
  BOOST_REQUIRE(!end);
  BOOST_TEST(end.error().message ==
             RunPaths{folder / "run"}.kept().string() +
                 ": game 1: the digest is not that of the record; remove its line, and the "
                 "game is played again");
  BOOST_REQUIRE(replace_file(RunPaths{folder / "run"}.kept(), kept.substr(kept.find('\n') + 1)));
  BOOST_TEST(play_on(folder / "run", large) == 11);  // Two games against d were played before it.
  play_on(folder / "whole", large);
  check_same(folder / "run", folder / "whole");
}

BOOST_AUTO_TEST_CASE(names_in_a_strangers_records_lead_nowhere) {
  const Folder folder;
  const RunPaths run{folder / "run"};
  play_on(run.folder, plan_of({"a", "b"}, 2));
  std::string records = text_of(run.games());
  const std::string names = R"("players":["a")", path = R"("players":["../../../../../evil")";
  BOOST_REQUIRE(records.find(names) != records.npos);
  for (auto at = records.find(names); at != records.npos; at = records.find(names, at + path.size()))
    records.replace(at, names.size(), path);
  BOOST_REQUIRE(replace_file(run.games(), records));
  const fs::path transcripts = run.transcript_of(GameNumber{1}).parent_path();
  fs::create_directory(transcripts);
  for (const std::uint64_t id : {1, 2}) std::ofstream(run.transcript_of(GameNumber{id})) << "mine";
  (void)grown(run.folder, plan_of({"a", "b", "c"}, 2));
  for (const auto& entry : fs::recursive_directory_iterator(folder.path()))
    BOOST_TEST(!entry.path().filename().string().starts_with("evil"), entry.path());
}

BOOST_AUTO_TEST_CASE(copies_of_bots_are_removed_only_in_the_runs_own_folders) {
  const Folder folder;
  const RunPaths run{folder / "run"};
  play_on(run.folder, plan_of({"a", "b", "mine"}, 2));
  const fs::path precious = fs::path(folder / "home") / "mine" / "precious";
  fs::create_directories(precious);
  fs::create_directories(run.frozen());
  fs::create_directory_symlink(folder / "home", run.frozen() / "1");
  (void)grown(run.folder, plan_of({"a", "b"}, 2));
  BOOST_TEST(fs::exists(precious));
}

BOOST_AUTO_TEST_CASE(a_run_that_another_program_plays_does_not_change) {
  const Folder folder;
  play_on(folder / "run", plan_of({"a", "b"}, 2));
  const auto lock = lock_run({folder / "run"});
  BOOST_REQUIRE(lock);
  BOOST_TEST(fault_of(folder / "run", plan_of({"a", "b"}, 4)) ==
             "another program is playing this run now; wait for it, or choose another folder");
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
