// A report whose texts try to act as more than text, and whose numbers are at their limits. It has every section.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { testsFolder } from "./browser.mjs";
import { reviewOf, reviewSummary } from "./reviews.mjs";

export const names = [
  "<img src=x onerror=\"document.title='broken'\">",
  "\"></script><script>document.title='broken'</script><!--",
  `${"w".repeat(180)}`,
  "\u202Eevil\u202C __proto__",
  "{{script}} &lt;b&gt; \u0000\u001b[31m",
];

const [golden] = readFileSync(join(testsFolder, "viewer_golden.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));

const gameCount = 130;
const ends = ["out", "stuck", "forfeit", "<b>new</b>"];

function seatsOf(id) {
  const first = id % names.length;
  return [first, (first + 1 + (id % (names.length - 1))) % names.length];
}

/** The records of the first ten games; only these games can be shown. */
export const records = Array.from({ length: 10 }, (_, i) => ({
  ...golden.record,
  id: i + 1,
  players: seatsOf(i + 1).map((entrant) => names[entrant]),
}));

/** Their reviews, in which some moves are hostile. */
export const reviews = records.map(reviewOf);
for (const { turns } of reviews) for (const turn of turns.filter(({ seat }) => seat === 1)) turn.played.move = "5d.</td><img src=x>";

const entrants = names.map((_, entrant) => entrant);
const ids = Array.from({ length: gameCount }, (_, i) => i + 1);
const far = [900, 40.4, 0, -40.6, null];

export const data = {
  report: 1,
  mode: "report",
  live: null,
  title: `<script>document.title='broken'</script> ${"t".repeat(120)}`,
  toptile: "toptile 0.1.0",
  finished: false,
  games_played: gameCount,
  games_planned: 1234567,
  runs: [
    {
      name: "runs/</script>",
      games: gameCount,
      plan: {
        run: 5,
        seed: "18446744073709551615",
        format: { kind: "round_robin", players: 2 },
        games: 4,
        bots: names.map((name) => ({ name, command: ["/bin/<b>", "x".repeat(300)], options: { "<i>": "</pre>" } })),
        clock: { kind: "game", time_ms: 30000, increment_ms: 100 },
        adjudicate: { spread: 120, spread_turns: 4, agreed: 300, agreed_turns: 6, resign: 400, resign_turns: 3 },
        lexicon: { name: "<u>english", words: 176456, sha256: "e".repeat(64) },
        rules: { ...golden.rules, edition: "<s>Hasbro" },
      },
    },
  ],
  bots: names.map((name) => ({ name, author: "<a href=x>", version: "1</td>", language: "C<", sha256: "a".repeat(64) })),
  alphabet: {
    faces: [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((letter) => (letter === "Q" ? "Qu" : letter)),
    symbols: [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
    texts: [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((letter) => (letter === "Q" ? "QU" : letter)),
    size: golden.rules.size,
    max_height: 5,
    columns: "abcdefghijklmnopqrstuvwxyz".slice(0, golden.rules.size),
  },
  standings: entrants.map((entrant) => ({
    entrant,
    games: 26 * (entrant + 1),
    wins: 20 - entrant,
    ties: entrant === 2 ? 1 : 0,
    losses: 6,
    forfeits: entrant === 4 ? 26 : 0,
    withdrawn: entrant === 4 ? 3 : 0,
    points: 20 - entrant * 1.5,
    mean_spread: entrant === 4 ? null : 120.25 - 60 * entrant,
    elo: far[entrant],
    error_low: far[entrant] === null ? null : 47,
    error_high: far[entrant] === null ? null : 47 + entrant,
    pool: entrant === 4 ? 2 : 1,
    ranks: entrant === 4 ? [1, 1] : [1 + (entrant > 1), 2 + (entrant > 0) * 2],
  })),
  cross: entrants.map((row) =>
    entrants.map((column) => (row === 0 && column === 4 ? { games: 0, points: 0 } : { games: 8, points: 4 + (column - row) / 2 })),
  ),
  places: [{ name: names[1], words: "<em>won the final" }],
  first_seat: { elo: -3, error_low: 20, error_high: 21 },
  seat_elo: [],
  los: entrants.map((row) => entrants.map((column) => Math.min(1, Math.max(0, 0.5 + (column - row) / 8)))),
  history: {
    games: [25, 50, 100, gameCount],
    elo: entrants.map((entrant) => [null, 10 * entrant, -20 * entrant, far[entrant]]),
    low: entrants.map((entrant) => [null, 10 * entrant - 90, -20 * entrant - 60, -47]),
    high: entrants.map((entrant) => [null, 10 * entrant + 90, -20 * entrant + 60, 47]),
  },
  pairings: entrants.flatMap((a) =>
    entrants.slice(a + 1).map((b) => ({
      a,
      b,
      games: 13,
      spread: { from: -60, width: 20, counts: [1, 0, 3, 6, 2, 1] },
      mean: 4.5,
      standard_error: a === 3 ? null : 9.1,
      error: a === 3 ? null : 19.5,
      pentanomial: [1, 0, 2, 1, 2],
    })),
  ),
  match: {
    bots: [names[0], names[1]],
    pairs: 6,
    pentanomial: [1, 0, 2, 1, 2],
    score: 0.7,
    elo: { elo: 120, low: -40, high: null },
    normalized_elo: { elo: 150, low: -50, high: null },
    superiority: 0.93,
    spread: { mean: 4.5, standard_error: 9.1, error: 23.4, pairs: 6, forfeited_pairs: 1 },
    pairing_ratio: 0.84,
    note: "<b>level</b>",
    test: {
      llr: 3.2,
      lower: -2.94,
      upper: 2.94,
      accepted: "h1",
      pairs: 6,
      kind: "results",
      model: "normalized",
      elo0: 0,
      elo1: 10,
      history: { pairs: [1, 2, 3, 4, 5, 6], llr: [0.4, -0.2, 1.1, 2, 2.6, 3.2] },
      corrected: { elo: { elo: 110, low: -45, high: null }, normalized_elo: { elo: 140, low: -52, high: 260 } },
    },
  },
  seats: {
    players: 2,
    by_seat: [
      { games: gameCount, wins: 70, ties: 1, mean_points: 300.5 },
      { games: gameCount, wins: 59, ties: 1, mean_points: null },
    ],
    pairs: { pairs: 65, pentanomial: [5, 10, 20, 10, 20], pairing_ratio: 0.9 },
  },
  highlights: {
    best_play: { run: 0, game: 3, turn: 5, entrant: 2, move: "5d.</p><img src=x>", points: 1234567 },
    closest_game: { run: 0, game: 100, margin: 0 },
    comeback: { run: 0, game: 4, turn: 6, entrant: 3, behind: 60, margin: 1 },
    tallest_stack: { run: 0, game: 5, turn: 7, entrant: 0, square: "<b>", tiles: ["<i>", "Qu", "w".repeat(90)] },
    costliest_fault: { run: 0, game: 6, turn: 0, entrant: 4, reason: "<b>odd", ahead: -3 },
  },
  turns: { by_bot: entrants.map(() => ({ mean_points: [20, 22.5, 19], count: [26, 26, 25] })) },
  times: {
    by_bot: entrants.map((entrant) => ({
      moves: entrant === 4 ? 0 : 500,
      total_ms: 123456,
      mean_ms: entrant === 4 ? null : 2.4,
      max_ms: 7654321,
      histogram: { edges_ms: [0, 1, 2, 5, 10], counts: [300, 100, 50, 30, 20] },
      mean_ms_by_turn: [1, 2, 3],
    })),
    late_games: 1,
  },
  faults: {
    count: 700,
    told: Array.from({ length: 30 }, (_, i) => ({
      run: 0,
      game: i + 1,
      entrant: 4,
      reason: i % 2 ? "time" : "<b>crash",
      text: `</p><script>document.title='broken'</script> ${"x".repeat(400)}`,
      after: i,
      lines: ["> go", "< </pre><img src=x onerror=alert(1)>", `< ${"y".repeat(900)}`],
      stderr: "\u001b[31m</script><script>alert(1)</script>\n\u0000 \uFFFD",
    })),
  },
  games: {
    id: ids,
    seats: ids.map(seatsOf),
    scores: ids.map((id) => [100 + ((id * 37) % 300), 100 + ((id * 53) % 300)]),
    ranks: ids.map((id) => ((id * 37) % 300 > (id * 53) % 300 ? [1, 2] : (id * 37) % 300 < (id * 53) % 300 ? [2, 1] : [1, 1])),
    end: ids.map((id) => ends[id % 9 === 0 ? 3 : id % 3]),
    forfeits: ids.map((id) => (id % 9 !== 0 && id % 3 === 2 ? [{ seat: 0, reason: "crash" }] : id % 9 === 0 ? [{ seat: 1, reason: "<b>odd" }] : [])),
    turns: ids.map((id) => 20 + (id % 17)),
    best_points: ids.map((id) => 20 + ((id * 7) % 41)),
    best_turn: ids.map((id) => 1 + (id % 17)),
    best_seat: ids.map((id) => id % 2),
    behind: ids.map((id) => (id % 4 === 0 ? 0 : (id * 11) % 83)),
    behind_turn: ids.map((id) => (id % 4 === 0 ? 0 : 1 + (id % 13))),
  },
  review: reviewSummary(reviews, entrants, seatsOf),
  reproduce: {
    commands: ["toptile tournament --bot '</pre>' --seed 5", "toptile verify runs/x"],
    notes: ["<script>alert(1)</script>"],
    configuration: { "</pre>": 1 },
  },
};
