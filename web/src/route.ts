// The address after `#` names a game and a turn of it, or two bots that met, or a bot and its mistakes, or the report with
// a bot to filter by.
// Anything else is a place in the report.

export interface GameRoute {
  view: "game";
  /** An index into `data.runs`. */
  run: number;
  game: number;
  /** The number of turns that have been played; if absent, the game is shown from the start. */
  turn?: number;
  /** Moves that the reader tried in place of those that were made. */
  line?: Line;
}

/** Moves that continue a game after a number of turns. */
export interface Line {
  after: number;
  moves: readonly string[];
}

export interface ReportRoute {
  view: "report";
  /** The bot to filter by; empty means all bots. If it is absent, the filter stays, but in an address it is empty. */
  bot?: string;
  /** The id of an element to scroll to; an address with it has no bot. */
  place?: string;
}

/** The games between two bots, from the point of view of the first. */
export interface PairingRoute {
  view: "pairing";
  bot: string;
  against: string;
}

/** The costliest mistakes of a bot. */
export interface MistakesRoute {
  view: "mistakes";
  bot: string;
}

export type Route = GameRoute | MistakesRoute | PairingRoute | ReportRoute;

/** Parses what follows the page's address, from "#". It counts runs from 1, and a route from 0. */
export function parseRoute(hash: string): Route {
  const text = hash.replace(/^#/, "");
  if (text === "") return { view: "report", bot: "" };
  if (!text.includes("=")) return { view: "report", place: decoded(text) };
  const keys = new URLSearchParams(text);
  const game = wholeNumber(keys.get("game"));
  const mistakes = keys.get("mistakes");
  const [bot, against] = [keys.get("bot") ?? "", keys.get("against") ?? ""];
  if (game === undefined && mistakes) return { view: "mistakes", bot: mistakes };
  if (game === undefined) return bot && against ? { view: "pairing", bot, against } : { view: "report", bot };
  const turn = wholeNumber(keys.get("turn"));
  const run = Math.max(1, wholeNumber(keys.get("run")) ?? 1) - 1;
  const line = parseLine(keys.get("line"));
  return { view: "game", run, game, ...(turn === undefined ? {} : { turn }), ...(line ? { line } : {}) };
}

function parseLine(text: string | null): Line | undefined {
  const [first, rest] = text?.split(":") ?? [];
  const after = wholeNumber(first ?? null);
  return after === undefined || !rest ? undefined : { after, moves: rest.split(",") };
}

export function formatRoute(route: Route): string {
  if (route.view === "report") {
    if (route.place) return `#${encodeURIComponent(route.place)}`;
    return route.bot ? `#bot=${encodeURIComponent(route.bot)}` : "#";
  }
  if (route.view === "pairing") return `#bot=${encodeURIComponent(route.bot)}&against=${encodeURIComponent(route.against)}`;
  if (route.view === "mistakes") return `#mistakes=${encodeURIComponent(route.bot)}`;
  const run = route.run > 0 ? `&run=${route.run + 1}` : "";
  const turn = route.turn === undefined ? "" : `&turn=${route.turn}`;
  const line = route.line ? `&line=${route.line.after}:${route.line.moves.map(encodeURIComponent).join(",")}` : "";
  return `#game=${route.game}${turn}${run}${line}`;
}

export function gameAddress(run: number, game: number, turn?: number): string {
  return formatRoute(turn === undefined ? { view: "game", run, game } : { view: "game", run, game, turn });
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
