// The tiles of one stack from the top to the bottom, shown beside its square.

import { el } from "../dom.ts";
import type { Board } from "./model/board.ts";
import { squareName } from "./model/notation.ts";
import type { Setup } from "./model/setup.ts";
import { squareInWords } from "./telling.ts";
import { tileElement } from "./tile.ts";

export class StackView {
  readonly element = el("div", { class: "v-stack", role: "status", hidden: true });
  private index: number | undefined;

  constructor(private readonly setup: Setup) {
    this.element.addEventListener("click", () => this.close());
  }

  toggle(board: Board, index: number, square: HTMLElement): void {
    if (this.index === index) {
      this.close();
      return;
    }
    this.index = index;
    this.element.hidden = false;
    this.refresh(board);
    this.place(square);
  }

  refresh(board: Board): void {
    if (this.index === undefined) return;
    const stack = board.stack(this.index);
    const tiles = stack.map((symbol, i) => tileElement(this.setup, symbol, i + 1, "v-loose")).reverse();
    this.element.replaceChildren(
      el(
        "span",
        { class: "v-unseen" },
        squareInWords(board, this.index, (symbol) => this.setup.alphabet.label(symbol)),
      ),
      el("strong", { "aria-hidden": "true" }, squareName(this.index, board.size)),
      el("span", { class: "v-stack-tiles", "aria-hidden": "true" }, tiles.length > 0 ? tiles : "empty"),
    );
  }

  // Returns whether there was a stack to close.
  close(): boolean {
    const wasOpen = this.index !== undefined;
    this.index = undefined;
    this.element.hidden = true;
    return wasOpen;
  }

  // Puts it beside the square, on the side where there is room.
  private place(square: HTMLElement): void {
    const board = this.element.offsetParent ?? this.element.parentElement;
    if (!board) return;
    const area = board.getBoundingClientRect();
    const at = square.getBoundingClientRect();
    const own = this.element.getBoundingClientRect();
    const isLeft = at.left - area.left > area.width / 2;
    const left = isLeft ? at.left - area.left - own.width - 6 : at.right - area.left + 6;
    const top = Math.min(Math.max(at.top - area.top, 4), area.height - own.height - 4);
    this.element.style.translate = `${Math.max(4, left)}px ${Math.max(4, top)}px`;
  }
}
