// The report: a summary, controls to choose what it shows, and the sections for which there is data.
import type { ReportData, Run } from "../data.ts";
import { el, type Child } from "../dom.ts";
import type { RecordSource } from "../records.ts";
import { formatRoute } from "../route.ts";
import { count, plural } from "../words.ts";
import { accuracySection } from "./accuracy.ts";
import { plainName } from "./bot_name.ts";
import { dropCharts, redrawCharts } from "./chart.ts";
import { newChoices, orderOf, type Context, type Section } from "./context.ts";
import { faultsSection } from "./faults.ts";
import { gamesSection, listedGames } from "./games.ts";
import { highlightsSection } from "./highlights.ts";
import { historySection } from "./history.ts";
import { keepingPlace } from "./keeping_place.ts";
import { crossSection, superioritySection } from "./matrices.ts";
import { pairingsSection } from "./pairings.ts";
import { playingSection } from "./playing.ts";
import { reproduceSection } from "./reproduce.ts";
import { seatsSection } from "./seats.ts";
import { setupSection } from "./setup.ts";
import { standingsSection } from "./standings.ts";
import { testSection } from "./test.ts";
import { timesSection } from "./times.ts";
import { turnsSection } from "./turns.ts";

const sections: readonly Section[] = [
  playingSection,
  testSection,
  standingsSection,
  highlightsSection,
  historySection,
  crossSection,
  superioritySection,
  pairingsSection,
  accuracySection,
  seatsSection,
  turnsSection,
  timesSection,
  faultsSection,
  gamesSection,
  setupSection,
  reproduceSection,
];

const paperWidth = 640;

interface Frame {
  section: Section;
  element: HTMLElement;
  body: HTMLElement;
  link: HTMLElement;
}

export class Report {
  readonly element = el("div", { class: "report" });
  private readonly context: Context;
  private readonly heading = el("h1", { tabindex: -1 });
  private readonly summary = el("div", { class: "summary" });
  private readonly filter = el("select", { id: "bot", "data-key": "bot" });
  private readonly frames: Frame[];

  /** `playing` is the board of a live page. `choose` is called with the name of the bot that the reader chose; an empty name means all. */
  constructor(
    data: ReportData,
    records: RecordSource,
    status: HTMLElement | null,
    playing: HTMLElement | null,
    choose: (bot: string) => void,
  ) {
    this.context = {
      data,
      records,
      choices: newChoices(),
      order: orderOf(data),
      redraw: (section) => this.redraw(section),
      ...(playing ? { playing } : {}),
    };
    this.filter.addEventListener("change", () => choose(this.filter.value));
    this.frames = sections.map(frameOf);
    this.element.append(
      el("header", { class: "top" }, this.heading, this.summary, status),
      el(
        "div",
        { class: "layout" },
        el(
          "div",
          { class: "side controls" },
          el("p", { class: "filter" }, el("label", { for: "bot" }, "Bot "), this.filter),
          el("nav", { "aria-label": "Sections" }, el("ul", {}, this.frames.map(({ link }) => link))),
        ),
        el("main", { id: "main", tabindex: -1 }, this.frames.map(({ element }) => element)),
      ),
      el("footer", {}, el("p", {}, `Written by ${data.toptile}.`)),
    );
    this.draw();
    addEventListener("beforeprint", () => this.layOutForPaper());
    addEventListener("afterprint", () => this.layOutForScreen());
  }

  update(data: ReportData): void {
    this.context.data = data;
    this.context.order = orderOf(data);
    keepingPlace(this.element, () => this.draw());
  }

  /** Makes the page about the bot of this name; if the name is empty or unknown, about all. */
  showBot(name: string): void {
    const entrant = this.context.data.bots.findIndex((bot) => bot.name === name);
    const bot = name !== "" && entrant >= 0 ? entrant : null;
    if (bot === this.context.choices.bot) return;
    this.context.choices.bot = bot;
    this.context.choices.offsets.clear();
    keepingPlace(this.element, () => this.draw());
  }

  /** The rows of the games in the list, as the reader chose and sorted them. */
  listedGames(): readonly number[] {
    return listedGames(this.context);
  }

  focusHeading(): void {
    this.heading.focus({ preventScroll: true });
  }

  private draw(): void {
    const { data } = this.context;
    this.heading.textContent = data.title;
    this.summary.replaceChildren(...[summaryOf(this.context)].flat());
    this.drawFilter();
    for (const frame of this.frames) this.drawFrame(frame);
  }

  private redraw(section: string): void {
    const frame = this.frames.find((one) => one.section.id === section);
    if (frame) keepingPlace(this.element, () => this.drawFrame(frame));
  }

  private drawFrame({ section, element, body, link }: Frame): void {
    const content = section.draw(this.context);
    element.hidden = content === null;
    link.hidden = content === null;
    // What is there already stays, so that its focus and its movement do.
    if (content instanceof Node && body.contains(content)) return;
    dropCharts(body);
    body.replaceChildren(el("div", {}, content));
  }

  private drawFilter(): void {
    const { data, choices } = this.context;
    const entrants = data.standings?.map((row) => row.entrant) ?? data.bots.map((_, entrant) => entrant);
    this.filter.replaceChildren(
      el("option", { value: "" }, `all ${count(data.bots.length)}`),
      ...entrants.map((entrant) =>
        el("option", { value: data.bots[entrant]!.name, selected: choices.bot === entrant }, data.bots[entrant]!.name),
      ),
    );
  }

  private layOutForPaper(): void {
    document.documentElement.classList.add("paper");
    for (const details of this.element.querySelectorAll<HTMLDetailsElement>("details:not([open], .controls)")) {
      details.dataset["paper"] = "yes";
      details.open = true;
      // The element's own event would come too late for printing.
      details.dispatchEvent(new Event("toggle"));
    }
    redrawCharts(paperWidth);
  }

  private layOutForScreen(): void {
    document.documentElement.classList.remove("paper");
    for (const details of this.element.querySelectorAll<HTMLDetailsElement>("details[data-paper]")) {
      details.open = false;
      setTimeout(() => delete details.dataset["paper"]);
    }
    redrawCharts();
  }
}

function frameOf(section: Section): Frame {
  const body = el("div");
  const heading = `${section.id}-heading`;
  const element = el("section", { id: section.id, "aria-labelledby": heading }, el("h2", { id: heading }, section.title), body);
  const link = el("li", {}, el("a", { href: formatRoute({ view: "report", place: section.id }) }, section.title));
  return { section, element, body, link };
}

const dayFormat = new Intl.DateTimeFormat("en-GB", { year: "numeric", month: "long", day: "numeric", timeZone: "UTC" });

/** When the games were played, such as "26 November 2026" or "25–26 November 2026", in UTC. */
export function daysOf(runs: readonly Run[]): string {
  const times = runs
    .flatMap(({ sessions }) => sessions ?? [])
    .flatMap(({ began, ended }) => [began, ended])
    .map((time) => Date.parse(time))
    .filter((time) => !Number.isNaN(time));
  if (times.length === 0) return "";
  return dayFormat.formatRange(Math.min(...times), Math.max(...times));
}

function summaryOf(context: Context): HTMLElement[] {
  const { data, choices } = context;
  const { games_played: played, games_planned: planned } = data;
  const plan = data.runs[0]?.plan;
  const parts: Child[] = [];
  const run = data.runs.length === 1 ? data.runs[0]!.name.replace(/\/+$/, "").replace(/^.*\//, "") : "";
  if (run && run !== "." && run !== data.title && !data.live) parts.push(el("bdi", {}, run));
  parts.push(plural(data.bots.length, "bot"));
  const days = daysOf(data.runs);
  // On a live page, the status tells how many games were played.
  if (played !== undefined && !data.live) parts.push(planned !== undefined && planned > played ? `${count(played)} of ${plural(planned, "game")}` : plural(played, "game"));
  if (plan?.lexicon) parts.push(["words: ", el("bdi", {}, plan.lexicon.name)]);
  if (plan?.rules) parts.push(["rules: ", el("bdi", {}, plan.rules.name)]);
  if (days) parts.push(days);
  if (data.finished === false && !data.live) parts.push("stopped before its end");
  const summary = el("p", {}, parts.map((part, i) => [i > 0 && " · ", part]));
  if (choices.bot === null) return [summary];
  const all = el("a", { href: formatRoute({ view: "report" }), "data-key": "all-bots" }, "Show all bots");
  return [summary, el("p", { class: "about" }, "About ", plainName(context, choices.bot), ". ", el("span", { class: "controls" }, all))];
}
