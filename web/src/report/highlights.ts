// What is worth looking at in the games, each with a link to its turn.
import type { FoundGame, Highlights } from "../data.ts";
import { el, type Child } from "../dom.ts";
import { gameAddress } from "../route.ts";
import { count, faultWords, plural } from "../words.ts";
import { plainName } from "./bot_name.ts";
import type { Context, Section } from "./context.ts";
import { result } from "./games.ts";

export const highlightsSection: Section = {
  id: "highlights",
  title: "Worth looking at",
  draw(context) {
    const { highlights } = context.data;
    if (!highlights || Object.keys(highlights).length === 0) return null;
    return el("dl", { class: "highlights" }, cards(context, highlights).filter((card) => card !== undefined));
  },
};

function cards(context: Context, { best_play, closest_game, comeback, tallest_stack, costliest_fault }: Highlights): Child[] {
  const name = (entrant: number) => plainName(context, entrant);
  return [
    best_play &&
      card(context, "Best play", best_play, best_play.turn, plural(best_play.points, "point"), [
        name(best_play.entrant),
        " played ",
        el("bdi", { class: "name" }, wordOf(best_play.move)),
      ]),
    closest_game &&
      card(context, "Closest game", closest_game, undefined, closest_game.margin === 0 ? "level" : plural(closest_game.margin, "point"), "between the best and the next"),
    comeback &&
      card(context, "Greatest comeback", comeback, comeback.turn, plural(comeback.behind, "point"), [
        name(comeback.entrant),
        ` was so far behind, and won by ${count(comeback.margin)}`,
      ]),
    tallest_stack &&
      card(context, "Tallest stack", tallest_stack, tallest_stack.turn, plural(tallest_stack.tiles.length, "tile"), [
        `on ${tallest_stack.square}, from below: `,
        el("bdi", { class: "name" }, tallest_stack.tiles.join("\u00a0")),
      ]),
    costliest_fault &&
      card(context, "Costliest fault", costliest_fault, costliest_fault.turn, lead(costliest_fault.ahead), [
        name(costliest_fault.entrant),
        ` ${faultWords(costliest_fault.reason)}`,
      ]),
  ];
}

function lead(ahead: number): string {
  if (ahead === 0) return "while level";
  return `${plural(Math.abs(ahead), "point")} ${ahead > 0 ? "ahead" : "behind"}`;
}

/** The word of a play such as 5d.MOOD. */
function wordOf(move: string): string {
  return move.slice(move.indexOf(".") + 1);
}

function card(context: Context, title: string, { run, game }: FoundGame, turn: number | undefined, value: string, words: Child): HTMLElement {
  const { games } = context.data;
  const row = games?.id.findIndex((id, i) => id === game && (games.run?.[i] ?? 0) === run) ?? -1;
  const place = turn === undefined ? `game ${game}` : `game ${game}, ${turn === 0 ? "at the start" : `turn ${turn}`}`;
  const where = context.records.has(run, game) ? el("a", { href: gameAddress(run, game, turn ?? games?.turns?.[row]), "data-key": `highlight-${title}` }, place) : place;
  return el(
    "div",
    { class: "tile" },
    el("dt", {}, title),
    el("dd", {}, el("strong", {}, value), el("p", {}, words), el("p", { class: "where" }, where, row >= 0 && el("span", {}, result(context, games!, row)))),
  );
}
