// A game that is shown while it is played: the board after each turn, and how many turns the reader has seen. The page
// may learn of many turns at once, and shows one after another.
import { Board, type LaidTile } from "../viewer/model/board.ts";
import { isAnswer, parseMove } from "../viewer/model/notation.ts";
import type { Setup } from "../viewer/model/setup.ts";
import type { OpenBoard, OpenTurn } from "./answer.ts";

export interface Position {
  readonly board: Board;
  /** The tiles of the last play; they stay marked while others answer whether they challenge it. */
  readonly laid: readonly LaidTile[];
  /** The tiles that this turn took back. */
  readonly lifted: readonly LaidTile[];
}

/** A game that has taken less time than this is shown from its beginning. */
const freshMs = 4000;
/** So long a turn stands if others wait behind it. */
const standMs = { least: 120, most: 600, queue: 1500 };

export class ShownGame {
  /** The number of turns that are shown. */
  shown = 0;
  private positions: Position[];

  constructor(
    public news: OpenBoard,
    private readonly setup: Setup,
  ) {
    this.positions = positionsOf(news.turns, setup);
    const ms = news.turns.reduce((sum, turn) => sum + turn.ms, 0);
    this.shown = ms < freshMs ? 0 : news.turns.length;
  }

  /** Takes in how the game stands now. Returns false if that is another game, although it has the same number. */
  take(news: OpenBoard): boolean {
    const isSame =
      news.game === this.news.game &&
      news.turns.length >= this.news.turns.length &&
      news.players.join("\n") === this.news.players.join("\n") &&
      this.news.turns.every((turn, i) => turn.move === news.turns[i]!.move);
    if (!isSame) return false;
    if (news.turns.length > this.news.turns.length) this.positions = positionsOf(news.turns, this.setup);
    this.news = news;
    return true;
  }

  position(): Position {
    return this.positions[this.shown]!;
  }

  /** The turn that is shown last. */
  turn(): OpenTurn | undefined {
    return this.news.turns[this.shown - 1];
  }

  scores(): number[] {
    if (this.isDone()) return this.news.over!.scores;
    return this.turn()?.scores ?? this.news.players.map(() => 0);
  }

  /** The clock of a seat after the turn that is shown last. */
  clock(seat: number): number | null {
    for (let at = this.shown - 1; at >= 0; --at) {
      const turn = this.news.turns[at]!;
      if (turn.seat === seat) return turn.clock;
    }
    return this.setup.startClockMs ?? null;
  }

  /** Whether everything that is known is shown. */
  isUpToDate(): boolean {
    return this.shown === this.news.turns.length;
  }

  /** Whether the game is over and its end is shown. */
  isDone(): boolean {
    return this.news.over !== null && this.isUpToDate();
  }

  /** How long the turn that is shown should stand before the next one comes. */
  restMs(): number {
    const waiting = this.news.turns.length - this.shown;
    return Math.min(standMs.most, Math.max(standMs.least, standMs.queue / Math.max(1, waiting)));
  }
}

function positionsOf(turns: readonly OpenTurn[], setup: Setup): Position[] {
  const positions: Position[] = [{ board: Board.empty(setup.size), laid: [], lifted: [] }];
  let before = positions[0]!; // The position before the last play.
  for (const turn of turns) {
    const now = positions.at(-1)!;
    const move = parseMove(turn.move, setup.alphabet);
    if (move.kind === "play") {
      const laid = now.board.laidBy(move) ?? [];
      before = now;
      positions.push({ board: now.board.lay(laid), laid, lifted: [] });
    } else if (turn.takes_back) {
      positions.push({ board: before.board, laid: [], lifted: now.laid });
    } else {
      positions.push({ board: now.board, laid: isAnswer(move) ? now.laid : [], lifted: [] });
    }
  }
  return positions;
}
