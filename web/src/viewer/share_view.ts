// The position after the turn as a line that commands and bots read, and the address of this turn.

import { el } from "../dom.ts";
import { positionLine } from "./model/position.ts";
import type { Stage, View } from "./view.ts";

const SAID_MS = 1500;

export class ShareView implements View {
  readonly element: HTMLElement;
  private readonly position = field("Position line");
  private readonly link = field("Link to this turn");
  private turns = 0;
  private isStale = false;

  constructor(
    private readonly stage: Stage,
    private readonly linkFor: (turns: number) => string,
  ) {
    this.element = el(
      "section",
      { class: "v-share", "aria-label": "Share" },
      this.row(this.position),
      this.row(this.link),
    );
  }

  show(turns: number): void {
    this.turns = turns;
    this.isStale = true;
  }

  // It is not called while the reader drags through the game.
  settle(): void {
    if (!this.isStale) return;
    this.isStale = false;
    this.position.value = positionLine(this.stage.replay, this.turns);
    this.link.value = this.linkFor(this.turns);
  }

  private row(input: HTMLInputElement): HTMLElement {
    const name = input.getAttribute("aria-label") ?? "";
    const button = el("button", { type: "button", class: "v-button", "aria-label": `Copy: ${name}` }, "Copy");
    button.addEventListener("click", () => {
      this.settle();
      void copy(input).then((isDone) => {
        button.textContent = isDone ? "Copied" : "Press Ctrl C";
        setTimeout(() => (button.textContent = "Copy"), SAID_MS);
      });
    });
    return el(
      "div",
      { class: "v-share-row" },
      el("span", { class: "v-share-name", "aria-hidden": "true" }, name),
      input,
      button,
    );
  }
}

function field(name: string): HTMLInputElement {
  const input = el("input", {
    type: "text",
    readonly: true,
    class: "v-input",
    "aria-label": name,
    spellcheck: "false",
  });
  input.addEventListener("focus", () => input.select());
  return input;
}

// A page opened from disk may not be able to use the clipboard; then the text is selected, so that keys can copy it.
async function copy(input: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    input.focus();
    input.select();
    return false;
  }
}
