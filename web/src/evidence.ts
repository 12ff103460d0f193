// What bots said and wrote before a fault. It is shown from its end, where the exception stands.
import { el } from "./dom.ts";

export function evidence(label: string, text: string): HTMLElement {
  const block = el("pre", { tabindex: 0, "aria-label": label }, text);
  // It has a height only when it is on the page and unfolded.
  const seen = new ResizeObserver(() => {
    if (block.clientHeight === 0) return;
    block.scrollTop = block.scrollHeight;
    seen.disconnect();
  });
  seen.observe(block);
  return block;
}
