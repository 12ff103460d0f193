// A tile as it is drawn, on the board and on racks.

import { el } from "../dom.ts";
import type { Setup } from "./model/setup.ts";

// `height` is that of the stack it lies on, itself included; 1 for one on a rack.
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
    tile.dataset["height"] = String(height); // Drawn by the style, so that it is no part of the square's text.
    tile.classList.add("v-raised");
    tile.style.boxShadow = edges(height);
  }
  return tile;
}

// A tile under one that was just laid, which shows until that one has come. The square's label tells of it.
export function coveredElement(setup: Setup, symbol: string, height: number): HTMLElement {
  const tile = tileElement(setup, symbol, height, "v-covered");
  tile.dataset["letter"] = setup.alphabet.label(symbol);
  tile.replaceChildren();
  return tile;
}

// A tile that is not there: its letter and its number are drawn by the style, and told by the square's label.
export function ghostElement(setup: Setup, symbol: string, ply: number): HTMLElement {
  const label = setup.alphabet.label(symbol);
  return el("span", { class: "v-tile v-ghost", "data-letter": label, "data-ply": ply });
}

// From 0 % for a flat tile to 100 % for the highest stack.
function levelOf(height: number, most: number): string {
  return `${Math.round((100 * (height - 1)) / Math.max(1, Math.max(most, height) - 1))}%`;
}

// One edge below the other, a tile each, and the shadow that the stack casts.
function edges(height: number): string {
  const layers = Array.from(
    { length: height },
    (_, i) => `0 calc(var(--edge) * ${i + 1}) 0 ${i % 2 === 0 ? "var(--tile-edge)" : "var(--tile-edge-dark)"}`,
  );
  return [...layers, `0 calc(var(--edge) * ${height + 1}) calc(var(--edge) * 1.5) var(--tile-shadow)`].join(", ");
}
