// What the browser keeps from one visit to the next: the game, the names of people, and the best scores of games that were
// played alone. A browser may refuse to keep anything; then the page says so, and the game goes on.

import { isObject } from "../viewer/model/record.ts";
import { SAVED_VERSION, type SavedGame, type TableData } from "./data.ts";

export interface BestScore {
  readonly name: string;
  readonly score: number;
  readonly date: string;
  readonly hints: number;
  readonly undos: number;
}

const SCORES_KEPT = 10;

export class Store {
  /** Why nothing can be kept; empty if all is well. */
  fault = "";
  private readonly gameKey: string;

  /** Each lexicon has a game of its own, because a game cannot go on with other words. */
  constructor(private readonly data: TableData) {
    this.gameKey = `toptile-game-${data.lexicon.sha256.slice(0, 16)}`;
  }

  game(): SavedGame | undefined {
    const saved = this.read(this.gameKey);
    return isObject(saved) && saved["version"] === SAVED_VERSION ? (saved as unknown as SavedGame) : undefined;
  }

  keepGame(game: SavedGame): void {
    this.write(this.gameKey, game);
  }

  dropGame(): void {
    try {
      localStorage.removeItem(this.gameKey);
    } catch {
      // Nothing was kept.
    }
  }

  names(): string[] {
    const names = this.read("toptile-names");
    return Array.isArray(names) ? names.filter((name): name is string => typeof name === "string") : [];
  }

  keepNames(names: readonly string[]): void {
    this.write("toptile-names", names);
  }

  /** The best scores with a ruleset and this lexicon, best first. */
  scores(rules: string): BestScore[] {
    const kept = this.read(this.scoresKey(rules));
    return Array.isArray(kept) ? kept.filter((score): score is BestScore => isObject(score) && typeof score["score"] === "number") : [];
  }

  /** Adds a score, and returns the list and its place in it, from 1; 0 if it is not good enough. */
  addScore(rules: string, score: BestScore): { list: BestScore[]; place: number } {
    const before = this.scores(rules);
    const at = before.filter((other) => other.score >= score.score).length;
    const list = [...before.slice(0, at), score, ...before.slice(at)].slice(0, SCORES_KEPT);
    this.write(this.scoresKey(rules), list);
    return { list, place: at < SCORES_KEPT ? at + 1 : 0 };
  }

  private scoresKey(rules: string): string {
    return `toptile-scores-${rules}-${this.data.lexicon.name}`;
  }

  private read(key: string): unknown {
    try {
      return JSON.parse(localStorage.getItem(key) ?? "null");
    } catch {
      return null;
    }
  }

  private write(key: string, value: unknown): void {
    try {
      localStorage.setItem(key, JSON.stringify(value));
      this.fault = "";
    } catch {
      this.fault = "This browser does not let the page keep the game, so it is lost when the page is closed.";
    }
  }
}
