// The whole page: the form, the table, and the viewer for a game that is over.

import type { GameRecord, ReportData } from "../data.ts";
import { el, type Child } from "../dom.ts";
import { embeddedEngine, Engine, type GameAnswer } from "../engine/engine.ts";
import { GamePage } from "../game_page.ts";
import { parseRoute, type GameRoute } from "../route.ts";
import { skipLink } from "../skip_link.ts";
import { readGame } from "../viewer/model/record.ts";
import { readSetup } from "../viewer/model/setup.ts";
import { columnName } from "../viewer/model/notation.ts";
import { plural } from "../words.ts";
import { isSolo, SAVED_VERSION, type Rules, type SavedGame, type TableData, type Wish, type WishedPlayer } from "./data.ts";
import { button, SetupView, type WantedGame } from "./setup_view.ts";
import { Store } from "./store.ts";
import { TableView } from "./table_view.ts";

export function mountTable(app: HTMLElement, data: TableData): void {
  new TablePage(app, data).open();
}

class TablePage {
  private readonly store: Store;
  private readonly host = el("div", {});
  private readonly remark = el("p", { class: "t-fault", role: "alert" });
  private engine: Engine | undefined;
  private table: TableView | undefined;
  private viewer: GamePage | undefined;

  constructor(
    app: HTMLElement,
    private readonly data: TableData,
  ) {
    this.store = new Store(data);
    app.replaceChildren(skipLink(), this.remark, this.host);
    addEventListener("hashchange", () => this.viewer || this.open());
  }

  /** Goes on with the saved game, or shows the form. An address may ask for an opponent (`#elo=1200`, `#level=easy`). */
  open(): void {
    const saved = this.store.game();
    const asked = wishOf(location.hash);
    const route = parseRoute(location.hash);
    if (route.view === "game" && saved?.isOver) return void this.play(saved);
    if (saved && !saved.isOver && !asked) return void this.play(saved);
    this.setUp(asked ?? this.data.wish, saved && !saved.isOver ? saved : undefined);
  }

  private setUp(wish: Wish, saved?: SavedGame): void {
    this.clear();
    const view = new SetupView(this.data, wish, this.store.names(), {
      start: (wanted) => void this.start(wanted, view),
      open: (record) => this.openRecord(record),
      goOn: saved && (() => void this.play(saved)),
    });
    this.host.replaceChildren(view.element);
    document.title = "Toptile";
  }

  private async start(wanted: WantedGame, view: SetupView): Promise<void> {
    const { rules, players, isDrawn, seed = randomSeed(), hasHints, challengeLimit, clockMs } = wanted;
    this.store.keepNames(players.filter(({ computer }) => !computer).map(({ name }) => name));
    try {
      const draw = isDrawn && players.length > 1 ? await this.openEngine(rules).draw(seed, players.length) : { first: 0, rounds: [] };
      const inTurn = players.map((_, i) => players[(draw.first + i) % players.length]!);
      const game: SavedGame = {
        version: SAVED_VERSION,
        rules,
        players: inTurn,
        seed,
        chance: crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
        draw: draw.rounds,
        hasHints,
        challengeLimit,
        clockMs,
        turns: [],
        hints: 0,
        undos: 0,
        isOver: false,
      };
      this.keep(game);
      if (location.hash) history.replaceState(null, "", location.pathname + location.search);
      await this.play(game);
    } catch (error) {
      view.tell(error instanceof Error ? error.message : String(error));
    }
  }

  private async play(game: SavedGame): Promise<void> {
    try {
      await this.show(game);
    } catch (error) {
      this.remark.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  private async show(game: SavedGame): Promise<void> {
    this.clear();
    const setup = readSetup(this.reportData(game.rules, game.players.map(({ name }) => name), game.clockMs), game.rules.name, 0);
    const table = (this.table = new TableView(this.openEngine(game.rules), setup, game, {
      keep: (changed) => this.keep(changed),
      onEnd: (answer) => this.endOf(game, answer),
      leave: () => (this.store.dropGame(), this.setUp(this.wishAgain(game))),
    }));
    this.host.replaceChildren(table.element);
    document.title = `${game.players.map(({ name }) => name).join(" – ")} · Toptile`;
    await table.refresh();
  }

  private keep(game: SavedGame): void {
    this.store.keepGame(game);
    this.remark.textContent = this.store.fault;
  }

  /** What a finished game offers; a game that was played alone is added to the best scores. */
  private endOf(game: SavedGame, { record, line }: GameAnswer): Child {
    const { players, rules, seed, hints, undos } = game;
    const help = [hints > 0 && plural(hints, "hint"), undos > 0 && `${plural(undos, "turn")} taken back`].filter(Boolean).join(", ");
    return [
      el("p", { class: "t-seed" }, `The bag followed from the seed ${seed}. Anyone can check that: toptile verify reads the record.${help ? ` Help used: ${help}.` : ""}`),
      el(
        "div",
        { class: "t-actions" },
        button("Look at the game", () => void this.view(record, rules), "", "t-main"),
        button("Download the record", () => download(`${players.map(({ name }) => name).join("-")}.jsonl`, `${line ?? ""}\n`)),
        button("Another game", () => void this.start(this.sameAgain(game), this.setUpQuietly(game))),
      ),
      isSolo(game) && !players[0]?.computer ? this.bestScores(game, Number((record as { scores?: number[] }).scores?.[0] ?? 0)) : null,
    ];
  }

  private bestScores(game: SavedGame, score: number): Child {
    const { rules, players, hints, undos } = game;
    const date = new Date().toLocaleDateString("sv"); // As in 2026-11-28, in the reader's time zone.
    const own = { name: players[0]?.name ?? "", score, date, hints, undos };
    const kept = this.store.scores(rules.name);
    const isKept = kept.findIndex((other) => JSON.stringify(other) === JSON.stringify(own));
    const { list, place } = isKept >= 0 ? { list: kept, place: isKept + 1 } : this.store.addScore(rules.name, own);
    const helped = (other: typeof own): string => [other.hints > 0 && plural(other.hints, "hint"), other.undos > 0 && `${other.undos} taken back`].filter(Boolean).join(", ");
    return el(
      "section",
      { "aria-label": "Best scores" },
      el("h3", {}, "Best scores"),
      el(
        "ol",
        { class: "t-scores" },
        list.map((other, i) => el("li", { class: i + 1 === place ? "t-own" : "" }, el("b", {}, other.score), ` ${other.name}, ${other.date}`, helped(other) && `, ${helped(other)}`)),
      ),
    );
  }

  private sameAgain({ players, rules, draw, hasHints, challengeLimit, clockMs }: SavedGame): WantedGame {
    return { players, rules, isDrawn: draw.length > 0, hasHints, challengeLimit, clockMs, seed: undefined };
  }

  private setUpQuietly(game: SavedGame): SetupView {
    return new SetupView(this.data, this.wishAgain(game), [], { start: () => {}, open: (record) => this.openRecord(record), goOn: undefined });
  }

  private wishAgain({ players }: SavedGame): Wish {
    const wished = players.map(({ name, computer }): WishedPlayer => {
      if (!computer) return { name };
      const level = this.data.levels.find((each) => each.name === name);
      return level ? { level: level.name } : { elo: computer.elo ?? 1500 };
    });
    return { ...this.data.wish, players: wished };
  }

  /** Shows a record that the rules confirm. */
  private async openRecord(text: string): Promise<void> {
    const line = text.trim();
    if (line.includes("\n")) throw new Error("this file has more than one line; the record of a game is one line");
    let record: GameRecord;
    try {
      record = JSON.parse(line) as GameRecord;
    } catch {
      throw new Error("this is not the record of a game");
    }
    const name = readGame(record).rules;
    const rules = this.data.rules.find((each) => each.name === name);
    if (!rules) throw new Error(`its ruleset is “${name}”, and this page has ${this.data.rules.map((each) => each.name).join(", ")}`);
    const engine = this.openEngine({ ...rules, scoreless_rounds: 0 });
    const difference = await engine.verify(line);
    if (difference !== null) throw new Error(`the rules do not give this record: ${difference}`);
    await this.view(record, { ...rules, scoreless_rounds: 0 });
  }

  private async view(record: GameRecord, rules: Rules): Promise<void> {
    this.clear();
    const data = this.reportData(rules, record.players, 0, record);
    const page = (this.viewer = new GamePage(data, { has: () => true, read: async () => record }, null));
    const back = button("Back", () => this.leaveViewer());
    this.host.replaceChildren(el("nav", { class: "t-nav" }, back), page.element);
    const route = parseRoute(location.hash);
    const shown: GameRoute = route.view === "game" ? route : { view: "game", run: 0, game: 1, turn: record.turns.length };
    await page.show(shown, "#");
  }

  private leaveViewer(): void {
    history.replaceState(null, "", location.pathname + location.search);
    this.clear();
    const saved = this.store.game();
    if (saved) void this.play(saved);
    else this.setUp(this.data.wish);
  }

  private clear(): void {
    this.table?.destroy();
    this.table = undefined;
    this.viewer?.close();
    this.viewer = undefined;
    this.host.replaceChildren();
  }

  private openEngine(rules: Rules): Engine {
    this.engine?.close();
    const source = embeddedEngine(document, 0);
    if (!source) throw new Error("This page has no engine. Write it again with: toptile play --browser");
    return (this.engine = new Engine(source, rules));
  }

  /** The data of a page with one game, as the viewer reads it. */
  private reportData(rules: Rules, players: readonly string[], clockMs: number, record?: GameRecord): ReportData {
    const tiles = rules["tiles"] as Record<string, number | { text?: string }>;
    const size = Number(rules["size"]);
    const clock = clockMs > 0 ? { kind: "game", time_ms: clockMs } : null;
    return {
      report: 1,
      mode: "game",
      title: players.join(" – "),
      toptile: this.data.toptile,
      runs: [{ name: "", games: 1, plan: { rules, clock } }],
      bots: players.map((name) => ({ name })),
      alphabet: {
        faces: Object.entries(tiles).map(([symbol, tile]) => (typeof tile === "object" && tile.text ? tile.text : symbol)),
        size,
        max_height: Number(rules["height"]),
        columns: Array.from({ length: size }, (_, i) => columnName(i)).join(""),
      },
      ...(record ? { games: { id: [1], seats: [players.map((_, seat) => seat)], scores: [record.scores], ranks: [record.ranks], end: [record.end] } } : {}),
    } as unknown as ReportData;
  }
}

function randomSeed(): string {
  return String(crypto.getRandomValues(new BigUint64Array(1))[0]);
}

function wishOf(hash: string): Wish | undefined {
  const keys = new URLSearchParams(hash.replace(/^#/, ""));
  const [elo, level] = [keys.get("elo"), keys.get("level")];
  if (elo !== null && /^\d{1,4}$/.test(elo)) return { players: [{ name: "Player 1" }, { elo: Math.min(1940, Number(elo)) }] };
  if (level) return { players: [{ name: "Player 1" }, { level }] };
  return undefined;
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
  const link = el("a", { href: address, download: name.replace(/[/\\\s]+/g, "-") });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
