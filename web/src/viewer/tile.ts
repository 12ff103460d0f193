// Draws a tile, on the board and on racks.

import { el } from "../dom.ts";
import type { Ghost } from "./model/ghosts.ts";
import type { Setup } from "./model/setup.ts";

// `height` is that of the stack, this tile included; it is 1 on a rack.
export function tileElement(setup: Setup, symbol: string, height: number, kind = ""): HTMLElement {
  const label = setup.alphabet.label(symbol);
  const tile = el(
    "span",
    { class: `v-tile ${kind}`.trim() },
    el("span", { class: label.length > 1 ? "v-letter v-long" : "v-letter" }, label),
  );
  if (height > 1) {
    tile.style.setProperty("--height", String(height));
    tile.style.setProperty("--level", levelOf(height, setup.mostHeight));
    tile.dataset["height"] = String(height); // The style draws it, so that it is no part of the square's text.
    tile.classList.add("v-raised");
    tile.style.boxShadow = edges(height);
  }
  return tile;
}

// A tile under one that was just laid; it is seen until the new one has come. The square's label tells it.
export function coveredElement(setup: Setup, symbol: string, height: number): HTMLElement {
  const tile = tileElement(setup, symbol, height, "v-covered");
  tile.dataset["letter"] = setup.alphabet.label(symbol);
  tile.replaceChildren();
  return tile;
}

// A tile that is only expected: the style draws its letter and its number, and the square's label tells them.
export function ghostElement(setup: Setup, { symbol, ply }: Ghost): HTMLElement {
  const label = setup.alphabet.label(symbol);
  return el("span", { class: "v-tile v-ghost", "data-letter": label, "data-ply": ply });
}

// A tile of a better play, which also shows the height that the stack would have.
export function betterElement(setup: Setup, { symbol, height }: Ghost): HTMLElement {
  const label = setup.alphabet.label(symbol);
  return el("span", { class: "v-tile v-ghost v-better", "data-letter": label, "data-height": height > 1 ? height : null });
}

// The level for the style, from 0 % for a flat tile to 100 % for the highest stack.
function levelOf(height: number, most: number): string {
  return `${Math.round((100 * (height - 1)) / Math.max(1, Math.max(most, height) - 1))}%`;
}

// One edge for each tile, one below the other, and the shadow of the stack.
function edges(height: number): string {
  const layers = Array.from(
    { length: height },
    (_, i) => `0 calc(var(--edge) * ${i + 1}) 0 ${i % 2 === 0 ? "var(--tile-edge)" : "var(--tile-edge-dark)"}`,
  );
  return [...layers, `0 calc(var(--edge) * ${height + 1}) calc(var(--edge) * 1.5) var(--tile-shadow)`].join(", ");
}
