// The graph over the turns. It is also the slider through the game, by dragging or by its keys. If there are several
// pictures, they lie one below the other.

import { el, svg } from "../dom.ts";
import type { Curve, Curves } from "./curves.ts";
import { seatClass, type Stage, type View } from "./view.ts";

const PAGE = 5; // The number of turns for Page Up and Page Down.
const TOP = 6; // Where the highest value and the lowest one are drawn, in percent of the height.
const BOTTOM = 94;

interface Part {
  readonly element: HTMLElement;
  readonly curves: Curves;
  readonly dots: readonly { readonly dot: HTMLElement; readonly curve: Curve }[];
}

export class TurnGraph implements View {
  readonly element: HTMLElement;
  private readonly cursor = el("span", { class: "v-cursor" });
  private readonly parts: readonly Part[];
  private wanted: number | undefined;
  private frame = 0;

  constructor(
    private readonly stage: Stage,
    pictures: readonly Curves[],
  ) {
    this.parts = pictures.map((curves) => this.part(curves));
    this.element = el(
      "div",
      {
        class: pictures.length > 1 ? "v-graph v-several" : "v-graph",
        role: "slider",
        tabindex: "0",
        "aria-label": `${pictures.length > 1 ? "Scores and chances" : "Scores"} by turn: go through the game`,
        "aria-valuemin": 0,
        "aria-valuemax": stage.last,
        "aria-valuenow": 0,
        "aria-orientation": "horizontal",
      },
      this.parts.map(({ element }) => element),
      this.cursor,
    );
    this.element.addEventListener("pointerdown", (event) => this.onDown(event));
    this.element.addEventListener("pointermove", (event) => {
      if (this.element.hasPointerCapture(event.pointerId)) this.scrub(event);
    });
    this.element.addEventListener("keydown", (event) => this.onKey(event));
  }

  show(turns: number): void {
    const left = (this.x(turns) * this.element.clientWidth) / 100;
    this.cursor.style.translate = `${left}px 0`;
    for (const { element, curves, dots } of this.parts) {
      const height = element.clientHeight;
      for (const { dot, curve } of dots) {
        const value = curve.values[turns];
        dot.hidden = value === undefined;
        dot.style.translate = `${left}px ${(yOf(curves, value ?? 0) * height) / 100}px`;
      }
    }
    const told = this.parts.map(({ curves }) => curves.told(turns)).filter((words) => words !== "");
    this.element.setAttribute("aria-valuenow", String(turns));
    this.element.setAttribute("aria-valuetext", `Turn ${turns} of ${this.stage.last}: ${told.join("; ")}`);
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
  }

  private part(curves: Curves): Part {
    const dots = curves.all.map((curve) => ({ curve, dot: el("span", { class: `v-graph-dot ${seatClass(curve.seat)}` }) }));
    const label = (kind: string, text: string) =>
      text === "" ? null : el("span", { class: `v-graph-label ${kind}`, "aria-hidden": "true" }, text);
    const element = el(
      "div",
      { class: "v-graph-part" },
      this.drawing(curves),
      dots.map(({ dot }) => dot),
      label("v-high", curves.highLabel),
      label("v-base-label", curves.baseLabel),
      label("v-what", curves.label),
    );
    return { element, curves, dots };
  }

  private drawing(curves: Curves): SVGElement {
    const base = yOf(curves, curves.base);
    return svg(
      "svg",
      { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
      curves.isFilled ? this.areas(curves, base) : null,
      svg("line", { class: "v-base", x1: 0, x2: 100, y1: base, y2: base, "vector-effect": "non-scaling-stroke" }),
      curves.all.map(({ seat, values }) =>
        svg("polyline", {
          class: `v-line ${curves.all.length > 1 ? seatClass(seat) : "v-seat-0"}`,
          points: this.points(curves, values),
          "vector-effect": "non-scaling-stroke",
        }),
      ),
      // A line without length and with round ends is a circle, however the picture is stretched.
      curves.marks.map(({ turns, value, grade }) =>
        svg("path", {
          class: `v-graph-mark mark ${grade}`,
          d: `M${this.x(turns).toFixed(2)} ${yOf(curves, value).toFixed(2)}h0`,
          "vector-effect": "non-scaling-stroke",
        }),
      ),
    );
  }

  // The area above the base has the colour of the first seat, and the one below that of the second.
  private areas(curves: Curves, base: number): SVGElement[] {
    const values = curves.all[0]?.values ?? [];
    const known = values.map((value, turns) => (value === undefined ? -1 : turns)).filter((turns) => turns >= 0);
    const [first = 0, last = 0] = [known[0], known.at(-1)];
    const points = `${this.x(first)},${base} ${this.points(curves, values)} ${this.x(last)},${base}`;
    return [0, base].map((top, seat) => {
      const height = seat === 0 ? base : 100 - base;
      return svg(
        "svg",
        { class: "v-area", x: 0, y: top, width: 100, height, viewBox: `0 ${top} 100 ${height}`, preserveAspectRatio: "none" },
        svg("polygon", { class: seatClass(seat), points }),
      );
    });
  }

  private points(curves: Curves, values: Curve["values"]): string {
    const points = values.map((value, turns) =>
      value === undefined ? "" : `${this.x(turns).toFixed(2)},${yOf(curves, value).toFixed(2)}`,
    );
    return points.filter((point) => point !== "").join(" ");
  }

  private x(turns: number): number {
    return this.stage.last === 0 ? 0 : (100 * turns) / this.stage.last;
  }

  private onDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.element.setPointerCapture(event.pointerId);
    this.scrub(event);
  }

  // It moves at most once a frame, however many events come.
  private scrub(event: PointerEvent): void {
    const area = this.element.getBoundingClientRect();
    const part = Math.min(1, Math.max(0, (event.clientX - area.left) / Math.max(1, area.width)));
    const isWaiting = this.wanted !== undefined;
    this.wanted = Math.round(part * this.stage.last);
    if (isWaiting) return;
    this.frame = requestAnimationFrame(() => {
      const turns = this.wanted;
      this.wanted = undefined;
      if (turns !== undefined) this.stage.goTo(turns);
    });
  }

  private onKey(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const now = Number(this.element.getAttribute("aria-valuenow"));
    const to: Readonly<Record<string, number>> = {
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      PageDown: now - PAGE,
      PageUp: now + PAGE,
      Home: 0,
      End: this.stage.last,
    };
    const turns = to[event.key];
    if (turns === undefined) return;
    this.stage.goTo(Math.min(this.stage.last, Math.max(0, turns)));
    event.preventDefault();
    event.stopPropagation();
  }
}

function yOf({ low, high }: Curves, value: number): number {
  return BOTTOM - ((BOTTOM - TOP) * (value - low)) / (high - low);
}
