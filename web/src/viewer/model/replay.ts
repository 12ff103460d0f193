// A game played again from its record: for every turn, the board, the racks and the scores as the players saw them.
// The record is trusted. If it contradicts itself, a note of the turn says so.

import { Board, type LaidTile } from "./board.ts";
import { isAnswer, parseMove, type Move } from "./notation.ts";
import { tilesOf } from "./alphabet.ts";
import type { Game, Turn } from "./record.ts";
import type { Setup } from "./setup.ts";

// The state after a number of turns; the first one is before any turn.
export interface State {
  readonly board: Board;
  readonly racks: readonly (readonly string[])[]; // Each seat's rack, sorted.
  readonly totals: readonly number[]; // Each seat's points, without those of a play in doubt.
  readonly clocks: readonly (number | undefined)[]; // Each seat's clock in milliseconds.
  readonly bag: number; // The number of tiles in the bag.
  readonly moves: readonly { readonly seat: number; readonly text: string }[]; // The moves that stand.
  readonly isInDoubt: boolean; // The last play may still be challenged.
}

export interface Step {
  readonly turn: Turn;
  readonly move: Move;
  readonly laid: readonly LaidTile[];
  readonly lifted: readonly LaidTile[]; // The tiles that a right challenge takes off the board.
  readonly fate: "stands" | "taken back"; // What becomes of a play in the end.
  readonly notes: readonly string[]; // What is wrong with the record here.
}

export interface Replay {
  readonly setup: Setup;
  readonly game: Game;
  readonly states: readonly State[]; // There is one more state than steps.
  readonly steps: readonly Step[];
}

export function replayGame(game: Game, setup: Setup): Replay {
  return new Replayer(game, setup).run();
}

interface Doubt {
  readonly index: number; // The index of the play's turn.
  readonly laid: readonly LaidTile[];
  readonly before: Board;
  readonly isTakenBack: boolean;
}

class Replayer {
  private board: Board;
  private readonly racks: string[][];
  private readonly totals: number[];
  private readonly clocks: (number | undefined)[];
  private bag: number;
  private moves: State["moves"] = [];
  private doubt: Doubt | undefined;
  private readonly states: State[] = [];
  private readonly steps: Step[] = [];

  constructor(
    private readonly game: Game,
    private readonly setup: Setup,
  ) {
    this.board = Board.empty(setup.size);
    this.racks = game.players.map((_, seat) => this.sorted(tilesOf(this.rackFrom(seat, 0))));
    this.totals = game.players.map(() => 0);
    this.clocks = game.players.map(() => setup.startClockMs);
    this.bag = Math.max(0, tilesOf(game.bag).length - this.racks.flat().length);
  }

  run(): Replay {
    this.states.push(this.state());
    this.game.turns.forEach((turn, index) => {
      this.steps.push(this.play(turn, index));
      this.states.push(this.state());
    });
    return { setup: this.setup, game: this.game, states: this.states, steps: this.steps };
  }

  private play(turn: Turn, index: number): Step {
    const notes: string[] = [];
    const move = parseMove(turn.move, this.setup.alphabet);
    this.checkRack(turn, notes);
    if (turn.clock !== undefined) this.clocks[turn.seat] = turn.clock;
    const step = { turn, move, laid: [] as LaidTile[], lifted: [] as readonly LaidTile[], fate: "stands" as const };
    switch (move.kind) {
      case "play":
        return { ...step, ...this.playTiles(turn, index, this.board.laidBy(move), notes), notes };
      case "exchange":
        this.exchange(turn, move.tile, notes);
        break;
      case "pass":
        this.keep(turn.seat, turn.move);
        this.credit(turn);
        break;
      case "challenge":
      case "accept":
        return { ...step, lifted: this.answer(index, move.kind === "challenge", notes), notes };
      case "unreadable":
        notes.push(`The move "${turn.move}" cannot be shown: ${move.why}.`);
        this.believe(turn, index);
    }
    return { ...step, notes };
  }

  private playTiles(turn: Turn, index: number, laid: LaidTile[] | undefined, notes: string[]) {
    if (!laid) {
      notes.push(`The word of "${turn.move}" runs off the board; it is not shown.`);
      this.believe(turn, index);
      return {};
    }
    if (laid.length === 0) notes.push(`"${turn.move}" lays no tile.`);
    const held = [...(this.racks[turn.seat] ?? [])];
    const missing = laid
      .filter(({ symbol }) => !takeFrom(held, symbol))
      .map(({ symbol }) => this.setup.alphabet.label(symbol));
    if (missing.length > 0) notes.push(`The rack does not hold these tiles that are laid: ${missing.join(", ")}.`);
    const tooHigh = laid.filter(({ index: square }) => this.board.height(square) >= this.setup.mostHeight);
    if (tooHigh.length > 0) notes.push(`A stack grows beyond the ruleset's ${this.setup.mostHeight} tiles.`);

    const isTakenBack = this.isTakenBack(turn, index, laid);
    this.doubt = { index, laid, before: this.board, isTakenBack };
    this.board = this.board.lay(laid);
    this.racks[turn.seat] = held;
    this.keep(turn.seat, turn.move);
    if (!this.isAnswered(index)) this.letStand();
    return { laid, fate: isTakenBack ? ("taken back" as const) : ("stands" as const) };
  }

  // Whether the next turn answers the question that this turn, a play or an answer, left open.
  private isAnswered(index: number): boolean {
    const next = this.game.turns[index + 1];
    return next !== undefined && isAnswer(parseMove(next.move, this.setup.alphabet));
  }

  // A play that stands takes tiles from the rack and draws others. After a play that was taken back, the rack is as it
  // was, and nothing was drawn.
  private isTakenBack(turn: Turn, index: number, laid: readonly LaidTile[]): boolean {
    if (laid.length === 0 || turn.drawn !== "" || !this.isAnswered(index)) return false;
    return tilesOf(this.rackFrom(turn.seat, index + 1)).length === tilesOf(turn.rack).length;
  }

  private answer(index: number, isChallenge: boolean, notes: string[]): readonly LaidTile[] {
    const doubt = this.doubt;
    if (!doubt) {
      notes.push("There is no play that could be challenged.");
      return [];
    }
    if (!isChallenge) {
      if (!this.isAnswered(index)) this.letStand();
      return [];
    }
    if (!doubt.isTakenBack) {
      this.letStand();
      return [];
    }
    this.takeBack(doubt);
    return doubt.laid;
  }

  private letStand(): void {
    const turn = this.doubt && this.game.turns[this.doubt.index];
    this.doubt = undefined;
    if (turn) this.credit(turn);
  }

  private takeBack(doubt: Doubt): void {
    const seat = this.game.turns[doubt.index]?.seat ?? 0;
    this.doubt = undefined;
    this.board = doubt.before;
    this.racks[seat] = this.sorted([...(this.racks[seat] ?? []), ...doubt.laid.map(({ symbol }) => symbol)]);
    this.moves = this.moves.slice(0, -1);
  }

  private exchange(turn: Turn, tile: string | undefined, notes: string[]): void {
    const held = [...(this.racks[turn.seat] ?? [])];
    if (tile !== undefined && takeFrom(held, tile)) {
      this.racks[turn.seat] = this.sorted([...held, ...tilesOf(turn.drawn)]);
    } else {
      notes.push(`The rack does not hold the tile of "${turn.move}".`);
    }
    this.totals[turn.seat] = turn.total;
    this.keep(turn.seat, turn.move);
  }

  private credit(turn: Turn): void {
    const drawn = tilesOf(turn.drawn);
    this.totals[turn.seat] = turn.total;
    this.racks[turn.seat] = this.sorted([...(this.racks[turn.seat] ?? []), ...drawn]);
    this.bag = Math.max(0, this.bag - drawn.length);
  }

  // For a move that cannot be played, takes rack and score from the record.
  private believe(turn: Turn, index: number): void {
    this.keep(turn.seat, turn.move);
    this.totals[turn.seat] = turn.total;
    this.bag = Math.max(0, this.bag - tilesOf(turn.drawn).length);
    this.racks[turn.seat] = this.sorted(tilesOf(this.rackFrom(turn.seat, index + 1)));
  }

  private checkRack(turn: Turn, notes: string[]): void {
    const recorded = this.sorted(tilesOf(turn.rack));
    if (recorded.join("") === (this.racks[turn.seat] ?? []).join("")) return;
    notes.push("The rack in the record does not follow from the turns before; the record's rack is shown.");
    this.racks[turn.seat] = recorded;
  }

  // The seat's rack at the next place where the record tells it: in a turn from this one on, or at the end.
  private rackFrom(seat: number, index: number): string {
    return this.game.turns.slice(index).find((turn) => turn.seat === seat)?.rack ?? this.game.racks[seat] ?? "";
  }

  private keep(seat: number, text: string): void {
    this.moves = [...this.moves, { seat, text }];
  }

  private sorted(tiles: readonly string[]): string[] {
    return this.setup.alphabet.sorted(tiles);
  }

  private state(): State {
    return {
      board: this.board,
      racks: this.racks.map((rack) => rack),
      totals: [...this.totals],
      clocks: [...this.clocks],
      bag: this.bag,
      moves: this.moves,
      isInDoubt: this.doubt !== undefined,
    };
  }
}

function takeFrom(tiles: string[], symbol: string): boolean {
  const at = tiles.indexOf(symbol);
  if (at >= 0) tiles.splice(at, 1);
  return at >= 0;
}
