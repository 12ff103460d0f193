// Reviews in words. After ± stands half of a 95 % interval.

import type { Alphabet } from "./model/alphabet.ts";
import { parseMove } from "./model/notation.ts";
import type { Estimate, ReviewedTurn } from "./model/review.ts";
import { decimal, interval95, signed } from "../words.ts";

export function chanceText({ value, error }: Estimate): string {
  const half = 100 * interval95 * error;
  const isRound = half >= 1 || (half === 0 && Number.isInteger(100 * value));
  const digits = isRound ? 0 : 1;
  return `${decimal(100 * value, digits)} %${plusMinus(half, digits)}`;
}

export function pointsText({ value, error }: Estimate, write: (value: number, digits: number) => string = decimal): string {
  const half = interval95 * error;
  const digits = half === 0 && Number.isInteger(value) ? 0 : 1;
  return `${write(value, digits)}${plusMinus(half, digits)}`;
}

function plusMinus(half: number, digits: number): string {
  return half === 0 ? "" : ` ± ${decimal(half, digits)}`;
}

export function lossInWords({ grade, loss, isExact }: ReviewedTurn): string {
  if (grade === "best") return isExact ? "No move was better." : "No better move was found.";
  const isMeasured = [loss.chance, loss.spread].some(({ value, error }) => value > 2 * error);
  if (!isMeasured) return "It lost nothing that can be measured.";
  return `It lost ${chanceText(loss.chance)} of the chance to win, and ${pointsText(loss.spread)} points.`;
}

export function luckInWords(luck: Estimate): string {
  const size = `${pointsText(luck, signed)} points`;
  if (Math.abs(luck.value) <= interval95 * luck.error) return `Luck of the draw: a rack like the mean one (${size}).`;
  return `Luck of the draw: a ${luck.value > 0 ? "better" : "worse"} rack than the mean one (${size}).`;
}

/** A move as a short text: a play as it is written, an exchange with its tile. */
export function moveText(move: string, alphabet: Alphabet): string {
  const parsed = parseMove(move, alphabet);
  return parsed.kind === "exchange" && parsed.tile !== undefined ? `exchange ${alphabet.label(parsed.tile)}` : move;
}

/** For a screen reader, after the turn itself was told. */
export function reviewInWords(turn: ReviewedTurn, alphabet: Alphabet): string {
  const [best] = turn.best;
  if (turn.grade === "best" || turn.grade === "good" || !best) return `Review: ${turn.grade}.`;
  return `Review: ${turn.grade}. ${lossInWords(turn)} Better was ${moveText(best.move, alphabet)}.`;
}
