import { decimal } from "../words.ts";
import { lineChart } from "./chart.ts";
import type { Section } from "./context.ts";

/** A mean is shown only if it has at least this share of the largest number of turns; others vary too much. */
const leastShare = 0.02;

export const turnsSection: Section = {
  id: "turns",
  title: "Points by turn",
  draw(context) {
    const { turns } = context.data;
    if (!turns || turns.by_bot.every((bot) => bot.count.length === 0)) return null;
    const most = Math.max(...turns.by_bot.flatMap((bot) => bot.count));
    const least = Math.max(1, most * leastShare);
    const shown = turns.by_bot.map((bot) => bot.mean_points.map((mean, i) => ((bot.count[i] ?? 0) >= least ? mean : null)));
    const length = Math.max(...shown.map((means) => means.findLastIndex((mean) => mean !== null) + 1));
    return lineChart(context, {
      id: "turns",
      description: "Mean points of each bot by its own turn",
      x: Array.from({ length }, (_, i) => i + 1),
      xLabel: "own turn",
      yLabel: "mean points",
      lines: shown.map((means, entrant) => ({ entrant, values: Array.from({ length }, (_, i) => means[i] ?? null) })),
      format: (value) => decimal(value, 1),
      fromZero: true,
    });
  },
};
