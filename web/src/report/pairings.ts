import type { Pairing, ReportData } from "../data.ts";
import { el, type Child } from "../dom.ts";
import { formatRoute } from "../route.ts";
import { count, decimal, plural, signed } from "../words.ts";
import { nameOf, plainName, seriesOf, swatch } from "./bot_name.ts";
import { flippedSpread, reachOf, spreadBars } from "./chart.ts";
import { concerns, type Context, type Section } from "./context.ts";
import { pentanomialBars } from "./seats.ts";

const shownAtFirst = 12;

export const pairingsSection: Section = {
  id: "pairings",
  title: "Spread of each pairing",
  draw(context) {
    const pairings = (context.data.pairings ?? []).filter((pairing) => pairing.spread && pairing.games > 0);
    if (pairings.length === 0) return null;
    const ofTheBot = pairings.filter(({ a, b }) => concerns(context, a, b));
    const length = context.choices.lengths.get("pairings") ?? shownAtFirst;
    const more = ofTheBot.length - length;
    // All tiles have the same scale, so that they can be compared.
    const reach = reachOf(pairings.map(({ spread }) => spread!));
    return [
      el("p", { class: "note" }, `Points of the first bot minus those of the second, in each game; ${forfeitsWords(context)} are left out.`),
      ofTheBot.length === 0
        ? el("p", {}, "This bot has none.")
        : el("div", { class: "tiles" }, ofTheBot.slice(0, length).map((pairing) => tile(context, pairing, reach))),
      more > 0 &&
        el(
          "button",
          {
            type: "button",
            class: "controls",
            "data-key": "more-pairings",
            onclick: () => {
              context.choices.lengths.set("pairings", length + 5 * shownAtFirst);
              context.redraw("pairings");
            },
          },
          `Show more (${plural(more, "pairing")})`,
        ),
    ];
  },
};

function tile(context: Context, pairing: Pairing, reach: number): Child {
  const { a, b, pentanomial } = pairing;
  const [first, second] = isFlipped(context, pairing) ? [b, a] : [a, b];
  const pairs = pentanomial && pentanomial.some((pairsOf) => pairsOf > 0);
  const route = { view: "pairing" as const, bot: nameOf(context, first), against: nameOf(context, second) };
  return el(
    "article",
    { class: "tile" },
    el("h3", {}, swatch(context, first), el("a", { href: formatRoute(route), "data-key": `pairing-${a}-${b}` }, plainName(context, first), " – ", plainName(context, second))),
    el("p", {}, summaryOf(context, pairing)),
    spreadPicture(context, pairing, reach),
    pairs && pentanomialBars(first === b ? [...pentanomial].reverse() : pentanomial, nameOf(context, first)),
  );
}

/** The chosen bot comes first. */
function isFlipped(context: Context, pairing: Pairing): boolean {
  return context.choices.bot === pairing.b;
}

/** The games that no spread counts, in words: any forfeit makes the points of all others meaningless. */
export function forfeitsWords({ data }: Context): string {
  return isOfMore(data) ? "games in which any bot forfeited, even a third one," : "games that either bot forfeited";
}

/** Whether more than two play a game. */
export function isOfMore({ games }: ReportData): boolean {
  return (games?.seats[0]?.length ?? 2) > 2;
}

/** How many games have a spread: those that nobody forfeited. */
function countedGames({ spread }: Pairing): number {
  return spread!.counts.reduce((sum, number) => sum + number, 0);
}

/** The mean spread, and in how many games it is. */
export function summaryOf(context: Context, pairing: Pairing): string {
  const counted = countedGames(pairing);
  const forfeited = pairing.games - counted;
  if (counted === 0) return `no spread: ${plural(forfeited, "game")} forfeited`;
  const mean = isFlipped(context, pairing) ? negated(pairing.mean) : (pairing.mean ?? null);
  const error = pairing.error ?? null;
  return `${signed(mean, 1)}${error === null ? "" : ` ± ${decimal(error, 1)}`} on average, in ${plural(counted, "game")}${forfeited > 0 ? `; ${count(forfeited)} forfeited` : ""}`;
}

/** The histogram of the points of one bot minus those of the other; nothing if all games were forfeited. */
export function spreadPicture(context: Context, pairing: Pairing, reach: number): SVGElement | null {
  if (countedGames(pairing) === 0) return null;
  const flipped = isFlipped(context, pairing);
  const [first, second] = flipped ? [pairing.b, pairing.a] : [pairing.a, pairing.b];
  const described = `Spread of ${nameOf(context, first)} against ${nameOf(context, second)}: ${summaryOf(context, pairing)}`;
  const colours = [seriesOf(context, first).colour, seriesOf(context, second).colour] as const;
  return spreadBars(described, flipped ? flippedSpread(pairing.spread!) : pairing.spread!, reach, colours);
}

function negated(value: number | null | undefined): number | null {
  return typeof value === "number" ? -value : null;
}
