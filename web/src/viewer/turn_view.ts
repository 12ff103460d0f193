// All that happened in the turn: words with points, the time, what the bot said, what was refused, and what is wrong
// with the record.

import { el, type Child } from "../dom.ts";
import { ghostLine } from "./model/ghosts.ts";
import { parseInfo } from "./model/info.ts";
import { pointsOfPlay } from "./model/words.ts";
import type { Replay, Step } from "./model/replay.ts";
import { moveInWords } from "./telling.ts";
import type { View } from "./view.ts";

export class TurnView implements View {
  private readonly content = el("div", { class: "v-turn-content" });
  readonly element = el("section", { class: "v-turn", "aria-label": "This turn" }, this.content);

  constructor(private readonly replay: Replay) {}

  show(turns: number): void {
    const step = this.replay.steps[turns - 1];
    const { damage } = this.replay.game;
    if (!step) {
      const lines = ["The board is empty and the racks are drawn.", ...damage];
      this.content.replaceChildren(...lines.map((line) => el("p", {}, line)));
      return;
    }
    const parts: Child[] = [
      el("h3", {}, `Turn ${turns} of ${this.replay.steps.length}`, this.isOfOpening(turns) ? "" : timeOf(step)),
      this.isOfOpening(turns) ? el("p", { class: "v-aside" }, "Of the opening, which no player chose.") : null,
      el("p", { class: "v-told" }, moveInWords(this.replay, turns - 1, false)),
      this.words(step, turns),
      list("v-refused", "Refused before", step.turn.refused),
      list("v-notes", "The record is damaged here", step.notes),
      this.info(step, turns),
    ];
    this.content.replaceChildren(el("div", {}, ...parts));
  }

  private isOfOpening(turns: number): boolean {
    return turns <= this.replay.game.opening;
  }

  private words(step: Step, turns: number): Child {
    if (step.move.kind !== "play") return null;
    const { words, bonus } = pointsOfPlay(this.replay, turns - 1);
    return el(
      "ul",
      { class: "v-words" },
      words.map(({ word, points }) => el("li", {}, el("b", {}, word), points === undefined ? null : ` ${points}`)),
      bonus > 0 ? el("li", {}, "whole rack laid ", String(bonus)) : null,
    );
  }

  private info(step: Step, turns: number): Child {
    if (step.turn.info === "") return null;
    const { figures, pv, text } = parseInfo(step.turn.info);
    const line = ghostLine(this.replay, turns, pv);
    return el(
      "div",
      { class: "v-info" },
      el("h4", {}, "The bot said"),
      figures.length === 0
        ? null
        : el(
            "dl",
            {},
            figures.map(({ key, value }) =>
              el("div", {}, el("dt", {}, key === "time" ? "ms" : key), el("dd", {}, value)),
            ),
          ),
      pv.length === 0 ? null : el("p", { class: "v-pv" }, el("span", {}, "line "), pv.join(" ")),
      line && !line.isAfterMove ? el("p", { class: "v-aside" }, "It thought of another move than it made.") : null,
      text === "" ? null : el("p", { class: "v-foreign" }, text),
    );
  }
}

function timeOf(step: Step): Child {
  const { ms } = step.turn;
  if (ms === undefined) return null;
  return el("span", { class: "v-took" }, ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);
}

function list(kind: string, title: string, lines: readonly string[]): Child {
  if (lines.length === 0) return null;
  return el(
    "div",
    { class: kind },
    el("h4", {}, title),
    el(
      "ul",
      {},
      lines.map((line) => el("li", {}, line)),
    ),
  );
}
