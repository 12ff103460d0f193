// What the graph draws: the scores over the turns, and the chances to win if the game has a review.

import type { Grade } from "../grades.ts";
import { chancesOf, type Review } from "./model/review.ts";
import type { Replay } from "./model/replay.ts";
import { percent } from "../words.ts";

export interface Curve {
  readonly seat: number;
  readonly values: readonly (number | undefined)[]; // After each number of turns.
}

export interface Curves {
  readonly label: string;
  readonly low: number;
  readonly high: number;
  readonly base: number; // A line is drawn here.
  readonly baseLabel: string;
  readonly highLabel: string;
  readonly isFilled: boolean; // The area between the only curve and the base is filled.
  readonly all: readonly Curve[];
  readonly marks: readonly { readonly turns: number; readonly value: number; readonly grade: Grade }[];
  told(turns: number): string; // The values in words.
}

export function scoreCurves({ states, game }: Replay): Curves {
  const totals = states.flatMap((state) => state.totals);
  const high = Math.max(10, ...totals);
  return {
    label: "",
    low: Math.min(0, ...totals),
    high,
    base: 0,
    baseLabel: "",
    highLabel: String(high),
    isFilled: false,
    all: game.players.map((_, seat) => ({ seat, values: states.map((state) => state.totals[seat] ?? 0) })),
    marks: [],
    told: (turns) => game.players.map((name, seat) => `${name} ${states[turns]?.totals[seat] ?? 0}`).join(", "),
  };
}

// In a game of two, one curve tells both chances.
export function chanceCurves({ game }: Replay, review: Review): Curves {
  const isDuel = game.players.length === 2;
  const seats = isDuel ? [0] : game.players.map((_, seat) => seat);
  const all = seats.map((seat) => ({ seat, values: chancesOf(review, game, seat) }));
  const marks = [...review.turns.values()]
    .filter(({ grade }) => grade === "mistake" || grade === "blunder")
    .map(({ turn, seat, grade }) => ({
      turns: turn,
      grade,
      value: all[isDuel ? 0 : seat]?.values[turn] ?? 0,
    }));
  return {
    label: isDuel ? `Chance of ${game.players[0] ?? ""}` : "Chance to win",
    low: 0,
    high: 1,
    base: isDuel ? 0.5 : 0,
    baseLabel: isDuel ? "50 %" : "",
    highLabel: "",
    isFilled: isDuel,
    all,
    marks,
    told: (turns) => {
      const known = all.filter(({ values }) => values[turns] !== undefined);
      const chances = known.map(({ seat, values }) => `${game.players[seat] ?? ""} ${percent(values[turns])}`);
      return known.length === 0 ? "" : `chance to win: ${chances.join(", ")}`;
    },
  };
}
