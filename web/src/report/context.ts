import type { ReportData } from "../data.ts";
import type { Child } from "../dom.ts";
import type { RecordSource } from "../records.ts";
import type { WordSearch } from "./word_search.ts";

export interface Sorting {
  column: string;
  descending: boolean;
}

/** What the reader has chosen; it is kept when the report is drawn again. */
export interface Choices {
  /** The entrant that the page is about; null means all. */
  bot: number | null;
  sortings: Map<string, Sorting>;
  /** For each list with pages, the number of rows before the page that is shown. */
  offsets: Map<string, number>;
  /** For each list that grows, the number of rows that are shown. */
  lengths: Map<string, number>;
  /** The keys of the parts that are unfolded. */
  unfolded: Set<string>;
  /** Only games that ended in this way are listed; if it is empty, all are. */
  end: string;
  /** Only games in which all these words are found are listed. */
  find: string;
  /** Only games in which this word was played are listed, if there is one. */
  wordSearch: WordSearch | null;
}

export interface Context {
  data: ReportData;
  choices: Choices;
  /** If the page is about one pairing, its two bots: only their games are listed. */
  pairing?: readonly [number, number];
  records: RecordSource;
  /** The order in which entrants have their colours. */
  order: readonly number[];
  /** The board of a live page. It stays the same element. */
  playing?: HTMLElement;
  /** The address of a bot's page; without it, a click on a bot makes this page about the bot. */
  botAddress?: (entrant: number) => string;
  /** Draws one section again, after a choice that affects only that section. */
  redraw(section: string): void;
}

export interface Section {
  id: string;
  title: string;
  /** Returns null if the data has nothing for the section. */
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
    find: "",
    wordSearch: null,
  };
}

/** The number of colours; more bots have the same colours with broken lines. */
export const seriesColours = 8;

/**
 * If there are as many colours as bots, each bot keeps its own while the standings of a live page change. Otherwise the best
 * bots have colours of their own.
 */
export function orderOf(data: ReportData): number[] {
  const order = data.bots.map((_, entrant) => entrant);
  if (order.length <= seriesColours) return order;
  data.standings?.forEach((row, place) => (order[row.entrant] = place));
  return order;
}

/** The class of a row about `entrants`: it shows whether they include the chosen bot. */
export function emphasis(context: Context, ...entrants: number[]): string {
  const { bot } = context.choices;
  if (bot === null) return "";
  return entrants.includes(bot) ? "chosen" : "other";
}

export function concerns(context: Context, ...entrants: number[]): boolean {
  const { bot } = context.choices;
  return bot === null || entrants.includes(bot);
}
