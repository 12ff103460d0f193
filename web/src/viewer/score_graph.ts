// The graph of scores over turns. It is also the slider through the game, by dragging or by its keys.

import { el, svg } from "../dom.ts";
import { seatClass, type Stage, type View } from "./view.ts";

const PAGE = 5; // The number of turns for Page Up and Page Down.

export class ScoreGraph implements View {
  readonly element: HTMLElement;
  private readonly cursor = el("span", { class: "v-cursor" });
  private readonly dots: HTMLElement[];
  private readonly low: number;
  private readonly high: number;
  private wanted: number | undefined;
  private frame = 0;

  constructor(private readonly stage: Stage) {
    const totals = stage.replay.states.flatMap((state) => state.totals);
    this.low = Math.min(0, ...totals);
    this.high = Math.max(10, ...totals);
    this.dots = stage.replay.game.players.map((_, seat) => el("span", { class: `v-graph-dot ${seatClass(seat)}` }));
    this.element = el(
      "div",
      {
        class: "v-graph",
        role: "slider",
        tabindex: "0",
        "aria-label": "Scores by turn: go through the game",
        "aria-valuemin": 0,
        "aria-valuemax": stage.last,
        "aria-valuenow": 0,
        "aria-orientation": "horizontal",
      },
      this.drawing(),
      this.cursor,
      this.dots,
      el("span", { class: "v-graph-most", "aria-hidden": "true" }, this.high),
    );
    this.element.addEventListener("pointerdown", (event) => this.onDown(event));
    this.element.addEventListener("pointermove", (event) => {
      if (this.element.hasPointerCapture(event.pointerId)) this.scrub(event);
    });
    this.element.addEventListener("keydown", (event) => this.onKey(event));
  }

  show(turns: number): void {
    const { game, states } = this.stage.replay;
    const left = this.x(turns);
    const width = this.element.clientWidth;
    const height = this.element.clientHeight;
    this.cursor.style.translate = `${(left * width) / 100}px 0`;
    const totals = states[turns]?.totals ?? [];
    this.dots.forEach((dot, seat) => {
      dot.style.translate = `${(left * width) / 100}px ${(this.y(totals[seat] ?? 0) * height) / 100}px`;
    });
    this.element.setAttribute("aria-valuenow", String(turns));
    const scores = game.players.map((name, seat) => `${name} ${totals[seat] ?? 0}`).join(", ");
    this.element.setAttribute("aria-valuetext", `Turn ${turns} of ${this.stage.last}: ${scores}`);
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
  }

  private drawing(): SVGElement {
    const { states, game } = this.stage.replay;
    const lines = game.players.map((_, seat) => {
      const points = states.map(
        ({ totals }, turns) => `${this.x(turns).toFixed(2)},${this.y(totals[seat] ?? 0).toFixed(2)}`,
      );
      return svg("polyline", {
        class: `v-line ${seatClass(seat)}`,
        points: points.join(" "),
        "vector-effect": "non-scaling-stroke",
      });
    });
    const base = svg("line", {
      class: "v-base",
      x1: 0,
      x2: 100,
      y1: this.y(0),
      y2: this.y(0),
      "vector-effect": "non-scaling-stroke",
    });
    return svg("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" }, base, lines);
  }

  private x(turns: number): number {
    return this.stage.last === 0 ? 0 : (100 * turns) / this.stage.last;
  }

  private y(points: number): number {
    return 94 - (88 * (points - this.low)) / (this.high - this.low);
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
