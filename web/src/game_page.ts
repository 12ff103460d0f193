// The page of one game: its title, links to its neighbours, and the viewer.
import type { GameRecord, ReportData } from "./data.ts";
import { el, Work, type Child } from "./dom.ts";
import { embeddedEngine, Engine, type EngineSource } from "./engine/engine.ts";
import type { RecordSource } from "./records.ts";
import { formatRoute, gameAddress, type GameRoute, type Line } from "./route.ts";
import { seatColours } from "./report/bot_name.ts";
import { wholeReport } from "./report/whole_report.ts";
import { mountViewer, type AnalysisOptions, type Viewer } from "./viewer/index.ts";
import { rulesOf } from "./viewer/model/setup.ts";

/** The address is written after this rest, because browsers refuse one that changes with every frame. */
const addressRestMs = 150;

/** Nodes for each turn of a review that a reader waits for; a run's own reviews have more. */
const reviewNodes = 1000;

/** A game, or a line that leaves it, as it is shown. */
interface Shown {
  readonly run: number;
  readonly game: number;
  readonly record: GameRecord;
  review: unknown;
  /** Told how far a review is that runs: the panel that asked last. */
  progress?: (done: number, all: number) => void;
  line: Line | undefined;
}

export interface GameId {
  run: number;
  game: number;
  /** The turn at which it opens, if it does not open at its start. */
  turn?: number | undefined;
}

/** The games before and after one, and its place among them, if it has one. */
export interface Neighbours {
  before?: GameId | undefined;
  after?: GameId | undefined;
  place?: string;
}

/** Where the links above a game lead. */
export interface Ways {
  /** The words of the link back. */
  back: () => Child;
  neighbours: (id: GameId) => Neighbours;
}

export class GamePage {
  readonly element = el("div", { class: "game" });
  private readonly ways = el("nav", { "aria-label": "Games" });
  private readonly heading = el("h1", { tabindex: -1 });
  private readonly host = el("main", { id: "main", tabindex: -1 });
  private viewer: Viewer | null = null;
  private shown: { run: number; game: number } | null = null;
  /** The game that is shown, once its record is there. */
  private page: Shown | null = null;
  private turn: number | undefined;
  /** Where the reader wants to be: the address may change again before the game is there. */
  private route: GameRoute | undefined;
  /** Grows with each line that the reader asks for or leaves, so that a late answer is known as one. */
  private step = 0;
  private engine: Engine | null = null;
  private readonly reviewing = new Work();
  private writing: ReturnType<typeof setTimeout> | undefined;

  /** Without ways, there is nothing to go back to. */
  constructor(
    private data: ReportData,
    private readonly records: RecordSource,
    private readonly links: Ways | null,
    private readonly engineOf: (run: number) => EngineSource | undefined = (run) => embeddedEngine(document, run),
  ) {
    this.element.append(el("header", { class: "top" }, this.ways, this.heading), this.host);
  }

  update(data: ReportData): void {
    this.data = data;
    if (this.shown) this.drawWays(this.shown.run, this.shown.game);
  }

  async show(route: GameRoute, reportAddress: string): Promise<void> {
    const { run, game } = (this.route = route);
    if (this.shown?.run === run && this.shown.game === game) {
      if (this.page && !isSameLine(this.page.line, route.line)) return this.changeLine(this.page, route);
      ++this.step;
      if (route.turn !== undefined && route.turn !== this.turn) this.viewer?.goTo(route.turn);
      return;
    }
    this.close();
    const shown = (this.shown = { run, game });
    this.drawWays(run, game, reportAddress);
    this.heading.textContent = `Game ${game}`;
    this.host.replaceChildren(el("p", { role: "status" }, "Unpacking the game …"));
    try {
      const [record, review] = await Promise.all([this.records.read(run, game), this.records.review?.(run, game)]);
      if (this.shown !== shown) return;
      const page: Shown = (this.page = { run, game, record, review, line: undefined });
      const { turn, line } = this.route;
      this.mount(page, record, turn);
      if (line) await this.showLine(page, line, turn).catch((error: unknown) => this.tellOfLine(page, error));
    } catch (error) {
      if (this.shown === shown) this.host.replaceChildren(el("p", { role: "alert" }, sentence(error), this.remedy(run, game)));
    }
  }

  close(): void {
    ++this.step;
    clearTimeout(this.writing);
    this.viewer?.destroy();
    this.viewer = null;
    this.engine?.close();
    this.engine = null;
    this.shown = null;
    this.page = null;
    this.turn = undefined;
    this.host.replaceChildren();
  }

  focusHeading(): void {
    this.heading.focus({ preventScroll: true });
  }

  /** Shows a game, or with the record of a line, this line. */
  private mount(page: Shown, record: GameRecord, turn: number | undefined): void {
    const { run, game, line } = page;
    const source = this.engineOf(run);
    const isOpen = this.viewer?.isAnalyzing ?? false;
    this.heading.replaceChildren(...titleOf(page.record));
    this.viewer?.destroy();
    this.host.replaceChildren();
    this.turn = turn;
    const addressOf = (now: number): string => formatRoute({ view: "game", run, game, turn: now, ...(line ? { line } : {}) });
    this.viewer = mountViewer(this.host, this.data, record, {
      run,
      review: line ? reviewUntil(page.review, line.after) : page.review,
      ...(source ? { analysis: this.analysisOf(page, record, source, isOpen) } : {}),
      colours: seatColours(this.data, record.players ?? []),
      ...(turn === undefined ? {} : { turn }),
      onTurn: (now) => {
        this.turn = now;
        this.writeAddress(addressOf(now));
      },
      linkFor: (now) => location.href.replace(/#.*$/, "") + addressOf(now),
    });
    if (turn !== undefined) this.writeAddress(addressOf(turn));
  }

  private analysisOf(page: Shown, record: GameRecord, source: EngineSource, isOpen: boolean): AnalysisOptions {
    return {
      engine: () => this.openEngine(page, source),
      isOpen,
      lineAfter: page.line?.after,
      onPlay: (turns, move) => {
        const after = Math.min(turns, page.line?.after ?? turns);
        const before = record.turns.slice(after, turns).map((turn) => turn.move);
        return this.showLine(page, { after, moves: [...before.filter((each) => each !== "accept" && each !== "challenge"), move] });
      },
      onBack: () => {
        const turn = page.line?.after;
        ++this.step;
        page.line = undefined;
        this.mount(page, page.record, turn);
      },
      onReview: page.review === undefined ? (progress) => this.review(page, source, progress) : undefined,
    };
  }

  private openEngine({ record, run }: Shown, source: EngineSource): Engine {
    if (this.engine?.hasFailed) this.engine.close();
    if (!this.engine || this.engine.hasFailed) this.engine = new Engine(source, rulesOf(this.data, record.rules, run));
    return this.engine;
  }

  private async showLine(page: Shown, line: Line, turn?: number): Promise<void> {
    const { record, run } = page;
    const source = this.engineOf(run);
    if (!source) return;
    const step = ++this.step;
    const { turns, refused, end, ...rest } = await this.openEngine(page, source).line(JSON.stringify(record), line.after, line.moves);
    if (step !== this.step) return;
    if (refused !== null && turns.length === 0) throw new Error(refused);
    page.line = line;
    const shared = record.turns.slice(0, line.after);
    const forfeits = (record.forfeits ?? []).filter(({ after }) => after <= line.after);
    const continued = { ...record, ...rest, forfeits, turns: [...shared, ...turns], end: end ?? "" } as GameRecord;
    this.mount(page, continued, turn ?? continued.turns.length);
  }

  /** The reader has gone to another line of the same game, or back to the game. */
  private async changeLine(page: Shown, { line, turn }: GameRoute): Promise<void> {
    if (line) return this.showLine(page, line, turn).catch((error: unknown) => this.tellOfLine(page, error));
    ++this.step;
    page.line = undefined;
    this.mount(page, page.record, turn);
  }

  /** An address may have a line that the rules refuse: then the game is shown without it. */
  private tellOfLine(page: Shown, error: unknown): void {
    if (this.page !== page) return;
    const why = error instanceof Error ? error.message : String(error);
    this.host.prepend(el("p", { role: "alert" }, `The line in the address cannot be played: ${why}.`));
  }

  /**
   * Begins the review, or waits for one that runs. It waits for another click if the reader is busy when it is done.
   */
  private async review(page: Shown, source: EngineSource, progress: (done: number, all: number) => void): Promise<void> {
    if (page.review !== undefined) return this.mount(page, page.record, this.turn);
    page.progress = progress;
    return this.reviewing.start(() => this.computeReview(page, source), page);
  }

  /** It has an engine of its own, so that the other one can still be asked. */
  private async computeReview(page: Shown, source: EngineSource): Promise<void> {
    const engine = new Engine(source, rulesOf(this.data, page.record.rules, page.run));
    engine.onProgress = (done, all) => {
      if (this.page === page) page.progress?.(done, all);
      else engine.close();
    };
    try {
      page.review = await engine.review(JSON.stringify(page.record), reviewNodes);
    } finally {
      engine.close();
    }
    if (this.page === page && !page.line && !this.viewer?.isBusy) this.mount(page, page.record, this.turn);
  }

  /** What to do about a game of the report that the page does not have. */
  private remedy(run: number, game: number): Child {
    const { games } = this.data;
    const isListed = games?.id.some((id, i) => id === game && (games.run?.[i] ?? 0) === run);
    return isListed && !this.records.has(run, game) && [" ", wholeReport(this.data)];
  }

  /** All steps through a game are one entry of the browser's history, so that "back" leaves the game. */
  private writeAddress(address: string): void {
    clearTimeout(this.writing);
    this.writing = setTimeout(() => history.replaceState(history.state, "", address), addressRestMs);
  }

  private drawWays(run: number, game: number, reportAddress?: string): void {
    if (!this.links) return this.ways.remove();
    const back = reportAddress ?? this.ways.querySelector("a")?.getAttribute("href") ?? "#";
    const { before, after, place } = this.links.neighbours({ run, game });
    const way = (label: string, id: GameId | undefined): Child => id && el("a", { href: gameAddress(id.run, id.game, id.turn), "data-key": label }, `${label} game`);
    const link = el("a", { href: back, class: "back" }, this.links.back());
    this.ways.replaceChildren(...el("nav", {}, link, place && el("span", { class: "place" }, place), way("Previous", before), way("Next", after)).childNodes);
  }
}

/**
 * The result is not in the title, as the reader may want to watch the game first. A damaged record may have only some of the
 * fields; the viewer says what is wrong with it.
 */
function titleOf(record: Partial<GameRecord>): Node[] {
  const players = (record.players ?? []).map((name, seat) => [seat > 0 && " – ", el("bdi", {}, name)]);
  return [...el("span", {}, `Game ${record.id}: `, players).childNodes];
}

function isSameLine(one: Line | undefined, other: Line | undefined): boolean {
  return one?.after === other?.after && (one?.moves.join() ?? "") === (other?.moves.join() ?? "");
}

/** The part of a review that is about the first turns. */
function reviewUntil(review: unknown, turns: number): unknown {
  const all = (review as { turns?: { turn: number }[] } | undefined)?.turns;
  return Array.isArray(all) ? { turns: all.filter(({ turn }) => turn <= turns) } : undefined;
}

function sentence(error: unknown): string {
  return error instanceof Error && error.message.endsWith(".") ? error.message : `This game cannot be shown: ${String(error)}`;
}
