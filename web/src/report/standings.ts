import type { Standing } from "../data.ts";
import { el, type Child } from "../dom.ts";
import { chance, count, decimal, percent, plural, points, signed } from "../words.ts";
import { botName, plainName, seriesOf } from "./bot_name.ts";
import { emphasis, type Context, type Section } from "./context.ts";
import { cutNote, intervalPicture, intervalWords, scaleHead, scaleOf, smallIntervalPicture } from "./interval.ts";
import { narrow, sortableTable, type Column } from "./table.ts";

export const spreadNote = "The spread is that of games that no bot forfeited; below it is how many these are, if they are not all.";

export const standingsSection: Section = {
  id: "standings",
  title: "Standings",
  draw(context) {
    const { standings } = context.data;
    if (!standings || standings.length === 0) return null;
    return [
      verdict(context, standings),
      sortableTable(context, {
        id: "standings",
        caption: "Standings",
        rows: placed(context, standings),
        columns: columnsFor(standings, context),
        rowClass: (row) => emphasis(context, row.entrant),
      }),
      el("p", { class: "note" }, `The lines are 95 % intervals of the rating${zero(standings)}.`),
      cutNote(standings, scaleOf(standings)),
      standings.some(hasForfeited) && el("p", { class: "note" }, spreadNote),
      (context.data.rating_notes ?? []).map((note) => el("p", { class: "note" }, note)),
    ];
  },
};

/** Who is first, and how sure that is. */
function verdict(context: Context, standings: readonly Standing[]): Child {
  const { los, finished } = context.data;
  const [first, second] = placed(context, standings);
  if (!first || !second || first.games === 0) return null;
  const name = plainName(context, first.entrant);
  const sentence = (...words: Child[]): Child => el("p", { class: "verdict" }, finished === false && "So far, ", name, words);
  const place = placeOf(context, first);
  const equals = placed(context, standings).filter((row) => row !== first && placeOf(context, row)?.words === place?.words);
  if (place && equals.length === 1) return sentence(" and ", plainName(context, equals[0]!.entrant), ` are first with the same result: ${place.words}.`);
  if (place) return sentence(` is first${equals.length > 1 ? `, with the same result as ${equals.length} others` : ""}: ${place.words}.`);
  const likelihood = los?.[0]?.[1];
  const isClear = first.ranks ? first.ranks.every((rank) => rank === 1) : (likelihood ?? 0) >= 0.975;
  if (typeof likelihood !== "number") return sentence(isClear ? " is clearly first." : first.ranks ? " leads, but not clearly." : " is first.");
  return sentence(isClear ? " is clearly first" : " leads, but not clearly", ": stronger than ", plainName(context, second.entrant), ` with a chance of ${chance(likelihood)}.`);
}

interface Placed {
  place: number;
  words: string;
}

/** The place that the tournament's format gives the bot, which need not be that of its rating. */
function placeOf(context: Context, row: Standing): Placed | null {
  const { places } = context.data;
  const at = places?.findIndex(({ name }) => name === context.data.bots[row.entrant]?.name) ?? -1;
  return at < 0 ? null : { place: at + 1, words: places![at]!.words };
}

function placed(context: Context, standings: readonly Standing[]): readonly Standing[] {
  const place = (row: Standing): number => placeOf(context, row)?.place ?? Infinity;
  return context.data.places?.length ? [...standings].sort((a, b) => place(a) - place(b) || 0) : standings;
}

/** If the zero is the mean of only some bots, a note says of which ones. */
function zero(standings: readonly Standing[]): string {
  return standings.every((row) => row.in_zero ?? true) ? "; the mean of all bots is 0" : "";
}

function columnsFor(standings: readonly Standing[], context: Context): Column<Standing>[] {
  const rank = new Map(placed(context, standings).map((row, i) => [row, i + 1]));
  const hasPlaces = Boolean(context.data.places?.length);
  const scale = scaleOf(standings);
  const colour = (row: Standing) => seriesOf(context, row.entrant).colour;
  const number = (
    key: string,
    label: string,
    by: (row: Standing) => number | null,
    cell: (row: Standing) => Child,
    title?: string,
  ): Column<Standing> => ({ key, label, numeric: true, isSpare: true, by, cell, ...(title ? { title } : {}) });
  const columns: Column<Standing>[] = [
    { key: "rank", label: "#", numeric: true, ascending: true, title: hasPlaces ? "Place in the tournament" : "Rank by rating", by: (row) => rank.get(row)!, cell: (row) => rank.get(row) },
    ...ranksColumn(standings),
    {
      key: "bot",
      label: "Bot",
      isRowHead: true,
      by: (row) => context.data.bots[row.entrant]?.name ?? "",
      cell: (row) => [botName(context, row.entrant), fate(row), hasPlaces && narrow(placeOf(context, row)?.words), narrow(smallIntervalPicture(row, scale, colour(row)))],
    },
    ...(hasPlaces ? [{ key: "by", label: "Placed by", isSpare: true, cell: (row: Standing): Child => placeOf(context, row)?.words }] : []),
    ...authorColumn(standings),
    { key: "elo", label: "Elo", numeric: true, by: (row) => row.elo, cell: (row) => [el("strong", {}, signed(row.elo)), narrow(intervalWords(row))] },
    { key: "interval", label: scaleHead(scale), isSpare: true, class: "scaled", cell: (row) => intervalPicture(row, scale, colour(row)) },
    number("error", "95 % interval", (row) => width(row), intervalWords),
    number("games", "Games", (row) => row.games, (row) => count(row.games)),
    number("points", "Points", (row) => row.points, (row) => points(row.points), "1 for a win, ½ for a tie"),
    {
      key: "score",
      label: "Score",
      numeric: true,
      title: "Points divided by games",
      by: score,
      cell: (row) => [percent(score(row), 1), narrow(`${points(row.points)} of ${count(row.games)}`)],
    },
    number("wins", "Won", (row) => row.wins, (row) => count(row.wins)),
    number("ties", "Tied", (row) => row.ties, (row) => count(row.ties)),
    number("losses", "Lost", (row) => row.losses, (row) => count(row.losses)),
    number("spread", "Spread", (row) => row.mean_spread, spread, "Own points in a game minus the other's, on average over games that nobody forfeited"),
  ];
  if (standings.some((row) => row.over)) {
    const title = "How far it is above the version before it, and how likely it is the stronger one";
    const cell = (row: Standing) => row.over && `${signed(row.over.elo)}, ${percent(row.over.superiority, 1)}`;
    columns.push(number("over", "Over the one before", (row) => row.over?.elo ?? null, cell, title));
  }
  if (new Set(standings.map((row) => row.pool ?? 0)).size > 1) {
    columns.push(number("pool", "Pool", (row) => row.pool ?? null, (row) => decimal(row.pool), "Between bots of different pools there are no games"));
  }
  return columns;
}

function hasForfeited({ games, finished }: Standing): boolean {
  return finished !== undefined && finished < games;
}

function spread(row: Standing): Child {
  return [signed(row.mean_spread, 1), hasForfeited(row) && row.finished! > 0 && el("small", {}, plural(row.finished!, "game"))];
}

function ranksColumn(standings: readonly Standing[]): Column<Standing>[] {
  if (!standings.every((row) => row.ranks)) return [];
  const ranks = (row: Standing) => row.ranks ?? [];
  const sum = (row: Standing) => ranks(row).reduce((total, rank) => total + rank, 0);
  const title = "The ranks it may have; 95 times in 100, those of all bots are right at once";
  const cell = (row: Standing) => [...new Set(ranks(row))].join("–");
  return [{ key: "ranks", label: "Ranks", numeric: true, ascending: true, isSpare: true, by: sum, cell, title }];
}

function authorColumn(standings: readonly Standing[]): Column<Standing>[] {
  if (!standings.some((row) => row.author)) return [];
  return [{ key: "author", label: "Author", isSpare: true, by: (row) => row.author, cell: (row) => el("bdi", {}, row.author) }];
}

function score(row: Standing): number | null {
  return row.games > 0 ? row.points / row.games : null;
}

function width(row: Standing): number | null {
  return row.elo === null ? null : (row.error_low ?? Infinity) + (row.error_high ?? Infinity);
}

function fate({ withdrawn, forfeits }: Standing): Child {
  return [
    Boolean(withdrawn) && el("span", { class: "badge" }, "withdrawn"),
    forfeits > 0 && el("small", { class: "under" }, plural(forfeits, "forfeit")),
  ];
}
