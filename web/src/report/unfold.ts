import { el, type Child } from "../dom.ts";
import type { Context } from "./context.ts";

/** A part that is folded, unless `isOpen`, until the reader opens it, and is made only then. On paper all parts are open. */
export function unfold(context: Context, key: string, summary: Child, draw: () => Child, isOpen = false): HTMLElement {
  const { unfolded } = context.choices;
  const details = el(
    "details",
    { open: unfolded.has(key) !== isOpen },
    el("summary", { "data-key": `unfold-${key}` }, summary),
  );
  let drawn = false;
  const fill = (): void => {
    if (details.open && !drawn) {
      drawn = true;
      details.append(el("div", {}, draw()));
    }
  };
  fill();
  details.addEventListener("toggle", () => {
    if (details.dataset["paper"]) return fill();
    if (details.open !== isOpen) unfolded.add(key);
    else unfolded.delete(key);
    fill();
  });
  return details;
}
