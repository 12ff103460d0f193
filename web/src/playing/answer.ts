// What the server says of the games in play (docs/events.md, "The games in play").

export interface BoardsAnswer {
  pace: Pace;
  games: GameInPlay[];
  /** The game that is shown if the reader has not chosen one. */
  featured: number | null;
  /** The board of the game that was asked for, or of the featured one. */
  board: OpenBoard | null;
}

export interface Pace {
  games_played: number;
  games_planned: number;
  games_a_second: number;
  seconds_left: number | null;
  is_over: boolean;
}

export interface GameInPlay {
  game: number;
  players: string[];
  scores: number[];
  turns: number;
}

export interface OpenBoard {
  game: number;
  players: string[];
  turns: OpenTurn[];
  /** The seats that forfeited. */
  out: number[];
  over: { scores: number[]; ranks: number[]; end: string } | null;
  /** How a game in play stands; without it, the game is not in play. */
  now?: { bag: number; racks: number[]; to_move: number; thinking_ms: number };
}

export interface OpenTurn {
  seat: number;
  move: string;
  points: number;
  /** All scores after the turn. */
  scores: number[];
  ms: number;
  clock: number | null;
  /** A challenge that took the last play off the board. */
  takes_back?: boolean;
}
