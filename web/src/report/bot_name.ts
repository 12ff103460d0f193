import type { ReportData } from "../data.ts";
import { el, svg } from "../dom.ts";
import { formatRoute } from "../route.ts";
import { orderOf, seriesColours, type Context } from "./context.ts";

const dashes = ["", "6 3", "2 3", "8 3 2 3"];

export function seriesOf(context: Pick<Context, "order">, entrant: number): { colour: number; dash: string } {
  const place = context.order[entrant] ?? entrant;
  return { colour: place % seriesColours, dash: dashes[Math.floor(place / seriesColours) % dashes.length]! };
}

/** The colours of a game's players on the whole page, in the order of seats; none if two of them have the same. */
export function seatColours(data: ReportData, players: readonly string[]): readonly number[] {
  const entrants = players.map((name) => data.bots.findIndex((bot) => bot.name === name));
  const order = orderOf(data);
  const colours = entrants.map((entrant) => seriesOf({ order }, entrant).colour);
  return entrants.includes(-1) || new Set(colours).size < colours.length ? [] : colours;
}

export function nameOf(context: Context, entrant: number): string {
  return context.data.bots[entrant]?.name || "(no name)";
}

/** The line that stands for the bot in charts. */
export function swatch(context: Context, entrant: number): SVGElement {
  const { colour, dash } = seriesOf(context, entrant);
  return svg(
    "svg",
    { class: `swatch series-${colour}`, viewBox: "0 0 18 10", width: 18, height: 10, "aria-hidden": "true" },
    svg("line", { x1: 1, y1: 5, x2: 17, y2: 5, "stroke-dasharray": dash }),
  );
}

export function plainName(context: Context, entrant: number): HTMLElement {
  return el("bdi", { class: "name" }, nameOf(context, entrant));
}

/** The name with the bot's line; a click makes the page about this bot. */
export function botName(context: Context, entrant: number): HTMLElement {
  const address = context.botAddress?.(entrant) ?? formatRoute({ view: "report", bot: context.data.bots[entrant]?.name ?? "" });
  return el(
    "span",
    { class: "bot" },
    swatch(context, entrant),
    el("a", { href: address, "data-key": `bot-${entrant}` }, plainName(context, entrant)),
  );
}
