// The engine beside the board: the best plays of the position that is shown, which improve while it thinks; all legal plays; the
// verdict on a play that the reader types; and words.

import { el, Work } from "../dom.ts";
import type { Found, Solved, LegalPlay } from "../engine/engine.ts";
import { count, duration, plural, signed } from "../words.ts";
import type { Laying } from "./model/laying.ts";
import { parseMove } from "./model/notation.ts";
import { positionLine, seatAsked } from "./model/position.ts";
import { PlaysTable, type PlayRow } from "./plays_table.ts";
import { chanceText, moveText, pointsText } from "./review_words.ts";
import type { BoardView } from "./board_view.ts";
import type { AnalysisOptions } from "./index.ts";
import { LayingView } from "./laying_view.ts";
import type { Stage, View } from "./view.ts";

export interface AnalysisActions extends AnalysisOptions {
  /** The move that is to be seen on the board has changed. */
  showAsked(): void;
  readonly board: BoardView;
  /** Hides, or shows again, what comes after the turn that is shown. */
  hideRest(isHidden: boolean): void;
}

const SETTLED_MS = 120; // The search begins when the reader stays at a turn for this time.
const MAX_LISTED = 300; // Rows of the list of all plays.
const MAX_SHOWN = 8;
const ENOUGH_NODES = 400_000; // A search that a reader forgot does not run forever.

export class AnalysisView implements View {
  readonly element: HTMLElement;
  private readonly status = el("span", { class: "v-aside" });
  private readonly pause = button("Pause", () => this.togglePause());
  private readonly message = el("p", { hidden: true });
  private readonly table = new PlaysTable(() => this.ask());
  private readonly playIt = button("Play", () => void this.playAsked());
  private readonly back = button("Back to the game", () => this.actions.onBack());
  private readonly review = button("Review the game", () => void this.reviewing.start(() => this.reviewGame()));
  private readonly reviewing = new Work(this.review);
  private readonly train = button("Train", () => this.toggleTraining());
  private readonly next = button("Next turn", () => this.stage.goTo(this.turns + 1));
  private readonly laying: LayingView;
  private readonly list = el("ul", { class: "v-all-plays" });
  private readonly filter = input("Search all plays", "word, square or points");
  private readonly allPlays: HTMLDetailsElement;
  private readonly allPlaysTitle = el("summary", {}, "All plays");
  private readonly play = input("Try a play", "5d.MOOD");
  private readonly verdict = el("p", { class: "v-verdict", role: "status" });
  private readonly word = input("Look a word up", "word");
  private readonly wordAnswer = el("p", { class: "v-verdict", role: "status" });
  private turns = 0;
  isOpen = false;
  private isPaused = false;
  private positions = 0; // Counts the positions; what was asked for an earlier one is not shown.
  private plays: readonly LegalPlay[] | undefined;
  private isListing = false;
  private tried: string | undefined; // The play that was typed, if it is legal.
  private judging: { readonly move: string } | undefined; // The last play whose verdict is awaited; other verdicts come too late.
  private best: string | undefined; // The best move that the search has found so far.
  // In training, the reader finds a move before the engine and the record show theirs.
  private isTraining = false;
  private answer: string | undefined;
  private settling: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly stage: Stage,
    private readonly actions: AnalysisActions,
  ) {
    this.laying = new LayingView(stage, actions.board, {
      changed: (move) => void this.judgeLaid(move),
      finished: () => void this.playLaid(),
    });
    this.playIt.classList.add("v-play-it");
    for (const each of [this.pause, this.train]) each.setAttribute("aria-pressed", "false");
    this.train.title = "Find a move yourself before the engine shows its moves";
    this.allPlays = el("details", {}, this.allPlaysTitle, this.filter, this.list);
    this.allPlays.addEventListener("toggle", () => void this.listPlays());
    this.filter.addEventListener("input", () => this.drawList());
    this.element = el(
      "section",
      { class: "v-analysis", "aria-label": "Analysis", hidden: true },
      el("div", { class: "v-review-head" }, el("h3", {}, "Analysis"), this.status, this.pause),
      this.message,
      this.table.element,
      el("div", { class: "v-review-actions" }, this.laying.toggle, this.train, this.back, this.review, this.next, this.playIt),
      form(this.play, "Judge", () => void this.judge()),
      this.verdict,
      this.allPlays,
      form(this.word, "Look up", () => void this.lookUp()),
      this.wordAnswer,
    );
    this.table.show([]);
    this.back.hidden = actions.lineAfter === undefined;
    this.review.hidden = actions.onReview === undefined || actions.lineAfter !== undefined;
  }

  show(turns: number): void {
    this.turns = turns;
    this.table.letGo();
    this.tried = undefined;
    this.answer = undefined;
    this.laying.show(turns);
    this.verdict.textContent = "";
    this.begin(SETTLED_MS);
  }

  /** Opens or closes the panel; says whether it is open now. */
  toggle(): boolean {
    this.isOpen = !this.isOpen;
    this.element.hidden = !this.isOpen;
    if (!this.isOpen) this.laying.stop();
    this.begin();
    return this.isOpen;
  }

  get isBusy(): boolean {
    return this.laying.current !== undefined || this.element.querySelector("input:focus") !== null;
  }

  focusWord(): void {
    if (!this.isOpen) this.toggle();
    this.word.focus();
  }

  /** The play that the reader asks to see on the board that is shown. */
  get asked(): string | undefined {
    if (!this.isOpen) return undefined;
    return this.laying.current ? this.tried : (this.table.asked ?? this.tried);
  }

  /** A key of the whole page; says whether tiles are being laid and it was for them. */
  onKey(key: string): boolean {
    return this.laying.onKey(key);
  }

  startLaying(): void {
    if (!this.isOpen) this.toggle();
    this.laying.start();
  }

  /** What belongs below the board. */
  get belowBoard(): HTMLElement {
    return this.laying.element;
  }

  /** The tiles that are being laid. */
  get laidTiles(): Laying | undefined {
    return this.laying.current;
  }

  letGo(): boolean {
    const isTried = this.tried !== undefined;
    this.tried = this.judging = undefined;
    if (!this.table.letGo() && !isTried) return false;
    this.ask();
    return true;
  }

  close(): void {
    if (this.isTraining) this.actions.hideRest(false);
    this.isOpen = false;
    ++this.positions;
    this.judging = undefined;
    clearTimeout(this.settling);
  }

  private get position(): string {
    return positionLine(this.stage.replay, this.turns);
  }

  private begin(afterMs = 0): void {
    clearTimeout(this.settling);
    const position = ++this.positions;
    this.judging = undefined;
    this.plays = undefined;
    this.isListing = false;
    this.table.show([], MAX_SHOWN);
    this.best = undefined;
    this.nameAsked();
    this.next.hidden = this.answer === undefined || this.turns >= this.stage.last;
    this.allPlays.hidden = this.isWaiting;
    this.status.textContent = "";
    this.message.hidden = true;
    this.list.replaceChildren();
    this.allPlaysTitle.textContent = "All plays";
    if (!this.isOpen) return;
    if (this.isWaiting) return this.askForMove();
    this.settling = setTimeout(() => {
      void this.listPlays();
      void this.search(position);
    }, afterMs);
  }

  private get isWaiting(): boolean {
    return this.isTraining && this.answer === undefined;
  }

  private toggleTraining(): void {
    this.isTraining = !this.isTraining;
    this.answer = undefined;
    this.train.setAttribute("aria-pressed", String(this.isTraining));
    this.actions.hideRest(this.isTraining);
    this.begin();
  }

  private askForMove(): void {
    const { replay } = this.stage;
    const name = replay.game.players[seatAsked(replay, this.turns)] ?? "";
    this.tellWhyNoSearch(this.turns < this.stage.last ? `What would you play as ${name}? Lay tiles, or type a play.` : "The game is over.");
  }

  private togglePause(): void {
    this.isPaused = !this.isPaused;
    this.pause.setAttribute("aria-pressed", String(this.isPaused));
    if (this.isOpen && !this.isWaiting) void this.search(this.positions);
  }

  private async search(position: number): Promise<void> {
    if (this.isPaused) return;
    const { replay, last } = this.stage;
    const state = replay.states[this.turns];
    if (!state || replay.game.players.length < 2) return this.tellWhyNoSearch("The search needs two players or more; all plays are below.");
    if (state.isInDoubt) return this.tellWhyNoSearch("The last play may still be challenged.");
    if (this.turns === last && replay.game.end !== "") return this.tellWhyNoSearch("The game is over.");
    const next = replay.steps[this.turns];
    const made = next && (next.move.kind === "play" || next.move.kind === "exchange") ? next.turn.move : undefined;
    const also = this.answer ?? made;
    const begun = performance.now();
    let nodes = 0;
    const isWanted = () => this.positions === position && !this.isPaused && nodes < ENOUGH_NODES;
    try {
      const seat = seatAsked(replay, this.turns);
      await this.actions.engine().search({ position: this.position, seat, mayExchange: state.bag > 0, also }, isWanted, (found) => {
        nodes = found.nodes;
        this.draw(found, next?.turn.move, performance.now() - begun);
      });
    } catch (error) {
      if (this.positions === position) this.tell(sentenceOf(error));
    }
  }

  private draw({ moves, nodes, isOver, solved }: Found, played: string | undefined, ms: number): void {
    const { alphabet } = this.stage.replay.setup;
    const rows = moves.map(
      (move): PlayRow => ({
        move: move.move,
        label: moveText(move.move, alphabet),
        cells: [
          String(move.points),
          move.spread ? pointsText(move.spread, signed) : "–",
          move.chance ? chanceText(move.chance) : "–",
        ],
        tag: [move.move === this.answer ? "yours" : "", move.move === played ? "played" : ""].filter((tag) => tag !== "").join(", "),
      }),
    );
    // The played move and the one that the reader asked for stay in the table although better plays are found.
    const stays = ({ move, tag }: PlayRow): boolean => tag !== "" || move === this.table.asked;
    let others = MAX_SHOWN - rows.filter(stays).length;
    this.table.show(rows.filter((row) => stays(row) || others-- > 0), MAX_SHOWN);
    this.best = solved?.move ?? rows[0]?.move;
    this.nameAsked();
    if (solved) this.tellSolved(solved);
    this.status.textContent = `${plural(nodes, "node")}, ${duration(Math.round(ms / 100) * 100)}${isOver || nodes >= ENOUGH_NODES ? ", done" : ""}`;
  }

  private tellSolved({ spread, is_proven: isProven, line }: Solved): void {
    const { alphabet } = this.stage.replay.setup;
    const end = spread === 0 ? "a tie" : spread > 0 ? `a win by ${plural(spread, "point")}` : `a loss by ${plural(-spread, "point")}`;
    this.tell(`${isProven ? "Solved" : "Nearly solved"}: ${end}, with ${line.map((move) => moveText(move, alphabet)).join(", ") || "a pass"}.`);
  }

  private tell(sentence: string): void {
    this.message.textContent = sentence;
    this.message.hidden = false;
  }

  private tellWhyNoSearch(sentence: string): void {
    this.table.show([]);
    this.tell(sentence);
  }

  private async listPlays(): Promise<void> {
    if (!this.isOpen || !this.allPlays.open || this.plays || this.isListing) return;
    const position = this.positions;
    this.isListing = true;
    try {
      const plays = await this.actions.engine().plays(this.position);
      if (position !== this.positions) return;
      this.plays = plays;
      this.drawList();
    } catch (error) {
      this.tell(sentenceOf(error));
    }
  }

  private drawList(): void {
    if (!this.plays) return;
    const wanted = this.filter.value.trim().toUpperCase();
    const found = this.plays.filter(
      ({ move, points, words }) => move.toUpperCase().includes(wanted) || words.some((word) => word.includes(wanted)) || String(points) === wanted,
    );
    this.allPlaysTitle.textContent = wanted === "" ? `All plays: ${count(found.length)}` : `${count(found.length)} of ${plural(this.plays.length, "play")}`;
    const rest = found.length - MAX_LISTED;
    this.list.replaceChildren(
      ...found.slice(0, MAX_LISTED).map((play) => this.listed(play)),
      ...(rest > 0 ? [el("li", { class: "v-aside" }, `and ${count(rest)} more`)] : []),
    );
  }

  private listed({ move, points, words }: LegalPlay): HTMLElement {
    const shown = button("", () => {
      this.judging = undefined;
      this.try(this.tried === move ? undefined : move);
    });
    shown.append(el("span", { class: "v-move" }, move), el("span", { class: "v-points" }, `+${points}`));
    shown.title = words.join(", ");
    return el("li", {}, shown);
  }

  private async judge(): Promise<void> {
    const move = this.play.value.trim();
    if (move === "") return;
    // Asking a second time plays the move, even if the first verdict on it has not come yet.
    const isSecond = move === this.tried || move === this.judging?.move;
    if (move !== this.tried) await this.judgeMove(move);
    if (isSecond && move === this.tried) await this.makeMove(move);
  }

  // Every tile that is laid changes the play, or ends it.
  private async judgeLaid(move: string | undefined): Promise<void> {
    this.tried = this.judging = undefined;
    this.verdict.textContent = "";
    this.ask();
    if (move !== undefined) await this.judgeMove(move);
  }

  private async playLaid(): Promise<void> {
    const move = this.laying.current?.move;
    if (move === undefined) return;
    if (move !== this.tried) await this.judgeMove(move);
    if (move === this.tried) await this.makeMove(move);
  }

  private async judgeMove(move: string): Promise<void> {
    const judging = (this.judging = { move });
    try {
      const verdict = await this.actions.engine().judge(this.position, move);
      if (this.judging !== judging) return;
      this.judging = undefined;
      const words = verdict.words.length > 0 ? ` ${verdict.words.join(", ")}.` : "";
      this.verdict.textContent = verdict.legal ? `${move}: ${plural(verdict.points, "point")}.${words}` : `${move}: ${verdict.text}.`;
      this.laying.tell(this.verdict.textContent);
      this.try(verdict.legal && parseMove(move, this.stage.replay.setup.alphabet).kind === "play" ? move : undefined);
    } catch (error) {
      if (this.judging !== judging) return;
      this.judging = undefined;
      this.verdict.textContent = sentenceOf(error);
    }
  }

  private async lookUp(): Promise<void> {
    if (this.word.value.trim() === "") return;
    try {
      const { word, is_valid, is_spellable, becomes } = await this.actions.engine().lookUp(this.word.value.trim());
      const answer = is_valid ? `${word} is in the lexicon.` : is_spellable ? `${word} is not in the lexicon.` : `No tiles spell ${word}.`;
      const others = becomes.length > 0 ? ` One tile makes of it: ${becomes.join(", ")}.` : "";
      this.wordAnswer.textContent = answer + others;
    } catch (error) {
      this.wordAnswer.textContent = sentenceOf(error);
    }
  }

  // The newest request counts: a row of the table that was chosen before gives way.
  private try(move: string | undefined): void {
    this.tried = move;
    if (move !== undefined) this.table.letGo();
    this.ask();
  }

  private ask(): void {
    this.table.mark(this.asked);
    this.nameAsked();
    this.actions.showAsked();
  }

  // The button names the move that it plays: the one that is asked for, or else the best one.
  private nameAsked(): void {
    const move = this.laying.current ? this.asked : (this.asked ?? this.best);
    const act = this.isWaiting ? "Answer" : "Play";
    this.playIt.disabled = move === undefined; // It keeps its place, so that no button moves under a finger.
    this.playIt.textContent = move === undefined ? act : `${act} ${moveText(move, this.stage.replay.setup.alphabet)}`;
  }

  private async playAsked(): Promise<void> {
    const move = this.laying.current ? this.asked : (this.asked ?? this.best);
    if (move !== undefined) await this.makeMove(move);
  }

  private async makeMove(move: string): Promise<void> {
    if (this.isWaiting) {
      this.answer = move;
      return this.begin();
    }
    try {
      await this.actions.onPlay(this.turns, move);
    } catch (error) {
      this.tell(sentenceOf(error));
    }
  }

  private async reviewGame(): Promise<void> {
    try {
      await this.actions.onReview?.((done, all) => (this.review.textContent = `Reviewing turn ${done + 1} of ${all} …`));
      this.review.textContent = "Show the review";
    } catch (error) {
      this.review.textContent = "Review the game";
      this.tell(sentenceOf(error));
    }
  }
}

function button(label: string, act: () => void): HTMLButtonElement {
  return el("button", { type: "button", class: "v-button", onclick: act }, label);
}

function input(label: string, placeholder: string): HTMLInputElement {
  return el("input", { type: "text", class: "v-input", "aria-label": label, placeholder, spellcheck: "false", autocapitalize: "none", autocomplete: "off" });
}

function form(field: HTMLInputElement, label: string, act: () => void): HTMLFormElement {
  const made = el("form", { class: "v-ask" }, field, el("button", { type: "submit", class: "v-button" }, label));
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    act();
  });
  return made;
}

function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.endsWith(".") ? text : `${text}.`;
}
