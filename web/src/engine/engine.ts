// The engine of a page: it is unpacked and started in a worker when it is first asked (browser/page_engine.h has the questions).

import type { GameRecord } from "../data.ts";
import { unpackBytes } from "../records.ts";
import type { Estimate } from "../viewer/model/review.ts";
import type { Reply, Request } from "./worker.ts";
import workerScript from "script:./worker.ts";

export interface LegalPlay {
  readonly move: string;
  readonly points: number;
  readonly words: readonly string[];
  readonly tiles: string;
}

export interface Verdict {
  readonly legal: boolean;
  readonly points: number;
  readonly words: readonly string[];
  readonly text: string | null; // The reason if it is not legal.
}

export interface FoundMove {
  readonly move: string;
  readonly points: number;
  readonly value: number; // The static value, in points.
  readonly tries: number; // How often the search has tried it; 0 at its beginning.
  readonly chance: Estimate | undefined; // The mover's chance to win; undefined before the first try.
  readonly spread: Estimate | undefined;
}

export interface Found {
  readonly nodes: number;
  readonly isOver: boolean;
  readonly moves: readonly FoundMove[]; // Best first.
  readonly solved: Solved | undefined; // Set in an endgame, where nothing is hidden.
}

/** What the endgame solver found. */
export interface Solved {
  readonly move: string;
  readonly spread: number; // The mover's spread at the end of the game.
  readonly is_proven: boolean; // Whether neither seat can do better.
  readonly line: readonly string[]; // From the move to the end.
}

export interface SearchQuestion {
  readonly position: string;
  readonly seat: number;
  readonly mayExchange: boolean;
  readonly also: string | undefined; // A legal move that is tried in any case.
}

export interface WordAnswer {
  readonly word: string;
  readonly is_valid: boolean;
  readonly is_spellable: boolean;
  readonly becomes: readonly string[]; // The words that one tile makes of it.
}

/** A line after a recorded game's first turns: the turns as in a record, and the state after them. */
export interface PlayedLine {
  readonly turns: readonly Record<string, unknown>[];
  readonly racks: readonly string[];
  readonly scores: readonly number[];
  readonly ranks: readonly number[];
  readonly end: string | null;
  readonly refused: string | null; // Why a move, and all after it, was not played.
}

/** A game that is played in the page: its seed and the turns of its players decide everything else (browser/page_game.h). */
export interface GameQuestion {
  readonly seed: string;
  readonly names: readonly string[]; // In seat order.
  readonly turns: readonly TakenTurn[];
  readonly challenge_limits: readonly number[];
  readonly overtime?: { readonly points: number; readonly period_ms: number };
}

export interface TakenTurn {
  readonly move: string;
  readonly ms: number;
  readonly clock?: number;
  readonly info?: string;
}

export interface GameAnswer {
  readonly record: GameRecord; // So far; without an end if the game is not over.
  readonly line: string | null; // The record as it is written, once the game is over.
  readonly played: number; // The number of turns that were played.
  readonly refused: string | null; // Why the next one was not.
  readonly is_over: boolean;
  readonly seat: number; // The seat that is asked.
  readonly is_question: boolean; // Whether it is asked about the last play, which it may challenge.
  readonly may_exchange: boolean;
  readonly position: string; // As that seat may see it.
}

export interface FirstDraw {
  readonly first: number; // The player who begins, counted in the order in which they are named.
  readonly rounds: readonly (readonly { readonly seat: number; readonly tile: string }[])[];
}

/** Where the compiled engine and the lexicon of a run come from. */
export interface EngineSource {
  wasm(): Promise<ArrayBuffer>;
  lexicon(): Promise<ArrayBuffer>;
}

/** What the page itself has at its end; nothing if it was written without an engine. */
export function embeddedEngine(page: ParentNode, run: number): EngineSource | undefined {
  const wasm = page.querySelector("#toptile-engine");
  const lexicon = [...page.querySelectorAll<HTMLElement>(".toptile-lexicon")].find((element) =>
    (element.dataset["runs"] ?? "").split(" ").includes(String(run)),
  );
  if (!wasm || !lexicon) return undefined;
  const bytesOf = (element: Element) => unpackBytes(element.textContent ?? "");
  return { wasm: () => bytesOf(wasm), lexicon: () => bytesOf(lexicon) };
}

/** Loads once; after a failure, the next question loads again. */
export function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  return () => {
    if (!loading) {
      loading = load();
      loading.catch(() => (loading = undefined));
    }
    return loading;
  };
}

/**
 * The engine of a live page. A page that was opened before its tournament had started has none yet, so it is taken from the page as
 * the program writes it now.
 */
export function liveEngine(run: number): EngineSource {
  const find = async (): Promise<EngineSource> => {
    const there = embeddedEngine(document, run);
    if (there) return there;
    const answer = await fetch(location.pathname);
    const now = embeddedEngine(new DOMParser().parseFromString(await answer.text(), "text/html"), run);
    if (!now) throw new Error("The tournament has not started yet; try again when it plays.");
    return now;
  };
  const source = loadOnce(find); // One page has both parts.
  return { wasm: async () => (await source()).wasm(), lexicon: async () => (await source()).lexicon() };
}

// A step of a search takes about this time, so that another question waits no longer.
const STEP_MS = 120;
const FIRST_STEP_NODES = 300;
const MAX_STEP_NODES = 20_000;

export class Engine {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, { resolve: (answer: string) => void; reject: (error: Error) => void }>();
  private readonly opened: Promise<unknown>;
  /** Whether it could not be opened, or stopped: it answers nothing any more, but another one may. */
  hasFailed = false;
  private requests = 0;
  private searches = 0;
  /** Called with the progress of a review. */
  onProgress: (done: number, all: number) => void = () => {};

  constructor(source: EngineSource, rules: unknown) {
    const address = URL.createObjectURL(new Blob([workerScript], { type: "text/javascript" }));
    this.worker = new Worker(address);
    URL.revokeObjectURL(address);
    this.worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => this.take(data));
    this.worker.addEventListener("error", (event) => this.fail(new Error(event.message || "The engine could not be started.")));
    this.opened = Promise.all([source.wasm(), source.lexicon()]).then(([wasm, lexicon]) =>
      this.send({ wasm, rules: JSON.stringify(rules), lexicon }, [wasm, lexicon]),
    );
    this.opened.catch(() => (this.hasFailed = true)); // Each question reports why.
  }

  async plays(position: string): Promise<readonly LegalPlay[]> {
    return (await this.ask<{ plays: LegalPlay[] }>({ ask: "plays", position })).plays;
  }

  judge(position: string, move: string): Promise<Verdict> {
    return this.ask({ ask: "judge", position, move });
  }

  lookUp(word: string): Promise<WordAnswer> {
    return this.ask({ ask: "word", word });
  }

  line(record: string, after: number, moves: readonly string[]): Promise<PlayedLine> {
    return this.ask({ ask: "line", record, after, moves });
  }

  draw(seed: string, players: number): Promise<FirstDraw> {
    return this.ask({ ask: "draw", seed, players });
  }

  game(question: GameQuestion): Promise<GameAnswer> {
    return this.ask({ ask: "game", ...question });
  }

  /** What the champion does in a game, at an Elo or as well as it can; `chance` decides what it leaves to chance. */
  choose(question: GameQuestion, elo: number | undefined, chance: number): Promise<{ move: string; info: string }> {
    return this.ask({ ask: "choose", ...question, chance, ...(elo === undefined ? {} : { elo }) });
  }

  /**
   * What is different in a record from what the rules give; null if nothing is. The record is in no run, so how many rounds without
   * points end a game follows from how this one ended.
   */
  verifyAlone(record: string): Promise<{ difference: string | null; scoreless_rounds: number }> {
    return this.ask({ ask: "verify", record, is_alone: true });
  }

  /** The review of a game, from the line of its record. */
  review(record: string, nodes: number): Promise<unknown> {
    return this.ask({ ask: "review", record, nodes });
  }

  /**
   * Searches until it is over or `isWanted` says no, and tells what it has found after each step. A search that begins later ends
   * this one.
   */
  async search(question: SearchQuestion, isWanted: () => boolean, tell: (found: Found) => void): Promise<void> {
    const search = ++this.searches;
    const { position, seat, mayExchange, also } = question;
    const isCurrent = () => search === this.searches && isWanted();
    let found = foundIn(
      await this.ask({ ask: "search", position, seat, may_exchange: mayExchange, seed: 1, ...(also === undefined ? {} : { also }) }),
    );
    let nodes = FIRST_STEP_NODES;
    while (isCurrent()) {
      tell(found);
      if (found.isOver) return;
      const before = performance.now();
      found = foundIn(await this.ask({ ask: "continue", nodes }));
      const taken = Math.max(1, performance.now() - before);
      nodes = Math.max(1, Math.min(MAX_STEP_NODES, Math.round((nodes * STEP_MS) / taken)));
    }
  }

  /** Ends the engine, whatever it computes. */
  close(): void {
    this.worker.terminate();
    this.fail(new Error("The engine was closed."));
  }

  private async ask<Answer>(question: object): Promise<Answer> {
    await this.opened;
    const answer = JSON.parse(await this.send({ question: JSON.stringify(question) })) as Answer & { error?: string };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  }

  private send(body: Body, transfer: Transferable[] = []): Promise<string> {
    const id = ++this.requests;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, ...body } satisfies Request, transfer);
    });
  }

  private take(reply: Reply): void {
    if ("progress" in reply) return this.onProgress(...reply.progress);
    const waiting = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if ("answer" in reply) return waiting?.resolve(reply.answer);
    this.hasFailed = true;
    waiting?.reject(new Error(reply.error));
  }

  private fail(error: Error): void {
    this.hasFailed = true;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}

type Body = Request extends infer Each ? (Each extends Request ? Omit<Each, "id"> : never) : never;

interface WrittenMove {
  move: string;
  points: number;
  value: number;
  tries?: number;
  chance?: [number, number];
  spread?: [number, number];
}

function foundIn(answer: { nodes: number; is_over: boolean; moves: WrittenMove[]; solved?: Solved }): Found {
  const estimate = (pair: [number, number] | undefined) => pair && { value: pair[0], error: pair[1] };
  return {
    nodes: answer.nodes,
    isOver: answer.is_over,
    solved: answer.solved,
    moves: answer.moves.map((move) => ({ ...move, tries: move.tries ?? 0, chance: estimate(move.chance), spread: estimate(move.spread) })),
  };
}
