// The interfaces between the viewer and its parts.

import type { Replay } from "./model/replay.ts";

export interface View {
  readonly element: HTMLElement;
  show(turns: number): void; // Shows the state after this number of turns.
}

// All that the viewer's parts may ask of the viewer.
export interface Stage {
  readonly replay: Replay;
  readonly last: number; // The number of turns in the game.
  goTo(turns: number): void;
}

export function seatClass(seat: number): string {
  return `v-seat-${seat % 4}`;
}
