// A table of plays with their points, spread and chance to win. The play that the pointer, the focus or a click is on is asked
// for: the viewer shows it on the board.

import { el } from "../dom.ts";

export interface PlayRow {
  readonly move: string;
  readonly label: string; // The move as it is shown.
  readonly cells: readonly string[]; // The points, the spread and the chance to win.
  readonly tag: string; // What is said of the play, such as "played", or nothing.
}

interface Row {
  readonly element: HTMLElement;
  readonly button: HTMLButtonElement;
  readonly cells: readonly HTMLElement[];
  move: string;
}

const COLUMNS = [
  ["Points", "Points of the play"],
  ["Spread", "Spread that is expected at the end"],
  ["Win", "Chance to win"],
] as const;

export class PlaysTable {
  readonly element: HTMLElement;
  private readonly body = el("tbody");
  private readonly rows: Row[] = [];
  private pointed: string | undefined; // The move that the pointer or the focus is on.
  private chosen: string | undefined; // The move that a click keeps on the board.

  /** `onAsk` is called when another move is asked for. */
  constructor(private readonly onAsk: () => void) {
    this.element = el(
      "table",
      { class: "v-plays" },
      el(
        "thead",
        {},
        el("tr", {}, el("th", { scope: "col" }, "Best plays"), COLUMNS.map(([label, title]) => el("th", { scope: "col", title }, label))),
      ),
      this.body,
    );
  }

  get asked(): string | undefined {
    return this.pointed ?? this.chosen;
  }

  /** Shows these plays, and at least so many rows: what is below stays where it is when plays come. */
  show(plays: readonly PlayRow[], least = 0): void {
    const count = Math.max(plays.length, least);
    this.element.hidden = count === 0;
    while (this.rows.length < count) this.addRow();
    this.rows.forEach((row, i) => {
      row.element.hidden = i >= count;
      this.fill(row, plays[i]);
    });
    if (this.chosen !== undefined && !plays.some(({ move }) => move === this.chosen)) {
      this.chosen = undefined;
      this.onAsk();
    }
    this.mark();
  }

  /** Ends what is asked for; says whether there was anything. */
  letGo(): boolean {
    if (this.asked === undefined) return false;
    this.pointed = undefined;
    this.chosen = undefined;
    this.mark();
    return true;
  }

  /** Marks the move that is on the board, which may be another than the one that is asked for here. */
  mark(shown = this.asked): void {
    for (const row of this.rows) {
      row.element.classList.toggle("v-shown", row.move !== "" && row.move === shown);
      row.button.setAttribute("aria-pressed", String(row.move !== "" && row.move === this.chosen));
    }
  }

  private addRow(): void {
    const button = el("button", { type: "button", class: "v-button", title: "Show this play on the board" });
    const cells = COLUMNS.map(() => el("td"));
    const row: Row = { element: el("tr", {}, el("th", { scope: "row" }, button), cells), button, cells, move: "" };
    button.addEventListener("click", () => {
      this.chosen = this.chosen === row.move ? undefined : row.move;
      this.pointed = undefined;
      this.onAsk();
    });
    const point = (move: string | undefined): void => {
      if (move === this.pointed) return;
      this.pointed = move;
      this.onAsk();
    };
    row.element.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && row.move !== "" && point(row.move));
    row.element.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && point(undefined));
    button.addEventListener("focus", () => button.matches(":focus-visible") && point(row.move));
    button.addEventListener("blur", () => point(undefined));
    this.rows.push(row);
    this.body.append(row.element);
  }

  private fill(row: Row, play: PlayRow | undefined): void {
    row.move = play?.move ?? "";
    row.button.disabled = !play;
    row.element.classList.toggle("v-played", Boolean(play?.tag));
    if (!play) {
      for (const cell of [row.button, ...row.cells]) cell.textContent = "\u00a0";
      return;
    }
    row.button.replaceChildren(
      el("span", { class: "v-move" }, play.label),
      ...(play.tag ? [el("span", { class: "v-tag" }, ` ${play.tag}`)] : []),
    );
    row.cells.forEach((cell, i) => (cell.textContent = play.cells[i] ?? ""));
  }
}
