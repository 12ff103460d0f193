// The page of one game: its title, links to its neighbours, and the viewer.
import type { GameRecord, ReportData } from "./data.ts";
import { el, type Child } from "./dom.ts";
import type { RecordSource } from "./records.ts";
import { formatRoute, gameAddress, type GameRoute } from "./route.ts";
import { seatColours } from "./report/bot_name.ts";
import { wholeReport } from "./report/whole_report.ts";
import { mountViewer, type Viewer } from "./viewer/index.ts";

/** The address is written after this rest, because browsers refuse one that changes with every frame. */
const addressRestMs = 150;

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
  private turn: number | undefined;
  private writing: ReturnType<typeof setTimeout> | undefined;

  /** Without ways, there is nothing to go back to. */
  constructor(
    private data: ReportData,
    private readonly records: RecordSource,
    private readonly links: Ways | null,
  ) {
    this.element.append(el("header", { class: "top" }, this.ways, this.heading), this.host);
  }

  update(data: ReportData): void {
    this.data = data;
    if (this.shown) this.drawWays(this.shown.run, this.shown.game);
  }

  async show(route: GameRoute, reportAddress: string): Promise<void> {
    const { run, game } = route;
    if (this.shown?.run === run && this.shown.game === game) {
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
      if (this.shown === shown) this.mount(record, review, route);
    } catch (error) {
      if (this.shown === shown) this.host.replaceChildren(el("p", { role: "alert" }, sentence(error), this.remedy(run, game)));
    }
  }

  close(): void {
    clearTimeout(this.writing);
    this.viewer?.destroy();
    this.viewer = null;
    this.shown = null;
    this.turn = undefined;
    this.host.replaceChildren();
  }

  focusHeading(): void {
    this.heading.focus({ preventScroll: true });
  }

  private mount(record: GameRecord, review: unknown, { run, game, turn }: GameRoute): void {
    this.heading.replaceChildren(...titleOf(record));
    this.host.replaceChildren();
    this.turn = turn;
    this.viewer = mountViewer(this.host, this.data, record, {
      run,
      review,
      colours: seatColours(this.data, record.players ?? []),
      ...(turn === undefined ? {} : { turn }),
      onTurn: (now) => {
        this.turn = now;
        clearTimeout(this.writing);
        this.writing = setTimeout(() => this.writeAddress({ view: "game", run, game, turn: now }), addressRestMs);
      },
    });
  }

  /** What to do about a game of the report that the page does not have. */
  private remedy(run: number, game: number): Child {
    const { games } = this.data;
    const isListed = games?.id.some((id, i) => id === game && (games.run?.[i] ?? 0) === run);
    return isListed && !this.records.has(run, game) && [" ", wholeReport(this.data)];
  }

  /** All steps through a game are one entry of the browser's history, so that "back" leaves the game. */
  private writeAddress(route: GameRoute): void {
    history.replaceState(history.state, "", formatRoute(route));
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

function sentence(error: unknown): string {
  return error instanceof Error && error.message.endsWith(".") ? error.message : `This game cannot be shown: ${String(error)}`;
}
