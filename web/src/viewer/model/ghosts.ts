// Tiles that are not on the board: those that a bot expects there, its principal variation, or those of a better play.

import type { Board } from "./board.ts";
import { parseMove } from "./notation.ts";
import type { Replay } from "./replay.ts";

export interface Ghost {
  readonly index: number;
  readonly symbol: string;
  readonly height: number; // The height of the stack with this tile on it.
  readonly ply: number; // The number of the move, from 1 for the first one that is shown.
}

export interface GhostLine {
  // A line that begins with the move that was made is shown after that move; any other line is shown instead of it.
  readonly isAfterMove: boolean;
  readonly ghosts: readonly Ghost[]; // The topmost ghost of each square.
  readonly moves: readonly string[]; // The moves that are shown.
  readonly rest: number; // The number of moves that could not be laid.
}

export function ghostLine(replay: Replay, turns: number, pv: readonly string[]): GhostLine | undefined {
  const step = replay.steps[turns - 1];
  const before = replay.states[turns - 1]?.board;
  const after = replay.states[turns]?.board;
  if (!step || !before || !after || pv.length === 0) return undefined;
  const isAfterMove = pv[0] === step.turn.move;
  const moves = isAfterMove ? pv.slice(1) : pv;
  const { ghosts, laid } = layAll(isAfterMove ? after : before, moves, replay);
  return { isAfterMove, ghosts, moves: moves.slice(0, laid), rest: moves.length - laid };
}

/** The tiles that a move lays on the board after this number of turns; none if it cannot be laid. */
export function ghostsOf(replay: Replay, turns: number, move: string): readonly Ghost[] {
  const board = replay.states[turns]?.board;
  return board ? layAll(board, [move], replay).ghosts : [];
}

function layAll(start: Board, moves: readonly string[], replay: Replay) {
  const ghosts = new Map<number, Ghost>();
  let board = start;
  let laid = 0;
  for (const text of moves) {
    const move = parseMove(text, replay.setup.alphabet);
    if (move.kind === "unreadable") break;
    if (move.kind === "play") {
      const tiles = board.laidBy(move);
      if (!tiles || tiles.some(({ index }) => board.height(index) >= replay.setup.mostHeight)) break;
      board = board.lay(tiles);
      for (const { index, symbol } of tiles) ghosts.set(index, { index, symbol, height: board.height(index), ply: laid + 1 });
    }
    ++laid;
  }
  return { ghosts: [...ghosts.values()], laid };
}
