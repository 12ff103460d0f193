// The board: a grid whose squares show the top of each stack, and its height as edges, colour and a number. A click
// shows the tiles below.

import { el } from "../dom.ts";
import type { Ghost } from "./model/ghosts.ts";
import type { Board, LaidTile } from "./model/board.ts";
import { columnName } from "./model/notation.ts";
import type { Setup } from "./model/setup.ts";
import { StackView } from "./stack_view.ts";
import { squareInWords } from "./telling.ts";
import { betterElement, coveredElement, ghostElement, tileElement } from "./tile.ts";

export interface Picture {
  readonly board: Board;
  readonly laid: readonly LaidTile[]; // The tiles of the last move, which are marked.
  readonly lifted: readonly LaidTile[]; // Tiles that were just taken back; their squares are marked.
  readonly ghosts: readonly Ghost[];
  readonly isBetter?: boolean; // The ghosts are those of a better play, and not of a bot's line.
}

const LAY_MS = 220;
const BETWEEN_TILES_MS = 90;

export class BoardView {
  readonly element: HTMLElement;
  /** Called for a click on a square in place of showing its stack. */
  onSquare: ((index: number) => void) | undefined;
  private readonly squares: HTMLElement[] = [];
  private readonly shown: string[] = []; // What each square shows, so that only changed squares are drawn again.
  private readonly stack: StackView;
  private picture: Picture | undefined;
  private focused = 0;
  private animations: Animation[] = [];

  constructor(private readonly setup: Setup) {
    const { size } = setup;
    const grid = el("div", { class: "v-grid", role: "grid", "aria-label": "Board" });
    grid.style.setProperty("--size", String(size));
    grid.append(
      el(
        "div",
        { role: "row", class: "v-row" },
        el("span", { role: "columnheader", class: "v-coordinate" }, el("span", { class: "v-unseen" }, "Row")),
        range(size).map((column) => el("span", { role: "columnheader", class: "v-coordinate" }, columnName(column))),
      ),
    );
    for (const row of range(size)) {
      grid.append(
        el(
          "div",
          { role: "row", class: "v-row" },
          el("span", { role: "rowheader", class: "v-coordinate" }, row + 1),
          range(size).map((column) => this.makeSquare(row * size + column)),
        ),
      );
    }
    this.stack = new StackView(setup);
    this.element = el("div", { class: "v-board" }, grid, this.stack.element);
    grid.addEventListener("keydown", (event) => this.onKey(event));
    this.focused = Math.floor(size / 2) * size + Math.floor(size / 2);
    this.squares[this.focused]?.setAttribute("tabindex", "0");
  }

  show(picture: Picture, isAnimated: boolean): void {
    for (const animation of this.animations.splice(0)) animation.cancel();
    this.picture = picture;
    const laid = new Set(picture.laid.map(({ index }) => index));
    const lifted = new Set(picture.lifted.map(({ index }) => index));
    const ghosts = new Map(picture.ghosts.map((ghost) => [ghost.index, ghost]));
    this.squares.forEach((square, index) => {
      const ghost = ghosts.get(index);
      const key = [
        picture.board.stack(index).join(""),
        laid.has(index),
        lifted.has(index),
        ghost?.symbol,
        ghost?.ply,
        ghost && picture.isBetter,
      ].join(" ");
      if (this.shown[index] === key) return;
      this.shown[index] = key;
      this.draw(square, index, laid.has(index), lifted.has(index), ghost);
    });
    if (isAnimated) this.animate(picture.laid);
    this.stack.refresh(picture.board);
  }

  /** The square at a point of the window. */
  squareAt(x: number, y: number): number | undefined {
    const index = this.squares.findIndex((square) => {
      const { left, right, top, bottom } = square.getBoundingClientRect();
      return x >= left && x < right && y >= top && y < bottom;
    });
    return index < 0 ? undefined : index;
  }

  /** Marks the square where the next tile is laid, with the direction of the line; undefined marks none. */
  showCursor(cursor: number | undefined, isAcross = true): void {
    this.squares.forEach((square, index) => {
      square.classList.toggle("v-at-cursor", index === cursor);
      if (index === cursor) square.dataset["way"] = isAcross ? "→" : "↓";
    });
  }

  closeStack(): boolean {
    return this.stack.close();
  }

  private makeSquare(index: number): HTMLElement {
    const square = el("div", { role: "gridcell", class: "v-square", tabindex: "-1" });
    // A click opens the stack and does not take the focus, so that arrow keys still step through turns.
    square.addEventListener("mousedown", (event) => event.preventDefault());
    square.addEventListener("click", () => (this.onSquare ? this.onSquare(index) : this.openStack(index)));
    this.squares[index] = square;
    return square;
  }

  private draw(square: HTMLElement, index: number, isLaid: boolean, isLifted: boolean, ghost: Ghost | undefined): void {
    const board = this.picture?.board;
    if (!board) return;
    const stack = board.stack(index);
    const label = (symbol: string) => this.setup.alphabet.label(symbol);
    const words = [squareInWords(board, index, label)];
    if (isLaid) words.push("just laid");
    if (isLifted) words.push("just taken back");
    const isBetter = this.picture?.isBetter ?? false;
    if (ghost) words.push(isBetter ? `the other play lays ${label(ghost.symbol)}` : `in the bot's line ${label(ghost.symbol)} as move ${ghost.ply}`);
    square.setAttribute("aria-label", words.join("; "));
    square.classList.toggle("v-centre", board.isCentre(index) && stack.length === 0);
    square.classList.toggle("v-lifted", isLifted);
    const tiles: HTMLElement[] = stack.slice(isLaid ? -2 : -1).map((symbol, i, shown) => {
      const height = stack.length - shown.length + 1 + i;
      return i < shown.length - 1
        ? coveredElement(this.setup, symbol, height)
        : tileElement(this.setup, symbol, height, isLaid ? "v-laid" : "");
    });
    if (ghost) tiles.push(isBetter ? betterElement(this.setup, ghost) : ghostElement(this.setup, ghost));
    square.replaceChildren(...tiles);
  }

  // Tiles come one after another, in the order of the word. A square shows what lay there until its tile comes.
  private animate(laid: readonly LaidTile[]): void {
    laid.forEach(({ index }, at) => {
      const tile = this.squares[index]?.querySelector<HTMLElement>(".v-laid");
      if (!tile) return;
      this.animations.push(
        tile.animate(
          [
            { opacity: 0, translate: "0 -45%", scale: "1.18" },
            { opacity: 1, offset: 0.6 },
            { opacity: 1, translate: "0 0", scale: "1" },
          ],
          { duration: LAY_MS, delay: at * BETWEEN_TILES_MS, fill: "backwards", easing: "cubic-bezier(.2,.8,.3,1)" },
        ),
      );
    });
  }

  private openStack(index: number): void {
    const square = this.squares[index];
    if (square && this.picture) this.stack.toggle(this.picture.board, index, square);
  }

  private onKey(event: KeyboardEvent): void {
    const { size } = this.setup;
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return;
    const [row, column] = [Math.floor(this.focused / size), this.focused % size];
    const moves: Readonly<Record<string, [number, number]>> = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [row, 0],
      End: [row, size - 1],
    };
    if (this.onSquare) return; // The keys are for laying tiles.
    if (event.key === "Enter" || event.key === " ") {
      this.openStack(this.focused);
    } else {
      const to = moves[event.key];
      if (!to) return;
      if (to.every((at) => at >= 0 && at < size)) this.focusSquare(to[0] * size + to[1]);
    }
    event.preventDefault();
    event.stopPropagation();
  }

  focusSquare(index: number): void {
    this.squares[this.focused]?.setAttribute("tabindex", "-1");
    this.focused = index;
    this.squares[index]?.setAttribute("tabindex", "0");
    this.squares[index]?.focus();
  }
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}
