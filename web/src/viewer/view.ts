// What the parts of the viewer have in common.

import type { Replay } from "./model/replay.ts";

export interface View {
  readonly element: HTMLElement;
  show(turns: number): void; // After so many turns.
}

// What the viewer's parts may ask of it.
export interface Stage {
  readonly replay: Replay;
  readonly last: number; // The most turns there are.
  goTo(turns: number): void;
}

export function seatClass(seat: number): string {
  return `v-seat-${seat % 4}`;
}
