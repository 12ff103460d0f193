// The sequential test of a match: how it stands, and the way of its log-likelihood ratio between the two bounds.
import type { MatchTest } from "../data.ts";
import { el, svg, type Child } from "../dom.ts";
import { decimal, plural, signed } from "../words.ts";
import { lineChart } from "./chart.ts";
import type { Context, Section } from "./context.ts";
import { eloIntervalWords } from "./elo_interval.ts";

const verdicts: Readonly<Record<string, string>> = {
  none: "no decision yet",
  h0: "H0 is accepted",
  h1: "H1 is accepted",
  withdrawn: "no decision, as a bot was withdrawn",
};

export const testSection: Section = {
  id: "test",
  title: "Sequential test",
  draw(context) {
    const { match } = context.data;
    const test = match?.test;
    if (!match || !test) return null;
    const verdict = verdicts[test.accepted] ?? test.accepted;
    const words = `log-likelihood ratio ${signed(test.llr, 2)} within ${signed(test.lower, 2)} and ${signed(test.upper, 2)}`;
    return el(
      "div",
      { class: "test" },
      el("p", {}, termsOf(test, match.bots), `After ${plural(test.pairs, "pair")}: ${verdict}.`),
      wayOf(context, test) ?? picture(test, words),
      el("p", { class: "note" }, words),
      test.corrected &&
        el("dl", { class: "facts" }, [
          el("dt", {}, "Elo"),
          el("dd", {}, eloIntervalWords(test.corrected.elo, match.score)),
          el("dt", {}, "Normalized Elo"),
          el("dd", {}, eloIntervalWords(test.corrected.normalized_elo, match.score)),
        ]),
      test.corrected && el("p", { class: "note" }, "Corrected, as the test may have stopped on good or bad luck."),
    );
  },
};

/** What the test asks, such as "H1: a is 10 Elo stronger than b; H0: 0 Elo." */
function termsOf(test: MatchTest, bots: readonly string[]): Child {
  const number = (key: string): number | undefined => (typeof test[key] === "number" ? test[key] : undefined);
  const isSpread = test["kind"] === "spread";
  const [h0, h1] = isSpread ? [number("spread0"), number("spread1")] : [number("elo0"), number("elo1")];
  if (h0 === undefined || h1 === undefined) return null;
  const unit = isSpread ? "points a game" : test["model"] === "normalized" ? "normalized Elo" : "Elo";
  return [el("bdi", {}, bots[0]), " against ", el("bdi", {}, bots[1]), `: H0 is ${signed(h0, digits(h0))} ${unit}, H1 is ${signed(h1, digits(h1))}. `];
}

function digits(value: number): number {
  return Number.isInteger(value) ? 0 : 1;
}

/** The ratio after each pair. It begins at 0, as no result says nothing. */
function wayOf(context: Context, test: MatchTest): Child {
  const { history } = test;
  if (!history || history.pairs.length === 0) return null;
  return lineChart(context, {
    id: "test",
    description: `Log-likelihood ratio after each pair: ${decimal(test.llr, 2)} after ${plural(test.pairs, "pair")}`,
    x: [0, ...history.pairs],
    xLabel: "pairs",
    yLabel: "log-likelihood ratio",
    lines: [{ entrant: 0, values: [0, ...history.llr] }],
    marks: [
      { value: test.upper, label: "H1 is accepted" },
      { value: test.lower, label: "H0 is accepted" },
    ],
    format: (value) => signed(value, 2),
  });
}

function picture(test: MatchTest, words: string): Child {
  const share = Math.min(1, Math.max(0, (test.llr - test.lower) / (test.upper - test.lower)));
  return svg(
    "svg",
    { class: "interval", viewBox: "0 0 200 22", role: "img", "aria-label": words },
    svg("line", { x1: 4, x2: 196, y1: 11, y2: 11 }),
    svg("line", { x1: 4, x2: 4, y1: 5, y2: 17 }),
    svg("line", { x1: 196, x2: 196, y1: 5, y2: 17 }),
    svg("circle", { cx: 4 + 192 * share, cy: 11, r: 4 }),
  );
}
