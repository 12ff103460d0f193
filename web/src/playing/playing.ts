// The games in play: one board that moves, its players with their scores and clocks, the pace of the tournament, and the
// other games, of which the reader may choose one.
import type { ReportData } from "../data.ts";
import { el, type Child } from "../dom.ts";
import { seatColours } from "../report/bot_name.ts";
import { gameAddress } from "../route.ts";
import { count, decimal, duration, endWords, plural } from "../words.ts";
import { BoardView } from "../viewer/board_view.ts";
import { readSetup, type Setup } from "../viewer/model/setup.ts";
import { timeInWords } from "../viewer/telling.ts";
import { paintSeats, seatClass } from "../viewer/view.ts";
import type { BoardsAnswer, GameInPlay, OpenTurn, Pace } from "./answer.ts";
import { BoardFeed } from "./board_feed.ts";
import { ShownGame } from "./shown_game.ts";

/** The end of a game stands so long before the next game comes. */
const endStandsMs = 2500;
const mostListed = 16;
const mostTurnsListed = 8;
/** Above this many games a second, single games are not worth choosing, and pairings are listed. */
const fastGames = 0.5;
/** A pairing that was in play so lately is still listed. */
const lately = 20_000;
/** A bot that has thought for less than this is not said to think. */
const leastThinkingMs = 1000;

interface Choice {
  label: string;
  players: readonly string[];
  /** The game, or null if the pairing is meant. */
  game: number | null;
  rest: Child;
}

export class Playing {
  readonly element: HTMLElement;
  private readonly setup: Setup;
  private readonly countsDown: boolean;
  private readonly board: BoardView;
  private readonly feed: BoardFeed;
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)");

  private readonly pace = el("p", { class: "tv-pace" });
  private readonly bar = el("progress", { class: "tv-bar", max: 1, value: 0, "aria-label": "Games played" });
  private readonly title = el("h3", { class: "tv-title" });
  private readonly seats = el("div", { class: "tv-seats" });
  private readonly told = el("p", { class: "tv-told" });
  private readonly moves = el("ol", { class: "tv-moves" });
  private readonly pause = el("button", { type: "button", class: "tv-pause", "data-key": "tv-pause" }, "Pause");
  private readonly best = el("button", { type: "button", "aria-pressed": "true", "data-key": "tv-best" }, "The best-rated pairing");
  private readonly list = el("ul", { class: "tv-list" });
  private readonly more = el("p", { class: "note" });
  private readonly stage: HTMLElement;
  private readonly others: HTMLElement;
  private readonly waiting = el("p", { class: "note", role: "status" }, "Waiting for a game …");

  private game: ShownGame | null = null;
  private answer: BoardsAnswer | null = null;
  private answeredAt = 0;
  /** The game and the pairing that the reader has chosen. */
  private chosen: { game: number | null; players: readonly string[] } | null = null;
  /** When each pairing was in play last. */
  private readonly met = new Map<string, { players: readonly string[]; at: number }>();
  private readonly buttons = new Map<string, HTMLButtonElement>();
  private steppedAt = 0;
  private isPaused = false;
  private isFastNow = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private data: ReportData) {
    this.setup = readSetup(data, "", 0);
    const clock = data.runs[0]?.plan.clock;
    this.countsDown = clock?.kind === "game" && clock.measure !== "processor";
    this.board = new BoardView(this.setup);
    this.pause.addEventListener("click", () => this.togglePause());
    this.best.addEventListener("click", () => this.choose(null));
    this.stage = el(
      "div",
      { class: "tv-stage", hidden: true },
      el("div", { class: "tv-board" }, this.board.element),
      el("div", { class: "tv-side" }, this.title, this.seats, this.told, this.moves, el("p", {}, this.pause)),
    );
    this.others = el(
      "div",
      { class: "tv-others", role: "group", "aria-labelledby": "tv-others" },
      el("h3", { id: "tv-others" }, "Show"),
      el("div", { class: "tv-choices" }, this.best, this.list),
      this.more,
    );
    this.element = el("div", { class: "tv v-viewer" }, el("div", { class: "tv-head" }, this.pace, this.bar), this.waiting, this.stage, this.others);
    this.feed = new BoardFeed(data.live!.boards, {
      isSeen: () => this.element.isConnected && !document.hidden && !this.isPaused,
      wanted: () => this.wanted(),
      take: (answer) => this.take(answer),
      missing: (game) => this.missing(game),
    });
    document.addEventListener("visibilitychange", () => this.feed.hurry());
  }

  /** The colours of the bots may be others now. */
  update(data: ReportData): void {
    this.data = data;
    if (this.game) paintSeats(this.stage, seatColours(data, this.game.news.players));
  }

  /** The connection came back, perhaps to another tournament. */
  restart(): void {
    this.feed.restart();
  }

  /** The tournament is over, and the server may go. */
  finish(): void {
    this.feed.finish();
  }

  // The game in play is asked for until its end is shown; then a game of the chosen pairing, if there is one.
  private wanted(): number | null {
    if (this.chosen?.game !== null && this.chosen?.game !== undefined && this.chosen.game !== this.game?.news.game) return this.chosen.game;
    const isInPlay = this.game?.news.now !== undefined && !this.answer?.pace.is_over;
    if (this.game && (isInPlay || !this.game.isUpToDate())) return this.game.news.game;
    return this.nextOfPairing();
  }

  private nextOfPairing(): number | null {
    const chosen = this.chosen;
    if (!chosen) return null;
    return this.answer?.games.find((game) => isSamePairing(game.players, chosen.players))?.game ?? null;
  }

  private missing(game: number): void {
    if (this.chosen?.game === game) this.chosen.game = null;
    if (this.game?.news.game === game) this.game = null;
    this.answer = null;
  }

  private take(answer: BoardsAnswer): void {
    this.answer = answer;
    this.answeredAt = performance.now();
    for (const { players } of answer.games) this.met.set(pairingOf(players), { players, at: this.answeredAt });
    const { board } = answer;
    if (board) {
      const isMine = this.game?.take(board) ?? false;
      if (!isMine && this.mayLeave(board.game)) this.open(new ShownGame(board, this.setup));
    }
    this.drawPace(answer.pace);
    this.drawChoices();
    this.drawGame();
    this.schedule();
  }

  /** Whether the board may go on to another game. */
  private mayLeave(next: number): boolean {
    if (!this.game || this.game.news.game === next) return true;
    return this.timer === undefined && (this.chosen?.game === next || this.game.isDone() || !this.game.news.now);
  }

  private open(game: ShownGame): void {
    this.game = game;
    this.stage.hidden = false;
    this.waiting.hidden = true;
    this.seats.replaceChildren(...game.news.players.map(makeSeat));
    paintSeats(this.stage, seatColours(this.data, game.news.players));
    this.board.closeStack();
    this.drawTurn(false);
  }

  // Shows the next turn in its time.
  private schedule(): void {
    if (this.timer !== undefined || !this.game || this.isPaused) return;
    if (!this.game.isUpToDate()) {
      const rest = this.steppedAt + this.game.restMs() - performance.now();
      this.timer = setTimeout(() => this.step(), Math.max(0, rest));
    } else if (this.game.isDone() && this.answer && !this.answer.pace.is_over) {
      this.timer = setTimeout(() => this.leave(), endStandsMs);
    }
  }

  private step(): void {
    this.timer = undefined;
    if (!this.game || this.isPaused) return;
    this.steppedAt = performance.now();
    this.game.shown += 1;
    this.drawTurn(true);
    this.drawChoices();
    this.schedule();
  }

  private leave(): void {
    this.timer = undefined;
    if (this.chosen) this.chosen.game = null;
    this.feed.hurry();
  }

  private choose(choice: Choice | null): void {
    this.chosen = choice && { game: choice.game, players: choice.players };
    clearTimeout(this.timer);
    this.timer = undefined;
    const pairing = this.nextOfPairing();
    if (this.chosen && this.chosen.game === null && !(this.game && isSamePairing(this.game.news.players, this.chosen.players))) this.chosen.game = pairing;
    if (!choice) this.game = null;
    if (this.isPaused) this.togglePause();
    this.drawChoices();
    this.feed.hurry();
    this.schedule();
  }

  private togglePause(): void {
    this.isPaused = !this.isPaused;
    setText(this.pause, this.isPaused ? "Continue" : "Pause");
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.isPaused) this.feed.hurry();
    this.schedule();
  }

  private drawPace(pace: Pace): void {
    // How many games were played stands below the title: two counts of different moments would disagree.
    const parts: string[] = [];
    if (pace.games_a_second > 0) parts.push(paceWords(pace.games_a_second));
    if (pace.seconds_left !== null) parts.push(`${leftWords(pace.seconds_left)} left`);
    if (pace.is_over) parts.push("no game is in play any more");
    setText(this.pace, parts.join(" · "));
    this.bar.max = Math.max(1, pace.games_planned);
    this.bar.value = pace.games_played;
    this.pace.hidden = parts.length === 0;
    const waits = this.game ? "" : pace.is_over ? "No game is in play any more." : "Waiting for a game …";
    this.waiting.hidden = waits === "";
    setText(this.waiting, waits);
  }

  private drawChoices(): void {
    const games = this.answer?.games ?? [];
    const choices = this.choices(games);
    this.best.setAttribute("aria-pressed", String(this.chosen === null));
    const wanted = choices.slice(0, mostListed);
    this.others.hidden = choices.length === 0 && this.chosen === null;
    const keys = new Set(wanted.map(keyOf));
    for (const [key, button] of this.buttons) {
      if (keys.has(key)) continue;
      // A button with the focus stays where it is until the reader goes on.
      if (button === document.activeElement) continue;
      button.parentElement!.remove();
      this.buttons.delete(key);
    }
    for (const choice of wanted) this.drawChoice(choice);
    const left = choices.length - wanted.length;
    setText(this.more, left > 0 ? `And ${plural(left, "more", "more")}.` : "");
    this.more.hidden = left <= 0;
  }

  private choices(games: readonly GameInPlay[]): Choice[] {
    const now = this.answeredAt;
    const speed = this.answer?.pace.games_a_second ?? 0;
    this.isFastNow = this.isFastNow ? speed > fastGames / 2 : speed > fastGames;
    for (const [key, { at }] of this.met) if (now - at > lately) this.met.delete(key);
    if (this.isFastNow) {
      const pairings = [...this.met].sort(([a], [b]) => (a < b ? -1 : 1));
      if (pairings.length < 2) return [];
      return pairings.map(([key, { players }]) => ({ label: key, players: [...players].sort(), game: null, rest: null }));
    }
    if (games.length < 2 && this.chosen === null) return [];
    return games.map((inPlay) => {
      const { game, players } = inPlay;
      // The game on the board stands in the list as the board shows it.
      const isOnBoard = this.game?.news.game === game && isSamePairing(this.game.news.players, players);
      const { scores, turns } = isOnBoard ? { scores: this.game!.scores(), turns: this.game!.shown } : inPlay;
      const rest = [" ", el("span", { class: "tv-score" }, scores.map((score) => decimal(score)).join(" : ")), el("small", {}, ` turn ${count(turns)}`)];
      return { label: `game ${game}`, players, game, rest };
    });
  }

  private drawChoice(choice: Choice): void {
    const key = keyOf(choice);
    let button = this.buttons.get(key);
    if (!button) {
      button = el("button", { type: "button", "data-key": `tv-${key}` });
      this.buttons.set(key, button);
      this.list.append(el("li", {}, button));
    }
    button.onclick = () => this.choose(choice);
    const isShown =
      this.chosen !== null && (choice.game === null ? isSamePairing(this.chosen.players, choice.players) : choice.game === this.game?.news.game);
    button.setAttribute("aria-pressed", String(isShown));
    if (choice.game !== null && choice.game === this.game?.news.game) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
    button.replaceChildren(...el("span", {}, names(choice.players), choice.rest).childNodes);
  }

  private drawTurn(isAnimated: boolean): void {
    const game = this.game;
    if (!game) return;
    const { board, laid, lifted } = game.position();
    const move = isAnimated && !this.calm.matches && game.turn()?.move.includes(".") === true && game.restMs() > 200;
    this.board.show({ board, laid, lifted, ghosts: [] }, move);
    this.drawGame();
    this.drawMoves(game);
  }

  private drawGame(): void {
    const game = this.game;
    if (!game) return;
    const { news } = game;
    const replay = game.isDone() && el("a", { href: gameAddress(0, news.game), "data-key": "tv-replay" }, "replay");
    const title = `${news.game} ${news.players.join("\n")} ${replay !== false}`;
    if (this.title.dataset["shown"] !== title) {
      this.title.dataset["shown"] = title;
      this.title.replaceChildren(...el("span", {}, `Game ${count(news.game)}`, replay && [" · ", replay]).childNodes);
    }
    const scores = game.scores();
    const turn = game.turn();
    const live = game.isUpToDate() ? news.now : undefined;
    const since = performance.now() - this.answeredAt;
    news.players.forEach((_, seat) => {
      const row = this.seats.children[seat]!;
      const isOut = game.isUpToDate() && news.out.includes(seat);
      const thinking = live?.to_move === seat ? live.thinking_ms + since : 0;
      row.classList.toggle("v-mover", live ? live.to_move === seat : turn?.seat === seat);
      row.classList.toggle("v-out", isOut);
      setText(row.querySelector(".v-score")!, decimal(scores[seat]));
      setText(row.querySelector(".tv-note")!, noteOf(game, seat, isOut, thinking));
      const clock = game.clock(seat);
      const left = clock !== null && this.countsDown && thinking > leastThinkingMs ? clock - thinking : clock;
      setText(row.querySelector(".v-time")!, timeInWords(this.setup, left ?? undefined));
      drawRack(row.querySelector<HTMLElement>(".tv-rack")!, news.now?.racks[seat] ?? this.setup.points.fullRack);
    });
    setText(this.told, this.telling(game, turn));
  }

  private telling(game: ShownGame, turn: OpenTurn | undefined): string {
    if (game.isDone()) return `Over: ${endWords(game.news.over!.end)}.`;
    if (this.isFastNow) return "Games are played faster than this board shows them.";
    if (!game.isUpToDate()) return `Turn ${count(game.shown)} of ${count(game.news.turns.length)} that have been played.`;
    if (!turn) return "The board is empty.";
    return game.news.now ? `${plural(game.news.now.bag, "tile")} in the bag.` : "";
  }

  private drawMoves(game: ShownGame): void {
    const { turns } = game.news;
    const first = Math.max(0, game.shown - mostTurnsListed);
    this.moves.start = first + 1;
    this.moves.replaceChildren(
      ...turns.slice(first, game.shown).map((turn) =>
        el(
          "li",
          { class: seatClass(turn.seat) },
          el("span", { class: "v-dot", "aria-hidden": "true" }),
          el("span", { class: "tv-move" }, moveWords(turn, this.setup)),
          el("span", { class: "tv-points" }, turn.points > 0 ? `+${turn.points}` : ""),
        ),
      ),
    );
  }
}

function makeSeat(name: string, seat: number): HTMLElement {
  return el(
    "div",
    { class: `v-player tv-seat ${seatClass(seat)}` },
    el(
      "div",
      { class: "v-player-head" },
      el("span", { class: "v-dot", "aria-hidden": "true" }),
      el("span", { class: "v-name", title: name }, name),
      el("span", { class: "tv-note" }),
      el("span", { class: "v-score" }),
    ),
    el("div", { class: "tv-under" }, el("span", { class: "tv-rack", role: "img", "aria-label": "Rack" }), el("span", { class: "v-time" })),
  );
}

/** The backs of the tiles on a rack; nobody sees which tiles they are. */
function drawRack(rack: HTMLElement, tiles: number): void {
  if (rack.children.length === tiles) return;
  rack.setAttribute("aria-label", `Rack: ${plural(tiles, "tile")}`);
  rack.replaceChildren(...Array.from({ length: Math.min(tiles, 20) }, () => el("span", {})));
}

function noteOf(game: ShownGame, seat: number, isOut: boolean, thinkingMs: number): string {
  if (isOut) return "forfeited";
  if (game.isDone()) return game.news.over!.ranks[seat] === 1 ? (game.news.over!.ranks.filter((rank) => rank === 1).length > 1 ? "tied" : "won") : "";
  if (thinkingMs > leastThinkingMs) return `thinks ${decimal(thinkingMs / 1000)} s`;
  const turn = game.turn();
  return turn?.seat === seat && turn.points > 0 ? `+${turn.points}` : "";
}

function moveWords(turn: OpenTurn, setup: Setup): string {
  if (turn.move === "ex.?") return "exchanges a tile";
  if (turn.move === "pass") return "passes";
  if (turn.move === "accept") return "does not challenge";
  if (turn.move === "challenge") return turn.takes_back ? "challenges: taken back" : "challenges: it stands";
  const dot = turn.move.indexOf(".");
  const longest = setup.size * 4;
  return `${turn.move.slice(dot + 1, dot + 1 + longest)} ${turn.move.slice(0, dot)}`;
}

function names(players: readonly string[]): Child {
  return players.map((name, i) => [i > 0 && " – ", el("bdi", {}, name)]);
}

function pairingOf(players: readonly string[]): string {
  return [...players].sort().join("\n");
}

function isSamePairing(one: readonly string[], other: readonly string[]): boolean {
  return pairingOf(one) === pairingOf(other);
}

function keyOf(choice: Choice): string {
  return choice.game === null ? pairingOf(choice.players) : String(choice.game);
}

function paceWords(gamesASecond: number): string {
  if (gamesASecond >= 1) return `${decimal(gamesASecond, gamesASecond < 10 ? 1 : 0)} games a second`;
  const aMinute = gamesASecond * 60;
  return aMinute >= 1 ? `${decimal(aMinute, 1)} games a minute` : `${decimal(aMinute * 60, 1)} games an hour`;
}

function leftWords(seconds: number): string {
  return duration(seconds * 1000);
}

function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
