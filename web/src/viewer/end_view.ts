// How the game ended: places, final scores, what was deducted, and faults with their evidence. It is shown after the last
// turn. If a seat forfeits in the middle of a game, the forfeit is shown from there on.

import { el, type Child } from "../dom.ts";
import { evidence } from "../evidence.ts";
import type { Forfeit } from "./model/record.ts";
import type { Replay } from "./model/replay.ts";
import { endInWords, rankedSeats } from "./telling.ts";
import { seatClass, type View } from "./view.ts";

export class EndView implements View {
  readonly element = el("section", { class: "v-end", "aria-label": "End of the game", hidden: true });
  private shown = "";

  constructor(private readonly replay: Replay) {}

  show(turns: number): void {
    const forfeits = this.replay.game.forfeits.filter(({ after }) => after <= turns);
    const isLast = turns === this.replay.steps.length && this.replay.game.end !== "";
    this.element.hidden = !isLast && forfeits.length === 0;
    const key = `${isLast} ${forfeits.length}`;
    if (key === this.shown) return;
    this.shown = key;
    this.element.replaceChildren(
      ...(isLast ? [el("h3", {}, `Over: ${endInWords(this.replay.game)}`), this.places()] : []),
      ...forfeits.map((forfeit) => this.fault(forfeit)),
    );
  }

  private places(): HTMLElement {
    const { game } = this.replay;
    const places = rankedSeats(this.replay).map((seat) =>
      el(
        "li",
        { class: seatClass(seat) },
        el("span", {}, `${game.ranks[seat] ?? "?"}.`),
        el("span", { class: "v-dot", "aria-hidden": "true" }),
        el("span", { class: "v-name" }, game.players[seat]),
        el("span", { class: "v-aside" }, this.deducted(seat)),
        el("b", {}, game.scores[seat] ?? "?"),
      ),
    );
    return el("ul", { class: "v-places", "aria-label": "Final scores" }, places);
  }

  // The difference between the score on the board and the final one, in words.
  private deducted(seat: number): Child {
    const { game, setup, states } = this.replay;
    const total = states.at(-1)?.totals[seat] ?? 0;
    const left = [...(game.racks[seat] ?? "")];
    const lost = game.overtimeLost?.[seat] ?? 0;
    const forTiles = total - (game.scores[seat] ?? total) - lost;
    const parts = [
      forTiles > 0 ? `−${forTiles} for ${left.map((tile) => setup.alphabet.label(tile)).join(" ")}` : "",
      lost > 0 ? `−${lost} for overtime` : "",
    ].filter((part) => part !== "");
    return parts.join(", ");
  }

  private fault(forfeit: Forfeit): HTMLElement {
    const { game } = this.replay;
    return el(
      "div",
      { class: `v-forfeit ${seatClass(forfeit.seat)}` },
      el(
        "h4",
        {},
        el("span", { class: "v-dot", "aria-hidden": "true" }),
        `${game.players[forfeit.seat] ?? ""} forfeits after turn ${forfeit.after}: ${forfeit.reason}`,
      ),
      el("p", {}, forfeit.text),
      forfeit.lines.length + forfeit.stderr.length === 0
        ? null
        : el(
            "details",
            {},
            el("summary", {}, "Evidence"),
            forfeit.lines.length > 0
              ? evidence("The last lines", forfeit.lines.join("\n"))
              : null,
            forfeit.stderr === ""
              ? null
              : [
                  el("p", {}, "Standard error"),
                  evidence("Standard error", forfeit.stderr),
                ],
          ),
    );
  }
}
