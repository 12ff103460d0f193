// What the review says of the turn: its grade, the best plays and what the played one lost, and the luck of the draw. At the
// start and at the end of the game it says how well each player played.

import { el, type Child } from "../dom.ts";
import { gradeMark, gradeWord } from "../grade_mark.ts";
import { pluralOf, type Grade } from "../grades.ts";
import { decimal, signed } from "../words.ts";
import { isDecided, nextMistake, summaryOf, type Review, type ReviewedMove, type ReviewedTurn } from "./model/review.ts";
import { chanceText, lossInWords, luckInWords, moveText, pointsText } from "./review_words.ts";
import { PlaysTable, type PlayRow } from "./plays_table.ts";
import { seatClass, type Stage, type View } from "./view.ts";

const told: readonly Grade[] = ["inaccuracy", "mistake", "blunder"];

export interface ReviewActions {
  toggleBetter(): void;
  /** The move that is to be seen on the board has changed. */
  showAsked(): void;
}

export class ReviewView implements View {
  readonly element: HTMLElement;
  private readonly grade = el("span", { class: "v-grade" });
  private readonly lines = el("div", { class: "v-review-lines" });
  private readonly table: PlaysTable;
  private readonly luck = el("p", { class: "v-aside" });
  private readonly summary: HTMLElement;
  private readonly better: HTMLButtonElement;
  private turns = 0;
  private isBetterShown = false;

  constructor(
    private readonly stage: Stage,
    private readonly review: Review,
    private readonly actions: ReviewActions,
  ) {
    this.better = button("Better play", "Show the better play on the board (B)", () => actions.toggleBetter());
    this.better.setAttribute("aria-pressed", "false");
    const hasMistakes = nextMistake(review, 0) !== undefined;
    const next = button("Next mistake", "Go to the next mistake (M)", () => this.toNextMistake());
    this.table = new PlaysTable(() => this.ask());
    this.summary = this.makeSummary();
    this.element = el(
      "section",
      { class: "v-review", "aria-label": "Review" },
      el("div", { class: "v-review-head" }, el("h3", {}, "Review"), this.grade),
      el("div", { class: "v-review-actions" }, this.better, hasMistakes ? next : null),
      this.lines,
      this.table.element,
      this.luck,
      this.summary,
    );
  }

  show(turns: number): void {
    this.turns = turns;
    this.table.letGo();
    const turn = this.review.turns.get(turns);
    const isEdge = turns === 0 || turns === this.stage.last;
    this.grade.replaceChildren(...(turn ? [gradeWord(turn.grade)] : []));
    this.lines.replaceChildren(...this.linesOf(turn, isEdge).map((line) => el("p", {}, line)));
    this.table.show(turn ? movesOf(turn).map((move) => this.rowOf(move, turn)) : []);
    this.luck.hidden = turn?.luck === undefined;
    this.luck.textContent = turn?.luck ? luckInWords(turn.luck) : "";
    this.summary.hidden = !isEdge;
    this.table.mark(this.asked);
  }

  /** The move that the reader asks to see on the board in place of the one that was made. */
  get asked(): string | undefined {
    const turn = this.review.turns.get(this.turns);
    const better = turn && turn.grade !== "best" ? turn.best[0]?.move : undefined;
    return this.table.asked ?? (this.isBetterShown ? better : undefined);
  }

  showBetter(isShown: boolean): void {
    this.isBetterShown = isShown;
    this.table.letGo();
    this.better.setAttribute("aria-pressed", String(isShown));
    this.table.mark(this.asked);
  }

  /** Ends what the pointer, the focus or a click shows on the board; says whether there was anything. */
  letGo(): boolean {
    if (!this.table.letGo()) return false;
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

  private rowOf(move: ReviewedMove, turn: ReviewedTurn): PlayRow {
    const isPlayed = move === (turn.grade === "best" ? turn.best[0] : turn.played) || move.move === turn.played.move;
    return {
      move: move.move,
      label: moveText(move.move, this.stage.replay.setup.alphabet),
      cells: [String(move.points), pointsText(move.spread, signed), chanceText(move.chance)],
      tag: isPlayed ? "played" : "",
    };
  }

  private ask(): void {
    this.table.mark(this.asked);
    this.actions.showAsked();
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
