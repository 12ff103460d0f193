// The ruleset and the clock of a game, read from the run's plan.

import { Alphabet } from "./alphabet.ts";
import { isObject, numberOr, textOf } from "./record.ts";

// The points that a play earns, and that a tile on the rack costs at the end (docs/rules.md, "Points of a play").
export interface Points {
  readonly flat: number;
  readonly stacked: number;
  readonly qu: number;
  readonly all: number;
  readonly left: number;
  readonly fullRack: number; // The number of tiles on a full rack.
}

export interface Setup {
  readonly alphabet: Alphabet;
  readonly size: number; // The number of squares on a side.
  readonly mostHeight: number; // The greatest height of a stack.
  readonly points: Points;
  readonly startClockMs: number | undefined; // A seat's time before its first move; undefined if there is no clock.
  readonly moveMs: number | undefined; // The time for each move, if there is such a limit.
}

const DEFAULT_SIZE = 10;
const DEFAULT_HEIGHT = 5;

// `data` is the page's data, and `run` an index into its runs. Without it, the run is found by the ruleset's name.
export function readSetup(data: unknown, rules: string, run?: number): Setup {
  const page = isObject(data) ? data : {};
  const plan = planOf(page, rules, run);
  const fields = rulesIn(plan);
  const shown = isObject(page["alphabet"]) ? page["alphabet"] : {};
  return {
    alphabet: readAlphabet(fields["tiles"], shown),
    size: between(1, numberOr(fields["size"], numberOr(shown["size"], DEFAULT_SIZE)), 26),
    mostHeight: between(1, numberOr(fields["height"], numberOr(shown["max_height"], DEFAULT_HEIGHT)), 99),
    points: {
      flat: numberOr(fields["flat"], 2),
      stacked: numberOr(fields["stacked"], 1),
      qu: numberOr(fields["qu"], 2),
      all: numberOr(fields["all"], 20),
      left: numberOr(fields["left"], 5),
      fullRack: numberOr(fields["rack"], 7),
    },
    startClockMs: startClock(plan["clock"]),
    moveMs: moveTime(plan["clock"]),
  };
}

/** The ruleset of a game as the plan has it. */
export function rulesOf(data: unknown, rules: string, run?: number): Record<string, unknown> {
  return rulesIn(planOf(isObject(data) ? data : {}, rules, run));
}

function rulesIn(plan: Record<string, unknown>): Record<string, unknown> {
  return isObject(plan["rules"]) ? plan["rules"] : {};
}

function planOf(page: Record<string, unknown>, rules: string, run: number | undefined): Record<string, unknown> {
  const plans = (Array.isArray(page["runs"]) ? page["runs"] : []).map((each) =>
    isObject(each) && isObject(each["plan"]) ? each["plan"] : {},
  );
  return (
    (run === undefined ? undefined : plans[run]) ??
    plans.find((each) => textOf(rulesIn(each)["name"]) === rules) ??
    plans[0] ??
    {}
  );
}

// Reads the alphabet from the ruleset's tiles if they are there, and otherwise from the faces that the page shows.
function readAlphabet(tiles: unknown, shown: Record<string, unknown>): Alphabet {
  if (isObject(tiles)) return Alphabet.fromTiles(tiles as Record<string, number | { text?: string }>);
  const listed = (key: string) => (Array.isArray(shown[key]) ? shown[key].map(String) : []);
  const texts = listed("texts");
  if (texts.length === 0) return Alphabet.fromLabels(listed("faces"));
  return new Alphabet(listed("symbols").map((symbol, i) => ({ symbol, text: texts[i] ?? symbol })));
}

function startClock(clock: unknown): number | undefined {
  if (!isObject(clock)) return undefined;
  if (clock["kind"] === "game") return numberOr(clock["time_ms"], undefined);
  // A bank that is empty from the beginning stays so, and is no clock.
  if (clock["kind"] === "move") return numberOr(clock["bank_ms"], 0) || undefined;
  return undefined;
}

function moveTime(clock: unknown): number | undefined {
  return isObject(clock) && clock["kind"] === "move" ? numberOr(clock["time_ms"], undefined) : undefined;
}

function between(low: number, value: number, high: number): number {
  return Math.min(Math.max(Math.trunc(value), low), high);
}
