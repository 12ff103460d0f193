import type { Pairing } from "../data.ts";
import { el, type Child } from "../dom.ts";
import { decimal, plural, signed } from "../words.ts";
import { nameOf, plainName, swatch } from "./bot_name.ts";
import { bars } from "./chart.ts";
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
    return [
      el("p", { class: "note" }, "Points of the first bot minus those of the second, in each game; games that either bot forfeited are left out."),
      ofTheBot.length === 0
        ? el("p", {}, "This bot has none.")
        : el("div", { class: "tiles" }, ofTheBot.slice(0, length).map((pairing) => tile(context, pairing))),
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

function tile(context: Context, pairing: Pairing): Child {
  const { a, b, spread, pentanomial } = pairing;
  // The chosen bot comes first.
  const flipped = context.choices.bot === b;
  const [first, second] = flipped ? [b, a] : [a, b];
  const mean = flipped ? negated(pairing.mean) : (pairing.mean ?? null);
  const error = pairing.error ?? null;
  const summary = `${signed(mean, 1)}${error === null ? "" : ` ± ${decimal(error, 1)}`} on average, in ${plural(pairing.games, "game")}`;
  const described = `Spread of ${nameOf(context, first)} against ${nameOf(context, second)}: ${summary}`;
  const { from, width, counts } = spread!;
  const list = counts.map((value, i) => ({ value, label: signed(flipped ? -(from + (i + 1) * width) : from + i * width) }));
  if (flipped) list.reverse();
  const zero = flipped ? counts.length + from / width : -from / width;
  const picture = bars(described, list, { class: "spread", labels: 5 });
  [...picture.querySelectorAll("rect")].forEach((bar, i) => bar.classList.add(i < zero ? "lost" : "won"));
  const pairs = pentanomial && pentanomial.some((pairsOf) => pairsOf > 0);
  return el(
    "article",
    { class: "tile" },
    el("h3", {}, swatch(context, first), plainName(context, first), " – ", plainName(context, second)),
    el("p", {}, summary),
    picture,
    pairs && pentanomialBars(flipped ? [...pentanomial].reverse() : pentanomial, nameOf(context, first)),
  );
}

function negated(value: number | null | undefined): number | null {
  return typeof value === "number" ? -value : null;
}
