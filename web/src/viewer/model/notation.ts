// Moves as they are written (docs/protocol.md, "Notation").

import type { Alphabet } from "./alphabet.ts";

export interface Play {
  readonly kind: "play";
  readonly row: number; // Counted from the top, from 0.
  readonly column: number; // Counted from the left, from 0.
  readonly across: boolean;
  readonly word: readonly string[]; // The symbols of the whole word, also of tiles that lie there already.
}

export type Move =
  | Play
  | { readonly kind: "exchange"; readonly tile: string | undefined } // Undefined for another player's exchange, `ex.?`.
  | { readonly kind: "pass" | "challenge" | "accept" }
  | { readonly kind: "unreadable"; readonly why: string };

const MOST_SQUARES = 16;
const PLACE = /^(?:([1-9]\d?)([a-z])|([a-z])([1-9]\d?))$/;

export function parseMove(text: string, alphabet: Alphabet): Move {
  if (text === "pass" || text === "challenge" || text === "accept") return { kind: text };
  const dot = text.indexOf(".");
  if (dot < 0) return unreadable("it is neither a play such as 5d.MOOD, an exchange such as ex.J, nor pass");
  const place = text.slice(0, dot);
  const rest = text.slice(dot + 1);
  if (place === "ex") return parseExchange(rest, alphabet);
  const match = PLACE.exec(place);
  if (!match) return unreadable(`"${place}" is no place on a board`);
  const across = match[1] !== undefined;
  const row = Number(match[1] ?? match[4]) - 1;
  const column = (match[2] ?? match[3] ?? "a").charCodeAt(0) - "a".charCodeAt(0);
  const word = alphabet.tilesOfWord(rest);
  if (!word) return unreadable(`"${rest}" holds letters that no tile spells`);
  if (word.length < 2) return unreadable("a play needs a word of two letters or more");
  if (row >= MOST_SQUARES || column >= MOST_SQUARES) return unreadable(`"${place}" is on no board`);
  return { kind: "play", row, column, across, word };
}

export function isAnswer(move: Move): boolean {
  return move.kind === "challenge" || move.kind === "accept";
}

// The column's letter and the row's number, such as "e5".
export function squareName(index: number, size: number): string {
  return columnName(index % size) + String(Math.floor(index / size) + 1);
}

export function columnName(column: number): string {
  return String.fromCharCode("a".charCodeAt(0) + column);
}

function parseExchange(text: string, alphabet: Alphabet): Move {
  if (text === "?") return { kind: "exchange", tile: undefined };
  const tile = alphabet.symbolSpelling(text);
  return tile === undefined ? unreadable(`no tile spells "${text}"`) : { kind: "exchange", tile };
}

function unreadable(why: string): Move {
  return { kind: "unreadable", why };
}
