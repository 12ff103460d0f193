// The words a play forms and their points (docs/rules.md, "Points of a play").

import type { Board, LaidTile } from "./board.ts";
import type { Replay } from "./replay.ts";
import type { Setup } from "./setup.ts";

export interface WordPoints {
  readonly word: string;
  readonly points: number | undefined; // Undefined if the record does not fit the board.
}

export interface PlayPoints {
  readonly words: readonly WordPoints[];
  readonly bonus: number; // The bonus for a full rack.
}

// The points of a turn's play, with words in the record's order; turns count from 0. A play that was taken back has the
// points that it would have made.
export function pointsOfPlay(replay: Replay, index: number): PlayPoints {
  const step = replay.steps[index];
  const before = replay.states[index]?.board;
  if (!step || !before || step.move.kind !== "play") return { words: [], bonus: 0 };
  const formed = formedWords(before.lay(step.laid), step.laid, replay.setup);
  const bonus = step.laid.length === replay.setup.points.fullRack ? replay.setup.points.all : 0;
  const rest = [...formed];
  const words = step.turn.words.map((word) => {
    const at = rest.findIndex((each) => each.word === word);
    return { word, points: at < 0 ? undefined : rest.splice(at, 1)[0]?.points };
  });
  const sum = words.reduce((total, { points }) => total + (points ?? NaN), bonus);
  const fits = rest.length === 0 && (step.fate === "taken back" || sum === step.turn.points);
  return fits ? { words, bonus } : { words: words.map(({ word }) => ({ word, points: undefined })), bonus: 0 };
}

function formedWords(board: Board, laid: readonly LaidTile[], setup: Setup): { word: string; points: number }[] {
  const runs = new Map<string, number[]>();
  for (const { index } of laid) {
    for (const isAcross of [true, false]) {
      const run = runThrough(board, index, isAcross);
      if (run.length > 1) runs.set(`${isAcross} ${run[0]}`, run);
    }
  }
  return [...runs.values()].map((run) => ({
    word: setup.alphabet.spell(run.map((index) => board.top(index) ?? "")),
    points: pointsOf(board, run, setup),
  }));
}

function runThrough(board: Board, index: number, isAcross: boolean): number[] {
  const { size } = board;
  const step = isAcross ? 1 : size;
  const line = isAcross ? Math.floor(index / size) * size : index % size;
  const position = isAcross ? index % size : Math.floor(index / size);
  const isThere = (at: number) => at >= 0 && at < size && board.height(line + at * step) > 0;
  let first = position;
  let last = position;
  while (isThere(first - 1)) --first;
  while (isThere(last + 1)) ++last;
  return Array.from({ length: last - first + 1 }, (_, i) => line + (first + i) * step);
}

function pointsOf(board: Board, run: readonly number[], { points, alphabet }: Setup): number {
  if (run.some((index) => board.height(index) > 1))
    return points.stacked * run.reduce((tiles, index) => tiles + board.height(index), 0);
  const hasQu = run.some((index) => alphabet.text(board.top(index) ?? "") === "QU");
  return points.flat * run.length + (hasQu ? points.qu : 0);
}
