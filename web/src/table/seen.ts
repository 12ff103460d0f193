// What a player may see of a game, and how it is listed: the record without secrets, the draw, unseen tiles, hints.

import { button, el } from "../dom.ts";
import type { GameRecord } from "../data.ts";
import type { GameAnswer, LegalPlay } from "../engine/engine.ts";
import { plural } from "../words.ts";
import { tilesOf, type Alphabet } from "../viewer/model/alphabet.ts";
import type { SavedGame } from "./data.ts";

/** The record without the tiles that others than this seat exchanged and drew for them; all of it when the game is over. */
export function recordSeenBy(seat: number | undefined, { record, is_over: isOver }: GameAnswer): GameRecord {
  if (isOver) return record;
  const turns = record.turns.map((turn) => (turn.seat !== seat && turn.move.startsWith("ex.") ? { ...turn, move: "ex.?", drawn: "" } : turn));
  return { ...record, turns };
}

export function drawInWords({ draw, players }: SavedGame, alphabet: Alphabet): string {
  if (draw.length === 0) return "";
  const rounds = draw.map((round) => round.map(({ seat, tile }) => `${players[seat]?.name ?? ""} ${alphabet.label(tile)}`).join(", "));
  return `Drawn: ${rounds.join("; again: ")}. ${players[0]?.name ?? ""} starts.`;
}

/** The tiles that the seat of a position line does not see, each face with its number. */
export function unseenTiles(position: string, alphabet: Alphabet): (HTMLElement | string)[] {
  const symbols = / unseen (\S+)/.exec(position)?.[1] ?? "-";
  const counts = new Map<string, number>();
  for (const symbol of symbols === "-" ? [] : tilesOf(symbols)) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  return [...counts].flatMap(([symbol, number]) => [el("span", { class: "t-count" }, el("b", {}, alphabet.label(symbol)), ` ${number}`), " "]);
}

/** The best play of each word comes first, and the other plays after these. */
export function distinctWords(plays: readonly LegalPlay[]): LegalPlay[] {
  const words = new Set<string>();
  const isNew = ({ words: [word = ""] }: LegalPlay): boolean => !words.has(word) && words.add(word) !== undefined;
  const first = plays.filter(isNew);
  return [...first, ...plays.filter((play) => !first.includes(play))];
}

export function hintList(plays: readonly LegalPlay[], show: (play: LegalPlay) => void): HTMLElement[] {
  const item = (play: LegalPlay): HTMLElement => el("li", {}, button(`${play.words.join(", ")}, ${plural(play.points, "point")}`, () => show(play)));
  return [el("h3", {}, plays.length === 0 ? "There is no play with this rack." : "The best plays"), el("ol", { class: "t-hints" }, plays.map(item))];
}
