// Charts of lines, drawn by uPlot, with a legend that shows the values under the pointer, and a table of the numbers.
import uPlot from "uplot";

import { el, svg, type Child } from "../dom.ts";
import { count, plural, signed } from "../words.ts";
import { plainName, seriesOf, swatch } from "./bot_name.ts";
import type { Context } from "./context.ts";
import { roundTicks } from "./interval.ts";
import { sortableTable } from "./table.ts";
import { unfold } from "./unfold.ts";

type Values = readonly (number | null)[];

export interface ChartLine {
  entrant: number;
  values: Values;
  /** The ends of the line's interval, drawn as a band. Where the line has a value and an end is null, the band has no end. */
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
  /** Values that are marked by a line across the chart, with words. */
  marks?: readonly { value: number; label: string }[];
  format: (value: number | null | undefined) => string;
  /** How the axis writes its numbers, if not like the values. */
  formatTick?: Chart["format"];
  /** The vertical axis reaches at least so far. */
  leastTop?: number;
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
/** Games and turns are counted, so that there is no half of one. */
const wholeSteps = Array.from({ length: 9 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

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
  const reading = readingOf(context, chart);
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
      el("div", { class: "axis-name" }, chart.yLabel, reading.place),
      host,
      el("figcaption", {}, reading.legend),
    ),
    table,
  );
}

/** What the reader sees of the values under the pointer. It has its room from the beginning, so that nothing moves. */
interface Reading {
  place: HTMLElement;
  legend: Child;
  show(index: number | null | undefined): void;
}

function readingOf(context: Context, chart: Chart): Reading {
  const place = el("span", { class: "value", "aria-hidden": "true" });
  const values = chart.lines.map((line) => {
    const longest = Math.max(0, ...line.values.filter((value) => value !== null).map((value) => chart.format(value).length));
    const value = el("span", { class: "value", "aria-hidden": "true" });
    value.style.minWidth = `${longest}ch`;
    return value;
  });
  return {
    place,
    legend: chart.lines.map(({ entrant }, i) =>
      el("span", { class: "bot" }, swatch(context, entrant), plainName(context, entrant), values[i]),
    ),
    show(index) {
      const isShown = index !== null && index !== undefined;
      place.textContent = isShown ? `${chart.xLabel}: ${count(chart.x[index])}` : "";
      chart.lines.forEach((line, i) => (values[i]!.textContent = isShown ? chart.format(line.values[index]) : ""));
    },
  };
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

function makePlot(context: Context, chart: Chart, host: HTMLElement, reading: Reading, width: number): uPlot {
  const colours = getComputedStyle(document.documentElement);
  const colour = (name: string) => colours.getPropertyValue(name).trim();
  const ink = colour("--ink-soft");
  const data: (number | null)[][] = [[...chart.x]];
  const [lowest, highest] = extremesOf(chart);
  const outside = 9 * (highest - lowest + 1); // So far from the values that it is not in the picture.
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
    for (const [edge, open] of [[line.high, highest + outside], [line.low, lowest - outside]] as const) {
      series.push({ stroke: "transparent", width: 0, points: { show: false } });
      data.push(edge.map((end, i) => end ?? (line.values[i] === null ? null : open)));
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
    scales: { x: { time: false }, y: rangeOf(chart) },
    axes: [
      { ...axis, label: chart.xLabel, labelSize: 20, labelFont: axis.font!, size: 32, space: 60, incrs: wholeSteps },
      { ...axis, size: (_, labels) => 16 + 7 * Math.max(3, ...(labels ?? []).map((label) => label.length)), values: (_, ticks) => tickWords(ticks, chart.formatTick ?? chart.format) },
    ],
    series,
    bands,
    hooks: {
      draw: [(plot) => drawMarks(plot, chart, ink, axis.font!)],
      setCursor: [(plot) => reading.show(plot.cursor.idx)],
    },
  };
  return new uPlot(options, data as unknown as uPlot.AlignedData, host);
}

/** The smallest and the greatest number of all lines and their bands. */
function extremesOf({ lines }: Chart): [number, number] {
  const numbers = lines.flatMap(({ values, low = [], high = [] }) => [...values, ...low, ...high]).filter((value) => value !== null);
  return [Math.min(...numbers), Math.max(...numbers)];
}

function rangeOf(chart: Chart): uPlot.Scale {
  if (chart.fromZero) return { range: (_, __, high) => [0, Math.max(high > 0 ? high * 1.08 : 1, chart.leastTop ?? 0)] };
  const marks = chart.marks?.map(({ value }) => value) ?? [];
  // As uPlot has it, but of the numbers alone: a band without an end reaches the edge of the picture.
  if (marks.length === 0) return { range: (_, low) => (low === null ? [null, null] : uPlot.rangeNum(...extremesOf(chart), 0.1, true)) };
  return {
    range: (_, low, high) => {
      const [from, to] = [Math.min(low, ...marks), Math.max(high, ...marks)];
      const rest = (to - from) * 0.14; // There is room for the words on the outer side of the marks.
      return [from - rest, to + rest];
    },
  };
}

function drawMarks(plot: uPlot, chart: Chart, ink: string, font: string): void {
  const { ctx: pen, bbox } = plot;
  const ratio = devicePixelRatio;
  for (const { value, label } of chart.marks ?? []) {
    const y = Math.round(plot.valToPos(value, "y", true));
    const isBelow = y > bbox.top + bbox.height / 2;
    pen.save();
    pen.strokeStyle = pen.fillStyle = ink;
    pen.lineWidth = ratio;
    pen.setLineDash([5 * ratio, 4 * ratio]);
    pen.beginPath();
    pen.moveTo(bbox.left, y);
    pen.lineTo(bbox.left + bbox.width, y);
    pen.stroke();
    pen.font = font.replace(/(\d+)px/, (_, pixels) => `${Number(pixels) * ratio}px`);
    pen.textAlign = "left";
    pen.textBaseline = isBelow ? "top" : "bottom";
    pen.fillText(label, bbox.left + 4 * ratio, y + (isBelow ? 4 : -4) * ratio);
    pen.restore();
  }
}

/** The numbers of ticks, without digits that are 0 in all of them. */
function tickWords(ticks: readonly number[], format: Chart["format"]): string[] {
  const words = ticks.map(format);
  return words.every((word) => /\.0+$/.test(word)) ? words.map((word) => word.replace(/\.0+$/, "")) : words;
}

function translucent(colour: string): string {
  return colour.startsWith("#") ? `${colour}2e` : "transparent";
}

export interface Bar {
  value: number;
  /** The value at which the bar begins, written under its left end. */
  label: string;
}

const frame = { width: 240, tall: 84, head: 14, foot: 18 };
const characterWidth = 8;

/** A label under the axis; it stays within the picture. */
function labelAt(x: number, label: string): SVGElement {
  const half = (label.length * characterWidth) / 2;
  const [place, anchor] = x < half ? [0, "start"] : x > frame.width - half ? [frame.width, "end"] : [x, "middle"];
  return svg("text", { x: place, y: frame.tall + 14, "text-anchor": anchor }, label);
}

/** The line at the height of the longest bar, and what it stands for. */
function scaleLine(most: number, one: string): Child {
  return [
    svg("line", { class: "scale", x1: 0, x2: frame.width, y1: 0, y2: 0 }),
    svg("text", { x: frame.width, y: -4, "text-anchor": "end" }, plural(most, one)),
  ];
}

function barsFrame(described: string, look: string, ...content: Child[]): SVGElement {
  const { width, tall, head, foot } = frame;
  return svg(
    "svg",
    { class: `bars ${look}`, viewBox: `0 ${-head} ${width} ${head + tall + foot}`, role: "img", "aria-label": described },
    content,
    svg("line", { class: "axis", x1: 0, x2: width, y1: tall, y2: tall }),
  );
}

function bar(x: number, step: number, value: number, most: number, label: string, look: string | null): SVGElement {
  const height = value === 0 ? 0 : Math.max(1, frame.tall * (value / most));
  return svg(
    "rect",
    { class: look, x: x + step * 0.08, width: step * 0.84, y: frame.tall - height, height },
    svg("title", {}, `${label}: ${count(value)}`),
  );
}

/** Vertical bars with a label under as many of them as there is room for. `described` is the sentence for readers who do not see them. */
export function bars(described: string, list: readonly Bar[], one: string, look: string): SVGElement {
  const most = Math.max(1, ...list.map(({ value }) => value));
  const step = frame.width / Math.max(1, list.length);
  let free = 0; // Here ends the label before.
  const labels = list.map(({ label }, i) => {
    const width = label.length * characterWidth;
    const begin = Math.max(0, Math.min(i * step - width / 2, frame.width - width));
    if (begin < free) return null;
    free = begin + width + characterWidth;
    return labelAt(i * step, label);
  });
  return barsFrame(described, look, scaleLine(most, one), list.map(({ value, label }, i) => bar(i * step, step, value, most, label, null)), labels);
}

/** Numbers of games by the difference of points; the first class begins at `from`. */
export interface Spread {
  from: number;
  width: number;
  counts: readonly number[];
}

/** The same spread as the other bot sees it. */
export function flippedSpread({ from, width, counts }: Spread): Spread {
  return { from: -(from + width * counts.length), width, counts: [...counts].reverse() };
}

/** How far from 0 the spreads reach. */
export function reachOf(spreads: readonly Spread[]): number {
  return Math.max(1, ...spreads.map(({ from, width, counts }) => Math.max(-from, from + width * counts.length)));
}

/** Bars from -reach to reach, those of games that the first bot lost in the second bot's colour. */
export function spreadBars(described: string, { from, width, counts }: Spread, reach: number, colours: readonly [number, number]): SVGElement {
  const most = Math.max(1, ...counts);
  const at = (points: number): number => (frame.width * (points + reach)) / (2 * reach);
  const step = (frame.width * width) / (2 * reach);
  const drawn = counts.map((games, i) => {
    const first = from + i * width;
    const label = `${signed(first)} to ${signed(first + width - 1)}`;
    return games > 0 && bar(at(first), step, games, most, label, `series-${colours[first < 0 ? 1 : 0]}`);
  });
  const labels = roundTicks(-reach, reach, 5).map((tick) => labelAt(at(tick), signed(tick)));
  const zero = svg("line", { class: "zero", x1: at(0), x2: at(0), y1: 0, y2: frame.tall + 3 });
  return barsFrame(described, "spread", scaleLine(most, "game"), zero, drawn, labels);
}
