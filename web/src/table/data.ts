// What the page is written with (cli/play/browser_page.cpp), and what the browser keeps of games.

import type { FirstDraw, TakenTurn } from "../engine/engine.ts";

export type Rules = Readonly<Record<string, unknown>> & { readonly name: string };

export interface Level {
  readonly name: string;
  readonly elo: number | null; // Null: as well as it can.
  readonly strength: string;
  readonly about: string;
}

export interface TableData {
  readonly mode: "table";
  readonly toptile: string;
  readonly lexicon: { readonly name: string; readonly sha256: string; readonly words: number };
  readonly rules: readonly Rules[]; // Complete rulesets with the tiles of the lexicon; the first one is chosen.
  readonly levels: readonly Level[]; // The weakest first.
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
  isOver: boolean;
}

/** The limit for computers, as for bots in tournaments. */
const COMPUTER_CHALLENGE_LIMIT = 3;
/** Ten points for each minute begun, as in tournament Scrabble. */
export const OVERTIME = { points: 10, period_ms: 60_000 };

export function questionOf({ seed, players, turns, challengeLimit, clockMs }: SavedGame) {
  return {
    seed,
    names: players.map(({ name }) => name),
    turns: turns.map(({ seat: _, ...turn }) => turn),
    challenge_limits: players.map(({ computer }) => (computer ? COMPUTER_CHALLENGE_LIMIT : challengeLimit)),
    ...(clockMs > 0 ? { overtime: OVERTIME } : {}),
  };
}

export const isSolo = ({ players }: { players: readonly Player[] }): boolean => players.length === 1;

export const peopleIn = ({ players }: { players: readonly Player[] }): number => players.filter(({ computer }) => !computer).length;
