import type { Pairing } from "../data.ts";
import { el, type Child } from "../dom.ts";
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
      el("p", { class: "note" }, "Points of the first bot minus those of the second, in each game; games that either bot forfeited are left out."),
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
  const { a, b, spread, pentanomial } = pairing;
  // The chosen bot comes first.
  const flipped = context.choices.bot === b;
  const [first, second] = flipped ? [b, a] : [a, b];
  const mean = flipped ? negated(pairing.mean) : (pairing.mean ?? null);
  const error = pairing.error ?? null;
  const counted = spread!.counts.reduce((sum, number) => sum + number, 0);
  const forfeited = pairing.games - counted;
  const summary =
    counted === 0
      ? `no spread: ${plural(forfeited, "game")} forfeited`
      : `${signed(mean, 1)}${error === null ? "" : ` ± ${decimal(error, 1)}`} on average, in ${plural(counted, "game")}${forfeited > 0 ? `; ${count(forfeited)} forfeited` : ""}`;
  const described = `Spread of ${nameOf(context, first)} against ${nameOf(context, second)}: ${summary}`;
  const colours = [seriesOf(context, first).colour, seriesOf(context, second).colour] as const;
  const picture = counted > 0 && spreadBars(described, flipped ? flippedSpread(spread!) : spread!, reach, colours);
  const pairs = pentanomial && pentanomial.some((pairsOf) => pairsOf > 0);
  return el(
    "article",
    { class: "tile" },
    el("h3", {}, swatch(context, first), plainName(context, first), " – ", swatch(context, second), plainName(context, second)),
    el("p", {}, summary),
    picture,
    pairs && pentanomialBars(flipped ? [...pentanomial].reverse() : pentanomial, nameOf(context, first)),
  );
}

function negated(value: number | null | undefined): number | null {
  return typeof value === "number" ? -value : null;
}
