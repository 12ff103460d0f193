// The table: the board, the racks, and all that a player can do. The engine knows the rules; this view asks it for the game after
// each turn, and keeps nothing but the turns.

import { button, el, Work, type Child } from "../dom.ts";
import type { Engine, GameAnswer, LegalPlay } from "../engine/engine.ts";
import { messageOf, plural } from "../words.ts";
import { BoardView } from "../viewer/board_view.ts";
import { EndView } from "../viewer/end_view.ts";
import { readsKeys } from "../viewer/keyboard.ts";
import { LayingView } from "../viewer/laying_view.ts";
import { isAnswer, parseMove } from "../viewer/model/notation.ts";
import { readGame } from "../viewer/model/record.ts";
import { replayGame, type Replay } from "../viewer/model/replay.ts";
import type { Setup } from "../viewer/model/setup.ts";
import { MovesView } from "../viewer/moves_view.ts";
import { PlayersView } from "../viewer/players_view.ts";
import { moveInWords } from "../viewer/telling.ts";
import { tileElement } from "../viewer/tile.ts";
import type { Stage } from "../viewer/view.ts";
import { peopleIn, questionOf, type Player, type SavedGame, type SavedTurn } from "./data.ts";
import { distinctWords, drawInWords, hintList, recordSeenBy, unseenTiles } from "./seen.ts";
import { keysTable, openDialog, type Choice } from "./dialogs.ts";
import { TurnTime } from "./turn_time.ts";

export interface TableActions {
  /** The game has changed. */
  keep(game: SavedGame): void;
  /** The game is over: returns what else to show below the result. */
  onEnd(answer: GameAnswer): Child;
  leave(): void;
}

const HINTS_SHOWN = 5;
const TICK_MS = 250;

export class TableView implements Stage {
  readonly element: HTMLElement;
  replay!: Replay;
  private answer: GameAnswer | undefined;
  private readonly board: BoardView;
  private readonly laying: LayingView;
  private readonly told = el("p", { class: "t-told", role: "status" });
  private readonly asked = el("div", { class: "t-asked" });
  private readonly players = el("div", { class: "t-cards" });
  private readonly side = el("div", { class: "t-side" });
  private readonly moves = el("div", { class: "v-right" });
  private readonly unseen = el("details", { class: "t-unseen" }, el("summary", {}, "Tiles that you do not see"), el("p", {}));
  private readonly buttons: Readonly<Record<"hint" | "mix" | "exchange" | "pass" | "back", HTMLButtonElement>>;
  private playersView: PlayersView | undefined;
  private movesView: MovesView | undefined;
  private readonly hinting = new Work();
  /** What is told with the next state of the game. */
  private notice = "";
  private shownTurns = 0;
  private readonly turnTime: TurnTime;
  private dialog: HTMLDialogElement | undefined;
  /** Whether a move was made whose game has not come yet: until then, no player is asked. */
  private isTaken = false;
  /** The seat of a person whose rack may be seen by who sits at the screen. */
  private revealed: number | undefined;
  /** Grows with each change, so that a late answer is known as one. */
  private step = 0;
  private readonly ticking: ReturnType<typeof setInterval>;
  private readonly onKeyDown = (event: KeyboardEvent): void => this.onKey(event);

  constructor(
    private readonly engine: () => Engine,
    private readonly setup: Setup,
    private readonly game: SavedGame,
    private readonly challengeLimit: number,
    private readonly actions: TableActions,
  ) {
    this.turnTime = new TurnTime(game.usedMs);
    this.board = new BoardView(setup);
    this.laying = new LayingView(this, this.board, {
      isTurn: true,
      changed: (move) => void this.judge(move),
      finished: () => void this.playLaid(),
    });
    this.buttons = {
      hint: button("Hint", () => this.hint(), "The best plays (?)"),
      mix: button("Mix", () => (this.laying.mix(), this.focusBoard()), "Mix the rack (*)"),
      exchange: button("Exchange", () => this.askForTile(), "Exchange a tile (+)"),
      pass: button("Pass", () => this.askToPass(), "Pass (−)"),
      back: button("Take back", () => void this.takeBack(), "Take the last turn back (<)"),
    };
    this.element = el(
      "main",
      { id: "main", class: "v-viewer t-table", tabindex: "-1" },
      el("h1", { class: "v-unseen" }, game.players.map(({ name }) => name).join(" – ")),
      el(
        "div",
        { class: "v-layout" },
        el("div", { class: "v-left" }, this.board.element, this.laying.element, this.asked, el("div", { class: "t-actions t-turn" }, Object.values(this.buttons))),
        el("div", { class: "v-middle" }, this.players, this.told, this.side, this.unseen, el("div", { class: "t-actions t-rest" }, button("Keys", () => this.ask("Keys", [], keysTable()), "The keys (F1)"), button("New game", () => this.askToLeave()))),
        this.moves,
      ),
    );
    document.addEventListener("keydown", this.onKeyDown);
    this.ticking = setInterval(() => this.tick(), TICK_MS);
  }

  get last(): number {
    return this.replay.steps.length;
  }

  destroy(): void {
    ++this.step;
    this.dialog?.close();
    this.answer = undefined;
    this.laying.stop();
    document.removeEventListener("keydown", this.onKeyDown);
    clearInterval(this.ticking);
    this.element.remove();
  }

  /** The time that has been used in this turn; it is kept when the page is left. */
  get usedMs(): number {
    return this.turnTime.usedMs;
  }

  /** Shows the game as it was after a number of turns; the next change shows it as it is. */
  goTo(turns: number): void {
    this.shownTurns = Math.max(0, Math.min(this.last, turns));
    this.movesView?.show(this.shownTurns);
    this.showBoard(false);
    this.tell(this.shownTurns === this.last ? this.state() : `The board after turn ${this.shownTurns} of ${this.last}. Any key returns to the game.`);
  }

  /** Asks for the game as it stands, and goes on with it. */
  async refresh(isNew = false): Promise<void> {
    const step = ++this.step;
    this.dialog?.close();
    if (this.laying.current) this.laying.rest(this.laying.current.rack);
    let answer: GameAnswer;
    try {
      answer = await this.engine().game(questionOf(this.game, this.challengeLimit));
    } catch (error) {
      return this.tell(sentence(error));
    }
    if (step !== this.step) return;
    if (answer.refused !== null) return this.refuse(answer);
    this.answer = answer;
    this.isTaken = false;
    const player = this.player(answer.seat);
    if (this.revealed !== undefined && peopleIn(this.game) > 1 && answer.seat !== this.revealed) this.revealed = undefined;
    if (peopleIn(this.game) === 1) this.revealed = this.game.players.findIndex(({ computer }) => !computer);
    this.replay = replayGame(readGame(recordSeenBy(this.revealed, answer)), this.setup);
    this.shownTurns = this.last;
    this.draw(isNew);
    this.laying.rest(this.revealed === undefined ? [] : (this.replay.states[this.last]?.racks[this.revealed] ?? []));
    if (answer.is_over) return this.end(answer);
    if (player?.computer) return this.letComputerMove(step, answer, player.computer.elo);
    if (answer.is_question) return this.askWhetherToChallenge(answer);
    if (this.revealed === answer.seat) return this.beginTurn(answer);
    this.showActions();
    this.asked.replaceChildren(
      el("p", {}, `It is ${player?.name ?? ""}’s turn. Everyone else, please look away.`),
      button(`${player?.name ?? ""}: show my tiles`, () => this.reveal(answer), "", "t-main"),
    );
    this.asked.querySelector("button")?.focus();
  }

  private player(seat: number): Player | undefined {
    return this.game.players[seat];
  }

  private reveal(answer: GameAnswer): void {
    if (this.answer !== answer) return;
    this.revealed = answer.seat;
    this.replay = replayGame(readGame(recordSeenBy(this.revealed, answer)), this.setup);
    this.draw(false);
    this.beginTurn(answer);
  }

  private beginTurn(answer: GameAnswer): void {
    this.asked.replaceChildren();
    this.turnTime.start();
    this.laying.start(this.last, answer.seat);
    this.showActions();
  }

  private focusBoard(): void {
    const cursor = this.laying.current?.cursor;
    if (cursor !== undefined) this.board.focusSquare(cursor);
  }

  // A turn that the rules refuse is one of a saved game that was altered, or was played with other rules.
  private refuse({ played, refused }: GameAnswer): void {
    this.notice = `The rules refuse turn ${played + 1} of the saved game: ${refused ?? ""}. The game continues from turn ${played}. `;
    this.game.turns = this.game.turns.slice(0, played);
    this.actions.keep(this.game);
    void this.refresh();
  }

  private async letComputerMove(step: number, answer: GameAnswer, elo: number | null): Promise<void> {
    this.showActions();
    const name = this.player(answer.seat)?.name ?? "";
    if (!answer.is_question) this.tell(`${this.state()} ${name} is thinking …`);
    const began = performance.now();
    try {
      const { move, info } = await this.engine().choose(questionOf(this.game, this.challengeLimit), elo ?? undefined, this.game.chance + this.game.turns.length);
      if (step === this.step) await this.take(answer, move, Math.floor(performance.now() - began), info);
    } catch (error) {
      if (step === this.step) this.tell(sentence(error));
    }
  }

  /** Plays a move of the seat that this answer asks; nothing happens if it has moved already. */
  private async take(answer: GameAnswer, move: string, ms = this.turnTime.stop(), info = ""): Promise<void> {
    const { game } = this;
    if (this.answer !== answer || this.isTaken || answer.is_over) return;
    this.isTaken = true;
    this.notice = "";
    const clock = game.clockMs > 0 ? { clock: this.clockOf(answer.seat) - ms } : {};
    const turn: SavedTurn = { seat: answer.seat, move, ms, ...clock, ...(info ? { info } : {}) };
    game.turns = [...game.turns, turn];
    game.usedMs = 0;
    this.turnTime.reset();
    this.actions.keep(game);
    await this.refresh(true);
  }

  private clockOf(seat: number): number {
    return this.game.turns.findLast((turn) => turn.seat === seat && turn.clock !== undefined)?.clock ?? this.game.clockMs;
  }

  private async playLaid(): Promise<void> {
    const { laying, answer } = this;
    const move = laying.current?.move;
    if (!answer) return;
    if (move === undefined) return laying.tell(laying.current?.laid.length ? "The tiles are not in one line without gaps." : "No tiles are laid.");
    const verdict = await this.asking(() => this.engine().judge(answer.position, move));
    if (!verdict || this.answer !== answer || laying.current?.move !== move) return;
    if (!verdict.legal) return laying.tell(`${move}: ${verdict.text ?? ""}.`);
    await this.take(answer, move);
  }

  private async judge(move: string | undefined): Promise<void> {
    const { answer } = this;
    if (!answer || !this.laying.current) return this.showBoard(false);
    if (this.shownTurns === this.last) this.showBoard(false);
    else this.goTo(this.last);
    if (move === undefined) {
      if (this.laying.current.laid.length > 0) this.laying.tell("The tiles form no word yet.");
      return;
    }
    const verdict = await this.asking(() => this.engine().judge(answer.position, move));
    if (!verdict || this.laying.current?.move !== move || this.answer !== answer) return;
    this.laying.tell(verdict.legal ? `${verdict.words.join(", ")}: ${plural(verdict.points, "point")}.` : `${move}: ${verdict.text ?? ""}.`);
  }

  /** Asks the engine, and tells why if it does not answer. */
  private async asking<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
    const { answer } = this;
    try {
      return await ask();
    } catch (error) {
      if (this.answer === answer && answer) this.tell(sentence(error));
      return undefined;
    }
  }

  private hint(): void {
    const { answer } = this;
    if (answer && this.laying.current && this.game.hasHints) void this.hinting.start(() => this.listHints(answer), answer);
  }

  private async listHints(answer: GameAnswer): Promise<void> {
    const listed = await this.asking(() => this.engine().plays(answer.position));
    if (!listed || this.answer !== answer || this.isTaken) return;
    const plays = distinctWords(listed).slice(0, HINTS_SHOWN);
    ++this.game.hints;
    this.actions.keep(this.game);
    const show = ({ move }: LegalPlay): void => {
      const play = parseMove(move, this.setup.alphabet);
      const laid = play.kind === "play" ? this.replay.states[this.last]?.board.laidBy(play) : undefined;
      if (laid) this.laying.take(laid);
      this.focusBoard();
    };
    this.side.replaceChildren(...hintList(plays, show));
    this.side.querySelector("button")?.focus();
  }

  private askForTile(): void {
    const { answer } = this;
    if (!answer?.may_exchange || !this.laying.current) return;
    const tiles = this.replay.states[this.last]?.racks[answer.seat] ?? [];
    this.ask(
      "Which tile goes back into the bag?",
      tiles.map((symbol) => {
        const tile = el("button", { type: "button", class: "v-lay-tile", "aria-label": this.setup.alphabet.label(symbol) }, tileElement(this.setup, symbol, 1));
        return { element: tile, act: () => void this.take(answer, `ex.${symbol}`) };
      }),
    );
  }

  private askToPass(): void {
    const { answer } = this;
    if (!answer || !this.laying.current) return;
    this.ask("Pass, without a play?", [{ element: button("Pass", () => {}), act: () => void this.take(answer, "pass") }]);
  }

  private askToLeave(): void {
    if (this.answer?.is_over) return this.actions.leave();
    this.ask("Give up this game and start a new one?", [{ element: button("Give up", () => {}), act: () => this.actions.leave() }]);
  }

  private ask(title: string, choices: readonly Choice[], more: Child = null): void {
    this.dialog?.close();
    this.dialog = openDialog(this.element, title, choices, more, () => this.focusBoard());
  }

  private askWhetherToChallenge(answer: GameAnswer): void {
    this.showActions();
    this.turnTime.start();
    const name = this.player(answer.seat)?.name ?? "";
    const question = `${name}: do you challenge ${this.wordsInDoubt()}?`;
    this.asked.replaceChildren(
      el("p", {}, question),
      button("Challenge", () => void this.take(answer, "challenge")),
      button("Accept", () => void this.take(answer, "accept"), "", "t-main"),
    );
    this.asked.querySelector<HTMLButtonElement>(".t-main")?.focus();
  }

  private wordsInDoubt(): string {
    return this.replay.steps.findLast(({ move }) => move.kind === "play")?.turn.words.join(", ") ?? "the play";
  }

  /** Goes back to before the last move of a person. */
  private async takeBack(): Promise<void> {
    const { turns, players } = this.game;
    const at = turns.findLastIndex(({ seat, move }) => !players[seat]?.computer && !isAnswer(parseMove(move, this.setup.alphabet)));
    if (at < 0 || !this.answer || this.answer.is_over) return;
    this.game.turns = turns.slice(0, at);
    this.game.usedMs = 0;
    this.turnTime.reset();
    ++this.game.undos;
    this.actions.keep(this.game);
    await this.refresh();
  }

  private end(answer: GameAnswer): void {
    this.game.isOver = true;
    this.actions.keep(this.game);
    const end = new EndView(this.replay);
    end.show(this.last);
    this.showActions();
    this.tell(this.lastMove());
    this.asked.replaceChildren();
    this.side.replaceChildren(end.element, el("div", {}, this.actions.onEnd(answer)));
    this.element.classList.add("t-over");
    this.side.querySelector<HTMLElement>("button")?.focus();
  }

  private draw(isNew: boolean): void {
    const { answer } = this;
    if (!answer) return;
    this.asked.replaceChildren();
    this.side.replaceChildren();
    const players = (this.playersView = new PlayersView(this.replay, (seat) => !answer.is_over && seat !== this.revealed));
    players.show(this.last);
    this.players.replaceChildren(players.element);
    [...players.element.querySelectorAll(".v-player")].forEach((card, seat) => card.classList.toggle("t-asked-seat", !answer.is_over && seat === answer.seat));
    const moves = (this.movesView = new MovesView(this, undefined));
    this.moves.replaceChildren(moves.element);
    this.tell(this.state());
    this.drawUnseen(answer);
    this.showBoard(isNew);
    moves.show(this.last); // It scrolls, so it must be on the page.
  }

  private state(): string {
    return `${this.notice}${this.lastMove()} ${this.answer ? this.nextMove(this.answer) : ""}`.trim();
  }

  private lastMove(): string {
    return this.last === 0 ? drawInWords(this.game, this.setup.alphabet) : moveInWords(this.replay, this.last - 1);
  }

  private nextMove({ is_over, seat, is_question }: GameAnswer): string {
    if (is_over || is_question) return "";
    const player = this.player(seat);
    return player?.computer ? "" : peopleIn(this.game) > 1 ? `It is ${player?.name ?? ""}’s turn.` : "It is your turn.";
  }

  private drawUnseen({ position, is_over }: GameAnswer): void {
    const seat = this.revealed;
    this.unseen.hidden = is_over || seat === undefined || seat !== this.answer?.seat;
    this.unseen.querySelector("p")?.replaceChildren(...unseenTiles(position, this.setup.alphabet));
  }

  private showActions(): void {
    const isLaying = this.laying.current !== undefined;
    const { hint, mix, exchange, pass, back } = this.buttons;
    hint.disabled = !isLaying || !this.game.hasHints;
    hint.title = this.game.hasHints ? "The best plays (?)" : "There are no hints in this game.";
    mix.disabled = pass.disabled = !isLaying;
    exchange.disabled = !isLaying || !this.answer?.may_exchange;
    back.disabled = (this.answer?.is_over ?? true) || !this.game.turns.some(({ seat }) => !this.player(seat)?.computer);
  }

  private showBoard(isAnimated: boolean): void {
    if (!this.answer) return;
    const laying = this.laying.current;
    const isNow = this.shownTurns === this.last;
    this.board.showCursor(isNow ? laying?.cursor : undefined, laying?.isAcross);
    const state = this.replay.states[this.shownTurns];
    const step = this.replay.steps[this.shownTurns - 1];
    if (!state) return;
    const ghosts = isNow && laying ? laying.laid.map(({ index, symbol }) => ({ index, symbol, height: laying.board.height(index), ply: 1 })) : [];
    const play = this.replay.steps.slice(0, this.shownTurns).findLast((each) => !isAnswer(each.move) || each.lifted.length > 0);
    this.board.show(
      { board: state.board, laid: play?.lifted.length ? [] : (play?.laid ?? []), lifted: step?.lifted ?? [], ghosts, isBetter: true },
      isAnimated && !matchMedia("(prefers-reduced-motion: reduce)").matches && (step?.laid.length ?? 0) > 0,
    );
  }

  private tick(): void {
    const { answer, game } = this;
    if (game.clockMs === 0 || !answer || answer.is_over) return;
    this.playersView?.tick(answer.seat, Math.round(this.clockOf(answer.seat) - this.turnTime.usedMs));
  }

  private tell(sentence: string): void {
    if (this.told.textContent !== sentence) this.told.textContent = sentence;
  }

  private onKey(event: KeyboardEvent): void {
    const { key, target } = event;
    if (!this.answer || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || readsKeys(target, key)) return;
    // A key that is held down must not answer for the next player, or take a whole game back.
    if (event.repeat && !key.startsWith("Arrow") && key !== "Backspace" && key !== "Tab") return event.preventDefault();
    if (key === "F1") return event.preventDefault(), this.ask("Keys", [], keysTable());
    if (key === "Enter" && target instanceof Element && target.closest("button, summary, a")) return;
    const { hint, mix, exchange, pass, back } = this.buttons;
    const pressed: Readonly<Record<string, HTMLButtonElement>> = { "?": hint, "*": mix, "+": exchange, "-": pass, "−": pass, "<": back };
    const chosen = pressed[key];
    const isForBoard = key.length === 1 || key.startsWith("Arrow") || ["Escape", "Enter", "Backspace"].includes(key);
    if (chosen && !chosen.disabled) chosen.click();
    else if (key === "/" && !this.unseen.hidden) this.unseen.open = !this.unseen.open;
    else if (isForBoard && this.shownTurns !== this.last) this.goTo(this.last);
    else if (!this.laying.onKey(key)) return;
    event.preventDefault();
  }
}

function sentence(error: unknown): string {
  const text = messageOf(error);
  return text.endsWith(".") ? text : `${text}.`;
}
