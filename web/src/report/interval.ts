// Intervals of ratings, drawn on one scale that fits the bots.
import { el, svg, unseen, type Child } from "../dom.ts";
import { signed } from "../words.ts";

export interface Estimate {
  elo: number | null;
  /** Null if the interval has no end on this side. */
  error_low: number | null;
  error_high: number | null;
}

export interface Scale {
  low: number;
  high: number;
  ticks: readonly number[];
}

interface Ends {
  low: number;
  elo: number;
  high: number;
}

const mostTicks = 5;
const leastSpan = 40;
/** An end may be so many times as far from the bots as an end usually is, or by this share of their range; beyond that it is cut. */
const mostBeyond = { ends: 1.5, range: 0.25 };

function endsOf({ elo, error_low, error_high }: Estimate): Ends | null {
  return elo === null ? null : { low: elo - (error_low ?? Infinity), elo, high: elo + (error_high ?? Infinity) };
}

function endWords(elo: number): string {
  return Number.isFinite(elo) ? signed(elo) : elo < 0 ? "−∞" : "+∞";
}

/** The interval in words, such as "+350 to +930". */
export function intervalWords(row: Estimate): string {
  const ends = endsOf(row);
  return ends ? `${endWords(ends.low)} to ${endWords(ends.high)}` : "–";
}

export function scaleOf(rows: readonly Estimate[]): Scale {
  const all = rows.map(endsOf).filter((ends) => ends !== null);
  if (all.length === 0) return { low: -leastSpan, high: leastSpan, ticks: [0] };
  const elos = all.map(({ elo }) => elo);
  const least = Math.min(...elos);
  const most = Math.max(...elos);
  const span = Math.max(leastSpan, most - least);
  const isZeroNear = least - span <= 0 && most + span >= 0;
  const edges = all.flatMap((ends) => [ends.low, ends.elo, ends.high]).filter(Number.isFinite);
  const errors = all.flatMap((ends) => [ends.elo - ends.low, ends.high - ends.elo]).filter(Number.isFinite).sort((a, b) => a - b);
  const beyond = Math.max(mostBeyond.range * span, mostBeyond.ends * (errors[errors.length >> 1] ?? 0));
  const low = Math.max(Math.min(...edges, isZeroNear ? 0 : least), least - beyond);
  const high = Math.min(Math.max(...edges, isZeroNear ? 0 : most), most + beyond);
  return { low, high, ticks: labelledTicks(low, high) };
}

/** As many round numbers as have room for their labels side by side. */
function labelledTicks(low: number, high: number): number[] {
  const at = placeOn({ low, high, ticks: [] }, columnLook);
  for (let most = mostTicks; most > 1; most -= 1) {
    const ticks = roundTicks(low, high, most);
    if (ticks.every((tick, i) => i === 0 || at(tick) - at(ticks[i - 1]!) > (labelWidth(tick) + labelWidth(ticks[i - 1]!)) / 2)) return ticks;
  }
  return roundTicks(low, high, 1);
}

/** Round numbers from `low` to `high`, at most `most` of them, with equal distances. */
export function roundTicks(low: number, high: number, most: number): number[] {
  const range = Math.max(high - low, 1e-9);
  let step = 10 ** Math.floor(Math.log10(range / most));
  for (const next of [2, 2.5, 2]) {
    if (Math.floor(high / step) - Math.ceil(low / step) < most) break;
    step *= next;
  }
  const ticks: number[] = [];
  for (let i = Math.ceil(low / step); i * step <= high; i += 1) ticks.push(i * step + 0);
  return ticks;
}

const height = 24;

/** The pixels that the label of a tick takes, with some room. */
function labelWidth(tick: number): number {
  return 8 + 7.5 * signed(tick).length;
}

interface Look {
  width: number;
  /** The room left and right of the scale. */
  room: number;
  /** How far the lines of the scale reach beyond the picture; the cell cuts them off, so that they look like one line. */
  reach: number;
}

const columnLook: Look = { width: 156, room: 22, reach: 100 };
const smallLook: Look = { width: 124, room: 8, reach: -2 };

function placeOn(scale: Scale, { width, room }: Look): (elo: number) => number {
  const range = Math.max(1e-9, scale.high - scale.low);
  return (elo) => room + ((width - 2 * room) * (elo - scale.low)) / range;
}

function picture({ width }: Look, ...content: Child[]): SVGElement {
  return svg("svg", { class: "interval", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" }, content);
}

/** The head of the column of pictures: the numbers of the scale. */
export function scaleHead(scale: Scale): Child {
  const at = placeOn(scale, columnLook);
  const labels = scale.ticks.map((tick) => svg("text", { x: at(tick), y: 18, "text-anchor": "middle" }, signed(tick)));
  return [unseen("Interval"), picture(columnLook, labels)];
}

/** An interval as a line in the colour of its bot. Its numbers stand beside it as text. */
export function intervalPicture(row: Estimate, scale: Scale, colour: number): Child {
  return drawn(row, scale, colour, columnLook);
}

/** The same for a narrow page. */
export function smallIntervalPicture(row: Estimate, scale: Scale, colour: number): Child {
  return drawn(row, scale, colour, smallLook);
}

function drawn(row: Estimate, scale: Scale, colour: number, look: Look): Child {
  const ends = endsOf(row);
  if (!ends) return null;
  const at = placeOn(scale, look);
  const y = height / 2;
  const [low, high] = [Math.max(ends.low, scale.low), Math.min(ends.high, scale.high)];
  const ticks = scale.ticks.map((tick) =>
    svg("line", { class: tick === 0 ? "zero" : "tick", x1: at(tick), x2: at(tick), y1: -look.reach, y2: height + look.reach }),
  );
  const end = (elo: number, isCut: boolean, outwards: number): Child =>
    isCut
      ? svg("path", { d: `M ${at(elo)} ${y - 5} l ${6 * outwards} 5 l ${-6 * outwards} 5 z` })
      : svg("line", { x1: at(elo), x2: at(elo), y1: y - 6, y2: y + 6 });
  return picture(
    look,
    ticks,
    svg(
      "g",
      { class: `series-${colour}` },
      svg("line", { x1: at(low), x2: at(high), y1: y, y2: y }),
      end(low, ends.low < scale.low, -1),
      end(high, ends.high > scale.high, 1),
      svg("circle", { cx: at(ends.elo), cy: y, r: 4 }),
    ),
  );
}

/** Says that intervals are cut, if some are. */
export function cutNote(rows: readonly Estimate[], scale: Scale): Child {
  const isCut = rows.map(endsOf).some((ends) => ends && (ends.low < scale.low || ends.high > scale.high));
  return isCut && el("p", { class: "note" }, "An arrow says that the interval goes on.");
}
