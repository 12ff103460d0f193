import type { Standing } from "../data.ts";
import { el, svg, unseen, type Child } from "../dom.ts";
import { count, decimal, errorBar, percent, points, signed } from "../words.ts";
import { botName } from "./bot_name.ts";
import { emphasis, type Context, type Section } from "./context.ts";
import { sortableTable, wide, type Column } from "./table.ts";

export const standingsSection: Section = {
  id: "standings",
  title: "Standings",
  draw(context) {
    const { standings } = context.data;
    if (!standings || standings.length === 0) return null;
    return [
      places(context),
      sortableTable(context, {
        id: "standings",
        caption: "Standings",
        rows: standings,
        columns: columnsFor(standings, context),
        rowClass: (row) => emphasis(context, row.entrant),
      }),
      el("p", { class: "note" }, `Bars are 95 % intervals of the rating${zero(standings)}.`),
      (context.data.rating_notes ?? []).map((note) => el("p", { class: "note" }, note)),
    ];
  },
};

/** If the zero is the mean of only some bots, a note says of which ones. */
function zero(standings: readonly Standing[]): string {
  return standings.every((row) => row.in_zero ?? true) ? "; the mean of all bots is 0" : "";
}

function columnsFor(standings: readonly Standing[], context: Context): Column<Standing>[] {
  const rank = new Map(standings.map((row, i) => [row, i + 1]));
  const scale = scaleOf(standings);
  const number = (
    key: string,
    label: string,
    by: (row: Standing) => number | null,
    cell: (row: Standing) => Child,
    title?: string,
  ): Column<Standing> => ({ key, label, numeric: true, by, cell, ...(title ? { title } : {}) });
  const columns: Column<Standing>[] = [
    { ...number("rank", "#", (row) => rank.get(row)!, (row) => rank.get(row), "Rank by rating"), ascending: true },
    ...ranksColumn(standings),
    { key: "bot", label: "Bot", isRowHead: true, by: (row) => context.data.bots[row.entrant]?.name ?? "", cell: (row) => [botName(context, row.entrant), fate(row)] },
    ...authorColumn(standings),
    number("elo", "Elo", (row) => row.elo, (row) => el("strong", {}, signed(row.elo))),
    { key: "interval", label: axis(scale), cell: (row) => interval(row, scale) },
    { key: "error", label: "95 %", cell: (row) => errorBar(row.error_low, row.error_high), numeric: true, by: (row) => width(row) },
    number("games", "Games", (row) => row.games, (row) => count(row.games)),
    number("points", "Points", (row) => row.points, (row) => points(row.points), "1 for a win, ½ for a tie"),
    number("score", "Score", (row) => score(row), (row) => percent(score(row), 1), "Points divided by games"),
    number("wins", "Won", (row) => row.wins, (row) => count(row.wins)),
    number("ties", "Tied", (row) => row.ties, (row) => count(row.ties)),
    number("losses", "Lost", (row) => row.losses, (row) => count(row.losses)),
    number("spread", "Spread", (row) => row.mean_spread, (row) => signed(row.mean_spread, 1), "Own points in a game minus the other's, on average"),
  ];
  if (standings.some((row) => row.over)) {
    const title = "How far it is above the version before it, and how likely it is the stronger one";
    const cell = (row: Standing) => row.over && `${signed(row.over.elo)}, ${percent(row.over.superiority, 1)}`;
    columns.push(number("over", "Over the one before", (row) => row.over?.elo ?? null, cell, title));
  }
  if (standings.some((row) => row.forfeits > 0)) {
    columns.push(number("forfeits", "Forfeits", (row) => row.forfeits, (row) => count(row.forfeits)));
  }
  if (new Set(standings.map((row) => row.pool ?? 0)).size > 1) {
    columns.push(number("pool", "Pool", (row) => row.pool ?? null, (row) => decimal(row.pool), "Between bots of different pools there are no games"));
  }
  return columns;
}

function ranksColumn(standings: readonly Standing[]): Column<Standing>[] {
  if (!standings.every((row) => row.ranks)) return [];
  const ranks = (row: Standing) => row.ranks ?? [];
  const sum = (row: Standing) => ranks(row).reduce((total, rank) => total + rank, 0);
  const title = "The ranks it may have; 95 times in 100, those of all bots are right at once";
  const cell = (row: Standing) => [...new Set(ranks(row))].join("–");
  return [{ key: "ranks", label: "Ranks", numeric: true, ascending: true, by: sum, cell, title }];
}

function authorColumn(standings: readonly Standing[]): Column<Standing>[] {
  if (!standings.some((row) => row.author)) return [];
  return [{ key: "author", label: "Author", by: (row) => row.author, cell: (row) => el("bdi", {}, row.author) }];
}

function score(row: Standing): number | null {
  return row.games > 0 ? row.points / row.games : null;
}

function width(row: Standing): number | null {
  return row.error_low === null || row.error_high === null ? null : row.error_low + row.error_high;
}

function fate(row: Standing): Child {
  return Boolean(row.withdrawn) && el("span", { class: "badge" }, "withdrawn");
}

interface Scale {
  low: number;
  high: number;
}

function scaleOf(standings: readonly Standing[]): Scale {
  const ends = standings.flatMap(({ elo, error_low, error_high }) =>
    elo === null ? [] : [elo - (error_low ?? 0), elo + (error_high ?? 0)],
  );
  const low = Math.min(0, ...ends);
  const high = Math.max(0, ...ends);
  const margin = Math.max(10, (high - low) * 0.04);
  return { low: low - margin, high: high + margin };
}

const picture = { width: 200, height: 22 };

function at(elo: number, { low, high }: Scale): number {
  return (picture.width * (elo - low)) / (high - low);
}

function axis(scale: Scale): Child {
  const zero = at(0, scale);
  const room = 45;
  return [
    unseen("Interval"),
    svg(
      "svg",
      { class: "interval", viewBox: `0 0 ${picture.width} ${picture.height}`, "aria-hidden": "true" },
      svg("text", { x: 0, y: 15 }, signed(scale.low)),
      zero > room && zero < picture.width - room && svg("text", { x: zero, y: 15, "text-anchor": "middle" }, "0"),
      svg("text", { x: picture.width, y: 15, "text-anchor": "end" }, signed(scale.high)),
    ),
  ];
}

function interval(row: Standing, scale: Scale): Child {
  if (row.elo === null) return null;
  const [low, mid, high] = [row.elo - (row.error_low ?? 0), row.elo, row.elo + (row.error_high ?? 0)];
  const y = picture.height / 2;
  const whisker = (elo: number) => svg("line", { x1: at(elo, scale), x2: at(elo, scale), y1: y - 4, y2: y + 4 });
  return svg(
    "svg",
    {
      class: "interval",
      viewBox: `0 0 ${picture.width} ${picture.height}`,
      role: "img",
      "aria-label": `from ${signed(low)} to ${signed(high)}`,
    },
    svg("line", { class: "zero", x1: at(0, scale), x2: at(0, scale), y1: 0, y2: picture.height }),
    svg("line", { x1: at(low, scale), x2: at(high, scale), y1: y, y2: y }),
    whisker(low),
    whisker(high),
    svg("circle", { cx: at(mid, scale), cy: y, r: 4 }),
  );
}

function places(context: Context): Child {
  const { places } = context.data;
  if (!places || places.length === 0) return null;
  const rows = places.map((place, i) =>
    el("tr", {}, el("td", { class: "number" }, i + 1), el("th", { scope: "row" }, el("bdi", { class: "name" }, place.name)), el("td", {}, place.words)),
  );
  const head = ["Place", "Bot", "By"].map((label) => el("th", { scope: "col" }, label));
  return [
    wide("Places", el("table", {}, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows)), "table-places"),
    el("h3", {}, "Games and ratings"),
  ];
}
