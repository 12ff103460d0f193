// A record as the viewer reads it. Records come from files that may be damaged: a value that is missing or of another
// kind is replaced by a harmless one, and a sentence tells it.

export interface Turn {
  readonly seat: number;
  readonly rack: string;
  readonly move: string;
  readonly words: readonly string[];
  readonly points: number;
  readonly total: number;
  readonly drawn: string;
  readonly ms: number | undefined;
  readonly clock: number | undefined;
  readonly info: string;
  readonly refused: readonly string[];
}

export interface Forfeit {
  readonly seat: number;
  readonly after: number;
  readonly reason: string;
  readonly text: string;
  readonly lines: readonly string[];
  readonly stderr: string;
}

export interface Game {
  readonly id: number | undefined;
  readonly rules: string;
  readonly bag: string;
  readonly players: readonly string[];
  readonly opening: number; // The number of turns that are the opening's; no player chose them.
  readonly turns: readonly Turn[];
  readonly racks: readonly string[];
  readonly scores: readonly number[];
  readonly ranks: readonly number[];
  readonly end: string;
  readonly forfeits: readonly Forfeit[];
  readonly overtimeLost: readonly number[] | undefined;
  readonly lateMs: number;
  readonly damage: readonly string[];
}

const MOST_SEATS = 16; // A limit for damaged records; it is far more than any ruleset allows.

export function readGame(value: unknown): Game {
  const reader = new Reader();
  const record = isObject(value) ? value : reader.miss<Record<string, unknown>>("the record", {});
  const turns = reader.list(record["turns"], "turns").map((turn, i) => readTurn(turn, i, reader));
  const seats = turns.map(({ seat }) => seat + 1);
  const named = reader.list(record["players"], "players").map(String).slice(0, MOST_SEATS);
  const count = Math.max(1, named.length, ...seats.map((seat) => Math.min(seat, MOST_SEATS)));
  if (count > named.length) reader.damage.push(`The record names ${named.length} players and has moves of ${count}.`);
  const players = Array.from({ length: count }, (_, seat) => named[seat] ?? `Seat ${seat + 1}`);
  const overtime = record["overtime"];
  return {
    id: numberOr(record["id"], undefined),
    rules: textOf(record["rules"]),
    bag: reader.text(record["bag"], "bag"),
    players,
    opening: numberOr(record["opening"], 0),
    turns: turns.filter(({ seat }) => seat < count),
    racks: reader.list(record["racks"], "racks").map(textOf),
    scores: numbersOf(record["scores"]),
    ranks: numbersOf(record["ranks"]),
    end: textOf(record["end"]),
    forfeits: (Array.isArray(record["forfeits"]) ? record["forfeits"] : [])
      .filter(isObject)
      .map(readForfeit)
      .filter(({ seat }) => seat < count),
    overtimeLost: isObject(overtime) ? numbersOf(overtime["lost"]) : undefined,
    lateMs: numberOr(record["late_ms"], 0),
    damage: reader.damage,
  };
}

function readTurn(value: unknown, index: number, reader: Reader): Turn {
  const turn = isObject(value) ? value : reader.miss<Record<string, unknown>>(`turn ${index + 1}`, {});
  return {
    seat: seatOf(turn["seat"]),
    rack: textOf(turn["rack"]),
    move: textOf(turn["move"]),
    words: textsOf(turn["words"]),
    points: numberOr(turn["points"], 0),
    total: numberOr(turn["total"], 0),
    drawn: textOf(turn["drawn"]),
    ms: numberOr(turn["ms"], undefined),
    clock: numberOr(turn["clock"], undefined),
    info: textOf(turn["info"]),
    refused: textsOf(turn["refused"]),
  };
}

function readForfeit(forfeit: Record<string, unknown>): Forfeit {
  const evidence = isObject(forfeit["evidence"]) ? forfeit["evidence"] : {};
  return {
    seat: seatOf(forfeit["seat"]),
    after: numberOr(forfeit["after"], 0),
    reason: textOf(forfeit["reason"]),
    text: textOf(forfeit["text"]),
    lines: textsOf(evidence["lines"]),
    stderr: textOf(evidence["stderr"]),
  };
}

class Reader {
  readonly damage: string[] = [];

  miss<T>(what: string, instead: T): T {
    this.damage.push(`This part of the record cannot be read: ${what}.`);
    return instead;
  }
  list(value: unknown, what: string): readonly unknown[] {
    return Array.isArray(value) ? value : this.miss(what, []);
  }
  text(value: unknown, what: string): string {
    return typeof value === "string" ? value : this.miss(what, "");
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function numberOr<T>(value: unknown, instead: T): number | T {
  return typeof value === "number" && Number.isFinite(value) ? value : instead;
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function seatOf(value: unknown): number {
  const seat = numberOr(value, 0);
  return Number.isInteger(seat) && seat >= 0 && seat < MOST_SEATS ? seat : 0;
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((text): text is string => typeof text === "string") : [];
}

function numbersOf(value: unknown): number[] {
  return Array.isArray(value) ? value.map((number) => numberOr(number, 0)) : [];
}
