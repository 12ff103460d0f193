// The form before a game: who plays, by which rules, and with which terms.

import { button, el } from "../dom.ts";
import { isObject } from "../viewer/model/record.ts";
import { messageOf, plural } from "../words.ts";
import type { Hints, Level, Player, Rules, TableData, Wish } from "./data.ts";

export interface WantedGame {
  readonly players: readonly Player[]; // In the order in which they are named.
  readonly rules: Rules;
  readonly isDrawn: boolean;
  readonly hasHints: boolean;
  readonly challengeLimit: number;
  readonly clockMs: number;
  readonly seed: string | undefined;
}

const MAX_PLAYERS = 4;
const MAX_NAME = 20;
const MAX_LIMIT = 100;
const MAX_SEED = 2n ** 64n - 1n;
const CLOCK_MINUTES = [0, 5, 10, 15, 25, 45];
const PERSON = "a person";
const NOBODY = "nobody";
const BY_ELO = "an Elo";

/** One line of the form: who sits there. */
class PlayerRow {
  readonly element: HTMLElement;
  readonly kind: HTMLSelectElement;
  readonly name = el("input", { type: "text", class: "v-input", maxlength: MAX_NAME, autocomplete: "off", spellcheck: "false" });
  readonly elo = el("input", { type: "number", class: "v-input", min: 0, step: 1, value: 1500, required: true });
  private readonly about = el("span", { class: "t-about" });

  constructor(
    number: number,
    private readonly levels: readonly Level[],
    private readonly maxElo: number,
    onChange: () => void,
  ) {
    const option = (value: string, label: string) => el("option", { value }, label);
    this.kind = el(
      "select",
      { class: "v-input", "aria-label": `Player ${number}` },
      number > 1 ? option(NOBODY, "Nobody") : null,
      option(PERSON, "A person"),
      levels.map(({ name, elo }) => option(name, `Computer: ${name} (${elo ?? maxElo})`)),
      option(BY_ELO, "Computer: by Elo"),
    );
    this.name.setAttribute("aria-label", `Name of player ${number}`);
    this.elo.max = String(maxElo);
    this.elo.setAttribute("aria-label", `Elo of player ${number}`);
    this.kind.addEventListener("change", () => (this.draw(), onChange()));
    this.element = el("div", { class: "t-player" }, this.kind, this.name, this.elo, this.about);
    this.name.value = `Player ${number}`;
    this.draw();
  }

  choose(kind: string): void {
    this.kind.value = kind;
    this.draw();
  }

  player(): Player | undefined {
    const kind = this.kind.value;
    if (kind === NOBODY) return undefined;
    if (kind === PERSON) return { name: this.name.value.trim() };
    if (kind === BY_ELO) return { name: `champion ${this.elo.value}`, computer: { elo: Number(this.elo.value) } };
    return { name: kind, computer: { elo: this.levels.find(({ name }) => name === kind)?.elo ?? null } };
  }

  private draw(): void {
    const kind = this.kind.value;
    this.name.hidden = kind !== PERSON;
    this.name.required = kind === PERSON;
    this.elo.hidden = kind !== BY_ELO;
    this.elo.disabled = this.elo.hidden;
    const level = this.levels.find(({ name }) => name === kind);
    this.about.textContent = level ? level.about : kind === BY_ELO ? `0 to ${this.maxElo}; greedy has about 1570` : "";
  }
}

export class SetupView {
  readonly element: HTMLElement;
  private readonly rows: readonly PlayerRow[];
  private readonly rules: HTMLSelectElement;
  private readonly order = select("Who starts", ["drawn", "The tile nearest to A, by a draw"], ["named", "The first player"]);
  private readonly hints = select(
    "Hints",
    ["usual", "Unless words can be challenged"],
    ["shown", "Yes"],
    ["hidden", "No"],
  );
  private readonly clock = select("Clock", ...CLOCK_MINUTES.map((minutes) => [String(minutes), minutes === 0 ? "None" : `${minutes} minutes a player`] as const));
  private readonly challenges = numberInput(MAX_LIMIT);
  private readonly scoreless = numberInput(MAX_LIMIT);
  private readonly seed = el("input", { type: "text", class: "v-input", inputmode: "numeric", autocomplete: "off", placeholder: "at random" });
  private readonly fault = el("p", { class: "t-fault", role: "alert" });
  private isWarned = false;
  private readonly rulesAbout = el("p", { class: "t-about" });

  constructor(
    private readonly data: TableData,
    wish: Wish,
    names: readonly string[],
    private readonly actions: { start(wanted: WantedGame): void; open(record: string): Promise<void>; goOn: (() => void) | undefined; lost: boolean },
  ) {
    this.rows = Array.from({ length: MAX_PLAYERS }, (_, i) => new PlayerRow(i + 1, data.levels, data.max_elo, () => this.drawRules()));
    names.slice(0, MAX_PLAYERS).forEach((name, i) => (this.rows[i]!.name.value = name));
    this.rows[1]?.choose(data.levels[1]?.name ?? PERSON);
    this.fulfil(wish);
    this.rules = el("select", { class: "v-input" }, data.rules.map(({ name }) => el("option", { value: name }, name)));
    this.rules.addEventListener("change", () => this.drawRules());
    const file = el("input", { type: "file", accept: ".jsonl,.json", class: "t-file" });
    file.addEventListener("change", () => void this.openFile(file));
    const form = el(
      "form",
      { class: "t-form", novalidate: true },
      el("fieldset", { class: "t-players" }, el("legend", {}, "Players"), this.rows.map(({ element }) => element)),
      labelled("Rules", this.rules),
      this.rulesAbout,
      el(
        "details",
        {},
        el("summary", {}, "More"),
        el(
          "div",
          { class: "t-more" },
          labelled("Who starts", this.order),
          labelled("Hints", this.hints),
          labelled("Clock", this.clock, "Each started minute beyond this costs 10 points."),
          labelled("Challenges that end a turn", this.challenges, "After this many successful challenges in one turn, the person’s turn is a pass. 0: no limit."),
          labelled("Scoreless rounds that end the game", this.scoreless, "Full rounds without points. 0: no limit."),
          labelled("Seed", this.seed, "The same seed gives the same bag."),
        ),
      ),
      this.fault,
      el(
        "div",
        { class: "t-start" },
        el("button", { type: "submit", class: "v-button t-main" }, "Start"),
        actions.goOn && button("Continue the saved game", actions.goOn),
        el("label", { class: "v-button t-open" }, "Open a saved record", file),
      ),
    );
    form.addEventListener("submit", (event) => (event.preventDefault(), this.submit()));
    this.element = el(
      "main",
      { id: "main", class: "t-setup", tabindex: "-1" },
      el("h1", {}, "A game with stacks of letters"),
      el("p", { class: "t-about" }, `The lexicon “${data.lexicon.name}” has ${plural(data.lexicon.words, "word")}. Everything runs in this page, also without a network.`),
      form,
    );
    this.drawRules();
  }

  tell(fault: string): void {
    this.fault.textContent = fault;
  }

  private fulfil(wish: Wish): void {
    const { players } = wish;
    this.rows.forEach((row, i) => {
      const player = players?.[i];
      if (players && !player && i > 0) row.choose(NOBODY);
      else if (i > 1 && !player) row.choose(NOBODY);
      if (!player) return;
      if ("name" in player) {
        row.choose(PERSON);
        row.name.value = player.name;
      } else if ("level" in player) row.choose(player.level);
      else {
        row.elo.value = String(player.elo);
        row.choose(BY_ELO);
      }
    });
    if (wish.is_drawn === false) this.order.value = "named";
    this.hints.value = wish.hints ?? "usual";
    this.challenges.value = String(wish.challenge_limit ?? 0);
    this.scoreless.value = String(wish.scoreless_rounds ?? 0);
    this.seed.value = wish.seed ?? "";
  }

  private chosen(): Rules {
    return this.data.rules.find(({ name }) => name === this.rules.value) ?? this.data.rules[0]!;
  }

  // Rules that are not for this number of players cannot be chosen.
  private drawRules(): void {
    const players = this.rows.filter((row) => row.player()).length;
    const fits = (rules: Rules): boolean => players >= Number(rules["players_min"]) && players <= Number(rules["players_max"]);
    [...this.rules.options].forEach((option, i) => (option.disabled = !fits(this.data.rules[i]!)));
    if (!fits(this.chosen())) this.rules.value = this.data.rules.find(fits)?.name ?? this.rules.value;
    const rules = this.chosen();
    const tiles = isObject(rules["tiles"]) ? Object.values(rules["tiles"]).reduce((sum: number, tile) => sum + (typeof tile === "number" ? tile : Number((tile as { count?: number }).count ?? 1)), 0) : 0;
    this.rulesAbout.textContent = `${String(rules["edition"] ?? "")}. ${String(rules["size"])} × ${String(rules["size"])} squares, ${plural(tiles, "tile")}.`;
  }

  private submit(): void {
    this.tell("");
    const players = this.rows.flatMap((row) => row.player() ?? []);
    const seed = this.seed.value.trim();
    const bad = [...this.element.querySelectorAll<HTMLInputElement>("input:not([type=file])")].find((input) => !input.disabled && !input.checkValidity());
    if (players.some(({ name }) => name === "")) return this.tell("Every person needs a name.");
    if (bad) return this.tell(`${bad.getAttribute("aria-label") ?? bad.closest("label")?.firstChild?.textContent ?? "A number"}: ${bad.validationMessage}`);
    if (seed !== "" && !(/^\d{1,20}$/.test(seed) && BigInt(seed) <= MAX_SEED)) return this.tell(`Seed: expected an integer of at most ${MAX_SEED}.`);
    if (this.actions.lost && !this.isWarned) {
      this.isWarned = true;
      return this.tell("This gives up the saved game, which is not over. Press Start again for that, or continue it.");
    }
    const rules = this.chosen();
    const hints = this.hints.value as Hints;
    this.actions.start({
      players: toldApart(players),
      rules: { ...rules, scoreless_rounds: Number(this.scoreless.value) },
      isDrawn: this.order.value === "drawn",
      hasHints: hints === "shown" || (hints === "usual" && rules["lexicon"] !== "challenge"),
      challengeLimit: Number(this.challenges.value),
      clockMs: Number(this.clock.value) * 60_000,
      seed: seed === "" ? undefined : seed,
    });
  }

  private async openFile(input: HTMLInputElement): Promise<void> {
    this.tell("");
    const file = input.files?.[0];
    input.value = "";
    if (!file) return;
    try {
      await this.actions.open(await file.text());
    } catch (error) {
      this.tell(`${file.name}: ${messageOf(error)}`);
    }
  }
}

/** A player who has the name of an earlier one gets a number. */
function toldApart(players: readonly Player[]): Player[] {
  const told: Player[] = [];
  for (const player of players) {
    let { name } = player;
    for (let number = 2; told.some((other) => other.name === name); ++number) name = `${player.name}-${number}`;
    told.push({ ...player, name });
  }
  return told;
}

function labelled(label: string, field: HTMLElement, about = ""): HTMLElement {
  return el("label", { class: "t-field" }, el("span", {}, label), field, about && el("span", { class: "t-about" }, about));
}

function select(label: string, ...options: readonly (readonly [string, string])[]): HTMLSelectElement {
  return el("select", { class: "v-input", "aria-label": label }, options.map(([value, text]) => el("option", { value }, text)));
}

function numberInput(max: number): HTMLInputElement {
  return el("input", { type: "number", class: "v-input", min: 0, max, step: 1, value: 0, required: true });
}
