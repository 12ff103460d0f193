import type { TimeUse } from "../data.ts";
import { el, type Child } from "../dom.ts";
import { count, duration, meanDuration, plural } from "../words.ts";
import { botName, nameOf, plainName, seriesOf, swatch } from "./bot_name.ts";
import { bars, lineChart } from "./chart.ts";
import { concerns, emphasis, type Context, type Section } from "./context.ts";
import { narrow, sortableTable, type Column } from "./table.ts";

interface Row extends TimeUse {
  entrant: number;
}

const mostTiles = 24;

export const timesSection: Section = {
  id: "times",
  title: "Time use",
  draw(context) {
    const { times } = context.data;
    if (!times) return null;
    const rows = times.by_bot.map((use, entrant) => ({ ...use, entrant })).filter((row) => row.moves > 0 || lostOnTime(row) > 0);
    if (rows.length === 0) return null;
    return [
      sortableTable(context, {
        id: "times",
        caption: "Time that each bot used",
        rows,
        columns: [
          { key: "bot", label: "Bot", isRowHead: true, by: (row) => nameOf(context, row.entrant), cell: (row) => [botName(context, row.entrant), narrow(`${plural(row.moves, "move")}, together ${duration(row.total_ms)}`)] },
          { key: "moves", label: "Moves", numeric: true, isSpare: true, by: (row) => row.moves, cell: (row) => count(row.moves) },
          { key: "mean", label: "Mean", numeric: true, by: (row) => row.mean_ms, cell: (row) => meanDuration(row.mean_ms) },
          { key: "most", label: "Longest", numeric: true, by: longest, cell: (row) => duration(longest(row)) },
          { key: "total", label: "Together", numeric: true, isSpare: true, by: (row) => row.total_ms, cell: (row) => duration(row.total_ms) },
          ...(rows.some((row) => lostOnTime(row) > 0) ? [lostColumn] : []),
        ],
        rowClass: (row) => emphasis(context, row.entrant),
      }),
      lostNote(rows),
      late(times.late_games),
      byTurn(context, rows.filter((row) => row.moves > 0)),
      histograms(context, rows.filter((row) => row.moves > 0)),
    ];
  },
};

function lostOnTime(row: TimeUse): number {
  return row.lost_on_time ?? 0;
}

const lostColumn: Column<Row> = {
  key: "lost",
  label: "Lost on time",
  title: "Moves that never came in time; they are in no other column, as nobody knows how long they would have taken",
  numeric: true,
  by: lostOnTime,
  cell: (row) => count(lostOnTime(row)),
};

function longest(row: Row): number | null {
  return row.moves > 0 ? row.max_ms : null;
}

function lostNote(rows: readonly Row[]): Child {
  const words = "A move that lost on time is in no other column, as nobody knows how long it would have taken.";
  return rows.some((row) => lostOnTime(row) > 0) && el("p", { class: "note" }, words);
}

function late(games: number): Child {
  const words = `The referee itself was late in ${plural(games, "game")}, and charged nobody for it.`;
  return games > 0 && el("p", { class: "note" }, words);
}

function byTurn(context: Context, rows: readonly Row[]): Child {
  const length = Math.max(...rows.map((row) => row.mean_ms_by_turn?.length ?? 0));
  if (length < 2) return null;
  return lineChart(context, {
    id: "times",
    description: "Mean time of each bot by its own turn",
    x: Array.from({ length }, (_, i) => i + 1),
    xLabel: "own turn",
    yLabel: "mean time",
    lines: rows.map((row) => ({
      entrant: row.entrant,
      values: Array.from({ length }, (_, i) => row.mean_ms_by_turn?.[i] ?? null),
    })),
    format: meanDuration,
    formatTick: duration,
    leastTop: 1,
    fromZero: true,
  });
}

function histograms(context: Context, rows: readonly Row[]): Child {
  const shown = rows.filter((row) => concerns(context, row.entrant)).slice(0, mostTiles);
  if (shown.length === 0) return null;
  const tiles = shown.map((row) => histogram(context, row));
  return [el("h3", {}, "Moves by their time"), el("div", { class: "tiles" }, tiles)];
}

function histogram(context: Context, row: Row): Child {
  if (!row.histogram) return null;
  const { edges_ms, counts } = row.histogram;
  const last = counts.findLastIndex((moves) => moves > 0) + 1;
  const list = counts.slice(0, Math.max(last, 4)).map((value, i) => ({ value, label: edgeWords(edges_ms[i] ?? 0) }));
  const described = `Moves of ${nameOf(context, row.entrant)} by time: ${list.map(({ value, label }) => `from ${label}: ${value}`).join(", ")}`;
  return el(
    "article",
    { class: "tile" },
    el("h3", {}, swatch(context, row.entrant), plainName(context, row.entrant)),
    bars(described, list, "move", `series-${seriesOf(context, row.entrant).colour}`),
  );
}

function edgeWords(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}
