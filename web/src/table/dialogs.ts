// The dialogs of the table: questions with a few answers, and the keys.

import { button, el, type Child } from "../dom.ts";

export interface Choice {
  readonly element: HTMLElement; // A button.
  act(): void;
}

const KEYS: readonly (readonly [string, string])[] = [
  ["letters", "lay that tile at the cursor; type whole words, letters on the board too"],
  ["arrows", "move the cursor"],
  ["Space", "across or down"],
  ["Backspace, Esc", "take back the last tile, all tiles"],
  ["Enter", "play the tiles that are laid"],
  ["?", "the best plays, as a hint"],
  ["*", "mix the rack"],
  ["+", "exchange a tile"],
  ["−", "pass"],
  ["<", "take the last turn back"],
  ["/", "the tiles that you do not see"],
  ["F1", "these keys"],
];

export function keysTable(): HTMLElement {
  const rows = KEYS.map(([key, what]) => el("tr", {}, el("th", { scope: "row" }, el("kbd", {}, key)), el("td", {}, what)));
  return el("table", {}, el("tbody", {}, rows));
}

/** Asks in a dialog within `host`; `closed` is called in any case. */
export function openDialog(host: HTMLElement, title: string, choices: readonly Choice[], more: Child, closed: () => void): HTMLDialogElement {
  const row = el("div", { class: "t-choices" });
  const dialog = el("dialog", { class: "v-dialog", "aria-label": title }, el("h2", {}, title), more, row);
  for (const { element, act } of choices) {
    element.addEventListener("click", () => {
      dialog.close();
      act();
    });
    row.append(element);
  }
  row.append(button(choices.length > 0 ? "Cancel" : "Close", () => dialog.close()));
  dialog.addEventListener("close", () => {
    dialog.remove();
    closed();
  });
  host.append(dialog);
  dialog.showModal();
  return dialog;
}
