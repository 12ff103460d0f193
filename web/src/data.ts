// The data that the page gets (docs/report_data.md), and a game's record (docs/game_log.md). "Entrant" is an index into
// `bots`; times are milliseconds.

export interface ReportData {
  report: number;
  mode: "report" | "game";
  live?: LiveAddresses | null;
  title: string;
  toptile: string;
  finished?: boolean;
  games_played?: number;
  games_planned?: number;
  runs: Run[];
  bots: Bot[];
  alphabet: Alphabet;
  standings?: Standing[];
  /** Rows and columns are in the order of `standings`. */
  cross?: CrossCell[][];
  first_seat?: FirstSeat;
  seat_elo?: number[];
  places?: Place[];
  match?: Match;
  /** Sentences about results that ratings do not explain, and about distances that rest on few games. */
  rating_notes?: string[];
  /** How likely it is that the row's bot is stronger than the column's; both are in the order of `standings`. */
  los?: (number | null)[][];
  history?: RatingHistory;
  pairings?: Pairing[];
  seats?: Seats;
  turns?: { by_bot: TurnPoints[] };
  times?: { by_bot: TimeUse[]; late_games: number };
  highlights?: Highlights;
  /** What the reviews of the games say; null if no game has one. */
  review?: ReviewSummary | null;
  faults?: { count: number; told: Fault[] };
  games?: GameColumns;
  reproduce?: Reproduction;
  /** The command that writes this page with all its games. */
  report_command?: string;
}

export interface LiveAddresses {
  events: string;
  data: string;
  /** The game's id is added at the end. */
  game: string;
  /** The games in play; a slash and a game's id may be added. */
  boards: string;
}

export interface Run {
  name: string;
  games: number;
  plan: Plan;
  /** When and where it was played, oldest first. */
  sessions?: Session[];
}

/** One time that a program played games of a run. The moments are in UTC, such as "2026-11-24T22:31:05Z". */
export interface Session {
  began: string;
  /** Empty while it plays, and if the program was killed. */
  ended: string;
  /** The tournament's name; empty if it was not given one. */
  tournament: string;
  program: string;
  concurrency: number;
  played: number;
  system: string;
  processor: string;
  processors: number;
  memory_mb: number;
}

/** run.json; keys that the page does not show are left out here. */
export interface Plan {
  run?: number;
  seed?: string;
  format?: { kind: string; players?: number; rounds?: number; leaders?: number };
  games?: number;
  bots?: PlanBot[];
  clock?: Clock;
  lexicon?: { name: string; words: number; sha256: string };
  rules?: { name: string; [field: string]: unknown };
  [key: string]: unknown;
}

export interface PlanBot {
  name: string;
  command?: string[];
  options?: Record<string, unknown>;
  sha256?: string;
  [key: string]: unknown;
}

export interface Clock {
  kind: string;
  time_ms: number;
  increment_ms: number;
  overtime?: string | Record<string, unknown>;
  bank_ms?: number;
  measure?: string;
  [key: string]: unknown;
}

export interface Bot {
  name: string;
  author?: string;
  version?: string;
  language?: string;
  sha256?: string;
}

export interface Alphabet {
  /** The faces in the order of the alphabet; some are longer than a letter, such as "Qu". */
  faces: string[];
  /** The characters for the faces in racks, bags and `drawn`; in the order of `faces`. */
  symbols?: string[];
  /** The letters of the faces in words and moves; in the order of `faces`. */
  texts?: string[];
  /** The number of squares on a side. */
  size: number;
  max_height: number;
  /** The letters of the columns. */
  columns: string;
}

/** `error_low` and `error_high` are widths: the interval is from elo - error_low to elo + error_high. Null: it has no end on that side. */
export interface Standing {
  entrant: number;
  games: number;
  wins: number;
  ties: number;
  losses: number;
  forfeits: number;
  withdrawn: number | boolean;
  points: number;
  /** How many games count in the mean spread. */
  finished?: number;
  mean_spread: number | null;
  elo: number | null;
  error_low: number | null;
  error_high: number | null;
  pool?: number;
  group?: number;
  in_zero?: boolean;
  /** The best and the worst rank that the bot may have. */
  ranks?: number[];
  /** In a league: who handed it in, and how it compares with the version before it. */
  author?: string;
  over?: { elo: number; error_low: number | null; error_high: number | null; superiority: number } | null;
}

export interface CrossCell {
  games: number;
  points: number;
}

export interface FirstSeat {
  elo: number;
  error_low: number;
  error_high: number;
}

export interface Place {
  name: string;
  words: string;
}

/** A number is null if it is infinite. */
export interface EloInterval {
  elo: number | null;
  low: number | null;
  high: number | null;
}

/** A match of two bots, as the first of them sees it. */
export interface Match {
  bots: string[];
  pairs: number;
  /** Pairs by points of the first bot, from 0 to 2. */
  pentanomial: number[];
  score: number;
  elo: EloInterval;
  normalized_elo: EloInterval;
  superiority: number | null;
  spread: { mean: number | null; standard_error: number | null; error: number | null; pairs: number; forfeited_pairs: number };
  pairing_ratio: number | null;
  /** Why the match could only end level. */
  note?: string;
  test?: MatchTest;
}

/** The terms of the test, and how it stands. */
export interface MatchTest {
  llr: number;
  lower: number;
  upper: number;
  accepted: string;
  pairs: number;
  /** The ratio after each of these numbers of pairs. */
  history?: { pairs: number[]; llr: number[] };
  /** The estimates after a test of results has ended, corrected for the fact that the test decided when to stop. */
  corrected?: { elo: EloInterval; normalized_elo: EloInterval };
  [term: string]: unknown;
}

/** Numbers by entrant and checkpoint; null if unknown. `low` and `high` are Elo, not widths. */
export interface RatingHistory {
  games: number[];
  elo: (number | null)[][];
  low?: (number | null)[][];
  high?: (number | null)[][];
}

/** `spread` counts games by the points of `a` minus those of `b`; its first bin begins at `from`. */
export interface Pairing {
  a: number;
  b: number;
  games: number;
  spread?: { from: number; width: number; counts: number[] };
  mean?: number | null;
  standard_error?: number | null;
  /** Half of the mean's 95 % interval. */
  error?: number | null;
  /** Pairs of games in which `a` made 0, ½, 1, 1½ and 2 points. */
  pentanomial?: number[];
  /** What these pairs say about the distance from `b` to `a`. */
  elo?: EloInterval;
}

export interface Seats {
  players: number;
  by_seat: { games: number; wins: number; ties: number; finished?: number; mean_points: number | null }[];
  pairs?: { pairs: number; pentanomial: number[]; pairing_ratio?: number | null };
}

/** Numbers by the bot's own turns: the first entry is for its first turn in each game. */
export interface TurnPoints {
  mean_points: (number | null)[];
  count: number[];
}

export interface TimeUse {
  moves: number;
  total_ms: number;
  mean_ms: number | null;
  max_ms: number | null;
  /** How often the bot lost because no move came in time; these moves are in no other number. */
  lost_on_time?: number;
  /** `edges_ms[i]` is where bin i begins; the last bin has no end. */
  histogram?: { edges_ms: number[]; counts: number[] };
  mean_ms_by_turn?: (number | null)[];
}

export interface Fault {
  run?: number;
  game: number;
  entrant: number;
  reason: string;
  text: string;
  after?: number;
  lines?: string[];
  stderr?: string;
}

/** Each field is a column of the list of games, in the order of the file. */
export interface GameColumns {
  /** It is left out if there is only one run. */
  run?: number[];
  id: number[];
  /** Entrants in seat order. */
  seats: number[][];
  scores: number[][];
  ranks: number[][];
  end: string[];
  /** For each game, the seats that forfeited or were not started. */
  forfeits?: SeatForfeit[][];
  turns?: number[];
  /** The play with the most points, its turn and who made it; 0 if there is none. */
  best_points?: number[];
  best_turn?: number[];
  best_seat?: number[];
  /** The greatest number of points that the winner was behind the leader, and after which turn; 0 if it never was. */
  behind?: number[];
  behind_turn?: number[];
}

export interface SeatForfeit {
  seat: number;
  reason?: string;
}

/** What is worth looking at. A turn is the number of turns that have been played then. */
export interface Highlights {
  best_play?: FoundTurn & { move: string; points: number };
  closest_game?: FoundGame & { margin: number };
  comeback?: FoundTurn & { behind: number; margin: number };
  tallest_stack?: FoundTurn & { square: string; tiles: string[] };
  costliest_fault?: FoundTurn & { reason: string; ahead: number };
}

export interface FoundGame {
  run: number;
  game: number;
}

export interface FoundTurn extends FoundGame {
  turn: number;
  entrant: number;
}

export interface ReviewSummary {
  /** How many nodes the champion could look at for each turn, at least. */
  nodes: number;
  /** How many games have a review. */
  games: number;
  bots: ReviewedBot[];
  /** The share of the variance of the spread that the difference in luck explains. */
  luck_share: number | null;
}

/** A mean, and half of its 95 % interval; null if a single game gives none. */
export type MeanWithInterval = (number | null)[];

export interface ReviewedBot {
  entrant: number;
  turns: number;
  accuracy: number;
  /** Mean losses a move: of the chance to win, and in points. */
  loss_chance: MeanWithInterval;
  loss_spread: MeanWithInterval;
  grades: { [grade: string]: number };
  /** The mean points that the draws of a game were worth more than the mean draw. */
  luck: MeanWithInterval;
  /** The worst ones, with the most lost first. */
  mistakes: CostlyMove[];
}

export interface CostlyMove {
  run: number;
  game: number;
  /** The number of the turn, from 1. */
  turn: number;
  seat: number;
  played: string;
  best: string;
  loss_chance: number;
  loss_spread: number;
  grade: string;
}

export interface Reproduction {
  commands: string[];
  notes: string[];
  /** The configuration that the first command reads, if it reads one. */
  configuration?: Record<string, unknown>;
}

export type GameEnd = "out" | "stuck" | "passed" | "scoreless" | "forfeit" | "adjudicated" | "agreed" | "resigned";

export interface GameRecord {
  log: number;
  id: number;
  pair: number;
  rules: string;
  lexicon: { name: string; sha256: string };
  seed: string;
  bag: string;
  players: string[];
  /** How many of the first turns are the opening, which no player chose. */
  opening: number;
  turns: Turn[];
  racks: string[];
  scores: number[];
  ranks: number[];
  end: GameEnd;
  forfeits: Forfeit[];
  overtime: { points: number; period_ms: number; lost: number[] } | null;
  adjudicate: {
    turns?: number;
    spread?: number;
    spread_turns?: number;
    agreed?: number;
    agreed_turns?: number;
    resign?: number;
    resign_turns?: number;
  } | null;
  late_ms: number;
  digest: string;
}

export interface Turn {
  seat: number;
  rack: string;
  move: string;
  words: string[];
  points: number;
  total: number;
  drawn: string;
  ms: number;
  clock: number | null;
  info: string;
  /** `MOVE: REASON: TEXT` for each move that was refused before in the same turn. */
  refused?: string[];
}

export type FaultReason = "illegal" | "time" | "crash" | "protocol" | "hang" | "withdrawn";

export interface Forfeit {
  seat: number;
  after: number;
  reason: FaultReason;
  text: string;
  shared?: boolean;
  evidence: { lines: string[]; stderr: string };
}
