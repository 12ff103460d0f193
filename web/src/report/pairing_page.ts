// The page of two bots that met: what came of their games, which of them turned most, and a list of all.
import type { CrossCell, EloInterval, GameColumns, Pairing, ReportData } from "../data.ts";
import { el, type Child } from "../dom.ts";
import type { RecordSource } from "../records.ts";
import type { PairingRoute } from "../route.ts";
import { count, percent, plural, points } from "../words.ts";
import { botName, nameOf, plainName } from "./bot_name.ts";
import { reachOf } from "./chart.ts";
import type { Context } from "./context.ts";
import { eloIntervalWords } from "./elo_interval.ts";
import { gamesSection, link, listedGames, result } from "./games.ts";
import { forfeitsWords, isOfMore, spreadPicture, summaryOf } from "./pairings.ts";
import { pentanomialBars } from "./seats.ts";
import { SubPage } from "./sub_page.ts";

/** So many swings of a kind are shown. */
const mostSwings = 5;

export class PairingPage extends SubPage {
  private shown: PairingRoute | null = null;

  constructor(data: ReportData, records: RecordSource) {
    super("pairing", "Pairing", data, records);
  }

  show(route: PairingRoute, reportAddress: string): void {
    this.leadBackTo(reportAddress);
    const { shown } = this;
    if (shown?.bot === route.bot && shown.against === route.against) return;
    this.begin();
    this.shown = route;
    this.draw();
  }

  listedGames(): readonly number[] {
    return listedGames(this.context);
  }

  protected isShown(): boolean {
    return this.shown !== null;
  }

  protected draw(): void {
    const route = this.shown!;
    const { bots } = this.context.data;
    const [bot, against] = [route.bot, route.against].map((name) => bots.findIndex((one) => one.name === name)) as [number, number];
    this.heading.replaceChildren(el("bdi", {}, route.bot), " – ", el("bdi", {}, route.against));
    if (bot < 0 || against < 0 || bot === against) {
      this.main.replaceChildren(el("p", { role: "alert" }, "This report has no such two bots."));
      return;
    }
    this.context.pairing = [bot, against];
    // Pictures and counts are as the first bot sees them.
    const view = { ...this.context, choices: { ...this.context.choices, bot } };
    this.main.replaceChildren(
      part("result", "Result", resultOf(view, bot, against)),
      ...[swings(this.context, bot, against)].filter((one) => one !== null),
      part("games", "Games", gamesSection.draw(this.context) ?? el("p", {}, "They have not met.")),
    );
  }
}

function part(id: string, title: string, content: Child): HTMLElement {
  return el("section", { id, "aria-labelledby": `${id}-heading` }, el("h2", { id: `${id}-heading` }, title), content);
}

function resultOf(context: Context, bot: number, against: number): Child {
  const { data } = context;
  const pairing = data.pairings?.find(({ a, b }) => (a === bot && b === against) || (a === against && b === bot));
  const met = meetings(context, bot, against);
  const cell = crossCell(data, bot, against);
  const facts: [string, Child][] = [
    ["Bots", [botName(context, bot), " against ", botName(context, against)]],
    ["Games", `${plural(met.games, "game")}: ${isOfMore(data) ? `ahead in ${count(met.better)}, level in ${count(met.level)}, behind in ${count(met.worse)}` : `${plural(met.better, "win")}, ${plural(met.level, "tie")}, ${plural(met.worse, "loss", "losses")}`}`],
  ];
  if (cell && cell.games > 0) facts.push(["Points", `${points(cell.points)} of ${points(cell.games)} (${percent(cell.points / cell.games)})`]);
  if (pairing?.spread && pairing.games > 0) facts.push(["Spread", summaryOf(context, pairing)]);
  if (pairing?.elo) facts.push(["Elo", eloWords(pairing, pairing.a === bot)]);
  const pairs = pairing?.pentanomial && (pairing.a === bot ? pairing.pentanomial : [...pairing.pentanomial].reverse());
  return [
    el("dl", { class: "facts" }, facts.map(([label, value]) => [el("dt", {}, label), el("dd", {}, value)])),
    el("p", { class: "note" }, "All this is from the view of ", plainName(context, bot), `. ${intervalsNote(pairing)}In the spread, ${forfeitsWords(context)} are left out.`),
    pairing?.spread && pairing.spread.counts.some((number) => number > 0) && el("div", { class: "tiles" }, el("div", { class: "tile" }, el("h3", {}, "Games by their spread"), spreadPicture(context, pairing, reachOf([pairing.spread])))),
    pairs && pairs.some((number) => number > 0) && [el("h3", {}, "Pairs of games with the same tiles and the seats swapped"), pentanomialBars(pairs, nameOf(context, bot))],
  ];
}

/** How often the first bot ended before, level with and after the second, in games for which both were started. */
function meetings({ data: { games } }: Context, bot: number, against: number): { games: number; better: number; level: number; worse: number } {
  const met = { games: 0, better: 0, level: 0, worse: 0 };
  games?.seats.forEach((seats, row) => {
    const [one, other] = [seats.indexOf(bot), seats.indexOf(against)];
    if (one < 0 || other < 0) return;
    const isGone = (seat: number) => games.forfeits?.[row]?.some((forfeit) => forfeit.seat === seat && forfeit.reason === "withdrawn");
    if (isGone(one) || isGone(other)) return;
    const difference = games.ranks[row]![other]! - games.ranks[row]![one]!;
    met.games += 1;
    met[difference > 0 ? "better" : difference < 0 ? "worse" : "level"] += 1;
  });
  return met;
}

function crossCell({ cross, standings }: ReportData, bot: number, against: number): CrossCell | undefined {
  const place = (entrant: number) => standings?.findIndex((row) => row.entrant === entrant) ?? -1;
  return cross?.[place(bot)]?.[place(against)];
}

/** What stands after ± and in brackets, if anything does. */
function intervalsNote(pairing: Pairing | undefined): string {
  const places = [...(typeof pairing?.error === "number" ? ["after ±"] : []), ...(pairing?.elo && isBounded(pairing.elo) ? ["in brackets"] : [])];
  if (places.length === 0) return "";
  const words = `${places.join(" and ")} ${places.length > 1 ? "stand 95 % intervals" : "stands a 95 % interval"}. `;
  return words[0]!.toUpperCase() + words.slice(1);
}

function isBounded({ low, high }: EloInterval): boolean {
  return low !== null || high !== null;
}

function eloWords({ elo, pentanomial }: Pairing, isFirst: boolean): string {
  const pairs = pentanomial ?? [];
  const share = pairs.reduce((all, number, i) => all + number * i, 0) / (4 * pairs.reduce((all, number) => all + number, 0));
  const turned = (value: number | null) => (value === null || isFirst ? value : -value);
  const { elo: mid, low, high } = elo!;
  const seen = isFirst ? { elo: mid, low, high } : { elo: turned(mid), low: turned(high), high: turned(low) };
  const words = eloIntervalWords(seen, isFirst ? share : 1 - share);
  return isBounded(seen) ? words : `${words}; so few pairs give no interval`;
}

interface Swing {
  row: number;
  turn: number;
  points: number;
  entrant: number;
}

/** The turns and the games that turned the lead most; null if the page knows no single turns. */
function swings(context: Context, bot: number, against: number): HTMLElement | null {
  const { games } = context.data;
  if (!games?.best_points || !games.behind) return null;
  const plays = swingsOf(games, [bot, against], games.best_points, games.best_turn, (row) => games.best_seat?.[row] ?? 0);
  const comebacks = swingsOf(games, [bot, against], games.behind, games.behind_turn, (row) => games.ranks[row]!.indexOf(1));
  if (plays.length + comebacks.length === 0) return null;
  return part(
    "swings",
    "Biggest swings",
    el(
      "div",
      { class: "columns" },
      comebacks.length > 0 &&
        el(
          "div",
          {},
          el("h3", {}, "Games that turned"),
          el("p", { class: "note" }, "The winner had been so far behind the leader."),
          el("ol", { class: "swings" }, comebacks.map((swing) => comeback(context, games, swing))),
        ),
      plays.length > 0 &&
        el(
          "div",
          {},
          el("h3", {}, "Turns that moved the lead most"),
          el("p", { class: "note" }, `The play with the most points of each game${isOfMore(context.data) ? ", if one of the two made it" : ""}: by so much it changed the distance between the two.`),
          el("ol", { class: "swings" }, plays.map((swing) => play(context, games, swing))),
        ),
    ),
  );
}

function swingsOf(games: GameColumns, bots: readonly number[], column: readonly number[], turns: readonly number[] | undefined, seatOf: (row: number) => number): Swing[] {
  const found: Swing[] = [];
  games.seats.forEach((seats, row) => {
    const entrant = seats[seatOf(row)];
    if (!column[row] || entrant === undefined || !bots.includes(entrant) || !bots.every((one) => seats.includes(one))) return;
    found.push({ row, turn: turns?.[row] ?? 0, points: column[row], entrant });
  });
  return found.sort((a, b) => b.points - a.points).slice(0, mostSwings);
}

function comeback(context: Context, games: GameColumns, { row, turn, points: behind, entrant }: Swing): HTMLElement {
  const where = link(context, games.run?.[row] ?? 0, games.id[row]!, turn, `${count(behind)} behind after turn ${turn}`, "turned");
  return el("li", {}, plainName(context, entrant), ": ", where, el("small", {}, `game ${games.id[row]}: `, result(context, games, row)));
}

function play(context: Context, games: GameColumns, { row, turn, points: made, entrant }: Swing): HTMLElement {
  const where = link(context, games.run?.[row] ?? 0, games.id[row]!, turn, `${plural(made, "point")} in turn ${turn}`, "play");
  return el("li", {}, plainName(context, entrant), ": ", where, el("small", {}, `game ${games.id[row]}: `, result(context, games, row)));
}
