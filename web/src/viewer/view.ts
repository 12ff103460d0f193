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

const seatColours = 4;

// Gives the seats within the element these colours of the page; without them, each seat has its own.
export function paintSeats(element: HTMLElement, colours: readonly number[]): void {
  for (let seat = 0; seat < seatColours; ++seat) {
    const colour = colours[seat];
    if (colour === undefined) element.style.removeProperty(`--seat-${seat}`);
    else element.style.setProperty(`--seat-${seat}`, `var(--series-${colour})`);
  }
}

export function seatClass(seat: number): string {
  return `v-seat-${seat % seatColours}`;
}
