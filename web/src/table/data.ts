// What the page is given (tournaments/report/playing_page.h), and what the browser keeps of games.

import type { FirstDraw, TakenTurn } from "../engine/engine.ts";

export type Rules = Readonly<Record<string, unknown>> & { readonly name: string };

export interface Level {
  readonly name: string;
  readonly elo: number | null; // Null: as well as it can.
  readonly about: string;
}

export interface TableData {
  readonly toptile: string;
  readonly lexicon: { readonly name: string; readonly sha256: string; readonly words: number };
  readonly rules: readonly Rules[]; // Complete rulesets with the tiles of the lexicon; the first one is chosen.
  readonly levels: readonly Level[]; // The weakest first.
  readonly max_elo: number; // That of the champion, who plays as well as it can.
  readonly challenge_limit: number; // How many plays of a computer's turn can be challenged away.
  /** What the writer of the page asked for. */
  readonly wish: Wish;
}

export interface Wish {
  readonly players?: readonly WishedPlayer[];
  readonly seed?: string;
  readonly is_drawn?: boolean;
  readonly hints?: Hints;
  readonly challenge_limit?: number;
  readonly scoreless_rounds?: number;
}

/** A person, or the computer by a level's name or an Elo. */
export type WishedPlayer = { readonly name: string } | { readonly level: string } | { readonly elo: number };

export type Hints = "shown" | "hidden" | "usual"; // Usual: shown unless words can be challenged.

export interface Player {
  readonly name: string;
  /** Undefined for a person. */
  readonly computer?: { readonly elo: number | null };
}

export interface SavedTurn extends TakenTurn {
  readonly seat: number;
}

export const SAVED_VERSION = 1;

/** A game as the browser keeps it. Everything else follows from the seed and the turns. */
export interface SavedGame {
  readonly version: number;
  readonly id: string; // By chance, so that two windows know whether they have the same game.
  readonly rules: Rules;
  readonly players: readonly Player[]; // In seat order.
  readonly seed: string;
  readonly chance: number; // Decides the computer's chance.
  readonly draw: FirstDraw["rounds"];
  readonly hasHints: boolean;
  readonly challengeLimit: number; // For people; 0: none.
  readonly clockMs: number; // A player's time for the game; 0: no clock.
  turns: readonly SavedTurn[];
  hints: number;
  undos: number;
  usedMs: number; // The time already used in the turn that has begun.
  readonly wish: string; // What the page was written with, as text.
  isOver: boolean;
}

/** Ten points for each minute begun, as in tournament Scrabble. */
export const OVERTIME = { points: 10, period_ms: 60_000 };

export function questionOf({ seed, players, turns, challengeLimit, clockMs }: SavedGame, computerLimit: number) {
  return {
    seed,
    names: players.map(({ name }) => name),
    turns: turns.map(({ seat: _, ...turn }) => turn),
    challenge_limits: players.map(({ computer }) => (computer ? computerLimit : challengeLimit)),
    ...(clockMs > 0 ? { overtime: OVERTIME } : {}),
  };
}

export const isSolo = ({ players }: { players: readonly Player[] }): boolean => players.length === 1;

export const peopleIn = ({ players }: { players: readonly Player[] }): number => players.filter(({ computer }) => !computer).length;
