#include <array>

#include "cli/verbs/verb.h"

namespace toptile {

Action declare_tournament(Command& command);
Action declare_match(Command& command);
Action declare_pause(Command& command);
Action declare_resume(Command& command);
Action declare_stop(Command& command);
Action declare_rerun(Command& command);
Action declare_tune(Command& command);
Action declare_llr(Command& command);
Action declare_merge(Command& command);
Action declare_slurm(Command& command);
Action declare_bots(Command& command);
Action declare_check(Command& command);
Action declare_ratings(Command& command);
Action declare_report(Command& command);
Action declare_export(Command& command);
Action declare_play(Command& command);
Action declare_replay(Command& command);
Action declare_verify(Command& command);
Action declare_moves(Command& command);
Action declare_judge(Command& command);
Action declare_lexicon(Command& command);
Action declare_rules(Command& command);
Action declare_bench(Command& command);
Action declare_new_bot(Command& command);
Action declare_analyze(Command& command);
Action declare_completions(Command& command);
Action declare_man(Command& command);

std::span<const Verb> verbs() {
  static constexpr std::array<Verb, 30> kVerbs = {{
      {"tournament", "Play or resume a tournament between bots",
       "toptile tournament --bot greedy --bot ./my-bot --games 40 --seed 5", declare_tournament},
      {"match", "Play two bots against each other: a number of games, or until a test says which is better",
       "toptile match ./new ./old --sprt elo0=0,elo1=10", declare_match},
      {"pause", "Let the games in play finish, and start no others until the run is resumed",
       "toptile pause runs/greedy-random", declare_pause},
      {"resume", "Resume a paused run, or change how many games are played at once",
       "toptile resume runs/greedy-random --concurrency 4", declare_resume},
      {"stop", "Stop a run: let its games in play finish, or abandon them", "toptile stop runs/greedy-random",
       declare_stop},
      {"rerun", "Play a pair of games of a run again, and record every line",
       "toptile rerun runs/greedy-random --game 3", declare_rerun},
      {"llr", "Compute what a sequential test concludes from existing results",
       "toptile llr --games 360,40,300 --sprt elo0=0,elo1=10", declare_llr},
      {"tune", "Find the best values of a bot's options by letting it play itself",
       "toptile tune ./my-bot --option Depth,min=1,max=20 --pairs 2000", declare_tune},
      {"merge", "Merge the shards of a tournament into one run", "toptile merge whole shards/1 shards/2",
       declare_merge},
      {"slurm", "Write the scripts that play a tournament in shards on a Slurm cluster",
       "toptile slurm cup.json --shards 20 --out cluster", declare_slurm},
      {"submit", "Submit bots to a league, which tests them and lets them play", "toptile submit ./my-bot",
       nullptr},
      {"league", "Run a league: bots are submitted, play, and are ranked", "toptile league run --games 200",
       nullptr},
      {"serve", "Serve a league over HTTP: its site, its data, and submissions",
       "toptile serve --league league --port 8460", nullptr},
      {"bots", "List the bots that come with the program, and how strong they are", "toptile bots",
       declare_bots},
      {"check", "Test whether a bot keeps to the protocol", "toptile check ./my-bot", declare_check},
      {"ratings", "Print standings with Elo and error bars from finished games",
       "toptile ratings runs/greedy-random", declare_ratings},
      {"report", "Write runs as one HTML page to show or send", "toptile report runs/greedy-random",
       declare_report},
      {"export", "Write the games of a run in the formats of other programs",
       "toptile export runs/greedy-random --as pgn > games.pgn", declare_export},
      {"play", "Play a game yourself: alone, with others, or against bots",
       "toptile play --player Anna --player bot:greedy", declare_play},
      {"replay", "Step through a recorded game", "toptile replay runs/greedy-random --game 3",
       declare_replay},
      {"analyze", "Review the games of a run, or ask a bot about them or about a position",
       "toptile analyze greedy runs/greedy-random", declare_analyze},
      {"new-bot", "Create a folder with a bot that you can improve",
       "toptile new-bot my-bot --language python", declare_new_bot},
      {"verify", "Check every record of a run against the rules", "toptile verify runs/greedy-random",
       declare_verify},
      {"moves", "List every legal play of a position with its points",
       "toptile moves --lexicon words.txt --position \"board …/… rack AEIQRST\"", declare_moves},
      {"judge", "Judge whether moves are legal, and if not, why",
       "echo '{\"position\":\"board …/… rack AEIQRST\",\"move\":\"5d.QUIET\"}' | toptile judge",
       declare_judge},
      {"lexicon", "Build, describe or search a word list",
       "toptile lexicon build words.txt --out words.lexicon", declare_lexicon},
      {"rules", "List the rulesets, or check and describe one", "toptile rules classic", declare_rules},
      {"bench", "Measure the engine's speed, or compute its signature", "toptile bench speed", declare_bench},
      {"completions", "Print the script with which a shell completes command lines",
       "source <(toptile completions bash)", declare_completions},
      {"man", "Print the manual page", "toptile man | man -l -", declare_man},
  }};
  return kVerbs;
}

}  // namespace toptile
