// The review of a game: what the champion thinks of each turn (docs/report.md, "Reviews"). Reviews come from files that may
// be damaged or made up: a turn that does not fit is left out, and a review without turns is none.

import { grades, type Grade } from "../../grades.ts";
import { isObject, numberOr, textOf, type Game } from "./record.ts";

export interface Estimate {
  readonly value: number;
  readonly error: number; // The standard error; 0 if the value is exact.
}

export interface Worth {
  readonly chance: Estimate; // The mover's chance to win, from 0 to 1; a tie is half a win.
  readonly spread: Estimate; // The mover's points at the end less the others' best.
}

export interface ReviewedMove extends Worth {
  readonly move: string;
  readonly points: number;
}

export interface ReviewedTurn {
  readonly turn: number; // The number of the turn, from 1.
  readonly seat: number;
  readonly best: readonly ReviewedMove[]; // At least one and at most five, best first.
  readonly played: ReviewedMove;
  readonly loss: Worth; // What the best move is worth more than the played one.
  readonly grade: Grade;
  readonly luck: Estimate | undefined; // In points; undefined if nothing was drawn.
  readonly isExact: boolean; // The rest of the game was solved.
}

export interface Review {
  readonly turns: ReadonlyMap<number, ReviewedTurn>;
}

export interface SeatSummary {
  readonly turns: number;
  readonly accuracy: number; // From 0 to 100.
  readonly counts: Readonly<Record<Grade, number>>;
}

const MOST_MOVES = 5;
const DECIDED = 0.02;
const LOSS_SCALE = 0.1; // A move that loses this much of the chance to win has the accuracy 100/e.

export function readReview(value: unknown, game: Game): Review | undefined {
  const list = isObject(value) && Array.isArray(value["turns"]) ? value["turns"] : [];
  const turns = new Map<number, ReviewedTurn>();
  for (const each of list) {
    const turn = readTurn(each);
    if (turn && game.turns[turn.turn - 1]?.seat === turn.seat) turns.set(turn.turn, turn);
  }
  return turns.size > 0 ? { turns } : undefined;
}

function readTurn(value: unknown): ReviewedTurn | undefined {
  if (!isObject(value)) return undefined;
  const best = (Array.isArray(value["best"]) ? value["best"] : []).map(readMove).slice(0, MOST_MOVES);
  const played = readMove(value["played"]);
  const loss = readWorth(value["loss"]);
  const grade = grades.find((one) => one === value["grade"]);
  if (!played || !loss || !grade || best.length === 0) return undefined;
  if (!best.every((move) => move !== undefined)) return undefined;
  return {
    turn: numberOr(value["turn"], 0),
    seat: numberOr(value["seat"], -1),
    best,
    played,
    loss,
    grade,
    luck: readEstimate(value["luck"]),
    isExact: value["exact"] === true,
  };
}

function readMove(value: unknown): ReviewedMove | undefined {
  const worth = readWorth(value);
  if (!isObject(value) || !worth || textOf(value["move"]) === "") return undefined;
  return { move: textOf(value["move"]), points: numberOr(value["points"], 0), ...worth };
}

function readWorth(value: unknown): Worth | undefined {
  if (!isObject(value)) return undefined;
  const chance = readEstimate(value["chance"]);
  const spread = readEstimate(value["spread"]);
  return chance && spread && { chance, spread };
}

function readEstimate(value: unknown): Estimate | undefined {
  if (!Array.isArray(value)) return undefined;
  const estimate = numberOr(value[0], undefined);
  return estimate === undefined ? undefined : { value: estimate, error: Math.max(0, numberOr(value[1], 0)) };
}

/** Whether the game is lost with any move, or won in spite of the played one, so that the grade says little about it. */
export function isDecided({ best, played }: ReviewedTurn): boolean {
  return (best[0]?.chance.value ?? 1) < DECIDED || played.chance.value > 1 - DECIDED;
}

/** What each seat made of its turns. */
export function summaryOf(review: Review, seats: number): SeatSummary[] {
  return Array.from({ length: seats }, (_, seat) => {
    const turns = [...review.turns.values()].filter((turn) => turn.seat === seat);
    const kept = turns.map(({ loss }) => Math.exp(-Math.max(0, loss.chance.value) / LOSS_SCALE));
    const counts = Object.fromEntries(
      grades.map((grade) => [grade, turns.filter((turn) => turn.grade === grade).length]),
    ) as Record<Grade, number>;
    return {
      turns: turns.length,
      accuracy: (100 * kept.reduce((sum, one) => sum + one, 0)) / Math.max(1, kept.length),
      counts,
    };
  });
}

/** The chance of a seat to win after each number of turns; undefined where nothing says it. */
export function chancesOf(review: Review, game: Game, seat: number): (number | undefined)[] {
  const isDuel = game.players.length === 2;
  const chances: (number | undefined)[] = Array.from({ length: game.turns.length + 1 }, () => undefined);
  for (const { turn, seat: mover, best } of review.turns.values()) {
    const chance = Math.min(1, Math.max(0, best[0]?.chance.value ?? 0));
    if (mover === seat) chances[turn - 1] = chance;
    else if (isDuel) chances[turn - 1] = 1 - chance;
  }
  const winners = game.ranks.filter((rank) => rank === 1).length;
  if (winners > 0) chances[game.turns.length] = game.ranks[seat] === 1 ? 1 / winners : 0;
  return between(chances);
}

// Fills what lies between two known values with a straight line.
function between(values: readonly (number | undefined)[]): (number | undefined)[] {
  const filled = [...values];
  let before = -1;
  values.forEach((value, at) => {
    if (value === undefined) return;
    const from = values[before];
    if (from !== undefined) {
      for (let i = before + 1; i < at; ++i) filled[i] = from + ((value - from) * (i - before)) / (at - before);
    }
    before = at;
  });
  return filled;
}

/** The next turn after this number of turns that lost something, or the first such turn; undefined if there is none. */
export function nextMistake(review: Review, turns: number): number | undefined {
  const lost = [...review.turns.values()].filter(({ grade }) => grade !== "best" && grade !== "good");
  const numbers = lost.map(({ turn }) => turn).sort((a, b) => a - b);
  return numbers.find((turn) => turn > turns) ?? numbers[0];
}
