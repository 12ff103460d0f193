// Charts of lines, drawn by uPlot, with a legend, a text line that shows the values under the pointer, and a table of the numbers.
import uPlot from "uplot";

import { el, svg, type Child } from "../dom.ts";
import { plainName, seriesOf, swatch } from "./bot_name.ts";
import type { Context } from "./context.ts";
import { sortableTable } from "./table.ts";
import { unfold } from "./unfold.ts";

type Values = readonly (number | null)[];

export interface ChartLine {
  entrant: number;
  values: Values;
  /** The ends of the line's interval, drawn as a band. */
  low?: Values | undefined;
  high?: Values | undefined;
}

export interface Chart {
  id: string;
  /** One sentence for readers who do not see the chart. */
  description: string;
  x: readonly number[];
  xLabel: string;
  yLabel: string;
  lines: readonly ChartLine[];
  format: (value: number | null | undefined) => string;
  /** Whether the vertical axis begins at zero. */
  fromZero?: boolean;
}

interface Plotted {
  host: HTMLElement;
  plot: uPlot | null;
  make(width: number): uPlot;
  /** The width for which the plot was last made. */
  width: number;
}

const plotted = new Set<Plotted>();
const height = 260;

const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    for (const chart of plotted) if (chart.host === target) fit(chart);
  }
});

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => redrawCharts());

/** Draws all charts again after colours or widths have changed. */
export function redrawCharts(width?: number): void {
  for (const chart of plotted) {
    chart.width = 0;
    fit(chart, width);
  }
}

/** Removes the charts in a part of the page that will be drawn again. */
export function dropCharts(part: Node): void {
  for (const chart of plotted) {
    if (!part.contains(chart.host)) continue;
    chart.plot?.destroy();
    observer.unobserve(chart.host);
    plotted.delete(chart);
  }
}

function fit(chart: Plotted, wanted = Math.floor(chart.host.clientWidth)): void {
  if (wanted === 0 || wanted === chart.width) return;
  chart.width = wanted;
  chart.plot?.destroy();
  chart.plot = chart.make(wanted);
}

export function lineChart(context: Context, chart: Chart): HTMLElement {
  const host = el("div", { class: "plot", role: "img", "aria-label": chart.description });
  const reading = el("div", { class: "reading", "aria-hidden": "true" });
  const entry: Plotted = { host, plot: null, width: 0, make: (width) => makePlot(context, chart, host, reading, width) };
  plotted.add(entry);
  observer.observe(host);
  const table = unfold(context, `numbers-${chart.id}`, "The numbers as a table", () => numbers(context, chart));
  // On paper, the picture without the table is enough.
  table.classList.add("controls");
  return el(
    "div",
    {},
    el(
      "figure",
      { class: "chart" },
      el("div", { class: "axis-name" }, chart.yLabel),
      host,
      reading,
      el("figcaption", {}, legend(context, chart)),
    ),
    table,
  );
}

function legend(context: Context, chart: Chart): Child {
  return chart.lines.map(({ entrant }) =>
    el("span", { class: "bot" }, swatch(context, entrant), plainName(context, entrant)),
  );
}

function numbers(context: Context, chart: Chart): HTMLElement {
  return sortableTable(context, {
    id: `numbers-${chart.id}`,
    caption: chart.description,
    rows: chart.x.map((_, i) => i),
    columns: [
      { key: "x", label: chart.xLabel, numeric: true, isRowHead: true, cell: (i) => chart.x[i] },
      ...chart.lines.map((line) => ({
        key: `bot-${line.entrant}`,
        label: plainName(context, line.entrant),
        numeric: true,
        cell: (i: number) => chart.format(line.values[i]),
      })),
    ],
  });
}

function makePlot(context: Context, chart: Chart, host: HTMLElement, reading: HTMLElement, width: number): uPlot {
  const colours = getComputedStyle(document.documentElement);
  const colour = (name: string) => colours.getPropertyValue(name).trim();
  const ink = colour("--ink-soft");
  const data: (number | null)[][] = [[...chart.x]];
  const series: uPlot.Series[] = [{}];
  const bands: uPlot.Band[] = [];
  for (const line of chart.lines) {
    const { colour: index, dash } = seriesOf(context, line.entrant);
    const stroke = colour(`--series-${index}`);
    const chosen = context.choices.bot === null || context.choices.bot === line.entrant;
    series.push({
      stroke,
      width: chosen ? 2 : 1,
      alpha: chosen ? 1 : 0.35,
      dash: dash ? dash.split(" ").map(Number) : [],
      spanGaps: false,
      points: { show: chart.x.length === 1 },
    });
    data.push([...line.values]);
    if (!line.low || !line.high) continue;
    for (const edge of [line.high, line.low]) {
      series.push({ stroke: "transparent", width: 0, points: { show: false } });
      data.push([...edge]);
    }
    bands.push({ series: [series.length - 2, series.length - 1], fill: translucent(stroke) });
  }
  const axis: uPlot.Axis = {
    stroke: ink,
    grid: { stroke: colour("--rule"), width: 1 },
    ticks: { stroke: colour("--rule"), width: 1, size: 4 },
    font: `12px ${colour("--font") || "sans-serif"}`,
  };
  const options: uPlot.Options = {
    width,
    height,
    padding: [10, 12, 0, 0],
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false, points: { size: 7 } },
    scales: { x: { time: false }, y: chart.fromZero ? { range: (_, __, high) => [0, high > 0 ? high * 1.08 : 1] } : {} },
    axes: [
      { ...axis, label: chart.xLabel, labelSize: 20, labelFont: axis.font!, size: 32, space: 60 },
      { ...axis, size: (_, labels) => 16 + 7 * Math.max(3, ...(labels ?? []).map((label) => label.length)), values: (_, ticks) => ticks.map((tick) => chart.format(tick)) },
    ],
    series,
    bands,
    hooks: { setCursor: [(plot) => readOut(context, chart, reading, plot.cursor.idx)] },
  };
  return new uPlot(options, data as unknown as uPlot.AlignedData, host);
}

function translucent(colour: string): string {
  return colour.startsWith("#") ? `${colour}2e` : "transparent";
}

function readOut(context: Context, chart: Chart, reading: HTMLElement, index: number | null | undefined): void {
  if (index === null || index === undefined) return reading.replaceChildren();
  const at = el("span", {}, `${chart.xLabel} ${chart.x[index]}`);
  const values = chart.lines
    .filter((line) => typeof line.values[index] === "number")
    .slice(0, 12)
    .map((line) => el("span", { class: "bot" }, swatch(context, line.entrant), plainName(context, line.entrant), ` ${chart.format(line.values[index])}`));
  reading.replaceChildren(at, ...values);
}

export interface Bar {
  value: number;
  /** The value at which the bar begins, written under its left end. */
  label: string;
}

/** Vertical bars with a label under some of them. `described` is the sentence for readers who do not see them. */
export function bars(described: string, list: readonly Bar[], look: { class?: string; labels?: number } = {}): SVGElement {
  const most = Math.max(1, ...list.map((bar) => bar.value));
  const [width, tall, foot] = [240, 84, 16];
  const step = width / Math.max(1, list.length);
  const every = Math.max(1, Math.ceil(list.length / (look.labels ?? 7)));
  return svg(
    "svg",
    { class: `bars ${look.class ?? ""}`, viewBox: `0 0 ${width} ${tall + foot}`, role: "img", "aria-label": described },
    list.map((bar, i) => {
      const height = bar.value === 0 ? 0 : Math.max(1, (tall - 4) * (bar.value / most));
      return [
        svg("rect", { x: i * step + step * 0.08, width: step * 0.84, y: tall - height, height }, svg("title", {}, `${bar.label}: ${bar.value}`)),
        i % every === 0 && svg("text", { x: i * step, y: tall + 12, "text-anchor": i === 0 ? "start" : "middle" }, bar.label),
      ];
    }),
    svg("line", { class: "axis", x1: 0, x2: width, y1: tall, y2: tall }),
  );
}
