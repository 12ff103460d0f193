import { el } from "../dom.ts";
import { count, signed } from "../words.ts";
import { lineChart, type ChartLine } from "./chart.ts";
import { concerns, type Context, type Section } from "./context.ts";

/** If there are more bots, their bands hide each other. */
const mostBands = 3;
/** If there are more bots, their lines cannot be told apart. */
const mostLines = 24;

export const historySection: Section = {
  id: "history",
  title: "Rating over games played",
  draw(context) {
    const { history, bots, standings } = context.data;
    if (!history || history.games.length === 0) return null;
    const entrants = (standings?.map((row) => row.entrant) ?? bots.map((_, entrant) => entrant)).filter(
      (entrant, place) => place < mostLines || context.choices.bot === entrant,
    );
    const bands = bots.length <= mostBands;
    const lines = entrants.map((entrant) => lineOf(context, entrant, bands));
    return [
      lineChart(context, {
        id: "history",
        description: "Elo of each bot by the number of games played",
        x: history.games,
        xLabel: "games played",
        yLabel: "Elo",
        lines,
        format: (value) => signed(value),
      }),
      bots.length > mostLines && el("p", { class: "note" }, `The best ${count(mostLines)} bots.`),
    ];
  },
};

function lineOf(context: Context, entrant: number, bands: boolean): ChartLine {
  const { elo, low, high } = context.data.history!;
  const values = elo[entrant] ?? [];
  const withBand = context.choices.bot === null ? bands : concerns(context, entrant);
  return withBand ? { entrant, values, low: low?.[entrant], high: high?.[entrant] } : { entrant, values };
}
