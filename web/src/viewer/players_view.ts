// Every seat: name, score, clock and rack. The mover's rack is shown as it was before the move, with the tiles that
// went to the board marked.

import { el } from "../dom.ts";
import type { Replay } from "./model/replay.ts";
import { timeInWords } from "./telling.ts";
import { plural } from "../words.ts";
import { tileElement } from "./tile.ts";
import { seatClass, type View } from "./view.ts";

interface Seat {
  readonly element: HTMLElement;
  readonly score: HTMLElement;
  readonly gain: HTMLElement;
  readonly clock: HTMLElement;
  readonly track: HTMLElement;
  readonly bar: HTMLElement;
  readonly time: HTMLElement;
  readonly rack: HTMLElement;
  rackShown: string;
}

export class PlayersView implements View {
  readonly element = el("section", { class: "v-players", "aria-label": "Players" });
  private readonly seats: Seat[];
  private readonly bag = el("p", { class: "v-bag" });
  private readonly mostClock: number;

  /** Tiles of seats that are hidden lie face down. */
  constructor(
    private readonly replay: Replay,
    private readonly isHidden: (seat: number) => boolean = () => false,
  ) {
    const clocks = replay.states.flatMap(({ clocks: each }) => each).filter((clock) => clock !== undefined);
    this.mostClock = Math.max(1, ...clocks);
    this.seats = replay.game.players.map((name, seat) => makeSeat(name, seat));
    this.element.append(...this.seats.map(({ element }) => element), this.bag);
  }

  show(turns: number): void {
    const { game, states, steps } = this.replay;
    const state = states[turns];
    const step = steps[turns - 1];
    if (!state) return;
    const isLast = turns === steps.length;
    const next = game.turns[turns]?.seat;
    this.seats.forEach((seat, number) => {
      const isMover = step?.turn.seat === number;
      const isOut = game.forfeits.some((forfeit) => forfeit.seat === number && forfeit.after <= turns);
      seat.element.classList.toggle("v-mover", isMover);
      seat.element.classList.toggle("v-next", next === number && !isMover);
      seat.element.classList.toggle("v-out", isOut);
      setText(seat.score, String(state.totals[number] ?? 0));
      const gain =
        isMover && step ? (states[turns]?.totals[number] ?? 0) - (states[turns - 1]?.totals[number] ?? 0) : 0;
      setText(seat.gain, isOut ? "forfeited" : gain > 0 ? `+${gain}` : isLast ? this.place(number) : "");
      this.showClock(seat, state.clocks[number], isMover ? step?.turn.ms : undefined);
      this.showRack(seat, number, turns, isMover);
    });
    setText(this.bag, `${state.bag} ${state.bag === 1 ? "tile" : "tiles"} in the bag`);
  }

  /** Shows the clock of a seat while it runs. */
  tick(seat: number, clock: number): void {
    const shown = this.seats[seat];
    if (shown) this.showClock(shown, clock, undefined);
  }

  private place(seat: number): string {
    const rank = this.replay.game.ranks[seat];
    return rank === undefined ? "" : (["1st", "2nd", "3rd"][rank - 1] ?? `${rank}th`);
  }

  private showClock(seat: Seat, clock: number | undefined, ms: number | undefined): void {
    const { setup } = this.replay;
    const time = timeInWords(setup, clock);
    seat.clock.hidden = time === "";
    // If each move has its own time, only a bank runs down.
    seat.track.hidden = setup.moveMs !== undefined && setup.startClockMs === undefined;
    if (clock !== undefined) {
      seat.bar.style.scale = `${Math.max(0, Math.min(1, clock / this.mostClock))} 1`;
      seat.clock.classList.toggle("v-overtime", clock < 0);
    }
    setText(seat.time, time);
    seat.time.title = ms === undefined ? "" : `This move took ${ms} ms`;
  }

  private showRack(seat: Seat, number: number, turns: number, isMover: boolean): void {
    const { states, steps, setup } = this.replay;
    const step = isMover ? steps[turns - 1] : undefined;
    const rack = states[isMover ? turns - 1 : turns]?.racks[number] ?? [];
    const used = step?.laid.map(({ symbol }) => symbol) ?? [];
    if (step?.move.kind === "exchange" && step.move.tile !== undefined) used.push(step.move.tile);
    const isHidden = this.isHidden(number);
    const key = isHidden ? `${rack.length} hidden` : `${rack.join(" ")}|${used.join(" ")}`;
    if (seat.rackShown === key) return;
    seat.rackShown = key;
    if (isHidden) {
      const held = (states[turns]?.racks[number] ?? []).length;
      seat.rack.setAttribute("aria-label", `Rack: ${plural(held, "tile")}, face down`);
      return seat.rack.replaceChildren(...Array.from({ length: held }, () => el("span", { class: "v-tile v-back" })));
    }
    const left = [...used];
    const tiles = rack.map((symbol) => {
      const at = left.indexOf(symbol);
      if (at >= 0) left.splice(at, 1);
      return tileElement(setup, symbol, 1, at >= 0 ? "v-used" : "");
    });
    const letters = rack.map((symbol) => setup.alphabet.label(symbol)).join(" ");
    const when = isMover ? "Rack before the move" : "Rack";
    const rest = used.length > 0 ? `; used: ${used.map((symbol) => setup.alphabet.label(symbol)).join(" ")}` : "";
    seat.rack.setAttribute("aria-label", rack.length === 0 ? "Rack: empty" : `${when}: ${letters}${rest}`);
    seat.rack.replaceChildren(...tiles);
  }
}

function makeSeat(name: string, number: number): Seat {
  const score = el("span", { class: "v-score" });
  const gain = el("span", { class: "v-gain" });
  const bar = el("span", { class: "v-bar" });
  const time = el("span", { class: "v-time" });
  const track = el("span", { class: "v-track" }, bar);
  const clock = el("div", { class: "v-clock" }, track, time);
  const rack = el("div", { class: "v-rack", role: "img" });
  const element = el(
    "article",
    { class: `v-player ${seatClass(number)}`, "aria-label": name },
    el(
      "div",
      { class: "v-player-head" },
      el("span", { class: "v-dot", "aria-hidden": "true" }),
      el("span", { class: "v-name", title: name }, name),
      gain,
      score,
    ),
    clock,
    rack,
  );
  return { element, score, gain, clock, track, bar, time, rack, rackShown: "none yet" };
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
