// The buttons under the board, and the automatic play.

import { el, svg } from "../dom.ts";
import type { Stage, View } from "./view.ts";

const TURN_MS = 1600; // The time of a turn at speed 1.
const SPEEDS = [0.5, 1, 2, 4, 8];

const ICONS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  previous: "M11 3v10L4 8z",
  play: "M4 2.5v11L13 8z",
  stop: "M4 3h3v10H4zM9 3h3v10H9z",
  next: "M5 3v10l7-5z",
  last: "M11 3h2v10h-2zM3 3v10l7-5z",
};

export interface ControlActions {
  toggleGhosts(): void;
  toggleAnalysis(): void;
  openHelp(): void;
}

export class Controls implements View {
  readonly element: HTMLElement;
  private readonly playButton: HTMLButtonElement;
  private readonly back: HTMLButtonElement[];
  private readonly forth: HTMLButtonElement[];
  private readonly ghosts: HTMLButtonElement;
  private readonly analysis: HTMLButtonElement;
  private readonly speed: HTMLSelectElement;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private turns = 0;

  constructor(
    private readonly stage: Stage,
    actions: ControlActions,
    { hasLines, hasEngine }: { hasLines: boolean; hasEngine: boolean },
  ) {
    const by = (steps: number) => () => this.stage.goTo(Math.min(stage.last, Math.max(0, this.turns + steps)));
    this.back = [
      iconButton("First (Home)", ICONS.first, () => stage.goTo(0)),
      iconButton("Previous (←)", ICONS.previous, by(-1)),
    ];
    this.playButton = iconButton("Play (Space)", ICONS.play, () => this.togglePlay());
    this.playButton.classList.add("v-play");
    this.forth = [
      iconButton("Next (→)", ICONS.next, by(1)),
      iconButton("Last (End)", ICONS.last, () => stage.goTo(stage.last)),
    ];
    this.speed = el(
      "select",
      { class: "v-button v-speed", "aria-label": "Speed" },
      SPEEDS.map((speed) => el("option", { value: speed, selected: speed === 1 }, `${speed}×`)),
    );
    this.ghosts = el(
      "button",
      {
        type: "button",
        class: "v-button",
        "aria-pressed": "false",
        title: "Show the bot’s line (V)",
        onclick: () => actions.toggleGhosts(),
      },
      "Line",
    );
    this.ghosts.hidden = !hasLines;
    this.analysis = el(
      "button",
      {
        type: "button",
        class: "v-button",
        "aria-pressed": "false",
        title: "Show the best plays of this position (A)",
        onclick: () => actions.toggleAnalysis(),
      },
      "Analyze",
    );
    this.analysis.hidden = !hasEngine;
    this.element = el(
      "div",
      { class: "v-controls", role: "toolbar", "aria-label": "Replay" },
      this.back,
      this.playButton,
      this.forth,
      this.speed,
      this.ghosts,
      this.analysis,
      el(
        "button",
        {
          type: "button",
          class: "v-button",
          "aria-label": "Keys (?)",
          title: "Keys (?)",
          onclick: () => actions.openHelp(),
        },
        "?",
      ),
    );
  }

  get isPlaying(): boolean {
    return this.timer !== undefined;
  }

  show(turns: number): void {
    this.turns = turns;
    for (const button of this.back) button.setAttribute("aria-disabled", String(turns === 0));
    for (const button of this.forth) button.setAttribute("aria-disabled", String(turns === this.stage.last));
  }

  showGhosts(isOn: boolean): void {
    this.ghosts.setAttribute("aria-pressed", String(isOn));
  }

  showAnalysis(isOn: boolean): void {
    this.analysis.setAttribute("aria-pressed", String(isOn));
  }

  togglePlay(): void {
    if (this.isPlaying) {
      this.stop();
      return;
    }
    if (this.turns === this.stage.last) this.stage.goTo(0);
    this.wait();
    this.showPlaying();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.showPlaying();
  }

  private wait(): void {
    this.timer = setTimeout(
      () => {
        this.wait();
        this.stage.goTo(Math.min(this.stage.last, this.turns + 1));
        if (this.turns === this.stage.last) this.stop();
      },
      TURN_MS / Number(this.speed.value),
    );
  }

  private showPlaying(): void {
    const label = this.isPlaying ? "Stop (Space)" : "Play (Space)";
    this.playButton.setAttribute("aria-label", label);
    this.playButton.title = label;
    this.playButton.querySelector("path")?.setAttribute("d", this.isPlaying ? ICONS.stop : ICONS.play);
  }
}

function iconButton(label: string, path: string, act: () => void): HTMLButtonElement {
  return el(
    "button",
    { type: "button", class: "v-button v-icon", "aria-label": label, title: label, onclick: act },
    svg(
      "svg",
      { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" },
      svg("path", { d: path, fill: "currentColor" }),
    ),
  );
}
