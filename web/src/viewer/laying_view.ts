// The rack from which a reader lays tiles on the board: by pointer or finger, by dragging, or by the keyboard alone.

import { el } from "../dom.ts";
import type { BoardView } from "./board_view.ts";
import type { LaidTile } from "./model/board.ts";
import { Laying } from "./model/laying.ts";
import { seatAsked } from "./model/position.ts";
import { tileElement } from "./tile.ts";
import type { Stage } from "./view.ts";

export interface LayingActions {
  /** Whether tiles are laid for as long as the turn lasts: Escape takes them back, and does not end it. */
  readonly isTurn?: boolean;
  /** The tiles on the board have changed; `move` is the play that they form, if they form one. */
  changed(move: string | undefined): void;
  /** The reader is done: plays what was laid. */
  finished(): void;
}

const DRAG_PX = 6;

export class LayingView {
  /** The rack under the board, while tiles are being laid. */
  readonly element: HTMLElement;
  readonly toggle = el("button", { type: "button", class: "v-button", "aria-pressed": "false", title: "Lay tiles on the board (L)" }, "Lay tiles");
  private readonly rack = el("div", { class: "v-rack v-lay-rack", role: "group", "aria-label": "Tiles to lay" });
  private readonly back = el("button", { type: "button", class: "v-button", title: "Take the last tile back (Backspace)" }, "Undo");
  private readonly done = el("button", { type: "button", class: "v-button", title: "Play these tiles (Enter)" }, "Play");
  private readonly told = el("p", { class: "v-lay-told", role: "status" });
  private laying: Laying | undefined;
  private turns = 0;

  constructor(
    private readonly stage: Stage,
    private readonly board: BoardView,
    private readonly actions: LayingActions,
  ) {
    this.toggle.addEventListener("click", () => (this.laying ? this.stop() : this.start()));
    this.back.addEventListener("click", () => this.change(() => void this.laying?.undo()));
    this.done.addEventListener("click", () => this.actions.finished());
    this.element = el("div", { class: "v-lay", hidden: true }, this.rack, this.back, this.done, this.told);
  }

  get current(): Laying | undefined {
    return this.laying;
  }

  start(turns = this.turns, seat = seatAsked(this.stage.replay, turns)): void {
    const { states, setup } = this.stage.replay;
    const state = states[turns];
    if (!state) return;
    this.turns = turns;
    this.laying = new Laying(state.board, state.racks[seat] ?? [], setup.alphabet, setup.mostHeight);
    this.board.onSquare = (index) => this.change(() => this.laying?.goTo(index));
    this.draw();
    this.board.focusSquare(this.laying.cursor); // A button that keeps the focus would take the space bar.
  }

  stop(): void {
    if (!this.laying) return;
    this.laying = undefined;
    this.board.onSquare = undefined;
    this.draw();
  }

  /** Shows a rack whose tiles cannot be laid now. */
  rest(tiles: readonly string[]): void {
    this.stop();
    this.element.hidden = false;
    this.rack.replaceChildren(...tiles.map((symbol) => el("span", { class: "v-lay-tile v-resting" }, tileElement(this.stage.replay.setup, symbol, 1))));
    this.back.disabled = this.done.disabled = true;
  }

  mix(): void {
    this.change(() => this.laying?.mix());
  }

  /** Lays these tiles in place of those that are laid. */
  take(tiles: readonly LaidTile[]): void {
    this.change(() => this.laying?.take(tiles));
  }

  /** Says something below the board, such as the verdict on what is laid. */
  tell(sentence: string): void {
    this.told.textContent = sentence;
  }

  /** Another turn is shown, so that nothing is laid. */
  show(turns: number): void {
    this.turns = turns;
    if (this.laying) this.start(turns);
  }

  /** A key of the whole page; says whether it was for this. */
  onKey(key: string): boolean {
    const { laying } = this;
    if (!laying) return false;
    const arrows: Readonly<Record<string, [number, number]>> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const arrow = arrows[key];
    if (arrow) this.change(() => laying.moveBy(...arrow));
    else if (key === "Backspace") this.change(() => void laying.undo());
    else if (key === " ") this.change(() => laying.goTo(laying.cursor));
    else if (key === "Enter") this.actions.finished();
    else if (key === "Escape" && this.actions.isTurn) this.change(() => laying.clear());
    else if (key === "Escape") this.stop();
    else return this.layLetter(key);
    return true;
  }

  private layLetter(key: string): boolean {
    const { alphabet } = this.stage.replay.setup;
    const letter = key === "ß" ? key : key.toUpperCase();
    const face = alphabet.faces.find(({ symbol, text }) => symbol === letter || text === letter);
    if (!face) return false;
    this.change(() => this.laying?.lay(face.symbol));
    return true;
  }

  private change(act: () => string | void): void {
    const fault = act();
    this.draw();
    if (fault) this.tell(fault);
  }

  private draw(): void {
    const { laying } = this;
    this.toggle.setAttribute("aria-pressed", String(laying !== undefined));
    this.element.hidden = !laying;
    this.tell("");
    this.rack.replaceChildren(...(laying?.rack.map((symbol) => this.tile(symbol)) ?? []));
    this.done.disabled = laying?.move === undefined;
    this.back.disabled = !laying?.laid.length;
    this.actions.changed(laying?.move);
  }

  private tile(symbol: string): HTMLElement {
    const { setup } = this.stage.replay;
    const tile = el("button", { type: "button", class: "v-lay-tile", "aria-label": setup.alphabet.label(symbol) }, tileElement(setup, symbol, 1));
    tile.addEventListener("pointerdown", (down) => this.drag(tile, symbol, down));
    tile.addEventListener("click", (event) => {
      if (event.detail === 0) this.change(() => this.laying?.lay(symbol)); // From the keyboard; a pointer ends in drag().
    });
    return tile;
  }

  // A tap lays the tile at the cursor; a drag lays it where it ends.
  private drag(tile: HTMLElement, symbol: string, down: PointerEvent): void {
    if (down.button !== 0) return;
    down.preventDefault();
    tile.setPointerCapture(down.pointerId);
    const move = ({ clientX, clientY }: PointerEvent): void => {
      tile.style.translate = `${clientX - down.clientX}px ${clientY - down.clientY}px`;
    };
    const end = ({ type, clientX, clientY }: PointerEvent): void => {
      tile.removeEventListener("pointermove", move);
      tile.removeEventListener("pointerup", end);
      tile.removeEventListener("pointercancel", end);
      tile.style.translate = "";
      if (type === "pointercancel") return;
      const isTap = Math.hypot(clientX - down.clientX, clientY - down.clientY) < DRAG_PX;
      const index = isTap ? this.laying?.cursor : this.board.squareAt(clientX, clientY);
      if (index === undefined) return;
      this.change(() => {
        if (this.laying && index !== this.laying.cursor) this.laying.goTo(index);
        return this.laying?.lay(symbol);
      });
    };
    tile.addEventListener("pointermove", move);
    tile.addEventListener("pointerup", end);
    tile.addEventListener("pointercancel", end);
  }
}
