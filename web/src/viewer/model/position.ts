// The position line after a turn (docs/protocol.md, "Position"), as the seat that is asked next may see it.

import { tilesOf } from "./alphabet.ts";
import type { Replay } from "./replay.ts";

// The seat that moves or answers after this number of turns; after the last turn, the next seat in order that plays on.
export function seatAsked(replay: Replay, turns: number): number {
  const { game } = replay;
  const next = game.turns[turns];
  if (next) return next.seat;
  const last = game.turns[turns - 1]?.seat ?? -1;
  const players = game.players.length;
  const isOut = (seat: number) => game.forfeits.some((forfeit) => forfeit.seat === seat);
  for (let i = 1; i <= players; ++i) if (!isOut((last + i) % players)) return (last + i) % players;
  return 0;
}

export function positionLine(replay: Replay, turns: number, seat = seatAsked(replay, turns)): string {
  const state = replay.states[turns];
  if (!state) return "";
  const rack = state.racks[seat] ?? [];
  const tiles = (list: readonly string[]) => (list.length === 0 ? "-" : replay.setup.alphabet.sorted(list).join(""));
  const moves = state.moves.map(({ seat: mover, text }) => (mover !== seat && text.startsWith("ex.") ? "ex.?" : text));
  return [
    `board ${state.board.toText()}`,
    `rack ${tiles(rack)}`,
    `scores ${state.totals.join(",")}`,
    `racks ${state.racks.map((each) => each.length).join(",")}`,
    `bag ${state.bag}`,
    `unseen ${tiles(without(tilesOf(replay.game.bag), [...state.board.tiles(), ...rack]))}`,
    `moves ${moves.length === 0 ? "-" : moves.join(",")}`,
  ].join(" ");
}

function without(tiles: readonly string[], taken: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const tile of taken) counts.set(tile, (counts.get(tile) ?? 0) + 1);
  return tiles.filter((tile) => {
    const count = counts.get(tile) ?? 0;
    if (count > 0) counts.set(tile, count - 1);
    return count === 0;
  });
}
