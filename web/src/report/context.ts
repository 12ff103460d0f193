import type { ReportData } from "../data.ts";
import type { Child } from "../dom.ts";
import type { RecordSource } from "../records.ts";

export interface Sorting {
  column: string;
  descending: boolean;
}

/** What the reader has chosen; it outlives a drawing of the report. */
export interface Choices {
  /** The entrant that the page is about; null: all. */
  bot: number | null;
  sortings: Map<string, Sorting>;
  /** Of lists with pages: how many rows are passed over. */
  offsets: Map<string, number>;
  /** Of lists that grow: how many are shown. */
  lengths: Map<string, number>;
  /** Keys of what is unfolded. */
  unfolded: Set<string>;
  /** How the games listed ended; empty: any way. */
  end: string;
}

export interface Context {
  data: ReportData;
  choices: Choices;
  records: RecordSource;
  /** By entrant: the place in the standings, from 0, or after them. */
  order: readonly number[];
  /** Draws one section anew, after a choice that only concerns it. */
  redraw(section: string): void;
}

export interface Section {
  id: string;
  title: string;
  /** Null when the data has nothing for it. */
  draw(context: Context): Child | null;
}

export function newChoices(): Choices {
  return {
    bot: null,
    sortings: new Map(),
    offsets: new Map(),
    lengths: new Map(),
    unfolded: new Set(),
    end: "",
  };
}

export function orderOf(data: ReportData): number[] {
  const order = data.bots.map((_, entrant) => entrant);
  data.standings?.forEach((row, place) => (order[row.entrant] = place));
  return order;
}

/** For a row about `entrants`: told apart by the bot that was chosen. */
export function emphasis(context: Context, ...entrants: number[]): string {
  const { bot } = context.choices;
  if (bot === null) return "";
  return entrants.includes(bot) ? "chosen" : "other";
}

export function concerns(context: Context, ...entrants: number[]): boolean {
  const { bot } = context.choices;
  return bot === null || entrants.includes(bot);
}
