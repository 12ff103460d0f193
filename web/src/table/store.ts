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
  readonly seed: string; // The game's seed: each game counts once.
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

  /** What was kept may be of any shape; one that is not a game is none. */
  game(): SavedGame | undefined {
    const saved = this.read(this.gameKey);
    return isSavedGame(saved) ? saved : undefined;
  }

  /** Calls back when another window has written another game, or another turn of this one. */
  onForeignGame(isOwn: (game: SavedGame | undefined) => boolean, act: () => void): void {
    addEventListener("storage", ({ key }) => {
      if (key === this.gameKey && !isOwn(this.game())) act();
    });
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

  /** Adds a score unless it is there, and returns the list and its place in it, from 1; 0 if it is not good enough. */
  addScore(rules: string, score: BestScore): { list: BestScore[]; place: number } {
    const before = this.scores(rules);
    const known = before.findIndex((other) => other.seed === score.seed && other.score === score.score);
    if (known >= 0) return { list: before, place: known + 1 };
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

function isSavedGame(value: unknown): value is SavedGame {
  if (!isObject(value) || value["version"] !== SAVED_VERSION) return false;
  const { id, rules, players, seed, turns, draw } = value;
  const isText = (text: unknown): boolean => typeof text === "string";
  const isNumber = (key: string): boolean => Number.isSafeInteger(value[key]) && Number(value[key]) >= 0;
  const isPlayer = (player: unknown): boolean => isObject(player) && isText(player["name"]) && (player["computer"] === undefined || isObject(player["computer"]));
  const isTurn = (turn: unknown): boolean => isObject(turn) && isText(turn["move"]) && Number.isSafeInteger(turn["seat"]);
  return (
    isText(id) && isText(seed) && isObject(rules) && isText(rules["name"]) && isObject(rules["tiles"]) &&
    Array.isArray(players) && players.length > 0 && players.every(isPlayer) && players.some((player) => !(player as { computer?: unknown }).computer) &&
    Array.isArray(turns) && turns.every(isTurn) && Array.isArray(draw) &&
    ["chance", "challengeLimit", "clockMs", "hints", "undos", "usedMs"].every(isNumber)
  );
}
