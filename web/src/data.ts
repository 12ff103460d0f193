// What the page is given (docs/report_data.md), and a game's record (docs/game_log.md). "Entrant" is an index into
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
  /** In the order of `standings`, both ways. */
  cross?: CrossCell[][];
  first_seat?: FirstSeat;
  seat_elo?: number[];
  places?: Place[];
  match?: Match;
  /** Sentences on results that ratings do not explain, and on distances that rest on few. */
  rating_notes?: string[];
  /** In the order of `standings`: how likely it is that the row's bot is stronger than the column's. */
  los?: (number | null)[][];
  history?: RatingHistory;
  pairings?: Pairing[];
  seats?: Seats;
  turns?: { by_bot: TurnPoints[] };
  times?: { by_bot: TimeUse[]; late_games: number };
  faults?: { count: number; told: Fault[] };
  games?: GameColumns;
  reproduce?: Reproduction;
}

export interface LiveAddresses {
  events: string;
  data: string;
  /** The id follows. */
  game: string;
}

export interface Run {
  name: string;
  games: number;
  plan: Plan;
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
  /** In the order of the alphabet; some are longer than a letter, as "Qu". */
  faces: string[];
  /** As racks, bags and `drawn` have them, a character each; in the order of `faces`. */
  symbols?: string[];
  /** As words and moves spell them; in the order of `faces`. */
  texts?: string[];
  /** Squares a side. */
  size: number;
  max_height: number;
  /** Letters of the columns. */
  columns: string;
}

/** `error_low` and `error_high` are widths: the interval is from elo - error_low to elo + error_high. */
export interface Standing {
  entrant: number;
  games: number;
  wins: number;
  ties: number;
  losses: number;
  forfeits: number;
  withdrawn: number | boolean;
  points: number;
  mean_spread: number | null;
  elo: number | null;
  error_low: number | null;
  error_high: number | null;
  pool?: number;
  group?: number;
  in_zero?: boolean;
  /** The best and the worst rank that it may have. */
  ranks?: number[];
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

/** Null where it is infinite. */
export interface EloInterval {
  elo: number | null;
  low: number | null;
  high: number | null;
}

/** Of two bots, of whom the first is meant. */
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
  /** Why it could not end but level. */
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
  /** Once a test of results has ended, with that taken into account. */
  corrected?: { elo: EloInterval; normalized_elo: EloInterval };
  [term: string]: unknown;
}

/** By entrant and checkpoint; null where unknown. `low` and `high` are Elo, not widths. */
export interface RatingHistory {
  games: number[];
  elo: (number | null)[][];
  low?: (number | null)[][];
  high?: (number | null)[][];
}

/** `spread` counts games by points of `a` less those of `b`; its first bin begins at `from`. */
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
}

export interface Seats {
  players: number;
  by_seat: { games: number; wins: number; ties: number; mean_points: number | null }[];
  pairs?: { pairs: number; pentanomial: number[]; pairing_ratio?: number | null };
}

/** By the bot's own turns: the first entry is of its first turn in each game. */
export interface TurnPoints {
  mean_points: (number | null)[];
  count: number[];
}

export interface TimeUse {
  moves: number;
  total_ms: number;
  mean_ms: number | null;
  max_ms: number | null;
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

/** A column each, in the order of the file. */
export interface GameColumns {
  /** Left out where there is one run. */
  run?: number[];
  id: number[];
  /** Entrants in seat order. */
  seats: number[][];
  scores: number[][];
  ranks: number[][];
  end: string[];
  turns?: number[];
}

export interface Reproduction {
  commands: string[];
  notes: string[];
  /** What the first command reads, where it reads one. */
  configuration?: Record<string, unknown>;
}

export type GameEnd = "out" | "stuck" | "passed" | "scoreless" | "forfeit" | "adjudicated";

export interface GameRecord {
  log: number;
  id: number;
  pair: number;
  rules: string;
  lexicon: { name: string; sha256: string };
  seed: string;
  bag: string;
  players: string[];
  turns: Turn[];
  racks: string[];
  scores: number[];
  ranks: number[];
  end: GameEnd;
  forfeits: Forfeit[];
  overtime: { points: number; period_ms: number; lost: number[] } | null;
  adjudicate: { turns?: number; spread?: number; spread_turns?: number } | null;
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
  /** `MOVE: REASON: TEXT` of moves before it in the same turn. */
  refused?: string[];
}

export type FaultReason = "illegal" | "time" | "crash" | "protocol" | "hang" | "withdrawn";

export interface Forfeit {
  seat: number;
  after: number;
  reason: FaultReason;
  text: string;
  evidence: { lines: string[]; stderr: string };
}
