// Tables of every bot against every other, coloured by their numbers.
import { el, unseen, type Child } from "../dom.ts";
import { formatRoute } from "../route.ts";
import { percent, points, plural } from "../words.ts";
import { botName, nameOf } from "./bot_name.ts";
import { concerns, emphasis, type Context, type Section } from "./context.ts";
import { wide } from "./table.ts";

export const crossSection: Section = {
  id: "cross",
  title: "Cross table",
  draw(context) {
    const { cross, standings } = context.data;
    if (!cross || !standings || standings.length < 2) return null;
    return [
      matrix(context, "Points of the row's bot against the column's", (row, column) => {
        const cell = cross[row]?.[column];
        if (!cell || cell.games === 0) return null;
        return {
          share: cell.points / cell.games,
          content: [pairingLink(context, standings[row]!.entrant, standings[column]!.entrant, percent(cell.points / cell.games)), el("small", {}, `${points(cell.points)} of ${points(cell.games)}`)],
        };
      }),
      el("p", { class: "note" }, "The share of points that the row's bot made against the column's. Each leads to the games of the two."),
    ];
  },
};

export const superioritySection: Section = {
  id: "los",
  title: "Who is stronger",
  draw(context) {
    const { los, standings } = context.data;
    if (!los || !standings || standings.length < 2) return null;
    return [
      matrix(context, "Likelihood that the row's bot is stronger than the column's", (row, column) => {
        const likelihood = los[row]?.[column];
        return typeof likelihood === "number" ? { share: likelihood, content: likely(likelihood) } : null;
      }),
      el("p", { class: "note" }, "How likely it is, by these games, that the row's bot is the stronger of the two."),
    ];
  },
};

function pairingLink(context: Context, one: number, other: number, words: string): Child {
  const [bot, against] = [nameOf(context, one), nameOf(context, other)];
  return el("a", { href: formatRoute({ view: "pairing", bot, against }), "data-key": `cross-${one}-${other}`, "aria-label": `${words}: ${bot} against ${against}` }, words);
}

function likely(likelihood: number): string {
  if (likelihood > 0.999) return "> 99.9 %";
  if (likelihood < 0.001) return "< 0.1 %";
  return percent(likelihood, 1);
}

interface Cell {
  /** A share from 0 to 1; ½ has no colour. */
  share: number;
  content: Child;
}

function matrix(context: Context, caption: string, cellOf: (row: number, column: number) => Cell | null): HTMLElement {
  const standings = context.data.standings!;
  const heads = standings.map((column, j) =>
    el(
      "th",
      { scope: "col", class: emphasis(context, column.entrant) || null, title: nameOf(context, column.entrant) },
      j + 1,
      unseen(` ${nameOf(context, column.entrant)}`),
    ),
  );
  const rows = standings.map((row, i) =>
    el(
      "tr",
      {},
      el("td", { class: "number" }, i + 1),
      el("th", { scope: "row" }, botName(context, row.entrant)),
      standings.map((column, j) =>
        i === j ? el("td", { class: "self" }, "·") : tinted(cellOf(i, j), concerns(context, row.entrant, column.entrant)),
      ),
    ),
  );
  const head = el("tr", {}, el("th", { scope: "col" }, "#"), el("th", { scope: "col" }, "Bot"), heads);
  return wide(caption, el("table", { class: "matrix" }, el("thead", {}, head), el("tbody", {}, rows)), `table-${caption}`);
}

function tinted(cell: Cell | null, concerned: boolean): HTMLElement {
  if (!cell) return el("td", { class: "self", title: plural(0, "game") }, "–");
  const td = el("td", { class: concerned ? "tint" : "tint other" }, cell.content);
  td.style.setProperty("--tint", `var(--${cell.share >= 0.5 ? "good" : "bad"})`);
  td.style.setProperty("--strength", `${(Math.abs(cell.share - 0.5) * 2 * 46).toFixed(0)}%`);
  return td;
}
