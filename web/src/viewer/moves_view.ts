// The list of moves: a click on a move goes to it; the current one is marked and kept in sight.

import { el, type Child } from "../dom.ts";
import { gradeMark } from "../grade_mark.ts";
import type { Review } from "./model/review.ts";
import { seatClass, type Stage, type View } from "./view.ts";

export class MovesView implements View {
  readonly element: HTMLElement;
  private readonly rows: HTMLButtonElement[] = [];
  private readonly list: HTMLOListElement;
  private current: HTMLButtonElement | undefined;
  private turns = 0;
  private isRestHidden = false;

  /** The turns after `lineAfter` are those of a line that the reader tries. */
  constructor(stage: Stage, review: Review | undefined, lineAfter = Infinity) {
    const { steps, game } = stage.replay;
    this.list = el("ol", { class: "v-moves-list" });
    this.add(0, "", el("span", { class: "v-move" }, "Start"), "");
    steps.forEach(({ turn, move, fate }, index) => {
      const isTakenBack = fate === "taken back";
      const text =
        move.kind === "pass" ||
        move.kind === "accept" ||
        move.kind === "challenge" ||
        move.kind === "unreadable" ||
        isTakenBack
          ? "v-move v-aside"
          : "v-move";
      const row = this.add(
        index + 1,
        game.players[turn.seat] ?? "",
        isTakenBack ? el("s", { class: text }, turn.move) : el("span", { class: text }, turn.move),
        move.kind === "play" ? (isTakenBack ? "back" : `+${turn.points}`) : "",
        seatClass(turn.seat),
        markOf(review, index + 1),
      );
      if (index >= lineAfter) row.classList.add("v-in-line");
      if (index < game.opening) {
        row.classList.add("v-opening");
        row.title = "A turn of the opening, which no player chose";
      }
      if (move.kind === "accept" || move.kind === "challenge") row.classList.add("v-answer");
      const out = game.forfeits.filter(({ after }) => after === index + 1).map(({ seat }) => game.players[seat] ?? "");
      if (out.length > 0) row.append(el("span", { class: "v-fault" }, `${out.join(", ")} forfeits`));
    });
    this.list.addEventListener("click", (event) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-turn]") : null;
      if (row) stage.goTo(Number(row.dataset["turn"]));
    });
    this.element = el("section", { class: "v-moves", "aria-label": "Moves" }, this.list);
  }

  /** Hides the moves after the current one, or shows them again. */
  hideRest(isHidden: boolean): void {
    this.isRestHidden = isHidden;
    this.hideRows();
  }

  show(turns: number): void {
    this.turns = turns;
    this.hideRows();
    const row = this.rows[turns];
    if (!row || row === this.current) return;
    this.current?.removeAttribute("aria-current");
    row.setAttribute("aria-current", "step");
    this.current = row;
    this.keepInSight(row);
  }

  private hideRows(): void {
    this.rows.forEach((row, turn) => row.parentElement?.toggleAttribute("hidden", this.isRestHidden && turn > this.turns));
  }

  // Scrolls the list alone, never the page.
  private keepInSight(row: HTMLElement): void {
    const top = row.offsetTop; // It is measured from the top of the list.
    const { scrollTop, clientHeight } = this.list;
    const margin = row.offsetHeight * 2;
    if (top < scrollTop + margin) this.list.scrollTop = top - margin;
    else if (top + row.offsetHeight > scrollTop + clientHeight - margin)
      this.list.scrollTop = top + row.offsetHeight - clientHeight + margin;
  }

  private add(turn: number, name: string, move: HTMLElement, points: string, kind = "", mark: Child = null): HTMLButtonElement {
    const row = el(
      "button",
      { type: "button", class: `v-row-button ${kind}`.trim(), "data-turn": turn },
      el("span", { class: "v-number" }, turn === 0 ? "" : turn),
      el("span", { class: "v-dot", "aria-hidden": "true" }),
      move,
      mark,
      el("span", { class: "v-by" }, name),
      el("span", { class: "v-points" }, points),
    );
    this.rows.push(row);
    this.list.append(el("li", {}, row));
    return row;
  }
}

function markOf(review: Review | undefined, turn: number): Child {
  const reviewed = review?.turns.get(turn);
  return reviewed ? gradeMark(reviewed.grade) : null;
}
