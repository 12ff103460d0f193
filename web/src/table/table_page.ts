// The whole page: the form, the table, and the viewer for a game that is over.

import type { GameRecord, ReportData } from "../data.ts";
import { button, el, type Child } from "../dom.ts";
import { Engine, type EngineSource, type GameAnswer } from "../engine/engine.ts";
import { GamePage } from "../game_page.ts";
import { parseRoute, type GameRoute } from "../route.ts";
import { saveAs } from "../save_as.ts";
import { skipLink } from "../skip_link.ts";
import { readGame } from "../viewer/model/record.ts";
import { readSetup } from "../viewer/model/setup.ts";
import { columnName } from "../viewer/model/notation.ts";
import { messageOf, plural } from "../words.ts";
import { isSolo, questionOf, SAVED_VERSION, type Rules, type SavedGame, type TableData, type Wish, type WishedPlayer } from "./data.ts";
import { SetupView, type WantedGame } from "./setup_view.ts";
import { Store, type BestScore } from "./store.ts";
import { TableView } from "./table_view.ts";

/** Shows the form, or goes on with the saved game. `source` is the engine with the lexicon; undefined if the page has none. */
export function mountTable(host: HTMLElement, data: TableData, source: () => EngineSource | undefined): void {
  new TablePage(host, data, source).open();
}

class TablePage {
  private readonly store: Store;
  private readonly host = el("div", {});
  private readonly remark = el("p", { class: "t-fault", role: "alert" });
  private engine: Engine | undefined;
  private table: TableView | undefined;
  private viewer: GamePage | undefined;
  private playing: SavedGame | undefined;

  constructor(
    app: HTMLElement,
    private readonly data: TableData,
    private readonly source: () => EngineSource | undefined,
  ) {
    this.store = new Store(data);
    app.append(skipLink(), this.remark, this.host);
    // A place in the page, as the skip link has it, changes nothing.
    addEventListener("hashchange", () => !this.viewer && this.wishOf(location.hash) && this.open());
    addEventListener("pagehide", () => this.keepTime());
    const isOwn = (game: SavedGame | undefined): boolean => game?.id === this.playing?.id && game?.turns.length === this.playing?.turns.length;
    this.store.onForeignGame(isOwn, () => this.yieldToOther());
  }

  /**
   * Goes on with the saved game, or shows the form: so it does if an address asks for an opponent (`#elo=1200`, `#level=easy`), or if
   * the page was written again with other wishes.
   */
  open(): void {
    const saved = this.store.game();
    const asked = this.wishOf(location.hash);
    if (saved && !asked && saved.wish === this.wish) return void this.play(saved);
    this.setUp(asked ?? this.data.wish, saved);
  }

  private get wish(): string {
    return JSON.stringify(this.data.wish);
  }

  private setUp(wish: Wish, saved?: SavedGame): void {
    this.clear();
    const unfinished = saved?.isOver === false && saved.turns.length > 0;
    const view = new SetupView(this.data, wish, this.store.names(), {
      start: (wanted) => void this.start(wanted, (sentence) => view.tell(sentence)),
      open: (record) => this.openRecord(record),
      goOn: saved && (() => void this.play(saved)),
      lost: unfinished,
    });
    this.host.replaceChildren(view.element);
    document.title = "Toptile";
  }

  private async start(wanted: WantedGame, tell: (sentence: string) => void): Promise<void> {
    const { rules, players, isDrawn, seed = randomSeed(), hasHints, challengeLimit, clockMs } = wanted;
    this.store.keepNames(players.filter(({ computer }) => !computer).map(({ name }) => name));
    try {
      const engine = this.openEngine(rules);
      const draw = isDrawn && players.length > 1 ? await engine.draw(seed, players.length) : { first: 0, rounds: [] };
      const inTurn = players.map((_, i) => players[(draw.first + i) % players.length]!);
      const game: SavedGame = {
        version: SAVED_VERSION,
        id: randomSeed(),
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
        usedMs: 0,
        isOver: false,
        wish: this.wish,
      };
      await engine.game(questionOf(game, this.data.challenge_limit)); // It refuses names that a record cannot have.
      this.keep(game);
      if (location.hash) history.replaceState(null, "", location.pathname + location.search);
      await this.play(game);
    } catch (error) {
      tell(messageOf(error));
    }
  }

  private async play(game: SavedGame): Promise<void> {
    try {
      await this.show(game);
    } catch (error) {
      this.setUp(this.data.wish);
      this.remark.textContent = `The saved game cannot be shown: ${messageOf(error)}`;
    }
  }

  private async show(game: SavedGame): Promise<void> {
    this.clear();
    const setup = readSetup(this.reportData(game.rules, game.players.map(({ name }) => name), game.clockMs), game.rules.name, 0);
    this.playing = game;
    this.openEngine(game.rules);
    const table = (this.table = new TableView(() => this.freshEngine(game.rules), setup, game, this.data.challenge_limit, {
      keep: (changed) => this.keep(changed),
      onEnd: (answer) => this.endOf(game, answer),
      leave: () => this.leave(game),
    }));
    this.host.replaceChildren(table.element);
    document.title = `${game.players.map(({ name }) => name).join(" – ")} · Toptile`;
    await table.refresh();
  }

  /** An engine that stopped answers nothing any more, but another one may. */
  private freshEngine(rules: Rules): Engine {
    return this.engine && !this.engine.hasFailed ? this.engine : this.openEngine(rules);
  }

  private keepTime(): void {
    if (!this.table || !this.playing || this.playing.isOver) return;
    this.playing.usedMs = this.table.usedMs;
    this.store.keepGame(this.playing);
  }

  private yieldToOther(): void {
    if (!this.table) return;
    this.playing = undefined;
    this.clear();
    this.remark.textContent = "The game goes on in another window. Load this page again to continue here.";
  }

  private keep(game: SavedGame): void {
    this.store.keepGame(game);
    this.remark.textContent = this.store.fault;
  }

  private leave(game: SavedGame): void {
    this.playing = undefined;
    this.store.dropGame();
    this.setUp(this.wishAgain(game));
  }

  /** What a finished game offers; a game that was played alone is added to the best scores. */
  private endOf(game: SavedGame, { record, line }: GameAnswer): Child {
    const { players, rules, seed, hints, undos } = game;
    const help = [hints > 0 && plural(hints, "hint"), undos > 0 && `${plural(undos, "turn")} taken back`].filter(Boolean).join(", ");
    return [
      el("p", { class: "t-seed" }, `The bag followed from the seed ${seed}. To check the record: toptile verify FILE.${help ? ` Help used: ${help}.` : ""}`),
      el(
        "div",
        { class: "t-actions" },
        button("Look at the game", () => void this.view(record, rules), "", "t-main"),
        button("Download the record", () => saveAs(`${players.map(({ name }) => name).join("-").replace(/[/\\\s]+/g, "-")}.jsonl`, `${line ?? ""}\n`, "application/x-ndjson")),
        button("Another game", () => void this.start(this.sameAgain(game), (sentence) => (this.remark.textContent = sentence))),
      ),
      isSolo(game) && !players[0]?.computer ? this.bestScores(game, record.scores[0] ?? 0) : null,
    ];
  }

  private bestScores(game: SavedGame, score: number): Child {
    const { rules, players, hints, undos, seed } = game;
    const date = new Date().toLocaleDateString("sv"); // As in 2026-11-28, in the reader's time zone.
    const { list, place } = this.store.addScore(rules.name, { name: players[0]?.name ?? "", score, date, hints, undos, seed });
    const helped = (other: BestScore): string => [other.hints > 0 && plural(other.hints, "hint"), other.undos > 0 && `${other.undos} taken back`].filter(Boolean).join(", ");
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

  private wishAgain({ players }: SavedGame): Wish {
    const wished = players.map(({ name, computer }): WishedPlayer => {
      if (!computer) return { name };
      const level = this.data.levels.find(({ elo }) => elo === computer.elo);
      return level ? { level: level.name } : { elo: computer.elo ?? this.data.max_elo };
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
    const { difference, scoreless_rounds } = await this.openEngine(rules).verifyAlone(line);
    if (difference !== null) throw new Error(`the rules do not give this record: ${difference}`);
    await this.view(record, { ...rules, scoreless_rounds });
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

  /** The opponent that an address asks for. */
  private wishOf(hash: string): Wish | undefined {
    const keys = new URLSearchParams(hash.replace(/^#/, ""));
    const [elo, level] = [keys.get("elo"), keys.get("level")];
    const person = { name: "Player 1" };
    if (elo !== null && /^\d{1,4}$/.test(elo)) return { players: [person, { elo: Math.min(this.data.max_elo, Number(elo)) }] };
    if (level !== null && this.data.levels.some(({ name }) => name === level)) return { players: [person, { level }] };
    return undefined;
  }

  private clear(): void {
    this.keepTime();
    this.table?.destroy();
    this.table = undefined;
    this.viewer?.close();
    this.viewer = undefined;
    this.host.replaceChildren();
  }

  private openEngine(rules: Rules): Engine {
    this.engine?.close();
    const source = this.source();
    if (!source) throw new Error("This page has no engine, so no game can be played on it.");
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
