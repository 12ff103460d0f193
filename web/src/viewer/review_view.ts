// What the review says of the turn: its grade, the best plays and what the played one lost, and the luck of the draw. At the
// start and at the end of the game it says how well each player played.

import { el, type Child } from "../dom.ts";
import { gradeMark, gradeWord } from "../grade_mark.ts";
import { pluralOf, type Grade } from "../grades.ts";
import { decimal, signed } from "../words.ts";
import { isDecided, nextMistake, summaryOf, type Review, type ReviewedMove, type ReviewedTurn } from "./model/review.ts";
import { chanceText, lossInWords, luckInWords, moveText, pointsText } from "./review_words.ts";
import { seatClass, type Stage, type View } from "./view.ts";

const told: readonly Grade[] = ["inaccuracy", "mistake", "blunder"];

export interface ReviewActions {
  toggleBetter(): void;
  /** The move that is to be seen on the board has changed. */
  showAsked(): void;
}

interface Row {
  readonly element: HTMLElement;
  readonly button: HTMLButtonElement;
  readonly cells: readonly HTMLElement[];
  move: string;
}

export class ReviewView implements View {
  readonly element: HTMLElement;
  private readonly grade = el("span", { class: "v-grade" });
  private readonly lines = el("div", { class: "v-review-lines" });
  private readonly table: HTMLElement;
  private readonly rows: readonly Row[];
  private readonly luck = el("p", { class: "v-aside" });
  private readonly summary: HTMLElement;
  private readonly better: HTMLButtonElement;
  private turns = 0;
  private isBetterShown = false;
  private pointed: string | undefined; // The move that the pointer or the focus is on.
  private chosen: string | undefined; // The move that a click keeps on the board.

  constructor(
    private readonly stage: Stage,
    private readonly review: Review,
    private readonly actions: ReviewActions,
  ) {
    this.better = button("Better play", "Show the better play on the board (B)", () => actions.toggleBetter());
    this.better.setAttribute("aria-pressed", "false");
    const hasMistakes = nextMistake(review, 0) !== undefined;
    const next = button("Next mistake", "Go to the next mistake (M)", () => this.toNextMistake());
    const most = Math.max(...[...review.turns.values()].map(({ best }) => best.length + 1));
    this.rows = Array.from({ length: most }, () => this.makeRow());
    this.table = el(
      "table",
      { class: "v-plays" },
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          [["Best plays"], ["Points", "Points of the play"], ["Spread", "Spread that is expected at the end"], ["Win", "Chance to win"]].map(([label, title]) =>
            el("th", { scope: "col", title }, label),
          ),
        ),
      ),
      el("tbody", {}, this.rows.map(({ element }) => element)),
    );
    this.summary = this.makeSummary();
    this.element = el(
      "section",
      { class: "v-review", "aria-label": "Review" },
      el("div", { class: "v-review-head" }, el("h3", {}, "Review"), this.grade),
      el("div", { class: "v-review-actions" }, this.better, hasMistakes ? next : null),
      this.lines,
      this.table,
      this.luck,
      this.summary,
    );
  }

  show(turns: number): void {
    this.turns = turns;
    this.pointed = undefined;
    this.chosen = undefined;
    const turn = this.review.turns.get(turns);
    const isEdge = turns === 0 || turns === this.stage.last;
    this.grade.replaceChildren(...(turn ? [gradeWord(turn.grade)] : []));
    this.lines.replaceChildren(...this.linesOf(turn, isEdge).map((line) => el("p", {}, line)));
    this.table.hidden = turn === undefined;
    const moves = turn ? movesOf(turn) : [];
    this.rows.forEach((row, i) => this.fill(row, moves[i], turn));
    this.luck.hidden = turn?.luck === undefined;
    this.luck.textContent = turn?.luck ? luckInWords(turn.luck) : "";
    this.summary.hidden = !isEdge;
    this.markShown();
  }

  /** The move that the reader asks to see on the board in place of the one that was made. */
  get asked(): string | undefined {
    const turn = this.review.turns.get(this.turns);
    const better = turn && turn.grade !== "best" ? turn.best[0]?.move : undefined;
    return this.pointed ?? this.chosen ?? (this.isBetterShown ? better : undefined);
  }

  showBetter(isShown: boolean): void {
    this.isBetterShown = isShown;
    this.chosen = undefined;
    this.better.setAttribute("aria-pressed", String(isShown));
    this.markShown();
  }

  /** Ends what the pointer, the focus or a click shows on the board; says whether there was anything. */
  letGo(): boolean {
    if (this.pointed === undefined && this.chosen === undefined) return false;
    this.pointed = undefined;
    this.chosen = undefined;
    this.ask();
    return true;
  }

  toNextMistake(): void {
    const turn = nextMistake(this.review, this.turns);
    if (turn !== undefined) this.stage.goTo(turn);
  }

  private linesOf(turn: ReviewedTurn | undefined, isEdge: boolean): string[] {
    if (!turn) return isEdge ? [] : ["This turn is not reviewed."];
    if (turn.isExact) return [lossInWords(turn), "From here on, the game is solved."];
    return [lossInWords(turn), ...(isDecided(turn) ? ["The game is as good as decided."] : [])];
  }

  private makeRow(): Row {
    const row = button("", "Show this play on the board", () => {
      this.chosen = this.chosen === made.move ? undefined : made.move;
      this.pointed = undefined;
      this.ask();
    });
    const cells = Array.from({ length: 3 }, () => el("td"));
    const mark = el("th", { scope: "row" }, row);
    const made: Row = { element: el("tr", {}, mark, cells), button: row, cells, move: "" };
    const point = (move: string | undefined): void => {
      if (move === this.pointed) return;
      this.pointed = move;
      this.ask();
    };
    made.element.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && point(made.move));
    made.element.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && point(undefined));
    row.addEventListener("focus", () => row.matches(":focus-visible") && point(made.move));
    row.addEventListener("blur", () => point(undefined));
    return made;
  }

  private fill(row: Row, move: ReviewedMove | undefined, turn: ReviewedTurn | undefined): void {
    row.element.hidden = !move || !turn;
    row.move = move?.move ?? "";
    if (!move || !turn) return;
    const isPlayed = move === (turn.grade === "best" ? turn.best[0] : turn.played) || move.move === turn.played.move;
    row.element.classList.toggle("v-played", isPlayed);
    row.button.replaceChildren(
      el("span", { class: "v-move" }, moveText(move.move, this.stage.replay.setup.alphabet)),
      ...(isPlayed ? [el("span", { class: "v-tag" }, " played")] : []),
    );
    const texts = [String(move.points), pointsText(move.spread, signed), chanceText(move.chance)];
    row.cells.forEach((cell, i) => (cell.textContent = texts[i] ?? ""));
  }

  private ask(): void {
    this.markShown();
    this.actions.showAsked();
  }

  private markShown(): void {
    const { asked } = this;
    for (const row of this.rows) {
      row.element.classList.toggle("v-shown", row.move === asked);
      row.button.setAttribute("aria-pressed", String(row.move === this.chosen));
    }
  }

  private makeSummary(): HTMLElement {
    const { players } = this.stage.replay.game;
    const seats = summaryOf(this.review, players.length);
    return el(
      "table",
      { class: "v-summary" },
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "col" }, "Player"),
          el("th", { scope: "col", title: "100 is perfect" }, "Accuracy"),
          told.map((grade) => el("th", { scope: "col", title: pluralOf(grade) }, gradeMark(grade))),
        ),
      ),
      el("tbody", {}, players.map((name, seat) => summaryRow(name, seat, seats[seat]))),
    );
  }
}

function summaryRow(name: string, seat: number, summary: ReturnType<typeof summaryOf>[number] | undefined): Child {
  const isKnown = summary !== undefined && summary.turns > 0;
  return el(
    "tr",
    { class: seatClass(seat) },
    el("th", { scope: "row" }, el("span", { class: "v-dot", "aria-hidden": "true" }), el("span", { class: "v-name" }, name)),
    el("td", {}, isKnown ? decimal(summary.accuracy, 1) : "–"),
    told.map((grade) => el("td", {}, isKnown ? summary.counts[grade] : "–")),
  );
}

// The best moves, and the played one below them if it is not among them.
function movesOf({ best, played, grade }: ReviewedTurn): readonly ReviewedMove[] {
  const isThere = grade === "best" || best.some(({ move }) => move === played.move);
  return isThere ? best : [...best, played];
}

function button(label: string, title: string, act: () => void): HTMLButtonElement {
  return el("button", { type: "button", class: "v-button", title, onclick: act }, label);
}
