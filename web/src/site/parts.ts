// What the pages of a site share: their frame, links, moments, and lists of games.
import { el, type Child } from "../dom.ts";
import { newChoices, orderOf, type Context } from "../report/context.ts";
import { intervalWords } from "../report/interval.ts";
import { narrow, sortableTable, type Column } from "../report/table.ts";
import type { RecordSource } from "../records.ts";
import { count, endWords, plural, signed } from "../words.ts";
import type { Distance, EnterPage, ListedGame, PlayPage, SitePage } from "./data.ts";

/** The name of a label's bot: "greedy" of "greedy-v2". */
export function botOf(label: string): string {
  return label.replace(/-v\d+$/, "");
}

export function botAddress(root: string, bot: string): string {
  return `${root}bots/${encodeURIComponent(bot)}.html`;
}

export function botLink(root: string, label: string): HTMLElement {
  return el("a", { href: botAddress(root, botOf(label)) }, el("bdi", { class: "name" }, label));
}

export function gameLink(root: string, game: number, turn?: number): HTMLElement {
  const at = turn === undefined ? "" : `&turn=${turn}`;
  return el("a", { href: `${root}game.html#game=${game}${at}`, "aria-label": `Game ${game}` }, game);
}

const look: Intl.DateTimeFormatOptions = { year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" };
const moments = new Intl.DateTimeFormat("en-GB", look);
const momentsWithZone = new Intl.DateTimeFormat("en-GB", { ...look, timeZoneName: "short" });

/** In the reader's own time. */
export function moment(at: number, format = moments): HTMLElement {
  return el("time", { datetime: new Date(at).toISOString() }, format.format(at));
}

/** The same, with the name of the reader's time zone. */
export function momentWithZone(at: number): HTMLElement {
  return moment(at, momentsWithZone);
}

export function distanceText(distance: Distance): string {
  return `${signed(distance.elo)} (${intervalWords(distance)})`;
}

/** What the parts of a report need to draw themselves on a page of a site. */
export function contextOf(page: Exclude<SitePage, EnterPage | PlayPage>, records: RecordSource, address: (entrant: number) => string): Context {
  return {
    data: page.report,
    choices: newChoices(),
    records,
    order: orderOf(page.report),
    redraw: () => undefined,
    botAddress: address,
  };
}

export function section(id: string, title: string, ...content: Child[]): HTMLElement {
  return el("section", { id, "aria-labelledby": `${id}-heading` }, el("h2", { id: `${id}-heading` }, title), ...content);
}

export function frame(page: SitePage, ways: Child, heading: Child, summary: Child, sections: readonly Child[]): HTMLElement {
  return el(
    "div",
    { class: "site" },
    el("header", { class: "top" }, el("nav", { "aria-label": "Site" }, ways), el("h1", {}, heading), summary),
    el("main", { id: "main", tabindex: -1 }, ...sections),
    el(
      "footer",
      {},
      el("p", {}, "As of ", momentWithZone(page.updated), `. All times are those of your time zone, ${moments.resolvedOptions().timeZone}. Written by ${page.toptile}.`),
      page.has_evidence && el("p", {}, "These pages tell what bots wrote before a fault, so they are not for everybody."),
    ),
  );
}

export function gamesTable(context: Context, root: string, id: string, games: readonly ListedGame[]): HTMLElement {
  const columns: Column<ListedGame>[] = [
    { key: "game", label: "Game", numeric: true, ascending: true, isRowHead: true, by: (game) => game.game, cell: (game) => gameLink(root, game.game) },
    { key: "result", label: "Result", class: "result", by: (game) => game.players[0], cell: (game) => [result(root, game), narrow(end(game))] },
    { key: "end", label: "End", isSpare: true, class: "ending", by: (game) => endWords(game.end), cell: (game) => end(game) },
    { key: "ended", label: "Played", class: "moment", numeric: true, by: (game) => game.ended, cell: (game) => moment(game.ended) },
  ];
  return sortableTable(context, { id, caption: plural(games.length, "game"), rows: games, columns, pageLength: 25 });
}

function result(root: string, game: ListedGame): Child {
  const best = game.ranks.filter((rank) => rank === 1).length === 1;
  return game.players.map((label, seat) => {
    const dash = seat + 1 < game.players.length && "\u00a0–"; // It stays in the line of the score before it.
    const name = [botLink(root, label), " ", count(game.points[seat])];
    return [seat > 0 && " ", el("span", { class: "seat" }, best && game.ranks[seat] === 1 ? el("strong", {}, name) : name, dash)];
  });
}

function end(game: ListedGame): Child {
  if (game.forfeited.length === 0) return endWords(game.end);
  return ["forfeited by ", game.forfeited.map((label, i) => [i > 0 && " and ", el("bdi", { class: "name" }, label)])];
}
