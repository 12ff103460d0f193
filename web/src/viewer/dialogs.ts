// The dialogs: one lists the keys, and one asks which turn to go to.

import { el } from "../dom.ts";

type Key = readonly [string, string];

const REVIEW_KEYS: readonly Key[] = [
  ["B", "show or hide the better play"],
  ["M", "go to the next inaccuracy, mistake or blunder"],
];

const ENGINE_KEYS: readonly Key[] = [
  ["A", "show or hide the analysis"],
  ["L", "lay tiles on the board; Space turns, Enter plays"],
  ["W", "look a word up"],
];

function keysOf(hasReview: boolean, hasEngine: boolean): readonly Key[] {
  return [
    ["← →", "the turn before, the next turn"],
    ["Home End, or ↑ ↓", "the start, the end"],
    ["Space", "start or stop automatic play"],
    ["G", "go to a turn"],
    ["V", "show or hide the bot’s line"],
    ...(hasReview ? REVIEW_KEYS : []),
    ...(hasEngine ? ENGINE_KEYS : []),
    ["Tab, then arrows", "walk over the board; Enter shows a stack"],
    ["Esc", "close what is open"],
    ["?", "these keys"],
  ];
}

export function helpDialog(hasReview: boolean, hasEngine: boolean): HTMLDialogElement {
  const close = el("button", { type: "button", class: "v-button" }, "Close");
  const dialog = el(
    "dialog",
    { class: "v-dialog", "aria-label": "Keys" },
    el("h2", {}, "Keys"),
    el(
      "table",
      {},
      el(
        "tbody",
        {},
        keysOf(hasReview, hasEngine).map(([key, what]) => el("tr", {}, el("th", { scope: "row" }, el("kbd", {}, key)), el("td", {}, what))),
      ),
    ),
    el("p", {}, "Click a square to see the tiles below; drag the graph to go through the game."),
    close,
  );
  close.addEventListener("click", () => dialog.close());
  return dialog;
}

export function goToDialog(last: number, go: (turns: number) => void): HTMLDialogElement {
  const input = el("input", {
    type: "number",
    min: 0,
    max: last,
    step: 1,
    inputmode: "numeric",
    required: true,
    class: "v-input",
  });
  const form = el(
    "form",
    { method: "dialog" },
    el("label", {}, `Go to turn, 0 to ${last} `, input),
    el("button", { type: "submit", class: "v-button" }, "Go"),
  );
  const dialog = el("dialog", { class: "v-dialog", "aria-label": "Go to a turn" }, form);
  form.addEventListener("submit", () => {
    const turns = Number(input.value);
    input.value = "";
    if (Number.isInteger(turns)) go(Math.min(last, Math.max(0, turns)));
  });
  return dialog;
}
