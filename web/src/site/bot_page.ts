import { el, type Child } from "../dom.ts";
import { evidence } from "../evidence.ts";
import { lineChart } from "../report/chart.ts";
import type { Context } from "../report/context.ts";
import { intervalWords } from "../report/interval.ts";
import { spreadNote } from "../report/standings.ts";
import { narrow, sortableTable, type Column } from "../report/table.ts";
import { unfold } from "../report/unfold.ts";
import { chance, count, keyWords, percent, plural, points, signed } from "../words.ts";
import type { BotPage, Opponent, SiteFault, VersionPart } from "./data.ts";
import { botLink, contextOf, distanceText, frame, gameLink, gamesTable, moment, section } from "./parts.ts";
import { ScriptRecords } from "./records.ts";

export function botPage(page: BotPage): HTMLElement {
  const { root, report } = page;
  const context = contextOf(page, new ScriptRecords(root, 1, 0), (entrant) => `#${report.bots[entrant]?.name ?? ""}`);
  const listed = page.games.length < page.games_in_all ? `The latest of ${plural(page.games_in_all, "game")}, and the latest against each opponent.` : null;
  const met = page.versions.filter((version) => version.opponents.length > 0);
  return frame(page, el("a", { class: "back", href: `${root}index.html` }, "← Standings"), el("bdi", { class: "name" }, page.bot), summary(page), [
    section("versions", "Versions", versionsTable(context, page), whereTheReasonIs(page.versions)),
    history(context),
    ...met.map((version) => section(version.label, `Opponents of ${version.label}`, opponentsTable(context, root, version))),
    page.faults.length > 0 && section("faults", "Faults", faults(context, page)),
    page.games.length > 0 && section("games", "Games", listed && el("p", { class: "note" }, listed), gamesAgainst(context, page)),
  ]);
}

function summary(page: BotPage): Child {
  const newest = page.versions[0];
  const rated = page.versions.find((version) => version.rating);
  const over = rated?.over_predecessor;
  return [
    el(
      "p",
      { class: "summary" },
      "by ",
      el("bdi", {}, page.author),
      newest && newest.language !== "" && [" · ", el("bdi", {}, newest.language)],
      rated?.rating && ` · ${rated.label}: ${signed(rated.rating.elo)} Elo after ${plural(rated.rating.games, "game")}`,
    ),
    page.champion_elo !== null && el("p", {}, el("a", { href: `${page.root}play.html#elo=${page.champion_elo}` }, "Play against the champion at about this strength")),
    rated && over && el("p", {}, `${rated.label} is ${distanceText(over)} Elo above the version before it, and the stronger one with a chance of ${chance(over.superiority)}.`),
  ];
}

/** The bot's own output is a part of the reason, so only its author may read it. */
function whereTheReasonIs(versions: readonly VersionPart[]): Child {
  const refused = versions.find(({ state, reason }) => state === "refused" && reason === "");
  if (!refused) return null;
  return el(
    "p",
    { class: "note" },
    "Only its author is told why a version was refused. ",
    el("code", {}, "toptile submit"),
    " prints the reason; later, ",
    el("code", {}, `toptile league show ${refused.label}`),
    " shows it where the league is kept, and from a league’s server the author gets it with a token: ",
    el("code", {}, `api/v1/versions/${refused.label}/log`),
    ".",
  );
}

function versionsTable(context: Context, page: BotPage): HTMLElement {
  const columns: Column<VersionPart>[] = [
    { key: "version", label: "Version", isRowHead: true, numeric: true, by: (version) => version.version, cell: (version) => el("bdi", { class: "name" }, version.label) },
    { key: "state", label: "State", by: (version) => version.state, cell: (version) => [version.state, version.reason !== "" && [": ", el("bdi", {}, version.reason)]] },
    { key: "elo", label: "Elo", numeric: true, by: (version) => version.rating?.elo, cell: (version) => [signed(version.rating?.elo), version.rating && narrow(intervalWords(version.rating))] },
    { key: "interval", label: "95 %", numeric: true, isSpare: true, cell: ({ rating }) => rating && intervalWords(rating) },
    { key: "games", label: "Games", numeric: true, by: (version) => version.rating?.games, cell: (version) => count(version.rating?.games) },
    { key: "over", label: "Over the one before", numeric: true, isSpare: true, by: (version) => version.over_predecessor?.elo, cell: (version) => version.over_predecessor && `${signed(version.over_predecessor.elo)}, ${chance(version.over_predecessor.superiority)}` },
    { key: "handed_in", label: "Submitted", numeric: true, isSpare: true, by: (version) => version.handed_in, cell: (version) => moment(version.handed_in) },
  ];
  return sortableTable(context, { id: "versions", caption: "Versions", rows: page.versions, columns });
}

function history(context: Context): Child {
  const { history: data } = context.data;
  if (!data || data.games.length < 2) return null;
  const lines = context.data.bots.map((_, entrant) => ({
    entrant,
    values: data.elo[entrant] ?? [],
    low: data.low?.[entrant],
    high: data.high?.[entrant],
  }));
  const description = "Elo of each version by the number of games that the league had played";
  const chart = lineChart(context, { id: "history", description, x: data.games, xLabel: "games of the league", yLabel: "Elo", lines, format: (value) => signed(value) });
  return section("history", "Rating", chart, el("p", { class: "note" }, "Bands are 95 % intervals. A band that reaches the edge has no end there."));
}

function opponentsTable(context: Context, root: string, version: VersionPart): HTMLElement {
  const columns: Column<Opponent>[] = [
    { key: "label", label: "Against", isRowHead: true, by: (row) => row.label, cell: (row) => botLink(root, row.label) },
    { key: "games", label: "Games", numeric: true, isSpare: true, by: (row) => row.games, cell: (row) => count(row.games) },
    { key: "points", label: "Points", numeric: true, isSpare: true, by: (row) => row.points, cell: (row) => points(row.points), title: "1 for a win, ½ for a tie" },
    { key: "score", label: "Score", numeric: true, by: (row) => row.points / row.games, cell: (row) => [percent(row.points / row.games, 1), narrow(`${points(row.points)} of ${count(row.games)}`)] },
    { key: "results", label: "Won, tied, lost", numeric: true, isSpare: true, by: (row) => row.wins, cell: (row) => `${count(row.wins)}, ${count(row.ties)}, ${count(row.losses)}` },
    {
      key: "spread",
      label: "Spread",
      numeric: true,
      isSpare: true,
      by: (row) => row.spread,
      cell: (row) => [signed(row.spread, 1), row.finished < row.games && row.finished > 0 && el("small", {}, plural(row.finished, "game"))],
      title: "Own points in a game minus the other's, on average over games that nobody forfeited",
    },
    { key: "apart", label: "Elo above it", numeric: true, by: (row) => row.apart?.elo, cell: ({ apart }) => apart && [signed(apart.elo), el("span", { class: "spare" }, ` (${intervalWords(apart)})`), narrow(intervalWords(apart))], title: "By all games of the league, with its 95 % interval" },
    { key: "chance", label: "Stronger", numeric: true, isSpare: true, by: (row) => row.apart?.superiority, cell: (row) => row.apart && chance(row.apart.superiority), title: "How likely it is the stronger one" },
  ];
  return el(
    "div",
    {},
    sortableTable(context, { id: `opponents-${version.version}`, caption: `Opponents of ${version.label}`, rows: version.opponents, columns, pageLength: 25 }),
    version.opponents.some((row) => row.finished < row.games) && el("p", { class: "note" }, spreadNote),
  );
}

/** The games, all or those against one opponent: the two head to head. */
function gamesAgainst(context: Context, page: BotPage): Child {
  const own = new Set(page.versions.map((version) => version.label));
  const opponents = [...new Set(page.games.flatMap((game) => game.players))].filter((label) => !own.has(label)).sort();
  const table = el("div");
  const draw = (against: string): void => {
    context.choices.offsets.set("games", 0);
    const games = page.games.filter((game) => against === "" || game.players.includes(against));
    table.replaceChildren(gamesTable(context, page.root, "games", games));
  };
  const choice = el(
    "select",
    { id: "against", onchange: (event: Event) => draw((event.target as HTMLSelectElement).value) },
    el("option", { value: "" }, "all"),
    opponents.map((label) => el("option", { value: label }, label)),
  );
  draw("");
  return [el("p", { class: "controls" }, el("label", { for: "against" }, "Against "), choice), table];
}

function faults(context: Context, page: BotPage): Child {
  const shown = page.faults.length < page.faults_in_all ? `The latest ${count(page.faults.length)} of ${count(page.faults_in_all)}.` : null;
  return [shown && el("p", { class: "note" }, shown), el("ul", { class: "faults" }, page.faults.map((fault) => faultItem(context, page.root, fault)))];
}

function faultItem(context: Context, root: string, fault: SiteFault): Child {
  const lines = fault.lines ?? [];
  return el(
    "li",
    {},
    el("p", {}, el("bdi", { class: "name" }, fault.label), " in game ", gameLink(root, fault.game, fault.after), `, after ${plural(fault.after, "turn")}: `, el("strong", {}, keyWords(fault.reason))),
    el("p", { class: "said", dir: "auto" }, fault.text),
    (lines.length > 0 || Boolean(fault.stderr)) &&
      unfold(context, `fault-${fault.game}-${fault.label}`, "What was said", () => [
        lines.length > 0 && evidence("Last lines", lines.map((line) => `${line}\n`).join("")),
        fault.stderr && evidence("Standard error", fault.stderr),
      ]),
  );
}
