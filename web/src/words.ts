// Writes numbers for the page.

const minus = "−";
const unknown = "–";

/** Half of a 95 % interval has so many standard errors. */
export const interval95 = 1.96;

type Maybe = number | null | undefined;

function isKnown(value: Maybe): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

export function decimal(value: Maybe, digits = 0): string {
  if (!isKnown(value)) return unknown;
  const text = Math.abs(value).toFixed(digits);
  return Number(text) !== 0 && value < 0 ? minus + text : text;
}

export function signed(value: Maybe, digits = 0): string {
  if (!isKnown(value)) return unknown;
  const text = decimal(value, digits);
  return Number(value.toFixed(digits)) > 0 ? `+${text}` : text;
}

export function count(value: Maybe): string {
  return isKnown(value) ? Math.round(value).toLocaleString("en").replaceAll(",", "\u202f") : unknown;
}

/** Points of games; a half is written only if there is one. */
export function points(value: Maybe): string {
  if (!isKnown(value)) return unknown;
  return Number.isInteger(value) ? count(value) : value.toFixed(Number.isInteger(value * 2) ? 1 : 2);
}

export function percent(value: Maybe, digits = 0): string {
  return isKnown(value) ? `${(100 * value).toFixed(digits)} %` : unknown;
}

/** A chance that never says that something is sure. */
export function chance(value: number): string {
  if (value > 0.999) return "over 99.9 %";
  if (value < 0.001) return "under 0.1 %";
  return percent(value, 1);
}

export function duration(ms: Maybe): string {
  if (!isKnown(ms)) return unknown;
  if (ms < 1000) return `${trimmed(ms, ms < 10 ? 2 : ms < 100 ? 1 : 0)} ms`;
  if (ms < 60_000) return `${trimmed(ms / 1000, 2)} s`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1000)} s`;
  return `${Math.floor(ms / 3_600_000)} h ${Math.floor((ms % 3_600_000) / 60_000)} min`;
}

function trimmed(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)));
}

/** A mean of times that were measured in whole milliseconds: below one, it says little. */
export function meanDuration(ms: Maybe): string {
  return isKnown(ms) && ms < 1 ? "< 1 ms" : duration(ms);
}

export function plural(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}

const ends: Readonly<Record<string, string>> = {
  out: "a rack empty",
  stuck: "nobody could play",
  passed: "everybody passed",
  scoreless: "no points made, a limit of the harness",
  forfeit: "forfeited",
  adjudicated: "adjudicated",
  agreed: "agreed by all bots",
  resigned: "resigned",
  withdrawn: "withdrawn",
};

export function endWords(end: string): string {
  return ends[end] ?? end;
}

const faults: Readonly<Record<string, string>> = {
  illegal: "made an illegal move",
  time: "ran out of time",
  crash: "crashed",
  protocol: "broke the protocol",
  hang: "did not answer",
  withdrawn: "was not started any more",
};

/** What a bot did that forfeited, to be written after its name. */
export function faultWords(reason: string | undefined): string {
  return reason === undefined ? "forfeited" : (faults[reason] ?? `forfeited (${keyWords(reason)})`);
}

/** Writes `first_out` as `first out`. */
export function keyWords(key: string): string {
  return key.replaceAll("_", " ");
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
