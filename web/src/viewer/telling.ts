// Turns and squares in words, for screen readers and for the turn's own panel.

import { squareName } from "./model/notation.ts";
import type { Replay, Step } from "./model/replay.ts";
import { tilesOf } from "./model/alphabet.ts";
import type { Forfeit, Game } from "./model/record.ts";
import type { Setup } from "./model/setup.ts";
import { pointsOfPlay } from "./model/words.ts";
import { duration, faultWords } from "../words.ts";
import type { Board } from "./model/board.ts";

export function squareInWords(board: Board, index: number, label: (symbol: string) => string): string {
  const name = squareName(index, board.size);
  const [top, ...below] = board.stack(index).map(label).reverse();
  if (top === undefined) return board.isCentre(index) ? `${name}: empty, in the middle` : `${name}: empty`;
  return below.length === 0 ? `${name}: ${top}` : `${name}: ${top}, ${below.length + 1} high, over ${below.join(", ")}`;
}

// The state after this number of turns, in words.
export function turnInWords(replay: Replay, turns: number): string {
  const { game } = replay;
  if (turns === 0) return `Start of the game, ${game.players.length} players, empty board.`;
  const kind = turns <= game.opening ? ", of the opening" : "";
  const parts = [`Turn ${turns} of ${replay.steps.length}${kind}. ${moveInWords(replay, turns - 1)}`];
  const state = replay.states[turns];
  if (state) parts.push(`${game.players.map((name, seat) => `${name} ${state.totals[seat] ?? 0}`).join(", ")}.`);
  for (const forfeit of game.forfeits)
    if (forfeit.after === turns) parts.push(`${game.players[forfeit.seat] ?? ""} forfeits: ${forfeit.reason}.`);
  if (turns === replay.steps.length) parts.push(resultInWords(replay));
  return parts.join(" ");
}

// The move of a turn, counted from 0. Without `hasWords` it leaves out the points of each word, which are then shown
// beside it.
export function moveInWords(replay: Replay, index: number, hasWords = true): string {
  const step = replay.steps[index];
  if (!step) return "";
  const { alphabet, size } = replay.setup;
  const name = replay.game.players[step.turn.seat] ?? "";
  const { move } = step;
  switch (move.kind) {
    case "pass":
      return isPassOfHarness(step) ? `${name} is challenged too often, and a limit makes the turn a pass.` : `${name} passes.`;
    case "accept":
      return `${name} does not challenge.`;
    case "challenge":
      return step.lifted.length > 0
        ? `${name} challenges, and is right: the play is taken back.`
        : `${name} challenges, and is wrong: the play stands.`;
    case "exchange":
      return `${name} exchanges ${move.tile === undefined ? "a tile" : `tile ${alphabet.label(move.tile)}`} for ${
        tilesOf(step.turn.drawn)
          .map((tile) => alphabet.label(tile))
          .join(", ") || "another"
      }.`;
    case "unreadable":
      return `${name} made a move that cannot be read: ${step.turn.move}.`;
    case "play": {
      const place = squareName(move.row * size + move.column, size);
      const words = pointsOfPlay(replay, index).words.map(({ word, points }) =>
        points === undefined ? word : `${word} ${points}`,
      );
      const points = step.fate === "taken back" ? "taken back later" : `${step.turn.points} points`;
      return `${name} plays ${alphabet.spell(move.word)} ${move.across ? "across" : "down"} from ${place}: ${points}${
        hasWords && words.length > 1 ? ` (${words.join(", ")})` : ""
      }.`;
    }
  }
}

// Whether the harness made this pass, after too many plays of the turn were challenged away (docs/rules.md, "Words in
// doubt").
function isPassOfHarness(step: Step): boolean {
  return step.turn.refused.some((refused) => refused.includes(": challenged: "));
}

const ENDS: Readonly<Record<string, string>> = {
  out: "a rack was empty and so was the bag",
  stuck: "nobody could play any more",
  passed: "all players passed",
  scoreless: "nobody scored for too many rounds, a limit of the harness",
  adjudicated: "the organizer's terms ended it early, with the scores at that moment",
  agreed: "all bots expected the same one to win by far, and the organizer's terms ended it",
};

export function endInWords({ end, forfeits, players, ranks }: Game): string {
  if (end === "forfeit") return forfeitInWords(forfeits, players);
  if (end === "resigned") return `${players[ranks.indexOf(Math.max(...ranks))] ?? "a bot"} expected to lose by far, and resigned`;
  return ENDS[end] ?? end;
}

// Who forfeited why, and who was left.
function forfeitInWords(forfeits: readonly Forfeit[], players: readonly string[]): string {
  if (forfeits.length === 0) return "it was forfeited";
  const told = forfeits.map(({ seat, reason }) => `${players[seat] ?? ""} ${faultWords(reason)}`);
  const left = players.filter((_, seat) => forfeits.every((forfeit) => forfeit.seat !== seat));
  return `${listed(told)}, so ${left.length === 0 ? "nobody" : `only ${listed(left)}`} ${left.length > 1 ? "were" : "was"} left`;
}

function listed(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1) ?? ""}`;
}

export function resultInWords(replay: Replay): string {
  const { players, scores } = replay.game;
  const best = rankedSeats(replay).filter((seat) => replay.game.ranks[seat] === 1);
  const names = best.map((seat) => players[seat] ?? "").join(" and ");
  const verdict = best.length === 0 ? "" : best.length === 1 ? `${names} wins. ` : `${names} tie. `;
  const points = players.map((name, seat) => `${name} ${scores[seat] ?? "?"}`).join(", ");
  return `The game is over: ${endInWords(replay.game)}. ${verdict}Final scores: ${points}.`;
}

// The seats, with the best rank first.
export function rankedSeats({ game }: Replay): number[] {
  return game.players.map((_, seat) => seat).sort((a, b) => (game.ranks[a] ?? 99) - (game.ranks[b] ?? 99) || a - b);
}

// What a seat may take: what is left on its clock, or its time for each move and what is left in its bank.
export function timeInWords({ moveMs, startClockMs }: Setup, clock: number | undefined): string {
  if (moveMs === undefined) return clock === undefined ? "" : clockText(clock);
  const bank = startClockMs === undefined ? "" : `, ${clockText(clock ?? startClockMs)} in the bank`;
  return `${duration(moveMs)} a move${bank}`;
}

export function clockText(ms: number): string {
  const sign = ms < 0 ? "−" : "";
  const tenths = Math.floor(Math.abs(ms) / 100);
  const minutes = Math.floor(tenths / 600);
  const seconds = (tenths % 600) / 10;
  if (minutes >= 60) return `${sign}${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(Math.floor(seconds))}`;
  return `${sign}${minutes}:${pad(Math.floor(seconds))}${minutes === 0 ? `.${tenths % 10}` : ""}`;
}

function pad(number: number): string {
  return String(number).padStart(2, "0");
}
